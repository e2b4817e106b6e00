"""What a visitor's browser may ask the served dashboard for, and nothing else.

Voila's own handlers also read notebooks' sources, files of the folder and kernels' states; those are not here. The ones that
are here differ from Voila's as their docstrings say.
"""

from __future__ import annotations

import asyncio
import gzip
import json
from collections.abc import Callable
from typing import Any

from jupyter_client.jsonutil import json_default
from jupyter_core.utils import ensure_async
from jupyter_server.auth.decorator import allow_unauthenticated
from jupyter_server.base.handlers import JupyterHandler
from jupyter_server.services.kernels.handlers import KernelHandler
from tornado import web
from voila.handler import BaseVoilaHandler
from voila.request_info_handler import RequestInfoSocketHandler
from voila.shutdown_kernel_handler import VoilaShutdownKernelHandler
from voila.static_file_handler import TemplateStaticFileHandler
from voila.tornado.handler import TornadoVoilaHandler
from voila.tornado.kernel_websocket_handler import VoilaKernelWebsocketHandler

from bjlearn.app.landing import Landing, chosen_theme, link_query
from bjlearn.app.who import Guests
from bjlearn.figures import library
from bjlearn.text import chosen_language, language_code

VISITOR_HEADER = "X-Bjlearn-Visitor"
"""The header in which a page hands its kernel the server's word on who the visitor is."""


def guests_of(handler: web.RequestHandler) -> Guests:
    """What the server knows of its visitors."""
    guests: Guests = handler.settings["voila"].guests
    return guests


class Bound:
    """Voila's manager of kernels, for one page: whichever kernel it gives out is that visitor's before the page has its id.

    Args:
        manager: Voila's.
        bind: called with the kernel's id.
    """

    def __init__(self, manager: Any, bind: Callable[[str], None]) -> None:  # noqa: ANN401 - of no importable class
        self._manager, self._bind = manager, bind

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401
        return getattr(self._manager, name)

    async def get_rendered_notebook(self, **more: Any) -> tuple[Any, Any, str]:  # noqa: ANN401
        """A warmed kernel."""
        found: tuple[Any, Any, str] = await self._manager.get_rendered_notebook(**more)
        self._bind(found[2])
        return found

    async def start_kernel(self, **more: Any) -> str:  # noqa: ANN401
        """A new kernel."""
        kernel: str = await ensure_async(self._manager.start_kernel(**more))
        self._bind(kernel)
        return kernel


class Page(TornadoVoilaHandler):
    """A notebook, shown. Only the notebooks known at the start are; a theme in the address does not cost the warmed kernel."""

    async def get(self, path: str = "") -> None:
        """Show a page by its address (``play``) or its notebook's name (``notebooks/play.ipynb``)."""
        app = self.settings["voila"]
        notebook = app.notebook_of(path)
        if notebook is None:
            raise web.HTTPError(404)
        guests, manager = guests_of(self), super().kernel_manager
        visitor = guests.welcome(self)
        if app.for_instructor(notebook) and not visitor.instructor:
            self.redirect(f"{self.base_url}class")
            return
        # whatever the browser sent by that name is gone
        self.request.headers[VISITOR_HEADER] = guests.statement(visitor)
        self._bound = Bound(manager, lambda kernel: guests.bind(kernel, visitor.learner, manager))
        _ = self.xsrf_token  # the page's forms need its cookie
        app.make_room(notebook)
        await app.replace_dead(notebook)
        await super().get(notebook)

    @property
    def kernel_manager(self) -> Any:  # noqa: ANN401 - made by Voila, of no importable class
        """The manager that gives this page its kernel."""
        return self._bound

    def should_use_rendered_notebook(self, notebook_data: dict[str, Any], pool_size: int, *_choices: object) -> bool:
        """The browser puts template and theme on the page, so any warmed kernel will do."""
        return pool_size > 0 and bool(notebook_data)


class Home(BaseVoilaHandler):
    """The landing page. It starts no kernel."""

    @web.authenticated
    def get(self) -> None:
        """Show the landing page in the language and theme of the address."""
        visitor = guests_of(self).welcome(self)  # before the first page: two opened at once are then one visitor's
        asked = language_code(self.get_query_argument("lang", ""))
        language = chosen_language(asked, self.request.headers.get("Accept-Language", ""))
        theme = chosen_theme(self.get_query_argument("theme", ""))
        query = link_query(asked, theme)
        if self.get_query_argument("token", None) is not None:
            # it is in the cookie now: out of the address, so that nobody reads it over a shoulder or passes it on
            self.redirect(self.base_url + query)
            return
        landing: Landing = self.settings["voila"].landing
        self.set_header("Cache-Control", "no-cache")
        self.write(self.render_template("landing.html", theme=theme, who=visitor, **landing.context(language, theme, query)))


