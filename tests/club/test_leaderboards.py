"""Leaderboards: computed from ratings and rated games, read in a few queries."""

from datetime import UTC, date, datetime

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.club.models import Standing, months
from games.club.services.leaderboards import rank_everyone
from games.ratings.models import Anchor, Part, Pool, Rating, Result, ResultSeat
from games.ratings.scale import LISTED_GAMES
from games.rules import TITLES
from tests.factories import UserFactory
from tests.play.factories import FIRST, every_title

pytestmark = pytest.mark.django_db

URL = "/leaderboards/"
BOARD = "east"


def rated(person, mean: float, *, games: int = 20, deviation: float = 0.3, **kwargs) -> Rating:
    """A rating of a person, of today."""
    return Rating.objects.create(
        title=FIRST,
        pool=kwargs.get("pool", Pool.PEOPLE),
        user=person,
        mean=mean,
        deviation=deviation,
        games=games,
        last=timezone.now().date(),
    )


def played(person, gain: float, times: int = 1, *, when=None, board="hanse", players=3) -> None:
    """Rated games of a person, each of which changed their rating by as much."""
    for _ in range(times):
        result = Result.objects.create(
            game=Result.objects.count() + 1,
            title=FIRST,
            board=board,
            players=players,
            ended=when or timezone.now(),
            kind="people",
        )
        ResultSeat.objects.create(
            result=result,
            seat=0,
            starts=0,
            user=person,
            person=person.pk,
            place=1 if gain > 0 else 2,
            part=Part.WHOLE,
            mean_before=0.0,
            mean_after=gain,
        )


def shown(client: Client, **query: str) -> list[tuple[int, str, str]]:
    page = client.get(URL, query).context["page"]
    return [(row.place, row.name, row.score) for row in page.rows]


def test_games_given_up_count_among_what_a_rating_gained(client):
    """Or who leaves all games but those they win would lead the month."""
    quitter, winner = UserFactory.create_batch(2)
    played(quitter, 0.2, 5)
    played(quitter, -0.3, 5)
    ResultSeat.objects.filter(mean_after__lt=0).update(
        part=Part.LEFT, place=None, gave_up=timezone.now()
    )
    played(winner, 0.1, 5)
    rank_everyone()
    assert [name for _, name, _ in shown(client, board="hanse")] == [
        winner.username,
        quitter.username,
    ]


def test_people_are_ranked_by_rating_if_it_is_certain_and_they_can_sign_in(client):
    ann, ben, cleo, new, vague, gone = UserFactory.create_batch(6)
    for person, mean in ((ann, 0.5), (ben, 1.0), (cleo, 0.5)):
        rated(person, mean)
    rated(new, 2.0, games=LISTED_GAMES - 1)
    rated(vague, 2.0, deviation=0.7)
    rated(gone, 2.0)
    gone.is_active = False
    gone.save()
    rank_everyone()
    first, *level = shown(client)
    assert first == (1, ben.username, "1700 ± 60")
    assert {name for _, name, _ in level} == {ann.username, cleo.username}
    assert {place for place, _, _ in level} == {2}


def test_boards_numbers_of_players_and_months_are_ranked_by_what_was_gained(client):
    ann, ben = UserFactory.create_batch(2)
    played(ann, 0.1, 6, board=BOARD, players=4)
    played(ben, 0.2, 5, board=BOARD, players=3)
    played(ben, -0.3, 5, players=4, when=datetime(2020, 5, 5, tzinfo=UTC))
    rank_everyone()
    both = [(1, ben.username, "+200"), (2, ann.username, "+120")]
    assert shown(client, board=BOARD) == both
    assert shown(client, month=f"{timezone.now():%Y-%m}") == both
    assert shown(client, players="4") == [(1, ann.username, "+120"), (2, ben.username, "−300")]
    assert shown(client, board=BOARD, players="3") == [(1, ben.username, "+200")]
    assert shown(client, board=BOARD, players="5") == []
    assert "not by the rating itself" in client.get(URL, {"board": BOARD}).text
    assert not Standing.objects.filter(month="2020-05").exists()


def test_everyone_sees_their_own_place_however_far_down():
    people = UserFactory.create_batch(60)
    for number, person in enumerate(people):
        rated(person, -number / 100)
    rank_everyone()
    client = Client()
    client.force_login(people[57])
    page = client.get(URL)
    assert page.context["page"].own.place == 58
    assert "You&#x27;re number 58" in page.text or "You're number 58" in page.text
    assert client.get(URL, {"page": "3"}).context["page"].own is None
    client.force_login(UserFactory())
    assert client.get(URL).context["page"].absent


def test_bots_and_games_against_them_stand_apart(client):
    person = UserFactory()
    rated(person, 1.0, pool=Pool.BOTS)
    Anchor.objects.create(
        title=FIRST,
        bot="journeyman",
        mean=0.1,
        deviation=0.1,
        games=400,
        computed_at=timezone.now(),
    )
    rank_everyone()
    page = client.get(URL)
    assert page.context["page"].rows == []
    assert "Journeyman bot" in page.text
    assert shown(client, pool="bots") == [(1, person.username, "1700 ± 60")]


def test_computing_again_changes_nothing():
    for number, person in enumerate(UserFactory.create_batch(4)):
        rated(person, number / 4)
        played(person, number / 40, 6)
    fields = ("title", "board", "players", "month", "user", "place", "value", "games", "won")
    rank_everyone()
    before = set(Standing.objects.values_list(*fields))
    rank_everyone()
    assert set(Standing.objects.values_list(*fields)) == before
    assert before


@every_title
def test_every_title_has_a_leaderboard_and_nonsense_is_ignored(client, title):
    url = reverse("club:leaderboard-of", args=[title])
    assert client.get(url).status_code == 200
    assert client.get(url, dict.fromkeys(["board", "players", "month", "pool", "page"], "x"))
    assert str(TITLES[title].name) in client.get(url).text
    assert client.get(f"{URL}chess/").status_code == 404


def test_the_page_has_the_same_queries_for_any_number_of_people(client, django_assert_num_queries):
    rank_everyone()
    for number in (2, 55):
        people = UserFactory.create_batch(number)
        for person in people:
            rated(person, 0.0)
        rank_everyone()
        with django_assert_num_queries(4):
            client.get(URL)


def test_months_with_leaderboards_go_back_a_year():
    for today, oldest in (
        (date(2026, 11, 21), date(2025, 12, 1)),
        (date(2026, 12, 1), date(2026, 1, 1)),
        (date(2026, 1, 31), date(2025, 2, 1)),
    ):
        found = months(today)
        assert (found[0], found[-1], len(found)) == (today.replace(day=1), oldest, 12)
