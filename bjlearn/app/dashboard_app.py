"""Standalone Voila as bjlearn needs it: own pages, own addresses, warmed kernels, and no more than a visitor may have."""

from __future__ import annotations

import asyncio
import contextlib
import re
import secrets
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import jinja2
import tornado.web
from jupyter_client.kernelspec import KernelSpecManager
from jupyter_server import DEFAULT_TEMPLATE_PATH_LIST
from jupyter_server.base.handlers import FileFindHandler
from jupyter_server.utils import url_path_join
from jupyterlab_server.themes_handler import ThemesHandler
from tornado.httpserver import HTTPServer
from traitlets import Instance, default
from traitlets.config import Config
from voila.app import Voila
from voila.static_file_handler import MultiStaticFileHandler

from bjlearn.app.doors import ClassDoor, Name
from bjlearn.app.handlers import VISITOR_HEADER, Assets, Channels, Home, KernelEnd, KernelState, Library, Lost, Page, Visitors
from bjlearn.app.landing import Landing
from bjlearn.app.runtime import SHARE, Runtime
from bjlearn.app.who import Guests

TEMPLATES = SHARE / "voila" / "templates" / "bjlearn"
WARM = "notebooks/dashboard.ipynb"
"""The page whose kernels are warmed."""
CLASS = "notebooks/class.ipynb"
"""The page that is the instructor's alone."""
MOST_BODY = 100_000
"""Bytes that a form may have."""
EXTENSIONS = ["@jupyter-widgets/jupyterlab-manager", "@voila-dashboards/widgets-manager8", "anywidget", "jupyterlab-plotly"]
"""The browser's extensions that pages need; any other that is installed stays out of them."""

_KERNEL = r"(\w+-\w+-\w+-\w+-\w+)"
# The browser itself refuses what a library might try to fetch from elsewhere.
_POLICY = (
    "default-src 'self' data: blob: 'unsafe-inline' 'unsafe-eval'; connect-src 'self' data: blob: ws: wss:; "
    "frame-ancestors 'self'; form-action 'self'; base-uri 'self'; object-src 'none'"
)


class OwnPython(KernelSpecManager):
    """Kernels run on the Python that runs the server, whatever kernels a person has installed."""

    @default("kernel_dirs")
    def _no_other_kernels(self) -> list[str]:
        return []


def settings_of(runtime: Runtime, *, host: str, token: str, students: int) -> Config:
    """Voila's settings.

    Args:
        runtime: the server's private folder, its pages in place.
        host: the address on which to listen.
        token: what a visitor must know; empty lets everyone in.
        students: kernels to keep warm.
    """
    config = Config()
    config.Voila.root_dir = str(runtime.pages)
    config.Voila.connection_dir_root = str(runtime.folder / "runtime")
    config.Voila.config_file_paths = []  # a voila.json somewhere must not weaken what stands here
    config.Voila.ip = host
    config.Voila.token = token
    config.Voila.log_level = 40
    config.VoilaConfiguration.template = "bjlearn"
    config.VoilaConfiguration.allow_template_override = "NO"
    config.VoilaConfiguration.allow_theme_override = "NO"
    config.VoilaConfiguration.extension_allowlist = EXTENSIONS
    config.VoilaConfiguration.file_allowlist = []
    config.VoilaConfiguration.kernel_spec_manager_class = OwnPython
    config.VoilaConfiguration.http_header_envs = [
        "Accept-Language",  # for an address that names no language
        VISITOR_HEADER,  # set by the server itself
    ]
    config.VoilaConfiguration.preheat_kernel = True
    config.VoilaConfiguration.show_tracebacks = False
    config.VoilaKernelManager.kernel_pools_config = {"default": {"pool_size": 0}, WARM: {"pool_size": students}}
    config.VoilaKernelManager.fill_delay = 1
    # A page that vanished without a word (crash, lost network) has no connection: its kernel goes after a minute.
    config.MappingKernelManager.cull_idle_timeout = 60
    config.MappingKernelManager.cull_interval = 10
    config.MappingKernelManager.cull_connected = False
    config.MappingKernelManager.buffer_offline_messages = False
    config.KernelManager.shutdown_wait_time = 1
    config.KernelManager.autorestart = False  # a new kernel would know nothing of the page: the page says that its own is gone
    config.VoilaExecutor.startup_timeout = 300
    config.VoilaExecutor.timeout = 600
    config.VoilaExecutor.allow_errors = True
    config.IdentityProvider.cookie_options = {"samesite": "Lax"}
    return config


