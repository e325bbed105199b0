"""The clock of a new game, from the page that creates it."""

import pytest
from django.test import Client

from games.play import services
from games.play.forms.terms import PRESETS
from games.play.models import Game
from tests.factories import UserFactory

pytestmark = pytest.mark.django_db

OWN = {"preset": "own", "hours": "36", "reaction_hours": "8", "grace_hours": "0"}


@pytest.fixture
def creator() -> Client:
    client = Client()
    client.force_login(UserFactory())
    return client


def create(creator: Client, **data: str) -> str:
    seats = {"title": "teutonica", "players": "3", "seat_0": "me"}
    seats |= {"seat_1": "open", "seat_2": "open"}
    return creator.post("/game/new/", seats | data, follow=True).content.decode()


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.id)
def test_a_preset_sets_the_clock(creator: Client, preset):
    create(creator, preset=preset.id, on_timeout="bot", agreement="unanimous")
    game = Game.objects.get()
    assert (game.pace, game.hours, game.bank_hours) == (
        preset.pace,
        preset.hours,
        preset.bank_hours,
    )
    assert (game.on_timeout, game.agreement) == ("bot", "unanimous")


def test_the_usual_clock_is_there_without_asking(creator: Client):
    create(creator)
    game = Game.objects.get()
    assert (game.pace, game.hours, game.on_timeout) == ("days", 72, "vote")


def test_an_own_pace_is_kept(creator: Client):
    create(creator, **OWN)
    game = Game.objects.get()
    assert (game.hours, game.reaction_hours, game.grace_hours, game.bank_hours) == (36, 8, 0, 0)


def test_an_own_bank_is_everybodys(creator: Client):
    create(creator, **OWN, pace="bank", bank_hours="100")
    banks = {player.bank.total_seconds() for player in Game.objects.get().players.all()}
    assert banks == {360_000}


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"hours": "0"}, "greater than or equal to 1"),
        ({"hours": "721"}, "less than or equal to 720"),
        ({"hours": ""}, "whole number of hours"),
        ({"hours": "many"}, "Enter a whole number"),
        ({"pace": "bank", "bank_hours": "0"}, "some hours to start with"),
        ({"pace": "bank", "bank_hours": ""}, "some hours to start with"),
        ({"pace": "slow"}, "valid choice"),
        ({"preset": "never"}, "valid choice"),
        ({"on_timeout": "shout"}, "valid choice"),
    ],
)
def test_a_clock_that_cannot_be_is_refused_with_the_reason(creator: Client, wrong, sentence):
    assert sentence in create(creator, **(OWN | wrong))
    assert not Game.objects.exists()


def test_what_a_preset_does_not_use_is_not_looked_at(creator: Client):
    create(creator, preset="week", hours="many", bank_hours="-1")
    assert Game.objects.get().hours == 168


@pytest.mark.parametrize("board", ["hanse", "east"])
@pytest.mark.parametrize(
    ("chosen", "told"),
    [
        (
            {"on_timeout": "vote", "agreement": "majority"},
            ["then the others vote", "more than half"],
        ),
        (
            {"on_timeout": "bot", "agreement": "unanimous"},
            ["then a bot plays", "A vote passes if everyone"],
        ),
    ],
)
def test_what_was_agreed_is_told_before_one_sits_down_and_after(creator, board, chosen, told):
    page = create(creator, preset="bank", option_board=board, **chosen)
    game = Game.objects.get()
    guest = Client()
    guest.force_login(UserFactory())
    invited = guest.get(f"/join/{game.token}/").content.decode()
    for _ in range(2):
        services.join(game=game, user=UserFactory())
    running = creator.get(game.get_absolute_url()).content.decode()
    for words in ["a time bank of 10 days", "a grace period of 12 hours", *told]:
        assert all(words in each for each in (page, invited, running))
    assert all(("Board: The Eastern" in each) == (board == "east") for each in (page, invited))


def test_a_choice_that_is_too_long_is_said_back_in_part(creator: Client):
    page = create(creator, preset="x" * 5000, seat_1="y" * 5000, name="A name")
    assert "valid choice" in page
    assert "x" * 400 not in page
    assert "y" * 400 not in page
