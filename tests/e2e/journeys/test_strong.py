"""A strong player: a plan of three branches, what plays alone, an old game, puzzles, a rival."""

import random
import re
from collections.abc import Sequence
from datetime import timedelta

import pytest
from playwright.sync_api import Locator

from games.accounts.models import User
from games.bots import STRATEGIES
from games.bots.puzzles import Line
from games.club.services.leaderboards import rank_everyone
from games.drawing import DRAWINGS
from games.play import services
from games.play.models import ConditionalLine, Game, LineStatus, Log
from games.study import services as study
from games.study.models import PlanLine
from games.study.pages.daily import puzzles_by_title
from games.wording import ENGLISH
from games.wording.seats import colour_names
from tests.club.test_leaderboards import rated
from tests.e2e.journeys.conftest import Walkers
from tests.e2e.journeys.table import give
from tests.e2e.journeys.walker import Walker, link, text
from tests.factories import UserFactory
from tests.play.factories import game_of, play_on, play_out, player_to_move, step
from tests.play.timepiece import at
from tests.study.analyses import analysed
from tests.study.test_plan import bot_turns, planned

WAY, DESK, PHONE = "6 strong player", "6 what they look at", "6 on a phone"
NAME, RIVAL = "Ida", "Wulf"
MAILBOX = "ida@example.org"
BRANCHES = ("As expected", "The slow one", "The other")


def test_strong_player(walkers: Walkers) -> None:
    ida, wulf = people()
    game = until_rival(play_on(game_of(ida, wulf, title="hansa", name="Autumn"), 12), wulf)
    walker = walkers(WAY, MAILBOX, "desk")
    page, tally = walker.page, walker.tally
    walker.sign_in(ida)
    walker.arrive("/", page.get_by_role("heading", name="My games"))
    walker.tap(page.get_by_role("link", name=game.name), page.locator("#ask"))
    plan_three_branches(walker)
    tally.part("three branches")
    keep_two(walker)
    tally.part("two conditional turns")
    set_standing_order(walker)
    tally.part("standing order")
    play_as_in(game, wulf, BRANCHES[1])
    one, other = lines(game)
    assert (one.status, other.status) == (LineStatus.DONE, LineStatus.BROKEN)
    read_what_came(walker, game)
    tally.part("what came of it")


@pytest.mark.parametrize("width", ["desk", "phone"])
def test_what_strong_players_look_at(walkers: Walkers, width: str) -> None:
    ida, wulf = people()
    old = play_out(game_of(ida, wulf, title="hansa", name="Spring"))
    analysed(old)
    study.share_plan(place=bot_turns(planned(old, at(old, 1), 12), 2))
    for person, mean in ((wulf, 0.4), (ida, 0.2)):
        rated(person, mean)
    rank_everyone()
    walker = walkers(DESK if width == "desk" else PHONE, MAILBOX, width)
    walker.sign_in(ida)
    walker.arrive("/", walker.page.get_by_role("heading", name="My games"))
    look_back(walker, old)
    walker.tally.part("old game")
    learn(walker)
    walker.tally.part("its analysis")
    read_study(walker, old)
    walker.tally.part("a study")
    solve_puzzles(walker)
    walker.tally.part("two puzzles")
    meet_rival(walker)
    walker.tally.part("the rival")


def people() -> tuple[User, User]:
    """The strong player and their rival."""
    return UserFactory(username=NAME, email=MAILBOX), UserFactory(username=RIVAL)


def until_rival(game: Game, rival: User) -> Game:
    """The game played on until the rival begins a turn with a choice."""
    while True:
        player = player_to_move(game)
        rules, state = game.rules(), game.position()
        begun = rules.view(state, None).turn == player.seat and player.user == rival
        fresh = Log(game).newest(1)[0].order == "end"
        if begun and fresh and len(list(rules.orders(state, player.seat))) > 2:
            return game
        game = play_on(game, 1)


def act(walker: Walker, what: Locator) -> None:
    """Press something in a plan, and wait until the plan is elsewhere."""
    page, before = walker.page, walker.page.url
    with walker.tally.waiting():
        walker.hit(what)
        page.wait_for_url(lambda url: url != before)
        line, depth = page.url.rstrip("/").rpartition("/")[2].split("-")
        page.locator(".where").get_by_text(f"step {depth} of").wait_for()
        if depth != "0":
            page.locator(f"#plan-back[href$='/{line}-{int(depth) - 1}/']").wait_for()
    walker.look()


