"""Three friends by link: a game with a week for a turn, from its invitation to the rematch."""

import random
from collections.abc import Sequence
from datetime import timedelta
from email.message import EmailMessage

from games.accounts.models import User
from games.play.models import Game, Player, Vote
from games.play.services.clocks import sweep
from tests.e2e.conftest import POLL
from tests.e2e.journeys.conftest import Walkers
from tests.e2e.journeys.table import Table
from tests.e2e.journeys.town import until
from tests.e2e.journeys.walker import Walker, link
from tests.factories import UserFactory
from tests.play.factories import good_order, play_out, player_to_move, step
from tests.running import clock

WAY = "2 friends"
HOST, GUEST, FRIEND = "Ada", "Bert", "Cora"
WIDTHS = {HOST: "desk", GUEST: "phone", FRIEND: "phone"}
TURNS = 6
WEEK, DAY, HOUR = timedelta(weeks=1), timedelta(days=1), timedelta(hours=1)
Friends = dict[str, Walker]


def test_friends(walkers: Walkers) -> None:
    friends = {}
    for name, width in WIDTHS.items():
        user = UserFactory(username=name)
        friends[name] = walkers(WAY, user.email, width)
        friends[name].sign_in(user)
    host, guest = friends[HOST], friends[GUEST]
    tally = host.tally
    game = invite(host, [guest, friends[FRIEND]])
    tally.part("invitation")
    tables = {
        player.name: Table(friends[player.name], player.seat)
        for player in Player.objects.at_table(game)
    }
    for _ in range(TURNS):
        table = tables[player_to_move(game).name]
        news(table.walker, "#ask :is(.choices, .confirm)")
        table.turn(by_map=table.walker.touches)
    tally.part(f"{TURNS} turns")
    answer_by_mail(game, friends)
    tally.part("displacement by mail")
    talk(host, guest)
    tally.part("talk")
    agree(host, guest, "Pause game")
    until(lambda: Game.objects.get().paused)
    agree(host, guest, "Resume game")
    until(lambda: not Game.objects.get().paused)
    tally.part("pause")
    go_on_vacation(guest)
    tally.part("vacation")
    vanish(game, tables)
    tally.part("vanished and back")
    end(game, friends)
    tally.part("end, analysis, rematch")
    for walker in friends.values():
        walker.catch_up()


def news(walker: Walker, what: str) -> None:
    """Wait until an open page shows something that others have brought about."""
    walker.page.clock.fast_forward(POLL)
    with walker.tally.waiting():
        walker.page.locator(what).first.wait_for()
    walker.look()


def invite(host: Walker, guests: Sequence[Walker]) -> Game:
    """Create a game with Missions and a week for a turn; the guests follow its link."""
    page = host.page
    new = page.get_by_role("link", name="New game")
    host.arrive("/", new)
    three = page.get_by_text("3 players", exact=True)
    host.tap(new, three)
    host.hit(three)
    page.get_by_label("Seat 4", exact=True).wait_for(state="hidden")
    for seat in ("Seat 2", "Seat 3"):
        page.get_by_label(seat, exact=True).select_option("invited")
        host.tally.clicks += 2
    host.hit(page.get_by_text("Change", exact=True))
    host.hit(page.get_by_text("With Missions"))
    host.hit(page.get_by_text("1 week per turn"))
    host.tap(page.get_by_role("button", name="Create game").last, page.locator("#invitation"))
    path = page.locator("#invitation").input_value().removeprefix(host.address)
    for guest in guests:
        seat = guest.page.get_by_role("button", name="Take my seat")
        guest.arrive(path, seat)
        guest.tap(seat, guest.page.locator("#room, #ask"))
    game = Game.objects.get()
    assert game.is_running
    assert (game.hours, game.options["missions"]) == (168, "on")
    for each in (host, *guests):
        news(each, "#ask")
    return game


def answer_by_mail(game: Game, friends: Friends) -> None:
    """Let a player place a displaced piece by a reply to the mail that asks for it."""
    dice = random.Random(1)
    while (player := player_to_move(game)).seat == turn_of(player.game):
        step(game, dice)
    walker = friends[player.name]
    walker.town.leap(HOUR)
    asking = walker.mail("your answer is needed")
    with walker.tally.waiting():
        while player_to_move(game).name == player.name:
            moves = Game.objects.get(pk=game.pk).moves_made
            order = good_order(player_to_move(game).game, player.seat, dice)
            walker.town.send(reply(asking, f"{order}\nconfirm"))
            asking = walker.mail("Re: ")
            assert Game.objects.get(pk=game.pk).moves_made > moves


def turn_of(game: Game) -> int:
    """Whose turn it is, whoever is asked for something in it."""
    seat: int = game.rules().view(game.position(), None).turn
    return seat


def reply(asking: EmailMessage, text: str) -> EmailMessage:
    """Reply to a mail of a game."""
    mail = EmailMessage()
    mail["From"], mail["To"] = asking["To"], asking["Reply-To"]
    mail["Subject"], mail["In-Reply-To"] = f"Re: {asking['Subject']}", asking["Message-ID"]
    mail.set_content(text)
    return mail


