"""The explorer of openings: turns that are alike are counted together, once, without names."""

import math
import random
import re
from html import unescape
from statistics import fmean, stdev
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from games.club import openings
from games.club.models import Crowd, GameFigures, Opening, OpeningKind, Variant
from games.club.openings import beginning_key, turns_of
from games.club.pages.openings import LEAST_GAMES, Mean
from games.club.services import openings as counting
from games.club.services.openings import count_openings
from games.club.services.statistics import fill_statistics
from games.club.views import openings as views
from games.play.history import OPENING
from games.play.models import Game, Log, Player
from games.rules import TITLES
from games.rules.common.message import message
from games.rules.errors import RulesError
from games.rules.playthrough import Playthrough
from games.study import services as study
from games.study.pages.early import in_other_games
from games.study.pages.study import url_of
from tests.factories import UserFactory
from tests.play.factories import (
    cut_short,
    every_title,
    game_of,
    game_of_people,
    play_on,
    player_to_move,
)
from tests.study.test_plan import bot_turns, given, planned

TITLE = TITLES["teutonica"]
BOARD = "hanse-23"
SMALL = list(TITLES)[-1]


def opened(*turns: str, start: int = 1, seed: int = 1, players: int = 3):
    """The turns of a game of three in which seat `start` begins and these orders are given."""
    state = TITLE.start(TITLE.complete({}, players), players)
    game = Playthrough(TITLE, state, random.Random(seed))
    game.apply(-1, TITLE.read(state, f"start {start}"))
    for turn in turns:
        for order in turn.split("; "):
            while game.to_move() == (-1,):
                game.apply(-1, game.draw())
            game.apply(game.to_move()[0], TITLE.read(game.state, order))
    orders = [(step.seat, step.text) for step in game.steps]
    return list(turns_of(TITLE, state, orders))


def keys(*turns: str, **how: int) -> list[str]:
    return [turn.key for turn in opened(*turns, **how)]


ONE = "place t hamburg-stade.1; place t bremen-minden.1; end"
TWO = "place t hamburg-stade.2; place t hamburg-stade.3; end"


def test_games_that_began_alike_share_the_keys_of_their_turns():
    alike = keys(ONE, TWO)
    assert len(alike) == 2
    # Another seat began, and other markers were drawn.
    assert keys(ONE, TWO, start=2, seed=2) == alike
    # The same orders the other way round, and other spaces of a route.
    assert keys("place t bremen-minden.1; place t hamburg-stade.1; end", TWO) == alike
    assert keys("place t bremen-minden.2; place t hamburg-stade.1; end", TWO) == alike


def test_what_players_would_call_something_else_has_another_key():
    other = "place t hamburg-stade.1; place m bremen-minden.1; end"
    first, second = keys(ONE, TWO)
    assert keys(other)[0] != first
    # The same turn after another one.
    assert keys(other, TWO)[1] != second
    assert keys(TWO, ONE)[0] not in (first, second)
    assert beginning_key("teutonica", BOARD, 3) == opened(ONE)[0].parent
    assert keys(ONE, players=4)[0] != first


def test_orders_whose_order_matters_stay_apart():
    """Of two ways to sail the goods are bought in another city."""
    state = TITLES["hansa"].start({}, 2)
    game = Playthrough(TITLES["hansa"], state, random.Random(3))
    for seats in game.asked():
        orders = TITLES["hansa"].orders(game.state, seats[0])
        game.apply(seats[0], game.rng.choice(list(orders)))
        if len(game.steps) > 150:
            break
    turns = list(turns_of(game.title, state, [(step.seat, step.text) for step in game.steps]))
    assert len(turns) == OPENING
    assert [turn.parent for turn in turns[1:]] == [turn.key for turn in turns[:-1]]


def test_a_turn_that_is_not_over_is_not_there():
    assert opened(ONE, "place t hamburg-stade.2") == opened(ONE)
    assert opened() == []


def short(*seats: Any, **how: Any) -> Game:
    """A game that ends soon after its opening."""
    return cut_short(game_of(*seats, title=SMALL, **how), OPENING + 1)


