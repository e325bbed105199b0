"""Whether a text is words for people."""

import re
from typing import Final

SLOT: Final = "\0"
"""What stands in a text for what is put in."""

_WORDS: Final = re.compile(
    r"[a-z]{2,},? [\"']?(?:[A-Za-z]{2,}|\0|a\b)|\0,? [a-z]{2,}|^[A-Z][a-z]+ \0"
)
_ENDS: Final = re.compile(r"[a-z\0][.?!]['\"]?$")
# HTML, CSS, paths of SVG, and SQL.
_CODE: Final = re.compile(
    r"<[a-z/!]|[a-z]>|[a-z]+\(|&[a-z#]+;|=\0|^[MLACZ] ?\0|\bsans-serif\b"
    r"|\b(?:CREATE|DROP) [A-Z]+ |\bSELECT\b.+\bFROM\b",
    re.DOTALL,
)


def is_sentence(text: str) -> bool:
    """Return whether a text, with `SLOT` for what is put in, is words for people."""
    if _CODE.search(text):
        return False
    return bool(_WORDS.search(text) or (_ENDS.search(text) and " " in text))
