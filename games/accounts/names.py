"""Names that cannot be taken for another's."""

import unicodedata

from confusable_homoglyphs import categories, confusables
from django.core.exceptions import ValidationError

_ANY = {"COMMON", "INHERITED"}

_WRITTEN_TOGETHER = [
    {"LATIN", "HAN", "HIRAGANA", "KATAKANA"},
    {"LATIN", "HAN", "BOPOMOFO"},
    {"LATIN", "HAN", "HANGUL"},
]
"""Alphabets that people do mix, after Unicode's UTS 39 ('highly restrictive')."""

_LOOKS_LIKE = str.maketrans({"I": "l", "1": "l", "0": "O"})


def check_alphabet(name: str) -> None:
    """Raise a ValidationError for letters of two alphabets, or in a form of their own."""
    if unicodedata.normalize("NFKC", name) != name:
        raise ValidationError(
            "Please write your name in ordinary letters, without special forms of them."
        )
    found = categories.unique_aliases(name) - _ANY
    if len(found) > 1 and not any(found <= together for together in _WRITTEN_TOGETHER):
        mixed = " and ".join(sorted(alphabet.capitalize() for alphabet in found))
        raise ValidationError(
            "Please write your name in the letters of one alphabet: this one mixes %(mixed)s.",
            params={"mixed": mixed},
        )


def look_of(name: str) -> str:
    """Return what names that look the same have in common."""
    return "".join(map(_look, name)).translate(_LOOKS_LIKE).casefold()


def _look(letter: str) -> str:
    """Return the plain Latin letters that one of another alphabet can be taken for, or itself."""
    if letter.isascii():
        return letter
    alike = (each["c"] for each in confusables.confusables_data.get(letter, ()))
    return next((each for each in alike if each.isascii() and each.isalnum()), letter)
