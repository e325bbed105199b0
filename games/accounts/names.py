"""The names of people: which are allowed, and which look alike."""

import re
import unicodedata
from itertools import pairwise

from confusable_homoglyphs import categories, confusables
from django.core.exceptions import ValidationError
from django.utils.text import get_text_list
from django.utils.translation import gettext_lazy, pgettext

_ANY = {"COMMON", "INHERITED"}

_WRITTEN_TOGETHER = [
    {"LATIN", "HAN", "HIRAGANA", "KATAKANA"},
    {"LATIN", "HAN", "BOPOMOFO"},
    {"LATIN", "HAN", "HANGUL"},
]
"""Scripts that may be mixed in one name: 'highly restrictive' in Unicode's UTS 39."""

_LOOKS_LIKE = str.maketrans({"I": "l", "1": "l", "0": "O"}) | str.maketrans(
    "\u06cc\u0649\u06a9\u06c1\u06d5\u06f0\u06f1\u06f2\u06f3\u06f7\u06f8\u06f9",
    "\u064a\u064a\u0643\u0647\u0647\u0660\u0661\u0662\u0663\u0667\u0668\u0669",
)
"""The rest are letters and digits of Persian and Urdu, and those of Arabic that look the same."""

_DOT_ON_A_DOT = re.compile("(?<=[ij])\u0307")
"""The dot of an i and a combining one above it are drawn as one."""

_INVISIBLE = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)
"""Letters and marks that nobody sees: fillers, joiners and variation selectors (UAX 44)."""

_WORDS = re.compile(r"\w+(?:[ .-]\w+)*\.?")

MOST_MARKS = 4
"""The most combining marks on one letter: as many as scripts need, not a tower of them."""


def stored(name: str) -> str:
    """Return a name in the form in which it is stored and compared: composed (NFC, UAX 15)."""
    return unicodedata.normalize("NFC", name)


def check_name(name: str) -> None:
    """Raise a ValidationError unless a name is words of letters and digits of any script.

    A combining mark, such as a vowel sign of Devanagari, belongs to the letter before it. None is
    there twice, one over the other (UTS 39, 5.4).
    """
    letters, on_this_letter = "", 0
    for each in name:
        is_mark = unicodedata.category(each).startswith("M")
        on_this_letter = on_this_letter + 1 if is_mark else 0
        if on_this_letter > MOST_MARKS or (is_mark and not letters[-1:].isalpha()):
            break
        letters += "" if is_mark else each
    else:
        if _WORDS.fullmatch(letters) and not (_INVISIBLE.search(name) or _doubles_a_mark(name)):
            return
    raise ValidationError(
        gettext_lazy("Use letters and digits, with single spaces, dots or hyphens between them.")
    )


def check_alphabet(name: str) -> None:
    """Raise a ValidationError for letters of two alphabets, or in special forms (not NFKC)."""
    if unicodedata.normalize("NFKC", name) != name:
        raise ValidationError(
            gettext_lazy("Use ordinary letters in your name, not special forms of them.")
        )
    found = categories.unique_aliases(name) - _ANY
    if len(found) > 1 and not any(found <= together for together in _WRITTEN_TOGETHER):
        mixed = get_text_list(
            sorted(alphabet.capitalize() for alphabet in found), pgettext("series", "and")
        )
        raise ValidationError(
            gettext_lazy("Use the letters of one alphabet in your name. This one mixes %(mixed)s."),
            params={"mixed": mixed},
        )


def look_of(name: str) -> str:
    """Return a key that names which look the same share."""
    plain = _DOT_ON_A_DOT.sub("", stored(name))
    looks = "".join(map(_look, plain)).translate(_LOOKS_LIKE).casefold()
    return stored(looks)


def _doubles_a_mark(name: str) -> bool:
    letters = unicodedata.normalize("NFD", name)
    return any(
        one == other and unicodedata.category(one) == "Mn" for one, other in pairwise(letters)
    )


def _look(letter: str) -> str:
    """Return the ASCII letter that a letter can be mistaken for, or the letter itself."""
    if letter.isascii():
        return letter
    alike = (each["c"] for each in confusables.confusables_data.get(letter, ()))
    return next((each for each in alike if each.isascii() and each.isalnum()), letter)
