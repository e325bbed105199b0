"""What a push costs beside an email without a picture, and what other services cost.

The same letter, which asks for a turn in the middle of a game, goes out in each way in turn, so
that a busy machine is busy for all. The push service, the others and the mail server run in a
process of their own: what they take is not counted, what speaking with them takes is. Posts go over
TLS, each with a handshake; emails go over one connection that stays open, without TLS.
"""

import multiprocessing
import os
import ssl
import statistics
import sys
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

import django
from aiosmtpd.controller import Controller
from django.db import connection
from django.test.utils import override_settings
from urllib3.connection import HTTPSConnection

from tests.bench.table import cpu_seconds
from tests.parts import free_port
from tests.post.transports.services import HOSTS, Server, certificate_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from multiprocessing.connection import Connection

MOVES = 60
ROUNDS = 60
WARM = 3
LIMIT = 1.0
"""A push may cost as much as an email without a picture, and no more."""

MAIL, PUSH = "mail", "push"
NTFY = "https://ntfy.example"
ADDRESSES = {
    "ntfy": f"{NTFY}/{'t' * 32}",
    "telegram": "telegram:1234",
    "discord": "https://discord.com/api/webhooks/1/x",
}


class _Mailbox:
    """Takes every email and keeps none."""

    async def handle_DATA(self, *_: object) -> str:  # noqa: N802 - as aiosmtpd calls it
        return "250 OK"


def serve(certificate: Path, ports: "Connection") -> None:
    """Serve mail and posts until the process is ended; tell both ports first."""
    mail = Controller(_Mailbox(), hostname="127.0.0.1", port=free_port())
    mail.start()
    service = Server(certificate)
    ports.send((mail.port, service.server_port))
    service.serve_forever()


@contextmanager
def services_beside() -> "Iterator[tuple[int, int, Path]]":
    """Run mail server and services in another process; yield their ports and the certificate."""
    with TemporaryDirectory() as folder:
        certificate = certificate_of(Path(folder), *HOSTS)
        here, there = multiprocessing.Pipe()
        process = multiprocessing.Process(target=serve, args=[certificate, there], daemon=True)
        process.start()
        there.close()
        try:
            yield (*here.recv(), certificate)
        finally:
            process.terminate()
            process.join()


def posting(port: int, certificate: Path) -> "Iterator[Any]":
    """Yield patches that let posts reach the services beside, as if these were public."""
    from games.post.transports import public_http  # noqa: PLC0415 - needs Django

    trusted = ssl.create_default_context(cafile=str(certificate))

    def connect(_: str, __: int, **options: Any) -> HTTPSConnection:
        return HTTPSConnection("127.0.0.1", port, **options | {"ssl_context": trusted})

    to_services = {"resolve": lambda *_: ["8.8.8.8"], "connect": connect}
    for name in ("post", "ask"):
        whole = getattr(public_http, name)
        yield patch.object(public_http, name, partial(whole, **to_services))


def letters() -> dict[str, Any]:
    """Return the letter about a turn, for each way in which it can go out."""
    from games.post.models import Channel, Letter  # noqa: PLC0415 - needs Django
    from tests.factories import UserFactory  # noqa: PLC0415
    from tests.play.factories import game_of, play_fast, player_to_move  # noqa: PLC0415
    from tests.post.pushing import Device  # noqa: PLC0415

    users = UserFactory.create_batch(4)
    game = play_fast(game_of(*users), MOVES)
    reader = player_to_move(game).person
    mail = Letter.objects.filter(topic=game.topic, recipient=reader, kind="turn").latest("pk")
    phone = Device()
    channels = [Channel(user=reader, kind=PUSH, url=phone.endpoint, keys=phone.keys)]
    channels += [Channel(user=reader, kind=kind, url=url) for kind, url in ADDRESSES.items()]
    found = {MAIL: mail}
    for channel in channels:
        channel.save()
        found[channel.kind] = Letter.objects.create(
            kind=mail.kind, recipient=reader, key=f"{mail.key}@{channel.pk}", topic=mail.topic,
            payload=mail.payload, channel=channel,
        )  # fmt: skip
    return found


def cost(letter: Any) -> float:
    """Return the processor's milliseconds of a letter, from its row to whoever takes it."""
    from games.post import services as post  # noqa: PLC0415 - needs Django
    from games.post.models import Letter  # noqa: PLC0415

    this = Letter.objects.filter(pk=letter.pk)
    this.update(state=Letter.State.WAITING, due_at=letter.created_at, attempts=0)
    took = 1000 * cpu_seconds(partial(post.deliver, letter_id=letter.pk))
    sent = this.get()
    if sent.state != Letter.State.SENT:
        raise SystemExit(f"It was not sent: {sent.error}")
    return took


def main() -> int:
    """Measure and print; return the exit status."""
    found = letters()
    times: dict[str, list[float]] = {name: [] for name in found}
    for number in range(WARM + ROUNDS):
        for name, letter in found.items():
            took = cost(letter)
            if number >= WARM:
                times[name].append(took)
    typical = {name: statistics.median(each) for name, each in times.items()}
    print(", ".join(f"{name} {milliseconds:.2f} ms" for name, milliseconds in typical.items()))
    pairs = zip(times[PUSH], times[MAIL], strict=True)
    ratio = statistics.median(push / mail for push, mail in pairs)
    print(f"push / email without a picture: {ratio:.2f} (limit {LIMIT:g})")
    return int(ratio > LIMIT)


def run() -> int:
    """Measure on a database that is thrown away."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    os.environ.setdefault("LOG_LEVEL", "ERROR")
    # No worker is there to send what becomes due.
    os.environ["CELERY_BROKER_URL"] = "memory://"
    os.environ["REPLY_DOMAIN"] = "games.example.org"
    with services_beside() as (mail_port, post_port, certificate), ExitStack() as stack:
        django.setup()
        from games.play.letters.context import LetterContext  # noqa: PLC0415 - needs Django

        stack.enter_context(patch.object(LetterContext, "picture", lambda *_, **__: None))
        stack.enter_context(
            override_settings(
                EMAIL_BACKEND="django.core.mail.backends.smtp.EmailBackend",
                EMAIL_HOST="127.0.0.1",
                EMAIL_PORT=mail_port,
                EMAIL_HOST_USER="",
                EMAIL_USE_TLS=False,
                EMAIL_USE_SSL=False,
                NTFY_URL=NTFY,
                TELEGRAM_TOKEN="1:x",
                PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"],
                UNSEEN_MINUTES=0,
            )
        )
        for each in posting(post_port, certificate):
            stack.enter_context(each)
        connection.creation.create_test_db(verbosity=0)
        return main()


if __name__ == "__main__":
    sys.exit(run())
