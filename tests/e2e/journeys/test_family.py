"""A German family: one finds the site on a phone and invites three, by email and in German.

One plays from the notifications of a phone, one by replying alone, and one reads English. After a
week they play again, on another board.
"""

import random
import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta

from games.play.models import Ballot, Game, Player, Vote
from tests.e2e.journeys.conftest import Walkers
from tests.e2e.journeys.table import Table
from tests.e2e.journeys.test_german import (
    BRITISH,
    GERMAN,
    accept_mail,
    confirm_address,
    reply,
    sign_up,
)
from tests.e2e.journeys.test_stranger import Guided, learn
from tests.e2e.journeys.town import Town, until
from tests.e2e.journeys.walker import Walker, link, text
from tests.e2e.phone import CAN_INSTALL, Phone
from tests.play.factories import good_order, play_out, player_to_move
from tests.post.pushing import PushService
from tests.running import pushes

WAY = "19 a German family"
HOST, PUSHED, BRITON, MAILER = "Anke", "Bernd", "Carol", "Dieter"
NAME, AGAIN = "Familie Möller", "Familie Möller (Revanche)"
TURNS = 6
HOUR, HALF_A_DAY = timedelta(hours=1), timedelta(hours=12)
IN_GERMAN = Guided("In fünf Minuten lernen", "Schritt {number} von", "Du hast alle Schritte")
SWIPE_AWAY = """async title => {
    const site = await navigator.serviceWorker.ready;
    for (const each of await site.getNotifications()) if (each.title !== title) each.close();
}"""
"""Leaves only the notification with a title on the phone."""


@dataclass
class Family:
    """Four people, the phone of one of them, and the game that they play."""

    host: Walker
    pushed: Walker
    briton: Walker
    mailer: Walker
    phone: Phone

    def __post_init__(self) -> None:
        self.walkers = {
            HOST: self.host,
            PUSHED: self.pushed,
            BRITON: self.briton,
            MAILER: self.mailer,
        }


def test_family(walkers: Walkers, site: Town) -> None:
    host = walkers(WAY, "anke@example.org", locale=GERMAN)
    pushed = walkers(WAY, "bernd@example.org", locale=GERMAN)
    briton = walkers(WAY, "carol@example.org", "desk", locale=BRITISH)
    mailer = walkers(WAY, "dieter@example.org", "desk", locale=GERMAN)
    family = Family(host, pushed, briton, mailer, Phone(pushed, PushService()))
    tally = host.tally
    find(host)
    tally.part("guided game, bots, sign up")
    invite(host, [pushed, briton, mailer])
    accept_mail(mailer, MAILER)
    # What one has seen, one is not mailed.
    mailer.page.goto("about:blank")
    accept_mail(pushed, PUSHED)
    tally.part("two invitations")
    put_on_home_screen(family)
    tally.part("home screen")
    accept_mail(briton, BRITON)
    tally.part("the third")
    game = Game.objects.get(name=NAME)
    assert game.is_running
    for _ in range(TURNS):
        site.leap(HALF_A_DAY)
        play(family, game)
    tally.part(f"{TURNS} turns")
    vote(family, game)
    tally.part("vote")
    play_out(Game.objects.get(pk=game.pk))
    site.leap(HOUR)
    wait_for_push(family, lambda title: "zu Ende" in title)
    play_again(family, game)
    tally.part("rematch")
    for walker in family.walkers.values():
        walker.catch_up()


def find(host: Walker) -> None:
    """From the front page through the guided game to bots, and sign up."""
    page = host.page
    host.go("/")
    host.look()
    learn(host, IN_GERMAN)
    host.tap(page.get_by_role("button", name="Jetzt gegen Bots spielen"), page.locator("#ask"))
    Table(host).turn(by_map=True)
    host.tap(page.get_by_role("link", name="Registrieren").first, page.get_by_label("Name"))
    sign_up(host, HOST)
    confirm_address(host)


def invite(host: Walker, guests: list[Walker]) -> None:
    """Create a game for four, with a week for a turn, and invite three people by email."""
    page = host.page
    new = page.get_by_role("link", name="Neue Partie")
    host.tap(page.get_by_role("link", name="Meine Partien", exact=True), new)
    host.tap(new, page.get_by_label("Platz 4", exact=True))
    for number, guest in enumerate(guests, 2):
        page.get_by_label(f"Platz {number}", exact=True).select_option("friend")
        host.tally.clicks += 2
        host.type(page.locator(f"#id_friend_{number - 1}"), guest.mailbox)
    host.hit(page.get_by_text("Ändern", exact=True))
    host.hit(page.get_by_text("1 Woche pro Zug"))
    host.type(page.get_by_label("Name der Partie"), NAME)
    create = page.get_by_role("button", name="Partie erstellen").last
    host.tap(create, page.get_by_label("Einladungslink"))
    for number in (2, 3, 4):
        page.locator(".invited").get_by_text(guests[number - 2].mailbox, exact=True).wait_for()


