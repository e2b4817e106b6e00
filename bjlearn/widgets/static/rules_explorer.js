
// ---- The Rules screen: documents in columns, the way from one to another as a waterfall, the range over all readings.

const NAMES = { hit: "Hit", stand: "Stand", double: "Double", split: "Split", surrender: "Surrender" };

class RulesExplorer extends ChartPane {
  constructor(model, el) {
    super(model, el, "bjr");
    this.uid = `bjr${Math.random().toString(36).slice(2, 8)}`;
    this.drawSoon();
  }

  act(name, rest) {
    if (name === "show") {
      this.only = rest === "open";
      this.drawSoon();
    } else if (name === "take") {
      const [which, ...id] = rest.split(":");
      this.send({ type: "take", which, document: id.join(":") });
    } else if (name === "drawing") {
      this.drawing = rest === "yes";
      this.drawSoon();
      this.send({ type: "drawing", value: rest });
    } else {
      super.act(name, rest);
    }
  }

  changed(name, field) {
    // both ends as they stand on the page: the first of two quick choices may not be in the setup yet
    const end = (which) => this.root.querySelector(`[data-field="${which}"]`).value;
    if (name === "start" || name === "end") this.send({ type: "way", start: end("start"), end: end("end") });
    else if (name === "reading") this.send({ type: "reading", document: field.dataset.document, clause: field.dataset.clause, reading: field.value });
    else if (name === "beside") this.send({ type: "beside", value: field.value });
    else if (name === "own") this.loadOwn(field);
    else super.changed(name, field);
  }

  async loadOwn(field) {
    const [file] = field.files;
    field.value = "";
    if (!file) return;
    if (file.size > this.setup.most) this.say(this.t("The file is too large; a document has at most {most} bytes.", { most: this.number(this.setup.most, 0) }));
    else this.send({ type: "own", name: file.name.slice(0, 300), text: await file.text() });
  }

  word(action) {
    return this.t(NAMES[action]);
  }

  order([first, then]) {
    return then ? this.t("{first}, else {then}", { first: this.word(first), then: this.word(then).toLocaleLowerCase(this.root.lang) }) : this.word(first);
  }

  cell(code) {
    const [, table, number, up] = /^(hard|soft|pairs)(\w+)-(\w+)$/.exec(code);
    const place = table === "pairs" ? this.t("Pair {cards}", { cards: `${number},${number}` }) : this.t(table === "hard" ? "Hard {total}" : "Soft {total}", { total: number });
    return this.t("{place} against {up}", { place, up });
  }

  figures(id) {
    return (this.view.columns || []).find((column) => column.id === id);
  }

  /** Good for the player is a lower edge. */
  tone(change) {
    return Math.abs(change) < 5e-8 ? "" : change < 0 ? "bjt-good" : "bjt-bad";
  }

  // ---- what is shown

  drawn() {
    return [this.top(), this.notice(), (this.view.failed || []).length > 0 && h("p", { key: "failed", class: "bjt-note", role: "alert" }, this.t("The figures could not be worked out. Reload the page; if it happens again, tell your instructor.")), this.cards(), this.worth(), this.clauses()];
  }

  top() {
    const { documents = [], columns = [] } = this.setup;
    const shown = columns.map((column) => column.id);
    return h(
      "div",
      { key: "top", class: "bjp-head" },
      h("div", { class: "bjt-title" }, h("h2", {}, this.t("Rules")), h("p", {}, this.t("What each document says, how sure that is, and what every reading is worth."))),
      h("div", { key: "tools", class: "bjt-tools" }, this.tools()),
      h(
        "fieldset",
        { key: "beside", class: "bjr-beside" },
        h("legend", {}, this.t("Side by side")),
        documents.map(([id, title]) =>
          h("label", { key: id }, h("input", { type: "checkbox", "data-field": "beside", value: id, checked: shown.includes(id), disabled: shown[0] === id }), h("span", {}, title)),
        ),
        h("label", { key: "+own", class: "bjr-own" }, h("input", { type: "file", accept: ".toml,text/plain,application/toml", "data-field": "own", class: "bjt-sr" }), h("span", {}, this.t("A file of your own …"))),
      ),
    );
  }

