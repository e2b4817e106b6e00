// The AI players at the table: their places, their turn, and how fast they go. One module with table.js.
//
// An AI player moves when the browser asks for its next step, after a while that the person chooses; Python decides what the
// step is. Nothing is locked meanwhile: "Go on" asks for all steps up to the person's own turn.

const PACE = { fast: 350, normal: 950, slow: 2000 }; // milliseconds from one step to the next, once the cards lie
const AFTER_SKIP = 500; // milliseconds in which a second press of Enter deals no new round

function companyOf(screen) {
  return screen.view.company || null;
}

function placeOf(screen, seat) {
  const company = companyOf(screen);
  return (company && company.seats.find((one) => one.seat === seat)) || null;
}

/** Whether it is an AI player's turn. */
function mateTurn(screen) {
  const company = companyOf(screen);
  return Boolean(company && company.turn);
}

/** The places of the table that are the person's own. */
function ownSeats(screen) {
  return screen.table.seats.filter((seat) => (placeOf(screen, seat.seat) || { own: true }).own);
}

/** What a place is called, where others sit at the table too. */
function seatName(screen, seat) {
  const place = placeOf(screen, seat);
  return place ? place.name : null;
}

/** Ask for the next step of the AI players when it is time; called after every drawing. */
function companyPace(screen, mark) {
  const company = companyOf(screen);
  const local = screen.local;
  const turn = Boolean(company && company.turn);
  if (!turn) local.skipping = false;
  const waits = turn && !screen.lost && company.pace !== "off";
  const key = waits ? `${mark}/${company.pace}/${Boolean(local.skipping)}` : null;
  if (screen.paced === key) return;
  screen.paced = key;
  clearTimeout(screen.pacer);
  if (!waits) return;
  const still = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
  const lie = still || screen.root.classList.contains("bjt-still") ? 0 : screen.settle || 0;
  const step = () => screen.send({ type: local.skipping ? "skip" : "go", round: screen.view.round, step: screen.table.step });
  screen.pacer = setTimeout(step, local.skipping ? 0 : lie + PACE[company.pace]);
}

/** Go on to the person's own turn, or to the end of the round. */
function companySkip(screen) {
  if (!mateTurn(screen) || screen.local.skipping) return;
  // a step may be on its way already: what is asked for then follows at the next one
  screen.local.skipping = true;
  screen.local.skipped = performance.now();
}

function skippedJustNow(screen) {
  return performance.now() - (screen.local.skipped ?? -Infinity) < AFTER_SKIP;
}

/** A place of an AI player; null where it is the person's own. */
function companySeat(screen, seat) {
  const place = placeOf(screen, seat.seat);
  if (!place || place.own) return null;
  return h(
    "div",
    { key: seat.seat, class: "bjt-seat bjm-mate", style: `--hands:${seat.hands.length}`, "data-split": seat.hands.length > 1 ? "yes" : null },
    h("h3", { key: "name", class: "bjt-name" }, place.name),
    h(
      "div",
      { key: "hands", class: "bjt-hands" },
      seat.hands.map((hand) => h("div", { key: hand.hand, class: "bjm-hand" }, screen.hand(seat, hand), h("p", { key: "act", class: "bjm-act" }, place.acts[hand.hand] || "\u00a0"))),
    ),
  );
}

/** Before the first deal: who will be dealt to, in order, the person's own places among them. */
function companySpots(screen, own) {
  const company = companyOf(screen);
  if (!company || !company.seats.length) return own;
  return company.seats.map((place) =>
    place.own ? h("div", { key: "own", class: "bjm-own" }, own) : h("div", { key: `mate${place.seat}`, class: "bjm-waiting" }, h("b", {}, place.name), h("span", {}, screen.t("{n} chips", { n: screen.number(place.chips) }))),
  );
}

function companyBar(screen) {
  const company = companyOf(screen);
  const asked = screen.table.question;
  const hand = screen.handOf(asked);
  return [
    screen.prompt([h("b", {}, company.turn), h("span", {}, screen.t("{total} against {up}", { total: screen.totalText(hand), up: screen.upText() }))]),
    h(
      "div",
      { key: "mates", class: "bjt-actions bjt-two" },
      h(
        "button",
        { key: "skip", type: "button", class: "bjt-button bjt-action bjt-main-action", "data-do": "skip", "aria-keyshortcuts": "Enter" },
        h("span", {}, screen.t("Go on to your turn")),
        h("kbd", { "aria-hidden": "true" }, "Enter"),
      ),
    ),
  ];
}

function companyPanel(screen) {
  const company = companyOf(screen);
  if (!company) return null;
  const locked = !screen.between;
  const lockedId = `${screen.uid}-company-locked`;
  const seated = company.others.filter((who) => who !== "nobody").length;
  const pick = (what, word, choices, value, disabled) =>
    h(
      "label",
      { key: what, class: "bjm-pick" },
      h("span", {}, word),
      h(
        "select",
        { "data-kind": "company", "data-what": what, value, disabled, "aria-describedby": disabled ? lockedId : null },
        choices.map(([id, name]) => h("option", { key: id, value: id, selected: id === value }, name)),
      ),
    );
  return h(
    "details",
    { key: "company", class: "bjt-panelbox", "data-part": "company", open: screen.local.open.company ?? false },
    h("summary", {}, h("h3", {}, screen.t("Other players")), h("span", { class: "bjm-count" }, seated ? screen.number(seated) : screen.t("nobody"))),
    locked && h("p", { key: "locked", class: "bjt-locked", id: lockedId }, screen.t("A round is on the table: finish it, then others can sit down or leave.")),
    h("p", { key: "hint", class: "bjt-hint" }, screen.t("AI players of the training document. They see what you see, and play with chips of their own.")),
    h(
      "div",
      { key: "picks", class: "bjm-picks" },
      company.others.map((who, index) => pick(`seat${index + 1}`, screen.t("Player {n}", { n: index + 1 }), company.levels, who, locked)),
      pick("place", screen.t("You are dealt to"), company.places, company.place, locked || !seated),
      pick("pace", screen.t("They play"), company.paces, company.pace, false),
    ),
    h("dl", { key: "about", class: "bjm-about" }, company.about.map(([name, text]) => h("div", { key: name }, h("dt", {}, name), h("dd", {}, text)))),
  );
}