def plan_three_branches(walker: Walker) -> None:
    """Plan the rival's turn and the answer to it in three ways, and hold them side by side.

    Chance has no part in the last two: they fill no warehouses.
    """
    page = walker.page
    walker.tap(page.get_by_role("link", name="Plan", exact=True), page.locator(".plan-sign"))
    bot = page.get_by_role("button", name="Let a bot play this turn")
    for number, name in enumerate(BRANCHES):
        if number:
            act(walker, page.get_by_role("link", name="To the beginning"))
            orders = page.locator("#ask .choices button[name=order]")
            tried = PlanLine.objects.values_list("steps", flat=True)
            firsts = ["replenish", *(steps[0][1] for steps in tried)]
            values = orders.evaluate_all("all => all.map(each => each.value)")
            order = next(value for value in values if value not in firsts)
            act(walker, page.locator(f"#ask button[name=order][value='{order}']"))
        finish(walker, bot)
        walker.type(page.get_by_label("Name of this branch"), name)
        named = page.locator("#branches").get_by_role("link", name=name)
        walker.tap(page.get_by_role("button", name="Name", exact=True), named)
    compare = page.get_by_role("link", name="Compare")
    walker.tap(compare.first, page.get_by_role("heading", name="Side by side"))


def finish(walker: Walker, bot: Locator) -> None:
    """Let a bot play the rival's turn on, with what chance does, then sail and end one's own."""
    page = walker.page
    draw = page.get_by_role("button", name="Draw for me")
    while not page.locator("#ask .sentence").inner_text().startswith("Your turn"):
        act(walker, draw if draw.is_visible() else bot)
    act(walker, page.get_by_role("button", name="Sail to").first)
    act(walker, page.get_by_role("button", name="End the turn"))


def keep_two(walker: Walker) -> None:
    """Have two branches played if the rival does as they suppose; chance has no part in them."""
    page = walker.page
    kept = page.get_by_role("heading", name="Conditional turns")
    for number, name in enumerate(BRANCHES[1:]):
        if number:
            walker.tap(page.get_by_role("link", name="Back to the plan"), page.locator("#branches"))
        act(walker, page.locator("#branches").get_by_role("link", name=name))
        walker.hit(page.get_by_text("Play this branch for me"))
        walker.tap(page.get_by_role("button", name="Keep as a conditional turn"), kept)
        assert page.get_by_role("article").count() == number + 1


def set_standing_order(walker: Walker) -> None:
    """Answer once and for all what the others may ask."""
    page = walker.page
    save = page.get_by_role("button", name="Save")
    walker.tap(save.first, page.get_by_text("Saved."))


def play_as_in(game: Game, rival: User, name: str) -> None:
    """Let the rival play what a branch supposes; the site may end the turn for them."""
    line, rivals = PlanLine.objects.get(name=name), game.players.get(user=rival).seat
    for number, (seat, order, *_) in enumerate(line.steps, game.moves_made + 1):
        player = player_to_move(game)
        if seat == rivals and player.game.moves_made < number:
            assert player.user == rival
            services.confirm(player=player, version=player.game.version, orders=[order])


def lines(game: Game) -> Sequence[ConditionalLine]:
    """The conditional lines of a game, the oldest first."""
    return ConditionalLine.objects.filter(player__game=game).order_by("pk")


def read_what_came(walker: Walker, game: Game) -> None:
    """See what was played and what was broken, at the table and in the next email."""
    page, dice = walker.page, random.Random(1)
    walker.arrive(game.get_absolute_url(), page.get_by_text("by a conditional turn").first)
    broken = page.get_by_role("link", name="Broken by move")
    ask = page.locator("#ask")
    walker.tap(ask.get_by_role("link", name="Standing orders and conditional turns"), broken)
    assert page.get_by_text("Played", exact=True).count()
    walker.tap(broken, page.locator("#step"))
    while player_to_move(game).user.username != NAME:
        step(game, dice)
    walker.leap(timedelta(hours=1))
    mail = walker.catch_up()[-1]
    assert "Broken by move" in text(mail), [each["Subject"] for each in walker.town.mailboxes.kept]
    walker.arrive(link(mail, "/visit/", walker.address), page.locator("#ask .choices"))


def look_back(walker: Walker, game: Game) -> None:
    """Open an old game and go back a few turns in it."""
    page = walker.page
    walker.tap(page.get_by_role("link", name=game.name), page.locator(".ask.over"))
    log = page.get_by_role("tab", name="Log")
    back = page.get_by_role("link", name="Look back")
    if log.is_visible() and not back.is_visible():
        walker.tap(log, back)
    walker.tap(back, page.locator("#step"))
    number = game.moves_made
    for _ in range(3):
        walker.tap(
            page.get_by_role("link", name="Back a turn"),
            page.locator(f"#step:not([data-number='{number}'])"),
        )
        number = int(page.locator("#step").get_attribute("data-number") or 0)


