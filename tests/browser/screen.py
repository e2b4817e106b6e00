"""The Play screen as a test drives it: a given table in a real page, the same table in the test, and all that crosses."""

from __future__ import annotations

import base64
import json
import struct
import uuid
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from difflib import unified_diff
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any, Self

import psutil
from playwright.sync_api import Browser, Page, Route, WebSocket
from playwright.sync_api import TimeoutError as TooLong

from bjlearn.cards import OrderedShoe, cards
from bjlearn.documents import load
from bjlearn.game import Insure, Round, Table, decision
from bjlearn.widgets.said import said
from tests.conftest import PATIENCE, Server, Watch

KEYS = {
    "hit": "h",
    "stand": "s",
    "double": "d",
    "split": "p",
    "surrender": "r",
    "insure": "i",
    "no insurance": "n",
    "no surrender": "n",
}
RESULTS = {
    "natural": "Natural",
    "win": "Win",
    "push": "Push",
    "lose": "Lose",
    "bust": "Bust",
    "surrender": "Surrendered",
    "returned": "Stake back",
}
CHIPS = (500, 100, 25, 5, 1)

IN_PAGE = """
// The page's own connections, so that a test can send over them what a person with a debugger could.
window.bjSockets = [];
window.WebSocket = class extends WebSocket {
  constructor(...more) {
    super(...more);
    window.bjSockets.push(this);
  }
};
window.bjSend = (packets, mark) => new Promise((done, fail) => {
  setTimeout(() => fail(new Error("the kernel has not answered")), 45000);
  const socket = window.bjSockets.findLast((one) => one.readyState === 1);
  const heard = (event) => {
    const text = typeof event.data === "string" ? event.data : new TextDecoder().decode(event.data);
    if (!text.includes(mark)) return;
    socket.removeEventListener("message", heard);
    done();
  };
  socket.addEventListener("message", heard);
  for (const packet of packets) socket.send(Uint8Array.from(atob(packet), (letter) => letter.charCodeAt(0)));
});
const sorted = (value) => Array.isArray(value) ? value.map(sorted) : value && typeof value === "object"
  ? Object.fromEntries(Object.keys(value).sort().map((name) => [name, sorted(value[name])])) : value;
window.bjShown = () => {
  const bj = document.querySelector(".bj:not([data-old])");
  if (!bj) return "nothing";
  const cards = (element) => [...element.querySelectorAll("[data-card]")].map((one) => one.dataset.card);
  const text = (element, name) => element.querySelector(name)?.textContent ?? null;
  const hands = {};
  for (const hand of bj.querySelectorAll("[data-hand]")) {
    const result = hand.querySelector(".bjt-result");
    hands[hand.dataset.hand] = {
      cards: cards(hand), stake: text(hand, ".bjt-stake b"), active: hand.getAttribute("aria-current") === "true",
      result: result && [text(result, "span"), text(result, "b")], insurance: text(hand, ".bjt-insurance"),
    };
  }
  const buttons = {};
  for (const one of bj.querySelectorAll("[data-do^='decide:'], [data-do=insure]")) {
    buttons[one.dataset.do.replace("decide:", "")] = one.getAttribute("aria-disabled") !== "true";
  }
  return JSON.stringify(sorted({
    dealer: cards(bj.querySelector(".bjt-dealer") || bj), hands, buttons, bankroll: text(bj, "[data-part=bankroll]"),
    headline: text(bj, ".bjt-headline b"), said: text(bj, ":scope > [role=status]"), focus: bj.contains(document.activeElement),
  }));
};
"""


def number(value: Any) -> str:
    """A number as the screen writes it in English."""
    return value if isinstance(value, str) else f"{float(value):,.4f}".rstrip("0").rstrip(".")


def signed(value: Any) -> str:
    """Chips won or lost, as the screen writes them in English."""
    return "0" if value == 0 else f"\N{MINUS SIGN}{number(-value)}" if value < 0 else f"+{number(value)}"