@pytest.mark.django_db
def test_public_games_are_counted_once_for_people_and_bots_apart():
    user = UserFactory()
    games = [
        short(user, "journeyman"),
        short("journeyman", "journeyman"),
        short(user, "journeyman", private=True),
    ]
    play_on(game_of(user, UserFactory(), title=SMALL), 8)
    fill_statistics(seconds=60)

    assert count_openings(seconds=60) == 2
    before = list(Opening.objects.order_by("pk").values())
    assert count_openings(seconds=60) == 0
    assert list(Opening.objects.order_by("pk").values()) == before
    assert sum(row["games"] for row in before) == 2 * OPENING
    people = Opening.objects.filter(kind=OpeningKind.PEOPLE)
    assert people.exists()
    assert {row["game_id"] for row in before} <= {games[0].pk, games[1].pk}
    place = Player.objects.get(game=games[0], seat=0).place
    assert {row.places for row in people} == {place}
    assert {row.leads >= 0 for row in people} == {place == 1}

    # A game that was private is counted as soon as it is public, as a duplicate is after its week.
    Game.objects.filter(pk=games[2].pk).update(private=False)
    assert count_openings(seconds=60) == 1
    assert sum(Opening.objects.values_list("games", flat=True)) == 3 * OPENING


@pytest.mark.django_db
def test_counting_in_parts_or_anew_comes_to_the_same_sums(monkeypatch, capsys):
    games = [short("journeyman", "journeyman") for _ in range(4)]
    fill_statistics(seconds=60)
    count_openings(seconds=60)

    def sums() -> list:
        rows = Opening.objects.order_by("key", "kind")
        return list(rows.values_list("key", "kind", *counting.SUMS))

    before = sums()
    monkeypatch.setattr(counting, "BATCH", 1)
    GameFigures.objects.update(opening_counted=99)
    assert count_openings(seconds=-1) == 0
    assert not Opening.objects.exists()
    assert count_openings(seconds=60) == 4
    assert sums() == before

    # What is no longer public, or no longer there, is taken away.
    Game.objects.filter(pk=games[0].pk).update(private=True)
    games[1].delete()
    call_command("count_openings", "--anew")
    assert "Games counted by their openings: 2." in capsys.readouterr().out
    assert sum(Opening.objects.values_list("games", flat=True)) == 2 * OPENING
    assert set(Opening.objects.values_list("game", flat=True)) <= {games[2].pk, games[3].pk}


@pytest.mark.django_db
def test_an_opening_ends_before_a_turn_that_nobody_knows_whose_it_was():
    """Otherwise later turns would be counted to which no row leads."""
    game = short(UserFactory(), UserFactory())
    fill_statistics(seconds=60)
    game.figures.seats.update(user=None)
    game.figures.variant.crowd = Crowd.MIXED
    game.figures.variant.save()
    game.figures.seats.filter(starts=0).update(user=UserFactory())
    count_openings(seconds=60)
    parents = set(Opening.objects.values_list("parent", flat=True))
    start = beginning_key(game.title, game.figures.variant.board, 2)
    assert parents <= {start, *Opening.objects.values_list("key", flat=True)}
    assert Opening.objects.count() == 1


def test_a_turn_of_many_steps_is_not_sorted(monkeypatch):
    assert keys("place t bremen-minden.1; place t hamburg-stade.1; end") == keys(ONE)
    monkeypatch.setattr(openings, "MOST_SORTED", 2)
    assert keys("place t bremen-minden.1; place t hamburg-stade.1; end") != keys(ONE)


def rows_of(*counts: int, parent: str = "", kind: str = OpeningKind.PEOPLE) -> list[Opening]:
    """Turns that so many games have, as the night leaves them."""
    turn = opened(ONE)[0]
    Variant.objects.get_or_create(title=TITLE.id, board=BOARD, players=3, crowd=Crowd.PEOPLE)
    return [
        Opening.objects.create(
            title=TITLE.id,
            board=BOARD,
            players=3,
            key=f"{parent or 'key'}-{number}",
            parent=parent or turn.parent,
            kind=kind,
            seat=turn.seat,
            starter=turn.starter,
            steps=[list(turn.steps[0])],
            move=6,
            games=games,
            places=2 * games,
            squared_places=4 * games,
            leads=-7 * games,
            squared_leads=49 * games,
        )
        for number, games in enumerate(counts)
    ]


