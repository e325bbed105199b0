"""What a person is answered is kept by no cache, but what everybody sees in the same way."""

import pytest
from django.test import Client
from django.utils.cache import cc_delim_re

from tests.cases import first
from tests.hansa_site.test_doors import (
    DOORS,
    PEOPLE,
    client_of,
    path_of,
    people,  # noqa: F401 - a fixture
    samples,
    seen_as,
    table_of,
    visited,
)

pytestmark = pytest.mark.django_db

OTHERWISE = {
    "play:board-picture": {"public"},
    "play:board-preview": {"public"},
    "study:puzzle-picture": {"public"},
    "study:puzzle-small-picture": {"public"},
    "study:puzzle-feed": {"public"},
    "club:open-data-sums": {"public"},
    # A script, which browsers ask for again at visits.
    "worker": {"no-cache"},
    # Programs that read feeds ask whether they have changed.
    "play:atom": {"private", "no-cache"},
    "play:calendar": {"private", "no-cache"},
    "api:game": {"private", "no-cache"},
    "league:season-atom": {"private", "no-cache"},
    "league:season-calendar": {"private", "no-cache"},
    "league:division-atom": {"private", "no-cache"},
    "league:division-calendar": {"private", "no-cache"},
}
"""What the views say that say otherwise."""


def kept_by(client: Client, method: str, path: str) -> set[str]:
    header = visited(client, method, path).get("Cache-Control", "")
    return {word.strip() for word in cc_delim_re.split(header) if word}


OTHERS = sorted(set(PEOPLE) - {"player", "staff", "anonymous", "closed account"})


@pytest.mark.parametrize("who", first(2, ["player", "staff", *OTHERS]))
def test_no_cache_keeps_what_a_person_is_answered(who, people) -> None:  # noqa: F811
    game = table_of(people, private=False)
    found, visitor = samples(game, people["player"]), client_of(people[who])
    wrong = []
    for name in DOORS:
        if who == "guest" and seen_as(who, name) == "anonymous":
            continue
        path = path_of(name, found)
        for method in ("get", "post"):
            words = kept_by(visitor, method, path)
            if not {"private", "no-store"} <= words and not OTHERWISE.get(name, {""}) <= words:
                wrong.append((name, method, sorted(words)))
    assert wrong == []
