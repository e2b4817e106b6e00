// The blackjack table and the Play screen around it: one module, no build step, nothing from outside.
//
// The browser knows the public view alone. It sends what the player asked for, with the number of the round and of the
// step it was asked in; Python decides what that does and answers with a new view. What is drawn follows from the synced
// values `view`, `setup`, `history`, `strings`, `language` and `theme`, and from the few things only the browser knows
// (stakes not yet placed, which hint is open). No listener is added or removed while one runs: there is one per event.

// ---------------------------------------------------------------- cards, drawn

const SUIT_PATHS = {
  h: "M0 46C-9 31-50 6-50-20c0-17 12-28 26-28 11 0 20 7 24 19 4-12 13-19 24-19 14 0 26 11 26 28C50 6 9 31 0 46Z",
  d: "M0-50C9-31 24-12 40 0 24 12 9 31 0 50-9 31-24 12-40 0-24-12-9-31 0-50Z",
  s: "M0-50c8 17 48 41 48 65 0 15-11 25-24 25-9 0-17-5-21-13 1 10 5 18 13 23h-32c8-5 12-13 13-23-4 8-12 13-21 13-13 0-24-10-24-25C-48-9-8-33 0-50Z",
  c: "M0-50c13 0 24 10 24 23 0 7-3 13-7 17 3-1 6-2 9-2 13 0 24 10 24 23S39 34 26 34c-9 0-17-5-22-12 1 12 4 22 13 28h-34c9-6 12-16 13-28-5 7-13 12-22 12-13 0-24-10-24-23s11-23 24-23c3 0 6 1 9 2-4-4-7-10-7-17 0-13 11-23 24-23Z",
};

const PIPS = {
  2: [[125, 74], [125, 276]],
  3: [[125, 74], [125, 175], [125, 276]],
  4: [[84, 74], [166, 74], [84, 276], [166, 276]],
  5: [[84, 74], [166, 74], [125, 175], [84, 276], [166, 276]],
  6: [[84, 74], [166, 74], [84, 175], [166, 175], [84, 276], [166, 276]],
  7: [[84, 74], [166, 74], [125, 124], [84, 175], [166, 175], [84, 276], [166, 276]],
  8: [[84, 74], [166, 74], [125, 124], [84, 175], [166, 175], [125, 226], [84, 276], [166, 276]],
  9: [[84, 70], [166, 70], [84, 140], [166, 140], [125, 175], [84, 210], [166, 210], [84, 280], [166, 280]],
  10: [[84, 70], [166, 70], [125, 105], [84, 140], [166, 140], [84, 210], [166, 210], [125, 245], [84, 280], [166, 280]],
};

const HEADS = {
  // a crown, a coronet, a plumed cap: drawn in a box of 60 by 30 around 0,0
  K: "M-30 14-34-12-18 0-10-18 0-2 10-18 18 0 34-12 30 14ZM-30 18H30V24H-30Z",
  Q: "M-28 14C-30 4-32-4-34-10-26-6-20-2-15 2-12-6-8-12 0-20 8-12 12-6 15 2 20-2 26-6 34-10 32-4 30 4 28 14ZM-28 18H28V23H-28Z",
  J: "M-30 14C-28-6-10-16 12-14 26-24 36-20 34-10 32-2 22-2 16-6 26 0 30 6 30 14ZM-32 18H32V24H-32Z",
};

function suitAt(suit, x, y, size, turn) {
  const spin = turn ? " rotate(180)" : "";
  return `<path d="${SUIT_PATHS[suit]}" transform="translate(${x} ${y}) scale(${size / 100})${spin}"/>`;
}

function twice(drawing) {
  return `${drawing}<g transform="rotate(180 125 175)">${drawing}</g>`;
}

function middle(rank, suit) {
  if (rank === "A") {
    const ring = `<circle class="bjt-hair" cx="125" cy="175" r="84"/><circle class="bjt-hair" cx="125" cy="175" r="77"/>`;
    return (suit === "s" ? ring : "") + suitAt(suit, 125, 175, 108);
  }
  if (HEADS[rank]) {
    const half =
      `<path d="${HEADS[rank]}" transform="translate(125 70) scale(.86)"/>` +
      `<text class="bjt-letter" x="125" y="158" text-anchor="middle">${rank}</text>` +
      suitAt(suit, 84, 66, 22);
    return (
      `<rect class="bjt-panel" x="64" y="42" width="122" height="266" rx="10"/>` +
      `<rect class="bjt-hair" x="70" y="48" width="110" height="254" rx="6"/>` +
      twice(half) +
      `<path class="bjt-hair" d="M70 175H104M146 175H180"/>` +
      suitAt(suit, 125, 175, 24)
    );
  }
  return PIPS[rank].map(([x, y]) => suitAt(suit, x, y, 43, y > 175)).join("");
}

const faces = new Map();

/** The face of a card such as "10h" as SVG text; two drawings, for a large and for a small card (the style sheet chooses). */
function face(code) {
  if (faces.has(code)) return faces.get(code);
  const found = /^(A|[2-9]|10|J|Q|K)([shdc]?)$/.exec(code);
  if (!found) return "";
  const [, rank, suit] = found;
  const wide = rank === "10" ? ' textLength="56" lengthAdjust="spacingAndGlyphs"' : "";
  const wideSmall = rank === "10" ? ' textLength="96" lengthAdjust="spacingAndGlyphs"' : "";
  const index = `<text class="bjt-index" x="34" y="56" text-anchor="middle"${wide}>${rank}</text>` + (suit ? suitAt(suit, 34, 86, 36) : "");
  const large = twice(index) + (suit ? middle(rank, suit) : `<text class="bjt-letter" x="125" y="210" text-anchor="middle">${rank}</text>`);
  const small =
    `<text class="bjt-index-small" x="12" y="128"${wideSmall}>${rank}</text>` +
    (suit ? suitAt(suit, 62, 196, 84) + suitAt(suit, 158, 254, 136) : "");
  const drawn =
    `<svg viewBox="0 0 250 350" aria-hidden="true" focusable="false"><g class="bjt-large">${large}</g><g class="bjt-small">${small}</g></svg>`;
  faces.set(code, drawn);
  return drawn;
}

const isRed = (code) => /[hd]$/.test(code || "");

/** A card in running text: rank and small suit. */
function shortCard(code) {
  const found = /^(.+?)([shdc]?)$/.exec(code);
  const drawn = found[2]
    ? `<svg viewBox="-52 -52 104 104" aria-hidden="true"><path d="${SUIT_PATHS[found[2]]}"/></svg>`
    : "";
  return h("span", { class: `bjt-short${isRed(code) ? " bjt-red" : ""}`, html: `${found[1]}${drawn}` });
}

const CHIP_COLOURS = [[500, "v"], [100, "k"], [25, "g"], [5, "r"], [1, "w"]];

function chipKinds(amount, most) {
  const kinds = [];
  let rest = Math.floor(Number(amount) || 0);
  for (const [value, kind] of CHIP_COLOURS) {
    while (rest >= value) {
      kinds.push(kind);
      rest -= value;
    }
  }
  if (!kinds.length && amount) kinds.push("w");
  return kinds.slice(0, most).reverse();
}

/** A little stack of chips for an amount; the number beside it says how much it is. */
function chips(amount, most = 5) {
  return h(
    "span",
    { class: "bjt-chips", "aria-hidden": "true" },
    chipKinds(amount, most).map((kind, index) => h("i", { key: index, class: `bjt-chip bjt-chip-${kind}` })),
  );
}

// ---------------------------------------------------------------- the screen

