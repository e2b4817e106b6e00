
// ---- The Strategy screen: the exact chart of a document, and what every action is worth in every cell.

class StrategyChart extends ChartPane {
  constructor(model, el) {
    super(model, el, "bjs");
  }

  /** All lines, or those where another chart differs. */
  lines(table) {
    const { lines = [], other } = this.view;
    return lines.filter((line) => line.table === table && (!other || line.squares.some((square) => square.o)));
  }

  open(square) {
    return !this.view.other || Boolean(square.o);
  }

  // ---- what is shown

  /** The address names a cell: its figures are held, once for every time that it is asked for. */
  arrive() {
    const [code, turn] = this.setup.at || ["", 0];
    if (!code || turn === this.arrived || !this.view.lines) return;
    this.arrived = turn;
    for (const line of this.view.lines) {
      const index = line.squares.findIndex((square) => square.c === code);
      if (index < 0) continue;
      this.held = this.shown = `${line.table}|${line.name}|${this.view.ups[index]}`;
      this.last = { ...this.last, [line.table]: this.held };
      requestAnimationFrame(() => this.root.querySelector('[data-cell][aria-pressed="true"]')?.scrollIntoView({ block: "center" }));
    }
  }

  drawn() {
    this.arrive();
    const ready = Boolean(this.view.lines);
    return [this.top(), this.notice(), ready ? this.sheet() : this.working(), ready && this.exceptions()];
  }

  top() {
    const { title, character, readings = [] } = this.setup;
    const { edge } = this.view;
    return h(
      "div",
      { key: "top", class: "bjp-head" },
      h(
        "div",
        { class: "bjt-title" },
        h("h2", {}, `${this.t("Strategy")} · ${title || ""}`),
        h("p", { class: "bjs-character" }, character),
        readings.map((text) => h("p", { key: text, class: "bjs-reading" }, text)),
      ),
      edge &&
        h(
          "dl",
          { key: "edge", class: "bjs-edge" },
          h("div", {}, h("dt", {}, `${this.t("House edge")}, ${this.t("By total").toLocaleLowerCase(this.root.lang)}`), h("dd", {}, this.percent(edge.total))),
          h("div", {}, h("dt", {}, this.t("By the very cards")), h("dd", {}, this.percent(edge.composition))),
        ),
      h("div", { key: "tools", class: "bjt-tools bjs-off" }, this.tools()),
    );
  }

  controls() {
    const { others = [], against, kind } = this.setup;
    const group = (name, label) =>
      h("optgroup", { key: name, label: this.t(label) }, others.filter(([, one]) => one === name).map(([key, , title]) => h("option", { key, value: key }, title)));
    return h(
      "div",
      { key: "controls", class: "bjp-row bjs-off" },
      h(
        "div",
        { class: "bjp-pick", role: "group", "aria-label": this.t("Strategy") },
        [["total", "By total"], ["composition", "By the very cards"]].map(([name, label]) =>
          h("button", { key: name, type: "button", "data-do": `kind:${name}`, "aria-pressed": String(kind === name) }, this.t(label)),
        ),
      ),
      h(
        "label",
        {},
        h("span", {}, this.t("Compare with")),
        h("select", { "data-field": "against", value: against || "" }, h("option", { key: "", value: "" }, this.t("nothing")), group("doc", "Documents"), group("read", "Other readings of this document")),
      ),
      h(
        "span",
        { class: "bjs-files" },
        h("button", { type: "button", class: "bjt-button bjt-small-button", "data-do": "print" }, this.t("Print")),
        ["csv", "json"].map((form) => h("button", { key: form, type: "button", class: "bjt-button bjt-small-button", "data-do": `file:${form}` }, form.toUpperCase())),
      ),
    );
  }

  sheet() {
    const { other, changed, kind } = this.view;
    const shown = TABLES.filter(([table]) => this.lines(table).length);
    return h(
      "div",
      { key: "sheet", class: "bjp-box bjs-sheet", "data-kind": kind, "data-compared": Boolean(other) },
      this.controls(),
      other &&
        h(
          "p",
          { key: "other", class: "bjs-said" },
          h("b", {}, changed ? this.t("Cells that differ from {other}: {n}.", { n: changed, other }) : this.t("The chart is the same as that of {other}.", { other })),
          changed ? ` ${this.t("Only cells that differ are shown: what to do here, and below it what the other chart says.")}` : "",
        ),
      h(
        "div",
        { key: "main", class: "bjs-main" },
        h("div", { key: "tables", class: "bjs-tables" }, shown.map(([table, label]) => this.table(table, label))),
        (!other || changed > 0) && this.detail(),
      ),
      this.legend(),
    );
  }

  square(line, square, up, entry) {
    if (this.view.other && !square.o) return h("td", { key: up, class: "bjs-same" }, h("span", { "aria-hidden": "true" }, "·"));
    const key = `${line.table}|${line.name}|${up}`;
    // whether a pair may be split is plain at the table; what to do instead is told beside the chart
    const letters = ([first, then]) => [LETTERS[first], then && first !== "split" && h("small", {}, LETTERS[then].toLowerCase())];
    const told = [`${this.place(line, up)}: ${this.order(square.b)}.`, square.o && this.t("There: {action}.", { action: this.order(square.o) }), this.figures(square)].filter(Boolean).join(" ");
    return h(
      "td",
      { key: up, "data-action": square.b[0] },
      h(
        "button",
        { type: "button", "data-cell": key, "data-do": `hold:${key}`, tabindex: key === entry ? "0" : "-1", "aria-label": told, "aria-pressed": this.held === key ? "true" : null, class: this.shown === key ? "bjs-shown" : null },
        h("span", { class: "bjs-letters" }, letters(square.b)),
        square.o && h("span", { class: "bjs-there", "data-action": square.o[0] }, letters(square.o)),
      ),
    );
  }

