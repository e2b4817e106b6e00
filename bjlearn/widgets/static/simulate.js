// ---- The Simulate screen: a form, what is running, and the figures and charts of what was found.

class Simulate extends ChartPane {
  constructor(model, el) {
    super(model, el, "bjn");
    this.uid = `bjn${Math.random().toString(36).slice(2, 8)}`;
    this.drawSoon();
  }

  listen() {
    // Run becomes Stop in the same place: the second half of a double click would end what the first began, or the other way round
    const twice = (event) => {
      if (event.detail > 1 && event.target.closest("[data-do=run], [data-do=stop]")) event.stopImmediatePropagation();
    };
    this.on(this.root, "click", twice, { capture: true });
    super.listen();
    // what is being typed counts at once: what is wrong with it is said beside the field
    this.on(this.root, "input", (event) => {
      const { field } = event.target.dataset;
      if (event.target.matches("input") && field) this.fill(field, event.target.value);
    });
  }

  pressed(event) {
    if (event.key !== "Enter" || !event.target.matches(".bjn-form input")) return;
    event.preventDefault();
    this.run();
  }

  act(name, rest, button) {
    if (name === "run") this.run();
    else if (name === "stop" || name === "seed") this.send({ type: name });
    else super.act(name, rest, button);
  }

  changed(name, field) {
    if (name === "document" || name === "language") super.changed(name, field);
    else if (!field.matches("input")) this.fill(name, field.value);
  }

  fill(name, value) {
    this.send({ type: "set", name, value: value.slice(0, 80) });
  }

  run() {
    // whether all is right is Python's to say, after what was typed last: the faults known here may be those of half a number
    if (this.view.running) return;
    this.send({ type: "run" });
  }

  // ---- what is shown

  drawn() {
    return [this.top(), this.notice(), this.picks(), h("div", { key: "main", class: "bjn-main" }, this.form(), this.found())];
  }

  top() {
    const { title, character } = this.setup;
    return h(
      "div",
      { key: "top", class: "bjp-head" },
      h("div", { class: "bjt-title" }, h("h2", {}, `${this.t("Simulate")}: ${title || ""}`), h("p", {}, character || ""), h("p", {}, this.t("Simulated rounds beside the exact figures: how fast the mean gets there, and what chance does on the way."))),
      h("div", { key: "tools", class: "bjt-tools" }, this.tools()),
    );
  }

  picks() {
    const { parts = [], part } = this.setup;
    return h(
      "div",
      { key: "parts", class: "bjp-pick bjn-parts", role: "group", "aria-label": this.t("What to look at") },
      parts.map(([id, name]) => h("button", { key: id, type: "button", "data-do": `part:${id}`, "aria-pressed": String(id === part) }, name)),
    );
  }

  label(name) {
    return {
      who: this.t("Who plays"),
      rounds: this.t("Rounds"),
      hands: this.t("Hands dealt each round"),
      shoe: this.t("Shoe"),
      seed: this.t("Seed"),
      bankroll: this.t("Bankroll"),
      stake: this.t("Stake of a hand"),
      length: this.t("Rounds of a session"),
      sessions: this.t("Sessions"),
    }[name];
  }

  form() {
    const { fields = [], faults = {}, part, as_if: asIf } = this.setup;
    const { running } = this.view;
    const wrong = Object.keys(faults).length > 0;
    return h(
      "section",
      { key: "form", class: "bjp-box bjn-form", "aria-label": this.t("Simulate") },
      fields.map((field) => this.field(field, faults[field.name])),
      asIf && h("p", { key: "as-if", class: "bjp-hint" }, this.t("This document has no cut card: simulated as if one came after 75 to 85 % of the shoe.")),
      part === "cut" && h("p", { key: "many", class: "bjp-hint" }, this.t("A cut card is worth some hundredths of a percent: it takes 50 million rounds and more to see it.")),
      h("p", { key: "same", class: "bjp-hint" }, this.t("The same seed and entries give the same results.")),
      h(
        "div",
        { key: "go", class: "bjn-go" },
        running
          ? h("button", { key: "stop", type: "button", class: "bjt-button bjt-action", "data-do": "stop" }, h("span", {}, this.t("Stop")))
          : h("button", { key: "run", type: "button", class: "bjt-button bjt-action bjt-primary", "data-do": "run", "aria-disabled": wrong ? "true" : null }, h("span", {}, this.t("Run")), h("kbd", { "aria-hidden": "true" }, "Enter")),
      ),
    );
  }

