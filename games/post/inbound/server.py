"""A mail server for replies and bounces only: SMTP or LMTP, behind the site's real one."""

import asyncio
import logging
import socket
from concurrent.futures import ThreadPoolExecutor

from aiosmtpd.controller import Controller
from aiosmtpd.lmtp import LMTP
from aiosmtpd.smtp import SMTP, Envelope, Session
from django.conf import settings
from django.db import connections

from games.post.inbound.address import BOUNCE, MOST, parse_address
from games.post.inbound.mail import MAX_SIZE
from games.post.inbound.reception import receive
from games.post.inbound.replies import handler_of

log = logging.getLogger(__name__)

THREADS = 4

DONE = "250 2.0.0 Thank you"
LATER = "451 4.3.0 It cannot be processed just now; please try again later"
NOBODY = "550 5.1.1 There is no such address here"
ENOUGH = "452 4.5.3 Too many recipients"


class Handler:
    """Handles SMTP commands; each email is processed in a thread."""

    def __init__(self, *, lmtp: bool) -> None:
        self.lmtp = lmtp
        self.threads = ThreadPoolExecutor(THREADS, thread_name_prefix="mail-in")

    async def handle_RCPT(  # noqa: N802 - aiosmtpd calls it so
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        """Accept email only for addresses that this site has made."""
        if not is_ours(address):
            log.info("Mail to %r was refused: this site did not make that address.", address)
            return NOBODY
        if len(envelope.rcpt_tos) >= MOST:
            return ENOUGH
        envelope.rcpt_tos.append(address)
        return "250 2.1.5 OK"

    async def handle_DATA(  # noqa: N802 - aiosmtpd calls it so
        self, server: SMTP, session: Session, envelope: Envelope
    ) -> str:
        """Process an email; if that fails, tell the sender to try again."""
        loop = asyncio.get_running_loop()
        status = await loop.run_in_executor(self.threads, _receive, envelope)
        # LMTP has one response for each recipient.
        return "\r\n".join([status] * (len(envelope.rcpt_tos) if self.lmtp else 1))

    async def handle_exception(self, error: Exception) -> str:
        """Tell the sender to try again, whatever the error."""
        log.error("Mail in: %s: %s", type(error).__name__, error)
        return LATER


class Listener(Controller):
    """Listens in a thread between `start` and `stop`; raises OSError if the port is taken."""

    def __init__(self, host: str, port: int, *, lmtp: bool = False) -> None:
        self.lmtp = lmtp
        super().__init__(
            Handler(lmtp=lmtp),
            hostname=host,
            port=port,
            server_hostname=settings.REPLY_DOMAIN or None,
            ident="Hansa",
            data_size_limit=MAX_SIZE,
            timeout=120,
        )

    def start(self) -> None:
        """Start listening."""
        try:
            # Check the port first, because the controller takes seconds to notice.
            socket.create_server((self.hostname, self.port), family=_family(self.hostname)).close()
        except OSError:
            self.loop.close()
            raise
        super().start()

    def factory(self) -> SMTP:
        """Return the server side of a connection."""
        return (LMTP if self.lmtp else SMTP)(self.handler, **self.SMTP_kwargs)

    def stop(self, no_assert: bool = False) -> None:
        """Stop listening, and return when all accepted emails have been processed."""
        super().stop(no_assert)
        self.handler.threads.shutdown()


def _family(host: str) -> socket.AddressFamily:
    return socket.AF_INET6 if ":" in host else socket.AF_INET


def is_ours(address: str) -> bool:
    """Return whether this site made an address, for replies or bounces."""
    ours = parse_address(address)
    return ours is not None and (ours.kind == BOUNCE or handler_of(ours.kind) is not None)


def _receive(envelope: Envelope) -> str:
    try:
        content = envelope.content or b""
        receive(
            content.encode() if isinstance(content, str) else content,
            recipients=envelope.rcpt_tos,
            envelope_sender=(envelope.mail_from or "").strip("<>"),
        )
    except Exception:  # the email must not be lost, whatever the error
        log.exception("A mail was not processed; its sender will try again")
        return LATER
    finally:
        # Emails are rare and threads many, so threads do not keep connections.
        connections.close_all()
    return DONE