  figures(square) {
    return `${Object.entries(square.ev)
      .map(([action, value]) => `${this.word(action)} ${this.number(value, 4)}`)
      .join(", ")}.`;
  }

  detail() {
    const found = this.find(this.shown);
    if (!found) return h("aside", { key: "detail", class: "bjs-detail" }, h("p", { class: "bjp-hint" }, this.t("Point at a cell, or walk through the chart with the arrow keys, to see what every action is worth.")));
    const { line, square, up } = found;
    const { practise, place } = this.setup;
    const known = Object.entries(square.ev).filter(([, value]) => value !== null);
    const best = known.reduce((top, one) => (one[1] > top[1] ? one : top), ["", -Infinity]);
    const lost = square.o && square.ev[square.o[0]] !== undefined && square.ev[square.b[0]] !== undefined ? square.ev[square.b[0]] - square.ev[square.o[0]] : 0;
    const hands = line.hands.length > 1 && this.t("Mean of {hands}, as often as each is dealt.", { hands: line.hands.join(" · ") });
    return h(
      "aside",
      { key: "detail", class: "bjs-detail", "data-held": this.held ? "" : null },
      h("h3", {}, this.place(line, up)),
      h("p", { class: "bjs-best" }, h("i", { class: "bjs-mark", "data-action": square.b[0], "aria-hidden": "true" }, LETTERS[square.b[0]]), h("b", {}, this.order(square.b))),
      square.o && h("p", { key: "there" }, this.t("There: {action}.", { action: this.order(square.o) }), lost > 0 ? ` ${this.t("Following the other chart here costs {cost} of the stake.", { cost: this.percent(lost, 2) })}` : ""),
      h("p", { class: "bjp-hint" }, this.t("EV per stake")),
      h("ul", { class: "bjs-bars" }, known.sort((one, other) => other[1] - one[1]).map(([action, value]) => this.bar(action, value))),
      square.b[0] !== best[0] && best[0] && h("p", { key: "weighs", class: "bjp-hint" }, this.t("The chart weighs every hand of this row, longer ones too; these figures are of the hands named.")),
      hands && h("p", { key: "hands", class: "bjp-hint" }, hands),
      h("p", { class: "bjp-hint" }, this.t(square.k ? "Given that the dealer has no natural." : "Before any look for a dealer natural.")),
      practise === "go" && h("button", { key: "go", type: "button", class: "bjt-button bjt-primary", "data-do": `practise:${square.c}` }, this.t("Practise this")),
      practise === "link" && h("a", { key: "link", class: "bjt-button bjt-primary", href: `dashboard?${place}&screen=drill&cells=${square.c}` }, this.t("Practise this")),
    );
  }

  /** A bar from the middle: what is won to the right, what is lost to the left; a whole stake is the whole half. */
  bar(action, value) {
    const width = Math.min(50, Math.abs(value) * 50);
    return h(
      "li",
      { key: action },
      h("span", { class: "bjs-name" }, this.word(action)),
      h("span", { class: "bjs-bar", "aria-hidden": "true" }, h("i", { class: value < 0 ? "bjs-loss" : "bjs-gain", style: `width:${width.toFixed(2)}%` })),
      h("b", {}, this.number(value, 4, true)),
    );
  }

  legend() {
    return h(
      "p",
      { key: "legend", class: "bjs-legend" },
      Object.keys(LETTERS).map((action) => h("span", { key: action }, h("i", { class: "bjs-mark", "data-action": action, "aria-hidden": "true" }, LETTERS[action]), this.word(action))),
      h("span", { key: "small" }, h("i", { class: "bjs-mark", "aria-hidden": "true" }, "D", h("small", {}, "h")), this.t("small letter: where the first is not legal")),
    );
  }

  exceptions() {
    const { exceptions } = this.view;
    const head = [["Hand", ""], ["Dealer", ""], ["By total it says", ""], ["The cards say", ""], ["Worth", "bjp-sum"]];
    return h(
      "section",
      { key: "exceptions", class: "bjp-box bjs-off", "aria-label": this.t("Exceptions by the very cards") },
      h("h3", {}, this.t("Exceptions by the very cards")),
      h("p", { class: "bjp-hint" }, this.t(exceptions.length ? "Hands of two and three cards that are better played otherwise than their total says." : "No hand of two or three cards is an exception.")),
      exceptions.length > 0 &&
        h(
          "div",
          { class: "bjp-scroll" },
          h(
            "table",
            { class: "bjp-table bjs-exceptions" },
            h("thead", {}, h("tr", {}, head.map(([text, kind]) => h("th", { key: text, scope: "col", class: kind }, this.t(text))))),
            h(
              "tbody",
              {},
              exceptions.map((one) =>
                h("tr", { key: `${one.hand} ${one.up}` }, h("th", { scope: "row" }, one.hand), h("td", {}, one.up), h("td", {}, this.word(one.total)), h("td", {}, h("b", {}, this.word(one.cards))), h("td", { class: "bjp-sum" }, this.percent(one.worth, 3, true))),
              ),
            ),
          ),
        ),
    );
  }
}

function render({ model, el }) {
  const chart = new StrategyChart(model, el);
  return () => chart.stop();
}

export default { render };
