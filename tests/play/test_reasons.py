"""Why bots played as they did: their own figures, told to others once they give nothing away."""

import random
import re
from dataclasses import replace
from typing import Any

import pytest
from django.test import Client

from games.accounts.bot_names import bot_name
from games.bots import BOTS, THINKERS
from games.bots.bot import Advice
from games.play import services
from games.play.engine import bots
from games.play.engine.bots import said_of
from games.play.models import Game, Player, Reason
from games.play.pages.reasons import reason_of
from games.play.services import staff
from games.post.models import Letter
from games.post.notifications import notification_of
from games.rules.title import CHANCE
from tests.factories import UserFactory
from tests.play.factories import every_title, game_of, play_out, player_to_move, sitting, step
from tests.play.writing import whole
from tests.rules.titles import KNOWN
from tests.rules.walks import PAIRED_FIRST, Case, some

pytestmark = pytest.mark.django_db


def waiting_game(**more: Any) -> Game:
    """A game of a person and two merchants, in which it is a merchant's turn."""
    game, rng = game_of(UserFactory(), "merchant", "merchant", **more), random.Random(1)
    while game.thinking_since is None:
        game = step(game, rng)
    return Game.objects.get(pk=game.pk)


def think(game: Game) -> Game:
    while game.thinking_since is not None:
        assert services.think(game_id=game.pk, number=game.moves_made)
        game.refresh_from_db()
    return game


@pytest.fixture
def advised(monkeypatch: pytest.MonkeyPatch) -> list[Advice]:
    """Bots that play as the quick one does and say that this is what they wanted."""
    said = []

    def merchant(view, orders, rng, deadline, opponents):
        order = BOTS["journeyman"](view, orders, rng)
        said.append(Advice(order, order, 9.04, 0.4321))
        return said[-1]

    monkeypatch.setitem(THINKERS, "merchant", merchant)
    return said


