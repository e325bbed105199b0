"""A season of both leagues: 26 people, from registration to the next season, and a cup beside it.

Six are walked: one of them reads German, one vanishes, one is a substitute. The others are played
for over the API, by the bot of the docs with tokens of their accounts.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import timedelta
from email.message import EmailMessage
from types import ModuleType
from typing import Any

import pytest
from django.core.management import call_command

from games.accounts.models import User
from games.league.models import (
    Entry,
    EntryStatus,
    Kind,
    League,
    Moves,
    Season,
    SeasonStatus,
    Table,
    TableSeat,
)
from games.league.services import registering
from games.play.models import Game, Player, Status
from tests.e2e.journeys.conftest import Walkers
from tests.e2e.journeys.players import answer_all, program
from tests.e2e.journeys.table import Table as Seat
from tests.e2e.journeys.test_german import GERMAN, assert_german
from tests.e2e.journeys.town import Town, until
from tests.e2e.journeys.walker import LINK, Walker, link, text
from tests.factories import UserFactory
from tests.play.factories import play_fast, play_out, play_until
from tests.running import clock
from tests.study.analyses import analysed

WAY = "20 season"
HANSA, TEUTONICA = "hansa", "hansa-teutonica"
HOST, READER, GONE = "Ada", "Gerda", "Ilse"
MERCHANT, NEWCOMER, SUBSTITUTE = "Falk", "Rieke", "Zacharias"
WALKED = {
    HOST: "desk",
    READER: "phone",
    GONE: "phone",
    MERCHANT: "desk",
    NEWCOMER: "phone",
    SUBSTITUTE: "phone",
}
PROGRAMS = (
    "Bert", "Cora", "Dirk", "Elsa", "Hinrich", "Jost", "Karin", "Lutz",
    "Mette", "Niels", "Oda", "Piet", "Quast", "Sven", "Tilda", "Ulf",
    "Vroni", "Wiebke", "Xaver", "Ylva",
)  # fmt: skip
CUP = "Skipper Cup"
WORDS = {
    "en-US": ("Register", "You're in.", "your tables are ready", "It's your turn"),
    GERMAN: ("Teilnehmen", "Du bist dabei.", "Tische sind bereit", "bist du am Zug"),
}
"""The button to register, what follows, the subject of the start, and what a turn is told with."""
OPENING = 2
"""So many turns each program plays over the API in each of its games before its rest is played."""
LATE = {"hansa": 215, "teutonica": 340}
"""After so many moves few turns are left in a game."""
ENDS = 2
"""So many games of each title are ended over the API."""
MANY_MAILS = 300.0
"""Seconds that the emails of a whole season may take on a busy machine."""
MINUTE = timedelta(minutes=1)
STEP, STEPS = timedelta(hours=30), 16
"""How time passes for those who wait for someone who has vanished, and how often at most."""

People = dict[str, Walker]


def test_season(walkers: Walkers, site: Town, monkeypatch: pytest.MonkeyPatch) -> None:
    call_command("make_leagues", verbosity=0)
    people = {}
    for name, width in WALKED.items():
        german = name == READER
        user = UserFactory(username=name, language="de" if german else "en")
        locale = GERMAN if german else "en-US"
        people[name] = walkers(WAY, user.email, width, locale=locale)
        people[name].sign_in(user)
    others = {name: UserFactory(username=name) for name in PROGRAMS}
    bots = {name: program(user, site.address, monkeypatch) for name, user in others.items()}
    tally = people[HOST].tally

    for name in (HOST, READER, GONE):
        register(people[name], "Hansa")
    for name in (MERCHANT, NEWCOMER):
        register(people[name], "Hansa Teutonica")
    enter(HANSA, others, PROGRAMS[::2])
    enter(TEUTONICA, others, PROGRAMS[1::2])
    tally.part("register")
    begin(site)
    games = {name: open_first_table(people[name]) for name in (HOST, READER, MERCHANT, NEWCOMER)}
    for name, game in games.items():
        Seat(people[name], seat_of(game, name)).turn(by_map=WALKED[name] == "phone")
    tally.part("first turns")
    cup = hold_cup(people, others)
    tally.part("a cup")
    for _ in range(OPENING):
        answer_all(bots.values())
    play_most(bots)
    deciding = vanish(site, people)
    tally.part("a substitute")
    decide(deciding, people, bots)
    tally.part("the deciding game")
    end(site)
    tell_the_end(people)
    read_the_end(people)
    tally.part("the end")
    look_back(deciding, people)
    tally.part("post-mortem")
    go_on(site, people, others)
    tally.part("the next season")
    assert cup.season().status == SeasonStatus.OVER
    for walker in people.values():
        walker.catch_up()


# Registration and start


def register(walker: Walker, league: str) -> None:
    """Find a league and register for its season."""
    button, done, *_ = WORDS[walker.locale]
    main = walker.page.get_by_role("main")
    found = main.get_by_role("link", name=league, exact=True)
    walker.arrive("/leagues/", found)
    walker.tap(found, main.get_by_role("heading", name=league, exact=True))
    ask = main.get_by_role("button", name=button)
    walker.tap(ask, main.get_by_text(done))


def enter(slug: str, people: dict[str, User], names: Iterable[str]) -> None:
    """Let people register for the newest season of a league."""
    for name in names:
        registering.register(season=newest(slug), user=people[name], now=clock.now())


def newest(slug: str) -> Season:
    return League.objects.get(slug=slug).seasons.select_related("league").latest("number")


def begin(site: Town) -> None:
    """Let time pass until both seasons have begun."""
    both = Season.objects.filter(league__kind=Kind.LEAGUE, status=SeasonStatus.REGISTERING)
    waiting = set(both.values_list("pk", flat=True))
    last = max(both.values_list("starts_at", flat=True))
    site.leap(last + MINUTE - clock.now(), MANY_MAILS)
    running = Season.objects.filter(pk__in=waiting, status=SeasonStatus.RUNNING)
    until(lambda: running.count() == len(waiting), MANY_MAILS)


def open_first_table(walker: Walker) -> Game:
    """Follow the email of the start to the table at which it is one's turn."""
    *_, subject, turn = WORDS[walker.locale]
    mail = walker.mail(subject)
    if walker.locale == GERMAN:
        assert_german(mail)
    told = text(mail)
    before = told[: told.index(turn)]
    path = LINK.findall(before)[-1].removeprefix(walker.address)
    walker.arrive(path, walker.page.locator("#ask :is(.choices, .confirm)"))
    return Game.objects.get(pk=re.search(r"/game/(\d+)/", walker.page.url)[1])


