
// ---- The Class screen: who practised, what a class gets wrong, assignments, exercises. Names are text and nothing else.

const DECISIONS = { ...NAMES, insure: "Insurance", "no insurance": "No insurance", "no surrender": "Play on" };
const FEW = 5; // decisions under which a figure says little
const STEPS = { wrong: [0.1, 0.25, 0.5], cost: [0.005, 0.02, 0.05], count: [5, 20, 80] };
const COLUMNS = [
  ["name", "Student", ""],
  ["count", "Decisions", "bjp-sum"],
  ["right", "Right", "bjp-sum"],
  ["cost", "Cost per 100", "bjp-sum"],
  ["days", "Days", "bjp-sum"],
  ["last", "Last practised", ""],
  ["solved", "Exercises", "bjp-sum"],
  ["share", "Assignments", "bjp-sum"],
];
const UPWARDS = new Set(["name"]); // sorted upwards at the first press; all else begins with the largest

class ClassView extends ChartPane {
  constructor(model, el) {
    super(model, el, "bjs bjk");
    this.sort = { by: "name", down: false };
    this.metric = "wrong";
    this.search = "";
    this.lesson = "";
    this.asked = null; // what is asked once more before it goes
    this.draft = { filter: "", count: "40" };
    this.on(this.root, "input", (event) => {
      const field = event.target.closest("[data-draft]");
      if (!field) return;
      const name = field.dataset.draft;
      if (name === "search") this.search = field.value;
      else this.draft[name] = field.value;
      this.drawSoon();
    });
    // a double click and a key held down are one wish, though Python may have answered in between
    this.on(this.root, "click", (event) => event.detail > 1 && event.target.closest("[data-form] [type=submit]") && event.preventDefault());
    this.on(this.root, "keydown", (event) => event.repeat && event.key === "Enter" && event.target.closest("[data-form]") && event.preventDefault());
    this.on(this.root, "submit", (event) => {
      event.preventDefault();
      if (event.target.dataset.form === "assign") this.assign();
    });
  }

  // ---- numbers, times, names

  chips(share) {
    return this.number(share === null ? null : 100 * share, 2);
  }

  whole(share) {
    return this.percent(share, share > 0 && share < 0.005 ? 1 : 0);
  }

  date(iso, more) {
    return new Date(iso).toLocaleDateString(this.root.lang, { day: "numeric", month: "short", year: "numeric", ...more });
  }

  /** How long ago in words: by days, as people count them. */
  ago(iso) {
    const words = new Intl.RelativeTimeFormat(this.root.lang, { numeric: "auto" });
    const day = (time) => new Date(time).setHours(12, 0, 0, 0);
    const days = Math.round((day(iso) - day(this.view.now)) / 86400000);
    const text = days > -45 ? words.format(days, "day") : days > -365 ? words.format(Math.round(days / 30.4), "month") : words.format(Math.round(days / 365), "year");
    return text.charAt(0).toLocaleUpperCase(this.root.lang) + text.slice(1);
  }

  groupName(code) {
    return code || this.t("without a class");
  }

  nameOf(student) {
    return student.name || this.t("no name");
  }

  /** A name on the page: its direction stays its own. */
  named(student) {
    return h("bdi", { class: student.name ? "bjk-name" : "bjk-name bjk-none", title: student.name.length > 30 ? student.name : null }, this.nameOf(student));
  }

  word(decision) {
    return this.t(DECISIONS[decision] ?? decision);
  }

  // ---- what a person does

  act(name, rest, button) {
    if (name === "sort") {
      this.sort = { by: rest, down: this.sort.by === rest ? !this.sort.down : !UPWARDS.has(rest) };
    } else if (name === "metric") {
      this.metric = rest;
    } else if (name === "ask") {
      this.asked = rest;
      this.back = button.dataset.do;
      this.focusSoon('[data-do="keep"]');
    } else if (name === "keep") {
      this.asked = null;
      this.focusSoon(`[data-do="${CSS.escape(this.back || "")}"]`);
    } else if (name === "remove" || name === "withdraw") {
      this.asked = null;
      this.send({ type: name, value: rest });
      this.focusSoon(name === "remove" ? "#students-title" : "#tasks-title", `[data-part="${name === "remove" ? "students" : "tasks"}"] h3`);
    } else if (name === "open") {
      const [screen, document, readings, cell] = JSON.parse(rest);
      this.send({ type: "go", screen, document, readings, cell });
      return;
    } else {
      super.act(name, rest, button);
      return;
    }
    this.drawSoon();
  }

