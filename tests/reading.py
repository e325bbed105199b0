"""What people read of a page, a part of one, a mail, a feed or an answer to a script.

In the pseudo-language of `tests.pseudo`, `wrongs` finds what is in no catalogue and what is glued
together from pieces that are.
"""

import json
import re
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from django.conf import settings
from lxml import etree, html

from games.accounts.bot_names import NAMES
from games.rules import TITLES
from tests.pseudo import CLOSE, CODE, OPEN, QUOTED, UNQUOTED

BETWEEN: Final = "\u241f"
"""Stands where an element begins or ends within a text."""

_INLINE: Final = frozenset(
    {"a", "abbr", "b", "cite", "del", "em", "i", "ins", "mark", "q", "s", "small", "span", "strong",
     "sub", "sup", "u", "var"}
)  # fmt: skip
"""Elements within a text; every other begins one of its own."""
_VERBATIM: Final = frozenset({"kbd", "code", "samp", "bdi", "time", "tspan"})
"""Orders, names and addresses; texts in tables of numbers."""
_SKIPPED: Final = frozenset({"script", "style", "textarea", "pre"})
_LISTS: Final = frozenset({"time_zone", "country"})
"""Choices that Django and django-countries name."""
_READ: Final = (
    "title", "alt", "aria-label", "aria-description", "aria-roledescription", "aria-valuetext",
    "placeholder", "label", "hx-confirm", "summary",
)  # fmt: skip
_CODES: Final = frozenset({"data-at", "data-other"})
_DATA: Final = re.compile(r"data-[a-z-]+")
_META: Final = frozenset({"description", "og:title", "og:description", "og:image:alt"})


class Text(NamedTuple):
    """A text by itself, and the element or attribute it is in."""

    place: str
    words: str


def in_html(page: str) -> Iterator[Text]:
    """Yield the texts of a page or part of one."""
    if page.strip():
        whole = page if "<html" in page else f"<html><body>{page}"
        yield from _in_element(html.fromstring(whole))


def _in_element(root: Any) -> Iterator[Text]:
    found: list[Text] = []
    pieces: list[str] = []

    def flush(place: str) -> None:
        words = " ".join("".join(pieces).split())
        pieces.clear()
        if words.strip(f" {BETWEEN}"):
            found.append(Text(place, words))

    def walk(element: Any, around: str) -> None:
        tag = element.tag if isinstance(element.tag, str) else ""
        language = element.get("lang")
        if tag and tag not in ("script", "style") and (language in (None, CODE) or tag == "html"):
            found.extend(_attributes(element, tag))
        if not tag or tag in _SKIPPED or (language not in (None, CODE) and tag != "html"):
            pieces.append(BETWEEN)
        elif tag in _VERBATIM or (tag == "select" and element.get("name") in _LISTS):
            pieces.append(f"{QUOTED}.{UNQUOTED}" if element.text_content().strip() else "")
        else:
            block = tag not in _INLINE
            if block:
                flush(around)
            else:
                pieces.append(BETWEEN)
            here = tag if block else around
            pieces.append(element.text or "")
            for child in element:
                walk(child, here)
                pieces.append(child.tail or "")
            if block:
                flush(here)
            else:
                pieces.append(BETWEEN)

    walk(root, "")
    flush("")
    yield from found


def _attributes(element: Any, tag: str) -> Iterator[Text]:
    for name, value in element.items():
        read = (
            name in _READ
            or (name == "value" and tag == "input" and element.get("type") in ("submit", "button"))
            or (name == "content" and _META & {element.get("name"), element.get("property")})
            or (_DATA.fullmatch(name) and " " in value.strip() and name not in _CODES)
        )
        if read and value.strip():
            yield Text(f"{tag} {name}", " ".join(value.split()))


_ORDERS: Final = re.compile(r"(?m)^  [a-z].*(?:\n {4}.*)*")


def in_text(mail: str) -> Iterator[Text]:
    """Yield the paragraphs of a text, without the orders that it lists."""
    for paragraph in re.split(r"\n\s*\n", _ORDERS.sub("", mail.replace("\r\n", "\n"))):
        if words := " ".join(paragraph.split()):
            yield Text("text", words)


def in_feed(feed: str) -> Iterator[Text]:
    """Yield what an Atom feed says."""
    told = ("{*}title", "{*}subtitle", "{*}summary", "{*}content")
    for element in etree.fromstring(feed.encode()).iter(*told):
        if element.get("type") == "html":
            yield from in_html(element.text or "")
        else:
            yield Text("feed", " ".join((element.text or "").split()))


def in_calendar(calendar: str) -> Iterator[Text]:
    """Yield what a calendar says."""
    for line in re.sub(r"\r?\n[ \t]", "", calendar).splitlines():
        name, _, value = line.partition(":")
        if name.partition(";")[0] in ("SUMMARY", "DESCRIPTION", "X-WR-CALNAME"):
            yield from in_text(re.sub(r"\\n", "\n\n", value).replace("\\", ""))


