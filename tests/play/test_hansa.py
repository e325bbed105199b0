"""Hansa at the platform's table: a turn is one draft, and a sale asks several people at once."""

import re

import pytest
from django.test import Client

from games.play import services
from games.play.errors import PlayError
from games.play.models import Draft, Game, Wait
from games.post.models import Letter
from games.rules import TITLES
from games.rules.errors import IllegalOrder
from tests.play.factories import game_of_people, laid
from tests.play.timepiece import at, give
from tests.play.writing import write
from tests.rules.hansa_positions import ANN, BEN, CLEO, DAN, desk, goods, position

pytestmark = pytest.mark.django_db

STALL = {"danzig": "Ann 2"}
LOTS = {"Ann": "red1 red2", "Ben": "red1 red3", "Cleo": "red1 red2", "Dan": "red3"}


def table(**words) -> Game:
    """A game of four people on a position in words; it is Ann's turn."""
    return laid(game_of_people(4, title="hansa"), position(**words))


def state_of(game: Game):
    return TITLES["hansa"].load(Game.objects.get(pk=game.pk).state)


def draft(game: Game, seat: int, *orders: str) -> Draft:
    for order in orders:
        player = at(game, seat)
        drafted = Draft.objects.of(player) or Draft()
        found = services.draft_order(
            player=player,
            version=player.game.version,
            draft_version=drafted.version,
            order=order,
        ).draft
    return found


def confirm(game: Game, seat: int, *then: str) -> Game:
    player = at(game, seat)
    drafted = Draft.objects.of(player) or Draft()
    session, _ = services.confirm_draft(
        player=player, version=player.game.version, draft_version=drafted.version, then=then
    )
    return session.game


def page(game: Game, seat: int) -> str:
    client = Client()
    client.force_login(at(game, seat).user)
    return client.get(game.get_absolute_url()).content.decode()


def waiting(game: Game) -> set[int]:
    """The seats that play waits for."""
    waits = Wait.objects.open().filter(player__game=game)
    return set(waits.values_list("player__seat", flat=True))


def written(game: Game) -> list[int]:
    """The seats of the letters that are on their way."""
    found = Letter.objects.filter(kind="turn", state="waiting", topic=game.topic)
    return sorted(letter.payload["seat"] for letter in found)


def played(game: Game, seat: int) -> list[str]:
    return list(game.moves.filter(seat=seat).order_by("number").values_list("order", flat=True))


def test_a_whole_turn_is_one_draft_and_confirmed_as_one():
    game = table(
        ship="copenhagen",
        talers=6,
        booths=STALL,
        unsold={"Ann": "green1 green2 blue1 blue2 red3 brown1"},
        warehouses={"danzig": "red2", "kalmar": "yellow1"},
    )
    before = game.version
    draft(game, ANN, "sail danzig", "sell blue1 blue2", "sail kalmar", "buy yellow1")
    draft(game, ANN, "sail copenhagen", "build red3", "discard green1")
    assert Game.objects.get(pk=game.pk).version == before
    assert played(game, ANN) == []

    game = confirm(game, ANN, "end")
    assert game.version == before + 1
    assert played(game, ANN) == [
        "sail danzig",
        "sell blue1 blue2",
        "sail kalmar",
        "buy yellow1",
        "sail copenhagen",
        "build red3",
        "discard green1",
        "end",
    ]
    turns = game.moves.filter(seat=ANN).values_list("turn", flat=True)
    assert set(turns) == {game.turn - 1}
    assert waiting(game) == {BEN}
    assert desk(state_of(game), ANN).sold == tuple(goods("blue1 blue2"))


def test_a_turn_that_breaks_a_rule_at_its_end_is_not_played_at_all():
    game = table(unsold={"Ann": "red1 red2 blue1 blue2"})
    draft(game, ANN, "sail lubeck")
    with pytest.raises(IllegalOrder, match="You can keep at most 3 unsold markers"):
        confirm(game, ANN, "end")
    assert played(game, ANN) == []
    assert Draft.objects.of(at(game, ANN)).orders == ["sail lubeck"]


def test_replenishing_says_that_it_uncovers_and_confirms_what_came_before():
    game = table()
    draft(game, ANN, "replenish")
    with pytest.raises(PlayError, match="Confirm it, or undo"):
        draft(game, ANN, "sail danzig")
    assert Game.objects.get(pk=game.pk).moves_made == game.moves_made

    game = confirm(game, ANN)
    assert played(game, ANN) == ["replenish"]
    assert all(TITLES["hansa"].view(state_of(game), None).warehouses)
    assert waiting(game) == {ANN}
    draft(game, ANN, "sail danzig")
    assert played(confirm(game, ANN), ANN) == ["replenish", "sail danzig"]


def test_the_turn_goes_on_in_the_same_wait_after_replenishing():
    game = table()
    wait, letters = at(game, ANN).wait.move, written(game)
    give(game, ANN, "replenish")
    assert at(game, ANN).wait.move == wait
    assert written(game) == letters


