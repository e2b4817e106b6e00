// The Drill screen, on the table's: its cards, buttons, keys and verdicts are those of table.js and coach.js, in the same file
// before this. What is its own: which cells are asked, what is said of an answer, when it goes on, and the painted chart.

const LINGER = 1100; // milliseconds that a right answer at the end of a hand stays before the next hand comes
const ROOMY = [700, 1000]; // width of the screen and height of the window from which the filters are open to begin with
const TABLES = [["hard", "Hard totals"], ["soft", "Soft totals"], ["pairs", "Pairs"]];

class DrillScreen extends Screen {
  listen() {
    super.listen();
    this.root.classList.add("bjd");
    this.local.paint = "right";
    this.roomy = this.root.clientWidth >= ROOMY[0] && window.innerHeight >= ROOMY[1];
    this.send({ type: "ready" });
  }

  get question() {
    return this.view.paused ? null : super.question;
  }

  /** A reload loses nothing here: what was answered is kept, and the hand is asked again. */
  noteReload() {}

  remember() {}

  keyAct(letter) {
    if (letter === "Enter" && this.view.phase === "empty") return ["all"]; // the hand after it would be as empty
    if (letter === "Enter" && this.mayGoOn()) return ["go"];
    return this.question || letter === "?" ? super.keyAct(letter) : null;
  }

  mayGoOn() {
    return Boolean(this.view.paused || (this.table && this.table.over) || this.view.phase === "empty");
  }

  act(name, value) {
    if (name === "go") this.goOn();
    else if (name === "kind" || name === "narrow") this.toggle(name, value);
    else if (name === "all") this.send({ type: "filter", value: "" });
    else if (name === "task") this.send({ type: "task", value });
    else if (name === "paint") this.local.paint = value;
    super.act(name, value);
  }

  changed(event) {
    const { kind } = event.target.dataset;
    if (kind === "limit") this.send({ type: "limit", value: event.target.value });
    else if (kind === "differ") this.filter({ differ: event.target.value ? [event.target.value] : [] });
    else super.changed(event);
  }

  goOn() {
    if (this.local.waiting || !this.mayGoOn()) return;
    this.local.waiting = true;
    clearTimeout(this.next);
    this.send({ type: "again", round: this.view.round, step: this.table ? this.table.step : 0 });
  }

  toggle(name, value) {
    const key = name === "kind" ? "kinds" : "narrow";
    const now = this.view[key] || [];
    this.filter({ [key]: now.includes(value) ? now.filter((one) => one !== value) : [...now, value] });
  }

  filter(change) {
    const { kinds, narrow, differ } = { kinds: this.view.kinds || [], narrow: this.view.narrow || [], differ: this.view.differ || [], ...change };
    this.send({ type: "filter", value: [...kinds, ...differ.map((one) => `differ:${one}`), ...narrow].join(",") });
  }

  // -------------------------------------------------------------- drawing

  drawNow() {
    super.drawNow();
    if (this.table && !this.met) {
      this.met = true;
      this.takeFocus(); // the first hand comes after the page
    }
    this.planNext();
  }

  /** After a right answer that ends the hand the next one comes by itself. */
  planNext() {
    const { view } = this;
    const ended = this.table && this.table.over && !view.paused && view.flash;
    const key = ended ? `${view.session}/${view.round}` : "";
    if (key === this.nextOf) return;
    clearTimeout(this.next);
    this.nextOf = key;
    if (ended) this.next = setTimeout(() => !this.stopped && this.goOn(), LINGER + (this.settle || 0));
  }

  stop() {
    clearTimeout(this.next);
    super.stop();
  }

  screen() {
    return [
      this.lost && this.lostBanner(),
      this.head(),
      this.chooser(),
      this.tasks(),
      ...(this.view.notes || []).map((text, index) => h("div", { key: `note${index}`, class: "bjt-note", role: "status" }, h("p", {}, text))),
      this.view.phase ? h("div", { key: "play", class: "bjt-play" }, this.felt(), this.bar(), this.verdicts()) : this.waitingFor(),
      this.setup.chart && this.painted(),
    ].filter(Boolean);
  }

