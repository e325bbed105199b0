"""A letter as it is sent, and how it is rendered."""

import re
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.conf import settings
from django.template.loader import render_to_string
from django.utils.translation import get_language

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


@dataclass(frozen=True)
class Written:
    """A letter as it is sent: `text` and `html` are the email, or the part of a letter in a digest.

    `reply_to` is the address for replies, '' if there is none, and `question` what is asked, as
    such an address names it, where a reply in a chat can answer it. `short` is a summary in one or
    two sentences, for webhooks and the top of a digest, and `url` its link. `push` is what a locked
    screen may show where `short` says more, and `answers` what can be answered there. `waits` says
    that something is waiting for its reader, `until` for how long. `upto` is the id of the newest
    thing it tells, where later letters begin after that. `language` is the one it is written in.
    """

    subject: str
    text: str
    html: str
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


def render(
    letter: Letter,
    *,
    subject: str,
    template: str,
    context: dict[str, Any],
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
    """Render `<template>.txt` and `<template>.html`, which extend post/letter.txt and .html.

    Besides the given context, both get `site_url`, `site_name`, `recipient`, `subject`, `topic`,
    `reply_to`, `instead`, which says in whose stead an email comes, and, if there is a recipient,
    `unsubscribe_url`. `folded` is whether the letter is in a digest: then it says the same,
    without what surrounds an email, as with `in_chat`.
    """
    context = {
        "site_url": settings.SITE_URL,
        "site_name": settings.SITE_NAME,
        "recipient": letter.recipient,
        "subject": subject,
        "topic": letter.topic,
        "reply_to": reply_to,
        "folded": letter.bundle_id is not None,
        "instead": instead_of(letter) if letter.bundle_id is None else "",
        "in_chat": letter.channel_id is not None,
        **context,
    }
    if letter.recipient is not None:
        context["unsubscribe_url"] = unsubscribe_url(letter.recipient, letter.topic)
    return Written(
        subject=subject,
        text=render_to_string(f"{template}.txt", context).strip() + "\n",
        html=render_to_string(f"{template}.html", context),
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
