"""Serving without a browser: options, addresses, the private folder, the landing page's contents, the self-check."""

from __future__ import annotations

import asyncio
import json
import os
import socket
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tornado.web import HTTPError

from bjlearn.app import serve
from bjlearn.app.character import odds, traits
from bjlearn.app.dashboard_app import Dashboard
from bjlearn.app.landing import Landing, chosen_theme, edge_of, glances, link_query, percent, title_of
from bjlearn.app.runtime import ServeError, environment, project_folder, runtime_folder
from bjlearn.app.selfcheck import PARTS, faults, parts, report
from bjlearn.documents import builtin_ids, load
from bjlearn.rules import Rules, Surrender, allowed_values, field_names
from bjlearn.text import LANGUAGES, chosen_language
from bjlearn.widgets.request import MOST_KEYS, MOST_LETTERS, parse, visitor


@pytest.mark.parametrize("host", ["127.0.0.1", "127.8.8.8", "::1", "localhost"])
def test_addresses_of_this_machine_alone(host: str) -> None:
    assert serve.is_local(host)


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.168.1.5", "", "class.example", "localhost.example"])
def test_addresses_that_others_can_reach(host: str) -> None:
    assert not serve.is_local(host)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"port": -1}, "-1 is no port"),
        ({"port": 70000}, "--port takes a number from 0 to 65535"),
        ({"students": -1}, "--students takes a number from 0 to 500, not -1."),
        ({"students": 10**6}, "not 1000000."),
        ({"host": "203.0.113.9", "token": "secret", "port": 0}, 'This machine cannot listen at "203.0.113.9"'),
        ({"host": "no such host", "token": "secret", "port": 0}, "--host takes an address of its own."),
        ({"host": "0.0.0.0", "token": ""}, "give a token that is not empty"),
    ],
)
def test_options_that_cannot_be_are_refused_in_one_sentence(options: dict[str, object], words: str) -> None:
    with pytest.raises(ServeError) as refused:
        serve.dashboard(**options)  # type: ignore[arg-type]
    assert words in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("postgresql://ana:hunter2@127.0.0.1:9/x", "The PostgreSQL server of the progress cannot be reached"),
        ("sqlite:////proc/nowhere/progress.sqlite", "The file /proc/nowhere/progress.sqlite cannot be used"),
        ("mysql://ana:hunter2@127.0.0.1/x", "BJLEARN_DATABASE_URL must be"),
        ("sqlite://", ""),
    ],
)
def test_whoever_serves_is_told_that_progress_is_not_kept(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], url: str, words: str
) -> None:
    monkeypatch.setenv("BJLEARN_DATABASE_URL", url)
    asyncio.run(serve._say_whether_kept())
    said = "".join(capsys.readouterr())
    assert words in said
    assert bool(said) == bool(words)
    assert "hunter2" not in said


def test_a_port_is_taken_before_anything_else_is_done() -> None:
    with socket.create_server(("127.0.0.1", 0)) as other, pytest.raises(ServeError, match="is taken by another program"):
        serve.bind("127.0.0.1", other.getsockname()[1])


def test_port_0_takes_a_free_one() -> None:
    (taken,) = serve.bind("127.0.0.1", 0)
    with taken:
        assert taken.getsockname()[1] > 0


def test_a_missing_folder_says_how_to_get_it(tmp_path: Path) -> None:
    with pytest.raises(ServeError, match=r'The folder "lessons" is missing at .*: get the whole project'):
        project_folder("lessons", at=tmp_path)


