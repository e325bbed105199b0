"""A stranger on a phone: from the front page to a game with people."""

from dataclasses import dataclass

from playwright.sync_api import Locator

from games.drawing import DRAWINGS
from games.play.models import Game
from games.rules import TITLES
from games.wording import ENGLISH
from games.wording.guide import SEAT
from tests.e2e.journeys.conftest import Walkers
from tests.e2e.journeys.table import Table, give
from tests.e2e.journeys.walker import Walker, link
from tests.factories import PASSWORD, UserFactory
from tests.play.factories import game_of

WAY = "1 stranger"
NAME, MAILBOX = "Hildegard", "hildegard@example.org"
TITLE = "teutonica"


def test_stranger(walkers: Walkers) -> None:
    host = UserFactory(username="Wulf")
    open_game = game_of(host, "open", title=TITLE, name="Wulf's table")
    walker = walkers(WAY, MAILBOX)
    page, tally = walker.page, walker.tally
    walker.go("/")
    walker.look()
    walker.tap(page.locator(f"form[action='/play/{TITLE}/'] > button"), page.locator("#ask"))
    table = Table(walker)
    table.give("income 1t")
    assert tally.clicks == 2
    tally.part("first order")
    table.turn(by_map=True)
    tally.part("first turn")
    learn(walker)
    tally.part("guided game")
    card = page.locator(f"a[href*='/game/{table.pk}/']")
    walker.tap(page.get_by_role("link", name="My games"), card)
    walker.tap(card.first, page.locator("#ask"))
    while table.game.is_running:
        table.turn(by_map=True)
    tally.part("whole game")
    sign_up(walker)
    tally.part("sign up")
    # One is where one signed up, and the game is among one's own.
    page.wait_for_url(f"**/game/{table.pk}/**")
    walker.tap(
        page.get_by_role("link", name="My games", exact=True),
        page.get_by_role("heading", name="Finished"),
    )
    assert card.count()
    tally.part("the games are still there")
    join(walker, open_game)
    table = Table(walker, seat=1)
    table.others_play()
    tally.part("next game with people")
    table.turn(by_map=True)
    tally.part("turn with people")
    walker.catch_up()


@dataclass(frozen=True)
class Guided:
    """The words of the guided game by which somebody knows where they are."""

    link: str = "Learn in five minutes"
    step: str = "Step {number} of"
    end: str = "You've done every step."


def learn(walker: Walker, words: Guided = Guided()) -> None:
    """Play the guided game to its end, by tapping what its steps ask for."""
    page, drawing, rules = walker.page, DRAWINGS[TITLE], TITLES[TITLE]
    guide = drawing.wording.guide()
    assert guide is not None

    def step(number: int) -> Locator:
        return page.get_by_text(words.step.format(number=number))

    walker.tap(page.get_by_role("link", name=words.link).first, step(1))
    for number, asked in enumerate(guide.steps, 1):
        orders, view = rules.orders(asked.state, SEAT), rules.view(asked.state, SEAT)
        choices = drawing.choices(rules, orders, view, ENGLISH)
        choice = choices.of(asked.order)
        assert choice is not None
        after = page.get_by_text(words.end).or_(step(number + 1))
        give(walker, asked.order, choice.path, after)


def join(walker: Walker, game: Game) -> None:
    """Find an open game and take its free seat."""
    page = walker.page
    seat = page.get_by_role("button", name="Take my seat")
    walker.tap(page.get_by_role("link", name=game.name), seat)
    walker.tap(seat, page.locator("#ask"))


def sign_up(walker: Walker, name: str = NAME) -> None:
    """Sign up and follow the link in the mail."""
    page = walker.page
    walker.tap(page.get_by_role("link", name="Sign up").first, page.get_by_label("Name"))
    walker.type(page.get_by_label("Name"), name)
    walker.type(page.get_by_label("Email"), walker.mailbox)
    walker.type(page.get_by_label("Password"), PASSWORD)
    heading = page.get_by_role("heading", name="Check your email")
    walker.tap(page.get_by_role("main").get_by_role("button", name="Sign up"), heading)
    mail = walker.mail("onfirm")
    button = page.get_by_role("button", name="Confirm address")
    walker.arrive(link(mail, "/accounts/", walker.address), button)
    walker.tap(button, page.get_by_role("link", name="My games", exact=True))
