"""Run the soak: `python -m tests.soak [--games 500] [--rounds 4] [--hosts 2]`."""

import argparse
import os
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from hansa_site.children import Ended
from tests import parts
from tests.running import clock
from tests.running.mails import Mails, mail_server
from tests.running.servers import Servers, missing, servers
from tests.soak import hosts


def main() -> int:
    """Prepare a database and a queue of its own, run, and leave nothing behind."""
    given = _arguments()
    if reason := missing():
        raise SystemExit(f"The soak needs PostgreSQL and Redis, but {reason}.")
    if given.hosts and (reason := hosts.missing()):
        raise SystemExit(f"Several hosts need more: {reason}.")
    port = parts.free_port()
    address = hosts.HUB if given.hosts else "127.0.0.1"
    try:
        with (
            hosts.network(given.hosts) as spread,
            TemporaryDirectory() as folder,
            servers(Path(folder), standby=given.standby, address=address) as laid,
            mail_server(port, address) as mails,
        ):
            var = Path(folder) / "var"
            var.mkdir()
            os.environ |= laid.env | {
                "DJANGO_SETTINGS_MODULE": "tests.soak.settings",
                "EMAIL_URL": f"smtp://{address}:{port}",
                "SECRET_KEY": "only-for-the-soak",
                "VAR": str(var),
                clock.FILE: str(var / "clock"),
                "PYTHONPATH": str(Path(__file__).parents[2]),
            }
            return _run(given, mails, laid, spread)
    except Ended:
        return 130


def _run(given: argparse.Namespace, mails: Mails, laid: Servers, spread: list[hosts.Host]) -> int:
    import django  # noqa: PLC0415 - reads the environment

    django.setup()
    from django.core.management import call_command  # noqa: PLC0415 - needs Django

    from tests.soak.course import run  # noqa: PLC0415

    call_command("migrate", verbosity=0)
    return run(given, mails, laid, spread)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description=__doc__)
    parser.add_argument("--games", type=int, default=500, help="how many move at once")
    parser.add_argument("--confirmations", type=int, default=1, help="of each game in a round")
    parser.add_argument("--rounds", type=int, default=4, help="after each, the clock leaps")
    parser.add_argument("--masters", type=int, default=20, help="think at once, at the end")
    parser.add_argument("--no-leagues", action="store_true", help="leave out the seasons")
    parser.add_argument("--standby", action="store_true", help="one takes the database's place")
    parser.add_argument("--hosts", type=int, default=0, metavar="2", help="in namespaces, as root")
    given = parser.parse_args()
    if given.standby and given.hosts:
        parser.error("PgBouncer, by which hosts reach the database, does not look for a standby.")
    return given


if __name__ == "__main__":
    sys.exit(main())
