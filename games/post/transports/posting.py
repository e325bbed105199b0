"""The base of transports that post to a service on the public internet."""

import re
from abc import abstractmethod
from collections.abc import Mapping
from datetime import timedelta
from typing import ClassVar

from django.utils import timezone
from django.utils.http import parse_http_date

from games.post.errors import PostError
from games.post.letters import Written
from games.post.models import Letter
from games.post.transports import public_http
from games.post.transports.base import Gone, Rejected, Transport, Trouble

BUSY = (429, 503)
"""With these statuses a service may say when to try again (RFC 6585, 4; RFC 9110, 15.6.4)."""

LONGEST_PAUSE = timedelta(hours=1)
"""How long a service can put a letter off at a time: by then it may have ended its quarrel."""

_SECONDS = re.compile(r"[0-9]+")


class Posting(Transport):
    """Posts a letter's short text to a service, each in its own form.

    `answered` says that the service refused; `gone` has a sentence for each status with which it
    says that the channel has ended.
    """

    answered: ClassVar[str]
    gone: ClassVar[Mapping[int, str]] = {}

    @abstractmethod
    def body(self, letter: Letter, written: Written) -> dict[str, object]:
        """Return what is posted, as JSON."""

    def recheck(self, address: str) -> None:
        """Raise Rejected for an address that was taken once, and is no longer."""
        try:
            self.check(address)
        except PostError as error:
            raise Rejected(str(error)) from error

    def post(self, url: str, body: bytes, headers: dict[str, str]) -> None:
        """Post a body; raises Gone, Rejected or Trouble by the status of the answer."""
        response = public_http.post(url, body, headers)
        self.judge(response.status, pause_of(response.retry_after))

    def judge(self, status: int, pause: timedelta) -> None:
        """Raise Gone, Rejected or Trouble by the status of an answer, and the pause it asks for."""
        if 200 <= status < 300:
            return
        if status in self.gone:
            raise Gone(self.gone[status], status)
        if 300 <= status < 500 and status not in (408, 425, 429):
            raise Rejected(self.answered, status)
        raise Trouble(self.answered, status, pause=pause if status in BUSY else timedelta())


def pause_of(retry_after: str) -> timedelta:
    """Return the pause that a header Retry-After asks for: seconds, or until a date.

    It is LONGEST_PAUSE at most, and none if the header is empty, wrong or in the past (RFC 9110,
    10.2.3).
    """
    said = retry_after.strip()
    if _SECONDS.fullmatch(said):
        # Longer numbers are long pauses, and slow to read.
        seconds = float(said.lstrip("0")[:10] or 0)
    else:
        try:
            seconds = parse_http_date(said) - timezone.now().timestamp()
        except ValueError:
            return timedelta()
    return timedelta(seconds=min(max(seconds, 0), LONGEST_PAUSE.total_seconds()))
