"""Somebody who sees nothing and reads German, in what surrounds games: a league, guesses, a week.

They use keys alone, and what their screen reader tells them is German.
"""

import random
import re

from django.core.management import call_command
from django.db.models import F

from games.accounts.models import User
from games.club.models import Opening
from games.club.services.openings import count_openings
from games.club.services.statistics import fill_statistics
from games.duplicate.models import DuplicateGame
from games.duplicate.services.weeks import turn_week
from games.league.models import Entry
from games.play.models import Game
from games.study.models import Guess
from tests.e2e.journeys.conftest import Walkers
from tests.e2e.journeys.listener import Listener
from tests.e2e.journeys.table import good_turn
from tests.e2e.journeys.test_german import GERMAN, assert_german, seats_asked
from tests.e2e.journeys.town import until
from tests.factories import UserFactory
from tests.play.factories import cut_short, game_of_people

WAY = "18 blind player in German"
ALIKE = 5
"""How many games must have begun alike until the explorer shows how."""
TURNS = 4


def test_blind_player_in_german(walkers: Walkers) -> None:
    adelheid = UserFactory(username="Adelheid", language="de")
    call_command("make_leagues")
    turn_week()
    game = cut_short(game_of_people(2, title="hansa"), TURNS)
    fill_statistics(seconds=60)
    count_openings(seconds=60)
    sums = ("games", "places", "squared_places", "leads", "squared_leads")
    Opening.objects.update(**{each: ALIKE * F(each) for each in sums})
    walker = walkers(WAY, adelheid.email, "desk", locale=GERMAN)
    walker.sign_in(adelheid)
    walker.go("/")
    person = Listener(walker)
    person.listen()
    register(person)
    walker.tally.part("register for a season")
    hear_of_turns(person)
    walker.tally.part("test the notifications")
    guess(person, game)
    walker.tally.part("guess a turn")
    explore(person)
    walker.tally.part("explore openings")
    play_duplicate(person, adelheid)
    walker.tally.part("a turn of the duplicate")


def register(person: Listener) -> None:
    """Find a league and register for its season."""
    person.follow("link", "Ligen", "Ligen und Pokale")
    person.follow("link", "Hansa", "Hansa")
    person.follow("button", "Teilnehmen", "Hansa")
    person.hears("Du bist dabei.")
    assert Entry.objects.get().user.username == "Adelheid"


def hear_of_turns(person: Listener) -> None:
    """Send a test from the page of notifications, and read what comes."""
    person.to("button", "Adelheid: dein Konto")
    person.press("Enter")
    person.follow("link", "Benachrichtigungen", "Dein Konto")
    person.follow("button", "Test senden", "Dein Konto")
    mail = person.walker.mail("kommen an")
    assert_german(mail)


def guess(person: Listener, game: Game) -> None:
    """Guess a turn of a finished game from the lists of its orders."""
    with person.arriving(game.name):
        person.walker.go(game.get_absolute_url())
    person.follow("link", "Züge raten", re.compile("^Errate die Züge"))
    name = game.players.get(seat=0).name
    person.follow("link", f"Los : {name}", re.compile("^Errate den Zug"))
    person.to("button", "2 Marktstände in Lübeck")
    person.does("Enter")
    person.hears("Bleibt es dabei?")
    person.follow("button", "Das ist mein Zug", re.compile("^Errate den Zug"))
    assert Guess.objects.get(user__username="Adelheid").game == game
    person.follow("link", "Nächster Zug", re.compile("^Errate den Zug"))


def explore(person: Listener) -> None:
    """Go from how games of Hansa for two begin to their second turn."""
    person.follow("link", "Lernen", "Lernen")
    person.follow("link", "Eröffnungen", "Eröffnungen")
    person.follow("link", "Hansa", "Eröffnungen")
    row = person.to("link", re.compile("^Person 1 setzt 2 Marktstände"))
    with person.arriving("Eröffnungen"):
        person.press("Enter")
        person.page.get_by_role("heading", name="Zug 2").wait_for()
    assert not row.count()
    person.listen()


def play_duplicate(person: Listener, user: User) -> None:
    """Join the duplicate of the week and type a turn."""
    person.follow("link", "Ligen", "Ligen und Pokale")
    person.follow("link", "Vergleichspartie der Woche", "Vergleichspartie der Woche")
    person.follow("button", "Partie dieser Woche spielen", re.compile("^Hansa"))
    game = DuplicateGame.objects.get(user=user).game
    until(lambda: 0 in seats_asked(game))
    mine = person.page.get_by_role("heading", name="Noch kein Entwurf")
    mine.wait_for(timeout=60_000)
    person.press("/")
    assert person.focus == "Befehle, mit ; getrennt"
    now = Game.objects.get(pk=game.pk)
    person.write("; ".join(good_turn(now, 0, "journeyman", random.Random(1))))
    person.does("Enter")
    assert "estätigen" in person.focus
    person.does("Enter")
    assert Game.objects.get(pk=game.pk).version > now.version
    person.listen()
