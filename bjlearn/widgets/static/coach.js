// The coach: verdicts beside the hand, what mistakes have cost, the same cards elsewhere. One module with table.js.
// All words come from Python in the language of the screen; a value decides only how long a bar is.

const BESIDE = 1150; // width of the screen from which a verdict has room beside the hand

function coachOf(screen) {
  return screen.view.coach || null;
}

/** Whether the present question has been advised on. */
function advised(screen) {
  const coach = coachOf(screen);
  return Boolean(coach && coach.verdicts.some((one) => one.grade === null));
}

function besideFits(screen) {
  const table = screen.table;
  const hands = table ? table.seats.reduce((sum, seat) => sum + seat.hands.length, 0) : 0;
  return hands === 1 && table.seats[0].hands[0].cards.length < 6 && screen.root.clientWidth >= BESIDE;
}

/** The verdict in the felt, to the right of the only hand, where it has room. */
function coachBeside(screen) {
  const coach = coachOf(screen);
  if (!coach || !besideFits(screen)) return null;
  const told = coach.verdicts.filter((one) => one.grade !== "best");
  return told.length > 0 && h("div", { key: "beside", class: "bjc-beside" }, told.map((one, index) => coachVerdict(screen, one, index, false)));
}

/** At the hand: what the last choice there gave away. */
function coachTag(screen, place) {
  const coach = coachOf(screen);
  const one = coach && coach.verdicts.find((verdict) => verdict.place === place && verdict.short && verdict.grade === "mistake");
  return one ? h("div", { key: "coach", class: "bjc-tag" }, one.short) : null;
}

function coachBox(screen) {
  const coach = coachOf(screen);
  if (!coach || screen.view.phase === "ended") return null;
  const beside = besideFits(screen);
  return h(
    "section",
    { key: "coach", class: "bjt-panelbox bjc-box", "aria-label": screen.t("Coach") },
    coachSettings(screen, coach),
    coach.verdicts.map((one, index) => (beside && one.grade !== "best" ? coachReasons(one, `r${index}`) : coachVerdict(screen, one, index, true))),
    coach.tally.length > 0 && coachTally(screen, coach),
    coach.wide && coachWide(screen, coach),
  );
}

function coachSettings(screen, coach) {
  const pick = (what, word, choices, value) =>
    h(
      "label",
      { key: what, class: "bjc-pick" },
      h("span", {}, word),
      h("select", { "data-kind": "coach", "data-what": what, value }, choices.map(([id, name]) => h("option", { key: id, value: id, selected: id === value }, name))),
    );
  return h(
    "div",
    { key: "settings", class: "bjc-settings" },
    pick("mode", screen.t("Coach"), coach.modes, coach.mode),
    pick("by", screen.t("Counts"), coach.bys, coach.by),
    h(
      "button",
      { key: "hint", type: "button", class: "bjt-button bjt-small-button", "data-do": "hint", "aria-disabled": screen.question && !advised(screen) ? null : "true", "aria-keyshortcuts": "?" },
      h("span", {}, screen.t("What is best?")),
      h("kbd", { "aria-hidden": "true" }, "?"),
    ),
    h(
      "button",
      { key: "wide", type: "button", class: "bjt-button bjt-small-button", "data-do": `wide:${coach.wide ? "no" : "yes"}`, "aria-expanded": String(coach.wide) },
      h("span", {}, screen.t("The same cards elsewhere")),
    ),
  );
}

function coachVerdict(screen, one, index, full) {
  const tone = one.grade === "mistake" ? "bad" : one.grade === null ? "tip" : "good";
  return h(
    "div",
    { key: `v${index}`, class: `bjc-verdict bjc-${tone}`, "data-grade": one.grade ?? "hint" },
    h("p", { key: "head", class: "bjc-head", role: "status" }, h("b", {}, one.head), one.cost && h("span", {}, one.cost), one.grade !== null && one.grade !== "best" && h("span", { key: "best" }, one.best)),
    one.grade !== "best" && [coachBars(screen, one.bars, full), one.look && h("p", { key: "look", class: "bjc-small" }, one.look)],
    full && one.grade !== "best" && coachReasons(one, "reasons"),
  );
}

function coachReasons(one, key) {
  return h(
    "ul",
    { key, class: "bjc-reasons" },
    one.reasons.map((reason) => h("li", { key: reason.kind, "data-reason": reason.kind }, reason.text, reason.clause && h("span", { class: "bjt-clause" }, reason.clause))),
  );
}

