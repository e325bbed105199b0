"""Emails about an account: confirm an address, choose a new password, sign in."""

import json
from dataclasses import asdict, dataclass, field
from datetime import datetime
from typing import Any, Self
from uuid import uuid4
from zoneinfo import ZoneInfo

from django.conf import settings
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import pgettext_lazy

from games.accounts.languages import listed
from games.accounts.models import User
from games.accounts.seal import seal, unseal
from games.post.letters import Written, compose
from games.post.models import Letter
from games.post.notifications.base import Notification


@dataclass(frozen=True)
class AccountNotice(Notification):
    """Tells the owner of an account something that is useful `until` a moment.

    The names of its templates begin with `template`. Their context are `words`, and `moments`,
    which they tell in a time `zone`. All of it is encrypted in the database, because links in these
    emails open the account.
    """

    kind = "account"
    label = pgettext_lazy("notification", "Account")
    answers = True

    template: str = ""
    words: dict[str, str] = field(default_factory=dict)
    until: str = ""
    moments: dict[str, str] = field(default_factory=dict)
    language: str = ""
    zone: str = settings.TIME_ZONE

    @classmethod
    def of(cls, letter: Letter) -> Self:
        """Decrypt the notification of a letter, if its content has not been deleted yet."""
        return cls(**json.loads(unseal(letter.sealed, cls.kind))) if letter.sealed else cls()

    def key(self, user: User | None) -> str:
        return f"{self.kind}:{uuid4().hex}"

    def row(self, user: User | None = None) -> dict[str, Any]:
        """Return the columns of its letter, which goes to an address instead of a user."""
        sealed = seal(json.dumps(asdict(self)), self.kind)
        return {"kind": self.kind, "key": self.key(user), "sealed": sealed}

    def language_for(self, letter: Letter) -> str:
        return self.language if self.language in listed() else settings.LANGUAGE_CODE

    def write(self, letter: Letter) -> Written | None:
        if not self.until or timezone.now() > datetime.fromisoformat(self.until):
            return None
        return compose(
            letter,
            subject=render_to_string(f"{self.template}_subject.txt", self.words).strip(),
            template=f"{self.template}_message",
            context=self._context,
        )

    def _context(self) -> dict[str, Any]:
        return {**self.words, **{name: self._told(at) for name, at in self.moments.items()}}

    def _told(self, moment: str) -> str:
        at = timezone.localtime(datetime.fromisoformat(moment), ZoneInfo(self.zone))
        return f"{date_format(at, 'SHORT_DATETIME_FORMAT')} ({self.zone})"
