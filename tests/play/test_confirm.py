"""Confirming: once, all or nothing, and the log is the truth."""

import random

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from games.accounts.errors import AppendOnly
from games.bots import HASTY
from games.play import services
from games.play.errors import NotYourTurn, PlayError, Stale
from games.play.history import walk
from games.play.models import Draft, Game, Move, Player, Wait
from games.post.models import Letter
from games.rules.errors import IllegalOrder
from tests.factories import UserFactory
from tests.play.factories import (
    game_of,
    game_of_people,
    good_order,
    play_on,
    play_out,
    player_to_move,
    step,
)

pytestmark = [pytest.mark.engine, pytest.mark.django_db]


def snapshot() -> tuple:
    """Everything that a confirmation may change."""
    return (
        list(Game.objects.values_list("version", "state", "moves_made")),
        Move.objects.count(),
        list(Draft.objects.values_list("orders", "version")),
        list(Letter.objects.order_by("key").values_list("key", "state")),
        list(Player.objects.order_by("pk").values_list("last_move", flat=True)),
        list(Wait.objects.order_by("pk").values_list("move", "ended_by")),
    )


def test_replay_equals_play():
    game = play_on(game_of(UserFactory(), "journeyman", "random"), 60)

    title = game.rules()
    for move, state in walk(game):
        assert title.digest(state) == move.digest
    assert title.dump(state) == Game.objects.get().state
    call_command("verify_games", verbosity=0)


def test_a_changed_snapshot_is_found():
    game = play_on(game_of_people(), 5)
    game.state["prestige"][0] += 1
    Game.objects.filter(pk=game.pk).update(state=game.state)

    with pytest.raises(CommandError, match="1 games do not match"):
        call_command("verify_games")


def test_moves_are_numbered_without_gaps_and_only_added():
    game = play_on(game_of(UserFactory(), "journeyman", "random"), 10)

    numbers = list(game.moves.values_list("number", flat=True))
    assert numbers == list(range(1, game.moves_made + 1))
    with pytest.raises(AppendOnly):
        game.moves.first().delete()
    with pytest.raises(AppendOnly):
        game.moves.first().save()
    with pytest.raises(AppendOnly):
        game.moves.update(order="end")
    with pytest.raises(AppendOnly):
        game.moves.all().delete()


def test_bots_never_keep_people_waiting():
    game = play_on(game_of(UserFactory(), "journeyman", "random", "random"), 12)

    assert player_to_move(game).user_id


def test_the_same_confirmation_twice_counts_once():
    player = player_to_move(game_of_people())
    version = player.game.version
    services.confirm(player=player, version=version, orders=["income 1t"])
    before = snapshot()

    with pytest.raises(Stale, match="counted once"):
        services.confirm(player=player, version=version, orders=["income 1t"])
    assert snapshot() == before


def test_a_draft_confirmed_twice_counts_once():
    player = player_to_move(game_of_people())
    version = player.game.version
    services.draft_order(player=player, version=version, draft_version=0, order="income 1t")
    draft = Draft.objects.get()
    services.confirm_draft(player=player, version=version, draft_version=draft.version)
    before = snapshot()

    with pytest.raises(Stale):
        services.confirm_draft(player=player, version=version, draft_version=draft.version)
    assert snapshot() == before


def test_a_draft_that_has_changed_in_another_tab_is_not_played():
    player = player_to_move(game_of_people())
    version = player.game.version
    services.draft_order(player=player, version=version, draft_version=0, order="income 1t")
    services.draft_order(player=player, version=version, draft_version=1, order="income 2t")
    before = snapshot()

    with pytest.raises(Stale, match="Your draft changed"):
        services.confirm_draft(player=player, version=version, draft_version=1)
    assert snapshot() == before


def test_orders_for_an_older_table_are_not_played():
    game = play_on(game_of_people(), 2)
    player = player_to_move(game)

    with pytest.raises(Stale, match="moved on"):
        services.confirm(player=player, version=game.version - 1, orders=["end"])


