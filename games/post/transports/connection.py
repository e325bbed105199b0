"""The connection to the mail server, which stays open between emails.

Opening one takes several exchanges with the server, some of them to encrypt it and to sign in. That
is often more than the email itself takes.
"""

import threading
import time
from contextlib import suppress
from smtplib import SMTP

from django.core.mail import EmailMessage, get_connection
from django.core.mail.backends.smtp import EmailBackend

LONGEST_IDLE = 60.0
"""Seconds after which an idle connection is not used again; servers close it after minutes."""
MOST_EMAILS = 50
"""The most emails over one connection; some servers refuse more than a hundred."""


class _Kept(threading.local):
    """The open connection of a thread, if there is one, when it was last used, and how often."""

    connection: SMTP | None = None
    used_at = 0.0
    emails = 0


_kept = _Kept()


def send(email: EmailMessage) -> None:
    """Send an email as Django's settings say, with SMTP over the connection of the one before.

    Raises what the backend raises; then the connection is closed.
    """
    backend = email.connection = get_connection()
    if not isinstance(backend, EmailBackend):
        email.send()
        return
    backend.connection = _taken()
    backend.open()
    try:
        email.send()
    except BaseException:
        # SMTP errors are OSErrors.
        with suppress(OSError):
            backend.close()
        raise
    if _kept.emails < MOST_EMAILS:
        _kept.connection, _kept.used_at = backend.connection, time.monotonic()
    else:
        backend.close()


def _taken() -> SMTP | None:
    """Return the open connection for one more email, None if it has to be opened again."""
    connection, _kept.connection = _kept.connection, None
    _kept.emails += 1
    if connection is not None:
        if time.monotonic() - _kept.used_at < LONGEST_IDLE and _answers(connection):
            return connection
        connection.close()
    _kept.emails = 1
    return None


def _answers(connection: SMTP) -> bool:
    with suppress(OSError):
        return connection.noop()[0] == 250
    return False
