"""Numbers as people read them, in the language that is spoken now."""

from functools import lru_cache

from django.utils.formats import number_format
from django.utils.translation import get_language

MINUS = "\N{MINUS SIGN}"


def figure(number: float, decimals: int = 0) -> str:
    """Return a number with so many decimals: '7' or '−0.5'."""
    return _figure(round(number, decimals), decimals, get_language())


def signed(number: float, decimals: int = 0) -> str:
    """Return a change, or a lead, with its sign: '+12', '0' or '−3.5'."""
    written = figure(number, decimals)
    return f"+{written}" if round(number, decimals) > 0 else written


@lru_cache(maxsize=5000)
def _figure(rounded: float, decimals: int, language: str) -> str:
    sign = MINUS if rounded < 0 else ""
    return sign + number_format(abs(rounded), decimals)