  waitingFor() {
    return h("p", { key: "working", class: "bjp-working", role: "status" }, h("i", { "aria-hidden": "true" }), this.t("Working out the figures …"));
  }

  head() {
    const { setup, view } = this;
    const shows = setup.shows || [];
    return h(
      "header",
      { key: "top", class: "bjt-top" },
      h("div", { key: "title", class: "bjt-title" }, h("h2", {}, setup.title || ""), h("p", {}, setup.character || "")),
      view.sums && h("dl", { key: "sums", class: "bjd-sums", "aria-label": this.t("Drill") }, view.sums.map((sum) => h("div", { key: sum.name, "data-sum": sum.name }, h("dt", {}, sum.label), h("dd", {}, sum.text)))),
      h(
        "div",
        { key: "tools", class: "bjt-tools" },
        shows.includes("documents") && this.pick("doc", this.t("Document"), setup.documents || [], setup.doc, true),
        shows.includes("language") && this.pick("language", this.t("Language"), setup.languages || [], this.get("language") || "en", true),
        shows.includes("theme") && h("button", { key: "theme", type: "button", class: "bjt-button bjt-icon", "data-do": "theme", "aria-pressed": String(this.theme === "dark"), "aria-label": this.t("Dark theme"), title: this.t("Dark theme") }, this.moon()),
        h("button", { key: "help", type: "button", class: "bjt-button bjt-icon", "data-do": "help", "aria-expanded": String(this.local.help), "aria-label": this.t("Keys and help"), title: this.t("Keys and help") }, "?"),
      ),
    );
  }

  pick(kind, word, choices, value, quiet) {
    return h(
      "label",
      { key: kind, class: "bjt-pick" },
      h("span", { class: quiet ? "bjt-sr" : null }, word),
      h("select", { "data-kind": kind, value }, choices.map(([id, name]) => h("option", { key: id, value: id, selected: id === value }, name))),
    );
  }

  // ---- which cells

  chooser() {
    const { setup, view } = this;
    if (!view.phase) return null;
    const chip = (what, name, word, on, count) =>
      h("button", { key: name, type: "button", class: "bjd-chip", "data-do": `${what}:${name}`, "aria-pressed": String(on) }, word, count !== undefined && h("small", {}, this.number(count)));
    const chosen = (view.kinds || []).length + (view.narrow || []).length + (view.differ || []).length + (view.cells ? 1 : 0);
    const others = [["", this.t("no other document")], ...(setup.others || [])];
    const limits = (setup.limits || []).map((seconds) => [String(seconds), seconds ? this.t("{n} seconds", { n: this.number(seconds) }) : this.t("any time")]);
    return h(
      "details",
      { key: "chooser", class: "bjt-panelbox bjd-chooser", "data-part": "chooser", open: this.local.open.chooser ?? this.roomy },
      h("summary", { key: "summary" }, h("h3", {}, this.t("Which cells")), h("span", {}, view.asks, view.limit ? ` \u00b7 ${this.t("{n} seconds", { n: this.number(view.limit) })}` : "")),
      h(
        "div",
        { key: "kinds", class: "bjd-chips", role: "group", "aria-label": this.t("Which cells") },
        h("button", { key: "all", type: "button", class: "bjd-chip", "data-do": "all", "aria-pressed": String(!chosen) }, this.t("Everything")),
        (setup.kinds || []).map(([name, word]) => chip("kind", name, word, (view.kinds || []).includes(name))),
      ),
      h(
        "div",
        { key: "narrow", class: "bjd-chips", role: "group", "aria-label": this.t("Narrow down") },
        (setup.narrow || []).map(([name, word]) => chip("narrow", name, word, (view.narrow || []).includes(name), (view.counts || {})[name])),
        this.pick("differ", this.t("Where it differs from"), others, (view.differ || [])[0] || ""),
        this.pick("limit", this.t("Time to answer"), limits, String(view.limit || 0)),
      ),
    );
  }