def seat_of(game: Game, name: str) -> int:
    return Player.objects.get(game=game, user__username=name).seat


# The cup


class Cup:
    """A cup by its name."""

    def season(self) -> Season:
        return Season.objects.select_related("league").get(league__name=CUP)


def hold_cup(people: People, others: dict[str, User]) -> Cup:
    """Make a private cup of Hansa for six; two come by its link, the programs' people too."""
    cup, host = Cup(), people[HOST]
    page = host.page
    host.arrive("/leagues/", page.get_by_role("link", name="New cup"))
    name = page.get_by_label("Name of the cup")
    host.tap(page.get_by_role("link", name="New cup"), name)
    host.type(name, CUP)
    three = page.locator("#set-up").get_by_text("3 players", exact=True)
    host.tap(page.locator("#set-up").get_by_text("Hansa", exact=True), three)
    host.hit(three)
    number = page.get_by_label("Players in the cup")
    number.fill("6")
    host.tally.keys += 1
    invitation = page.locator("#invitation")
    host.tap(page.get_by_role("button", name="Create cup"), invitation)
    join = page.get_by_role("button", name="Join the cup")
    host.tap(join, page.get_by_text("We'll email you when the cup starts."))
    path = invitation.input_value().removeprefix(host.address)
    stranger = people[READER]
    stranger.arrive("/leagues/", stranger.page.get_by_role("heading", name="Ligen").first)
    assert not stranger.page.get_by_text(CUP).count(), "a private cup is for those with the link"
    for guest in (people[MERCHANT], people[NEWCOMER]):
        join = guest.page.get_by_role("button", name="Join the cup")
        guest.arrive(path, join)
        guest.tap(join, guest.page.get_by_text("We'll email you when the cup starts."))
    season = cup.season()
    for name in PROGRAMS[1:7:2]:
        registering.register(
            season=season, user=others[name], token=season.league.token, now=clock.now()
        )
    until(lambda: cup.season().status == SeasonStatus.RUNNING, MANY_MAILS)
    for guest in (host, people[MERCHANT], people[NEWCOMER]):
        assert "The cup has begun." in text(guest.mail(f"{CUP}: your tables are ready"))
    for table in Table.objects.of(season).select_related("game"):
        assert table.game.private
        play_out(table.game)
    return cup


# What is played


