"""Names as people write them: shortened, and with or without umlauts."""

import re
from collections.abc import Iterable

_WITHOUT_UMLAUT = re.compile("([aou])e")
_SPELLED_OUT = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ø": "oe"})


def spelled_out(name: str) -> str:
    """Return a name in lower case with ae, oe and ue for its umlauts."""
    return name.casefold().translate(_SPELLED_OUT)


def beginning(word: str, names: Iterable[str]) -> list[str]:
    """Return the names that a word means: an exact match, else all that begin with it.

    Both are in lower case without diacritics. If nothing matches, ae, oe and ue count as the a, o
    and u that umlauts have become, in the word and in the names: 'luebeck' is lubeck, and 'collen',
    which was 'Cöllen', is coellen.
    """
    names = list(names)
    if word in names:
        return [word]
    found = [name for name in names if name.startswith(word)]
    return found or [name for name in names if _folded(name).startswith(_folded(word))]


def _folded(text: str) -> str:
    return _WITHOUT_UMLAUT.sub(r"\1", text)
