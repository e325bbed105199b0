"""The base of transports that post to a service on the public internet."""

from abc import abstractmethod
from collections.abc import Mapping
from typing import ClassVar

from games.post.errors import PostError
from games.post.letters import Written
from games.post.models import Letter
from games.post.transports import public_http
from games.post.transports.base import Gone, Rejected, Transport, Trouble


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
        self.judge(public_http.post(url, body, headers))

    def judge(self, status: int) -> None:
        """Raise Gone, Rejected or Trouble by the status of an answer."""
        if 200 <= status < 300:
            return
        if status in self.gone:
            raise Gone(self.gone[status], status)
        if 300 <= status < 500 and status not in (408, 425, 429):
            raise Rejected(self.answered, status)
        raise Trouble(self.answered, status)
