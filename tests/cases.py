"""How many cases of a test run each time."""

from collections.abc import Iterable
from typing import Any

import pytest


def first(number: int, cases: Iterable[Any]) -> list[Any]:
    """Return the cases of a parametrized test: all but the first `number` are long."""
    kept = list(cases)
    return [*kept[:number], *(_long(case) for case in kept[number:])]


def _long(case: Any) -> Any:
    if not isinstance(case, type(pytest.param())):
        case = pytest.param(*case) if isinstance(case, tuple) else pytest.param(case)
    return pytest.param(*case.values, id=case.id, marks=[*case.marks, pytest.mark.long])
