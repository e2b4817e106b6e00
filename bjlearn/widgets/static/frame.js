// The header of the dashboard: tabs, document, language, theme. It shows the values that Python sets (`setup`, `view`, `place`,
// `who`, `strings`, `language`, `theme`), sends what a person asks for, and keeps the address of the page in step with where one is.
// A tab changes at once; Python follows, and builds the screen where it is opened for the first time.

const MARK =
  '<svg viewBox="0 0 64 64" aria-hidden="true"><rect width="64" height="64" rx="14" fill="#0f5b43"/><g transform="rotate(-9 32 34)"><rect x="15" y="11" width="27" height="38" rx="5" fill="#cfe3da"/></g><g transform="rotate(8 34 34)"><rect x="21" y="13" width="28" height="40" rx="5" fill="#fff"/><path d="M35 21c4 5.600 9 7.600 9 12.400a4.600 4.600 0 0 1-7.700 3.300c.2 3 1 4.800 2.300 6.300h-7.200c1.300-1.500 2.100-3.300 2.300-6.300A4.600 4.600 0 0 1 26 33.400c0-4.800 5-6.800 9-12.400z" fill="#15302a"/></g></svg>';
const MOON = '<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M20 14.5A8.500 8.500 0 1 1 9.500 4a7 7 0 0 0 10.500 10.500Z"/></svg>';
const THEMES = ["light", "dark"];

function make(tag, props, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(props || {})) {
    if (name === "html") node.innerHTML = value; // drawings of our own, above
    else if (value !== null && value !== undefined && value !== false) node.setAttribute(name, value);
  }
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}

class Frame {
  constructor(model, el) {
    this.model = model;
    this.stops = [];
    this.sent = 0;
    this.shown = null; // the tab that is seen; ahead of Python's for as long as its answer takes
    this.written = null; // the place that the address says
    this.returning = null; // the view that was there when a person went back
    this.told = {};
    this.root = make("div", { class: "bjf" });
    this.style = make("style");
    this.build();
    el.append(this.root, this.style);
    this.listen();
    this.update();
  }

  get(name) {
    return this.model.get(name);
  }

