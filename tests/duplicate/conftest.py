"""What tests of duplicates have in common."""

import pytest

from games.duplicate.pages import results


@pytest.fixture(autouse=True)
def _numbers_are_of_this_test() -> None:
    """Forget those of closed duplicates: SQLite numbers the next test's the same."""
    results._final.clear()
