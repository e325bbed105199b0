"""The base of transports that post to a webhook."""

import json
from abc import abstractmethod

from django.conf import settings

from games.post.letters import Written
from games.post.models import Letter
from games.post.transports import public_http
from games.post.transports.base import Rejected, Transport, Trouble

LONGEST_TEXT = 1900
"""The most characters in a message; Discord allows 2,000."""


class Webhook(Transport):
    """Posts the short text of a letter, as JSON, to a URL on the public internet."""

    def check(self, address: str) -> None:
        """Raise PostError unless it is an https URL that may be public."""
        public_http.check(address)

    def send(self, letter: Letter, written: Written, address: str) -> None:
        """Post a letter to a webhook; raises Rejected or Trouble, depending on its response."""
        body = json.dumps(self.body(letter, written)).encode()
        headers = {
            "Content-Type": "application/json",
            "User-Agent": f"{settings.SITE_NAME} webhook",
            **self.headers(letter, body),
        }
        status = public_http.post(address, body, headers)
        if 200 <= status < 300:
            return
        if 300 <= status < 500 and status not in (408, 425, 429):
            raise Rejected(f"The webhook answered with {status}.")
        raise Trouble(f"The webhook answered with {status}.")

    @abstractmethod
    def body(self, letter: Letter, written: Written) -> dict[str, object]:
        """Return the JSON to post."""

    def headers(self, letter: Letter, body: bytes) -> dict[str, str]:
        """Return additional HTTP headers for a letter and its body."""
        return {}


def message(written: Written) -> str:
    """Return the short text of a letter, with its link at the end."""
    room = LONGEST_TEXT - len(written.url)
    text = (written.short or written.subject)[:room]
    return f"{text}\n{written.url}".strip()