def learn(walker: Walker) -> None:
    """Read the analysis, try one's dearest turn once more and compare."""
    page = walker.page
    chances = page.get_by_role("heading", name="Chances to win")
    walker.tap(page.get_by_role("link", name="Analysis"), chances)
    attempt = page.get_by_text("find a better turn")
    walker.tap(page.get_by_role("link", name="Try move").first, attempt)
    undo = page.get_by_role("link", name="Undo", exact=True)
    walker.tap(page.locator("#ask .choices button[name=order]").first, undo)
    verdict = page.get_by_text("The master's turn", exact=True)
    walker.tap(page.get_by_role("link", name="Compare"), verdict)
    shown = page.locator(".sentence").get_by_text("The master's turn:")
    walker.tap(page.get_by_role("link", name="Show the master's turn"), shown)
    walker.tap(page.get_by_role("link", name="Analysis"), chances)


def read_study(walker: Walker, game: Game) -> None:
    """Go through the rival's study of the old game, comment on it and take it along."""
    page = walker.page
    walker.tap(page.get_by_role("link", name=game.name), page.locator(".ask.over"))
    walker.tap(page.get_by_role("link", name="Study from move"), page.locator(".plan-sign"))
    for number in (1, 2):
        told = page.locator(".where").get_by_text(f"step {number} of")
        walker.tap(page.get_by_role("link", name="On a step"), told)
    walker.type(page.get_by_label("Your comment on this position"), "Not with this wind.")
    said = page.locator("#comments").get_by_text("Not with this wind.")
    walker.tap(page.get_by_role("button", name="Comment", exact=True), said)
    mine = page.get_by_text("It is one of your plans now")
    walker.tap(page.get_by_role("button", name="Take into my plans"), mine)


def solve_puzzles(walker: Walker) -> None:
    """Fail at a puzzle as most do, and solve the next one."""
    page = walker.page
    home = page.get_by_role("heading", name="My games")
    walker.tap(page.get_by_role("link", name="My games"), home)
    walker.tap(page.get_by_role("link", name="puzzle of the day"), page.locator("#today"))
    walker.tap(page.get_by_role("link", name="Solve it"), page.locator("#ask"))
    for right, said in ((False, "Not the best turn."), (True, "Right!")):
        if right:
            walker.tap(page.get_by_role("link", name="Next puzzle"), page.get_by_text("You are"))
        play_puzzle(walker, right=right)
        walker.tap(page.get_by_role("button", name="That is my answer"), page.get_by_text(said))
    walker.tap(
        page.get_by_role("link", name="All puzzles"), page.get_by_text("You've solved 1 of 2")
    )


def play_puzzle(walker: Walker, *, right: bool) -> None:
    """Play the best turn of the puzzle on the page, or the one that most people play."""
    found = re.search(r"/puzzles/(\w+)/(\d+)/", walker.page.url)
    assert found
    puzzle = puzzles_by_title()[found[1]][int(found[2])]
    drawing, line = (
        DRAWINGS[found[1]],
        Line(puzzle.title, puzzle.state, puzzle.seat, STRATEGIES[found[1]]),
    )
    turn = puzzle.turns[0] if right else puzzle.usual
    names = colour_names(ENGLISH)
    for number, order in enumerate(turn.orders):
        orders = puzzle.title.orders(line.state, puzzle.seat)
        view = puzzle.title.view(line.state, puzzle.seat)
        choice = drawing.choices(puzzle.title, orders, view, ENGLISH, names).of(order)
        assert choice is not None
        line.order(puzzle.title.read(line.state, order))
        done = walker.page.locator(".tried li").nth(number)
        give(walker, order, choice.path, done)
        if line.with_end().over:
            break


def meet_rival(walker: Walker) -> None:
    """Find the rival on the leaderboard, and read about them."""
    page = walker.page
    people = page.get_by_role("link", name="People", exact=True)
    if walker.touches:
        walker.tap(page.get_by_role("button", name="Menu"), people)
    leaderboards = page.get_by_role("link", name="Leaderboards")
    walker.tap(people, leaderboards)
    walker.tap(leaderboards, page.get_by_role("table"))
    rival = page.get_by_role("heading", level=1, name=RIVAL)
    walker.tap(page.get_by_role("table").get_by_role("link", name=RIVAL), rival)
    together = page.get_by_text(f"You and {RIVAL}")
    together.first.scroll_into_view_if_needed()
    walker.look()
    walker.tap(page.get_by_role("link", name="Games", exact=True), page.get_by_text("Spring"))
