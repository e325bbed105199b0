"""No mail costs more than 100 ms and 50 MB, whoever sends it."""

import pytest

from games.post.inbound.mail import MAX_SIZE
from tests.post.inbound.fuzz import MOST_MEMORY, MOST_SECONDS, SEED, busy, cost_of, mutants
from tests.post.inbound.heavy import HEAVY


@pytest.fixture(autouse=True)
def _settings(settings):
    settings.AUTHSERV_ID = "mx.house.example"


@pytest.mark.parametrize("raw", HEAVY.values(), ids=HEAVY)
def test_mails_made_to_be_heavy_are_not(raw):
    assert len(raw) <= MAX_SIZE
    cost = cost_of(raw)
    assert cost.memory < MOST_MEMORY
    assert cost.seconds < MOST_SECONDS * busy()


def test_mails_changed_at_random_break_nothing_and_weigh_nothing():
    for raw in mutants(150, SEED):
        cost = cost_of(raw)
        assert cost.memory < MOST_MEMORY
        assert cost.seconds < MOST_SECONDS * busy()