  cards() {
    const { columns = [] } = this.setup;
    return h("div", { key: "cards", class: "bjr-cards", style: `--n:${columns.length}` }, columns.map((column) => this.card(column)));
  }

  card(column) {
    const figures = this.figures(column.id);
    const change = figures && column.changed.length ? figures.edge.total - figures.usual.total : null;
    return h(
      "section",
      { key: column.id, class: "bjp-box bjr-card", "data-document": column.id, "aria-label": column.title },
      h("h3", {}, column.title),
      h("p", { class: "bjp-hint" }, column.character),
      figures
        ? h(
            "p",
            { key: "edge", class: "bjr-edge" },
            h("span", {}, this.t("House edge, by total")),
            h("b", { "data-edge": column.id }, this.percent(figures.edge.total)),
            h("small", {}, this.t("by the very cards {edge}", { edge: this.percent(figures.edge.composition) })),
            change !== null && h("em", { key: "change", class: this.tone(change) }, this.t("{change} against the usual readings", { change: this.percent(change, 3, true) })),
          )
        : this.working(),
      column.changed.length > 0 &&
        h(
          "div",
          { key: "changed", class: "bjr-changed" },
          column.changed.map(([id, label]) => h("p", { key: id }, h("span", { class: "bjt-clause" }, id), ` ${label}`)),
          figures && this.changes(figures.changes),
        ),
      h("div", { key: "go", class: "bjp-row bjr-go" }, this.open(column), column.changed.length > 0 && h("button", { key: "usual", type: "button", class: "bjt-button bjt-small-button", "data-do": `defaults:${column.id}` }, this.t("Usual readings"))),
    );
  }

  changes(cells) {
    if (!cells.length) return h("p", { key: "cells", class: "bjp-hint" }, this.t("The chart stays as it is."));
    return h(
      "details",
      { key: "cells" },
      h("summary", {}, this.t("Cells of the chart that change: {n}", { n: cells.length })),
      h("ul", { class: "bjr-cells" }, cells.map((one) => h("li", { key: one.c }, `${this.cell(one.c)}: ${this.order(one.o)} → `, h("b", {}, this.order(one.b))))),
    );
  }

  open(column) {
    if (column.own && !this.setup.frame) return null;
    if (!this.setup.frame && !this.served()) return h("p", { key: "code", class: "bjp-hint" }, `${this.t("In a notebook:")} `, h("code", {}, column.code));
    if (!this.setup.frame) return h("a", { key: "link", class: "bjt-button bjt-primary bjt-small-button", href: `play?${column.query}` }, this.t("Open this game"));
    return [
      h("button", { key: "game", type: "button", class: "bjt-button bjt-primary bjt-small-button", "data-do": `game:${column.id}` }, this.t("Open this game")),
      h("button", { key: "chart", type: "button", class: "bjt-button bjt-small-button", "data-do": `chart:${column.id}` }, this.t("Show the chart")),
      column.own && h("p", { key: "own", class: "bjp-hint" }, this.t("A file of your own is here during this visit alone: no address leads to it.")),
    ];
  }

  worth() {
    return h("div", { key: "worth", class: "bjr-worth" }, this.way(), this.range());
  }

  way() {
    const { columns = [], way } = this.setup;
    const found = this.view.way;
    if (!way) return null;
    const choice = (name, label, value) =>
      h("label", { key: name }, h("span", {}, this.t(label)), h("select", { "data-field": name, value }, columns.map((column) => h("option", { key: column.id, value: column.id }, column.title))));
    return h(
      "section",
      { key: "way", class: "bjp-box bjr-way", "aria-label": this.t("From one document to another") },
      h("h3", {}, this.t("From one document to another")),
      h("p", { class: "bjp-hint" }, this.t("One rule after another becomes the other document's. Steps add up to the whole difference; each depends on the order.")),
      h("div", { class: "bjp-row" }, choice("start", "From", way[0]), choice("end", "To", way[1]), found && found.steps.length > 0 && this.asChart()),
      found && found.done && !found.steps.length && h("p", { key: "none" }, this.t("No rule that matters for the edge differs.")),
      this.drawing && found && found.done && found.steps.length > 0 && (found.chart ? this.chart("way", found.chart, { table: false }) : this.working()),
      found && found.steps.length > 0 && this.waterfall(found),
      !(found && found.done) && this.working(),
    );
  }

