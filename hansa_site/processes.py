"""The commands of a site's processes, and whether its web server answers."""

import sys
import urllib.error
import urllib.request


def web(host: str, port: int | str, workers: int) -> list[str]:
    """Return the command of a web server with so many processes."""
    return [
        sys.executable, "-m", "gunicorn", "hansa_site.wsgi", "--bind", f"{host}:{port}",
        "--workers", str(workers), "--threads", "4", "--log-level", "warning",
        "--no-control-socket",
    ]  # fmt: skip


def worker(threads: int, *more: str) -> list[str]:
    """Return the command of a worker that does so many tasks at once."""
    return [
        *_celery("worker"), "--pool", "threads", "--concurrency", str(threads),
        "--without-gossip", "--without-mingle", "--without-heartbeat", *more,
    ]  # fmt: skip


def beat() -> list[str]:
    """Return the command of what wakes the workers."""
    return _celery("beat")


def _celery(what: str) -> list[str]:
    return [sys.executable, "-m", "celery", "--quiet", "--app", "hansa_site", what]


def answers(address: str) -> bool:
    """Return whether the web server of a site gives a page."""
    login = f"{address}/accounts/login/"
    try:
        with urllib.request.urlopen(login, timeout=5) as page:  # noqa: S310 - our own http
            return page.status == 200
    except (urllib.error.URLError, OSError):
        return False
