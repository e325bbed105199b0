"""The words of replies by email that are not orders, in English and in the reader's language.

A translation holds all words that mean the same, with commas between them. Emails show the first.
"""

from collections.abc import Iterator
from typing import Final

from games.accounts.spellings import folded, spellings
from games.rules.common.message import Message, term
from games.wording import Language

KEYWORDS: Final = (
    term("reply", "confirm"),
    term("reply", "help"),
    term("reply", "status"),
    term("reply", "draft"),
    term("reply", "reset"),
    term("reply", "undo"),
    term("reply", "undo all"),
    term("reply", "yes"),
    term("reply", "no"),
    term("reply", "wait"),
    term("reply", "replace"),
    term("reply", "bot"),
    term("reply", "cancel"),
)
"""Commands, and the choices of votes, by their English words."""


def meanings(language: Language) -> dict[str, str]:
    """Return the English word for each word that a language has for it, with and without umlauts.

    The keys are `folded`.
    """
    return {
        folded(spelling): keyword.text
        for keyword in KEYWORDS
        for word in (keyword.text, *words_for(keyword, language))
        for spelling in spellings(word).splitlines()
        if spelling
    }


def in_words(choice: str, language: Language) -> str:
    """Return what emails call an English keyword."""
    keyword = next(keyword for keyword in KEYWORDS if keyword.text == choice)
    return next(words_for(keyword, language))


def words_for(keyword: Message, language: Language) -> Iterator[str]:
    """Yield the words that a language has for a keyword, the usual one first."""
    return (word.strip() for word in language.say(keyword).split(","))