  t(text, values) {
    const found = (this.get("strings") || {})[text] ?? text;
    return values ? found.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole)) : found;
  }

  get setup() {
    return this.get("setup") || {};
  }

  get view() {
    return this.get("view") || {};
  }

  served() {
    return document.querySelector("body[data-voila]");
  }

  // ---- made once

  build() {
    const served = this.served();
    this.brand = make(served ? "a" : "div", { class: "bjf-brand" }, make("i", { html: MARK, style: "display:flex" }), make("span", {}, "bjlearn"));
    this.tabs = make("div", { class: "bjf-tabs", role: "tablist" });
    this.chosen = make("span");
    this.opener = make("button", { type: "button", class: "bjf-tool", "aria-haspopup": "menu", "aria-expanded": "false" }, this.chosen);
    this.menu = make("div", { class: "bjf-menu", role: "menu", hidden: "" });
    this.chooser = make("div", { class: "bjf-chooser" }, this.opener, this.menu);
    this.language = make("select", { class: "bjf-tool bjf-language" });
    this.moon = make("button", { type: "button", class: "bjf-tool bjf-round", html: MOON });
    this.note = make("div", { class: "bjf-note", hidden: "" }, make("p", { role: "status" }), make("button", { type: "button" }, "×"));
    this.opening = make("p", { class: "bjf-opening", role: "status", hidden: "" });
    this.mine = new Mine(this);
    this.tasks = new Due(this);
    const tools = make("div", { class: "bjf-tools" }, this.chooser, this.language, this.moon, this.mine.opener);
    this.root.append(make("header", { class: "bjf-bar" }, this.brand, this.tabs, tools), this.note, this.tasks.box, this.opening, this.mine.dialog);
    if (served) document.documentElement.dataset.framed = "";
  }

  on(target, name, handler) {
    target.addEventListener(name, handler);
    this.stops.push(() => target.removeEventListener(name, handler));
  }

  listen() {
    this.on(this.root, "keydown", (event) => event.stopPropagation()); // a notebook has keys of its own
    // the first drawing may come before there is any room to scroll in
    const sized = new ResizeObserver(() => this.sightTab());
    sized.observe(this.tabs);
    this.stops.push(() => sized.disconnect());
    this.on(this.tabs, "click", (event) => event.target.dataset.screen && this.open(event.target.dataset.screen));
    this.on(this.tabs, "keydown", (event) => this.walk(event, [...this.tabs.children], ["ArrowLeft", "ArrowRight"]));
    this.on(this.opener, "click", () => this.unfold(this.menu.hidden));
    this.on(this.opener, "keydown", (event) => {
      if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
      event.preventDefault();
      this.unfold(true);
    });
    this.on(this.menu, "click", (event) => {
      const item = event.target.closest("[data-document]");
      if (!item) return;
      this.unfold(false);
      this.opener.focus();
      if (item.dataset.document !== (this.get("place") || {}).doc) this.send({ type: "document", document: item.dataset.document });
    });
    this.on(this.menu, "keydown", (event) => this.walk(event, [...this.menu.children], ["ArrowUp", "ArrowDown"]));
    this.on(this.chooser, "keydown", (event) => {
      if (event.key !== "Escape" || this.menu.hidden) return;
      this.unfold(false);
      this.opener.focus();
    });
    this.on(this.chooser, "focusout", (event) => event.relatedTarget && !this.chooser.contains(event.relatedTarget) && this.unfold(false));
    this.on(document, "pointerdown", (event) => !this.chooser.contains(event.target) && this.unfold(false));
    this.on(this.language, "change", () => this.send({ type: "language", language: this.language.value }));
    this.on(this.moon, "click", () => this.send({ type: "theme", theme: this.theme === "dark" ? "light" : "dark" }));
    this.on(this.note.lastChild, "click", () => (this.note.hidden = true));
    this.on(window, "popstate", () => this.cameBack());
    this.on(window.matchMedia("(prefers-color-scheme: dark)"), "change", () => this.applyTheme());
    const watcher = new MutationObserver(() => this.applyTheme());
    watcher.observe(document.body, { attributes: true, attributeFilter: ["data-jp-theme-light"] });
    this.stops.push(() => watcher.disconnect());
    for (const name of ["setup", "view", "place", "who", "strings", "language", "theme"]) {
      const changed = () => this.soon(name);
      this.model.on(`change:${name}`, changed);
      this.stops.push(() => this.model.off(`change:${name}`, changed));
    }
  }

  /** Several values that come in one message are drawn once. A new view is Python's word on which tab is seen. */
  soon(name) {
    if (name === "view") this.shown = null;
    if (this.due) return;
    this.due = true;
    queueMicrotask(() => {
      this.due = false;
      this.update();
    });
  }

  send(message, buffers) {
    this.model.send({ ...message, n: ++this.sent }, undefined, buffers);
  }

  // ---- what a person does

  open(screen) {
    if (screen === (this.shown ?? this.view.screen)) return;
    this.shown = screen;
    this.note.hidden = true;
    this.showTab();
    this.send({ type: "screen", screen });
  }

  /** Arrows walk, Home and End jump; Enter and the space bar press, as on any button. */
  walk(event, items, [back, forth]) {
    const at = items.indexOf(event.target.closest("button"));
    const to = { [back]: at - 1, [forth]: at + 1, Home: 0, End: items.length - 1 }[event.key];
    if (at < 0 || to === undefined) return;
    event.preventDefault();
    const item = items[(to + items.length) % items.length];
    item.focus();
    item.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  unfold(open) {
    if (this.menu.hidden === !open) return;
    this.menu.hidden = !open;
    this.opener.setAttribute("aria-expanded", String(open));
    if (open) (this.menu.querySelector('[aria-checked="true"]') || this.menu.firstChild).focus();
  }

  cameBack() {
    if (!this.served()) return;
    this.returning = this.view.turn;
    this.send({ type: "address", query: window.location.search.slice(0, 4000) });
  }

  // ---- what is shown

  update() {
    const { setup, view } = this;
    const place = this.get("place") || {};
    this.root.lang = this.get("language") || "en";
    this.tabs.setAttribute("aria-label", this.t("Screens"));
    this.menu.setAttribute("aria-label", this.t("Document"));
    this.language.setAttribute("aria-label", this.t("Language"));
    this.moon.setAttribute("aria-label", this.t("Dark theme"));
    this.moon.title = this.t("Dark theme");
    this.note.lastChild.setAttribute("aria-label", this.t("Close"));
    this.note.firstChild.textContent = view.note || "";
    this.note.hidden = !view.note;
    this.mine.show();
    this.drawTabs();
    this.drawMenu(setup.documents || [], place.doc);
    this.drawLanguages(setup.languages || []);
    this.showTab();
    this.applyTheme();
    this.tell("language", this.get("language"));
    this.writeAddress(place);
    if (this.served()) {
      const kept = new URLSearchParams(Object.entries({ lang: place.lang, theme: place.theme }).filter(([, value]) => value));
      this.brand.setAttribute("aria-label", `bjlearn: ${this.t("To the start page")}`);
      this.brand.href = `${document.body.dataset.home || "/"}?${kept}`;
    }
  }

  drawTabs() {
    const { mark, tabs } = this.setup;
    const titles = JSON.stringify(tabs);
    if (titles === this.titles) return;
    this.titles = titles;
    const focused = document.activeElement && this.tabs.contains(document.activeElement) ? document.activeElement.dataset.screen : null;
    this.tabs.replaceChildren(
      ...(tabs || []).map(([name, title]) =>
        make("button", { type: "button", role: "tab", class: "bjf-tab", id: `${mark}-tab-${name}`, "aria-controls": `${mark}-panel-${name}`, "data-screen": name }, title),
      ),
    );
    if (focused) this.tabs.querySelector(`[data-screen="${focused}"]`)?.focus();
    this.namePanels(120);
  }

  /** The panels are boxes of the page, drawn beside this header; they come in their own time. */
  namePanels(tries) {
    const { mark, tabs } = this.setup;
    const panels = (tabs || []).map(([name]) => [name, document.querySelector(`.${mark} > .bjf-panel-${name}`)]);
    for (const [name, panel] of panels) {
      if (!panel) continue;
      panel.id = `${mark}-panel-${name}`;
      panel.setAttribute("role", "tabpanel");
      panel.setAttribute("aria-labelledby", `${mark}-tab-${name}`);
    }
    if (tries > 0 && panels.some(([, panel]) => !panel)) requestAnimationFrame(() => this.namePanels(tries - 1));
  }

  drawMenu(documents, chosen) {
    const known = documents.find((item) => item.id === chosen);
    const title = known ? known.title : chosen || "";
    this.chosen.textContent = title;
    this.opener.setAttribute("aria-label", `${this.t("Document")}: ${title}`);
    this.opener.title = title;
    const key = JSON.stringify([documents, chosen]);
    if (key === this.menuKey) return;
    this.menuKey = key;
    this.menu.replaceChildren(
      ...documents.map((item) =>
        make("button", { type: "button", role: "menuitemradio", tabindex: "-1", "aria-checked": String(item.id === chosen), "data-document": item.id }, make("b", {}, item.title), make("small", {}, item.character)),
      ),
    );
  }

  drawLanguages(languages) {
    if (!this.language.children.length) {
      this.language.append(...languages.map(([code, name]) => make("option", { value: code, lang: code, "aria-label": name, title: name }, code.toUpperCase())));
    }
    this.language.value = this.get("language") || "en";
  }

  showTab() {
    const { mark } = this.setup;
    const screen = this.shown ?? this.view.screen;
    for (const tab of this.tabs.children) {
      const on = tab.dataset.screen === screen;
      tab.setAttribute("aria-selected", String(on));
      tab.tabIndex = on ? 0 : -1;
      if (!on) continue;
      this.opening.textContent = this.t("Opening {title} …", { title: tab.textContent });
      if (this.served()) document.title = `${tab.textContent} · bjlearn`;
    }
    this.sightTab();
    this.opening.hidden = (this.view.built || []).includes(screen);
    this.tasks.show(screen);
    this.style.textContent = `.${mark} > .bjf-panel:not(.bjf-panel-${screen}) { display: none !important; }`;
  }

  /** Bring the open tab into sight, only sideways: the page itself stays where it is. */
  sightTab() {
    const tab = this.tabs.querySelector('[aria-selected="true"]');
    if (tab) this.tabs.scrollLeft = Math.max(0, Math.min(tab.offsetLeft - this.tabs.offsetLeft - 40, this.tabs.scrollWidth));
  }

  applyTheme() {
    const asked = this.get("theme");
    const lab = document.body.dataset.jpThemeLight;
    let theme = window.matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
    if (lab === "true" || lab === "false") theme = lab === "true" ? "light" : "dark";
    if (THEMES.includes(asked)) theme = asked;
    this.theme = theme;
    this.root.dataset.theme = theme;
    this.moon.setAttribute("aria-pressed", String(theme === "dark"));
    this.tell("theme", asked);
  }

  /** The page around follows, where it is one of ours. */
  tell(what, value) {
    if (!value || this.told[what] === value || !this.served()) return;
    this.told[what] = value;
    window.dispatchEvent(new CustomEvent(`bjlearn-${what}`, { detail: value }));
  }

  /** Another screen or document is a step that the back button undoes; a reading, language or theme is not. */
  writeAddress(place) {
    if (!this.served() || this.returning === this.view.turn) return; // Python has not said yet where one is
    const before = this.written || place;
    const step = this.returning === null && (before.screen !== place.screen || before.doc !== place.doc);
    this.written = place;
    this.returning = null;
    const query = new URLSearchParams(window.location.search);
    for (const [name, value] of Object.entries(place)) {
      if (value) query.set(name, value);
      else query.delete(name);
    }
    const now = query.toString().replaceAll("%3A", ":").replaceAll("%2C", ",");
    if (`?${now}` === window.location.search || (!now && !window.location.search)) return;
    window.history[step ? "pushState" : "replaceState"](null, "", `${window.location.pathname}${now ? `?${now}` : ""}${window.location.hash}`);
  }

  stop() {
    for (const stop of this.stops) stop();
    this.root.remove();
    this.style.remove();
    if (this.served()) delete document.documentElement.dataset.framed;
  }
}

function render({ model, el }) {
  const frame = new Frame(model, el);
  return () => frame.stop();
}

export default { render };