def test_only_who_is_asked_may_order():
    game = game_of_people()
    asked = player_to_move(game)
    other = Player.objects.exclude(pk=asked.pk).first()

    with pytest.raises(NotYourTurn, match=asked.user.username):
        services.confirm(player=other, version=asked.game.version, orders=["end"])


def test_one_illegal_order_takes_all_with_it():
    player = player_to_move(game_of_people())
    before = snapshot()

    with pytest.raises(IllegalOrder):
        services.confirm(
            player=player, version=player.game.version, orders=["income 1t", "prestige 11"]
        )
    assert snapshot() == before


def test_nothing_comes_after_the_turn_is_over():
    player = player_to_move(game_of_people())
    before = snapshot()

    with pytest.raises(NotYourTurn):
        services.confirm(player=player, version=player.game.version, orders=["end", "income 1t"])
    assert snapshot() == before


@pytest.mark.parametrize(
    "place",
    [
        "games.play.engine.waits.post.notify_all",
        "games.play.engine.finishing.recheck_drafts",
        "games.play.engine.finishing.Move.objects.bulk_create",
    ],
)
def test_a_failing_step_takes_everything_back(monkeypatch, place):
    player = player_to_move(game_of_people())
    services.draft_order(
        player=player, version=player.game.version, draft_version=0, order="income 1t"
    )
    before = snapshot()

    def fail(*args, **kwargs):
        raise RuntimeError("a torn page")

    monkeypatch.setattr(place, fail)
    with pytest.raises(RuntimeError):
        services.confirm_draft(
            player=player, version=player.game.version, draft_version=1, then=["end"]
        )
    assert snapshot() == before


@pytest.mark.parametrize("answer", [ZeroDivisionError, ("nonsense",)])
def test_a_failing_bot_plays_something_legal(monkeypatch, caplog, answer):
    def broken(view, orders, rng):
        if isinstance(answer, type):
            raise answer
        return answer

    monkeypatch.setitem(HASTY, "random", broken)
    game = play_on(game_of(UserFactory(), "random", "random"), 4)

    assert game.is_running
    assert player_to_move(game).user_id
    assert "Bot random" in caplog.text


def test_the_same_turn_after_a_bot_answered_goes_on():
    game = game_of(UserFactory(), "journeyman", "journeyman")
    rng = random.Random(3)
    while game.is_running and not game.moves.filter(order__startswith="displace", seat=0).exists():
        game = step(game, rng)
    displaced = game.moves.filter(order__startswith="displace", seat=0).last()
    after = game.moves.filter(number__gt=displaced.number)

    assert after.first().seat != 0
    assert all(move.on_turn is not None for move in after)


def test_a_draft_that_is_not_there_cannot_be_confirmed():
    player = player_to_move(game_of_people())

    with pytest.raises(PlayError, match="Your draft is empty"):
        services.confirm_draft(player=player, version=player.game.version, draft_version=0)


def test_nobody_moves_in_a_finished_game():
    game = play_out(game_of(UserFactory(), "journeyman", "journeyman"))
    player = Player.objects.first()

    with pytest.raises(NotYourTurn, match="over"):
        services.confirm(player=player, version=game.version, orders=["end"])


def test_a_finished_game_has_its_result():
    game = play_out(game_of(UserFactory(), "journeyman", "random"))

    places = list(Player.objects.values_list("place", flat=True))
    totals = [scores["total"] for scores in game.result["scores"]]
    assert min(places) == 1
    assert list(Player.objects.values_list("score", flat=True)) == totals
    assert game.ended_by
    assert game.ended


def test_a_greedy_answer_is_legal_text():
    player = player_to_move(game_of_people())
    text = good_order(player.game, player.seat, random.Random(1))

    assert services.confirm(player=player, version=player.game.version, orders=[text])