START = f"?board={BOARD}&players=3"


@pytest.mark.django_db
def test_the_page_lists_what_was_played_most_and_folds_the_rest(client: Client):
    often, seldom = LEAST_GAMES + 7, LEAST_GAMES - 1
    rows_of(seldom, often, LEAST_GAMES)
    rows_of(9, kind=OpeningKind.BOTS)
    url = reverse("club:explorer-of", args=["teutonica"]) + START
    page = client.get(url)
    assert [row.games for row in page.context["openings"].rows] == [often, LEAST_GAMES]
    assert f"Something else was played in {seldom} games." in page.text
    assert "Player 1 places a trader at Hamburg–Stade 1." in page.text
    assert "<code>place t hamburg-stade.1</code>" in page.text
    assert "\N{MINUS SIGN}7.0" in page.text
    bots = client.get(url + "&by=bots").context["openings"]
    assert [row.games for row in bots.rows] == [9]
    assert bots.rows[0].url.endswith("?by=bots")


@pytest.mark.django_db
def test_a_click_goes_a_turn_deeper_as_far_as_openings_go(client: Client):
    key = ""
    for turn in range(OPENING):
        key = rows_of(LEAST_GAMES, parent=key)[0].key
        page = client.get(reverse("club:opening", args=["teutonica", key]))
        assert len(page.context["openings"].crumbs) == turn + 1
        assert page.context["openings"].goes_on == (turn + 1 < OPENING)
    assert "Openings are the first 3 turns of a game." in page.text
    assert client.get(reverse("club:opening", args=["teutonica", "none"])).status_code == 404
    assert client.get(reverse("club:opening", args=["hansa", key])).status_code == 404


@every_title
@pytest.mark.django_db
def test_without_any_game_the_page_says_so_and_bad_choices_are_the_first(client: Client, title):
    url = reverse("club:explorer-of", args=[title])
    for query in ("", "?board=x&players=-1&by=nobody", START):
        page = client.get(url + query)
        assert "No such game went on from here yet." in page.text


@pytest.mark.django_db
def test_the_board_of_the_first_set_up_is_shown_first(client: Client):
    for board, players in (("britannia-45", 5), ("east", 3), ("hanse-45", 4)):
        Variant.objects.create(title="teutonica", board=board, players=players, crowd=Crowd.PEOPLE)
    page = client.get(reverse("club:explorer-of", args=["teutonica"])).context["openings"]
    boards = [choice.value for choice in page.filters[0].choices]
    assert boards == ["hanse-45", "east", "britannia-45"]
    assert page.filters[0].chosen == "hanse-45"


@pytest.mark.django_db
def test_the_page_has_the_same_few_queries_for_any_number_of_games(
    client: Client, django_assert_max_num_queries
):
    rows_of(*range(200))
    game = game_of("journeyman", "journeyman", UserFactory(), title="teutonica")
    first = rows_of(9, parent="x")[0]
    Opening.objects.filter(pk=first.pk).update(game=game, parent=beginning_key("t", "b", 2))
    rows_of(*range(200), parent=first.key)
    with django_assert_max_num_queries(4):
        client.get(reverse("club:explorer-of", args=["teutonica"]) + START)
    with django_assert_max_num_queries(8):
        page = client.get(reverse("club:opening", args=["teutonica", first.key]))
    assert page.context["openings"].is_of_game


