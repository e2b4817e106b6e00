
// A strategy chart as real tables whose cells can be walked with the arrow keys; what stands in a cell is the screen's to say.

const LETTERS = { hit: "H", stand: "S", double: "D", split: "P", surrender: "R" };
const NAMES = { hit: "Hit", stand: "Stand", double: "Double", split: "Split", surrender: "Surrender" };
const TABLES = [["hard", "Hard totals"], ["soft", "Soft totals"], ["pairs", "Pairs"]];

/** Expects `view.lines` and `view.ups`; a screen says with `square` what a cell is, and with `open` which ones are buttons. */
class ChartPane extends Pane {
  constructor(model, el, name) {
    super(model, el, name);
    this.on(this.root, "focusin", (event) => this.pointed(event));
    this.on(this.root, "pointerover", (event) => this.pointed(event));
  }

  word(action) {
    return this.t(NAMES[action]);
  }

  order([first, then]) {
    return then ? this.t("{first}, else {then}", { first: this.word(first), then: this.word(then).toLocaleLowerCase(this.root.lang) }) : this.word(first);
  }

  /** Lines of a table as shown. */
  lines(table) {
    return (this.view.lines || []).filter((line) => line.table === table);
  }

  /** Whether a cell can be pointed at. */
  open() {
    return true;
  }

  place(line, up) {
    const cards = this.view.kind === "composition" ? line.name : null;
    const name = cards ?? (line.table === "pairs" ? this.t("Pair {cards}", { cards: line.name }) : this.t(line.table === "hard" ? "Hard {total}" : "Soft {total}", { total: line.name }));
    return this.t("{place} against {up}", { place: name, up });
  }

  find(key) {
    const [table, name, up] = (key || "").split("|");
    const line = (this.view.lines || []).find((one) => one.table === table && one.name === name);
    const square = line?.squares[(this.view.ups || []).indexOf(up)];
    return square ? { line, square, up } : null;
  }

  pointed(event) {
    const cell = event.target.closest("[data-cell]");
    if (!cell || (event.type === "pointerover" && this.held)) return;
    if (event.type === "focusin") this.last = { ...this.last, [cell.dataset.cell.split("|")[0]]: cell.dataset.cell };
    if (this.shown === cell.dataset.cell) return;
    this.shown = cell.dataset.cell;
    this.drawSoon();
  }

  /** A click or Enter holds a cell, so that the pointer may leave it; again, or Escape, lets it go. */
  act(name, rest, button) {
    if (name === "hold") {
      this.held = this.held === rest ? null : rest;
      this.shown = rest;
      button.focus({ preventScroll: true });
      this.drawSoon();
    } else {
      super.act(name, rest, button);
    }
  }

  pressed(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape") {
      this.held = null;
      this.drawSoon();
    }
    const cell = event.target.closest("[data-cell]");
    const step = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0], Home: [0, -99], End: [0, 99] }[event.key];
    if (!cell || !step) return;
    event.preventDefault();
    this.held = null;
    const rows = [...this.root.querySelectorAll("tr[data-line]")].map((row) => [...row.querySelectorAll("[data-cell]")]).filter((row) => row.length);
    const at = rows.findIndex((row) => row.includes(cell));
    const to = rows[Math.max(0, Math.min(rows.length - 1, at + step[0]))];
    to[Math.max(0, Math.min(to.length - 1, rows[at].indexOf(cell) + step[1]))].focus();
  }

  table(table, label) {
    const { ups, kind } = this.view;
    const rows = this.lines(table);
    const keys = rows.flatMap((line) => line.squares.map((square, index) => (this.open(square) ? `${table}|${line.name}|${ups[index]}` : null))).filter(Boolean);
    const entry = keys.includes(this.last?.[table]) ? this.last[table] : keys[0];
    return h(
      "table",
      { key: table, class: "bjs-chart", "data-table": table },
      h("caption", {}, this.t(label)),
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, h("span", { class: "bjt-sr" }, kind === "total" ? this.t(label) : this.t("Hand"))), ups.map((up) => h("th", { key: up, scope: "col" }, h("span", { class: "bjt-sr" }, `${this.t("Dealer's upcard")} `), up)))),
      h(
        "tbody",
        {},
        rows.map((line) =>
          h("tr", { key: line.name, "data-line": line.name }, h("th", { scope: "row" }, line.name), line.squares.map((square, index) => this.square(line, square, ups[index], entry))),
        ),
      ),
    );
  }
}
