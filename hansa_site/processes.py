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
    """Return the command of a worker with a number of threads, for all but bots that think."""
    return [*_worker("threads", threads), *more]


def thinker(*more: str) -> list[str]:
    """Return the command of a worker for bots that think, one after the other.

    It gives way to everything else that the machine does. A bot that never comes to an end is
    stopped with the process that thinks for it, so this is not a thread.
    """
    return [
        "nice", "-n", "10", *_worker("prefork", 1), "--prefetch-multiplier", "1",
        "--queues", "bots", *more,
    ]  # fmt: skip


def beat() -> list[str]:
    """Return the command of beat, which schedules periodic tasks."""
    return _celery("beat")


def _worker(pool: str, concurrency: int) -> list[str]:
    return [
        *_celery("worker"), "--pool", pool, "--concurrency", str(concurrency),
        "--without-gossip", "--without-mingle", "--without-heartbeat",
    ]  # fmt: skip


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
