"""Bots play against each other, and ratings learn from it."""

import random

import pytest
from django.core.management import call_command

from games.bots import BOTS
from games.club.bot_games import bot_games
from games.ratings.anchors import anchors_of
from games.ratings.fitting import fit_hyper
from games.ratings.hyper import DEFAULT, REFERENCE, REFERENCE_BOT
from games.ratings.models import Anchor
from games.ratings.skill import Entrant, Played
from games.rules import TITLES


@pytest.mark.django_db
def test_bots_are_rated_by_a_command(capsys):
    call_command("rate_bots", title="hansa", games=8, bot=["journeyman", "random"])
    greedy, randomly = (Anchor.objects.get(bot=bot) for bot in ("journeyman", "random"))
    assert greedy.mean == pytest.approx(REFERENCE)
    assert randomly.mean < greedy.mean - 1
    assert {greedy.games, randomly.games} == {8}
    assert anchors_of("hansa").items() >= {(each.bot, each.mean) for each in (greedy, randomly)}
    assert "journeyman at hansa: 1300 ±" in capsys.readouterr().out


@pytest.mark.django_db
def test_the_command_fits_what_it_can(capsys):
    call_command("fit_ratings", title="hansa", games=4)
    assert '"assumed": {"skill": 1.2, "drift": 0.02, "seat": ' in capsys.readouterr().out


def test_every_bot_of_every_title_has_a_strength_to_begin_with(db):
    for title in TITLES:
        assert set(anchors_of(title)) == set(BOTS)


def test_the_same_seed_gives_the_same_games():
    def seated(_: random.Random, size: int) -> list[str]:
        return [REFERENCE_BOT] * size

    title = TITLES["hansa"]
    assert list(bot_games(title, 2, seated, 3)) == list(bot_games(title, 2, seated, 3))


def test_fitting_finds_what_there_is():
    """Of two who are otherwise equal, the first player wins nine of ten games."""
    rng = random.Random(2)
    games = []
    for number in range(150):
        pair = rng.sample(range(6), 2)
        places = (1, 2) if rng.random() < 0.9 else (2, 1)
        entrants = tuple(Entrant(who, seat, places[seat]) for seat, who in enumerate(pair))
        games.append(Played(number, number, "", 2, entrants))
    fitted, evidence = fit_hyper(games, DEFAULT, ["seat", "skill"])
    assert fitted.seat > 2 * DEFAULT.seat
    assert fitted.skill < DEFAULT.skill / 2
    assert evidence > -60
