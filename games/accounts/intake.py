"""What an address takes from outside: how long a field may be, and whether a form comes in parts.

Views that take more than others say so. The site's middlewares ask before anything reads a form.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, TypeVar

View = TypeVar("View", bound=Callable[..., Any])

LONGEST: Final = 20_000
"""The most characters of a field, unless its view takes more. What people write to each other has
at most a quarter of it.
"""

LONGEST_IN_ADDRESS: Final = 1_000
"""The most characters of a field in a query: twice the longest order."""

LONGEST_PATH: Final = 3_000
"""The most characters of a path: 40 orders, as a turn of a puzzle may have, take about 2,200."""

# C0 and C1 except tab and line ends, surrogates, and noncharacters; PostgreSQL refuses NUL.
UNWANTED: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
"""Characters that nobody can read."""

_ATTRIBUTE: Final = "intake"


@dataclass(frozen=True, slots=True)
class Intake:
    """How many characters of a field a view takes, and whether forms that come in parts (RFC 7578).

    Only those with files do, and what mail programs send to unsubscribe.
    """

    longest: int = LONGEST
    parts: bool = False


def takes(*, longest: int = LONGEST, parts: bool = False) -> Callable[[View], View]:
    """Return a decorator that lets a view take more than others."""

    def mark(view: View) -> View:
        setattr(view, _ATTRIBUTE, Intake(longest, parts))
        return view

    return mark


def intake_of(view: Callable[..., Any]) -> Intake:
    """Return what a view takes."""
    found: Intake = getattr(view, _ATTRIBUTE, Intake())
    return found