  asChart() {
    const pressed = (value) => String((value === "yes") === Boolean(this.drawing));
    const button = (value, text) => h("button", { key: value, type: "button", "data-do": `drawing:${value}`, "aria-pressed": pressed(value) }, this.t(text));
    return h("div", { key: "drawing", class: "bjp-pick bjr-pick", role: "group", "aria-label": this.t("Show the steps as") }, button("no", "Table"), button("yes", "Chart and table"));
  }

  /** A table whose rows are bars for the eye too: beside the figures, or under the words where the screen is narrow. */
  waterfall({ start, end, steps, done }) {
    const edges = [start.total, ...steps.map((step) => step.edge.total), ...(done ? [end.total] : [])];
    const low = Math.min(0, ...edges);
    const span = Math.max(0, ...edges) - low || 1;
    const at = (value) => (100 * (value - low)) / span;
    const bar = (key, from, to, kind) =>
      h("span", { class: "bjr-bar", "aria-hidden": "true" }, h("i", { class: kind, style: `left:${Math.min(at(from), at(to)).toFixed(3)}%;width:max(2px,${Math.abs(at(to) - at(from)).toFixed(3)}%)` }), h("u", { style: `left:${at(0).toFixed(3)}%` }));
    const row = (key, text, from, to, change, edge, kind) =>
      h("tr", { key, class: kind === "bjr-whole" ? "bjr-end" : null }, h("th", { scope: "row" }, text, h("div", { class: "bjr-narrow" }, bar(key, from, to, kind))), h("td", { class: "bjr-drawn" }, bar(key, from, to, kind)), h("td", { class: `bjp-sum ${change === null ? "" : this.tone(change)}` }, change === null ? "" : this.percent(change, 3, true)), h("td", { class: "bjp-sum" }, this.percent(edge)));
    const title = (id) => (this.setup.columns.find((column) => column.id === id) || {}).title;
    let before = start.total;
    const rows = steps.map((step, index) => {
      const from = before;
      before = step.edge.total;
      return row(`s${index}`, step.text, from, before, step.change.total, before, step.change.total > 0 ? "bjr-up" : "bjr-down");
    });
    return h(
      "div",
      { key: "fall", class: "bjp-scroll" },
      h(
        "table",
        { class: `bjp-table bjr-fall${this.drawing ? " bjr-drawn-above" : ""}` },
        h("thead", {}, h("tr", {}, h("th", { scope: "col" }, this.t("Rule")), h("td", { "aria-hidden": "true" }), h("th", { scope: "col", class: "bjp-sum" }, this.t("Changes the edge by")), h("th", { scope: "col", class: "bjp-sum" }, this.t("Edge then")))),
        h("tbody", {}, row("start", `${this.t("Start")}: ${title(this.setup.way[0])}`, 0, start.total, null, start.total, "bjr-whole"), rows, done && row("end", `${this.t("End")}: ${title(this.setup.way[1])}`, 0, end.total, end.total - start.total, end.total, "bjr-whole")),
      ),
    );
  }

  range() {
    const { columns = [] } = this.setup;
    return h(
      "section",
      { key: "range", class: "bjp-box bjr-ranges", "aria-label": this.t("The edge over all readings") },
      h("h3", {}, this.t("The edge over all readings")),
      columns.map((column) => this.rangeOf(column)),
    );
  }