@pytest.fixture
def aiming(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots that play as the quick one does and say that it is for something else."""

    def merchant(view, orders, rng, deadline, opponents):
        order = BOTS["journeyman"](view, orders, rng)
        return Advice(order, next(each for each in orders if each != order), 9.04, 0.4321)

    monkeypatch.setitem(THINKERS, "merchant", merchant)


def pages(game: Game) -> dict[str, str]:
    """Where others read what has happened."""
    client, base = sitting(game.players.get(seat=0)), game.get_absolute_url()
    number = game.moves.filter(reason__isnull=False).last().number
    urls = {"table": base, "log": f"{base}log/", "move": f"{base}move/{number}/"}
    read = {name: client.get(url).content.decode() for name, url in urls.items()}
    letter = Letter.objects.filter(kind="turn").last()
    told = notification_of(letter).write(letter) if letter else None
    return read | {"letter": whole(told) if told else ""}


REACHED = (
    "It values this at about 9 points over the rest of the game. It expects to win about 43% of "
    "games from here."
)


@every_title
@pytest.mark.usefixtures("advised")
def test_a_turn_is_explained_once_wherever_it_is_told(title):
    game = think(waiting_game(title=title))
    for name, text in pages(game).items():
        assert REACHED in " ".join(text.split()), name
    turns = game.moves.filter(reason__isnull=False).values_list("turn", flat=True)
    assert len(turns) == len(set(turns)) >= 1


@pytest.mark.usefixtures("aiming")
def test_a_plan_for_later_is_told_when_the_game_is_over():
    game = think(waiting_game())
    assert Reason(**game.moves.exclude(reason=None).first().reason).goal
    for name, text in pages(game).items():
        assert "It expects to win about 43% of games from here." in text, name
        assert "Its aim" not in text, name
        assert "9 points" not in text, name
    game = play_out(game)
    text = sitting(game.players.get(seat=0)).get(f"{game.get_absolute_url()}log/").content.decode()
    assert re.search(f"Its aim: ({bot_name(game.pk, 1)}|{bot_name(game.pk, 2)})", text)
    assert "It values that at about 9 points" in text


@pytest.mark.usefixtures("aiming")
def test_a_turn_that_others_interrupt_is_explained_once():
    game, rng = waiting_game(), random.Random(1)
    while game.turn < 25:
        game = think(Game.objects.get(pk=step(think(game), rng).pk))
    told = list(game.moves.exclude(reason=None).values_list("turn", flat=True))
    thought_twice = game.moves.filter(turn__in=told).exclude(seat__in=[1, 2], on_turn__in=[1, 2])
    assert thought_twice.filter(seat=0).exists(), "nobody was asked in a bot's turn"
    assert len(told) == len(set(told)) > 5


@pytest.mark.usefixtures("advised")
def test_where_a_bot_knows_more_than_others_nothing_is_told_before_the_end():
    game = think(waiting_game(options={"missions": "on"}))
    assert not any("It expects" in text for text in pages(game).values())
    stranger = Client().get(f"{game.get_absolute_url()}log/").content.decode()
    assert "It expects" not in stranger
    game = play_out(game)
    assert REACHED in Client().get(f"{game.get_absolute_url()}log/").content.decode()


@pytest.mark.parametrize("case", PAIRED_FIRST, ids=str)
def test_what_may_be_told_is_what_anyone_could_work_out(case: Case):
    """The bot's view is the same, whatever a spectator can't see."""
    title, told = case.title, 0
    for each in some(case, 12, seed=2):
        if each.seat == CHANCE:
            continue
        view = title.view(each.before, each.seat)
        said = Advice(next(iter(title.orders(each.before, each.seat))))
        if said_of(title, each.before, each.seat, said).reason.public:
            told += 1
            other = KNOWN[case.title_id].disguised(each.before, None, random.Random(4))
            assert title.view(other, each.seat) == view
        else:
            assert replace(view, seat=None) != title.view(each.before, None)
    hides = {"missions": "on"}.items() <= dict(case.options).items()
    assert bool(told) != hides


def test_a_merchant_is_explained_by_the_figures_with_which_it_decided(monkeypatch):
    said, merchant = [], THINKERS["merchant"]

    def spy(view, orders, rng, deadline, opponents):
        said.append(merchant(view, orders, rng, deadline, opponents))
        return said[-1]

    monkeypatch.setitem(THINKERS, "merchant", spy)
    game = waiting_game()
    seat = player_to_move(game).seat
    thought = bots.think(game, list(Player.objects.at_table(game)), seat, 5)
    title, state = game.rules(), game.position()
    assert len(thought.orders) == len(said)
    for text, found, (kept, reason) in zip(thought.orders, said, thought.said, strict=True):
        assert kept == found
        assert title.write(state, found.order) == text
        assert reason.goal == ("" if found.goal is None else title.write(state, found.goal))
        chance = None if found.chance is None else round(found.chance, 3)
        assert (reason.points, reason.chance) == (round(found.points, 1), chance)
        state = title.apply(state, thought.seat, title.read(state, text))


@every_title
@pytest.mark.parametrize("level", ["apprentice", "journeyman"])
def test_a_bot_that_answers_at_once_says_what_its_turn_was_for(title, level):
    game, rng = game_of(UserFactory(), level, level, title=title), random.Random(1)
    while game.is_running and game.turn < 24:
        game = step(game, rng)
    told = game.moves.filter(reason__isnull=False)
    assert {move.seat for move in told} <= {1, 2}
    assert len(told) > 2
    assert len({move.turn for move in told}) == len(told)
    values = " ".join(pages(game)["log"].split())
    assert re.search(r"It values this at about \d+ points? over the rest of the game\.", values)
    assert "expects to win" not in values


def test_a_bot_that_cannot_explain_its_order_plays_it(monkeypatch, caplog):
    def fail(view, order):
        raise LookupError

    monkeypatch.setattr(bots.advice, "explained", fail)
    game = step(game_of(UserFactory(), "journeyman", "journeyman"), random.Random(1))
    assert game.moves.filter(seat__in=[1, 2]).exists()
    assert "No bot could explain its order" in caplog.text


@pytest.mark.usefixtures("advised")
def test_what_is_taken_back_keeps_its_reason():
    game = waiting_game()
    number = game.moves_made
    game = think(game)
    staff.rewind(game=game, number=number, by=UserFactory(is_staff=True), reason="A test")
    assert any(move["reason"] for move in game.rewinds.get().moves)


def test_a_move_without_a_reason_has_no_words():
    game = step(game_of(UserFactory(), "journeyman", "journeyman"), random.Random(1))
    move = game.moves.last()
    assert reason_of(game, move, game.position(), ["A", "B", "C"], None) == ""
