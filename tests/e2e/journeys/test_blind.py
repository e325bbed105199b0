"""Somebody who sees nothing: keys and a screen reader, from the front page to a won game."""

import random
import re

from games.accounts.bot_names import NAMES, bot_name
from games.play.models import Draft, Game, Player
from tests.e2e.journeys.conftest import Walkers
from tests.e2e.journeys.listener import Listener
from tests.e2e.journeys.table import good_turn
from tests.e2e.journeys.walker import link
from tests.factories import PASSWORD

WAY = "5 blind player"
NAME, MAILBOX = "Adelheid", "adelheid@example.org"
TURNS_BEFORE_A_LOOK = 5
NEWS = re.compile(rf"{'|'.join(NAMES)}|gets an? \w+ marker with \d barrels?")
"""What comes of a turn: that of the other, or goods that are drawn."""


def test_blind_player(walkers: Walkers) -> None:
    walker = walkers(WAY, MAILBOX, "desk")
    walker.go("/")
    person = Listener(walker)
    person.listen()
    sign_up(person)
    walker.tally.part("sign up")
    game = start_game(person)
    walker.tally.part("start a game")
    seat = Seat(person, game)
    for _ in range(TURNS_BEFORE_A_LOOK):
        seat.turn()
    walker.tally.part(f"{TURNS_BEFORE_A_LOOK} turns")
    look_back(person, seat)
    walker.tally.part("look back")
    plan(person, seat)
    walker.tally.part("plan")
    while seat.game.is_running:
        seat.turn()
    walker.tally.part("to the end")
    person.hears(f"{NAME} won with")
    assert seat.player.place == 1
    person.listen()
    row = person.page.get_by_role("table", name="Score sheet").get_by_role("row", name="Total")
    assert row.get_by_role("cell").count() == 2
    person.follow("link", "Back to my games", "My games")
    finished = person.page.get_by_role("listitem").filter(has_text=seat.game.name)
    assert f"{NAME} won" in " ".join(finished.first.inner_text().split())
    walker.catch_up()


class Seat:
    """The person's seat at their table, on whose page they are."""

    def __init__(self, person: Listener, game: Game) -> None:
        self.person = person
        self.pk = game.pk
        self.dice = random.Random(1)
        page = person.page
        self.mine = page.get_by_role("heading", name="Nothing is drafted yet")
        self.over = page.get_by_role("button", name="Rematch")

    @property
    def game(self) -> Game:
        return Game.objects.get(pk=self.pk)

    @property
    def heading(self) -> re.Pattern[str]:
        """The first heading of their table, and of no other page about it."""
        return re.compile(f"^{re.escape(self.game.name)}$")

    @property
    def player(self) -> Player:
        return Player.objects.get(game=self.pk, user__username=NAME)

    def orders(self) -> list[str]:
        """What a good player would order, until somebody else or chance has a say."""
        return good_turn(self.game, self.player.seat, "merchant", self.dice)

    def turn(self) -> None:
        """Type orders, confirm them, and listen until it is this seat's turn once more."""
        person = self.person
        person.press("/")
        assert person.focus == "Orders, with ; between them"
        person.write("; ".join(self.orders()))
        person.does("Enter")
        self.confirm()

    def confirm(self) -> None:
        """Confirm the draft, and listen until the next turn or the end."""
        person, before = self.person, self.game.version
        assert person.focus.startswith("Confirm"), person.focus
        person.does("Enter")
        self.mine.or_(self.over).wait_for()
        assert self.game.version > before
        # Confirmed twice, nothing is given up.
        assert not person.focus.startswith(("Confirm", "End")), person.focus
        if self.mine.is_visible():
            person.hears(NEWS)
        person.sensible()


def sign_up(person: Listener) -> None:
    """Sign up, and confirm the address with the link in the email."""
    person.follow("link", "Sign up", "Sign up")
    for label, text in (("Name", NAME), ("Email", MAILBOX), ("Password", PASSWORD)):
        person.to("textbox", label)
        person.write(text)
    with person.arriving("Check your email"):
        person.press("Enter")
    mail = person.walker.mail("onfirm")
    with person.arriving("Confirm"):
        person.walker.go(link(mail, "/accounts/", person.walker.address))
    person.follow("button", "Confirm address", "My games")


def start_game(person: Listener) -> Game:
    """Choose a game of two with an apprentice, and create it."""
    page = person.page
    person.follow("link", "New game", "New game")
    person.to("radio", "Hansa Teutonica")
    person.press("ArrowDown")
    page.get_by_role("radio", name="Hansa", exact=True, checked=True).wait_for()
    two = page.get_by_role("radio", name="2 players")
    person.press("Tab")
    while not two.is_checked():
        person.press("ArrowUp")
    page.get_by_role("combobox", name="Seat 3").wait_for(state="hidden")
    assert person.on(two)
    person.to("combobox", "Seat 2")
    person.write("Bot: A")
    person.to("button", "Create game")
    with person.arriving(re.compile("^(?!New game)")):
        person.press("Enter")
    return Game.objects.get()


def look_back(person: Listener, seat: Seat) -> None:
    """Hear what has happened, move by move and turn by turn, and come back."""
    page = person.page
    person.press("h")
    person.hears(NEWS)
    tab = person.to("tab", re.compile("^Since your move"))
    news = page.get_by_role("tabpanel", name=re.compile("^Since your move"))
    assert tab.get_attribute("aria-selected") == "true"
    assert news.get_by_role("listitem").count()
    person.does("ArrowRight")
    assert person.on(page.get_by_role("tab", name=re.compile("^Log"), selected=True))
    person.follow("link", "Look back", re.compile("^Looking back at"))
    person.hears(f"Move {seat.game.moves_made}: ")
    person.to("link", "Back a turn")
    for way in ("Enter", "Enter", "Shift+ArrowRight"):
        person.does(way)
        assert re.search(
            rf"({NAME}|{bot_name(seat.game.pk, 1)})'s turn, up to move \d+: ", person.announced
        )
    person.does("ArrowLeft")
    assert re.search(r"^Move \d+: ", person.announced)
    person.does("Escape")
    person.follow("link", "Back to the table", seat.heading)


def plan(person: Listener, seat: Seat) -> None:
    """Plan a turn and the next one, go over it once more, and make it the draft."""
    page = person.page
    person.follow("link", "Plan", re.compile("^Plan for"))
    draw = page.get_by_role("button", name="Draw for me")
    for whose in (NAME, bot_name(seat.game.pk, 1), NAME):
        person.to("button", "Let a bot play this turn")
        person.does("Enter")
        person.hears(re.compile(rf"{whose} \w+s "))
        while draw.is_visible():
            person.to("button", "Draw for me")
            person.does("Enter")
    person.does("Home")
    person.hears("The beginning.")
    person.does("ArrowRight")
    person.hears(re.compile(rf"Step 1 of \d+: {NAME}"))
    person.does("End")
    person.hears(re.compile(r"Step (\d+) of \1: "))
    person.listen()
    with person.arriving(seat.heading):
        person.to("button", "Make this my draft")
        person.press("Enter")
    person.hears("Your plan is your draft now")
    assert Draft.objects.get(player=seat.player).orders
    person.press("e")
    seat.confirm()