/** A bar for every decision, from the same zero; one that is not legal is grey and says why. */
function coachBars(screen, bars, full = true) {
  const values = bars.filter((bar) => bar.why === undefined).map((bar) => bar.value);
  const low = Math.min(0, ...values);
  const span = Math.max(0, ...values) - low || 1;
  const at = (value) => `${(100 * (value - low)) / span}%`;
  return h(
    "ul",
    { key: "bars", class: "bjc-bars" },
    bars.map((bar) =>
      bar.why !== undefined
        ? h("li", { key: bar.name, class: "bjc-row bjc-not", "data-bar": bar.name }, h("span", { class: "bjc-word" }, bar.word), h("span", { class: "bjc-why", title: full ? null : bar.why }, full ? bar.why : bar.clause ? "" : bar.why, bar.clause && h("span", { class: "bjt-clause" }, bar.clause)))
        : h(
            "li",
            { key: bar.name, class: `bjc-row${bar.best ? " bjc-best" : ""}${bar.chosen ? " bjc-chosen" : ""}`, "data-bar": bar.name },
            h("span", { class: "bjc-word" }, bar.best ? "\u2713 " : "", bar.word, bar.chosen && h("small", {}, ` ${screen.t("(yours)")}`)),
            h(
              "span",
              { class: "bjc-track", "aria-hidden": "true" },
              h("i", { key: "zero", class: "bjc-zero", style: `left:${at(0)}` }),
              h("i", { key: "bar", class: `bjc-bar${bar.value < 0 ? " bjc-minus" : ""}`, style: `left:${at(Math.min(0, bar.value))};width:${(100 * Math.abs(bar.value)) / span}%` }),
            ),
            h("span", { class: "bjc-value" }, bar.text),
          ),
    ),
  );
}

function coachTally(screen, coach) {
  return h(
    "details",
    { key: "tally", class: "bjc-tally", "data-part": "tally", open: screen.local.open.tally ?? false },
    h("summary", {}, screen.t("Mistakes this session: {n}; chips {cost}", { n: coach.tally[1].text, cost: coach.tally[3].text })),
    h("dl", {}, coach.tally.map((row, index) => h("div", { key: index }, h("dt", {}, row.label), h("dd", {}, row.text)))),
  );
}

function coachWide(screen, coach) {
  const rows = coach.elsewhere;
  if (!rows) return h("p", { key: "none", class: "bjt-hint" }, screen.t("Deal, and the cards are set beside the other documents here."));
  return h(
    "div",
    { key: "wide", class: "bjc-wide" },
    rows.map((row) =>
      h(
        "section",
        { key: row.id, class: `bjc-there${row.here ? " bjc-here" : ""}`, "data-doc": row.id },
        h("h4", { key: "title" }, row.title, row.here && h("small", {}, ` ${screen.t("(here)")}`)),
        row.none && h("p", { key: "none", class: "bjc-small" }, row.none, row.clause && h("span", { class: "bjt-clause" }, row.clause)),
        row.bars && row.bars.length > 0 && [coachBars(screen, row.bars), row.look && h("p", { key: "look", class: "bjc-small" }, row.look)],
        row.outcome && coachOutcome(screen, row.outcome),
        row.differences &&
          row.differences.length > 0 &&
          h(
            "ul",
            { key: "differences", class: "bjc-differences" },
            row.differences.map((one) =>
              h("li", { key: one.about }, h("b", {}, one.about), " ", one.here && h("span", { key: "h", class: "bjt-clause" }, one.here), " \u2192 ", one.there && h("span", { key: "t", class: "bjt-clause" }, one.there), " ", h("span", { key: "x" }, one.text)),
            ),
          ),
      ),
    ),
  );
}

function coachOutcome(screen, outcome) {
  return h(
    "div",
    { key: "outcome", class: "bjc-outcome" },
    h("p", { key: "net" }, outcome.net === null ? screen.t("What it would have paid cannot be told.") : screen.t("These cards: {net} chips", { net: outcome.net })),
    outcome.notes.map((note, index) => h("p", { key: index, class: "bjc-small" }, note.text, note.clause && h("span", { class: "bjt-clause" }, note.clause))),
  );
}