  changed(name, field) {
    if (name === "solution") this.send({ type: "solution", value: field.value, open: field.checked ? "yes" : "no" });
    else if (name === "lesson") {
      this.lesson = field.value;
      this.drawSoon();
    } else super.changed(name, field);
  }

  pressed(event) {
    if (event.key === "Escape" && this.asked !== null) {
      this.act("keep", "");
      return;
    }
    super.pressed(event);
  }

  assign() {
    const { group, document, filter, count } = { ...this.draft, group: this.draftGroup(), document: this.draftDocument() };
    this.send({ type: "assign", group: group.trim(), document, filter, count: String(count).trim(), number: String(this.view.set) });
  }

  /** The class that an assignment is for: what was written, else the one that is shown. */
  draftGroup() {
    const { group = "all", groups = [] } = this.view;
    return this.draft.group ?? (group !== "all" ? group.slice(1) : groups.length === 1 ? groups[0] : "");
  }

  draftDocument() {
    const { assignable = [], doc } = this.setup;
    const here = assignable.some(([id]) => id === doc) ? doc : assignable[0]?.[0] ?? "";
    return this.draft.document ?? here;
  }

  focusSoon(...names) {
    this.drawSoon();
    queueMicrotask(() => {
      const found = names.map((name) => this.root.querySelector(name)).find(Boolean);
      found?.focus({ preventScroll: names.length > 1 });
    });
  }

  // ---- what is shown

  drawn() {
    const { lines, refused, students } = this.view;
    if (refused) return [this.top(), h("p", { key: "refused", class: "bjp-box bjk-empty" }, refused)];
    if (!lines) return [this.top(), this.notice(), this.working()];
    const nobody = !students.length && this.view.group === "all";
    return [
      this.top(),
      this.notice(),
      nobody ? this.nobody() : this.totals(),
      !nobody && this.students(),
      this.tasks(),
      !nobody && this.dearest(),
      !nobody && this.chart(),
      !nobody && this.exercises(),
    ];
  }

  top() {
    const { now, groups = [], group } = this.view;
    const time = now && new Date(now).toLocaleTimeString(this.root.lang, { hour: "2-digit", minute: "2-digit" });
    return h(
      "div",
      { key: "top", class: "bjp-head" },
      h("div", { class: "bjt-title" }, h("h2", {}, this.t("Class")), time && h("p", {}, this.t("As of {time}", { time }))),
      h(
        "div",
        { key: "tools", class: "bjt-tools" },
        groups.length > 0 &&
          h(
            "select",
            { key: "pick", "data-field": "group", "aria-label": this.t("Class"), value: group },
            h("option", { key: "all", value: "all" }, this.t("All classes")),
            groups.map((code) => h("option", { key: `=${code}`, value: `=${code}` }, this.groupName(code))),
          ),
        (now || this.view.refused) && h("button", { key: "refresh", type: "button", class: "bjt-button", "data-do": "refresh" }, this.t("Refresh")),
        this.tools(),
      ),
    );
  }

  nobody() {
    return h(
      "section",
      { key: "nobody", class: "bjp-box bjk-empty" },
      h("h3", {}, this.t("Nobody has practised yet")),
      h("p", {}, this.t("Students stand here as soon as they have given their name or class code on the dashboard and made a decision.")),
    );
  }

  totals() {
    const { students, active, count, wrong, cost } = this.view.total;
    const figures = [
      ["Students", this.number(students, 0)],
      ["Active in the last 7 days", this.number(active, 0)],
      ["Decisions", this.number(count, 0)],
      ["Mistakes", this.percent(wrong, 1)],
      ["Given away per 100 staked", this.chips(cost)],
    ];
    return h("dl", { key: "totals", class: "bjk-totals" }, figures.map(([name, figure]) => h("div", { key: name }, h("dt", {}, this.t(name)), h("dd", {}, figure))));
  }

