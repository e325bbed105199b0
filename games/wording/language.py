"""The languages that everything about a game is told in, and their catalogues."""

import gettext
from collections.abc import Callable, Hashable
from functools import cache, lru_cache
from pathlib import Path
from typing import Final

from games.rules.common.message import English, Message

DOMAIN: Final = "wording"
FOLDER: Final = Path(__file__).parent / "locale"
"""The catalogues, as `<code>/LC_MESSAGES/wording.po`, and compiled as `.mo`."""

_POINT: Final = {"en": ",", "de": "."}
"""What groups the digits of a number, by language; a narrow space in every other."""


class Language(English):
    """Tells messages in one language, in English where its catalogue lacks one.

    `code` is as in `Accept-Language`, such as 'de'.
    """

    def __init__(self, code: str, catalogue: gettext.NullTranslations) -> None:
        self.code = code
        self._catalogue = catalogue
        self._texts: dict[tuple[str, str], str] = {}

    def translated(self, said: Message) -> str:
        found, context = self._catalogue, said.context
        if said.many and said.number is not None:
            if context:
                return found.npgettext(context, said.text, said.many, said.number)
            return found.ngettext(said.text, said.many, said.number)
        key = (said.text, context)
        text = self._texts.get(key)
        if text is None:
            text = found.pgettext(context, said.text) if context else found.gettext(said.text)
            self._texts[key] = text
        return text

    def number(self, number: int) -> str:
        return f"{number:,}".replace(",", _POINT.get(self.code, "\u202f"))


ENGLISH: Final = Language("en", gettext.NullTranslations())


@lru_cache(maxsize=8192)
def told(language: Language, words: Callable[..., Message], *what: Hashable) -> str:
    """Return in a language what `words` says of something.

    Kept, for the labels of which a page has a hundred, most of them again at the next click.
    """
    return language.say(words(*what))


@cache
def language(code: str, more: tuple[tuple[str, Path], ...] = ()) -> Language:
    """Return a language that has a compiled catalogue, or English; raises LookupError.

    `more` are other catalogues that are asked for what this one lacks, as domains and folders.
    """
    if code == ENGLISH.code:
        return ENGLISH
    try:
        first, *others = (
            gettext.translation(domain, folder, [code])
            for domain, folder in ((DOMAIN, FOLDER), *more)
        )
    except FileNotFoundError:
        raise LookupError(f"There is no catalogue of the language '{code}'.") from None
    for other in others:
        first.add_fallback(other)
    return Language(code, first)
