"""What the landing page says: what this is, the documents at a glance, the way to the dashboard and to each lesson."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from bjlearn.app.character import Trait, traits
from bjlearn.text import LANGUAGES, N_, Message

THEMES = ("light", "dark")
LANGUAGE_NAMES = {"en": "English", "it": "Italiano", "ro": "Română"}

_WORDS = {
    "headline": N_("Blackjack, as the rules are written"),
    "what": N_(
        "Four real documents describe blackjack, each a little differently: play them, and see what every choice was worth."
    ),
    "how": N_("Every rule leads back to the clause it comes from, and every figure is exact for the rules you choose."),
    "open": N_("Open the dashboard"),
    "table": N_("Just the table"),
    "documents": N_("Four documents, four games"),
    "lessons": N_("Lessons"),
    "play": N_("Play this game"),
    "play_title": N_("Play {title}"),
    "chips": N_("The chips are virtual and have no money value."),
    "language": N_("Language"),
    "theme": N_("Theme"),
    "light": N_("Light"),
    "dark": N_("Dark"),
    "edge": N_("house edge"),
    "working": N_("being worked out …"),
    "edge_is": N_(
        "The house edge is what a player who makes no mistake loses of each opening stake, on average; by the usual readings."
    ),
    "skip": N_("Skip to the content"),
    "who": N_("Who you are"),
    "name": N_("Your name"),
    "group": N_("Class code"),
    "save": N_("Save"),
    "why": N_(
        "You can leave both empty. Your instructor sees the name; the class code brings you what your class was asked to do."
    ),
    "none": N_("No lesson is here yet."),
}


def chosen_theme(asked: str) -> str:
    """The theme that the address asks for; empty where the system's is to be taken."""
    return asked if asked in THEMES else ""


def link_query(language: str, theme: str, **more: str) -> str:
    """What links pass on: language and theme as far as they were chosen, and more.

    Args:
        language: the language of the address; left out where it is none of ours.
        theme: the theme of the address; left out where empty.
        more: other keys and values.
    """
    chosen = {**more, "lang": language if language in LANGUAGES else "", "theme": theme}
    kept = {key: value for key, value in chosen.items() if value}
    return f"?{urlencode(kept)}" if kept else ""


@dataclass(frozen=True, slots=True)
class Glance:
    """One document on the landing page.

    Attributes:
        id: the document's.
        titles: language to title.
        traits: its character, most telling first.
        edge: its house edge, as a fraction of the opening stake; None until it is worked out.
    """

    id: str
    titles: dict[str, str]
    traits: tuple[Trait, ...]
    edge: float | None = None


@dataclass(frozen=True, slots=True)
class Landing:
    """All that the landing page shows, found once when the server starts.

    Attributes:
        documents: the documents at a glance.
        lessons: address and title of each lesson.
        pages: addresses of the other pages.
    """

    documents: tuple[Glance, ...]
    lessons: tuple[tuple[str, str], ...]
    pages: tuple[str, ...]

    @classmethod
    def of(cls, folder: Path, pages: dict[str, str]) -> Landing:
        """The landing page of a folder of pages.

        Args:
            folder: where the notebooks are.
            pages: address to notebook.
        """
        lessons = [(address, title_of(folder / name)) for address, name in pages.items() if address.startswith("lessons/")]
        others = [address for address in pages if not address.startswith("lessons/")]
        return cls(glances(), tuple(lessons), tuple(others))

    def with_edge(self, document: str, edge: float) -> Landing:
        """The page with one more house edge.

        Args:
            document: whose it is.
            edge: as a fraction of the opening stake.
        """
        documents = tuple(replace(item, edge=edge) if item.id == document else item for item in self.documents)
        return replace(self, documents=documents)

    def context(self, language: str, theme: str, query: str) -> dict[str, Any]:
        """What the page's template needs.

        Args:
            language: the language to show.
            theme: ``light``, ``dark`` or empty for the system's.
            query: what links pass on.
        """
        asked = language if query and f"lang={language}" in query else ""
        documents = [
            {
                "id": item.id,
                "title": item.titles.get(language, item.titles.get("en", item.id)),
                "traits": [(trait.name.text(language), trait.value.text(language)) for trait in item.traits],
                "edge": "" if item.edge is None else percent(item.edge, language),
                "query": link_query(asked, theme, doc=item.id),
            }
            for item in self.documents
        ]
        return {
            "language": language,
            "words": {key: Message(text).text(language) for key, text in _WORDS.items() if "{" not in text},
            "play_words": {item["id"]: Message(_WORDS["play_title"], title=item["title"]).text(language) for item in documents},
            "documents": documents,
            "waiting": any(item.edge is None for item in self.documents),
            "lessons": [
                {"address": address, "title": title, "number": number} for number, (address, title) in enumerate(self.lessons, 1)
            ],
            "has_dashboard": "dashboard" in self.pages,
            "has_table": "play" in self.pages,
            "query": query,
            "languages": [(code, LANGUAGE_NAMES[code], link_query(code, theme)) for code in LANGUAGES],
            "themes": [(name, Message(_WORDS[name]).text(language), link_query(asked, name)) for name in THEMES],
        }


def percent(fraction: float, language: str) -> str:
    """A fraction in percent to two decimals, as a language writes it: ``0.48 %``, ``0,48 %``.

    Args:
        fraction: such as 0.0048.
        language: English has a point, the others a comma.
    """
    text = f"{fraction * 100:.2f}\N{NO-BREAK SPACE}%".replace("-", "\N{MINUS SIGN}")
    return text if language == "en" else text.replace(".", ",")


def edge_of(document: str) -> float:
    """The exact house edge of a built-in document by its default readings, best play by the cards held: 0.2 to 1 s.

    Args:
        document: its id.

    Returns:
        A fraction of the opening stake.
    """
    from bjlearn.documents import load
    from bjlearn.exact import analyze

    edge = analyze(load(document).rules()).edge("composition")
    assert edge is not None, "the composition strategy of a full shoe always has an edge"
    return edge


def glances() -> tuple[Glance, ...]:
    """The built-in documents at a glance."""
    from bjlearn.documents import builtin_ids, load

    found = []
    for name in builtin_ids():
        document = load(name)
        found.append(Glance(document.id, dict(document.title), traits(document.rules())))
    return tuple(found)


def title_of(notebook: Path) -> str:
    """A notebook's title: its metadata's, else its first heading, else its file's name.

    Args:
        notebook: the file.
    """
    content = json.loads(notebook.read_text(encoding="utf-8"))
    title = content.get("metadata", {}).get("title")
    if title:
        return str(title)
    for cell in content.get("cells", []):
        if cell.get("cell_type") != "markdown":
            continue
        for line in "".join(cell["source"]).splitlines():
            if line.startswith("# "):
                return line.removeprefix("# ").strip()
    return notebook.stem