  rangeOf(column) {
    const range = this.figures(column.id)?.range;
    const done = range && range.done === range.total;
    const ends = [["lowest", "Best for the player"], ["highest", "Worst for the player"]].filter(([name]) => range && range[name]);
    return h(
      "div",
      { key: column.id, class: "bjr-range", "data-range": column.id },
      h("h4", {}, column.title),
      column.choices
        ? h("p", { key: "hint", class: "bjp-hint" }, this.t("Every combination of readings that the words of {title} allow, worked out exactly.", { title: column.title }))
        : h("p", { key: "hint", class: "bjp-hint" }, this.t("Every clause can be read in one way only.")),
      column.choices > 0 && !range && h("button", { key: "begin", type: "button", class: "bjt-button bjt-small-button", "data-do": `range:${column.id}` }, this.t("Work out the range")),
      range && h("p", { key: "done", class: "bjr-progress" }, !done && h("progress", { key: "bar", max: range.total, value: range.done, "aria-label": this.t("The edge over all readings") }), h("span", {}, this.t("{done} of {total} combinations", range))),
      range && range.capped && h("p", { key: "capped", class: "bjp-hint" }, this.t("There are more combinations; only these are worked out.")),
      ends.length > 0 &&
        h(
          "dl",
          { key: "ends" },
          ends.map(([name, label]) =>
            h(
              "div",
              { key: name },
              h("dt", {}, this.t(label), h("b", { "data-end": name }, this.percent(range[name].edge))),
              h("dd", {}, range[name].readings.length ? h("ul", {}, range[name].readings.map((text) => h("li", { key: text }, text))) : this.t("the usual readings")),
              done && h("dd", { key: "take" }, h("button", { type: "button", class: "bjt-button bjt-small-button", "data-do": `take:${name}:${column.id}` }, this.t("Take these readings"))),
            ),
          ),
        ),
    );
  }

  clauses() {
    const { topics = [], columns = [] } = this.setup;
    const kept = (clause) => !this.only || clause.readings.length > 0;
    const shown = topics.map((topic) => ({ ...topic, cells: topic.cells.map((cell) => cell.filter(kept)) })).filter((topic) => topic.cells.some((cell) => cell.length));
    const choice = (key, label) => h("button", { key, type: "button", "data-do": `show:${key}`, "aria-pressed": String((key === "open") === Boolean(this.only)) }, this.t(label));
    return h(
      "section",
      { key: "clauses", class: "bjp-box bjr-clauses", style: `--n:${columns.length}`, "aria-label": this.t("Clause by clause") },
      h("div", { class: "bjp-row" }, h("h3", {}, this.t("Clause by clause")), h("div", { class: "bjp-pick", role: "group", "aria-label": this.t("Clause by clause") }, choice("all", "All clauses"), choice("open", "Only those that can be read in more than one way"))),
      h(
        "div",
        { key: "heads", class: "bjr-heads", "aria-hidden": "true" },
        columns.map((column) => h("p", { key: column.id }, h("span", {}, column.title), h("b", {}, this.figures(column.id) ? this.percent(this.figures(column.id).edge.total) : ""))),
      ),
      shown.map((topic) =>
        h(
          "section",
          { key: topic.id, class: "bjr-topic", "aria-label": topic.title },
          h("h4", {}, topic.title),
          h(
            "div",
            { class: "bjr-grid" },
            topic.cells.map((cell, index) =>
              h(
                "div",
                { key: columns[index].id, class: "bjr-column" },
                h("h5", {}, columns[index].title),
                cell.length ? cell.map((clause) => this.clause(columns[index], clause)) : h("p", { key: "none", class: "bjp-hint" }, this.t("Nothing on this.")),
              ),
            ),
          ),
        ),
      ),
    );
  }

  clause(column, clause) {
    const sure = (kind, text) => h("span", { class: `bjt-sure bjt-sure-${kind}` }, text);
    const name = `${this.uid}-${column.id}-${clause.id}`;
    return h(
      "article",
      { key: clause.id, class: "bjr-clause", "data-clause": clause.id },
      h("p", { class: "bjr-where" }, h("span", { class: "bjt-clause" }, clause.id), h("span", { class: "bjt-where" }, clause.where), sure(clause.sure, clause.sure_text)),
      h("p", {}, clause.text),
      clause.readings.length > 0 &&
        h(
          "fieldset",
          { key: "readings" },
          h("legend", {}, clause.open ? [`${clause.open} `, sure(clause.open_sure, clause.open_text)] : h("span", { class: "bjt-sr" }, clause.id)),
          clause.readings.map(([id, label, usual]) =>
            h(
              "label",
              { key: id, class: "bjt-reading" },
              h("input", { type: "radio", name, value: id, "data-field": "reading", "data-document": column.id, "data-clause": clause.id, checked: id === clause.chosen }),
              h("span", {}, label, usual && h("small", {}, ` · ${this.t("usual")}`)),
            ),
          ),
        ),
    );
  }
}

function render({ model, el }) {
  const explorer = new RulesExplorer(model, el);
  return () => explorer.stop();
}

export default { render };
