"""Receive replies and bounces: one email from standard input, or all of them as a mail server."""

import logging
import os
import signal
import sys
import threading
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.post.inbound.mail import MAX_SIZE
from games.post.inbound.reception import receive
from games.post.inbound.server import Listener

log = logging.getLogger(__name__)


class Command(BaseCommand):
    """Receives one email from standard input, or with --listen all that arrive."""

    help = (
        "Receive replies and bounces: one email from standard input, or with --listen as a mail "
        "server. With standard input, the exit status is 0 when the email has been handled, and "
        "75 when the mail server should try again later."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Add options for where to listen, and for the sender and recipients of one email."""
        parser.add_argument(
            "--listen", metavar="HOST:PORT", help="keep running and receive email by SMTP"
        )
        parser.add_argument("--lmtp", action="store_true", help="listen for LMTP instead")
        parser.add_argument(
            "--to",
            action="append",
            default=[],
            metavar="ADDRESS",
            help="a recipient of the email; without it, those in its header",
        )
        parser.add_argument(
            "--from",
            dest="sender",
            metavar="ADDRESS",
            help="the envelope sender; empty for bounces",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Receive one email, or listen until stopped."""
        if options["listen"]:
            self._listen(options["listen"], lmtp=options["lmtp"], verbosity=options["verbosity"])
        else:
            self._take(sys.stdin.buffer.read(MAX_SIZE + 1), options["to"], options["sender"])

    def _take(self, raw: bytes, recipients: list[str], sender: str | None) -> None:
        try:
            _check_settings()
            outcomes = receive(raw, recipients=recipients, envelope_sender=sender)
        except Exception:  # the email must not be lost, whatever the error
            log.exception("A mail was not processed; the mail server is to try again")
            sys.exit(os.EX_TEMPFAIL)
        self.stdout.write(", ".join(outcomes))

    def _listen(self, where: str, *, lmtp: bool, verbosity: int) -> None:
        _check_settings()
        host, _, port = where.rpartition(":")
        if not host or not port.isdigit() or not 0 < int(port) < 65536:
            raise CommandError("--listen takes a host and a port, such as 127.0.0.1:2525.")
        ended = threading.Event()
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: ended.set())
        listener = Listener(host.strip("[]"), int(port), lmtp=lmtp)
        try:
            listener.start()
        except OSError as error:
            raise CommandError(f"Cannot listen at {where}: {error.strerror}.") from error
        if verbosity:
            self.stdout.write(f"Listening for {'LMTP' if lmtp else 'SMTP'} at {where}.")
            self.stdout.flush()
        ended.wait()
        listener.stop()


def _check_settings() -> None:
    if not settings.REPLY_DOMAIN:
        raise CommandError("REPLY_DOMAIN is not set, so emails cannot be replied to.")