@pytest.mark.django_db
def test_an_early_move_of_a_game_leads_to_what_others_did_from_there(client: Client, monkeypatch):
    played = short("journeyman", "journeyman")
    fill_statistics(seconds=60)
    count_openings(seconds=60)
    known = Opening.objects.filter(game=played).order_by("move")
    for opening in known:
        url = reverse("club:game-opening", args=[played.pk, opening.move])
        answer = client.get(url)
        assert answer.url == reverse("club:opening", args=[SMALL, opening.key]) + "?by=bots"
        page = client.get(answer.url)
        assert page.context["openings"].is_of_game
    start = client.get(reverse("club:game-opening", args=[played.pk, 0])).url
    assert client.get(start).context["openings"].crumbs == []
    assert client.get(reverse("club:game-opening", args=[played.pk, 9999])).status_code == 404

    # A log that no longer replays leads as far as it does.
    def broken(*args: Any) -> Any:
        yield next(turns_of(*args))
        raise RulesError(message("Nothing is legal here."))

    with monkeypatch.context() as patch:
        patch.setattr(views, "turns_of", broken)
        url = reverse("club:game-opening", args=[played.pk, opening.move])
        assert known[0].key in client.get(url).url

    # A game that nobody sees leads nobody anywhere; its own players come as far as others did.
    user = UserFactory()
    private = play_on(game_of(user, "journeyman", title=SMALL, private=True), 4)
    url = reverse("club:game-opening", args=[private.pk, private.moves_made])
    assert client.get(url).status_code == 404
    client.force_login(user)
    assert client.get(url).status_code == 302


@pytest.mark.django_db
def test_a_place_of_a_plan_or_a_study_leads_as_deep_as_the_same_moves_do(client: Client):
    user = UserFactory()
    game = short(user, "journeyman")
    fill_statistics(seconds=60)
    count_openings(seconds=60)
    first, second, last = Opening.objects.order_by("move").values_list("move", flat=True)
    client.force_login(user)

    def deep(number: int) -> str:
        return client.get(reverse("club:game-opening", args=[game.pk, number])).url

    def linked(url: str) -> str:
        return unescape(re.search(r'href="([^"]+/openings/[^"]*)"', client.get(url).text)[1])

    found = planned(game, game.players.get(seat=0), first)
    assert client.get(linked(found.url)).url == deep(first)
    place = given(found, *(move.order for move in Log(game).between(first + 1, second)))
    own = linked(found.at(place).url)
    assert client.get(own).url == deep(second) != deep(first)
    late = given(found.at(place), *(move.order for move in Log(game).between(second + 1, last + 1)))
    assert "/openings/" not in client.get(found.at(late).url).text

    assert Client().get(own).status_code == 404
    of_study = f"{own}&study={place.plan.pk}"
    assert client.get(of_study).status_code == 404
    study.share_plan(place=place)
    client.logout()
    assert linked(url_of(place.plan, place.line, place.depth)) == of_study
    assert client.get(of_study).url == deep(second)
    for nonsense in ("x", "9" * 400, "0"):
        assert client.get(f"{own}&study={nonsense}").status_code == 404


@pytest.mark.django_db
def test_a_plan_of_a_turn_that_is_half_played_leads_no_deeper_while_the_game_runs(
    client: Client, monkeypatch
):
    """Whether a planned order is legal there could tell what lies hidden."""
    known: list[int] = []
    monkeypatch.setattr(views, "known_key", lambda _, keys: (known.append(len(keys)), ("", ""))[1])
    game = game_of_people(title=TITLE.id)
    for half_played in (False, True):
        game = play_on(game, half_played)
        player = player_to_move(game)
        client.force_login(player.user)
        place = bot_turns(planned(game, player), 1)
        assert client.get(in_other_games(game, place)).status_code == 302
    assert known == [1, 0]


def test_a_mean_is_that_of_the_numbers_and_narrows_with_more_of_them():
    rng = random.Random(1)
    numbers = [rng.randrange(-20, 20) for _ in range(30)]
    mean = Mean.of(30, sum(numbers), sum(each**2 for each in numbers), signed=True)
    value = float(mean.value.replace("\N{MINUS SIGN}", "-"))
    assert value == pytest.approx(fmean(numbers), abs=0.05)
    around = 1.96 * stdev(numbers) / math.sqrt(30)
    assert float(mean.around) == pytest.approx(around, abs=0.05)
    assert Mean.of(5, 10, 20) == Mean("2.0", "0.0")