class Mirror:
    """The table that the screen plays, played by the test itself with the same cards.

    Args:
        doc: of the rules.
        cards_: in the order in which they leave the shoe; or
        seed: of the shoe.
        bankroll: chips at the start.
    """

    def __init__(self, doc: str, *, cards_: str | None = None, seed: int | None = None, bankroll: int = 1000) -> None:
        self.given: dict[str, Any] = {"doc": doc, "bankroll": bankroll}
        self.given |= {"cards": cards_} if cards_ is not None else {"seed": seed}
        self.rules = load(doc).rules()
        self.shoe = None if cards_ is None else OrderedShoe(cards(cards_))
        self.table = Table(self.rules, (bankroll,), minimum=5, maximum=500, seed=seed, shoe=self.shoe)
        self.before: dict[str, Any] | None = None

    @property
    def round(self) -> Round:
        assert self.table.round is not None
        return self.table.round

    def deal(self, stakes: Sequence[int]) -> None:
        self.before = None
        self.table.deal([stake for stake in stakes if stake])

    def do(self, name: str) -> None:
        self.before = self.round.view()
        assert self.round.do(decision(name))

    def shown(self) -> dict[str, Any]:
        """What the screen has to show now."""
        view = self.round.view()
        asked = view["question"]
        hands = {
            f"{seat['seat']}-{hand['hand']}": self._hand(seat, hand, asked) for seat in view["seats"] for hand in seat["hands"]
        }
        names = [*asked["legal"], *asked["illegal"]] if asked else []
        net = self.round.net
        words = f"You win {number(net)} chips" if net > 0 else f"You lose {number(-net)} chips"
        return {
            "dealer": [code or "" for code in view["dealer"]["cards"]],
            "hands": hands,
            "buttons": {name: name in asked["legal"] for name in names},
            "bankroll": number(view["bankrolls"][0]),
            "headline": None if asked else words if net else "Even: no chips won or lost",
            "said": said(self.before, view, "en"),
            "focus": True,
        }

    def _hand(self, seat: dict[str, Any], hand: dict[str, Any], asked: dict[str, Any] | None) -> dict[str, Any]:
        result = None
        if hand["result"]:
            stays = hand["result"] == "push" and self.rules.push.value == "stays"
            net = hand["net"]
            result = [RESULTS[hand["result"]] + (", stays" if stays else ""), signed(net) if net else None]
        insured = seat["insurance"] if hand["hand"] == 0 and (seat["insurance"] or {}).get("stake") else None
        side = None
        if insured:
            done = insured["result"] is not None
            side = f"Insurance {signed(insured['net'])}" if done else f"Insurance {number(insured['stake'])}"
        active = asked is not None and (asked["seat"], asked["hand"]) == (seat["seat"], hand["hand"])
        return {
            "cards": hand["cards"],
            "stake": number(hand["stake"]),
            "active": active,
            "result": result,
            "insurance": side,
        }


@dataclass
class Frame:
    """One frame of a websocket.

    Attributes:
        sent: by the page; otherwise received.
        text: all of it, as text.
        parts: channel, header, parent header, metadata and content, where it is a message of Jupyter's.
    """

    sent: bool
    text: str
    parts: list[Any] = field(default_factory=list)

    @classmethod
    def of(cls, frame: str | bytes, *, sent: bool) -> Self:
        if isinstance(frame, str):
            said_ = json.loads(frame)
            names = ("channel", "header", "parent_header", "metadata", "content")
            return cls(sent, frame, [said_.get(name) for name in names])
        count = struct.unpack_from("<Q", frame)[0]
        ends = struct.unpack_from(f"<{count}Q", frame, 8)
        raw = [frame[start:end] for start, end in pairwise(ends)]
        return cls(sent, frame.decode("utf-8", "replace"), [raw[0].decode(), *(json.loads(part) for part in raw[1:5])])

    @property
    def kind(self) -> str:
        return str(self.parts[1]["msg_type"])

    @property
    def content(self) -> dict[str, Any]:
        return dict(self.parts[4])


def packed(content: dict[str, Any], kind: str = "comm_msg", channel: str = "shell") -> bytes:
    """A message as a page's own script packs it."""
    header = {"msg_id": uuid.uuid4().hex, "msg_type": kind, "username": "", "session": uuid.uuid4().hex, "version": "5.3"}
    header["date"] = "2026-01-01T00:00:00Z"
    parts = [channel.encode(), *(json.dumps(part).encode() for part in (header, {}, {}, content))]
    ends = [8 * (len(parts) + 2)]
    for part in parts:
        ends.append(ends[-1] + len(part))
    return struct.pack(f"<{len(ends) + 1}Q", len(ends), *ends) + b"".join(parts)