  tasks() {
    const tasks = this.view.tasks || [];
    if (!tasks.length) return null;
    return h(
      "section",
      { key: "tasks", class: "bjp-box bjd-tasks" },
      h("h3", {}, this.t("From your class")),
      h(
        "ul",
        {},
        tasks.map((task) =>
          h(
            "li",
            { key: task.id, "data-task": task.id, class: task.here ? "bjd-here" : null },
            h("span", { key: "what" }, h("b", {}, task.title), `: ${task.words}`),
            h("progress", { key: "bar", max: task.count, value: task.done, "aria-hidden": "true" }),
            h("span", { key: "done", class: "bjd-done" }, this.t("{done} of {count} done", { done: this.number(task.done), count: this.number(task.count) })),
            !task.here && task.done < task.count && h("button", { key: "go", type: "button", class: "bjt-button bjt-small-button", "data-do": `task:${task.id}` }, this.t("Practise this")),
          ),
        ),
      ),
    );
  }

  // ---- what is asked and what was answered

  spots() {
    return h("div", { key: "spots", class: "bjt-seats" });
  }

  bar() {
    const { view } = this;
    const question = this.question;
    let inner;
    if (question && question.kind === "insurance") inner = this.insuranceBar(question);
    else if (question && question.kind === "surrender") inner = this.surrenderBar(question);
    else if (question) inner = this.actionBar(question);
    else inner = this.goBar();
    return h(
      "section",
      { key: "bar", class: "bjt-bar", "aria-label": this.t("What to do"), "data-paused": view.paused ? "yes" : null },
      this.clock(question),
      this.flash(),
      this.local.help && this.helpBox(),
      inner,
    );
  }

  goBar() {
    const over = this.table && this.table.over;
    const main = (name, word) => h("button", { key: name, type: "button", class: "bjt-button bjt-action bjt-primary", "data-do": name, "aria-keyshortcuts": "Enter" }, h("span", {}, word), h("kbd", { "aria-hidden": "true" }, "Enter"));
    if (this.view.phase === "empty") return [this.prompt([h("b", {}, this.view.empty || "")]), h("div", { key: "all", class: "bjt-actions bjt-two" }, main("all", this.t("Everything")))];
    const button = main("go", over ? this.t("Next hand") : this.t("Go on"));
    return [over ? this.headline() : null, h("div", { key: "go", class: "bjt-actions bjt-two" }, button)];
  }

  /** What was thought of the latest answer: a word that comes up and stays while it is of this hand. */
  flash() {
    const { flash, answers } = this.view;
    return flash && h("p", { key: `flash${answers}`, class: `bjd-flash bjd-${flash.tone}`, "data-tone": flash.tone }, h("span", { "aria-hidden": "true" }, flash.tone === "bad" ? "\u2715 " : "\u2713 "), flash.text);
  }

  /** The time that is left, drawn by the style sheet; what counts is measured where the answer is taken. */
  clock(question) {
    const { limit, session, round } = this.view;
    if (!limit) return null;
    return h("div", { key: `clock${session}/${round}/${question ? this.table.step : "-"}`, class: `bjd-clock${question ? "" : " bjd-off"}`, "aria-hidden": "true" }, h("i", { style: `--limit:${limit}s` }));
  }

  verdicts() {
    const { verdicts } = this.view.coach || { verdicts: [] };
    if (!verdicts.length) return null;
    const beside = besideFits(this);
    return h(
      "section",
      { key: "verdicts", class: "bjt-panelbox bjc-box bjd-verdicts", "aria-label": this.t("Coach") },
      verdicts.map((one, index) => (beside && one.grade !== "best" ? coachReasons(one, `r${index}`) : coachVerdict(this, one, index, true))),
    );
  }

  helpBox() {
    const keys = [["H", "Hit"], ["S", "Stand"], ["D", "Double"], ["P", "Split"], ["R", "Surrender"], ["I", "Insurance"], ["N", "No"], ["Enter", "Go on"], ["?", "Keys and help"]];
    return h(
      "div",
      { key: "help", class: "bjt-help" },
      h("dl", {}, keys.map(([key, word]) => h("div", { key }, h("dt", {}, h("kbd", {}, key)), h("dd", {}, this.t(word))))),
      h("p", {}, this.t("One key answers; a right answer goes on by itself, after a mistake Enter does."), " ", this.t("Keys work while the table has the focus: click it once.")),
    );
  }

