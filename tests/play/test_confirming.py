"""The buttons that confirm: the primary one finishes, and tells what it leaves out (T5.4, T6)."""

from typing import Any

import pytest
from django.test import Client

from games.play import services
from games.play.errors import PlayError
from games.play.models import Draft, Game, PlayedBy, Wait
from games.rules import TITLES
from games.rules.errors import IllegalOrder
from tests.play.factories import game_of_people, laid
from tests.play.timepiece import at
from tests.rules import hansa_positions, positions

pytestmark = pytest.mark.django_db

RED, GREEN = 0, 1
MOVE = "move hamburg-stade.1 > emden-stade.1"
PIECES = {"hamburg-stade": "red t, red m, green t", "bremen-hamburg.1": "red t"}
DISPLACED = "displace t hamburg-stade.3 paying 1t"


def table(title: str = "teutonica", **words: Any) -> Game:
    """A game on a position in words; it is the first seat's turn."""
    place = positions if title == "teutonica" else hansa_positions
    return laid(game_of_people(words.get("players", 4), title=title), place.position(**words))


def draft(game: Game, seat: int, *orders: str) -> None:
    for order in orders:
        player = at(game, seat)
        number = (Draft.objects.of(player) or Draft()).version
        services.draft_order(
            player=player, version=player.game.version, draft_version=number, order=order
        )


def page(game: Game, seat: int) -> Any:
    client = Client()
    client.force_login(at(game, seat).user)
    return client.get(game.get_absolute_url())


def buttons(game: Game, seat: int) -> list[str]:
    """The buttons that confirm, the primary one with a star, and what they say follows."""
    ways = page(game, seat).context["table"].confirmations
    return [" | ".join(filter(None, (way.label, way.told, way.primary and "*"))) for way in ways]


def listed(game: Game, seat: int) -> dict[str, Any]:
    """The groups of orders beside the board, by id."""
    return {group.id: group for group in page(game, seat).context["table"].groups}


def press(game: Game, seat: int, label: str) -> list[str]:
    """Press the button of these words, without scripts; return what was played since."""
    seen, player = page(game, seat), at(game, seat)
    way = next(way for way in seen.context["table"].confirmations if way.label == label)
    client = Client()
    client.force_login(player.user)
    data = {
        "version": player.game.version,
        "draft_version": seen.context["table"].draft_version,
        "then": way.then,
    }
    client.post(f"{game.get_absolute_url()}confirm", data)
    played = game.moves.filter(seat=seat, number__gt=player.game.moves_made)
    return list(played.values_list("order", flat=True))


def asked(game: Game) -> set[int]:
    waits = Wait.objects.open().filter(player__game=game)
    return set(waits.values_list("player__seat", flat=True))


def displaced(**words: Any) -> Game:
    """Red has displaced a green trader: green is asked."""
    game = table(spaces=PIECES, supply={"red": "5t"}, **words)
    red = at(game, RED)
    services.confirm(player=red, version=red.game.version, orders=[DISPLACED])
    return game


def test_an_answer_is_finished_by_one_button_that_declines_the_extra_piece():
    game = displaced()
    draft(game, GREEN, "put t bremen-hamburg.2")

    assert buttons(game, GREEN) == ["Done | *", "Place one more"]
    assert "done" not in listed(game, GREEN)
    assert press(game, GREEN, "Done") == ["put t bremen-hamburg.2", "done"]
    assert asked(game) == {RED}


def test_an_answer_may_be_confirmed_piece_by_piece():
    game = displaced()
    assert "done" not in listed(game, GREEN)
    draft(game, GREEN, "put t bremen-hamburg.2")
    assert press(game, GREEN, "Place one more") == ["put t bremen-hamburg.2"]
    (done,) = listed(game, GREEN)["done"].choices
    assert (done.label, buttons(game, GREEN)) == ("Done", [])


def test_an_answer_with_nothing_more_to_place_is_confirmed():
    game = displaced()
    assert buttons(game, GREEN) == []
    draft(game, GREEN, "put t bremen-hamburg.2", "put t bremen-hamburg.3")

    assert buttons(game, GREEN) == ["Confirm | *"]


def test_a_series_of_moves_is_finished_and_its_turn_goes_on():
    game = table(spaces=PIECES)
    draft(game, RED, MOVE)

    assert buttons(game, RED) == [
        "Confirm | You make no further moves. | *",
        "Confirm and end the turn | You make no further moves. You give up 1 action.",
        "Confirm and keep going",
    ]
    assert press(game, RED, "Confirm") == [MOVE, "done"]
    assert asked(game) == {RED}