def open_games(**of: Any) -> list[Game]:
    """Return the running games of seasons, by league."""
    found = Game.objects.filter(league_table__isnull=False, status=Status.RUNNING, **of)
    return list(found.order_by("pk"))


def play_most(bots: dict[str, ModuleType]) -> None:
    """Play all games but those of who vanishes; programs play the ends of some over the API."""
    ends: Counter[str] = Counter()
    for game in open_games():
        seated = set(game.players.values_list("user__username", flat=True))
        if seated <= set(PROGRAMS) and ends[game.title] < ENDS:
            ends[game.title] += 1
            play_fast(game, LATE[game.title])
        elif GONE not in seated:
            play_out(game)
    left = [game.pk for game in open_games() if not is_of(game, GONE)]
    assert left
    while Game.objects.filter(pk__in=left, status=Status.RUNNING).exists():
        assert answer_all(bots.values()), "somebody else is waited for"


def is_of(game: Game, name: str) -> bool:
    return game.players.filter(user__username=name).exists()


def vanish(site: Town, people: People) -> Game:
    """Let someone's time run out until a substitute has a seat; return the game with the host."""
    helper = people[SUBSTITUTE]
    season = newest(HANSA)
    main = helper.page.get_by_role("main")
    summary = main.locator("summary", has_text="Be a substitute")
    helper.arrive(f"/leagues/{HANSA}/", summary)
    assert main.get_by_text("Registration for the next season opens on").is_visible()
    button = main.get_by_role("button", name="Be a substitute")
    helper.tap(summary, button)
    helper.tap(button, main.get_by_text("You're a substitute in this season."))

    seats = TableSeat.objects.filter(entry__user__username=GONE, table__division__season=season)
    mine = seats.get(table__game__players__user__username=HOST)
    for _ in range(STEPS):
        for seat in seats.select_related("table__game", "entry"):
            keep_waiting(seat, mine)
        site.leap(STEP, MANY_MAILS)
        mine.refresh_from_db()
        if mine.substitute is not None:
            break
    assert mine.substitute
    assert mine.substitute.username == SUBSTITUTE
    told_offer, told_lost, told_helper = (
        people[GONE].mail("your seat is on offer"),
        people[GONE].mail("has taken over your seat"),
        helper.mail("you're a substitute"),
    )
    assert "You can take your seat back until" in said(told_offer)
    assert "It brings you no points." in said(told_lost)
    assert "finish one rated game before you enter another season" in said(told_lost)
    assert f"You've taken over the seat of {GONE}" in said(told_helper)
    return mine.table.game


def keep_waiting(seat: TableSeat, mine: TableSeat) -> None:
    """Let others play until the person of a seat is asked; a game in which it is lost, to its end.

    The game in which `mine` is, goes on later.
    """
    game = Game.objects.get(pk=seat.table.game_id)
    if seat.lost_at is None:
        play_until(game, lambda session: seat.seat in session.to_move(), 99)
    elif seat.pk != mine.pk:
        play_out(game)


def said(mail: EmailMessage) -> str:
    """Return what a mail says, with its lines joined."""
    return " ".join(text(mail).split())


def decide(game: Game, people: People, bots: dict[str, ModuleType]) -> None:
    """Play what is left; in the deciding game all play their last turns themselves."""
    for other in open_games():
        if other.pk != game.pk:
            play_out(other)
    play_fast(game, LATE[game.title])
    while Game.objects.get(pk=game.pk).is_running:
        now = Game.objects.get(pk=game.pk)
        (seat,) = now.rules().to_move(now.position())
        name = Player.objects.select_related("user").get(game=game, seat=seat).user.username
        if name in bots:
            answer_all([bots[name]])
            continue
        walker = people[name]
        walker.arrive(game.get_absolute_url(), walker.page.locator("#ask :is(.choices, .confirm)"))
        Seat(walker, seat).turn(by_map=walker.touches)


# The end


def end(site: Town) -> None:
    """Let both leagues and the cup end, as all their games are over."""
    assert not open_games()
    first = Season.objects.filter(number=1)
    until(lambda: not first.exclude(status=SeasonStatus.OVER).exists(), MANY_MAILS)
    site.leap(2 * MINUTE, MANY_MAILS)
    following = Season.objects.filter(number=2, status=SeasonStatus.REGISTERING)
    assert following.count() == 2, "the next seasons are open"


