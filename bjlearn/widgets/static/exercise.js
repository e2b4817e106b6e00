// An exercise: question, cards, fields, what is said about the answer. All words come from Python, in the reader's language.

/** An element with attributes and children; a child that is null is left out. */
function make(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined && value !== false) element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}

function drawCard(card) {
  return make(
    "span",
    { class: `bjx-card${card.red ? " bjx-red" : ""}`, role: "img", "aria-label": card.words },
    make("span", { class: "bjx-rank", "aria-hidden": "true" }, card.rank),
    make("span", { class: "bjx-suit", "aria-hidden": "true" }, card.suit),
  );
}

function drawLaid(laid) {
  return make(
    "figure",
    { class: "bjx-laid" },
    make("figcaption", {}, laid.label),
    make("div", { class: "bjx-cards" }, laid.cards.map(drawCard)),
  );
}

function radios(name, legend, options) {
  return make(
    "fieldset",
    { class: "bjx-options" },
    make("legend", {}, legend),
    options.map(([value, words]) => make("label", {}, make("input", { type: "radio", name, value }), make("span", {}, words))),
  );
}

function numberField(label) {
  return make("label", { class: "bjx-field" }, make("span", {}, label), make("input", { type: "text", name: "number", inputmode: "decimal", autocomplete: "off", size: 6, maxlength: 40 }));
}

function fieldsOf(view, name) {
  const words = view.labels;
  if (view.kind === "number") return [numberField(words.number)];
  if (view.kind === "total") return [numberField(words.total), radios(name, words.softness, [["soft", words.soft], ["hard", words.hard]])];
  return [radios(name, words.choice, view.options)];
}

class Exercise {
  constructor(model, el) {
    this.model = model;
    this.name = `bjx-${Math.random().toString(36).slice(2)}`; // radio buttons of one view belong together
    this.root = make("section", { class: "bj bjx", "aria-label": "" });
    this.said = make("div", { class: "bjx-said", "aria-live": "polite" });
    this.ending = new AbortController();
    const signal = this.ending.signal;
    el.append(this.root);
    this.root.addEventListener("submit", (event) => this.submit(event), { signal });
    this.root.addEventListener("click", (event) => this.click(event), { signal });
    // a notebook around us has keys of its own
    this.root.addEventListener("keydown", (event) => event.stopPropagation(), { signal });
    this.onView = () => this.draw();
    this.onTheme = () => this.applyTheme();
    model.on("change:view", this.onView);
    model.on("change:theme", this.onTheme);
    this.scheme = window.matchMedia("(prefers-color-scheme: dark)");
    this.scheme.addEventListener("change", this.onTheme, { signal });
    this.watcher = new MutationObserver(this.onTheme);
    this.watcher.observe(document.body, { attributes: true, attributeFilter: ["data-jp-theme-light", "class"] });
    this.applyTheme();
    this.draw();
  }

  end() {
    this.model.off("change:view", this.onView);
    this.model.off("change:theme", this.onTheme);
    this.ending.abort();
    this.watcher.disconnect();
  }

  applyTheme() {
    const asked = this.model.get("theme");
    const lab = document.body.dataset.jpThemeLight;
    let dark = this.scheme.matches;
    if (lab === "true" || lab === "false") dark = lab === "false";
    else if (document.body.classList.contains("vscode-light")) dark = false;
    else if (document.body.classList.contains("vscode-dark")) dark = true;
    if (asked) dark = asked === "dark";
    this.root.dataset.theme = dark ? "dark" : "light";
  }

  send(type, more = {}) {
    this.model.send({ type, variant: this.model.get("view").variant, ...more });
  }

  submit(event) {
    event.preventDefault();
    const form = event.target;
    const number = form.elements.number?.value ?? "";
    const chosen = form.querySelector("input[type=radio]:checked")?.value ?? "";
    const kind = this.model.get("view").kind;
    this.send("check", { answer: kind === "number" ? number : kind === "total" ? [number, chosen] : chosen });
  }

  click(event) {
    const button = event.target.closest("button[data-do]");
    if (!button) return;
    if (button.dataset.do === "another") this.newQuestion = true;
    this.send(button.dataset.do);
  }

  draw() {
    const view = this.model.get("view");
    if (!view.id) return;
    const key = JSON.stringify([view.id, view.variant, view.title, view.question, view.labels.check]);
    if (key !== this.key) this.drawQuestion(view);
    this.key = key;
    this.root.dataset.solved = String(view.solved);
    this.drawReply(view);
    if (this.newQuestion) {
      this.newQuestion = false;
      this.root.querySelector("input")?.focus({ preventScroll: true });
    }
  }

  /** The question and its fields are drawn when they change, so that what stands in the fields and the focus stay. */
  drawQuestion(view) {
    this.root.setAttribute("aria-label", view.title);
    this.root.dataset.exercise = view.id;
    const words = view.labels;
    this.said.replaceChildren();
    const form =
      view.kind === "function"
        ? make("p", { class: "bjx-code" }, words.code)
        : make("form", { class: "bjx-form" }, fieldsOf(view, this.name), make("button", { type: "submit", class: "bjx-button bjx-check" }, words.check));
    this.root.replaceChildren(
      make("h3", { class: "bjx-title" }, view.title, make("span", { class: "bjx-solved" }, `✓ ${words.solved}`)),
      make("p", { class: "bjx-question" }, view.question),
      make("div", { class: "bjx-table" }, view.laid.map(drawLaid)),
      form,
      this.said,
    );
  }

  drawReply(view) {
    const focused = this.said.contains(document.activeElement);
    const parts = [];
    if (view.reply) {
      const sign = { right: "✓", wrong: "✗", note: "…" }[view.reply.tone];
      const [first, ...rest] = view.reply.parts;
      parts.push(
        make(
          "div",
          { class: "bjx-reply", "data-tone": view.reply.tone },
          make("p", {}, make("strong", {}, make("span", { "aria-hidden": "true" }, `${sign} `), first)),
          rest.map((part) => make("p", {}, part)),
        ),
      );
    }
    if (view.solution && !view.solved) parts.push(make("p", { class: "bjx-solution" }, view.solution));
    const words = view.labels;
    const buttons = [];
    if (view.may_see && !view.solution) buttons.push(make("button", { type: "button", class: "bjx-button", "data-do": "solution" }, words.solution));
    if (view.kind !== "function" && (view.solved || view.solution)) buttons.push(make("button", { type: "button", class: "bjx-button", "data-do": "another" }, words.another));
    if (buttons.length) parts.push(make("div", { class: "bjx-next" }, buttons));
    this.said.replaceChildren(...parts);
    if (focused) this.said.querySelector("button")?.focus({ preventScroll: true });
  }
}

function render({ model, el }) {
  const exercise = new Exercise(model, el);
  return () => exercise.end();
}

export default { render };
