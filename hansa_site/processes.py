"""Commands that start the site's processes, and a check that its web server answers."""

import sys
import urllib.error
import urllib.request


def web(host: str, port: int | str, workers: int) -> list[str]:
    """Return the command of a web server with a number of processes."""
    return [
        sys.executable, "-m", "gunicorn", "hansa_site.wsgi", "--bind", f"{host}:{port}",
        "--workers", str(workers), "--threads", "4", "--log-level", "warning",
        "--no-control-socket",
    ]  # fmt: skip


def worker(threads: int, *more: str) -> list[str]:
    """Return the command of a worker with a number of threads."""
    return [
        *_celery("worker"), "--pool", "threads", "--concurrency", str(threads),
        "--without-gossip", "--without-mingle", "--without-heartbeat", *more,
    ]  # fmt: skip


def beat() -> list[str]:
    """Return the command of beat, which schedules periodic tasks."""
    return _celery("beat")


def _celery(what: str) -> list[str]:
    return [sys.executable, "-m", "celery", "--quiet", "--app", "hansa_site", what]


def answers(address: str) -> bool:
    """Return whether the web server at an address serves a page."""
    login = f"{address}/accounts/login/"
    try:
        with urllib.request.urlopen(login, timeout=5) as page:  # noqa: S310 - our own http
            return bool(page.status == 200)
    except (urllib.error.URLError, OSError):
        return False