def tell_the_end(people: People) -> None:
    """Each gets one email about the end, with place, movement and the next season; none twice."""
    town = people[HOST].town
    stayed = Entry.objects.filter(season__number=1, status=EntryStatus.PLAYING)
    for entry in stayed.select_related("user", "division", "season__league"):
        name = entry.season.league.name
        subject = {"de": f"{name}, Saison 1 ist zu Ende"}.get(
            entry.user.language, f"{name}, season 1 is over"
        )
        if entry.season.league.kind == Kind.CUP:
            subject = f"{name} is over"
        mails = [mail for mail in town.mailboxes.of(entry.user.email) if mail["Subject"] == subject]
        assert len(mails) == 1, (entry, [mail["Subject"] for mail in mails])
        if entry.user.language == "de":
            assert_german(mails[0])
            assert "Die nächste Saison beginnt am" in said(mails[0])
            continue
        for words in end_of(entry):
            assert words in said(mails[0]), entry


def end_of(entry: Entry) -> Sequence[str]:
    """Return what the email about the end says to somebody."""
    wins = entry.final_rank == 1 and entry.division.number == 1
    if entry.season.league.kind == Kind.CUP:
        return ("You've won the cup.",) if wins else ()
    moves = {
        Moves.UP: "You move up a division.",
        Moves.STAY: "You stay in this division.",
        Moves.DOWN: "You move down a division.",
    }
    moved = "You've won the season." if wins else moves[Moves(entry.moves)]
    return moved, "The next season starts on", "See the standings:"


def read_the_end(people: People) -> None:
    """Those who are walked read how it ended and open the standings; one still owes games."""
    for name in (HOST, MERCHANT, NEWCOMER):
        walker = people[name]
        mail = walker.mail("season 1 is over")
        standings = walker.page.get_by_role("heading", name="Division")
        walker.arrive(link(mail, "/1/", walker.address), standings)
        assert walker.page.locator("table.standings tr.mine").get_by_text(name).is_visible()
    gone = people[GONE]
    owes = re.compile(r"Finish \d rated games? first\.")
    gone.arrive(f"/leagues/{HANSA}/", gone.page.get_by_text(owes))
    assert not gone.page.get_by_role("button", name="Register").count()


def look_back(game: Game, people: People) -> None:
    """Open the post-mortem of the deciding game, add a note, and let another player read it.

    The bot that works it out takes minutes: here it has already done so.
    """
    analysed(Game.objects.get(pk=game.pk))
    host, helper = people[HOST], people[SUBSTITUTE]
    note = "The ship was mine for a round too few."
    for walker in (host, helper):
        page = walker.page
        post_mortem = page.get_by_role("link", name="Post-mortem")
        added = page.locator("#notes ol").get_by_text(note)
        walker.arrive(game.get_absolute_url(), post_mortem)
        walker.tap(post_mortem, page.get_by_role("heading", name="Turning points"))
        if walker is host:
            walker.type(page.get_by_label("What you thought"), note)
            walker.tap(page.get_by_role("button", name="Add my notes"), added)
        else:
            assert added.is_visible()


# The next season


def go_on(site: Town, people: People, others: dict[str, User]) -> None:
    """Register for the next season by the email of the end; who moved up is up when it begins."""
    walker = people[READER]
    mail = walker.mail("Hansa, Saison 1 ist zu Ende")
    button, done, *_ = WORDS[GERMAN]
    ask = walker.page.get_by_role("button", name=button)
    walker.arrive(link(mail, f"/leagues/{HANSA}/", walker.address), ask)
    walker.tap(ask, walker.page.get_by_text(done))
    register(people[HOST], "Hansa")
    register(people[SUBSTITUTE], "Hansa")
    for name in (MERCHANT, NEWCOMER):
        register(people[name], "Hansa Teutonica")
    enter(HANSA, others, PROGRAMS[::2])
    enter(TEUTONICA, others, PROGRAMS[1::2])
    begin(site)
    for slug in (HANSA, TEUTONICA):
        before, now = League.objects.get(slug=slug).seasons.order_by("number")
        highest, lowest = (
            set(now.divisions.get(number=number).entries.values_list("user", flat=True))
            for number in (1, 2)
        )
        up, down = (
            set(before.entries.filter(moves=moves).values_list("user", flat=True))
            for moves in (Moves.UP, Moves.DOWN)
        )
        assert up
        assert up <= highest
        assert down & lowest
    for name in (HOST, MERCHANT, NEWCOMER, SUBSTITUTE):
        mail = people[name].mail("season 2: your tables are ready")
        number = Entry.objects.get(season__number=2, user__username=name).division.number
        assert f"You're in division {number}" in said(mail)
    assert_german(walker.mail("Saison 2: Deine Tische sind bereit"))
