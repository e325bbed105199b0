"""What someone is like as a player."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client

from games.club.models import Crowd, SeatFigures
from games.club.pages.portrait import portraits_of
from games.club.pages.statistics import LEAST_GAMES
from games.club.pages.subject import Subject
from games.club.services.statistics import count
from games.play.models import Game
from games.rules import TITLES
from tests.club.factories import scrolled
from tests.club.figures import counted_games
from tests.factories import UserFactory
from tests.play.factories import FIRST

pytestmark = pytest.mark.django_db

STRANGER = AnonymousUser()


def test_numbers_are_those_of_their_games_beside_those_of_everyone():
    person = UserFactory()
    counted_games(12, holders=(person,))
    counted_games(20, seed=2)
    count()
    (portrait,) = portraits_of(Subject(person), STRANGER)
    assert portrait.games == 12
    parts = {part.heading: {row.label: row for row in part.rows} for part in portrait.parts}
    own, everyone = SeatFigures.objects.filter(user=person), SeatFigures.objects.all()
    for whose, seats in (("own", own), ("everyone", everyone)):
        points = [seat.points["prestige"] for seat in seats]
        shown = getattr(parts["Points by source"]["Prestige on the track"], whose)
        assert shown == f"{sum(points) / len(points):.1f}"
        first = [seat.first == "actions" for seat in seats]
        shown = getattr(parts["Developed first"]["Actions"], whose)
        assert shown == f"{100 * sum(first) / len(first):.0f}%"


def test_everyone_is_counted_as_often_as_the_person_plays_each_variant():
    person = UserFactory()
    counted_games(10, holders=(person,), players=3)
    counted_games(30, holders=(person,), players=4, seed=4)
    counted_games(100, players=3, seed=5)
    count()
    (portrait,) = portraits_of(Subject(person), STRANGER)
    row = next(p for p in portrait.parts if p.heading == "Points by source").rows[0]
    of = {players: [] for players in (3, 4)}
    for seat in SeatFigures.objects.select_related("figures__variant"):
        of[seat.figures.variant.players].append(seat.points["prestige"])
    means = {players: sum(points) / len(points) for players, points in of.items()}
    assert row.everyone == f"{(10 * means[3] + 30 * means[4]) / 40:.1f}"


def test_there_is_no_portrait_from_few_games():
    person = UserFactory()
    counted_games(LEAST_GAMES - 1, holders=(person,))
    count()
    assert portraits_of(Subject(person), STRANGER) == []


def test_private_games_show_only_to_those_who_may_see_them():
    person = UserFactory()
    counted_games(LEAST_GAMES, holders=(person,))
    count()
    Game.objects.update(private=True)
    assert portraits_of(Subject(person), STRANGER) == []
    assert portraits_of(Subject(person), UserFactory()) == []


def test_the_profile_shows_it_in_two_queries(client: Client, django_assert_num_queries):
    person = UserFactory()
    for title in TITLES:
        counted_games(LEAST_GAMES, title=title, holders=(person,), players=3)
    count()
    page = scrolled(client, f"/people/{person.username}/")
    for title in TITLES.values():
        assert f"{title.name}: Points by source" in page
    with django_assert_num_queries(2):
        assert len(portraits_of(Subject(person), STRANGER)) == len(TITLES)


def test_games_that_are_not_counted_yet_do_no_harm():
    person = UserFactory()
    counted_games(LEAST_GAMES, holders=(person,), title=FIRST, crowd=Crowd.MIXED)
    assert portraits_of(Subject(person), STRANGER) == []
