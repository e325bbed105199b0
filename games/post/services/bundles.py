"""Digests: the due letters of one person in one mail.

A digest is a letter whose parts are fixed when it is taken up first. From then on it is delivered
like any other, under one Message-ID however often it is tried, and its parts share its fate. What
is put aside before it leaves is not told in it.
"""

import logging
from datetime import datetime
from typing import NamedTuple
from uuid import uuid4

from django.utils import timezone

from games.post import letters
from games.post.cadence import ANSWERS, DIGEST
from games.post.letters import Attachment, Written, render
from games.post.models import Cadence, Letter
from games.post.services.wishes import cadence_of

log = logging.getLogger(__name__)

PICTURES = 10
"""Pictures that one mail brings along; who has more to do finds the rest where the letters lead."""


class Told(NamedTuple):
    """A letter of a digest, and what it says."""

    letter: Letter
    written: Written

    @property
    def picture(self) -> Attachment | None:
        """The first picture that its own mail shows."""
        shown = (each for each in self.written.attachments if each.content_id is not None)
        return next(shown, None)

    @property
    def about(self) -> str:
        """What stands for it among others."""
        return self.picture.content_id or "" if self.picture else str(self.letter.pk)

    @property
    def more(self) -> str:
        """What it says in short beside its subject."""
        short = self.written.short
        return short.removeprefix(self.written.subject).lstrip(". ")


def waits_for_digest(letter: Letter, wish: Cadence) -> bool:
    """Return whether a letter that nobody has tried to send goes into the digest of its person."""
    return (
        wish.mode == Cadence.Mode.DIGEST
        and letter.attempts == 0
        and letter.channel_id is None
        and not letter.urgent
        and letter.kind not in ANSWERS
        and letter.kind != DIGEST
    )


def bundle(letter: Letter, now: datetime) -> Letter | None:
    """Return the digest of all that is due with a letter, or the letter itself if nothing else is.

    None if somebody else is just bundling for this person. Needs a transaction.
    """
    if not _may_bundle(letter.recipient_id):
        return None
    due = [
        other
        for other in Letter.objects.due(now)
        .filter(recipient=letter.recipient_id, channel=None, urgent=False, attempts=0)
        .select_related("recipient")
        .select_for_update(skip_locked=True, of=("self",))
        if waits_for_digest(other, cadence_of(other.recipient, other.subject_of))
    ]
    if len(due) < 2:
        return due[0] if due else None
    digest = Letter.objects.create(
        kind=DIGEST,
        recipient=letter.recipient,
        key=f"{DIGEST}:{uuid4().hex}",
        created_at=now,
        due_at=now,
    )
    Letter.objects.filter(pk__in=[part.pk for part in due]).update(bundle=digest)
    return digest


def _may_bundle(user_id: int) -> bool:
    """Hold the person's first wish for a digest, so that no two bundle for them at a time."""
    wishes = Cadence.objects.filter(user=user_id, mode=Cadence.Mode.DIGEST)
    first = wishes.order_by("pk").values_list("pk", flat=True).first()
    return wishes.select_for_update(skip_locked=True).filter(pk=first).exists()


def write_digest(digest: Letter) -> tuple[Written | None, list[Told]]:
    """Return a digest's mail, None if nothing is left to tell, and what it tells of each letter."""
    told: list[Told] = []
    for part in digest.parts.waiting().select_related("recipient").order_by("due_at", "pk"):
        try:
            written = letters.writer_of(part.kind)(part)
        except Exception as error:  # a broken writer must not stop the letters of others
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
    """Write a digest: what waits for its reader first, each with its picture and its own address.

    Of several letters with one picture the newest says what waits.
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
        return f"{len(shown)} things to know: {first}, and more"[:200]
    return f"{first}, and {len(shown) - 1} more"[:200] if len(shown) > 1 else first


def _leave_out(part: Letter, reason: str) -> None:
    """Let a part that cannot be written be tried by itself."""
    Letter.objects.waiting().filter(pk=part.pk).update(
        bundle=None, attempts=1, due_at=timezone.now(), error=reason
    )
