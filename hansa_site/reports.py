"""Report errors to the people who run the site: by email to ADMINS, and to Sentry if it is set up.

A report says where in the code something failed, but contains no data: no settings, cookies,
addresses, orders, tokens or error messages. Those are in the site's own log.
"""

import hashlib
import logging
import threading
import traceback
from collections.abc import Iterator

import sentry_sdk
from django.conf import settings
from django.core.cache import cache
from django.core.mail import mail_admins
from sentry_sdk.types import Event, Hint

from games.accounts import trace

log = logging.getLogger(__name__)

PAUSE = 60 * 60
"""Seconds within which the same error is reported once."""

MOST = 10
"""How many errors are reported within that time."""

_LOST = "reports:lost"


class AdminMails(logging.Handler):
    """Email errors to ADMINS, each once an hour; never raise and never wait for a mail server."""

    def emit(self, record: logging.LogRecord) -> None:
        """Email where an error happened."""
        # django.security logs requests that were refused as they should be.
        if not settings.ADMINS or record.name.startswith("django.security"):
            return
        try:
            place = _place(record)
            if _is_news(place):
                words = (f"{record.levelname}: {place}", _body(record, place))
                # Not a daemon: a failing command must not end before its email is sent.
                threading.Thread(target=_mail, args=words, name="report", daemon=False).start()
        except Exception:  # noqa: BLE001 - logging must not break what is logged
            self.handleError(record)


def are_read() -> bool:
    """Return whether errors reach anyone, as far as we know."""
    if settings.SENTRY_DSN:
        return True
    return bool(settings.ADMINS) and cache.get(_LOST) is None


def start_sentry(dsn: str) -> None:
    """Start reporting errors of pages and tasks to Sentry, if there is a DSN."""
    if dsn:
        sentry_sdk.init(
            dsn=dsn,
            send_default_pii=False,
            include_local_variables=False,
            max_request_body_size="never",
            max_breadcrumbs=0,
            auto_session_tracking=False,
            before_send=_only_the_place,
        )


def _only_the_place(event: Event, hint: Hint) -> Event:
    kept = event.copy()
    for key in event.keys() - _SENT:
        del kept[key]  # type: ignore[misc]
    for error in kept.get("exception", {}).get("values", []):
        error["value"] = ""
    if kept.get("transaction_info", {}).get("source") == "url":
        # No pattern of ours: the address itself, which may contain secrets.
        del kept["transaction"]
    kept["tags"] = {"request_id": trace.current()}
    if "logentry" in kept:
        kept["logentry"] = {"message": kept["logentry"].get("message", "")}
    return kept


# Nothing of the request, the person, the arguments of a task or the log before it.
_SENT = {
    "event_id", "timestamp", "level", "logger", "platform", "exception", "logentry", "transaction",
    "transaction_info", "server_name", "release", "environment", "sdk", "modules", "threads",
}  # fmt: skip


def _mail(subject: str, body: str) -> None:
    try:
        mail_admins(subject, body)
    except Exception as error:  # noqa: BLE001 - whatever failed, nobody heard of it
        cache.set(_LOST, True, PAUSE)
        log.warning("An error could not be emailed to ADMINS: %s", type(error).__name__)


def _is_news(place: str) -> bool:
    if not cache.add(f"reports:{hashlib.sha256(place.encode()).hexdigest()}", True, PAUSE):
        return False
    cache.add("reports:count", 0, PAUSE)
    return cache.incr("reports:count") <= MOST


def _place(record: logging.LogRecord) -> str:
    """Return what failed and where: the same text each time."""
    error = record.exc_info[1] if record.exc_info else None
    if error is None:
        return f"{record.pathname}:{record.lineno} in {record.funcName}"
    frames = traceback.extract_tb(error.__traceback__, limit=-1)
    where = f" at {frames[0].filename}:{frames[0].lineno} in {frames[0].name}" if frames else ""
    return f"{_name(error)}{where}"


def _body(record: logging.LogRecord, place: str) -> str:
    request = getattr(record, "request", None)
    match = getattr(request, "resolver_match", None)
    error = record.exc_info[1] if record.exc_info else None
    lines = [
        place,
        f"Logged by {record.name}, {record.pathname}:{record.lineno}, in {record.processName}.",
        # The URL pattern: the URL itself may contain secrets.
        f"Request: {request.method} {match.route}" if request and match else "",
        f"Its lines in the log have the id {trace.current()}." if trace.current() else "",
        *(_stack(error) if error else ()),
        "Details are in the site's log. The same error is reported once an hour.",
    ]
    return "\n\n".join(filter(None, lines))


def _stack(error: BaseException) -> Iterator[str]:
    """Yield the tracebacks of an error and of its causes, without their messages."""
    chain: list[BaseException] = []
    cause: BaseException | None = error
    while cause is not None and cause not in chain:
        chain.append(cause)
        hidden = cause.__suppress_context__
        cause = cause.__cause__ or (None if hidden else cause.__context__)
    for each in reversed(chain):
        yield "".join([*traceback.format_tb(each.__traceback__), _name(each)])


def _name(error: BaseException) -> str:
    return f"{type(error).__module__}.{type(error).__qualname__}".removeprefix("builtins.")
