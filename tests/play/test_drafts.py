"""Drafts: put together, taken back, closed, seen by nobody else."""

import random

import pytest

from games.play import services
from games.play.errors import NotYourTurn, PlayError, Stale
from games.play.models import Draft, Player
from games.rules.errors import IllegalOrder
from tests.play.factories import game_of_people, good_order, player_to_move, step

pytestmark = [pytest.mark.engine, pytest.mark.django_db]


@pytest.fixture
def player() -> Player:
    return player_to_move(game_of_people())


def draft(player: Player, order: str, number: int) -> Draft:
    return services.draft_order(
        player=player, version=player.game.version, draft_version=number, order=order
    ).draft


def orders() -> list[str]:
    return Draft.objects.get().orders


def test_orders_are_appended_in_their_one_spelling(player):
    draft(player, "INCOME  1t", 0)

    assert orders() == ["income 1t"]


def test_an_order_is_checked_on_what_is_drafted(player):
    draft(player, "income 1t", 0)
    draft(player, "income 1t", 1)

    with pytest.raises(IllegalOrder):
        draft(player, "income 1t", 2)
    assert orders() == ["income 1t", "income 1t"]


def test_a_draft_is_no_move(player):
    state = player.game.state
    draft(player, "income 1t", 0)

    player.game.refresh_from_db()
    assert player.game.state == state


def test_the_last_order_is_taken_back(player):
    draft(player, "income 1t", 0)
    draft(player, "income 2t", 1)
    services.undo(player=player, version=player.game.version, draft_version=2)

    assert orders() == ["income 1t"]


def test_all_orders_are_taken_back(player):
    draft(player, "income 1t", 0)
    draft(player, "income 2t", 1)
    services.reset_draft(player=player, version=player.game.version, draft_version=2)

    assert orders() == []


def test_the_same_click_twice_drafts_once(player):
    draft(player, "income 1t", 0)

    with pytest.raises(Stale, match="once"):
        draft(player, "income 1t", 0)
    assert orders() == ["income 1t"]


def test_a_click_in_a_second_tab_is_not_taken(player):
    draft(player, "income 1t", 0)

    with pytest.raises(Stale, match="Your draft"):
        draft(player, "income 2t", 0)
    with pytest.raises(Stale):
        services.undo(player=player, version=player.game.version, draft_version=0)
    assert orders() == ["income 1t"]


def test_a_draft_that_ends_the_turn_is_closed(player):
    draft(player, "end", 0)

    with pytest.raises(PlayError, match="Confirm it, or undo"):
        draft(player, "income 1t", 1)


def test_a_closed_draft_can_be_taken_back(player):
    draft(player, "end", 0)
    services.undo(player=player, version=player.game.version, draft_version=1)

    assert orders() == []


def test_only_who_is_asked_drafts(player):
    other = Player.objects.exclude(pk=player.pk).first()
    other.game = player.game

    with pytest.raises(NotYourTurn):
        draft(other, "income 1t", 0)


def test_a_displacement_closes_the_draft_and_asks_the_victim():
    game = game_of_people()
    rng = random.Random(2)
    while True:
        player = player_to_move(game)
        order = good_order(player.game, player.seat, rng)
        if order.startswith("displace"):
            break
        game = step(game, rng)
    drafted = Draft.objects.filter(player=player).first()
    number = drafted.version if drafted else 0
    drafted = draft(player, order, number)
    with pytest.raises(PlayError):
        draft(player, "end", drafted.version)
    services.confirm_draft(
        player=player, version=player.game.version, draft_version=drafted.version
    )

    victim = player_to_move(game)
    assert victim.seat != player.seat
    assert victim.is_waited_for
    player.refresh_from_db()
    assert not player.is_waited_for


def test_confirming_empties_the_draft_and_counts_on(player):
    drafted = draft(player, "income 1t", 0)
    services.confirm_draft(
        player=player, version=player.game.version, draft_version=drafted.version, then=["end"]
    )

    kept = Draft.objects.get(player=player)
    assert kept.orders == []
    assert kept.version > drafted.version
    assert list(player.game.moves.order_by("-number")[:2].values_list("order", flat=True)) == [
        "end",
        "income 1t",
    ]
