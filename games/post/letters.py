"""A letter as it is sent, and how it is rendered."""

import re
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from typing import Any, Final
from zoneinfo import ZoneInfo

from django.conf import settings
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import get_language, override

from games.post.models import Letter
from games.post.trouble import instead_of
from games.post.unsubscribe import unsubscribe_url


@dataclass(frozen=True)
class Attachment:
    """A file attached to a letter; with a content id, it is shown inside the HTML.

    The HTML refers to it as src="cid:<content_id>". `words` is the text alternative of a picture.
    """

    name: str
    content: bytes
    mimetype: str
    content_id: str | None = None
    words: str = ""


@dataclass(frozen=True)
class Answer:
    """An answer that a notification offers as a button.

    `name` tells it from the others, `label` says what it does. `url` is the page that asks for it
    once more; a POST there gives it.
    """

    name: str
    label: str
    url: str


TEXT, HTML = "text", "html"
FORMS: Final = (TEXT, HTML)
"""The forms of a letter's body."""

_GAPS = re.compile(r"\n{3,}")


@dataclass
class Body:
    """The email, or the part of a letter in a digest, each form rendered when it is first read.

    `context` is that of `<template>.txt` and `<template>.html`, asked for once and only then: most
    of what a letter costs is in its body, and devices and chats get the short text alone.
    """

    template: str
    context: Callable[[], dict[str, Any]]
    language: str
    zone: ZoneInfo | None

    @cached_property
    def text(self) -> str:
        # Empty blocks leave their blank lines.
        return _GAPS.sub("\n\n", self._rendered("txt").strip()) + "\n"

    @cached_property
    def html(self) -> str:
        return self._rendered("html")

    def render(self, forms: Collection[str]) -> None:
        """Render forms now, in which no bug of a letter may be taken for one of its transport."""
        for form in forms:
            getattr(self, form)

    def _rendered(self, suffix: str) -> str:
        with override(self.language), timezone.override(self.zone):
            return render_to_string(f"{self.template}.{suffix}", self._found)

    @cached_property
    def _found(self) -> dict[str, Any]:
        return self.context()


@dataclass(frozen=True)
class Written:
    """A letter as it is sent.

    `reply_to` is the address for replies, '' if there is none, and `question` what is asked, as
    such an address names it, where a reply in a chat can answer it. `short` is a summary in one or
    two sentences, for channels and the top of a digest, and `url` its link. `push` is what a locked
    screen may show where `short` says more, and `answers` what can be answered there. `waits` says
    that something is waiting for its reader, `until` for how long. `upto` is the id of the newest
    thing it tells, where later letters begin after that. `language` is the one it is written in.
    """

    subject: str
    body: Body = field(repr=False)
    attachments: tuple[Attachment, ...] = ()
    reply_to: str = ""
    question: str = ""
    short: str = ""
    url: str = ""
    push: str = ""
    answers: tuple[Answer, ...] = ()
    waits: bool = False
    until: datetime | None = None
    upto: int = 0
    language: str = field(default_factory=get_language)

    @property
    def text(self) -> str:
        """Its body as plain text."""
        return self.body.text

    @property
    def html(self) -> str:
        """Its body as HTML."""
        return self.body.html

    @property
    def outside(self) -> str:
        """What a notification says where others may look on, such as a locked screen."""
        return self.push or self.short or self.subject


def sentences(*parts: str) -> str:
    """Return parts as one text in which each ends as a sentence; empty ones are left out."""
    return " ".join(part if _ENDED.search(part) else f"{part}." for part in parts if part)


_ENDED = re.compile(r"""[.!?\u2026]['")\u2019\u201d]*\Z""")

_PREFIXES = re.compile(
    r"(?:\s*(?:re|aw|antw|sv|vs|odp|ref|fwd?|wg|tr)(?:\[\d+\])?\s*:)*\s*", re.IGNORECASE
)


def answering(subject: str, otherwise: str) -> str:
    """Return the subject of a reply, so that both emails are shown as one thread."""
    return f"Re: {_PREFIXES.sub('', subject, count=1) or otherwise}"


def compose(
    letter: Letter,
    *,
    subject: str,
    template: str,
    context: Callable[[], dict[str, Any]],
    attachments: tuple[Attachment, ...] = (),
    reply_to: str = "",
    question: str = "",
    short: str = "",
    url: str = "",
    push: str = "",
    answers: tuple[Answer, ...] = (),
    waits: bool = False,
    until: datetime | None = None,
    upto: int = 0,
) -> Written:
    """Write a letter whose body is `<template>.txt` and `<template>.html`.

    These extend post/letter.txt and post/letter.html. Besides the given context, both get
    `site_url`, `site_name`, `recipient`, `subject`, `topic`, `reply_to`, `instead`, which says in
    whose stead an email comes, and, if there is a recipient, `unsubscribe_url`. `folded` is whether
    the letter is in a digest: then it says the same, without what surrounds an email, as with
    `in_chat`.
    """
    reader, folded = letter.recipient, letter.bundle_id is not None

    def whole() -> dict[str, Any]:
        links = {"unsubscribe_url": unsubscribe_url(reader, letter.topic)} if reader else {}
        return {
            "site_url": settings.SITE_URL,
            "site_name": settings.SITE_NAME,
            "recipient": reader,
            "subject": subject,
            "topic": letter.topic,
            "reply_to": reply_to,
            "folded": folded,
            "instead": "" if folded else instead_of(letter),
            "in_chat": letter.channel_id is not None,
            **context(),
            **links,
        }

    zone = ZoneInfo(reader.time_zone) if reader else None
    return Written(
        subject=subject,
        body=Body(template, whole, get_language(), zone),
        attachments=attachments,
        reply_to=reply_to,
        question=question,
        short=short,
        url=url,
        push=push,
        answers=answers,
        waits=waits,
        until=until,
        upto=upto,
    )
