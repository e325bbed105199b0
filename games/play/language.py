"""The language that the site speaks at the moment, for the words about games."""

import gettext
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Final

from django.conf import settings
from django.utils.translation import get_language

from games.accounts.refusals import Refusal, refusal
from games.rules.common.message import Message, Told, term
from games.rules.errors import RulesError
from games.wording import ENGLISH, Language, language

MORE: Final = tuple(("django", folder) for folder in settings.LOCALE_PATHS)
"""The catalogues of what the site says around its games."""


def spoken() -> Language:
    """Return the language that Django has activated for the request or letter in hand."""
    return _language(get_language() or ENGLISH.code)


@cache
def _language(code: str) -> Language:
    """Return a language, which says all in English if it has no compiled catalogue.

    Of that the site warns as it starts.
    """
    try:
        return language(code, MORE)
    except LookupError:
        return Language(code, gettext.NullTranslations())


def error_text(error: Exception) -> str:
    """Return what an error says."""
    return spoken().say(error.said) if isinstance(error, RulesError) else str(error)


@contextmanager
def refusal_by_rules(*also: type[Exception]) -> Iterator[Refusal]:
    """Run a block of code that the rules may refuse, as `refusal` does."""
    with refusal(*also) as refused:
        try:
            yield refused
        except RulesError as error:
            refused.reason = error_text(error)


def say(said: Message | str) -> str:
    """Return a message in the language that `spoken` returns; a text is as it was."""
    return spoken().say(said) if isinstance(said, Message) else str(said)


def labelled(label: Message | str, text: Message | str) -> str:
    """Return a text after what it is about: 'Board: The East'. Some languages space the colon."""
    return say(term("label", "{label}: {text}", label=Told(say(label)), text=Told(say(text))))
