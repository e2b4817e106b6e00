"""The two forms that a visitor may send: who they are, and the instructor's token."""

from __future__ import annotations

import json
from typing import Any

from tornado import web
from voila.handler import BaseVoilaHandler

from bjlearn.app.handlers import guests_of
from bjlearn.app.landing import chosen_theme, link_query
from bjlearn.practice.identity import Visitor, WhoError, clean_group, clean_name
from bjlearn.practice.records import Learner
from bjlearn.text import N_, Message, chosen_language

_WORDS = {
    "title": N_("The class"),
    "needed": N_("The class is its instructor's: enter the token that the server printed when it started."),
    "label": N_("Instructor's token"),
    "enter": N_("Enter"),
    "signed": N_("You have entered the instructor's token in this browser."),
    "open": N_("Open the class"),
    "leave": N_("Leave the class"),
}
WRONG = Message(N_("This is not the instructor's token."))
WAIT = Message(N_("Too many wrong tokens came from here: try again in a minute."))


class Form(BaseVoilaHandler):
    """A form of this server's own pages: a request from anywhere else is refused, with a visitor's token too."""

    def check_xsrf_cookie(self) -> None:
        """Demand the origin and the token of a page of ours."""
        if not self.check_origin():
            raise web.HTTPError(403)
        web.RequestHandler.check_xsrf_cookie(self)

    @property
    def language(self) -> str:
        """Of what is said back."""
        return chosen_language(self.get_argument("lang", ""), self.request.headers.get("Accept-Language", ""))

    @property
    def query(self) -> str:
        """Language and theme, for the next page."""
        return link_query(self.get_argument("lang", ""), chosen_theme(self.get_argument("theme", "")))


class Name(Form):
    """A visitor says what they are called, and which class they belong to."""

    @web.authenticated
    def post(self) -> None:
        """Keep it in the browser's cookie. A script gets a statement to pass on to its page's kernel, a form the landing page."""
        guests = guests_of(self)
        before = guests.welcome(self)
        try:
            name, group = clean_name(self.get_body_argument("name", "")), clean_group(self.get_body_argument("group", ""))
        except WhoError as error:
            self._answer(400, {"error": error.text(self.language)})
            return
        learner = Learner(before.learner.id, name, group)
        guests.remember(self, learner)
        self._answer(200, {"statement": guests.statement(Visitor(learner, instructor=before.instructor))})

    def _answer(self, status: int, said: dict[str, Any]) -> None:
        if self.get_body_argument("back", "") == "home":
            self.redirect(self.base_url + self.query, status=303)
            return
        self.set_status(status)
        self.set_header("Cache-Control", "no-store")
        self.set_header("Content-Type", "application/json")
        self.finish(json.dumps(said))


class ClassDoor(Form):
    """Where the instructor comes in. Whoever has not entered the token sees nothing of the class."""

    @web.authenticated
    def get(self) -> None:
        """Ask for the token, or lead on where it was entered."""
        self._show(guests_of(self).welcome(self))

    @web.authenticated
    def post(self) -> None:
        """Take the token, or let go of the class."""
        guests = guests_of(self)
        visitor = guests.welcome(self)
        if self.get_body_argument("leave", ""):
            guests.dismiss(self)
            self.redirect(f"{self.base_url}class{self.query}", status=303)
            return
        admitted = guests.admits(self, self.get_body_argument("key", ""))
        if not admitted:
            self.set_status(403 if admitted is not None else 429)
            self._show(visitor, WRONG if admitted is not None else WAIT)
            return
        guests.admit(self, visitor.learner)
        query = link_query(self.get_argument("lang", ""), chosen_theme(self.get_argument("theme", "")), screen="class")
        self.redirect(f"{self.base_url}dashboard{query}", status=303)

    def _show(self, visitor: Visitor, said: Message | None = None) -> None:
        language = self.language
        words = {key: Message(text).text(language) for key, text in _WORDS.items()}
        self.set_header("Cache-Control", "no-store")
        query = link_query(self.get_argument("lang", ""), chosen_theme(self.get_argument("theme", "")), screen="class")
        self.write(
            self.render_template(
                "class.html",
                language=language,
                theme=chosen_theme(self.get_argument("theme", "")),
                words=words,
                instructor=visitor.instructor,
                said="" if said is None else said.text(language),
                query=self.query,
                class_query=query,
            )
        )