class PlayPage:
    """A page with a given table.

    Args:
        browser: that opens it.
        server: with the pages of ``tests/browser/given``.
        mirror: the table to put there.
        more: of the table: language, theme, a leak.
        width: of the window.
        still: no movement, as people ask for who are made sick by it.
        cut: nothing but this machine is to be reached.
    """

    def __init__(
        self,
        browser: Browser,
        server: Server,
        mirror: Mirror,
        *,
        width: int = 1280,
        still: bool = True,
        cut: bool = False,
        **more: Any,
    ) -> None:
        self.server, self.width = server, width
        self.folder = Path(server.folder) / uuid.uuid4().hex
        self.folder.mkdir()
        self.context = browser.new_context(
            viewport={"width": width, "height": 900}, locale="en-GB", reduced_motion="reduce" if still else "no-preference"
        )
        self.context.add_init_script(IN_PAGE)
        if cut:
            self.context.route("**/*", cut_off)
        self.page: Page = self.context.new_page()
        self.page.set_default_timeout(PATIENCE * 1000)
        self.watch = Watch()
        self.watch.over(self.page)
        self.frames: list[Frame] = []
        self.page.on("websocket", self._connected)
        self._write(mirror, more)
        assert server.url
        self.page.goto(f"{server.url}given?given={self.folder.name}")
        self._arrived()
        self.page.set_default_timeout(45_000)  # what takes long is the start of a kernel

    def _connected(self, socket: WebSocket) -> None:
        for event, sent in (("framesent", True), ("framereceived", False)):
            socket.on(event, partial(self._crossed, sent=sent))

    def _crossed(self, frame: str | bytes, *, sent: bool) -> None:
        self.frames.append(Frame.of(frame, sent=sent))

    def _write(self, mirror: Mirror, more: dict[str, Any]) -> None:
        self.mirror = mirror
        (self.folder / "table.json").write_text(json.dumps(mirror.given | more))

    def _arrived(self) -> None:
        self.page.locator(".bj:not([data-old]) .bjt-felt").wait_for()
        # Voila gives the focus to the table once the page is there; after another table the test does
        self.page.locator(".bj:not([data-old]) .bjt-felt").focus()

    def close(self) -> None:
        self.page.close(run_before_unload=False)
        self.context.close()

    def another(self, mirror: Mirror, **more: Any) -> Mirror:
        """Put another table on the same page."""
        self._write(mirror, more)
        self.page.evaluate("document.querySelectorAll('.bj').forEach((one) => { one.dataset.old = ''; })")
        self.page.get_by_role("button", name="Another table").click()
        self.page.locator(".bj[data-old]").wait_for(state="detached")
        self._arrived()
        return mirror

    # what a person does

    def shows(self, what: dict[str, Any]) -> None:
        """Wait until the screen shows this and nothing else."""
        wanted = json.dumps(what, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        try:
            self.page.wait_for_function("(wanted) => bjShown() === wanted", arg=wanted, timeout=30_000)
        except TooLong:
            shown, wanted = (
                json.dumps(one, indent=1, sort_keys=True) for one in (json.loads(self.page.evaluate("bjShown()")), what)
            )
            differ = "\n".join(unified_diff(wanted.splitlines(), shown.splitlines(), "the round", "the screen", lineterm=""))
            raise AssertionError(differ) from None

    def place(self, stakes: Sequence[int], how: str) -> None:
        """Stake, and ask for the cards."""
        if how == "mouse":
            self.page.locator("[data-do=clear]").click()
            for index, stake in enumerate(stakes):
                spot = self.page.locator(f"[data-do='spot:{index}']")
                (spot if spot.count() else self.page.locator(f"[data-field='{index}']")).click()
                there, standing = 0, self.mirror.table.standing.get((0, index), 0)
                for chip in CHIPS:
                    while there + chip <= stake - standing:
                        self.page.locator(f"[data-do='chip:{chip}']").click()
                        there += chip
            self.page.locator("[data-do=deal]").click()
            return
        for index, stake in enumerate(stakes):
            self.tab_to(f"[data-field='{index}']")
            self.page.keyboard.press("Control+a")
            self.page.keyboard.type(str(stake))
        self.page.keyboard.press("Enter")

    def tab_to(self, selector: str) -> None:
        """Go there by the tabulator alone."""
        for _ in range(60):
            if self.page.evaluate("(selector) => document.activeElement.matches(selector)", selector):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"the tabulator does not lead to {selector}")

    def decide(self, name: str, how: str) -> None:
        """Answer what is asked."""
        plain = name.split(maxsplit=1)[0] if name.startswith("insure") else name
        amount = decision(name)
        if isinstance(amount, Insure) and amount.amount is not None:
            self._set_insurance(str(amount.amount), how)
        if how == "mouse":
            self.page.locator(f"[data-do='{'insure' if plain == 'insure' else f'decide:{plain}'}']").click()
        else:
            self.page.keyboard.press(KEYS[plain])

    def _set_insurance(self, amount: str, how: str) -> None:
        field_ = self.page.locator("[data-field=insure]")
        if how == "mouse":
            while field_.input_value() != amount:
                self.page.locator("[data-do=less]").click()
            return
        self.tab_to("[data-field=insure]")
        self.page.keyboard.press("Control+a")
        self.page.keyboard.type(amount)
        self.tab_to("[data-do=more]")

    def deal(self, stakes: Sequence[int], how: str) -> None:
        """Deal here and there."""
        self.place(stakes, how)
        self.mirror.deal(stakes)
        self.shows(self.mirror.shown())

    def do(self, name: str, how: str) -> None:
        """Decide here and there."""
        self.decide(name, how)
        self.mirror.do(name)
        self.shows(self.mirror.shown())

    def play(self, stakes: Sequence[int], decisions: Sequence[str], how: str) -> None:
        """A whole round, each step held against the test's own."""
        self.deal(stakes, how)
        for name in decisions:
            self.do(name, how)
        assert self.mirror.round.over

    def play_on(self, stakes: Sequence[int], choose: Callable[[list[str]], str], how: str) -> None:
        """A whole round, each decision chosen among the legal ones."""
        self.deal(stakes, how)
        while not self.mirror.round.over:
            self.do(choose(self.mirror.round.legal()), how)

    # what a person with a debugger does

    @property
    def comm(self) -> str:
        """The id of the table's connection, as the page's own messages name it."""
        for frame in reversed(self.frames):
            if frame.sent and frame.kind == "comm_msg" and (frame.content["data"].get("content") or {}).get("type") == "ping":
                return str(frame.content["comm_id"])
        raise AssertionError("the page has sent no message")

    def sends(self, *datas: Any, comm: str | None = None) -> dict[str, Any]:
        """Send data of comm messages over the page's own websocket; what is true in the kernel after all were taken."""
        (self.folder / "state.json").unlink(missing_ok=True)
        mark = uuid.uuid4().int % 10**8
        ping = [{"method": "custom", "content": {"type": "ping", "n": mark + step}} for step in (0, 1)]
        contents = [{"comm_id": comm or self.comm, "data": data} for data in datas]
        contents += [{"comm_id": self.comm, "data": data} for data in ping]
        packets = [base64.b64encode(packed(content)).decode() for content in contents]
        # answered in turn: when the second ping is, the state after the first is written
        self.page.evaluate("([packets, mark]) => bjSend(packets, mark)", [packets, f'"n": {mark + 1}'])
        state: dict[str, Any] = json.loads((self.folder / "state.json").read_text())
        assert state.pop("asked") in (mark, mark + 1)
        return state

    def kernel(self) -> list[psutil.Process]:
        """The process behind the page."""
        return kernel_of(self.page, self.server)


def kernel_of(page: Page, server: Server) -> list[psutil.Process]:
    """The process behind a page."""
    name = page.evaluate("JSON.parse(document.getElementById('jupyter-config-data').textContent).kernelId")
    found = [process for process in server.kernels() if any(name in part for part in process.cmdline())]
    assert len(found) == 1
    return found


def cut_off(route: Route) -> None:
    """Let through what is for this machine, as if there were no other."""
    if route.request.url.startswith(("http://127.0.0.1:", "data:", "blob:")):
        route.continue_()
    else:
        route.abort("internetdisconnected")


OpenPlay = Callable[..., PlayPage]


def opener(browser: Browser, server: Server) -> Iterator[OpenPlay]:
    """Open given tables; all are closed at the end, and none of them has had an error or asked outside."""
    opened: list[PlayPage] = []

    def start(mirror: Mirror, **more: Any) -> PlayPage:
        opened.append(PlayPage(browser, server, mirror, **more))
        return opened[-1]

    yield start
    for one in opened:
        one.close()


__all__ = ["Frame", "Mirror", "OpenPlay", "PlayPage", "kernel_of", "number", "opener", "packed", "signed"]