def test_a_series_of_moves_as_the_last_action_ends_the_turn():
    game = table(spaces=PIECES, actions=1)
    draft(game, RED, MOVE)

    assert buttons(game, RED) == [
        "Confirm and end the turn | You make no further moves. | *",
        "Confirm and keep going",
    ]
    assert press(game, RED, "Confirm and end the turn") == [
        MOVE,
        "done",
        "end",
    ]
    assert asked(game) == {GREEN}


def test_a_turn_tells_how_many_actions_its_end_gives_up():
    game = table(actions=3)
    assert buttons(game, RED) == ["End the turn | You give up 3 actions."]
    for left, label in (
        (2, "Confirm and end the turn | You give up 2 actions."),
        (1, "Confirm and end the turn | You give up 1 action."),
        (0, "Confirm and end the turn | *"),
    ):
        draft(game, RED, "income 1t")
        keep_going = ["Confirm and keep going"] if left else []
        assert buttons(game, RED) == [label, *keep_going], left
    assert press(game, RED, "Confirm and end the turn") == ["income 1t"] * 3 + ["end"]
    assert asked(game) == {GREEN}


def test_a_turn_with_nothing_left_is_ended_without_a_draft():
    game = table(actions=0)
    assert buttons(game, RED) == ["End the turn | *"]
    assert press(game, RED, "End the turn") == ["end"]


def test_t2_4_a_turn_ends_by_itself_when_whoever_was_displaced_by_its_last_action_has_answered():
    game = displaced(actions=1)
    draft(game, GREEN, "put t bremen-hamburg.2")
    press(game, GREEN, "Done")
    last = game.moves.last()
    assert (last.seat, last.order, last.played_by) == (RED, "end", PlayedBy.SITE)
    assert asked(game) == {GREEN}
    # They have not seen what was answered.
    assert at(game, RED).last_move < last.number - 1


def test_t2_3_a_turn_does_not_end_by_itself_while_its_player_could_use_a_bonus_marker():
    game = displaced(actions=1, held={"red": "plus3"})
    draft(game, GREEN, "put t bremen-hamburg.2")
    press(game, GREEN, "Done")
    assert asked(game) == {RED}


def test_a_turn_of_the_other_title_tells_the_talers_that_its_end_loses():
    game = table("hansa", ship="danzig", talers=5, warehouses={"danzig": "red1", "kalmar": "red3"})
    assert buttons(game, 0) == ["End the turn | You do nothing in Danzig. You lose 2 talers."]
    draft(game, 0, "buy red1")
    going_on = "Confirm and keep going"
    assert buttons(game, 0) == ["Confirm and end the turn | You lose 1 taler.", going_on]
    draft(game, 0, "sail kalmar")
    end = "Confirm and end the turn | You do nothing in Kalmar. You keep 3 talers."
    assert buttons(game, 0) == [end, going_on]
    draft(game, 0, "buy red3")
    assert buttons(game, 0) == ["Confirm and end the turn | You keep 2 talers. | *", going_on]
    draft(game, 0, "end")
    assert buttons(game, 0) == ["Confirm and end the turn | You keep 2 talers. | *"]


def test_a_turn_that_must_not_end_is_confirmed_only_so_far():
    game = table("hansa", unsold={"Ann": "red1 red2 blue1 blue2"})
    draft(game, 0, "sail lubeck")
    assert buttons(game, 0) == ["Confirm and keep going"]


def test_what_is_not_legal_behind_a_draft_takes_all_with_it():
    game = table(spaces=PIECES)
    draft(game, RED, MOVE)
    player = at(game, RED)
    for then, error in ((["income 1t"], IllegalOrder), (["done", "end", "end"], PlayError)):
        with pytest.raises(error):
            services.confirm_draft(
                player=player, version=player.game.version, draft_version=1, then=then
            )
    assert not game.moves.filter(seat=RED).exists()
    assert Draft.objects.of(player).orders == [MOVE]


@pytest.mark.parametrize("title", TITLES)
def test_a_drafted_end_tells_the_same_as_its_button(title):
    game = table(title)
    (end,) = buttons(game, 0)
    draft(game, 0, "end")
    assert buttons(game, 0) == [f"{end.replace('End', 'Confirm and end')} | *"]