const KEYS = { h: "hit", s: "stand", d: "double", p: "split", r: "surrender" };
const ACTIONS = [
  ["hit", "Hit", "H"],
  ["stand", "Stand", "S"],
  ["double", "Double", "D"],
  ["split", "Split", "P"],
  ["surrender", "Surrender", "R"],
];
const ONCE = new Set(["decide", "insure", "deal", "end", "new"]);
const TRAY = [1, 5, 25, 100, 500];
const SILENCE = 4000; // milliseconds without an answer after which the kernel counts as gone
const PULSE = 15000; // milliseconds between two questions whether it is there
let serial = 0;

class Screen {
  constructor(model, el) {
    this.model = model;
    this.uid = `bj${++serial}`;
    this.root = document.createElement("section");
    this.root.className = "bj";
    el.append(this.root);
    this.live = document.createElement("div");
    this.live.className = "bjt-sr";
    this.live.setAttribute("aria-live", "polite");
    this.live.setAttribute("role", "status");
    this.body = document.createElement("div");
    this.body.className = "bjt-body";
    this.root.append(this.body, this.live);
    this.local = { stakes: null, spot: 0, insure: null, peek: null, help: false, open: {}, waiting: false, left: null };
    this.told = {};
    this.delays = new Map();
    this.said = null;
    this.sent = 0;
    this.waits = new Map();
    this.lost = null;
    this.stops = [];
    this.listen();
    this.watchLink();
    this.draw();
    this.noteReload();
    this.takeFocus();
  }

  get(name) {
    return this.model.get(name);
  }

