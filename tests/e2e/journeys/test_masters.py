"""A strong player against masters, in other people's games, and beside a friend."""

import random

from django.db.models import F

from games.club.models import Opening
from games.club.services.openings import count_openings
from games.club.services.statistics import fill_statistics
from games.duplicate.models import DuplicateGame
from games.duplicate.services.weeks import turn_week
from games.play.models import Game
from games.study.models import Guess
from tests.duplicate.factories import end
from tests.e2e.journeys.conftest import Walkers
from tests.e2e.journeys.table import Table, button, good_turn
from tests.e2e.journeys.test_german import seats_asked
from tests.e2e.journeys.test_strong import until_rival
from tests.e2e.journeys.town import until
from tests.e2e.journeys.walker import Walker
from tests.factories import UserFactory
from tests.play.factories import cut_short, game_of_people, play_on, step

WAY, FRIEND = "21 masters", "21 the friend"
ALIKE = 5
"""How many games must have begun alike until the explorer shows how."""
THOUGHT = 180_000
"""Milliseconds within which three masters have thought on a busy machine."""


def test_strong_player_among_masters(walkers: Walkers) -> None:
    ida, wulf = UserFactory(username="Ida"), UserFactory(username="Wulf")
    turn_week()
    over = cut_short(game_of_people(2, title="hansa", name="Spring"), 4)
    running = play_on(game_of_people(2, title="hansa", name="Autumn"), 8)
    running = until_rival(running, running.players.get(seat=0).user)
    fill_statistics(seconds=60)
    count_openings(seconds=60)
    sums = ("games", "places", "squared_places", "leads", "squared_leads")
    Opening.objects.update(**{each: ALIKE * F(each) for each in sums})
    walker = walkers(WAY, ida.email, "desk")
    walker.sign_in(ida)
    explore(walker)
    walker.tally.part("explore openings")
    guess_over(walker, over)
    walker.tally.part("guess a turn of an old game")
    guess_running(walker, running)
    walker.tally.part("guess a turn before it is played")
    meet_masters(walker)
    walker.tally.part("a turn among masters")
    friend = walkers(FRIEND, wulf.email)
    friend.sign_in(wulf)
    for each in (walker, friend):
        join_duplicate(each)
    compare(walker, friend)
    walker.tally.part("the duplicate")


def meet_masters(walker: Walker) -> None:
    """Start a game with masters, play a turn, and see what they make of it."""
    page = walker.page
    walker.arrive("/", page.get_by_role("heading", name="My games"))
    walker.hit(page.get_by_text("Choose the bots").first)
    walker.tap(page.get_by_role("button", name="Master").first, page.locator("#ask"))
    table = Table(walker)
    begun = page.locator("#ask .choices")
    begun.wait_for(timeout=THOUGHT)
    turn = good_turn(table.game, table.seat, "journeyman", random.Random(1))
    walker.hit(page.locator("#ask summary", has_text="Type orders"))
    line = page.locator("#ask input[name=line]")
    walker.type(line, "; ".join(each for each in turn if each != "end"))
    walker.tap(page.get_by_role("button", name="Add", exact=True), page.locator(".confirm button"))
    table.confirm()
    begun.wait_for(timeout=THOUGHT)
    page.get_by_text("Replay on the board").locator("visible=true").first.wait_for()
    walker.look()


def guess_running(walker: Walker, game: Game) -> None:
    """Guess the turn of a player while they think, and see it once they have confirmed."""
    page = walker.page
    walker.arrive(game.get_absolute_url(), page.locator("#ask"))
    made = page.get_by_role("button", name="This is my turn")
    guess = page.get_by_role("link", name="Guess this turn")
    walker.tap(guess, page.get_by_text("What would you do?"))
    walker.tap(guess, page.locator("#ask .choices"))
    walker.tap(page.locator("#ask button[name=order]:not([value=end])").first, made)
    walker.tap(made, page.get_by_text("Your guess:"))
    guessed, dice, turn = Guess.objects.get(game=game), random.Random(1), game.turn
    assert guessed.user.username == "Ida"
    while game.turn == turn:
        game = step(game, dice)
    points = page.get_by_role("row").get_by_role("link", name="Move")
    walker.arrive(f"{game.get_absolute_url()}guess/", points)


def guess_over(walker: Walker, game: Game) -> None:
    """Guess a turn of a game that is over, and see the points beside what was played."""
    page = walker.page
    walker.arrive(game.get_absolute_url(), page.get_by_role("link", name="Guess the turns"))
    start = page.get_by_role("link", name="Start : ")
    walker.tap(page.get_by_role("link", name="Guess the turns"), start)
    walker.tap(start.first, page.locator("#ask .choices"))
    made = page.get_by_role("button", name="This is my turn")
    walker.tap(button(page, "set lubeck").or_(page.locator("#ask button[name=order]")).first, made)
    walker.tap(made, page.get_by_text("As played").first)
    assert page.get_by_text("of 10").first.is_visible()


def explore(walker: Walker) -> None:
    """Go from how games of Hansa for two begin to their second turn."""
    page = walker.page
    walker.go("/")
    openings = page.get_by_role("link", name="Openings")
    walker.tap(page.get_by_role("link", name="Learn", exact=True), openings)
    walker.tap(openings, page.get_by_role("heading", name="Turn 1"))
    row = page.locator("#turns tbody").get_by_role("link")
    walker.tap(page.get_by_role("link", name="Hansa", exact=True).last, row)
    walker.tap(row.first, page.get_by_role("heading", name="Turn 2"))


def join_duplicate(walker: Walker) -> None:
    """Begin the duplicate of the week."""
    page = walker.page
    play = page.get_by_role("button", name="Play this week's game")
    walker.arrive("/duplicates/", play)
    walker.tap(play, page.locator("#ask"))


def compare(walker: Walker, friend: Walker) -> None:
    """See results once one's own game is over, and no sooner, and watch the other's game."""
    games = {each.user.username: each.game for each in DuplicateGame.objects.all()}
    for game in games.values():
        until(lambda game=game: 0 in seats_asked(game))
    end(games["Ida"], place=1, points=40)
    one = walker.page.get_by_role("table").get_by_role("link", name="Ida")
    walker.arrive("/duplicates/", one.first)
    friend.arrive("/duplicates/", friend.page.get_by_text("2 players"))
    assert not friend.page.get_by_role("link", name="Ida").count()
    end(games["Wulf"])
    results = friend.page.get_by_role("table")
    friend.arrive("/duplicates/", results)
    assert "number 2 of 2" in friend.page.locator("main").inner_text()
    watch = results.get_by_role("link", name="Watch")
    friend.tap(watch.first, friend.page.locator(".ask.over"))
    assert friend.page.url.endswith(games["Ida"].get_absolute_url())