  // ---- the painted chart

  painted() {
    const open = this.local.open.painted ?? true;
    const pick = (value, word) => h("button", { key: value, type: "button", "data-do": `paint:${value}`, "aria-pressed": String(this.local.paint === value) }, word);
    const tables = TABLES.map(([table, word]) => [table, this.t(word), this.setup.chart.filter((row) => row.table === table)]);
    const insurance = (this.view.marks || {}).insurance;
    return h(
      "details",
      { key: "painted", class: "bjt-panelbox bjd-painted", "data-part": "painted", open },
      h("summary", {}, h("h3", {}, this.t("What you made of each cell"))),
      h(
        "div",
        { key: "legend", class: "bjd-legend" },
        h("span", { key: "pick", class: "bjp-pick", role: "group", "aria-label": this.t("What the cells show") }, pick("right", this.t("Accuracy")), pick("cost", this.t("Cost"))),
        h("span", { key: "what" }, this.local.paint === "right" ? this.t("right, in percent") : this.t("mean cost, in percent of the stake")),
        h("span", { key: "weak" }, h("i", { class: "bjd-weak" }, "!"), this.t("weak")),
        h("span", { key: "due" }, h("i", { class: "bjd-due" }, "\u2022"), this.t("due today")),
      ),
      h("div", { key: "charts", class: "bjd-charts" }, tables.map(([table, word, rows]) => this.chart(table, word, rows))),
      insurance && h("p", { key: "insurance", class: "bjp-hint" }, this.markText(this.t("Insurance"), insurance)),
    );
  }

  chart(table, word, rows) {
    return h(
      "table",
      { key: table, class: "bjd-chart", "data-table": table },
      h("caption", {}, word),
      h("thead", {}, h("tr", {}, h("th", { key: "name", scope: "col" }, h("span", { class: "bjt-sr" }, this.t("Dealer's upcard"))), this.setup.ups.map((up) => h("th", { key: up, scope: "col" }, up)))),
      h("tbody", {}, rows.map((row) => h("tr", { key: row.name }, h("th", { key: "name", scope: "row" }, row.name), row.codes.map((code, index) => this.square(table, row.name, code, this.setup.ups[index]))))),
    );
  }

  square(table, name, code, up) {
    const mark = (this.view.marks || {})[code];
    if (!mark) return h("td", { key: up, class: code ? null : "bjd-none" }, h("span", { class: "bjt-sr" }, this.t("not met yet")));
    const share = mark.r / mark.n;
    const step = this.local.paint === "cost" ? mark.s : [0.95, 0.8, 0.6, 0.35].filter((bound) => share < bound).length;
    const place = this.t("{place} against {up}", { place: this.rowText(table, name), up });
    const shown = this.local.paint === "cost" ? mark.cost : this.number(Math.round(100 * share));
    return h(
      "td",
      { key: up, "data-code": code, "data-step": step, title: this.markText(place, mark) },
      h("span", { key: "n", "aria-hidden": "true" }, shown, mark.w && h("i", { class: "bjd-weak" }, "!"), mark.d && h("i", { class: "bjd-due" }, "\u2022")),
      h("span", { key: "text", class: "bjt-sr" }, this.markText(place, mark), mark.w && `, ${this.t("weak")}`, mark.d && `, ${this.t("due today")}`),
    );
  }

  rowText(table, name) {
    if (table === "pairs") return this.t("Pair {cards}", { cards: name });
    return this.t(table === "hard" ? "Hard {total}" : "Soft {total}", { total: name });
  }

  markText(place, mark) {
    return this.t("{place}: {right} of {count} right, mean cost {cost} of the stake", { place, right: this.number(mark.r), count: this.number(mark.n), cost: `${mark.cost}\u00a0%` });
  }
}

Shown = DrillScreen;