  // ---- students

  rows() {
    const { by, down } = this.sort;
    const wanted = this.search.trim().toLocaleLowerCase(this.root.lang);
    const order = new Intl.Collator(this.root.lang, { numeric: true, sensitivity: "base" });
    const value = (one) => (by === "share" ? (one.asked ? one.done / one.asked : null) : by === "name" ? one.name : one[by]);
    const found = this.view.students.filter((one) => !wanted || `${one.name} ${one.group}`.toLocaleLowerCase(this.root.lang).includes(wanted));
    return found.sort((one, other) => {
      const [a, b] = [value(one), value(other)];
      const none = (a === null || a === "") - (b === null || b === ""); // what is missing stands last, either way
      if (none) return none;
      const step = typeof a === "string" ? order.compare(a, b) : a - b;
      return (down ? -step : step) || order.compare(one.name, other.name);
    });
  }

  students() {
    const all = this.view.students.length;
    const rows = this.rows();
    return h(
      "section",
      { key: "students", class: "bjp-box", "data-part": "students", "aria-labelledby": "students-title" },
      h(
        "div",
        { key: "bar", class: "bjp-row bjk-bar" },
        h("h3", { id: "students-title", tabindex: "-1" }, this.t("Students")),
        all > 8 &&
          h("label", { key: "find" }, h("input", { type: "search", class: "bjk-field", "data-draft": "search", maxlength: "60", "aria-label": this.t("Find a student"), placeholder: this.t("Find a student"), value: this.search })),
        this.search.trim() !== "" && h("span", { key: "shown", class: "bjp-hint", role: "status" }, rows.length ? this.t("{shown} of {all} students", { shown: rows.length, all }) : this.t("No student is called so.")),
        h(
          "span",
          { key: "files", class: "bjs-files", role: "group", "aria-label": this.t("Export as CSV") },
          h("span", { class: "bjp-hint" }, this.t("Export as CSV")),
          [["students", "Students"], ["cells", "Cells"], ["decisions", "Decisions"]].map(([kind, label]) =>
            h("button", { key: kind, type: "button", class: "bjt-button bjt-small-button", "data-do": `file:${kind}` }, this.t(label)),
          ),
        ),
      ),
      h(
        "div",
        { key: "scroll", class: "bjp-scroll bjk-scroll", tabindex: "0", role: "group", "aria-labelledby": "students-title" },
        h(
          "table",
          { class: "bjp-table bjk-students" },
          h("thead", {}, h("tr", {}, COLUMNS.map((column) => this.heading(column)), h("td", { key: "end" }))),
          h("tbody", {}, rows.flatMap((one) => this.student(one))),
        ),
      ),
    );
  }

  heading([by, label, kind]) {
    const on = this.sort.by === by;
    return h(
      "th",
      { key: by, scope: "col", class: kind, "aria-sort": on ? (this.sort.down ? "descending" : "ascending") : null },
      h("button", { type: "button", "data-do": `sort:${by}` }, this.t(label), h("i", { "aria-hidden": "true" }, on ? (this.sort.down ? "▼" : "▲") : "")),
    );
  }

