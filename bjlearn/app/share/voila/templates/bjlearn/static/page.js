// What every notebook page of bjlearn does by itself, before and beside Voila's own script.
"use strict";

window.bjlearn = (() => {
  const query = new URLSearchParams(location.search);
  const languages = ["en", "it", "ro"];
  const dark = matchMedia("(prefers-color-scheme: dark)");
  let theme = ["light", "dark"].includes(query.get("theme")) ? query.get("theme") : "";

  function language() {
    const wanted = [query.get("lang"), ...(navigator.languages || [])].map((code) => (code || "").split("-")[0].toLowerCase());
    return wanted.find((code) => languages.includes(code)) || "en";
  }

  // JupyterLab's own sign of a theme is an attribute of the body; widgets look there in both places.
  function paint() {
    const now = theme || (dark.matches ? "dark" : "light");
    document.documentElement.dataset.theme = now;
    for (const link of document.querySelectorAll("link[data-theme]")) {
      link.media = link.dataset.theme === now ? "all" : "not all";
    }
    if (document.body) {
      document.body.dataset.jpThemeLight = String(now === "light");
      document.body.dataset.jpThemeName = now === "light" ? "JupyterLab Light" : "JupyterLab Dark";
      document.body.classList.toggle("theme-dark", now === "dark");
      document.body.classList.toggle("theme-light", now === "light");
    }
  }

  // A screen may choose another theme or language: dispatch "bjlearn-theme" or "bjlearn-language" on window, detail the choice.
  addEventListener("bjlearn-theme", (event) => {
    theme = ["light", "dark"].includes(event.detail) ? event.detail : "";
    paint();
  });
  addEventListener("bjlearn-language", (event) => {
    if (languages.includes(event.detail)) document.documentElement.lang = event.detail;
  });
  dark.addEventListener("change", paint);

  function kernel() {
    const config = document.getElementById("jupyter-config-data");
    return config ? JSON.parse(config.textContent) : null;
  }

  // Where a kernel is gone, a page that looks alive and does nothing would be worse than one that says so.
  async function look() {
    const config = kernel();
    const sign = document.getElementById("bj-gone");
    if (!config || !sign) return;
    let why = "";
    try {
      const answer = await fetch(`${config.baseUrl}api/kernels/${config.kernelId}`, { cache: "no-store" });
      if (answer.status === 404 || answer.status === 403) {
        const told = await answer.json().catch(() => ({}));
        why = told.why === "cookies" ? "cookies" : "ended";
      }
      else if (answer.ok && (await answer.json()).execution_state === "dead") why = "ended";
    } catch {
      why = "away";
    }
    sign.hidden = !why;
    sign.dataset.why = why;
  }

  // A page that goes away says so, and its kernel ends at once. Phones fire pagehide where they never fire beforeunload.
  addEventListener("pagehide", (event) => {
    const config = kernel();
    if (config && !event.persisted) navigator.sendBeacon(`${config.baseUrl}voila/api/shutdown/${config.kernelId}`);
  });
  addEventListener("pageshow", (event) => event.persisted && look());
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && look());
  addEventListener("online", look);

  // What Voila's template calls while a page is sent to the browser.
  window.voila_heartbeat = () => {};
  window.voila_process = () => {};
  window.display_cells = () => {
    if (!window.themeLoaded) {
      window.cellLoaded = true;
      return;
    }
    document.getElementById("loading")?.remove();
    const cells = document.getElementById("rendered_cells");
    if (cells) cells.style.display = "";
  };
  window.voila_finish = window.display_cells;

  return {
    look,
    head() {
      document.documentElement.lang = language();
      paint();
    },
    body() {
      paint();
      addEventListener("load", () => {
        setInterval(look, 5000);
        const home = document.getElementById("bj-home");
        if (!home) return;
        const kept = new URLSearchParams();
        for (const key of ["lang", "theme"]) if (query.get(key)) kept.set(key, query.get(key));
        if ([...kept].length) home.search = kept.toString();
      });
    },
  };
})();
