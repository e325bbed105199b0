"""The register of those who can write letters.

A room registers a writer for each kind of letter it has. The writer is called when the letter is
delivered, not when it is ordered, so it tells what is true then; it returns None when there is
nothing left to tell, and the letter is put aside as superseded.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.template.loader import render_to_string

from games.post.unsubscribe import unsubscribe_url

if TYPE_CHECKING:  # rooms register before the models are loaded
    from games.post.models import Letter


@dataclass(frozen=True)
class Attachment:
    """A file that travels with a letter; one with a content id is shown inside its HTML.

    The HTML names it as src="cid:<content_id>". `words` say what a picture shows.
    """

    name: str
    content: bytes
    mimetype: str
    content_id: str | None = None
    words: str = ""


@dataclass(frozen=True)
class Written:
    """A letter as it leaves the house.

    `reply_to` is the address that answers go to, '' if none are taken. `short` says in a sentence
    or two what the letter says, for digests and webhooks, and `url` is where it leads. `waits`
    tells that something waits for its reader.
    """

    subject: str
    text: str
    html: str
    attachments: tuple[Attachment, ...] = ()
    reply_to: str = ""
    short: str = ""
    url: str = ""
    waits: bool = False


_PREFIXES = re.compile(
    r"(?:\s*(?:re|aw|antw|sv|vs|odp|ref|fwd?|wg|tr)(?:\[\d+\])?\s*:)*\s*", re.IGNORECASE
)


def answering(subject: str, otherwise: str) -> str:
    """Return the subject of a mail that is answered, so that both stand in one thread."""
    return f"Re: {_PREFIXES.sub('', subject, count=1) or otherwise}"


Writer = Callable[["Letter"], Written | None]

_writers: dict[str, Writer] = {}


def register(kind: str, writer: Writer) -> None:
    """Let the writer write all letters of a kind."""
    if _writers.setdefault(kind, writer) is not writer:
        raise ValueError(f"Letters of kind {kind!r} already have a writer; take another name.")


def writer_of(kind: str) -> Writer:
    """Return who writes letters of a kind, or raise a LookupError that names the known kinds."""
    try:
        return _writers[kind]
    except KeyError:
        known = ", ".join(sorted(_writers)) or "none"
        raise LookupError(
            f"Nobody writes letters of kind {kind!r}; registered are: {known}."
        ) from None


def render(
    letter: "Letter",
    *,
    subject: str,
    template: str,
    context: dict[str, Any],
    attachments: tuple[Attachment, ...] = (),
    reply_to: str = "",
    short: str = "",
    url: str = "",
    waits: bool = False,
) -> Written:
    """Render `<template>.txt` and `<template>.html`, which extend post/letter.txt and .html.

    Beside the given context both know `site_url`, `site_name`, `recipient`, `subject` and, if it
    has a recipient, `unsubscribe_url`.
    """
    context = {
        "site_url": settings.SITE_URL,
        "site_name": settings.SITE_NAME,
        "recipient": letter.recipient,
        "subject": subject,
        **context,
    }
    if letter.recipient is not None:
        context["unsubscribe_url"] = unsubscribe_url(letter.recipient, letter.subject_of)
    return Written(
        subject=subject,
        text=render_to_string(f"{template}.txt", context).strip() + "\n",
        html=render_to_string(f"{template}.html", context),
        attachments=attachments,
        reply_to=reply_to,
        short=short,
        url=url,
        waits=waits,
    )
