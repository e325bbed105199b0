"""The digest: several letters in one email."""

import logging
from dataclasses import dataclass
from typing import NamedTuple
from uuid import uuid4

from django.utils import timezone

from games.accounts.models import User
from games.post.letters import Attachment, Written, render
from games.post.models import Letter
from games.post.notifications import notification_of
from games.post.notifications.base import Notification

log = logging.getLogger(__name__)

PICTURES = 10
"""The most pictures in one email; further games are shown without."""


class Told(NamedTuple):
    """A letter of a digest, and its text."""

    letter: Letter
    written: Written

    @property
    def picture(self) -> Attachment | None:
        """Return the first picture shown in its own email, or None."""
        shown = (each for each in self.written.attachments if each.content_id is not None)
        return next(shown, None)

    @property
    def about(self) -> str:
        """A key that letters about the same position share."""
        return self.picture.content_id or "" if self.picture else str(self.letter.pk)

    @property
    def more(self) -> str:
        """Its short text without its subject."""
        short = self.written.short
        return short.removeprefix(self.written.subject).lstrip(". ")


@dataclass(frozen=True)
class Digest(Notification):
    """Sends several letters of one user in one email."""

    kind = "digest"
    scheduled = False

    def key(self, user: User) -> str:
        return f"{self.kind}:{uuid4().hex}"

    def write(self, letter: Letter) -> Written | None:
        return write_digest(letter)[0]


def write_digest(digest: Letter) -> tuple[Written | None, list[Told]]:
    """Return a digest's text, None if nothing is left to say, and the text of each letter in it."""
    told: list[Told] = []
    for part in digest.parts.waiting().select_related("recipient").order_by("due_at", "pk"):
        try:
            written = notification_of(part).write(part)
        except Exception as error:  # a bug in one kind of letter must not stop others
            log.exception("Letter %s could not be written for a digest", part.pk)
            _leave_out(part, f"{type(error).__name__}: {error}")
            continue
        if written is None:
            Letter.objects.waiting().filter(pk=part.pk).update(state=Letter.State.SUPERSEDED)
        else:
            told.append(Told(part, written))
    if len(told) > 1:
        return _together(digest, told), told
    return (told[0].written if told else None), told


def _together(digest: Letter, told: list[Told]) -> Written:
    """Write a digest: what waits for its reader comes first, each with picture and reply address.

    If several letters have the same picture, only the newest is shown.
    """
    waiting = list({part.about: part for part in told if part.written.waits}.values())
    others = [part for part in told if not part.written.waits]
    pictures = [part.picture for part in waiting[:PICTURES] if part.picture]
    addresses = {part.written.reply_to for part in waiting if part.written.reply_to}
    return render(
        digest,
        subject=_subject([*waiting, *others], bool(waiting)),
        template="post/digest",
        context={
            "waiting": waiting,
            "others": others,
            "shown": {picture.content_id for picture in pictures},
            "answerable": bool(addresses),
        },
        attachments=tuple(pictures),
        reply_to=addresses.pop() if len(addresses) == 1 else "",
    )


def _subject(shown: list[Told], waits: bool) -> str:
    first = shown[0].written.subject
    if not waits:
        return f"{len(shown)} updates: {first}, and more"[:200]
    return f"{first}, and {len(shown) - 1} more"[:200] if len(shown) > 1 else first


def _leave_out(part: Letter, reason: str) -> None:
    """Remove a part that cannot be written from the digest, to be tried alone."""
    Letter.objects.waiting().filter(pk=part.pk).update(
        bundle=None, attempts=1, due_at=timezone.now(), error=reason
    )
