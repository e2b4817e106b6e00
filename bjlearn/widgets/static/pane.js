// What the screens beside the table share: texts, messages, theme. A screen's own module follows in the same file.

const PANE_MOON = "M20 14.5A8.500 8.500 0 1 1 9.500 4a7 7 0 0 0 10.500 10.500Z";

class Pane {
  constructor(model, el, name) {
    this.model = model;
    this.stops = [];
    this.sent = 0;
    this.waiting = new Map();
    this.root = document.createElement("section");
    this.root.className = `bj bjp ${name}`;
    this.body = document.createElement("div");
    this.body.className = "bjt-body";
    this.live = document.createElement("p");
    this.live.className = "bjt-sr";
    this.live.setAttribute("role", "status");
    this.root.append(this.body, this.live);
    el.append(this.root);
    this.note = "";
    this.listen();
    this.draw();
    // after the first paint, so that figures never delay the page
    requestAnimationFrame(() => setTimeout(() => this.send({ type: "ready" }), 0));
  }

  get(name) {
    return this.model.get(name);
  }

  get view() {
    return this.get("view") || {};
  }

  get setup() {
    return this.get("setup") || {};
  }

  t(text, values) {
    const found = (this.get("strings") || {})[text] ?? text;
    return values ? found.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole)) : found;
  }

  number(value, places, sign) {
    if (value === null || value === undefined) return "–";
    const text = Math.abs(value).toLocaleString(this.get("language") || "en", { minimumFractionDigits: places, maximumFractionDigits: places });
    if (value < 0 && /[1-9]/.test(text)) return `\u2212${text}`;
    return sign && /[1-9]/.test(text) ? `+${text}` : text;
  }

  percent(value, places = 3, sign = false) {
    return value === null || value === undefined ? "–" : `${this.number(100 * value, places, sign)}\u202f%`;
  }

  served() {
    return document.querySelector("body[data-voila]");
  }

  on(target, name, handler, options) {
    target.addEventListener(name, handler, options);
    this.stops.push(() => target.removeEventListener(name, handler, options));
  }

  listen() {
    this.on(this.root, "click", (event) => {
      const button = event.target.closest("[data-do]");
      if (!button || button.getAttribute("aria-disabled") === "true") return;
      const [name, ...rest] = button.dataset.do.split(":");
      this.act(name, rest.join(":"), button);
    });
    this.on(this.root, "change", (event) => {
      const field = event.target.closest("[data-field]");
      if (field) this.changed(field.dataset.field, field);
    });
    for (const name of ["keydown", "keyup", "keypress"]) {
      // a notebook has keys of its own
      this.on(this.root, name, (event) => {
        if (name === "keydown") this.pressed(event);
        if (!event.ctrlKey && !event.metaKey && !event.altKey) event.stopPropagation();
      });
    }
    for (const name of ["view", "setup", "strings", "language", "theme"]) {
      const changed = () => this.drawSoon();
      this.model.on(`change:${name}`, changed);
      this.stops.push(() => this.model.off(`change:${name}`, changed));
    }
    const heard = (message, buffers) => this.heard(message, buffers);
    this.model.on("msg:custom", heard);
    this.stops.push(() => this.model.off("msg:custom", heard));
    this.on(window.matchMedia("(prefers-color-scheme: dark)"), "change", () => this.applyTheme());
    const watcher = new MutationObserver(() => this.applyTheme());
    watcher.observe(document.body, { attributes: true, attributeFilter: ["data-jp-theme-light", "class"] });
    this.stops.push(() => watcher.disconnect());
  }

  pressed() {}

  act(name, rest) {
    if (name === "theme") this.send({ type: "theme", theme: this.root.dataset.theme === "dark" ? "light" : "dark" });
    else if (name === "close") this.say("");
    else if (name === "print") window.print();
    else this.send({ type: name, value: rest });
  }

  changed(name, field) {
    this.send(name === "document" || name === "language" ? { type: name, [name]: field.value } : { type: name, value: field.value });
  }

  send(message) {
    const n = ++this.sent;
    this.waiting.set(n, message.type);
    this.root.setAttribute("aria-busy", "true");
    this.model.send({ ...message, n });
  }

  heard(message) {
    if (message.type === "answer") {
      const kind = this.waiting.get(message.n);
      this.waiting.delete(message.n);
      if (!this.waiting.size) this.root.removeAttribute("aria-busy");
      if (message.text || kind !== "ready") this.say(message.text);
    } else if (message.type === "file") {
      this.keep(message);
    }
  }

  /** Save what Python sent as a file; nothing is asked from anywhere. */
  keep({ name, text, mime }) {
    const link = document.createElement("a");
    const url = URL.createObjectURL(new Blob([text], { type: mime }));
    link.href = url;
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(url), 10000);
  }

  say(text) {
    if (this.note === text) return;
    this.note = text;
    this.drawSoon();
  }

  drawSoon() {
    if (this.due) return;
    this.due = true;
    queueMicrotask(() => {
      this.due = false;
      this.draw();
    });
  }

  draw() {
    this.root.lang = this.get("language") || "en";
    this.applyTheme();
    morph(this.body, this.drawn().filter(Boolean));
  }

  applyTheme() {
    const asked = this.get("theme");
    const lab = document.body.dataset.jpThemeLight;
    let theme = window.matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
    if (lab === "true" || lab === "false") theme = lab === "true" ? "light" : "dark";
    if (asked === "light" || asked === "dark") theme = asked;
    this.root.dataset.theme = theme;
  }

  // ---- parts that several screens show

  /** Document, language and theme, where no frame around the screen has them. */
  tools() {
    const { shows = [], documents = [], languages = [], doc } = this.setup;
    return [
      shows.includes("documents") &&
        h("select", { key: "doc", "data-field": "document", "aria-label": this.t("Document"), value: doc }, documents.map(([id, title]) => h("option", { key: id, value: id }, title))),
      shows.includes("language") &&
        h("select", { key: "lang", "data-field": "language", "aria-label": this.t("Language"), value: this.get("language") }, languages.map(([code, name]) => h("option", { key: code, value: code, lang: code }, name))),
      shows.includes("theme") &&
        h(
          "button",
          { key: "theme", type: "button", class: "bjt-button bjt-icon", "data-do": "theme", "aria-label": this.t("Dark theme"), title: this.t("Dark theme"), "aria-pressed": String(this.root.dataset.theme === "dark") },
          h("svg", { class: "bjt-moon", viewBox: "0 0 24 24", "aria-hidden": "true" }, h("path", { d: PANE_MOON })),
        ),
    ];
  }

  notice() {
    return (
      this.note &&
      h(
        "div",
        { key: "note", class: "bjt-note", role: "alert" },
        h("span", {}, this.note),
        h("button", { type: "button", class: "bjt-button bjt-small-button", "data-do": "close" }, this.t("Close")),
      )
    );
  }

  working() {
    return h("p", { key: "working", class: "bjp-working", role: "status" }, h("i", { "aria-hidden": "true" }), this.t("Working out the figures …"));
  }

  stop() {
    for (const stop of this.stops) stop();
    this.root.remove();
  }
}
