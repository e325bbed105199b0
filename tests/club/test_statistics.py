"""The statistics of a title: counted once, read without counting."""

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.club.models import Band, Crowd, GameFigures, Kind, SeatFigures, Tally
from games.club.pages.statistics import LEAST_GAMES, range_of
from games.club.services import statistics as counting
from games.club.services.statistics import count, fill_statistics
from games.ratings.models import Part, Result, ResultSeat
from games.rules import TITLES
from tests.club.figures import counted_games
from tests.factories import UserFactory
from tests.play.factories import FIRST, every_title, game_of, play_out

pytestmark = pytest.mark.django_db


def test_finished_games_are_computed_and_counted_once():
    user = UserFactory()
    last = list(TITLES)[-1]
    for seats in ((user, "journeyman"), ("journeyman", "journeyman"), (user, UserFactory())):
        play_out(game_of(*seats, title=last))
    game_of(user, "journeyman", title=last)

    assert fill_statistics(seconds=60) == 3
    assert fill_statistics(seconds=60) == 0
    ends = Tally.objects.filter(kind=Kind.END)
    assert {end.variant.crowd: end.games for end in ends} == dict.fromkeys(Crowd.values, 1)
    starts = Tally.objects.filter(kind=Kind.START, band=Band.ALL)
    for start in starts:
        assert (start.games, start.seats, start.expected) == (1, 1, 0.5)
    assert sum(start.wins for start in starts) == 3


def test_tallies_are_the_sums_of_the_seats():
    counted_games(7)
    count()
    counted_games(5, seed=2)
    count()
    for kind, key in Tally.objects.values_list("kind", "key").distinct():
        if kind != Kind.SOURCE:
            continue
        tallies = Tally.objects.filter(kind=kind, key=key)
        seats = SeatFigures.objects.exclude(won=None)
        assert sum(tally.points for tally in tallies) == sum(s.points[key] for s in seats)
        assert sum(tally.wins for tally in tallies) == pytest.approx(sum(s.won for s in seats))
    firsts = Tally.objects.filter(kind=Kind.FIRST, band=Band.ALL)
    assert sum(tally.seats for tally in firsts) == SeatFigures.objects.exclude(won=None).count()


def test_rating_bands_are_counted_apart_and_together(client: Client):
    people = UserFactory.create_batch(3)
    games = counted_games(12, holders=tuple(people))
    for each in games:
        result = Result.objects.create(
            game=each.game_id, title=FIRST, players=3, ended=timezone.now(), kind="people"
        )
        for seat, (mean, deviation) in enumerate(((1.0, 0.3), (-1.0, 0.3), (3.0, 2.0))):
            ResultSeat.objects.create(
                result=result,
                seat=seat,
                starts=seat,
                part=Part.WHOLE,
                mean_before=mean,
                deviation_before=deviation,
            )
    count()
    starts = Tally.objects.filter(kind=Kind.START)
    assert {(tally.key, tally.band) for tally in starts} == {
        *((str(seat), Band.ALL) for seat in range(3)),
        ("0", Band.HIGH),
        ("1", Band.LOW),
        ("2", Band.NEW),
    }
    page = client.get(reverse("club:statistics-of", args=[FIRST]), {"band": "high"})
    assert page.context["page"].games == 12
    assert [row.label for row in page.context["page"].starts.rows] == ["Player 1"]
    assert "those of players who were rated 1600 or more before the game." in page.text


def test_a_newer_version_counts_everything_anew(monkeypatch):
    counted_games(3)
    count()
    before = list(Tally.objects.order_by("kind", "key").values_list("kind", "key", "games"))
    GameFigures.objects.update(counted=99)
    counting.start_anew()
    assert not Tally.objects.exists()
    count()
    after = list(Tally.objects.order_by("kind", "key").values_list("kind", "key", "games"))
    assert after == before


def test_no_time_computes_nothing_and_breaks_nothing():
    play_out(game_of("journeyman", "journeyman", title=list(TITLES)[-1]))
    assert fill_statistics(seconds=-1) == 0
    assert fill_statistics(seconds=60) == 1


@every_title
def test_the_page_is_there_without_any_game(client: Client, title):
    page = client.get(reverse("club:statistics-of", args=[title]))
    assert "No such game has been counted yet" in page.text
    assert client.get(reverse("club:statistics")).status_code == 200
    assert client.get(reverse("club:statistics-of", args=["chess"])).status_code == 404


def test_shares_of_few_games_are_hidden(client: Client):
    counted_games(LEAST_GAMES - 1)
    count()
    page = client.get(reverse("club:statistics-of", args=[FIRST])).text
    assert "too few to say anything" in page
    assert 'class="chart"' not in page
    counted_games(1, seed=3)
    count()
    page = client.get(reverse("club:statistics-of", args=[FIRST])).text
    assert f"come from {LEAST_GAMES} finished games" in page
    assert 'class="chart"' in page
    assert "so far" in page


def test_games_of_bots_are_shown_apart(client: Client):
    counted_games(4)
    counted_games(6, crowd=Crowd.BOTS)
    count()
    url = reverse("club:statistics-of", args=[FIRST])
    assert "come from 4 finished games between people only." in client.get(url).text
    assert (
        "come from 6 finished games between bots only." in client.get(url, {"crowd": "bots"}).text
    )
    assert "No such game" in client.get(url, {"crowd": "mixed"}).text


def test_filters_leave_the_games_that_fit_and_ignore_nonsense(client: Client):
    counted_games(3, players=3, options="edition=classic")
    counted_games(4, players=4, options="edition=big_box")
    count()
    url = reverse("club:statistics-of", args=[FIRST])
    for query, games in (
        ({}, 7),
        ({"players": "3"}, 3),
        ({"option_edition": "big_box"}, 4),
        ({"players": "3", "option_edition": "big_box"}, 0),
        ({"players": "x", "board": "'", "crowd": "all", "option_edition": "9"}, 7),
    ):
        page = client.get(url, query)
        assert page.context["page"].games == games


def test_the_page_has_the_same_few_queries_for_any_number_of_games(
    client: Client, django_assert_num_queries
):
    url = reverse("club:statistics-of", args=[FIRST])
    counted_games(2)
    count()
    with django_assert_num_queries(2):
        client.get(url)
    counted_games(30, players=4, options="edition=classic")
    count()
    with django_assert_num_queries(2):
        client.get(url)


def test_games_without_a_result_tell_only_how_they_ended():
    counted_games(2, result=False)
    count()
    assert {tally.kind for tally in Tally.objects.all()} == {Kind.END}


def test_a_range_holds_the_share_and_shrinks_with_more_games():
    for wins, number in ((0, 10), (3.5, 10), (10, 10)):
        low, high = range_of(wins, number)
        assert 0 <= low <= wins / number <= high <= 1
        closer = range_of(wins * 9, number * 9)
        assert closer[1] - closer[0] < high - low
    assert range_of(50, 100) == pytest.approx((0.404, 0.596), abs=0.001)


def test_the_command_counts_and_says_so(capsys):
    play_out(game_of("journeyman", "journeyman", title=list(TITLES)[-1]))
    call_command("count_games")
    assert "Games counted: 1." in capsys.readouterr().out