  student(one) {
    const asked = this.asked === one.k;
    const name = this.nameOf(one);
    const row = h(
      "tr",
      { key: one.k, "data-student": one.k, class: asked ? "bjk-asked" : null },
      h("th", { key: "name", scope: "row" }, this.named(one), this.view.group === "all" && this.view.groups.length > 1 && h("bdi", { key: "group", class: "bjk-group" }, this.groupName(one.group))),
      h("td", { key: "count", class: "bjp-sum" }, this.number(one.count, 0)),
      h("td", { key: "right", class: "bjp-sum" }, this.whole(one.right)),
      h("td", { key: "cost", class: "bjp-sum" }, this.chips(one.cost)),
      h("td", { key: "days", class: "bjp-sum" }, this.number(one.days, 0)),
      h("td", { key: "last" }, one.last ? [h("time", { datetime: one.last }, this.ago(one.last)), " ", h("span", { class: "bjk-soft" }, this.date(one.last))] : this.t("never")),
      h("td", { key: "solved", class: "bjp-sum" }, this.number(one.solved, 0)),
      h("td", { key: "share", class: "bjp-sum" }, one.asked ? `${this.number(one.done, 0)} / ${this.number(one.asked, 0)}` : "–"),
      h("td", { key: "end", class: "bjp-sum" }, h("button", { type: "button", class: "bjk-quiet", "data-do": `ask:${one.k}`, "aria-label": this.t("Remove {name}", { name }) }, this.t("Remove"))),
    );
    if (!asked) return [row];
    const told = this.t("Remove {name} for good? All that is kept goes with them: {decisions} decisions, the schedule of their drill, their table, their answers to exercises. It cannot be undone.", { name, decisions: this.number(one.count, 0) });
    return [row, h("tr", { key: `${one.k}-ask` }, h("td", { colspan: String(COLUMNS.length + 1) }, this.question(told, `remove:${one.k}`, "Remove for good")))];
  }

  /** What is asked once more before something goes for good. */
  question(told, doing, label) {
    return h(
      "div",
      { key: "question", class: "bjk-question", role: "alertdialog", "aria-label": told },
      h("p", {}, told),
      h(
        "span",
        { class: "bjp-row" },
        h("button", { type: "button", class: "bjt-button bjt-small-button", "data-do": "keep" }, this.t("Keep")),
        h("button", { type: "button", class: "bjt-button bjt-small-button bjk-danger", "data-do": doing }, this.t(label)),
      ),
    );
  }

  // ---- mistakes

  /** A way to the chart or the drill: in the dashboard a button, else a link to it. */
  lead(screen, label, one) {
    const to = [screen, one.document, one.readings, one.cell];
    if (this.setup.leads === "go") return h("button", { key: screen, type: "button", class: "bjt-button bjt-small-button", "data-do": `open:${JSON.stringify(to)}` }, this.t(label));
    const query = new URLSearchParams({ doc: one.document, read: one.readings, lang: this.root.lang, screen, [screen === "drill" ? "cells" : "cell"]: one.cell });
    return h("a", { key: screen, class: "bjt-button bjt-small-button", href: `dashboard?${query}` }, this.t(label));
  }

  dearest() {
    const { dearest } = this.view;
    const head = [["Situation", ""], ["Answered", ""], ["Best", ""], ["Mistakes", "bjp-sum"], ["Cost each", "bjp-sum"], ["Cost in all", "bjp-sum"]];
    return h(
      "section",
      { key: "dearest", class: "bjp-box", "data-part": "dearest", "aria-labelledby": "dearest-title" },
      h("div", { class: "bjp-row" }, h("h3", { id: "dearest-title" }, this.t("The ten dearest mistakes")), dearest.length > 0 && h("span", { class: "bjp-hint" }, this.t("in chips, for stakes of 100"))),
      dearest.length
        ? h(
            "div",
            { key: "scroll", class: "bjk-stack" },
            h(
              "table",
              { class: "bjp-table bjk-dearest" },
              h("thead", {}, h("tr", {}, head.map(([text, kind]) => h("th", { key: text, scope: "col", class: kind }, this.t(text))), h("td", { key: "end" }))),
              h("tbody", {}, dearest.map((one) => this.mistake(one))),
            ),
          )
        : h("p", { key: "none", class: "bjp-hint" }, this.t("No mistake so far.")),
    );
  }