class Dashboard(Voila):
    """The served dashboard.

    Attributes:
        landing: what the landing page shows; another one takes its place when a figure is known.
        guests: what the server knows of its visitors.
        students: kernels to keep warm, counting those already in use.
        pages: address of a page to its notebook, such as ``play`` to ``notebooks/play.ipynb``.
    """

    landing = Instance(Landing)
    guests = Instance(Guests)
    students = 1
    pages: Mapping[str, str] = {}

    def init_settings(self) -> dict[str, Any]:
        """Voila's settings, but for hosts, headers and the look of the login and error pages."""
        settings: dict[str, Any] = super().init_settings()
        loader = jinja2.FileSystemLoader([str(TEMPLATES), *DEFAULT_TEMPLATE_PATH_LIST])
        settings["jinja2_env"] = settings["jinja2_env"].overlay(loader=loader)
        settings["allow_remote_access"] = bool(self.token)  # on this machine alone, no foreign name may lead here
        settings["headers"] = {"Content-Security-Policy": _POLICY, "Referrer-Policy": "same-origin"}
        settings["default_handler_class"] = Lost
        settings["xsrf_cookie_kwargs"] = {"samesite": "Lax"}
        return settings

    def init_handlers(self) -> list[Any]:
        """Every address there is."""
        config = {"voila_configuration": self.voila_configuration}
        page = {**config, "template_paths": self.template_paths, "config": self.config}
        names = "|".join(re.escape(name) for name in self.pages)
        themes = {"themes_url": "/voila/api/themes", "path": self.themes_dir, "labextensions_path": self.labextensions_path}
        rules: list[tuple[Any, ...]] = [
            (r"/", Home, config),
            (r"/who", Name, config),
            (r"/class/?", ClassDoor, config),
            (rf"/({names})/?", Page, page),
            (r"/voila/render/(.*)", Page, page),
            (rf"/api/kernels/{_KERNEL}", KernelState),
            (rf"/api/kernels/{_KERNEL}/channels", Channels),
            (rf"/voila/api/shutdown/{_KERNEL}", KernelEnd),
            (rf"/{self.secret}/voila/query/{_KERNEL}", Visitors, {"kernel_manager": self.kernel_manager}),
            (r"/library/plotly\.js", Library),
            (r"/voila/templates/(.*)", Assets),
            (r"/voila/static/(.*)", MultiStaticFileHandler, {"paths": self.static_paths}),
            (r"/voila/api/themes/(.*)", ThemesHandler, {**themes, "no_cache_paths": ["/"]}),
            (r"/voila/labextensions/(.*)", FileFindHandler, {"path": self.labextensions_path, "no_cache_paths": ["/"]}),
        ]
        login = self.identity_provider.get_handlers()
        return [(url_path_join(self.server_url, rule[0]), *rule[1:]) for rule in [*rules, *login]]

    def notebook_of(self, address: str) -> str | None:
        """The notebook of a page, by its address or its own name; None where there is no such page."""
        if address in self.pages.values():
            return address
        return self.pages.get(address)

    def for_instructor(self, notebook: str) -> bool:
        """Whether a page is the instructor's alone."""
        return notebook == CLASS

    def make_room(self, notebook: str) -> None:
        """Before a visitor takes a kernel: warm as many as the class still needs, and always one."""
        if notebook != WARM:
            return
        manager = self.kernel_manager
        known = len(manager.notebook_data.get(notebook, {}).get("kernel_ids", ()))
        in_use = known - manager.get_pool_size(notebook) + 1
        manager.kernel_pools_config = {**manager.kernel_pools_config, WARM: {"pool_size": max(1, self.students - in_use)}}

    async def replace_dead(self, notebook: str) -> None:
        """Before a visitor takes a kernel: one that died while it waited (out of memory, killed) is given to nobody."""
        manager = self.kernel_manager
        pool = manager._pools.get(notebook, [])  # noqa: SLF001 - Voila has no other word for it
        for start in [start for start in pool if start.done() and not start.cancelled() and not start.exception()]:
            kernel = start.result()["kernel_id"]
            if kernel in manager and await manager.is_alive(kernel):
                continue
            if start in pool:  # nobody else was given it meanwhile
                pool.remove(start)
                if kernel in manager:
                    await manager.shutdown_kernel(kernel, now=True)
                manager.fill_if_needed(delay=0, notebook_name=notebook)

    def warm_kernels(self) -> int:
        """Kernels that have done all they can before a visitor comes: they wait for one, or their page is complete."""
        waiting = Visitors.waiting()
        starts = self.kernel_manager._pools.get(WARM, ())  # noqa: SLF001 - Voila has no other word for it
        started = [start.result() for start in starts if start.done() and not start.cancelled() and not start.exception()]
        return sum(1 for kernel in started if kernel["kernel_id"] in waiting or kernel["task"].done())

    def begin(self, sockets: list[Any]) -> None:
        """Start serving, inside a running loop.

        Args:
            sockets: bound sockets on which to listen.
        """
        self.port = sockets[0].getsockname()[1]
        self.connection_dir = str(Path(self.connection_dir_root) / "connections")
        Path(self.connection_dir).mkdir()
        self.app = tornado.web.Application(**self.init_settings())
        self.app.add_handlers(".*$", self.init_handlers())
        self.http_server = HTTPServer(self.app, max_body_size=MOST_BODY)
        self.http_server.add_sockets(sockets)

    async def end(self) -> None:
        """Stop serving and end every kernel. Finished decisions are in the store already, so none need be waited for."""
        self.http_server.stop()
        # a kernel whose page closed at this very moment is gone already, which its manager calls a fault
        with contextlib.suppress(tornado.web.HTTPError):
            await asyncio.wait_for(self.kernel_manager.shutdown_all(now=True), 20)

    @property
    def secret(self) -> str:
        """The secret part of the address where warmed kernels wait."""
        if not hasattr(self, "_secret"):
            self._secret = secrets.token_urlsafe(16)
        return self._secret
