"""The migration that gives waits rows of their own can be taken back."""

import pytest

from tests.migrations import newest
from tests.play import old_site

# What is written no longer changes, so it takes its time in the soak.
pytestmark = [pytest.mark.long, pytest.mark.engine, pytest.mark.django_db(transaction=True)]


def test_afterwards_all_rows_are_as_they_were():
    latest = newest()
    try:
        old_site.load(old_site.migrate(old_site.OLD))
        old_site.migrate(latest)
        model = old_site.migrate(old_site.OLD)
        for label in old_site.SITE["tables"]:
            assert old_site.dumped(model(label)) == old_site.rows(label)
    finally:
        old_site.migrate(latest)
