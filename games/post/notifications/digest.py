"""The digest: several letters in one email."""

import logging
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import NamedTuple
from uuid import uuid4

from django.utils import timezone
from django.utils.translation import ngettext, pgettext_lazy

from games.accounts.models import User
from games.post.letters import FORMS, Written, compose
from games.post.models import Letter
from games.post.notifications import notification_of
from games.post.notifications.base import Notification

log = logging.getLogger(__name__)

NEVER = datetime.max.replace(tzinfo=UTC)

RULE = "=" * 76
"""The line between the parts of a digest in plain text."""


class Part(NamedTuple):
    """A letter of a digest, and its part there."""

    letter: Letter
    written: Written

    @property
    def about(self) -> str:
        """A key that letters about the same position share: the picture that they show."""
        shown = (each.content_id for each in self.written.attachments)
        return next(filter(None, shown), None) or str(self.letter.pk)

    @property
    def more(self) -> str:
        """Its short text without its subject."""
        short = self.written.short
        return short.removeprefix(self.written.subject).lstrip(". ")


@dataclass(frozen=True)
class Digest(Notification):
    """Sends several letters of one user in one email."""

    kind = "digest"
    label = pgettext_lazy("notification", "Digest")
    scheduled = False

    def key(self, user: User) -> str:
        return f"{self.kind}:{uuid4().hex}"

    def write(self, letter: Letter) -> Written | None:
        return write_digest(letter)[0]


def write_digest(digest: Letter) -> tuple[Written | None, list[Part]]:
    """Return a digest's text, None if nothing is left to say, and the text of each letter in it.

    Each letter is written by its own kind, as if it came alone, but for what surrounds an email.
    """
    letters = digest.parts.waiting().select_related("recipient").order_by("due_at", "pk")
    parts = [part for letter in letters if (part := _part(letter)) is not None]
    if len(parts) > 1:
        return _together(digest, parts), parts
    for alone, _ in parts:
        alone.bundle = None  # an email of its own
    parts = [part for alone, _ in parts if (part := _part(alone)) is not None]
    return (parts[0].written if parts else None), parts


def _part(part: Letter) -> Part | None:
    """Write a letter of a digest; None if it has nothing to say or cannot be written."""
    try:
        written = notification_of(part).write(part)
        if written is not None:
            written.body.render(FORMS)
    except Exception as error:  # a bug in one kind of letter must not stop others
        log.exception("Letter %s could not be written for a digest", part.pk)
        _leave_out(part, f"{type(error).__name__}: {error}")
        return None
    if written is None:
        Letter.objects.waiting().filter(pk=part.pk).update(state=Letter.State.SUPERSEDED)
        return None
    return Part(part, written)


def _together(digest: Letter, parts: list[Part]) -> Written:
    """Write a digest: first what waits for its reader, by the end of its time, then news.

    Of several letters that ask about the same position, only the newest is shown.
    """
    waiting = list({part.about: part for part in parts if part.written.waits}.values())
    waiting.sort(key=lambda part: part.written.until or NEVER)
    others = [part for part in parts if not part.written.waits]
    files = [file for part in [*waiting, *others] for file in part.written.attachments]
    addresses = {part.written.reply_to for part in waiting if part.written.reply_to}
    return compose(
        digest,
        subject=_subject([*waiting, *others], bool(waiting)),
        template="post/digest",
        context=lambda: {"waiting": waiting, "others": others, "rule": RULE},
        attachments=tuple({file.content_id or file: file for file in files}.values()),
        reply_to=addresses.pop() if len(addresses) == 1 else "",
    )


def _subject(shown: list[Part], waits: bool) -> str:
    first, more = shown[0].written.subject, len(shown) - 1
    if not waits:
        said = ngettext(
            "%(number)s update: %(first)s, and more",
            "%(number)s updates: %(first)s, and more",
            len(shown),
        )
        return (said % {"number": len(shown), "first": first})[:200]
    if not more:
        return first
    said = ngettext("%(first)s, and %(number)s more", "%(first)s, and %(number)s more", more)
    return (said % {"number": more, "first": first})[:200]


def _leave_out(part: Letter, reason: str) -> None:
    """Remove a part that cannot be written from the digest, to be tried alone."""
    Letter.objects.waiting().filter(pk=part.pk).update(
        bundle=None, attempts=1, due_at=timezone.now(), error=reason
    )