  field({ name, value, choices, least, most }, fault) {
    const id = `${this.uid}-${name}`;
    const told = fault ? `${id}-fault` : null;
    const clause = name === "shoe" && fault && this.setup.clause ? ` (${this.setup.clause})` : "";
    const entry = choices
      ? h("select", { key: "entry", id, "data-field": name, value, "aria-invalid": fault ? "true" : null, "aria-describedby": told }, choices.map(([key, text]) => h("option", { key, value: key, selected: key === value }, text)))
      : h("input", { key: "entry", id, type: "text", inputmode: "numeric", autocomplete: "off", "data-field": name, value, title: `${this.number(least, 0)} – ${this.number(most, 0)}`, "aria-invalid": fault ? "true" : null, "aria-describedby": told });
    return h(
      "div",
      { key: name, class: "bjn-field", "data-name": name },
      h("label", { key: "label", for: id }, this.label(name)),
      name === "seed"
        ? h("div", { key: "row", class: "bjn-seed" }, entry, h("button", { key: "new", type: "button", class: "bjt-button bjt-icon", "data-do": "seed", "aria-label": this.t("A new seed by chance"), title: this.t("A new seed by chance") }, "↻"))
        : entry,
      fault && h("p", { key: "fault", id: told, class: "bjn-fault" }, `${fault}${clause}`),
    );
  }

  found() {
    const { found, failed, running, stopping } = this.view;
    const here = running && running === this.setup.part;
    return h(
      "section",
      { key: "found", class: "bjn-found", "aria-label": this.t("Results"), "aria-busy": here ? "true" : null },
      failed && h("p", { key: "failed", class: "bjt-note", role: "alert" }, this.t("It did not work out. Try again; if it happens again, tell your instructor.")),
      !found && !here && !failed && h("p", { key: "none", class: "bjp-box bjn-none" }, this.t("Fill in, press Run, and see what many rounds come to.")),
      (here || (found && found.state)) && this.progress(found, here, stopping),
      found && found.figures.length > 0 && h("div", { key: "figures", class: "bjp-box" }, h("dl", { class: "bjn-figures" }, found.figures.map(([label, text], index) => h("div", { key: index }, h("dt", {}, label), h("dd", {}, text))))),
      found && found.charts.map((chart) => h("div", { key: `box-${chart.name}`, class: "bjp-box" }, this.chart(chart.name, chart))),
    );
  }

  progress(found, here, stopping) {
    const played = found ? found.done : 0;
    const text = stopping
      ? this.t("Stopping; what is done is kept.")
      : here && !played
        ? this.t("Preparing. The first run after the installation compiles the simulation, which takes some seconds.")
        : here && found.done === found.asked
          ? this.t("Working out the exact chances …")
        : here
          ? this.t("Running …")
          : found.state;
    return h(
      "div",
      { key: "progress", class: "bjp-box bjn-progress" },
      h("p", { key: "text", role: "status" }, text),
      found && h("p", { key: "count", class: "bjn-count" }, this.t("{done} of {asked}", { done: found.done_text, asked: found.asked_text })),
      // without a value the bar says that it is not known how long it takes
      here && !played ? h("progress", { key: "waiting", "aria-label": text }) : h("progress", { key: "bar", max: found.asked, value: played, "aria-label": text }),
    );
  }
}

function render({ model, el }) {
  const screen = new Simulate(model, el);
  return () => screen.stop();
}

export default { render };
