"""The commands that serve: ``dashboard``, ``lab``, and ``doctor``, the self-check."""

from __future__ import annotations

import click

from bjlearn.app import serve


@click.command()
@click.option("--port", default=serve.DEFAULT_PORT, show_default=True, help="The port; 0 takes a free one.")
@click.option(
    "--host", default="127.0.0.1", show_default=True, help="Address to listen on; 0.0.0.0 lets a class in, with a token."
)
@click.option("--students", default=1, show_default=True, help="Kernels to warm before anyone comes.")
@click.option("--token", default=None, help="What visitors must know; made anew where one is needed.")
@click.option(
    "--instructor-token",
    envvar=serve.INSTRUCTOR_TOKEN,
    default=None,
    help=f"What opens the class; also by {serve.INSTRUCTOR_TOKEN}; made anew where none is given.",
)
@click.option("--no-browser", is_flag=True, help="Do not open the browser.")
def dashboard(*, port: int, host: str, students: int, token: str | None, instructor_token: str | None, no_browser: bool) -> None:
    """Serve the dashboard."""
    serve.dashboard(
        port=port,
        host=host,
        students=students,
        token=token,
        instructor_token=instructor_token,
        open_browser=not no_browser,
    )


@click.command()
@click.option("--port", default=serve.LAB_PORT, show_default=True, help="The port; 0 takes a free one.")
@click.option("--no-browser", is_flag=True, help="Do not open the browser.")
def lab(*, port: int, no_browser: bool) -> None:
    """Open the lessons in JupyterLab."""
    serve.lab(port=port, open_browser=not no_browser)


@click.command()
def doctor() -> int:
    """Check the installation: versions, Jupyter's paths, and what is wrong with them."""
    from bjlearn.app.selfcheck import report

    text, wrong = report()
    click.echo(text)
    return 1 if wrong else 0
