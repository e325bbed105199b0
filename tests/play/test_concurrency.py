"""Two at once, with real threads: one is played, the other hears a sentence."""

import threading

import pytest
from django.db import connection

from games.play import services
from games.play.errors import NoSeat, PlayError, Stale
from games.play.models import Draft, Game, Move, Player
from games.post.models import Letter
from tests.factories import UserFactory
from tests.play.factories import game_of, game_of_people, player_to_move

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]

AT_ONCE = 4


def together(*calls) -> list:
    """What each call returned or raised, all of them begun at the same moment."""
    gate = threading.Barrier(len(calls))
    results: list = [None] * len(calls)

    def run(number: int) -> None:
        gate.wait()
        try:
            results[number] = calls[number]()
        except PlayError as error:
            results[number] = error
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(number,)) for number in range(len(calls))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results


def test_one_of_many_equal_confirmations_counts():
    player = player_to_move(game_of_people())
    version = player.game.version
    results = together(
        *[
            lambda: services.confirm(player=player, version=version, orders=["income 1t", "end"])
            for _ in range(AT_ONCE)
        ]
    )

    assert sum(isinstance(result, Game) for result in results) == 1
    assert sum(isinstance(result, Stale) for result in results) == AT_ONCE - 1
    assert Move.objects.filter(order="income 1t").count() == 1
    assert Letter.objects.filter(kind="turn").count() == 2


def test_one_of_many_equal_clicks_is_drafted():
    player = player_to_move(game_of_people())
    version = player.game.version
    together(
        *[
            lambda: services.draft_order(
                player=player, version=version, draft_version=0, order="income 1t"
            )
            for _ in range(AT_ONCE)
        ]
    )

    assert Draft.objects.get().orders == ["income 1t"]


def test_a_draft_confirmed_while_it_changes_is_whole():
    player = player_to_move(game_of_people())
    version = player.game.version
    draft = services.draft_order(player=player, version=version, draft_version=0, order="income 1t")
    number = draft.version
    together(
        lambda: services.confirm_draft(player=player, version=version, draft_version=number),
        lambda: services.take_back(player=player, version=version, draft_version=number),
    )

    played = Move.objects.filter(order="income 1t").count()
    assert played in (0, 1)
    assert Draft.objects.get().orders == []


def test_the_last_seat_goes_to_one():
    game = game_of(UserFactory(), "greedy", "open")
    guests = UserFactory.create_batch(3)
    results = together(
        *[lambda guest=guest: services.join(game=game, user=guest) for guest in guests]
    )

    assert sum(isinstance(result, NoSeat) for result in results) == 2
    assert Player.objects.filter(user__in=guests).count() == 1
    assert Game.objects.get().is_running