def test_the_private_folder_is_its_owners_and_goes_with_the_server(tmp_path: Path) -> None:
    notebooks = tmp_path / "notebooks"
    (notebooks / ".ipynb_checkpoints").mkdir(parents=True)
    (notebooks / "play.ipynb").write_text("{}")
    (notebooks / ".hidden").write_text("secret")
    with runtime_folder() as runtime:
        assert runtime.folder.stat().st_mode & 0o077 == 0
        runtime.add_pages(notebooks)
        assert [path.relative_to(runtime.pages).as_posix() for path in runtime.pages.rglob("*") if path.is_file()] == [
            "notebooks/play.ipynb"
        ]
        assert serve.page_list(runtime) == {"play": "notebooks/play.ipynb"}
        folder = runtime.folder
        for value in ("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "IPYTHONDIR"):
            assert Path(runtime.environment("127.0.0.1")[value]).is_relative_to(folder)
    assert not folder.exists()


def test_a_copied_page_can_be_removed_though_its_original_is_read_only(tmp_path: Path) -> None:
    notebooks = tmp_path / "notebooks"
    notebooks.mkdir()
    (notebooks / "play.ipynb").write_text("{}")
    (notebooks / "play.ipynb").chmod(0o400)
    with runtime_folder() as runtime:
        runtime.add_pages(notebooks)
    assert not runtime.folder.exists()


def test_the_environment_is_as_it_was_afterwards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BJLEARN_ONE", "old")
    monkeypatch.delenv("BJLEARN_TWO", raising=False)
    monkeypatch.setenv("BJLEARN_THREE", "old")
    with environment({"BJLEARN_ONE": "new", "BJLEARN_TWO": "new", "BJLEARN_THREE": ""}):
        assert [os.environ.get(f"BJLEARN_{name}") for name in ("ONE", "TWO", "THREE")] == ["new", "new", None]
    assert [os.environ.get(f"BJLEARN_{name}") for name in ("ONE", "TWO", "THREE")] == ["old", None, "old"]


def test_a_proxy_is_never_asked_for_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("no_proxy", "school.example")
    with runtime_folder() as runtime:
        assert runtime.environment("10.0.0.7")["no_proxy"] == "school.example,127.0.0.1,localhost,10.0.0.7"


@pytest.mark.parametrize(
    ("asked", "accepted", "language"),
    [
        ("it", "ro", "it"),
        ("", "ro-RO,ro;q=0.9,en;q=0.8", "ro"),
        ("", "de-DE,de;q=0.9,it;q=0.8", "it"),
        ("klingon", "", "en"),
        ("", "", "en"),
        ("", "," * 9999, "en"),
        ("", "en;q=0.1, it", "it"),
        ("", "it;q=0.5,ro;q=0.7", "ro"),
        ("", "it;q=0, ro;q=0.001", "ro"),
        ("", "ro;q=soon, it;q=0.2", "it"),
    ],
)
def test_the_language_of_the_landing_page(asked: str, accepted: str, language: str) -> None:
    assert chosen_language(asked, accepted) == language


def test_links_pass_on_what_was_chosen_and_nothing_else() -> None:
    assert link_query("", "") == ""
    assert link_query("it", "dark") == "?lang=it&theme=dark"
    assert link_query("xx", chosen_theme("<script>")) == ""
    assert link_query("ro", "", doc="it-banco") == "?doc=it-banco&lang=ro"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_landing_page_shows_every_document_and_page(language: str, tmp_path: Path) -> None:
    lesson = {"cells": [{"cell_type": "markdown", "source": ["Words\n", "# The aim\n"]}], "metadata": {}}
    (tmp_path / "lessons").mkdir()
    (tmp_path / "lessons" / "01-aim.ipynb").write_text(json.dumps(lesson))
    pages = {"dashboard": "notebooks/dashboard.ipynb", "lessons/01-aim": "lessons/01-aim.ipynb"}
    shown = Landing.of(tmp_path, pages).context(language, "", "")
    assert [item["id"] for item in shown["documents"]] == list(builtin_ids())
    assert [item["title"] for item in shown["documents"]] == [load(name).title.text(language) for name in builtin_ids()]
    assert shown["lessons"] == [{"address": "lessons/01-aim", "title": "The aim", "number": 1}]
    assert (shown["has_dashboard"], shown["has_table"]) == (True, False)
    assert "{" not in json.dumps(shown["words"], ensure_ascii=False)[1:-1]


def test_a_title_comes_from_metadata_then_heading_then_file(tmp_path: Path) -> None:
    file = tmp_path / "02-name.ipynb"
    file.write_text(json.dumps({"cells": [], "metadata": {}}))
    assert title_of(file) == "02-name"
    file.write_text(json.dumps({"cells": [{"cell_type": "markdown", "source": "# Head"}], "metadata": {}}))
    assert title_of(file) == "Head"
    file.write_text(json.dumps({"cells": [{"cell_type": "markdown", "source": "# Head"}], "metadata": {"title": "Meta"}}))
    assert title_of(file) == "Meta"


def test_the_house_edge_comes_from_the_exact_analysis_and_until_then_the_page_says_so() -> None:
    from bjlearn.exact import analyze

    page = Landing(glances(), (), ())
    waiting = page.context("it", "", "")
    assert (waiting["waiting"], [item["edge"] for item in waiting["documents"]]) == (True, [""] * 4)
    for item in page.documents:
        edge = edge_of(item.id)
        assert edge == analyze(load(item.id).rules()).edge("composition")
        page = page.with_edge(item.id, edge)
    shown = page.context("it", "", "")
    assert shown["waiting"] is False
    assert [item["edge"] for item in shown["documents"]] == [percent(edge_of(name), "it") for name in builtin_ids()]


def test_percent_as_each_language_writes_it() -> None:
    assert [percent(0.00478, language) for language in LANGUAGES] == ["0.48\xa0%", "0,48\xa0%", "0,48\xa0%"]
    assert percent(-0.0012, "en") == "\N{MINUS SIGN}0.12\xa0%"


def test_no_two_documents_have_one_character() -> None:
    characters = [tuple((trait.name.text(), trait.value.text()) for trait in item.traits) for item in glances()]
    assert len(set(characters)) == len(characters) == 4


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_value_of_every_rule_has_words(language: str) -> None:
    seen: dict[str, set[str]] = {}
    for name in field_names():
        for value in allowed_values(name):
            try:
                rules = Rules().replace(**{name: value})
            except ValueError:
                continue
            for trait in traits(rules):
                words = trait.value.text(language)
                assert words
                assert "{" not in words
                seen.setdefault(trait.name.text("en"), set()).add(words)
    assert len(seen["Surrender"]) == len(Surrender)
    assert odds(Fraction(6, 5)) == "6:5"


def test_a_query_is_read_as_far_as_it_is_sane() -> None:
    assert parse("doc=it-banco&lang=it&doc=ro-online") == {"doc": "ro-online", "lang": "it"}
    assert parse("token=secret&doc=x") == {"doc": "x"}
    assert parse("&".join(f"k{n}=1" for n in range(MOST_KEYS + 1))) == {}
    assert parse("a=" + "x" * 9999) == {"a": "x" * MOST_LETTERS}


@given(st.text(max_size=400))
def test_no_query_makes_it_fail(query: str) -> None:
    found = parse(query)
    assert all(len(key) <= MOST_LETTERS and len(value) <= MOST_LETTERS for key, value in found.items())


def test_outside_voila_there_is_no_visitor_and_nothing_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("VOILA_PREHEAT", raising=False)
    monkeypatch.delenv("QUERY_STRING", raising=False)
    assert visitor() == {}
    monkeypatch.setenv("QUERY_STRING", "doc=it-banco")
    assert visitor() == {"doc": "it-banco"}


def test_a_warmed_kernel_whose_server_is_gone_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    (free,) = serve.bind("127.0.0.1", 0)
    port = free.getsockname()[1]
    free.close()
    monkeypatch.setenv("VOILA_PREHEAT", "True")
    monkeypatch.setenv("VOILA_APP_PORT", str(port))
    monkeypatch.delenv("QUERY_STRING", raising=False)
    assert visitor() == {}


def browser_part(folder: Path, name: str, version: str) -> Path:
    place = folder / "labextensions" / name
    place.mkdir(parents=True)
    (place / "package.json").write_text(json.dumps({"version": version}))
    return folder


INSTALLED: dict[str, str | None] = {"anywidget": "0.11.0", "jupyterlab_widgets": "3.0.17"}


@pytest.mark.parametrize("name", PARTS)
def test_c_105_a_left_over_browser_part_is_found_and_named(name: str, tmp_path: Path) -> None:
    old = browser_part(tmp_path / "old", name, "0.1.0")
    new = tmp_path / "prefix"
    for part, version in (("anywidget", "0.11.0"), ("@jupyter-widgets/jupyterlab-manager", "5.0.16")):
        browser_part(new, part, version)
    fitting = faults(INSTALLED, parts([new, old]), prefix=new)
    assert fitting == [], "a left-over that stands behind the right one does no harm"
    (wrong,) = faults(INSTALLED, parts([old, new]), prefix=new)
    sentence = str(wrong)
    assert str(old / "labextensions" / name) in sentence
    assert "0.1.0" in sentence
    assert "remove that folder" in sentence


def test_c_105_a_missing_part_or_package_is_said() -> None:
    said = [str(message) for message in faults({**INSTALLED, "voila": None}, {}, prefix=Path("/nowhere"))]
    assert len(said) == 3
    assert 'pip install voila"' in said[0]
    assert "The browser part of anywidget is on none of Jupyter's paths" in said[1]


def test_c_105_this_installation_fits_together() -> None:
    text, wrong = report()
    assert [str(message) for message in wrong if "bjlearn" not in str(message)] == []
    assert "Jupyter data paths" in text
    assert "anywidget" in text


def test_a_kernel_that_ends_at_the_same_moment_does_not_keep_the_server_from_its_end() -> None:
    stopped = []

    async def gone(*, now: bool) -> None:
        raise HTTPError(404, "Kernel does not exist")

    server = SimpleNamespace(stop=lambda: stopped.append(True))
    app = SimpleNamespace(http_server=server, kernel_manager=SimpleNamespace(shutdown_all=gone))
    asyncio.run(Dashboard.end(app))  # type: ignore[arg-type]
    assert stopped == [True]
