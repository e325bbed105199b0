"""The processes of a site, in one table, and a check that its web server answers.

`make play`, the soak and the systemd units all start them from here. A unit does it with
`python -m hansa_site.processes NAME [INSTANCE]`.
"""

import os
import sys
import urllib.request
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

MANAGE = Path(__file__).resolve().parent.parent / "manage.py"
TRIED = 5.0
"""Seconds that a web server may take to answer."""


class Process(NamedTuple):
    """A kind of process: what it does, how many a site has, and its command.

    The command is made of the environment and the name of the instance.
    """

    does: str
    many: str
    command: Callable[[Mapping[str, str], str], list[str]]


def _web(env: Mapping[str, str], instance: str) -> list[str]:
    return [
        sys.executable, "-m", "gunicorn", "hansa_site.wsgi",
        "--bind", env.get("WEB_LISTEN", "127.0.0.1:8000"),
        "--workers", env.get("WEB_PROCESSES", "4"), "--threads", "4",
        # Caddy could use a connection again just as it is closed, and may not send a form twice.
        "--keep-alive", "0",
        "--log-level", "warning", "--no-control-socket", "--config", "python:hansa_site.serving",
    ]  # fmt: skip


def _worker(env: Mapping[str, str], instance: str) -> list[str]:
    return _celery_worker(f"worker{instance}", env.get("WORKER_PROCESSES", "2"))


def _bots(env: Mapping[str, str], instance: str) -> list[str]:
    # It gives way to everything else that the machine does, and takes one turn at a time.
    return [
        "nice", "-n", "10", *_celery_worker(f"bots{instance}", "1"),
        "--prefetch-multiplier", "1", "--queues", "bots",
    ]  # fmt: skip


def _beat(env: Mapping[str, str], instance: str) -> list[str]:
    return _celery("beat")


def _mail(env: Mapping[str, str], instance: str) -> list[str]:
    listen = env.get("MAIL_LISTEN", "127.0.0.1:2525")
    return [sys.executable, str(MANAGE), "receive_mail", "--listen", listen, "--verbosity", "0"]


def _celery_worker(name: str, processes: str) -> list[str]:
    # Only the prefork pool keeps time limits: it ends the process in which a task runs too long.
    return [
        *_celery("worker"), "--pool", "prefork", "--concurrency", processes,
        "--hostname", f"{name}@%h", "--without-gossip", "--without-mingle", "--without-heartbeat",
    ]  # fmt: skip


def _celery(what: str) -> list[str]:
    return [sys.executable, "-m", "celery", "--quiet", "--app", "hansa_site", what]


TABLE: Final[Mapping[str, Process]] = {
    "web": Process("serves the pages", "one for each host", _web),
    "worker": Process("sends emails and webhooks, keeps the clocks", "one or more", _worker),
    "bots": Process("plays the turns of bots that think, and analyses games", "one or more", _bots),
    "beat": Process("starts the regular tasks", "exactly one", _beat),
    "mail": Process("takes the replies to emails", "one or none", _mail),
}
"""Every kind of process by its name."""


def command(name: str, env: Mapping[str, str], instance: str = "") -> list[str]:
    """Return the command of a process; instances of the same kind need names of their own."""
    return TABLE[name].command(env, instance)


def answers(address: str) -> bool:
    """Return whether the web server at an address serves a page."""
    login = f"{address}/accounts/login/"
    try:
        with urllib.request.urlopen(login, timeout=TRIED) as page:  # noqa: S310 - our own http
            return bool(page.status == 200)
    except OSError:
        return False


def main(arguments: Sequence[str]) -> int:
    """Become a process of the table; return 2 if it is not in there."""
    if len(arguments) in (1, 2) and arguments[0] in TABLE:
        what = command(arguments[0], os.environ, *arguments[1:])
        os.execvp(what[0], what)  # noqa: S606 - a command of ours, without a shell
    names = "\n".join(f"  {name:8}{process.does}" for name, process in TABLE.items())
    print(f"Name a process, and perhaps its instance:\n{names}", file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