  mistake(one) {
    const labelled = (label, kind, ...kids) => h("td", { key: label, class: kind, "data-label": this.t(label) }, ...kids);
    return h(
      "tr",
      { key: `${one.document} ${one.readings} ${one.cell}` },
      h("th", { key: "place", scope: "row" }, h("b", {}, one.place), h("span", { class: "bjk-soft" }, one.title, one.read && ` (${one.read})`)),
      labelled("Answered", "", one.answers.length ? one.answers.map(([word, n]) => h("span", { key: word, class: "bjk-answer" }, word, " ", h("span", { class: "bjk-soft" }, `${this.number(n, 0)}×`))) : "–"),
      labelled("Best", "", h("b", {}, one.best || "–")),
      labelled("Mistakes", "bjp-sum", `${this.number(one.wrong, 0)} / ${this.number(one.count, 0)}`),
      labelled("Cost each", "bjp-sum", this.number(100 * one.mean, 1)),
      labelled("Cost in all", "bjp-sum", this.number(100 * one.cost, 0)),
      h("td", { key: "end", class: "bjk-leads" }, one.chart && this.lead("strategy", "Show in the chart", one), one.drill && this.lead("drill", "Drill", one)),
    );
  }

  // ---- the chart

  step(found) {
    const value = { wrong: found.w / found.n, cost: found.c, count: found.n }[this.metric];
    if (this.metric === "count") return 1 + STEPS.count.filter((limit) => value >= limit).length;
    return value <= 0 ? 0 : 1 + STEPS[this.metric].filter((limit) => value > limit).length;
  }

  figure(found) {
    const value = { wrong: (100 * found.w) / found.n, cost: 100 * found.c, count: found.n }[this.metric];
    if (this.metric === "cost") return this.number(value, value > 0 && value < 9.95 ? 1 : 0);
    return value >= 1000 ? `${this.number(value / 1000, 0)}k` : this.number(value, 0);
  }

  chart() {
    const { cells } = this.view;
    const met = Object.keys(cells).length;
    const insurance = cells.insurance;
    return h(
      "section",
      { key: "chart", class: "bjp-box", "data-part": "chart", "aria-labelledby": "chart-title" },
      h(
        "div",
        { key: "bar", class: "bjp-row bjk-bar" },
        h("h3", { id: "chart-title" }, `${this.t("The chart of the class")} · ${this.setup.title}`),
        met > 0 &&
          h(
            "div",
            { key: "metric", class: "bjp-pick", role: "group", "aria-label": this.t("Painted by") },
            [["wrong", "Mistakes in percent"], ["cost", "Cost per 100"], ["count", "Decisions"]].map(([name, label]) =>
              h("button", { key: name, type: "button", "data-do": `metric:${name}`, "aria-pressed": String(this.metric === name) }, this.t(label)),
            ),
          ),
      ),
      this.setup.readings && h("p", { key: "readings", class: "bjp-hint" }, this.setup.readings),
      !met && h("p", { key: "none", class: "bjp-hint" }, this.t("No decision in this document yet: choose another one above, or let the class play.")),
      met > 0 && h("div", { key: "main", class: "bjs-main" }, h("div", { key: "tables", class: "bjs-tables" }, TABLES.map(([table, label]) => this.table(table, label))), this.detail()),
      met > 0 && this.legend(),
      insurance && h("p", { key: "insurance" }, h("b", {}, this.t("Insurance")), ": ", this.told(insurance)),
    );
  }

  told(found) {
    return this.t("{decisions} decisions, {mistakes} mistakes ({share})", { decisions: this.number(found.n, 0), mistakes: this.number(found.w, 0), share: this.percent(found.w / found.n, 0) });
  }

  square(line, square, up, entry) {
    const key = `${line.table}|${line.name}|${up}`;
    const found = this.view.cells[square.c];
    const told = `${this.place(line, up)}: ${found ? `${this.told(found)}; ${this.t("{cost} given away per 100 staked", { cost: this.chips(found.c) })}.` : this.t("no decision yet")}`;
    return h(
      "td",
      { key: up, "data-step": found ? String(this.step(found)) : null, "data-few": found && found.n < FEW ? "" : null },
      h(
        "button",
        { type: "button", "data-cell": key, "data-do": `hold:${key}`, tabindex: key === entry ? "0" : "-1", "aria-label": told, "aria-pressed": this.held === key ? "true" : null, class: this.shown === key ? "bjs-shown" : null },
        h("span", { class: "bjs-letters" }, found ? this.figure(found) : "·"),
      ),
    );
  }