@pytest.mark.parametrize("answers", [(BEN, CLEO), (CLEO, BEN)])
def test_a_sale_asks_all_who_can_choose_at_once_and_they_answer_in_any_order(answers):
    game = table(ship="danzig", booths=STALL, unsold=LOTS)
    game = give(game, ANN, "sell red1 red2")
    assert waiting(game) == {BEN, CLEO}
    assert written(game) == [BEN, CLEO]
    assert desk(state_of(game), DAN).unsold == ()

    first, last = answers
    waited = at(game, last).wait.move
    give(game, first, "lose red1")
    assert waiting(game) == {last}
    assert at(game, last).wait.move == waited
    assert written(game) == [last]

    game = give(game, last, "lose red1")
    assert waiting(game) == {ANN}
    assert written(game) == [ANN]
    assert desk(state_of(game), BEN).unsold == tuple(goods("red3"))
    assert desk(state_of(game), CLEO).unsold == tuple(goods("red2"))


@pytest.mark.parametrize(
    "unsold",
    [
        {"Ann": "red1 red2"},
        {"Ann": "red1 red2", "Ben": "red3 red3", "Cleo": "blue1 blue2", "Dan": "red2"},
    ],
    ids=["none", "equal"],
)
def test_nobody_is_asked_who_has_nothing_to_choose(unsold):
    game = table(ship="danzig", booths=STALL, unsold=unsold)
    wait = at(game, ANN).wait.move
    draft(game, ANN, "sell red1 red2", "sail kalmar")
    game = confirm(game, ANN)
    assert waiting(game) == {ANN}
    assert at(game, ANN).wait.move == wait
    assert written(game) == [ANN]


def test_one_sale_of_two_colours_is_one_wait_with_two_answers():
    game = table(
        ship="danzig",
        booths=STALL,
        unsold={"Ann": "red1 red2 blue1 blue3", "Ben": "red1 red2 blue1 blue2"},
    )
    game = give(game, ANN, "sell red1 red2 blue1 blue3")
    wait = at(game, BEN).wait.move
    give(game, BEN, "lose red2")
    assert at(game, BEN).wait.move == wait
    assert written(game) == [BEN]
    game = give(game, BEN, "lose blue1")
    assert waiting(game) == {ANN}


def test_an_answer_that_is_drafted_outlasts_the_answer_of_another():
    game = table(ship="danzig", booths=STALL, unsold=LOTS)
    give(game, ANN, "sell red1 red2")
    draft(game, BEN, "lose red3")
    give(game, CLEO, "lose red1")
    game = confirm(game, BEN)
    assert played(game, BEN) == ["lose red3"]


def test_the_seller_goes_on_where_he_was():
    game = table(ship="danzig", booths=STALL, unsold=LOTS)
    turn = game.turn
    give(game, ANN, "sell red1 red2")
    give(game, BEN, "lose red1")
    give(game, CLEO, "lose red2")
    game = give(game, ANN, "sail kalmar", "end")
    assert set(game.moves.filter(seat__isnull=False).values_list("turn", flat=True)) == {turn}
    assert waiting(game) == {BEN}


class TestInWords:
    """What the page and the letters say."""

    def test_a_draft_says_before_that_replenishing_uncovers(self):
        game = table()
        draft(game, ANN, "replenish")
        assert "Confirm your draft" in page(game, ANN)
        assert "Confirm <span>New goods are revealed.</span></button>" in page(game, ANN)

    def test_a_sale_says_before_whom_it_asks(self):
        game = table(ship="danzig", booths=STALL, unsold=LOTS)
        draft(game, ANN, "sell red1 red2")
        asked = " and ".join(at(game, seat).name for seat in (BEN, CLEO))
        assert f"Confirm <span>{asked} will choose what to lose.</span></button>" in page(game, ANN)

    def test_desks_say_whom_play_waits_for_whatever_is_drafted(self):
        def to_move(seat):
            return re.findall(r'class="desk(?: mine)? turn" id="desk-(\d)"', page(game, seat))

        game = table(ship="danzig", booths=STALL, unsold=LOTS)
        draft(game, ANN, "sell red1 red2")
        assert to_move(ANN) == [str(ANN)]
        give(game, ANN, "sell red1 red2")
        assert sorted(to_move(BEN)) == [str(BEN), str(CLEO)]

    def test_a_sale_that_asks_nobody_says_nothing(self):
        game = table(ship="danzig", booths=STALL, unsold={"Ann": "red1 red2"})
        draft(game, ANN, "sell red1 red2")
        assert "Confirm and keep going</button>" in page(game, ANN)

    def test_each_gets_a_letter_of_his_own_about_his_loss(self):
        game = table(ship="danzig", booths=STALL, unsold=LOTS)
        give(game, ANN, "sell red1 red2")
        letters = Letter.objects.filter(kind="turn", state="waiting")
        assert letters.count() == 2
        for letter in letters:
            text = write(letter).text
            assert "red" in text
            assert at(game, ANN).name in text