def put_on_home_screen(family: Family) -> None:
    """Install the site on a phone, and connect it, so that it says whose turn it is."""
    walker, page = family.pushed, family.pushed.page
    settings = page.get_by_role("link", name="Benachrichtigungen", exact=True)
    connect = page.get_by_role("button", name="Dieses Gerät verbinden")
    walker.tap(page.get_by_role("button", name="Menü"), settings)
    walker.tap(settings, connect)
    manifest = page.locator("link[rel=manifest]").get_attribute("href")
    assert page.request.get(f"{walker.address}{manifest}").json()["lang"] == "de"
    install = page.get_by_role("button", name="App installieren")
    page.evaluate(CAN_INSTALL)
    walker.tap(page.get_by_text("Wie kommt die Website auf meinen Startbildschirm?"), install)
    walker.hit(install)
    install.wait_for(state="hidden")
    walker.tap(connect, page.get_by_text("Dieses Gerät ist verbunden."))


def play(family: Family, game: Game) -> None:
    """Let whoever is asked play, each in their own way."""
    player = player_to_move(game)
    walker = family.walkers[player.name]
    asked = walker.page.locator("#ask :is(.choices, .confirm)")
    if player.name == MAILER:
        reply_to_turn(walker, player)
        return
    if player.name == PUSHED:
        walker.arrive(pushed_path(family, "am Zug", "Antwort fehlt"), asked)
    else:
        walker.arrive(game.get_absolute_url(), asked)
    Table(walker, player.seat).turn(by_map=walker.touches)


def reply_to_turn(walker: Walker, player: Player) -> None:
    """Answer the email about a turn with orders, until somebody else is asked."""
    game, dice = player.game, random.Random(4)
    asking = walker.mail(f"{NAME}: ")
    assert "zum Beispiel" in text(asking)
    while player_to_move(game).pk == player.pk:
        order = good_order(Game.objects.get(pk=game.pk), player.seat, dice)
        before = Game.objects.get(pk=game.pk).moves_made
        asking = reply(walker, asking, order or "ende", "bestätigen")
        assert Game.objects.get(pk=game.pk).moves_made > before, text(asking)


def pushed_path(family: Family, *words: str) -> str:
    """Wait for a notification on the phone with any of these words; return where it leads."""
    shown = wait_for_push(family, lambda title: any(each in title for each in words))
    assert shown["lang"] == "de"
    opened = family.phone.click()
    # A page that is open already only comes to the front.
    return (opened or [family.pushed.page.url])[0].removeprefix(family.pushed.address)


def wait_for_push(family: Family, fits: Callable[[str], bool]) -> dict[str, str]:
    """Pass on to the phone what the site sends it, until it shows a title that fits."""
    phone, walker = family.phone, family.pushed

    def found() -> dict[str, str] | None:
        sent = list(pushes.kept(walker.town.posted))
        for each in sent[phone.service.asked :]:
            phone.service.post(each.url, each.body, each.headers)
        phone.take()
        return next((each for each in phone.shown() if fits(each["title"])), None)

    with walker.tally.waiting():
        shown: dict[str, str] = until(found)
    walker.page.evaluate(SWIPE_AWAY, shown["title"])
    return shown


def vote(family: Family, game: Game) -> None:
    """Ask for a pause: one agrees on a locked phone, two do not, one of them by email."""
    host, briton, mailer = family.host, family.briton, family.mailer
    host.arrive(game.get_absolute_url(), host.page.locator("#ask"))
    ask = host.page.get_by_role("button", name="Partie unterbrechen")
    host.tap(host.page.locator("#terms > summary"), ask)
    host.tap(ask, host.page.locator(".vote"))
    wait_for_push(family, lambda title: "Abstimmung" in title)
    assert family.phone.click("Ja") == []
    family.pushed.tally.clicks += 1
    until(lambda: Ballot.objects.filter(player__user__username=PUSHED, choice="yes").exists())
    mailer.town.leap(HOUR)
    asking = mailer.mail("Abstimmung")
    reply(mailer, asking, "nein")
    briton.arrive(game.get_absolute_url(), briton.page.locator(".vote"))
    no = briton.page.locator(".vote").get_by_role("button", name="No")
    briton.hit(no)
    no.wait_for(state="detached")
    until(lambda: not Vote.objects.filter(game=game, closed=None).exists())
    assert not Game.objects.get(pk=game.pk).paused


def play_again(family: Family, game: Game) -> None:
    """Ask for a rematch on another board, in which the others take their seats."""
    host, pushed, briton, mailer = family.walkers.values()
    changes = host.page.get_by_role("link", name="Revanche mit Änderungen")
    host.arrive(game.get_absolute_url(), changes)
    board = host.page.locator("#set-up label", has_text="Britannia")
    host.tap(changes, board)
    host.hit(board)
    create = host.page.get_by_role("button", name="Partie erstellen").last
    host.tap(create, host.page.locator("#room"))
    take_seat(pushed, pushed_path(family, "lädt dich"))
    for walker, asking in ((briton, "invites you"), (mailer, "lädt dich zu einer Partie")):
        take_seat(walker, link(walker.mail(asking), "/invited/", walker.address))
    again = Game.objects.get(name=AGAIN)
    assert (again.options["board"], again.hours) == ("britannia", game.hours)
    assert again.is_running


def take_seat(walker: Walker, path: str) -> None:
    """Follow an invitation and accept it."""
    seat = walker.page.get_by_role("button", name=re.compile("Platz einnehmen|Take my seat"))
    walker.arrive(path, seat)
    walker.tap(seat, walker.page.locator("#room, #ask"))