class Assets(TemplateStaticFileHandler):
    """Style sheets, scripts and pictures of the pages; an address that climbs out of them finds nothing."""

    def parse_url_path(self, path: str) -> str:
        """Accept ``TEMPLATE/static/...`` alone."""
        parts = path.split("/")
        if len(parts) < 3 or parts[1] != "static" or ".." in parts or "" in parts:
            raise web.HTTPError(404)
        return str(super().parse_url_path(path))


class Library(JupyterHandler):
    """plotly's script, for charts: some 5 MB, 1.5 on the way, and kept by the browser under the address of its version."""

    _zipped: bytes | None = None

    @web.authenticated
    async def get(self) -> None:
        """Send the script, which no change of ours alters."""
        self.set_header("Content-Type", "text/javascript; charset=utf-8")
        self.set_header("Cache-Control", "private, max-age=31536000, immutable")
        self.set_header("Vary", "Accept-Encoding")
        if "gzip" not in self.request.headers.get("Accept-Encoding", ""):
            self.finish(await asyncio.to_thread(library))
            return
        if Library._zipped is None:
            Library._zipped = await asyncio.to_thread(lambda: gzip.compress(library(), mtime=0))
        self.set_header("Content-Encoding", "gzip")
        self.finish(Library._zipped)


class Lost(JupyterHandler):
    """Any other address."""

    @allow_unauthenticated
    def prepare(self) -> None:  # type: ignore[override]
        """Say that there is nothing here, to whatever was asked by whomever."""
        self.current_user = self._jupyter_current_user = None
        raise web.HTTPError(404)


class Channels(VoilaKernelWebsocketHandler):
    """The websocket of a page. Small messages go out at once: a click's answer takes a fifth of the time."""

    async def pre_get(self) -> None:
        """Let nobody in but the visitor whose page it is; to others there is no such kernel."""
        if not guests_of(self).owns(self, self.kernel_id):
            raise web.HTTPError(404)
        await super().pre_get()

    async def open(self, kernel_id: str) -> None:
        """Connect to the page's kernel."""
        self.set_nodelay(True)
        await super().open(kernel_id)


class KernelState(KernelHandler):
    """Whether a page's kernel still lives. It is not ended from here."""

    SUPPORTED_METHODS = ("GET",)
    _track_activity = False  # a page that asks whether its kernel lives does not keep the server busy

    @web.authenticated
    async def get(self, kernel_id: str) -> None:
        """The kernel's state; 404 where it is gone, by a crash too, or another visitor's."""
        manager: Any = self.kernel_manager
        if not self.request.cookies:  # the page's answer set some: this browser keeps none, and no page of its will work
            self.set_status(404)
            self.finish({"why": "cookies"})
            return
        if not guests_of(self).owns(self, kernel_id):
            raise web.HTTPError(404)
        if kernel_id in manager and not await manager.is_alive(kernel_id):
            await manager.shutdown_kernel(kernel_id, now=True)
        if kernel_id not in manager:
            raise web.HTTPError(404)
        self.finish(json.dumps(manager.kernel_model(kernel_id), default=json_default))


class KernelEnd(VoilaShutdownKernelHandler):
    """A closing page ends its kernel. The beacon that says so can carry no header, so its origin is checked and no token."""

    def check_xsrf_cookie(self) -> None:
        """Accept the page's own beacon; :meth:`prepare` has refused other origins."""

    @web.authenticated
    async def post(self, kernel_id: str) -> None:
        """End the kernel; one that is gone already is no fault, and another visitor's goes on."""
        if kernel_id not in self.kernel_manager or not guests_of(self).owns(self, kernel_id):
            self.set_status(204)
            return
        await super().post(kernel_id)


class Visitors(RequestInfoSocketHandler):
    """Where a warmed kernel waits for its visitor. Its address holds a secret that kernels alone know."""

    def initialize(self, kernel_manager: Any) -> None:  # noqa: ANN401 - made by Voila, of no importable class
        """Take the manager that knows which kernels there are."""
        self.kernel_manager = kernel_manager

    def open(self, kernel_id: str) -> None:
        """Let a kernel wait."""
        if kernel_id not in self.kernel_manager:
            self.close()
            return
        self.set_nodelay(True)
        super().open(kernel_id)
        # answered at once where the visitor came first; kept no longer
        self._cache.pop(kernel_id, None)

    def on_close(self) -> None:
        """Forget a kernel that waits no longer."""
        waiting = type(self).waiting()
        for kernel_id in [name for name, waiter in waiting.items() if waiter is self]:
            del waiting[kernel_id]

    @classmethod
    def waiting(cls) -> dict[str, RequestInfoSocketHandler]:
        """Kernel ids that wait, to their sockets. They are kept on Voila's class, where its page handler looks for them."""
        waiters: dict[str, RequestInfoSocketHandler] = RequestInfoSocketHandler._waiters  # noqa: SLF001
        return waiters