def talk(one: Walker, other: Walker) -> None:
    """Say something to those at the table."""
    one.open_panel("Chat")
    one.tally.clicks += 1
    one.type(one.page.locator("#chat-text"), "Well met!")
    said = "#said :text('Well met!')"
    one.tap(one.page.get_by_role("button", name="Send"), one.page.locator(said))
    other.page.clock.fast_forward(3 * POLL)
    news(other, said)


def agree(one: Walker, other: Walker, what: str) -> None:
    """Ask the others for something; one of them agrees, which is enough."""
    page = one.page
    tab, folded = page.get_by_role("tab", name="Votes"), page.locator("#terms > summary")
    ask = page.get_by_role("button", name=what)
    one.tap(tab if tab.is_visible() else folded, ask)
    one.tap(ask, page.locator(".vote"))
    news(other, ".vote")
    yes = other.page.locator(".vote").get_by_role("button", name="Yes")
    other.hit(yes)
    with other.tally.waiting():
        yes.wait_for(state="detached")
    other.look()
    one.page.clock.fast_forward(POLL)
    with one.tally.waiting():
        page.locator(".vote").wait_for(state="detached")


def go_on_vacation(walker: Walker) -> None:
    """Book ten days off, from the day after tomorrow."""
    page = walker.page
    table = page.url.removeprefix(walker.address)
    settings = page.get_by_role("link", name="Settings")
    walker.tap(page.get_by_role("button", name="Menu"), settings)
    walker.tap(settings, page.get_by_role("link", name="Time off"))
    walker.tap(page.get_by_role("link", name="Time off"), page.get_by_label("First day"))
    for label, days in (("First day", 2), ("Last day", 12)):
        day = (clock.now() + days * DAY).date()
        page.get_by_label(label).fill(day.isoformat())
        walker.tally.clicks += 1
        walker.tally.keys += len("01012030")
    booked = page.get_by_role("button", name="Cancel vacation")
    walker.tap(page.get_by_role("button", name="Book vacation"), booked)
    walker.arrive(table, page.locator("#ask"))


def vanish(game: Game, tables: dict[str, Table]) -> None:
    """Let a player's time run out; the others give them more, and they come back by the mail."""
    dice = random.Random(2)
    while (player := player_to_move(game)).name == GUEST or player.seat != turn_of(player.game):
        step(game, dice)
    gone = tables.pop(player.name)
    for span in (WEEK + HOUR, DAY + HOUR):
        clock.move(span)
        # What beat does each minute.
        sweep()
    until(lambda: Vote.objects.filter(game=game, closed=None).exists())
    for table in tables.values():
        mail = table.walker.mail("a vote")
        wait = table.page.get_by_role("button", name="Wait: give")
        table.walker.arrive(link(mail, "/visit/", table.walker.address), wait)
        table.walker.hit(wait)
        until(lambda table=table: _has_voted(table))
        table.walker.look()
    until(lambda: not Vote.objects.filter(game=game, closed=None).exists())
    walker = gone.walker
    until(lambda: walker.town.mailboxes.of(walker.mailbox))
    mails = walker.catch_up()
    asks = gone.page.locator("#ask :is(.choices, .confirm)")
    walker.arrive(link(mails[-1], "/visit/", walker.address), asks)
    gone.turn(by_map=walker.touches)
    tables[player.name] = gone


def _has_voted(table: Table) -> bool:
    open_votes = Vote.objects.filter(game=table.pk, closed=None)
    return not open_votes.exclude(ballots__player__seat=table.seat).exists()


def end(game: Game, friends: Friends) -> None:
    """See how the game ended, have it analysed, and play again."""
    play_out(Game.objects.get(pk=game.pk))
    host = friends[HOST]
    page = host.page
    for walker in friends.values():
        walker.arrive(game.get_absolute_url(), walker.page.locator(".ask.over"))
    page.get_by_text("rating", exact=False).first.wait_for()
    analysed = page.get_by_role("heading", name="Analysis of")
    # It begins on its own, maybe before the host asks for it.
    begun = page.get_by_role("link", name="Analysis", exact=True)
    host.tap(page.get_by_role("button", name="Analyse this game").or_(begun), analysed)
    rematch = page.get_by_role("button", name="Rematch")
    host.tap(analysed.get_by_role("link"), rematch)
    host.tap(rematch, page.locator("#room"))
    for name in (GUEST, FRIEND):
        walker = friends[name]
        mail = walker.mail("invites you")
        seat = walker.page.get_by_role("button", name="Take my seat")
        walker.arrive(link(mail, "/invited/", walker.address), seat)
        walker.tap(seat, walker.page.locator("#room, #ask"))
    news(host, "#ask")
    again = Game.objects.exclude(pk=game.pk).get()
    assert again.is_running
    assert User.objects.filter(seats__game=again).count() == len(friends)