  detail() {
    const at = this.find(this.shown);
    if (!at) return h("aside", { key: "detail", class: "bjs-detail" }, h("p", { class: "bjp-hint" }, this.t("Point at a cell, or walk through the chart with the arrow keys, to see how the class decides there.")));
    const { line, square, up } = at;
    const found = this.view.cells[square.c];
    const one = { document: this.setup.doc, readings: this.setup.read, cell: square.c };
    return h(
      "aside",
      { key: "detail", class: "bjs-detail", "data-held": this.held ? "" : null },
      h("h3", {}, this.place(line, up)),
      h("p", { key: "best", class: "bjs-best" }, h("i", { class: "bjs-mark", "data-action": square.b[0], "aria-hidden": "true" }, LETTERS[square.b[0]]), h("b", {}, this.order(square.b))),
      h("p", { key: "told" }, found ? this.told(found) : this.t("no decision yet")),
      found && h("p", { key: "cost", class: "bjp-hint" }, this.t("{cost} given away per 100 staked", { cost: this.chips(found.c) })),
      found &&
        found.a.length > 0 && [
          h("h4", { key: "most", class: "bjk-most" }, this.t("Most frequent wrong answers")),
          h(
            "ul",
            { key: "wrong", class: "bjs-bars" },
            found.a.map(([decision, n]) =>
              h(
                "li",
                { key: decision },
                h("span", { class: "bjs-name" }, this.word(decision)),
                h("span", { class: "bjk-share", "aria-hidden": "true" }, h("i", { style: `width:${((100 * n) / found.n).toFixed(1)}%` })),
                h("b", {}, `${this.number(n, 0)}×`),
              ),
            ),
          ),
        ],
      h("span", { key: "leads", class: "bjp-row bjk-leads" }, this.lead("strategy", "Show in the chart", one), this.lead("drill", "Practise this", one)),
    );
  }

  legend() {
    const edges = STEPS[this.metric];
    const shown = (value) => (this.metric === "wrong" ? this.percent(value, 0) : this.metric === "cost" ? this.number(100 * value, 1) : this.number(value, 0));
    const names =
      this.metric === "count"
        ? [`< ${shown(edges[0])}`, `≥ ${shown(edges[0])}`, `≥ ${shown(edges[1])}`, `≥ ${shown(edges[2])}`].map((text, index) => [index + 1, text])
        : [shown(0), `≤ ${shown(edges[0])}`, `≤ ${shown(edges[1])}`, `≤ ${shown(edges[2])}`, `> ${shown(edges[2])}`].map((text, index) => [index, text]);
    return h(
      "p",
      { key: "legend", class: "bjs-legend" },
      names.map(([step, text]) => h("span", { key: `s${step}` }, h("i", { class: "bjs-mark", "data-step": String(step), "aria-hidden": "true" }), text)),
      h("span", { key: "none" }, h("i", { class: "bjs-mark", "aria-hidden": "true" }, "·"), this.t("not met")),
      h("span", { key: "few" }, h("i", { class: "bjs-mark", "data-few": "", "aria-hidden": "true" }), this.t("dashed: fewer than 5 decisions")),
    );
  }

  // ---- assignments

  tasks() {
    const { assigned } = this.view;
    return h(
      "section",
      { key: "tasks", class: "bjp-box", "data-part": "tasks", "aria-labelledby": "tasks-title" },
      h("h3", { key: "title", id: "tasks-title", tabindex: "-1" }, this.t("Assignments")),
      h("div", { key: "both", class: "bjk-tasks" }, this.form(), h("div", { key: "set", class: "bjk-set" }, assigned.length ? h("ul", { class: "bjk-list" }, assigned.map((task) => this.task(task))) : h("p", { class: "bjp-hint" }, this.t("No assignment is set.")))),
    );
  }