  t(text, values) {
    const found = (this.get("strings") || {})[text] ?? text;
    return values ? found.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole)) : found;
  }

  number(value) {
    if (typeof value !== "number") return String(value ?? "");
    return value.toLocaleString(this.get("language") || "en", { maximumFractionDigits: 4 });
  }

  signed(value) {
    if (typeof value === "number" && value < 0) return `\u2212${this.number(-value)}`;
    if (typeof value === "string" && value.startsWith("-")) return `\u2212${value.slice(1)}`;
    return value === 0 ? "0" : `+${this.number(value)}`;
  }

  get view() {
    return this.get("view") || {};
  }

  get setup() {
    return this.get("setup") || {};
  }

  get table() {
    return this.view.table || null;
  }

  get question() {
    return this.table && !this.table.over && !mateTurn(this) ? this.table.question : null;
  }

  get between() {
    return !this.table || this.table.over;
  }

  // -------------------------------------------------------------- listening

  on(target, name, handler, options) {
    target.addEventListener(name, handler, options);
    this.stops.push(() => target.removeEventListener(name, handler, options));
  }

  listen() {
    this.on(this.root, "click", (event) => this.clicked(event));
    this.on(this.root, "dblclick", (event) => {
      event.preventDefault();
      event.stopPropagation();
    });
    this.on(this.root, "keydown", (event) => this.pressed(event));
    for (const name of ["keyup", "keypress"]) {
      this.on(this.root, name, (event) => {
        if (!event.ctrlKey && !event.metaKey && !event.altKey) event.stopPropagation();
      });
    }
    this.on(this.root, "change", (event) => this.changed(event));
    this.on(this.root, "input", (event) => this.typed(event));
    this.on(this.root, "toggle", (event) => this.toggled(event), true);
    this.on(this.root, "focusin", (event) => this.focused(event));
    this.on(this.root, "focusout", () => this.closePeek());
    const redraw = () => this.drawSoon();
    for (const name of ["view", "setup", "history", "strings", "language", "theme"]) {
      this.model.on(`change:${name}`, redraw);
      this.stops.push(() => this.model.off(`change:${name}`, redraw));
    }
    this.on(window, "resize", () => this.view.coach && this.drawSoon());
    const scheme = window.matchMedia("(prefers-color-scheme: dark)");
    this.on(scheme, "change", () => this.applyTheme());
    const watcher = new MutationObserver(() => this.applyTheme());
    watcher.observe(document.body, { attributes: true, attributeFilter: ["data-jp-theme-light", "class"] });
    this.stops.push(() => watcher.disconnect());
  }

  clicked(event) {
    const button = event.target.closest("[data-do]");
    if (!button || !this.root.contains(button)) {
      if (event.target.closest(".bjt-felt")) this.focusTable();
      return;
    }
    const [name, ...rest] = button.dataset.do.split(":");
    // the second half of a double click is no decision, though it may come after the answer to the first
    if (event.detail > 1 && ONCE.has(name)) return;
    this.act(name, rest.join(":"));
  }

  pressed(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    event.stopPropagation(); // a notebook has keys of its own: D twice deletes a cell there
    if (event.key === "Escape") {
      this.local.help = false;
      this.local.peek = null;
      this.draw();
      return;
    }
    const field = event.target.closest("input, select, textarea, summary");
    if (event.target.closest("input[type=number]") && event.key === "Enter") {
      event.preventDefault();
      this.act(event.target.dataset.field === "insure" ? "insure" : "deal");
      return;
    }
    const letter = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (field || event.repeat) return;
    if (event.key === "Enter" && event.target.closest("button, a") && !event.target.closest(".bjt-felt")) return;
    const act = this.keyAct(letter);
    if (!act) return;
    event.preventDefault();
    this.root.classList.add("bjt-still"); // a key press does not wait for cards to arrive
    this.act(...act);
  }

  keyAct(letter) {
    if (letter === "?") return ["ask"];
    const question = this.question;
    if (letter === "Enter" && mateTurn(this)) return ["skip"];
    if (letter === "Enter" && skippedJustNow(this)) return null;
    if (!question) return letter === "Enter" ? [this.view.phase === "ended" ? "new" : "deal"] : null;
    if (question.kind === "insurance") {
      if (letter === "i") return ["insure"];
      return letter === "n" ? ["decide", "no insurance"] : null;
    }
    if (question.kind === "surrender" && letter === "n") return ["decide", "no surrender"];
    return KEYS[letter] ? ["decide", KEYS[letter]] : null;
  }

  changed(event) {
    const { kind } = event.target.dataset;
    if (kind === "doc") this.send({ type: "document", document: event.target.value });
    if (kind === "reading") this.send({ type: "reading", clause: event.target.dataset.clause, reading: event.target.value });
    if (kind === "coach") this.send({ type: "coach", what: event.target.dataset.what, value: event.target.value });
    if (kind === "company") this.send({ type: "company", what: event.target.dataset.what, value: event.target.value });
    if (kind === "language") this.send({ type: "language", language: event.target.value });
    if (event.target.dataset.field) this.draw();
  }

  typed(event) {
    const { field } = event.target.dataset;
    if (!field) return;
    const value = event.target.validity.badInput ? NaN : Number(event.target.value); // as typed: what is wrong with it is said, not mended
    if (field === "insure") this.local.insure = Number(event.target.value) || 0;
    else {
      this.local.spot = Number(field);
      this.local.stakes[this.local.spot] = value;
    }
    this.draw();
  }

  focused(event) {
    this.pulse(5000);
    const { field } = event.target.dataset || {};
    if (field === undefined || field === "insure" || this.local.spot === Number(field)) return;
    this.local.spot = Number(field); // chips go to the hand whose field one is in
    this.draw();
  }

  toggled(event) {
    if (event.target.dataset && event.target.dataset.part) this.local.open[event.target.dataset.part] = event.target.open;
  }

  closePeek() {
    if (this.local.peek === null) return;
    setTimeout(() => {
      if (this.local.peek !== null && !this.root.contains(this.root.getRootNode().activeElement)) {
        this.local.peek = null;
        this.draw();
      }
    }, 0);
  }

  // -------------------------------------------------------------- what a person asks for

  act(name, value) {
    const local = this.local;
    if (name === "decide") this.decide(value);
    else if (name === "insure") this.insure();
    else if (name === "deal") this.deal();
    else if (name === "skip") companySkip(this);
    else if (name === "spot") local.spot = Number(value);
    else if (name === "chip") this.addChip(Number(value));
    else if (name === "clear") local.stakes = local.stakes.map((stake, index) => this.standing(index));
    else if (name === "more" || name === "less") this.stepInsurance(name === "more" ? 1 : -1);
    else if (name === "help") this.local.help = !this.local.help;
    else if (name === "ask") this.askHelp();
    else if (name === "hint") this.hint();
    else if (name === "wide") this.send({ type: "coach", what: "wide", value });
    else if (name === "end" || name === "new") this.send({ type: name });
    else if (name === "theme") this.send({ type: "theme", theme: this.theme === "dark" ? "light" : "dark" });
    else if (name === "note") local.left = null;
    else if (name === "reload") window.location.reload();
    this.draw();
  }

  why(decision) {
    if (this.lost) return { text: this.lostText() };
    const question = this.question;
    if (!question || question.legal.includes(decision)) return null;
    return (question.illegal || {})[decision] || { text: this.t("Not possible now.") };
  }

  decide(decision) {
    if (!this.question) return;
    const why = this.why(decision);
    if (why) {
      this.local.peek = decision;
      this.say(this.reason(why));
      return;
    }
    this.local.peek = null;
    if (this.local.waiting) return;
    this.local.waiting = true;
    this.send({ type: "decide", round: this.view.round, step: this.table.step, decision });
  }

  insure() {
    const question = this.question;
    if (!question || question.kind !== "insurance" || this.local.waiting) return;
    const amount = this.insuranceAmount(question);
    if (this.why("insure") || !(amount > 0)) {
      this.local.peek = "insure";
      this.say(this.reason(this.why("insure") || { text: this.t("Not possible now.") }));
      return;
    }
    this.local.waiting = true;
    this.send({ type: "decide", round: this.view.round, step: this.table.step, decision: "insure", amount });
  }

  insuranceAmount(question) {
    const { most, exactly } = question.insurance || { most: 0, exactly: true };
    if (exactly || this.local.insure === null) return most;
    return Math.min(Number(most), Math.max(Math.min(1, Number(most)), this.local.insure));
  }

  stepInsurance(by) {
    const question = this.question;
    if (!question) return;
    const now = Number(this.insuranceAmount(question));
    this.local.insure = by > 0 ? Math.floor(now) + 1 : Math.ceil(now) - 1;
    this.local.insure = this.insuranceAmount(question);
  }

  stakesNow() {
    const rules = this.view.stakes || { hands: 1, last: [], least: 1, most: 1 };
    if (!this.local.stakes || this.local.stakesOf !== this.stakesKey()) {
      this.local.stakesOf = this.stakesKey();
      this.local.stakes = Array.from({ length: rules.hands }, (_, index) => Math.max(rules.last[index] || 0, this.standing(index)));
      this.local.spot = Math.min(this.local.spot, rules.hands - 1);
    }
    return this.local.stakes;
  }

  stakesKey() {
    const { session, round, phase, stakes } = this.view;
    return JSON.stringify([session, round, phase, stakes && stakes.hands]);
  }

  standing(index) {
    return ((this.view.stakes || {}).standing || [])[index] || 0;
  }

  /** Whether a stake can stand as it is typed; 0 leaves the hand out. */
  stakeStands(stake, index) {
    const { least, most } = this.view.stakes;
    return Number.isInteger(stake) && stake >= this.standing(index) && (stake === 0 || (stake >= least && stake <= Math.max(most, this.standing(index))));
  }

  addChip(value) {
    const stakes = this.stakesNow();
    const { most } = this.view.stakes;
    stakes[this.local.spot] = Math.min(most, Math.max(0, Math.floor(stakes[this.local.spot]) || 0) + value);
  }

  /** What is wrong with the stakes, in words, or null. Python checks the same; this only tells sooner. */
  stakesWrong() {
    if (this.lost) return this.lostText();
    const rules = this.view.stakes;
    if (!rules) return null;
    const stakes = this.stakesNow();
    if (Number(this.view.bankroll) < rules.least && !stakes.some((stake, index) => this.standing(index) > 0)) {
      return this.t("Your chips do not make a stake any more: end the session and begin a new one.");
    }
    const unwhole = stakes.find((stake) => !Number.isInteger(stake) || stake < 0);
    if (unwhole !== undefined) return this.t("A stake is a whole number of chips.");
    const short = stakes.findIndex((stake, index) => stake < this.standing(index));
    if (short >= 0) return this.t("{n} chips of a push stay there: the stake cannot be less.", { n: this.number(this.standing(short)) });
    const placed = stakes.filter((stake) => stake > 0);
    if (!placed.length) return this.t("Place a stake first.");
    if (stakes.some((stake, index) => !this.stakeStands(stake, index))) {
      return this.t("A stake here is {least} to {most} chips.", rules);
    }
    const fresh = stakes.reduce((sum, stake, index) => sum + Math.max(0, stake - (stake > 0 ? this.standing(index) : 0)), 0);
    if (fresh > Number(this.view.bankroll)) {
      return this.t("Your stakes are {stakes} chips and you have {bankroll}.", { stakes: this.number(fresh), bankroll: this.number(this.view.bankroll) });
    }
    return null;
  }

  deal() {
    if (!this.between || this.view.phase === "ended" || this.local.waiting) return;
    if (!this.view.stakes) {
      if (this.view.again) this.send({ type: "again", round: this.view.round });
      return;
    }
    const wrong = this.stakesWrong();
    if (wrong) {
      this.local.peek = "deal";
      this.say(wrong);
      return;
    }
    this.local.peek = null;
    this.local.waiting = true;
    this.send({ type: "deal", round: this.view.round, stakes: [...this.stakesNow()] });
  }

  /** The key "?": in a round, what would be best, which then counts as a hint; where that is said already, and between rounds, the keys. */
  askHelp() {
    if (!this.hint()) this.local.help = !this.local.help;
  }

  hint() {
    if (!this.view.hint || !this.question || advised(this)) return false;
    this.send({ type: "hint", round: this.view.round, step: this.table.step });
    return true;
  }

  // -------------------------------------------------------------- the line to the kernel

  send(message) {
    const number = ++this.sent;
    this.waits.set(number, setTimeout(() => this.lose("silent"), SILENCE));
    try {
      const done = this.model.send({ ...message, n: number });
      if (done && typeof done.then === "function") done.then(null, () => this.lose("gone"));
    } catch {
      this.lose("gone");
    }
  }

  watchLink() {
    const answered = (message) => {
      if (!message || message.type !== "answer") return;
      this.alive();
      if (message.text) this.say(message.text);
      if (this.local.waiting || message.text) {
        this.local.waiting = false;
        this.draw();
      }
    };
    this.model.on("msg:custom", answered);
    this.stops.push(() => this.model.off("msg:custom", answered));
    const kernel = this.model.widget_manager && this.model.widget_manager.kernel;
    const listen = (signal, handler) => {
      if (!signal || typeof signal.connect !== "function") return;
      signal.connect(handler);
      this.stops.push(() => signal.disconnect(handler));
    };
    if (kernel) {
      listen(kernel.connectionStatusChanged, (_, status) => {
        if (status === "disconnected") this.lose("gone");
        if (status === "connected") this.pulse(0);
      });
      listen(kernel.statusChanged, (_, status) => {
        if (["dead", "restarting", "autorestarting", "terminating"].includes(status)) this.lose("gone");
      });
    }
    const live = () => this.pulse(0);
    this.model.on("comm_live_update", live);
    this.stops.push(() => this.model.off("comm_live_update", live));
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") this.pulse(this.lost ? 0 : PULSE / 2);
    }, PULSE / 3);
    this.stops.push(() => clearInterval(timer));
    this.on(document, "visibilitychange", () => document.visibilityState === "visible" && this.pulse(1000));
    this.lastPulse = 0;
    this.pulse(0);
  }

  /** Ask whether the kernel is there, unless it was asked less than `gap` milliseconds ago. */
  pulse(gap) {
    const now = Date.now();
    if (now - this.lastPulse < gap) return;
    this.lastPulse = now;
    this.send({ type: "ping" });
  }

  alive() {
    for (const timer of this.waits.values()) clearTimeout(timer);
    this.waits.clear();
    if (this.lost) {
      this.lost = null;
      this.draw();
    }
  }

  lose(how) {
    if (this.stopped) return;
    const kernel = this.model.widget_manager && this.model.widget_manager.kernel;
    const now = how === "silent" && kernel && kernel.status === "busy" && kernel.connectionStatus === "connected" ? "busy" : how;
    this.local.waiting = false;
    if (this.lost === now || (this.lost && now === "busy")) return;
    // a kernel that was killed at work is "busy" for ever: after a while it counts as gone, and an answer mends that
    if (now === "busy") this.stops.push(clearTimeout.bind(null, setTimeout(() => this.lost === "busy" && this.gone(how), 15000)));
    this.gone(now);
  }

  gone(how) {
    this.lost = how;
    this.say(this.lostText());
    this.draw();
  }

  lostText() {
    return this.lost === "busy"
      ? this.t("The kernel is busy and does not answer yet.")
      : this.t("Not connected: the kernel behind this table does not answer.");
  }

  // -------------------------------------------------------------- focus, words, theme

  inVoila() {
    return document.getElementById("rendered_cells") !== null || document.querySelector("body[data-voila]") !== null;
  }

  /** Where a page of ours was opened, or a tab pressed by mouse, keys are meant for the table. */
  takeFocus() {
    requestAnimationFrame(() => {
      const active = document.activeElement;
      if (this.inVoila() && (!active || active === document.body || active.matches(".bjf-tab:not(:focus-visible)"))) this.focusTable();
    });
  }

  focusTable() {
    const felt = this.root.querySelector(".bjt-felt");
    if (felt) felt.focus({ preventScroll: true });
  }

  say(text) {
    if (!text) return;
    this.live.textContent = "";
    const line = document.createElement("p");
    line.textContent = text;
    this.live.append(line);
  }

  applyTheme() {
    const asked = this.get("theme");
    const lab = document.body.dataset.jpThemeLight;
    let theme = window.matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
    if (lab === "true" || lab === "false") theme = lab === "true" ? "light" : "dark";
    if (asked === "light" || asked === "dark") theme = asked;
    this.theme = theme;
    this.root.dataset.theme = theme;
    this.tellPage("theme", asked);
  }

  /** The page around follows the screen's theme and language, where it is one of ours. */
  tellPage(what, value) {
    if (!value || this.told[what] === value || !this.inVoila()) return;
    this.told[what] = value;
    window.dispatchEvent(new CustomEvent(`bjlearn-${what}`, { detail: value }));
  }

  /** The address of the page says where one is, so that a reload or a link opens there. */
  writeAddress() {
    const { place } = this.setup;
    if (!place || !this.inVoila()) return;
    const query = new URLSearchParams(window.location.search);
    for (const [name, value] of Object.entries(place)) {
      if (value) query.set(name, value);
      else query.delete(name);
    }
    const now = query.toString().replaceAll("%3A", ":").replaceAll("%2C", ",");
    if (`?${now}` !== window.location.search) window.history.replaceState(window.history.state, "", `?${now}${window.location.hash}`);
  }

  /** A round that a reload cut off: the page remembers what was public of it and says what became of it. */
  noteReload() {
    const { session } = this.view;
    if (!session || !this.setup.documents || this.view.kept) return; // a table that is kept is laid again as it was left
    try {
      const left = JSON.parse(window.sessionStorage.getItem("bjlearn-round") || "null");
      if (left && left.session !== session && !this.table) {
        this.local.left = left;
        this.draw();
      }
    } catch {
      // storage may be forbidden or hold something else: there is nothing to tell then
    }
    this.remembers = true;
    this.remember();
  }

  remember() {
    if (!this.remembers) return;
    const { session, round } = this.view;
    try {
      if (this.table && !this.table.over) {
        const hands = ownSeats(this).flatMap((seat) => seat.hands.map((hand) => hand.cards));
        const stake = ownSeats(this).reduce((sum, seat) => sum + seat.hands.reduce((all, hand) => all + Number(hand.stake), 0), 0);
        const kept = { session, round, hands, stake, dealer: this.table.dealer.cards[0], title: this.setup.title };
        window.sessionStorage.setItem("bjlearn-round", JSON.stringify(kept));
      } else window.sessionStorage.removeItem("bjlearn-round");
    } catch {
      // as above
    }
  }

  // -------------------------------------------------------------- drawing

  /** Several values that come in one message are drawn once. */
  drawSoon() {
    if (this.due) return;
    this.due = true;
    queueMicrotask(() => {
      this.due = false;
      this.draw();
    });
  }

  draw() {
    if (this.stopped) return;
    if (this.drawing) {
      // a field that was typed in and goes away says "change" in the middle of this
      this.drawSoon();
      return;
    }
    this.drawing = true;
    try {
      this.drawNow();
    } finally {
      this.drawing = false;
    }
  }

  drawNow() {
    const active = this.root.getRootNode().activeElement;
    const inside = active && active !== document.body && this.root.contains(active);
    const mark = `${this.view.session}/${this.view.round}/${this.table ? this.table.step : "-"}/${this.view.phase}`;
    if (mark !== this.mark) {
      this.mark = mark;
      Object.assign(this.local, { waiting: false, insure: null, peek: null });
      if (this.table) this.local.left = null;
      this.remember();
    }
    this.root.lang = this.get("language") || "en";
    this.applyTheme();
    this.tellPage("language", this.get("language"));
    this.writeAddress();
    this.planDelays();
    morph(this.body, this.screen());
    if (this.view.said && this.said !== `${mark}${this.view.said}`) {
      this.said = `${mark}${this.view.said}`;
      this.say(this.view.said);
    }
    const now = this.root.getRootNode().activeElement;
    if (inside && !this.root.contains(now)) this.focusTable();
    companyPace(this, mark);
  }

  /** When each new card arrives, in the order it was dealt; old cards keep their time and so do not move again. */
  planDelays() {
    const table = this.table;
    const fresh = [];
    if (table) {
      table.dealer.cards.forEach((code, index) => fresh.push([this.cardKey("d", 0, index), index, 99, code]));
      for (const seat of table.seats) {
        seat.hands.forEach((hand, number) => {
          hand.cards.forEach((code, index) => fresh.push([this.cardKey(seat.seat, number, index), index, seat.seat, code]));
        });
      }
    }
    const unseen = fresh.filter(([key]) => !this.delays.has(key)).sort((a, b) => a[1] - b[1] || a[2] - b[2]);
    if (!unseen.length && !this.turned()) return;
    this.root.classList.remove("bjt-still");
    const opening = unseen.length > 2 && unseen[0][1] === 0;
    const start = this.turned() ? 320 : 0;
    unseen.forEach(([key], index) => this.delays.set(key, opening ? index * 75 : start + index * (start ? 340 : 60)));
    this.settle = Math.min(2200, (unseen.length ? this.delays.get(unseen.at(-1)[0]) : start) + 260);
    this.holeWas = this.holeKey();
    if (this.delays.size > 400) this.delays = new Map(fresh.map(([key]) => [key, 0]));
  }

  holeKey() {
    const table = this.table;
    return table ? `${this.view.session}/${this.view.round}/${table.dealer.cards.includes(null)}` : "";
  }

  turned() {
    return this.holeWas !== undefined && this.holeKey() !== this.holeWas && this.holeKey().endsWith("false");
  }

  cardKey(seat, hand, index) {
    return `${this.view.session}/${this.view.round}/${seat}/${hand}/${index}`;
  }

  screen() {
    const bare = !this.setup.documents;
    return [
      this.lost && this.lostBanner(),
      !bare && this.top(),
      h(
        "div",
        { key: "main", class: `bjt-main${bare ? " bjt-bare" : ""}` },
        h("div", { key: "play", class: "bjt-play" }, this.felt(), this.bar(), coachBox(this), !bare && this.historyPanel()),
        !bare && h("aside", { key: "side", class: "bjt-side", "aria-label": this.t("Document and readings") }, companyPanel(this), this.gamePanel()),
      ),
      !bare && h("p", { key: "foot", class: "bjt-foot" }, this.t("Chips are virtual: they have no money value and cannot be bought, sold or cashed in.")),
    ].filter(Boolean);
  }

  lostBanner() {
    return h(
      "div",
      { key: "lost", class: "bjt-lost", role: "alert" },
      h("strong", {}, this.lostText()),
      h("span", {}, this.lost === "busy" ? this.t("Nothing you press counts until it does.") : this.t("Nothing you press counts, and nothing is half done.")),
      this.lost !== "busy" &&
        (this.inVoila()
          ? h("button", { type: "button", class: "bjt-button", "data-do": "reload" }, this.t("Reload the page"))
          : h("span", {}, this.t("Run the cell again to start a new table."))),
    );
  }

  // ---- top

  top() {
    const { setup, view } = this;
    const shows = setup.shows || [];
    const change = Number(view.net_total ?? 0);
    return h(
      "header",
      { key: "top", class: "bjt-top" },
      h(
        "div",
        { key: "title", class: "bjt-title" },
        h("h2", {}, setup.title || ""),
        h("p", {}, setup.character || ""),
      ),
      h(
        "div",
        { key: "money", class: "bjt-money" },
        h("span", { class: "bjt-money-label" }, this.t("Bankroll")),
        h("span", { class: "bjt-money-sum" }, chips(view.bankroll, 3), h("b", { "data-part": "bankroll" }, this.number(view.bankroll))),
        h("span", { class: `bjt-money-change ${change < 0 ? "bjt-bad" : change > 0 ? "bjt-good" : ""}` }, this.t("{net} since the start", { net: this.signed(view.net_total ?? 0) })),
      ),
      h(
        "div",
        { key: "tools", class: "bjt-tools" },
        shows.includes("language") &&
          h(
            "label",
            { key: "language", class: "bjt-pick" },
            h("span", { class: "bjt-sr" }, this.t("Language")),
            h(
              "select",
              { "data-kind": "language", value: this.get("language") || "en" },
              (setup.languages || []).map(([id, name]) => h("option", { key: id, value: id, selected: id === this.get("language"), lang: id }, name)),
            ),
          ),
        shows.includes("theme") &&
          h("button", { key: "theme", type: "button", class: "bjt-button bjt-icon", "data-do": "theme", "aria-pressed": String(this.theme === "dark"), "aria-label": this.t("Dark theme"), title: this.t("Dark theme") }, this.moon()),
        h("button", { key: "help", type: "button", class: "bjt-button bjt-icon", "data-do": "help", "aria-expanded": String(this.local.help), "aria-label": this.t("Keys and help"), title: this.t("Keys and help") }, "?"),
        shows.includes("end") &&
          view.phase !== "ended" &&
          h("button", { key: "end", type: "button", class: "bjt-button", "data-do": "end", "aria-disabled": String(!this.between) , title: this.between ? null : this.t("Finish this round first.") }, this.t("End session")),
      ),
    );
  }

  moon() {
    return h("svg", { viewBox: "0 0 24 24", "aria-hidden": "true", class: "bjt-moon" }, h("path", { d: "M20 14.5A8.5 8.5 0 1 1 9.5 4a7 7 0 0 0 10.5 10.5Z" }));
  }

  // ---- felt

  felt() {
    const table = this.table;
    const ended = this.view.phase === "ended";
    const hands = table ? ownSeats(this).reduce((sum, seat) => sum + seat.hands.length, 0) : 1;
    const size = hands <= 1 ? "one" : hands <= 3 ? "few" : hands <= 6 ? "some" : "many";
    return h(
      "section",
      { key: "felt", class: "bjt-felt", tabindex: "0", role: "group", "aria-label": this.t("Blackjack table"), "data-size": size, style: `--settle:${this.settle || 0}ms` },
      ended ? this.summary() : [this.dealer(), this.rulesLine(), table ? this.seats() : this.spots(), coachBeside(this)],
    );
  }

  dealer() {
    const table = this.table;
    const cards = table ? table.dealer.cards : [];
    const hidden = cards.includes(null);
    const text = !cards.length ? null : hidden ? this.number(table.dealer.total) : this.totalText(table.dealer);
    return h(
      "div",
      { key: "dealer", class: "bjt-dealer" },
      h("div", { key: "shoe", class: "bjt-shoe", title: table ? this.t("{n} cards left in the shoe", { n: table.cards_left }) : null }, h("i", {}), table && h("span", {}, this.number(table.cards_left)), table && h("span", { class: "bjt-sr" }, this.t("cards left in the shoe"))),
      h("h3", { key: "name", class: "bjt-name" }, this.t("Dealer"), text !== null && this.pill(`d${text}`, text, table.dealer, !hidden)),
      h("ol", { key: "cards", class: "bjt-cards", style: `--n:${cards.length || 2}`, "aria-label": this.t("The dealer's cards") }, cards.map((code, index) => this.card(code, this.cardKey("d", 0, index))), !cards.length && [h("li", { key: "e", class: "bjt-slot bjt-empty", "aria-hidden": "true" }), h("li", { key: "f", class: "bjt-slot bjt-empty", "aria-hidden": "true" })]),
      table && table.looked !== null && table.looked !== undefined && h("p", { key: "looked", class: "bjt-looked" }, table.looked ? this.t("The dealer looked and has a natural.") : this.t("The dealer looked: no natural.")),
    );
  }

  rulesLine() {
    const line = this.setup.rules_line || [];
    return h("p", { key: "rules", class: "bjt-rules" }, line.map((part, index) => h("span", { key: index }, part)));
  }

  card(code, key) {
    const name = code === null ? this.t("a card face down") : this.cardName(code);
    return h(
      "li",
      { key, class: "bjt-slot" },
      h(
        "div",
        { class: `bjt-card${code === null ? " bjt-down" : ""}${isRed(code) ? " bjt-red" : ""}`, role: "img", "aria-label": name, "data-card": code ?? "", style: `--d:${this.delays.get(key) || 0}ms` },
        h("div", { key: "face", class: "bjt-face", html: code === null ? "" : face(code) }),
        h("div", { key: "back", class: "bjt-back" }),
      ),
    );
  }

  cardName(code) {
    const found = /^(.+?)([shdc]?)$/.exec(code);
    const rank = { A: this.t("ace"), J: this.t("jack"), Q: this.t("queen"), K: this.t("king") }[found[1]] || found[1];
    const suit = { s: this.t("spades"), h: this.t("hearts"), d: this.t("diamonds"), c: this.t("clubs") }[found[2]];
    return suit ? this.t("{rank} of {suit}", { rank, suit }) : rank;
  }

  totalText(hand) {
    if (hand.natural) return this.t("natural");
    if (hand.bust) return this.t("{total}, bust", { total: hand.total });
    return hand.soft ? this.t("soft {total}", { total: hand.total }) : this.number(hand.total);
  }

  pill(key, text, hand, late) {
    const kind = hand.natural ? " bjt-natural" : hand.bust ? " bjt-bust" : "";
    return h("span", { key, class: `bjt-pill${kind}${late ? " bjt-late" : ""}` }, text);
  }

  seats() {
    const table = this.table;
    const many = table.seats.length > 1;
    return h(
      "div",
      { key: `seats${this.view.round}`, class: "bjt-seats", "data-seats": table.seats.length },
      table.seats.map((seat) =>
        companySeat(this, seat) ||
        h(
          "div",
          { key: seat.seat, class: "bjt-seat", style: `--hands:${seat.hands.length}`, "data-split": seat.hands.length > 1 ? "yes" : null },
          h("h3", { key: "name", class: "bjt-name" }, seatName(this, seat.seat) || (many ? this.t("Hand {n}", { n: seat.seat + 1 }) : this.t("You"))),
          h("div", { key: "hands", class: "bjt-hands" }, seat.hands.map((hand) => this.hand(seat, hand))),
        ),
      ),
    );
  }

  hand(seat, hand) {
    const { question } = this.table; // an AI player's too
    const active = question && question.seat === seat.seat && question.hand === hand.hand;
    const classes = ["bjt-hand"];
    if (active) classes.push("bjt-active");
    else if (hand.done || this.table.over) classes.push("bjt-done");
    const first = hand.hand === 0;
    return h(
      "div",
      { key: hand.hand, class: classes.join(" "), "data-hand": `${seat.seat}-${hand.hand}`, "aria-current": active ? "true" : null },
      active && h("span", { key: "mark", class: "bjt-mark" }, h("span", { class: "bjt-sr" }, this.t("in play"))),
      h("ol", { key: "cards", class: "bjt-cards", style: `--n:${hand.cards.length}`, "aria-label": this.t("Cards of this hand") }, hand.cards.map((code, index) => this.card(code, this.cardKey(seat.seat, hand.hand, index)))),
      h("div", { key: "pill", class: "bjt-under" }, this.pill(this.totalText(hand), this.totalText(hand), hand, false), hand.doubled && h("span", { key: "x2", class: "bjt-tag", title: this.t("doubled") }, "×2", h("span", { class: "bjt-sr" }, this.t("doubled")))),
      h("div", { key: "stake", class: "bjt-stake" }, chips(hand.stake, 4), h("b", {}, this.number(hand.stake)), h("span", { class: "bjt-sr" }, this.t("chips staked"))),
      first && seat.insurance && seat.insurance.stake !== 0 && this.insuranceChip(seat.insurance),
      hand.result && this.resultTag(hand),
      coachTag(this, `${seat.seat}-${hand.hand}`),
    );
  }

  insuranceChip(insurance) {
    const done = insurance.result !== null && insurance.result !== undefined;
    const tone = !done ? "" : insurance.result === "win" ? " bjt-won" : " bjt-lostit";
    const text = done ? this.t("Insurance {net}", { net: this.signed(insurance.net) }) : this.t("Insurance {stake}", { stake: this.number(insurance.stake) });
    return h("div", { key: "insurance", class: `bjt-insurance${tone}` }, text);
  }

  resultTag(hand) {
    const words = {
      natural: this.t("Natural"),
      win: this.t("Win"),
      push: hand.stays ? this.t("Push, stays") : this.t("Push"),
      lose: this.t("Lose"),
      bust: this.t("Bust"),
      surrender: this.t("Surrendered"),
      returned: this.t("Stake back"),
    };
    const net = Number(String(hand.net).split("/")[0]);
    const tone = net > 0 ? "bjt-won" : net < 0 ? "bjt-lostit" : "bjt-even";
    return h("div", { key: "result", class: `bjt-result ${tone}` }, h("span", {}, words[hand.result] || hand.result), hand.net !== 0 && h("b", {}, this.signed(hand.net)));
  }

  spots() {
    const rules = this.view.stakes;
    if (!rules) return h("div", { key: "spots", class: "bjt-seats" });
    const stakes = this.stakesNow();
    return h(
      "div",
      { key: "spots", class: "bjt-seats bjt-spots" },
      companySpots(this, stakes.map((stake, index) =>
        h(
          "button",
          { key: index, type: "button", class: `bjt-spot${index === this.local.spot && stakes.length > 1 ? " bjt-chosen" : ""}`, "data-do": `spot:${index}`, "aria-pressed": stakes.length > 1 ? String(index === this.local.spot) : null },
          stake >= 1 ? chips(stake, 5) : h("span", { class: "bjt-spot-empty" }, "+"),
          h("span", { class: "bjt-spot-name" }, stakes.length > 1 ? this.t("Hand {n}", { n: index + 1 }) : this.t("Your stake")),
          h("b", {}, Number.isNaN(stake) ? "?" : this.number(stake)),
        ),
      )),
    );
  }

  // ---- the bar under the felt: what is asked, and the buttons that answer

  bar() {
    const ended = this.view.phase === "ended";
    const question = this.question;
    let inner;
    if (ended) inner = this.endedBar();
    else if (mateTurn(this)) inner = companyBar(this);
    else if (!question) inner = this.stakesBar();
    else if (question.kind === "insurance") inner = this.insuranceBar(question);
    else if (question.kind === "surrender") inner = this.surrenderBar(question);
    else inner = this.actionBar(question);
    return h("section", { key: "bar", class: `bjt-bar${ended || !(question || mateTurn(this) || this.view.stakes) ? " bjt-short-bar" : ""}`, "aria-label": this.t("What to do") }, this.notes(), this.local.help && this.helpBox(), inner);
  }

  notes() {
    const { left } = this.local;
    const { note } = this.view;
    return [
      left &&
        h(
          "div",
          { key: "left", class: "bjt-note" },
          h("p", {}, this.t("The page was reloaded in the middle of a round ({title}):", { title: left.title || "" }), " ", (left.hands || []).flat().slice(0, 24).map((code, index) => h("span", { key: `c${index}` }, shortCard(String(code)))), " ", this.t("That round is void; its stake of {stake} chips is not taken. You start again with a full bankroll.", { stake: this.number(left.stake) })),
          h("button", { type: "button", class: "bjt-button bjt-icon", "data-do": "note", "aria-label": this.t("Close") }, "×"),
        ),
      note && h("div", { key: "note", class: `bjt-note bjt-note-${note.kind || "plain"}` }, h("p", {}, note.text)),
    ].filter(Boolean);
  }

  helpBox() {
    const keys = [["H", "Hit"], ["S", "Stand"], ["D", "Double"], ["P", "Split"], ["R", "Surrender"], ["I", "Insurance"], ["N", "No"], ["Enter", "Deal"], ["?", this.question && this.view.hint && !advised(this) ? "What is best?" : "Keys and help"]];
    return h("div", { key: "help", class: "bjt-help" }, h("dl", {}, keys.map(([key, word]) => h("div", { key }, h("dt", {}, h("kbd", {}, key)), h("dd", {}, this.t(word))))), h("p", {}, this.t("Keys work while the table has the focus: click it once.")));
  }

  reason(why) {
    return why.clause ? `${why.text} (${why.clause})` : why.text;
  }

  button(decision, label, key, extra) {
    const why = this.why(decision);
    const tip = `${this.uid}-${decision.replace(/\W/g, "-")}`;
    return h(
      "button",
      {
        key: decision,
        type: "button",
        class: `bjt-button bjt-action ${extra || ""}${this.local.peek === decision ? " bjt-peek" : ""}`,
        "data-do": decision === "insure" ? "insure" : `decide:${decision}`,
        "aria-disabled": why ? "true" : null,
        "aria-describedby": why ? tip : null,
        "aria-keyshortcuts": key,
      },
      h("span", { key: "label" }, label),
      h("kbd", { key: "key", "aria-hidden": "true" }, key),
      why && h("span", { key: "tip", class: "bjt-tip", id: tip, role: "tooltip" }, why.text, why.clause && h("span", { class: "bjt-clause" }, why.clause)),
    );
  }

  placeText(question) {
    const seat = this.table.seats.find((item) => item.seat === question.seat);
    const name = seatName(this, question.seat);
    if (name) return seat.hands.length > 1 ? this.t("{name}, part {part}", { name, part: question.hand + 1 }) : name;
    if (this.table.seats.length > 1 && seat.hands.length > 1) return this.t("Hand {n}, part {part}", { n: question.seat + 1, part: question.hand + 1 });
    if (this.table.seats.length > 1) return this.t("Hand {n}", { n: question.seat + 1 });
    if (seat.hands.length > 1) return this.t("Hand {n} of {count}", { n: question.hand + 1, count: seat.hands.length });
    return this.t("Your hand");
  }

  handOf(question) {
    const seat = this.table.seats.find((item) => item.seat === question.seat);
    return seat.hands.find((item) => item.hand === question.hand) || seat.hands[0];
  }

  upText() {
    const up = this.table.dealer.cards[0] || "";
    const rank = up.replace(/[shdc]$/, "");
    return { A: this.t("an ace"), J: "10", Q: "10", K: "10" }[rank] || rank;
  }

  prompt(text) {
    return h("p", { key: "prompt", class: "bjt-prompt" }, text);
  }

  asked(question) {
    return this.t("{place}: {total} against {up}", { place: this.placeText(question), total: this.totalText(this.handOf(question)), up: this.upText() });
  }

  actionBar(question) {
    return [
      this.prompt([h("b", {}, this.asked(question)), h("span", {}, this.t("What do you do?"))]),
      h("div", { key: "actions", class: "bjt-actions" }, ACTIONS.map(([decision, word, key]) => this.button(decision, this.t(word), key, decision === "hit" || decision === "stand" ? "bjt-main-action" : ""))),
    ];
  }

  surrenderBar(question) {
    return [
      this.prompt([h("b", {}, this.asked(question)), h("span", {}, this.t("Surrender for half the stake, before the dealer looks?"))]),
      h("div", { key: "answers", class: "bjt-actions bjt-two" }, this.button("surrender", this.t("Surrender"), "R"), this.button("no surrender", this.t("Play on"), "N", "bjt-main-action")),
    ];
  }

  insuranceBar(question) {
    const { most, exactly } = question.insurance || { most: 0, exactly: true };
    const amount = this.insuranceAmount(question);
    const pays = this.view.insurance_pays;
    const limits = exactly ? this.t("Exactly half the stake: {most}.", { most: this.number(most) }) : this.t("At most half the stake: {most}.", { most: this.number(most) });
    return [
      this.prompt([
        h("b", {}, `${this.asked(question)}. ${this.t("Insurance?")}`),
        h("span", {}, pays ? this.t("It pays {pays} if the dealer has a natural.", { pays }) : "", " ", limits),
      ]),
      h(
        "div",
        { key: "answers", class: "bjt-actions bjt-two" },
        !exactly &&
          !this.why("insure") &&
          h(
            "div",
            { key: "step", class: "bjt-stepper" },
            h("button", { type: "button", class: "bjt-button bjt-icon", "data-do": "less", "aria-label": this.t("One chip less") }, "\u2212"),
            h("input", { type: "number", inputmode: "decimal", min: "1", max: most, step: "any", "data-field": "insure", "aria-label": this.t("Chips on insurance"), value: amount }),
            h("button", { type: "button", class: "bjt-button bjt-icon", "data-do": "more", "aria-label": this.t("One chip more") }, "+"),
          ),
        this.button("insure", this.t("Insure for {amount}", { amount: this.number(amount) }), "I"),
        this.button("no insurance", this.t("No insurance"), "N", "bjt-main-action"),
      ),
    ];
  }

  headline() {
    const { table, view } = this;
    if (!table) return this.prompt([h("b", {}, this.t("Place your stakes")), h("span", {}, view.stakes ? this.t("A stake here is {least} to {most} chips.", view.stakes) : "")]);
    const net = Number(String(view.net ?? 0).split("/")[0]);
    const amount = this.number(typeof view.net === "number" ? Math.abs(view.net) : String(view.net ?? 0).replace("-", ""));
    const text = net > 0 ? this.t("You win {n} chips", { n: amount }) : net < 0 ? this.t("You lose {n} chips", { n: amount }) : this.t("Even: no chips won or lost");
    const standing = ((view.stakes || {}).standing || []).reduce((sum, value) => sum + value, 0);
    const more = standing ? this.t("{n} chips stay on the table for the next round.", { n: this.number(standing) }) : this.t("Round {n}", { n: view.round });
    return h("p", { key: "headline", class: `bjt-prompt bjt-headline ${net > 0 ? "bjt-good" : net < 0 ? "bjt-bad" : ""}` }, h("b", {}, text), h("span", {}, more));
  }

  stakesBar() {
    const rules = this.view.stakes;
    if (!rules) {
      return [this.headline(), this.view.again && h("div", { key: "deal", class: "bjt-actions bjt-two" }, h("button", { type: "button", class: "bjt-button bjt-action bjt-primary", "data-do": "deal" }, h("span", {}, this.view.again), h("kbd", { "aria-hidden": "true" }, "Enter")))];
    }
    const stakes = this.stakesNow();
    const wrong = this.stakesWrong();
    const tip = `${this.uid}-deal`;
    return [
      this.headline(),
      h(
        "div",
        { key: "stakes", class: "bjt-stakes" },
        h(
          "div",
          { key: "fields", class: "bjt-fields" },
          stakes.map((stake, index) =>
            h(
              "label",
              { key: index, class: `bjt-field${index === this.local.spot && stakes.length > 1 ? " bjt-chosen" : ""}` },
              h("span", {}, stakes.length > 1 ? this.t("Hand {n}", { n: index + 1 }) : this.t("Stake")),
              h("input", { type: "number", inputmode: "numeric", min: "0", max: rules.most, step: "1", "data-field": index, value: Number.isNaN(stake) ? null : stake, "aria-invalid": this.stakeStands(stake, index) ? null : "true" }),
              this.standing(index) > 0 && h("small", {}, this.t("{n} stay", { n: this.number(this.standing(index)) })),
            ),
          ),
        ),
        h(
          "div",
          { key: "tray", class: "bjt-tray", role: "group", "aria-label": this.t("Add chips to the stake") },
          TRAY.filter((value) => value <= rules.most).map((value) =>
            h("button", { key: value, type: "button", class: `bjt-toss bjt-chip-${chipKinds(value, 1)[0]}`, "data-do": `chip:${value}`, "aria-label": this.t("Add {n} chips", { n: value }) }, String(value)),
          ),
          h("button", { key: "clear", type: "button", class: "bjt-button bjt-small-button", "data-do": "clear" }, this.t("Clear")),
        ),
        h(
          "button",
          { key: "deal", type: "button", class: `bjt-button bjt-action bjt-primary${this.local.peek === "deal" ? " bjt-peek" : ""}`, "data-do": "deal", "aria-disabled": wrong ? "true" : null, "aria-describedby": wrong ? tip : null, "aria-keyshortcuts": "Enter" },
          h("span", { key: "label" }, this.table ? this.t("Deal again") : this.t("Deal")),
          h("kbd", { key: "key", "aria-hidden": "true" }, "Enter"),
          wrong && h("span", { key: "tip", class: "bjt-tip", id: tip, role: "tooltip" }, wrong),
        ),
      ),
    ];
  }

  endedBar() {
    return [h("div", { key: "ended", class: "bjt-actions bjt-two" }, h("button", { key: "new", type: "button", class: "bjt-button bjt-action bjt-primary", "data-do": "new" }, h("span", {}, this.t("New session")), h("kbd", { "aria-hidden": "true" }, "Enter")))];
  }

  summary() {
    const { summary } = this.view;
    if (!summary) return null;
    const tone = (value) => (Number(value) < 0 ? "bjt-lostit" : Number(value) > 0 ? "bjt-won" : "bjt-even");
    return h(
      "div",
      { key: "summary", class: "bjt-summary" },
      h("h3", {}, this.t("Session over")),
      h("p", { class: `bjt-summary-net ${tone(summary.net_tone)}` }, this.t("{net} chips", { net: this.signed(summary.net) })),
      h("dl", {}, summary.rows.map(([label, value], index) => h("div", { key: index }, h("dt", {}, label), h("dd", {}, typeof value === "number" ? this.number(value) : value)))),
      h("p", { class: "bjt-summary-foot" }, this.t("Chips are virtual: they have no money value and cannot be bought, sold or cashed in.")),
    );
  }

  // ---- the side: document, readings, history

  gamePanel() {
    const { setup } = this;
    const locked = !this.between;
    const lockedId = `${this.uid}-locked`;
    const open = this.local.open.game ?? true;
    const shows = setup.shows || [];
    return h(
      "details",
      { key: "game", class: "bjt-panelbox", "data-part": "game", open },
      h("summary", {}, h("h3", {}, this.t(shows.includes("documents") ? "Document and readings" : "Readings"))),
      locked && h("p", { key: "locked", class: "bjt-locked", id: lockedId }, this.t("A round is on the table: finish it, then the document and its readings can be changed.")),
      shows.includes("documents") &&
        h(
          "fieldset",
          { key: "docs", class: "bjt-docs", disabled: locked, "aria-describedby": locked ? lockedId : null },
          h("legend", { class: "bjt-sr" }, this.t("Document")),
          setup.documents.map((doc) =>
            h(
              "label",
              { key: doc.id, class: `bjt-doc${doc.id === setup.doc ? " bjt-on" : ""}` },
              h("input", { type: "radio", name: `${this.uid}-doc`, value: doc.id, "data-kind": "doc", checked: doc.id === setup.doc }),
              h("span", { class: "bjt-doc-text" }, h("b", {}, doc.title), h("small", {}, doc.character)),
            ),
          ),
        ),
      shows.includes("documents") && h("h4", { key: "head" }, this.t("Readings")),
      h("p", { key: "hint", class: "bjt-hint" }, this.t("Where the words leave room, choose how to read them.")),
      (setup.readings || []).map((clause) => this.clause(clause, locked, lockedId)),
    );
  }

  /** One clause: what it is read as now; opened, its words, how sure they are, and the readings to choose from. */
  clause(clause, locked, lockedId) {
    const chosen = clause.readings.find((reading) => reading.id === clause.chosen) || clause.readings[0];
    const part = `${this.setup.doc}/${clause.id}`;
    const words = `${this.uid}-${clause.id}-words`;
    return h(
      "details",
      { key: part, class: "bjt-clausebox", "data-part": part, open: this.local.open[part] ?? false },
      h(
        "summary",
        { key: "summary" },
        h("span", { key: "id", class: "bjt-clause" }, clause.id),
        h("span", { key: "label", class: "bjt-chosen-reading" }, chosen.label),
        !chosen.default && h("span", { key: "changed", class: "bjt-changed" }, this.t("changed")),
      ),
      h(
        "fieldset",
        { key: "set", disabled: locked, "aria-describedby": locked ? `${lockedId} ${words}` : words },
        h("legend", { key: "legend", class: "bjt-sr" }, this.t("How to read {clause}", { clause: clause.id })),
        h("div", { key: "words", id: words }, h("p", { key: "text" }, clause.text), h("p", { key: "where", class: "bjt-where" }, clause.where), clause.open && h("p", { key: "open", class: "bjt-open" }, h("span", { class: `bjt-sure bjt-sure-${clause.sure}` }, clause.sure_text), `: ${clause.open}`)),
        clause.readings.map((reading) =>
          h(
            "label",
            { key: reading.id, class: "bjt-reading" },
            h("input", { type: "radio", name: `${this.uid}-${clause.id}`, value: reading.id, "data-kind": "reading", "data-clause": clause.id, checked: reading.id === clause.chosen }),
            h("span", {}, reading.label, reading.default && h("small", {}, ` ${this.t("(usual)")}`)),
          ),
        ),
      ),
    );
  }

  historyPanel() {
    const rows = this.get("history") || [];
    return h(
      "details",
      { key: "history", class: "bjt-panelbox", "data-part": "history", open: this.local.open.history ?? true },
      h("summary", {}, h("h3", {}, this.t("History"))),
      !rows.length && h("p", { key: "none", class: "bjt-hint" }, this.t("Rounds you have played are listed here.")),
      rows.length > 0 &&
        h(
          "div",
          { key: "scroll", class: "bjt-scroll", tabindex: "0", role: "region", "aria-label": this.t("History") },
          h(
            "table",
            { class: "bjt-history" },
            h("thead", {}, h("tr", {}, [this.t("Round"), this.t("Hands"), this.t("Dealer"), this.t("Net")].map((word, index) => h("th", { key: index, scope: "col" }, word)))),
            h("tbody", {}, rows.map((row) => this.historyRow(row))),
          ),
        ),
    );
  }

  historyRow(row) {
    const tone = row.tone < 0 ? "bjt-bad" : row.tone > 0 ? "bjt-good" : "";
    return h(
      "tr",
      { key: row.key },
      h("th", { scope: "row", title: row.title }, row.round),
      h("td", {}, row.hands.map((hand, index) => h("div", { key: index, class: "bjt-line" }, hand.cards.map((code, at) => h("span", { key: at }, shortCard(code))), h("small", {}, hand.result)))),
      h("td", {}, h("div", { class: "bjt-line" }, row.dealer.map((code, at) => h("span", { key: at }, shortCard(code))))),
      h("td", { class: `bjt-net ${tone}` }, this.signed(row.net)),
    );
  }

  stop() {
    this.stopped = true;
    for (const stop of this.stops) stop();
    for (const timer of this.waits.values()) clearTimeout(timer);
    clearTimeout(this.pacer);
    this.root.remove();
  }
}

/** The screen that is shown: another module in the same file may have put its own, on this base. */
let Shown = Screen;

function render({ model, el }) {
  const screen = new Shown(model, el);
  return () => screen.stop();
}

export { face };
export default { render };
