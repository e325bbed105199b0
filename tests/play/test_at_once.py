"""A turn that its last click confirms, for people who have chosen that."""

from collections.abc import Callable

import pytest
from django.test import Client

from games.play.models import Draft, Game
from games.play.pages.confirming import left_to_play
from games.play.scratch import play_draft
from tests.factories import UserFactory
from tests.play.factories import game_of, laid
from tests.rules.positions import RED, TEUTONICA, WITH_PAWN, play, position

pytestmark = pytest.mark.django_db

Clicks = Callable[[str], Game]


@pytest.fixture
def at_table(client: Client) -> Callable[..., Clicks]:
    """Seat somebody at a position in red, who has chosen to confirm at once or not."""

    def seated(state: object, words: str = "system.at-once") -> Clicks:
        user = UserFactory()
        client.force_login(user)
        client.cookies["display"] = words
        game = laid(game_of(user, UserFactory(), UserFactory()), state)

        def clicked(orders: str) -> Game:
            version = Draft.objects.values_list("version", flat=True).first() or 0
            fields = {"version": game.version, "draft_version": version, "order": orders}
            client.post(f"{game.get_absolute_url()}order", fields)
            return Game.objects.get(pk=game.pk)

        return clicked

    return seated


def waits_for_red(game: Game) -> bool:
    return game.rules().to_move(game.position()) == (RED,)


PLACE = "place t hamburg-stade.1"
TWO = position(players=3, actions=2, supply={"red": "3t"})


def test_the_last_click_confirms_the_turn(at_table: Callable[..., Clicks]) -> None:
    clicked = at_table(TWO)
    assert waits_for_red(clicked(PLACE)), "an action is left"
    assert not waits_for_red(clicked("place t hamburg-stade.2"))
    assert not Draft.objects.exclude(orders=[]).exists()


def test_a_click_on_a_badge_does_so_too(at_table: Callable[..., Clicks]) -> None:
    assert not waits_for_red(at_table(TWO)(f"{PLACE};place t hamburg-stade.2"))


def test_the_button_confirms_unless_it_was_chosen(at_table: Callable[..., Clicks]) -> None:
    assert waits_for_red(at_table(TWO, "system")(f"{PLACE};place t hamburg-stade.2"))


def test_who_is_displaced_is_asked_only_by_the_button(at_table: Callable[..., Clicks]) -> None:
    stood = {"hamburg-stade": "green t, -, -"}
    state = position(players=3, actions=1, spaces=stood, supply={"red": "2t"})
    assert waits_for_red(at_table(state)("displace t hamburg-stade.1 paying 1t"))


def test_actions_are_given_up_only_by_the_button(at_table: Callable[..., Clicks]) -> None:
    assert waits_for_red(at_table(TWO)("end"))


def test_a_free_move_of_the_pawn_that_gives_up_actions_waits() -> None:
    state = position(WITH_PAWN, players=2, actions=2, pawn=1, acted=True)
    played = play_draft(TEUTONICA, state, RED, ["pawn 2"])
    assert left_to_play(played, RED) is None, "it ends the turn (T17.2)"
    state = position(WITH_PAWN, players=2, actions=1, pawn=1)
    assert left_to_play(play_draft(TEUTONICA, state, RED, ["pawn 2", "income 1t"]), RED)


def test_the_last_displaced_piece_is_an_answer(at_table: Callable[..., Clicks]) -> None:
    stood = {"hamburg-stade": "red t, -, -"}
    state = position(players=3, turn="green", spaces=stood, supply={"green": "2t"})
    clicked = at_table(play(state, "displace t hamburg-stade.1 paying 1t"))
    assert waits_for_red(clicked("put t bremen-hamburg.1"))
    assert not waits_for_red(clicked("put t bremen-hamburg.2"))
