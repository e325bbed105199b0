"""Refuse names that could be mistaken for another person's."""

import unicodedata

from confusable_homoglyphs import categories, confusables
from django.core.exceptions import ValidationError

_ANY = {"COMMON", "INHERITED"}

_WRITTEN_TOGETHER = [
    {"LATIN", "HAN", "HIRAGANA", "KATAKANA"},
    {"LATIN", "HAN", "BOPOMOFO"},
    {"LATIN", "HAN", "HANGUL"},
]
"""Scripts that may be mixed in one name: 'highly restrictive' in Unicode's UTS 39."""

_LOOKS_LIKE = str.maketrans({"I": "l", "1": "l", "0": "O"})


def check_alphabet(name: str) -> None:
    """Raise a ValidationError for letters of two alphabets, or in special forms (not NFKC)."""
    if unicodedata.normalize("NFKC", name) != name:
        raise ValidationError("Use ordinary letters in your name, not special forms of them.")
    found = categories.unique_aliases(name) - _ANY
    if len(found) > 1 and not any(found <= together for together in _WRITTEN_TOGETHER):
        mixed = " and ".join(sorted(alphabet.capitalize() for alphabet in found))
        raise ValidationError(
            "Use the letters of one alphabet in your name. This one mixes %(mixed)s.",
            params={"mixed": mixed},
        )


def look_of(name: str) -> str:
    """Return a key that names which look the same share."""
    return "".join(map(_look, name)).translate(_LOOKS_LIKE).casefold()


def _look(letter: str) -> str:
    """Return the ASCII letter that a letter can be mistaken for, or the letter itself."""
    if letter.isascii():
        return letter
    alike = (each["c"] for each in confusables.confusables_data.get(letter, ()))
    return next((each for each in alike if each.isascii() and each.isalnum()), letter)