def in_json(answer: str) -> Iterator[Text]:
    """Yield the texts of several words in an answer to a script."""

    def walk(value: Any) -> Iterator[Text]:
        if isinstance(value, str):
            if re.search(r"[^\W\d_] [^\W\d_]|[⟦⟧]", value):
                yield Text("json", value)
        elif isinstance(value, dict):
            for each in value.values():
                yield from walk(each)
        elif isinstance(value, list):
            for each in value:
                yield from walk(each)

    yield from walk(json.loads(answer))


def in_api(answer: str) -> Iterator[Text]:
    """Yield the sentences in an answer to a program: all else is notation, names and data."""

    def walk(value: Any) -> Iterator[Text]:
        if isinstance(value, dict):
            for key, each in value.items():
                texts = each if isinstance(each, list) else [each]
                if key in SENTENCES and all(isinstance(text, str) for text in texts):
                    yield from (Text("api", _FIELD.sub("", text)) for text in texts)
                else:
                    yield from walk(each)
        elif isinstance(value, list):
            for each in value:
                yield from walk(each)

    yield from walk(json.loads(answer))


SENTENCES: Final = ("text", "question", "detail")
"""The fields of answers to programs that people read."""
_FIELD: Final = re.compile(r"\b(body|path|query)\.[\w.]+")

_BRANDS: Final = ("Hansa", "English", "UTC", "Discord", "Slack", "JSON", "Re:")


def names() -> re.Pattern[str]:
    """Return what has one name in every language: cities, seas, titles and bots."""
    found = {*NAMES, *(str(title.name) for title in TITLES.values()), *_BRANDS}
    for path in (settings.ROOT / "games").glob("*/*/*/*.json"):
        board = json.loads(path.read_text())
        found |= {city["name"] for city in board.get("cities", ()) if "name" in city}
        found |= {label["text"] for label in board.get("labels", ())}
    return re.compile("|".join(sorted(map(re.escape, found), key=len, reverse=True)))


_LETTERS: Final = re.compile(r"[A-Za-z]{2,}")
_QUOTE: Final = re.compile(f"{QUOTED}[^{QUOTED}{UNQUOTED}]*{UNQUOTED}")
_OF_ITS_OWN: Final = re.compile(
    # Addresses, files, time zones, and a slot that a script fills.
    r"https?://\S+|\S+@\S+\.\w+|\b[\w.-]+\.(?:example|org|com|log|txt|zip)\b\S*"
    r"|\b[A-Z]\w+(?:/[A-Z]\w+)+|\{number\}"
)
_STOPS: Final = ".?!…:"
_CLOSING: Final = "'\")»“”’"


def wrongs(text: Text, allowed: re.Pattern[str]) -> list[str]:
    """Return what is wrong with a text in the pseudo-language; `allowed` are names."""
    words = text.words
    while _QUOTE.search(words):
        words = _QUOTE.sub("·", words)
    words = _OF_ITS_OWN.sub("·", words)
    found = []
    if missing := _LETTERS.search(allowed.sub("·", words)):
        found.append(f"MISSING {missing[0]!r} in <{text.place}>: {text.words}")
    if glued := _glued(words, text.place == "p"):
        found.append(f"GLUED {glued!r} in <{text.place}>: {text.words}")
    return found


def _glued(words: str, paragraph: bool) -> str:
    """Return where two messages make one sentence, or a sentence begins in lower case, else ''."""
    depth, start, end = 0, 0, -1
    for at, sign in enumerate(words):
        if sign == OPEN:
            if not depth:
                before = words[:end].rstrip(_CLOSING + CLOSE)
                if end >= 0 and not words[end + 1 : at].strip() and before[-1:] not in _STOPS:
                    return words[start : at + 20]
                start = at
            depth += 1
        elif sign == CLOSE:
            depth -= 1
            if not depth:
                end, told = at, words[start + 1 : at]
                before = words[:start].rstrip(_CLOSING + CLOSE + BETWEEN + " ")
                alone = before[-1:] in ("", *_STOPS)
                if paragraph and alone and told[:1].islower() and told[-1:] in _STOPS:
                    return words[start : at + 1]
    return ""


class Form(NamedTuple):
    """A form that a page posts: where to, and its fields; in those of `typed` people write."""

    action: str
    values: dict[str, list[str]]
    typed: frozenset[str]


def forms(page: str) -> Iterator[Form]:
    """Yield the forms that a page posts."""
    if "<form" not in page:
        return
    for form in html.fromstring(f"<div>{page}</div>").iter("form"):
        if (form.get("method") or "").lower() != "post":
            continue
        values: dict[str, list[str]] = {}
        # lxml takes a choice of nothing for one without a value.
        nothing = {field.name for field in form.inputs if field.get("value") == ""}
        for name, value in form.form_values():
            if name != "csrfmiddlewaretoken":
                sent = "" if value == "on" and name in nothing else value
                values.setdefault(name, []).append(sent)
        typed = {
            field.name
            for field in form.inputs
            if field.name and field.get("type") not in ("hidden", "checkbox", "radio", "submit")
        }
        yield Form(form.get("action") or "", values, frozenset(typed))