  form() {
    const { assignable = [], filters = [], readings, doc } = this.setup;
    const draft = { ...this.draft, group: this.draftGroup(), document: this.draftDocument() };
    const field = (key, label, input) => h("label", { key }, h("span", {}, this.t(label)), input);
    return h(
      "form",
      { key: "form", class: "bjk-form", "data-form": "assign", "aria-label": this.t("Set an assignment") },
      field("group", "Class code", h("input", { class: "bjk-field", "data-draft": "group", list: "bjk-groups", maxlength: "30", autocomplete: "off", value: draft.group })),
      h("datalist", { key: "groups", id: "bjk-groups" }, this.view.groups.filter(Boolean).map((code) => h("option", { key: code, value: code }))),
      field("count", "Decisions", h("input", { type: "number", min: "1", max: "10000", step: "1", "data-draft": "count", value: draft.count })),
      field("document", "Document", h("select", { "data-draft": "document", value: draft.document }, assignable.map(([id, title]) => h("option", { key: id, value: id }, title)))),
      field("filter", "What about", h("select", { "data-draft": "filter", value: draft.filter }, filters.map(([name, text]) => h("option", { key: name, value: name }, this.t(text))))),
      readings && draft.document === doc && h("p", { key: "readings", class: "bjp-hint" }, this.t("With the readings chosen: {readings}.", { readings })),
      h("button", { key: "set", type: "submit", class: "bjt-button bjt-primary" }, this.t("Set it")),
      h("p", { key: "hint", class: "bjp-hint" }, this.t("It counts what students decide in the drill from now on; they see it at the top of their dashboard until it is done.")),
    );
  }

  task(task) {
    const asked = this.asked === task.k;
    return h(
      "li",
      { key: task.k, "data-task": task.k },
      h("div", { key: "what" }, h("b", {}, task.text), h("span", { class: "bjk-soft" }, h("bdi", {}, this.groupName(task.group)), ` · ${this.t("set {date}", { date: this.date(task.at) })}`)),
      h(
        "div",
        { key: "done", class: "bjk-done" },
        h("span", { class: "bjk-share", "aria-hidden": "true" }, h("i", { style: `width:${(100 * task.share).toFixed(1)}%` })),
        h("span", {}, this.t("Students done: {done} of {all}", { done: this.number(task.finished, 0), all: this.number(task.students, 0) })),
      ),
      asked
        ? this.question(this.t("Withdraw this assignment? Students no longer see it; their decisions stay."), `withdraw:${task.k}`, "Withdraw")
        : h("button", { key: "ask", type: "button", class: "bjk-quiet", "data-do": `ask:${task.k}`, "aria-label": this.t("Withdraw: {task}", { task: task.text }) }, this.t("Withdraw")),
    );
  }

  // ---- exercises

  exercises() {
    const { list } = this.view.exercises;
    const lessons = [...new Set(list.map((one) => one.lesson))];
    const lesson = lessons.includes(this.lesson) ? this.lesson : lessons.length === 1 ? lessons[0] : "";
    return h(
      "section",
      { key: "exercises", class: "bjp-box", "data-part": "exercises", "aria-labelledby": "exercises-title" },
      h(
        "div",
        { key: "bar", class: "bjp-row bjk-bar" },
        h("h3", { id: "exercises-title" }, this.t("Exercises of the lessons")),
        lessons.length > 1 &&
          h("label", { key: "lesson" }, h("span", {}, this.t("Lesson")), h("select", { "data-field": "lesson", value: lesson }, h("option", { key: "", value: "" }, this.t("All lessons")), lessons.map((one) => h("option", { key: one, value: one }, String(Number(one)))))),
      ),
      lesson ? [this.switches(list.filter((one) => one.lesson === lesson)), this.marks(list, lesson)] : this.lessons(list, lessons),
    );
  }

