"""A language for tests alone, in which whatever is in no catalogue stands out, and all is longer.

Each translation is made when it is asked for: its message with every letter accented, as
long as other languages may be, in brackets: '⟦Ħḗĕŀŀǿŏ⟧'. No letter of it is one of English.
"""

import gettext
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from typing import Any, Final
from unittest.mock import patch

import pytest
from django.test import override_settings
from django.utils import dates
from django.utils.translation import trans_real

from games.play import language as played
from games.rules.common.message import Notation, Part, Quote
from games.wording import Language
from games.wording.language import DOMAIN, FOLDER

CODE: Final = "qps"
IN_OUR_TYPE: Final = "qpt"
"""Codes of our own, by which nothing that the process keeps in one language is told in another."""
NAME: Final = "Ẋẋ"
OPEN, CLOSE = "⟦⟧"
QUOTED, UNQUOTED = "\u2063", "\u2064"
"""What stands around parts that have one spelling in every language; nobody sees it."""

ACCENTED: Final = str.maketrans(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "ȧƀƈḓḗƒɠħīĵķŀḿƞǿƥɋřşŧŭṽẇẋẏẑȦƁƇḒḖƑƓĦĪĴĶĿḾȠǾƤɊŘŞŦŬṼẆẊẎẐ",
)
TYPEFACE: Final = str.maketrans("aeiouAEIOU", "áéíóúÁÉÍÓÚ")
"""What the site's own typeface has, for tests that measure."""

_KEPT: Final = re.compile(
    r"(\{\w*\}|%\(\w+\)[sdi]|%[sd%]|<[^>]*>|&#?\w+;|https?://\S+|\S+@\S+\.\w+)"
)
"""What a translation leaves as it is: slots, markup and addresses."""
_VOWEL: Final = re.compile(r"([aeiou])(?![aeiou])")
_DATES: Final = frozenset(
    str(word)
    for words in (dates.WEEKDAYS, dates.WEEKDAYS_ABBR, dates.MONTHS, dates.MONTHS_AP)
    for word in words.values()
) | {"a.m.", "p.m.", *(str(word).capitalize() for word in dates.MONTHS_3.values())}
"""Words of dates have no brackets, as no sentences are made of them."""


def translated(text: str, accents: Mapping[int, int] = ACCENTED) -> str:
    """Return a message in the pseudo-language."""
    pieces = _KEPT.split(text)
    told = "".join(
        piece if number % 2 else _VOWEL.sub(r"\1\1", piece).translate(accents)
        for number, piece in enumerate(pieces)
    )
    return told if text in _DATES else f"{OPEN}{told}{CLOSE}"


class Catalogue(gettext.NullTranslations):
    """Translates the messages that it knows, with their contexts; others stay as they are."""

    def __init__(self, code: str, known: frozenset[str], accents: Mapping[int, int]) -> None:
        super().__init__()
        self.code, self.known = code, known
        self.told = cache(lambda text: translated(text, accents))

    def gettext(self, message: str) -> str:
        return self.told(message.rpartition("\4")[2]) if message in self.known else message

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        if msgid1 not in self.known:
            return msgid1 if n == 1 else msgid2
        return self.told((msgid1 if n == 1 else msgid2).rpartition("\4")[2])

    def pgettext(self, context: str, message: str) -> str:
        return self._parted(self.gettext(f"{context}\4{message}"))

    def npgettext(self, context: str, msgid1: str, msgid2: str, n: int) -> str:
        return self._parted(self.ngettext(f"{context}\4{msgid1}", f"{context}\4{msgid2}", n))

    def _parted(self, found: str) -> str:
        return found.rpartition("\4")[2]

    # What Django asks of a language.

    def language(self) -> str:
        return self.code

    to_language = language


class Pseudo(Language):
    """The language as games are told in it; orders and quotes in sentences are marked."""

    def say(self, said: Part) -> str:
        text = super().say(said)
        marked = isinstance(said, Notation | Quote)
        return f"{QUOTED}{text}{UNQUOTED}" if marked else text


def _known(keys: Any) -> frozenset[str]:
    return frozenset(key[0] if isinstance(key, tuple) else key for key in keys)


@contextmanager
def spoken(code: str = CODE, accents: Mapping[int, int] = ACCENTED) -> Iterator[None]:
    """Let the site speak the pseudo-language besides English, in this process."""
    site = _known(trans_real.translation("de")._catalog.keys())
    games = _known(gettext.translation(DOMAIN, FOLDER, ["de"])._catalog)  # type: ignore[attr-defined]
    told = Pseudo(code, Catalogue(code, site | games, accents))
    others = played._language
    with (
        override_settings(LANGUAGES=[("en", "English"), (code, NAME)]),
        patch.dict(trans_real._translations, {code: Catalogue(code, site, accents)}),
        patch.object(played, "_language", lambda asked: told if asked == code else others(asked)),
    ):
        yield


@pytest.fixture
def pseudo() -> Iterator[None]:
    """The pseudo-language, for a test."""
    with spoken():
        yield


@pytest.fixture
def pseudo_in_our_type() -> Iterator[None]:
    """The pseudo-language in letters of the site's own typeface, for a test that measures.

    A live server speaks it to whoever has the cookie `games.accounts.languages.COOKIE`, and to
    people whose `language` is `IN_OUR_TYPE`.
    """
    with spoken(IN_OUR_TYPE, TYPEFACE):
        yield