  switches(list) {
    const all = this.view.students.length;
    return h(
      "div",
      { key: "switches", class: "bjk-switches" },
      h(
        "table",
        { class: "bjp-table" },
        h("thead", {}, h("tr", {}, h("th", { scope: "col" }, this.t("Exercise")), h("th", { scope: "col" }, this.t("Solved by")), h("th", { scope: "col" }, this.t("Solution open")))),
        h(
          "tbody",
          {},
          list.map((one) =>
            h(
              "tr",
              { key: one.id },
              h("th", { scope: "row" }, one.title, " ", h("span", { class: "bjk-soft" }, one.id)),
              h("td", {}, h("span", { class: "bjk-solved" }, h("span", { class: "bjk-share", "aria-hidden": "true" }, h("i", { style: `width:${all ? ((100 * one.solved) / all).toFixed(1) : 0}%` })), `${this.number(one.solved, 0)} / ${this.number(all, 0)}`)),
              h("td", {}, h("label", { class: "bjk-switch" }, h("input", { type: "checkbox", role: "switch", "data-field": "solution", value: one.id, checked: one.open === "yes", "aria-label": `${this.t("Solution open")}: ${one.title}` }), one.open === "some" && h("span", { class: "bjk-soft" }, this.t("open in some classes")))),
            ),
          ),
        ),
      ),
      h("p", { class: "bjp-hint" }, this.t("Solutions that are open can be seen without trying first.")),
    );
  }

  mark(text) {
    if (text === "s") return ["✓", this.t("solved"), "solved"];
    if (text === "v") return ["◐", this.t("solution seen first"), "seen"];
    if (text) return [text.slice(1), this.t("wrong answers: {n}", { n: text.slice(1) }), "tried"];
    return ["·", this.t("not tried"), null];
  }

  matrix(label, head, row) {
    const order = new Map(this.view.students.map((one, index) => [one.k, index]));
    return h(
      "div",
      { key: label, class: "bjp-scroll bjk-scroll", tabindex: "0", role: "group", "aria-label": label },
      h(
        "table",
        { class: "bjp-table bjk-matrix" },
        h("thead", {}, h("tr", {}, h("th", { key: "name", scope: "col" }, this.t("Student")), head)),
        h("tbody", {}, this.rows().map((one) => h("tr", { key: one.k }, h("th", { key: "name", scope: "row" }, this.named(one)), row(this.view.exercises.marks[order.get(one.k)])))),
      ),
    );
  }

  marks(list, lesson) {
    const shown = list.map((one, index) => [one, index]).filter(([one]) => one.lesson === lesson);
    const legend = ["s", "t2", "v", ""].map((text) => {
      const [sign, , kind] = this.mark(text);
      const words = { s: "solved", t2: "wrong answers: {n}", v: "solution seen first", "": "not tried" }[text];
      return h("span", { key: text }, h("i", { class: "bjk-mark", "data-mark": kind, "aria-hidden": "true" }, sign), this.t(words, { n: 2 }));
    });
    return [
      this.matrix(
        this.t("Lesson {n}", { n: Number(lesson) }),
        shown.map(([one]) => h("th", { key: one.id, scope: "col" }, one.title)),
        (marks) =>
          shown.map(([one, index]) => {
            const [sign, words, kind] = this.mark(marks[index]);
            return h("td", { key: one.id }, h("i", { class: "bjk-mark", "data-mark": kind, role: "img", "aria-label": words, title: words }, sign));
          }),
      ),
      h("p", { key: "legend", class: "bjs-legend" }, legend),
    ];
  }

  lessons(list, lessons) {
    const places = lessons.map((lesson) => [lesson, list.flatMap((one, index) => (one.lesson === lesson ? [index] : []))]);
    return this.matrix(
      this.t("All lessons"),
      places.map(([lesson]) => h("th", { key: lesson, scope: "col" }, this.t("Lesson {n}", { n: Number(lesson) }))),
      (marks) =>
        places.map(([lesson, indices]) => {
          const solved = indices.filter((index) => marks[index] === "s").length;
          const met = indices.some((index) => marks[index]);
          const kind = solved === indices.length ? "solved" : met ? "tried" : null;
          return h("td", { key: lesson }, h("i", { class: "bjk-mark bjk-wide", "data-mark": kind }, met ? `${solved}/${indices.length}` : "·"));
        }),
    );
  }
}

function render({ model, el }) {
  const view = new ClassView(model, el);
  return () => view.stop();
}

export default { render };
