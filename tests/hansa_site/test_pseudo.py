"""Every page, letter, feed and error in a language that only tests speak: all is translated."""

import re
from collections.abc import Iterator
from copy import deepcopy
from datetime import timedelta
from itertools import chain
from typing import Any

import pytest
from django.conf import settings
from django.db import transaction
from django.http import HttpResponse
from django.test import Client
from django.urls import NoReverseMatch, reverse
from django.utils import timezone, translation

from games.accounts.languages import COOKIE
from games.accounts.models import StaffAct, User
from games.club.models import Report, SavedSearch, TableWish
from games.league.models import Entry, Kind, League, Season, SeasonStatus, TableSeat
from games.play.models import Game, Holder, Message, Player, Rewind
from games.play.services import join, staff
from games.post.letters import Written
from games.post.models import Channel, ChannelKind, Letter
from games.post.notifications.account import AccountNotice
from games.post.notifications.digest import Digest
from games.post.transports import transports
from games.rules import TITLES
from games.study.models import Comment, DailyPuzzle, Plan, PlanLine
from games.study.services import studies
from tests import reading
from tests.cases import first
from tests.factories import UserFactory
from tests.hansa_site.test_doors import PEOPLE, addresses, client_of, samples, table_of
from tests.league.factories import SeasonFactory, division_of
from tests.play.factories import (
    game_of,
    hot_seat_game,
    play_on,
    play_out,
    player_to_move,
    short_title,
)
from tests.play.test_letter_sentences import letters, stages
from tests.play.writing import write
from tests.pseudo import CODE, pseudo
from tests.reading import Text
from tests.study.test_study import shared

__all__ = ["pseudo"]
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pseudo", "_all_in_it")]

ENGLISH = (
    "post:mail",
    "api:openapi",
    "club:staff",
    "club:report-",
    "league:staff",
    "admin:",
    "metrics",
    "health",
)
"""Addresses for staff, hosts and developers."""
STILL_WRONG: tuple[str, ...] = ()
"""Parts of what is known to be wrong. It may only become less."""
NONSENSE = "☃ 1"
SCRIPTED = ("order", "then", "line", "text", "act", "choice", "asked")
"""Fields of what scripts send."""
SHOWN = {
    ChannelKind.PUSH: ("title", "body"),
    ChannelKind.NTFY: ("title", "message"),
    ChannelKind.JSON: ("subject", "text"),
}
"""What people see of what ways besides email are sent."""


@pytest.fixture
def _all_in_it(pseudo: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Everybody reads the pseudo-language, and nobody's name has a letter of English."""
    language = User._meta.get_field("language")
    monkeypatch.setitem(vars(language), "_get_default", lambda: CODE)


class Findings(dict[str, str]):
    """What is wrong, and where that was found first."""

    def __init__(self) -> None:
        super().__init__()
        self.names = reading.names()
        self.known: set[Text] = set()

    def read(self, where: str, texts: Iterator[Text]) -> None:
        for text in texts:
            if text not in self.known:
                self.known.add(text)
                for wrong in reading.wrongs(text, self.names):
                    self.setdefault(wrong, where)

    def answer(self, where: str, answer: HttpResponse) -> None:
        """Read what somebody is answered, if it is something to read."""
        assert answer.status_code < 500, where
        kind = answer.get("Content-Type", "").partition(";")[0]
        reader = reading.in_api if "/api/" in where and "json" in kind else READERS.get(kind)
        if reader and not answer.streaming:
            self.read(where, reader(answer.content.decode()))

    def letter(self, letter: Letter) -> None:
        """Read a letter as mail, in a digest and through webhooks, if there is anything to say."""
        with translation.override(CODE):
            written = write(letter)
            if written is None:
                return
            where = f"{letter.kind} {letter.payload}"
            self.written(where, written)
            for kind in ChannelKind if letter.recipient_id else ():
                letter.channel = Channel(pk=1, kind=kind)
                body = transports()[kind].body(letter, written)
                shown = body.get("notification", body)
                told = [shown[key] for key in SHOWN.get(kind, ("content", "text")) if key in shown]
                for each in told:
                    self.read(f"{where} by {kind}", reading.in_text(each))
            letter.channel = None

    def written(self, where: str, written: Written) -> None:
        for words in (written.subject, written.short, written.text):
            self.read(where, reading.in_text(words))
        self.read(where, reading.in_html(written.html))
        self.read(where, (Text("alt", each.words) for each in written.attachments))
        self.read(where, (Text("button", each.label) for each in written.answers))

    def check(self) -> None:
        left = [
            f"{wrong}\n    {where}"
            for wrong, where in self.items()
            if not any(known in wrong for known in STILL_WRONG)
        ]
        assert not left, f"{len(left)} texts:\n" + "\n".join(left)


READERS: dict[str, Any] = {
    "text/html": reading.in_html,
    "application/json": reading.in_json,
    "application/atom+xml": reading.in_feed,
    "text/calendar": reading.in_calendar,
}


def named() -> None:
    """Give all people and games names without a letter of English."""
    for number, user in enumerate(User.objects.order_by("pk")):
        User.objects.filter(pk=user.pk).update(username=f"Άννα{chr(945 + number)}")
    Game.objects.update(name="Ρέγγα")
    League.objects.update(name="Ένωση")
    Plan.objects.update(name="Σχέδιο")
    PlanLine.objects.exclude(name="").update(name="Κλάδος")
    PlanLine.objects.exclude(notes={}).update(notes={"1": "Ωραία"})
    Comment.objects.update(text="Ωραία")
    Message.objects.update(text="Καλημέρα!")
    Rewind.objects.update(reason="Λάθος")


def asked(client: Client, method: str, path: str, sent: Any = None) -> HttpResponse:
    """What somebody is answered at an address; whatever that did is undone."""
    cookies = deepcopy(client.cookies)
    with transaction.atomic():
        answer = getattr(client, method)(path, sent or {})
        transaction.set_rollback(True)
    client.cookies = cookies
    return answer


class Walk:
    """Somebody who looks at everything, and sends what it asks for empty and as nonsense."""

    def __init__(self, user: User | None, findings: Findings) -> None:
        self.client = client_of(user and User.objects.get(pk=user.pk))
        self.client.cookies[COOKIE] = CODE
        self.findings = findings
        self.done: set[Any] = set()
        self.nonsense: dict[str, Any] = {}

    def go(self, found: dict[str, Any], *, send: bool) -> None:
        """Visit every address of which all is found."""
        game = Game.objects.get(pk=found["game_id"])
        self.nonsense = dict.fromkeys(SCRIPTED, NONSENSE) | {
            "version": game.version,
            "draft_version": 0,
        }
        for name, parts in addresses().items():
            own = found.get(name)
            values = found | (own if isinstance(own, dict) else {})
            if name.startswith(ENGLISH) or not parts <= values.keys():
                continue
            try:
                path = reverse(name, kwargs={part: values[part] for part in parts})
            except NoReverseMatch:
                continue
            if path not in self.done:
                self.done.add(path)
                self.visit(path, send=send)

    def visit(self, path: str, *, send: bool) -> None:
        answer = asked(self.client, "get", path)
        self.findings.answer(path, answer)
        if not send:
            return
        if answer.status_code == 405:
            for sent in ({}, self.nonsense):
                self.findings.answer(f"post {path} {sent}", asked(self.client, "post", path, sent))
        elif answer.get("Content-Type", "").startswith("text/html"):
            for form in reading.forms(answer.content.decode()):
                self.send(form, form.action or path)

    def send(self, form: reading.Form, action: str) -> None:
        key = re.sub(r"\d+", "#", action), *sorted(form.values)
        if key not in self.done and action.startswith("/"):
            self.done.add(key)
            for text in (NONSENSE, ""):
                sent = form.values | dict.fromkeys(form.typed, text)
                answer = asked(self.client, "post", action, sent)
                self.findings.answer(f"post {action} {sent}", answer)


@pytest.mark.long
def test_pages_of_private_paused_and_hot_seat_games_and_of_studies() -> None:
    people = {name: UserFactory() for name in PEOPLE[1:]}
    player, other = people["player"], people["stranger"]
    hot_seat = play_on(hot_seat_game(player, ("Άννα", "Βίκη")), 4)
    private = play_on(game_of(player, UserFactory(), private=True), 4)
    paused = play_on(game_of(player, other), 4)
    staff.pause(game=paused, by=people["staff"], reason="Λάθος")
    over = play_out(game_of(player, other, title="hansa"))
    named()
    study = shared(over)
    of_study = {"plan_id": study.plan.pk, "where": f"{study.line.pk}-{study.depth}"}
    studies.comment(place=study, user=other, text="Ωραία")
    named()
    findings = Findings()
    for who in ("anonymous", "stranger", "player"):
        walk = Walk(people.get(who), findings)
        for game in (hot_seat, private, paused, over):
            found = {"game_id": game.pk, "number": 2, "seat": 1}
            walk.go(found | (of_study if game == over else {}), send=who == "player")
    findings.check()


@pytest.mark.parametrize(
    ("title", "send"), first(1, [(next(iter(TITLES)), False), *((title, True) for title in TITLES)])
)
def test_pages(title: str, send: bool) -> None:
    """Everybody's pages, and with `send` what is said of what their forms send."""
    people = {name: UserFactory(guest=name == "guest") for name in PEOPLE[1:]}
    player, other, third = people["player"], UserFactory(), UserFactory()
    games = [
        play_on(game_of(player, other, third, title=title), 6),
        play_out(game_of(player, "journeyman", other, title=title)),
        game_of(player, "open", "invited", title=title),
    ]
    found: dict[str, Any] = {"title": title, "board": TITLES[title].boards[0]}
    if title == next(iter(TITLES)):
        # What is about no title is the same for all.
        running = table_of(people, private=False)
        games.insert(0, running)
        found |= samples(running, player)
    named()
    findings = Findings()
    for who in ("anonymous", "player", "stranger", "guest"):
        walk = Walk(people.get(who), findings)
        known = who in ("anonymous", "player")
        for game in games if known else games[:1]:
            of_game = {"game_id": game.pk, "number": max(game.moves_made - 2, 1)}
            name = User.objects.get(pk=player.pk).username
            walk.go(found | of_game | {"username": name}, send=known and send)
    findings.check()


@short_title
def test_letters_about_games(title: str) -> None:
    findings = Findings()
    for game, _ in stages(title, "Ρέγγα"):
        named()
        for player in Player.objects.at_table(game).exclude(user=None):
            for letter in letters(player):
                letter.payload.get("result", {})["notes"] = []
                findings.letter(letter)
    findings.check()


def other_letters(user: User) -> Iterator[Letter]:
    """A letter of each kind that is not about one game."""
    now = timezone.now()
    game = game_of(UserFactory(), "open", "open", name="Ρέγγα")
    open_game = game_of(user, "open", "open", name="Ρέγγα")
    Game.objects.filter(pk=open_game.pk).update(asked_at=now)
    guest = UserFactory(username="Αλέξης")
    join(game=open_game, user=guest)
    holder = Holder.objects.get(user=guest).pk
    search = SavedSearch.objects.create(user=user, checked_at=now)
    report = Report.objects.create(about="game", by=user, game=game, text="x", at=now)
    Report.objects.filter(pk=report.pk).update(answer="talked")
    TableWish.objects.create(user=user, since=now, expired_at=now)
    DailyPuzzle.objects.create(user=user, last_day=now.date())
    off = Channel.objects.create(
        user=user, kind="json", url="https://x.example.org/", active=False, failures=20
    )
    for kind, payload in (
        ("trial", {}),
        ("enough", {"subject": ""}),
        ("unheard", {"sender": "x@example.org", "about": game.topic}),
        ("unheard", {"sender": "", "about": game.topic}),
        ("channel_off", {"channel": off.pk}),
        ("new_games", {"search": search.pk, "games": [game.pk]}),
        ("report_answered", {"report": report.pk}),
        ("wish_expired", {"which": ""}),
        ("former", {"game": game.pk, "number": 1, "subject": ""}),
        ("still_wanted", {"game": open_game.pk}),
        ("seat_changed", {"game": open_game.pk, "holder": holder}),
        ("seat_changed", {"game": open_game.pk, "holder": holder, "left": True}),
        *(("puzzle", {"title": title, "number": 1, "day": str(now.date())}) for title in TITLES),
    ):
        yield Letter(kind=kind, recipient=user, key=kind, topic="", payload=payload)


def league_letters(user: User) -> Iterator[Letter]:
    """A letter of each kind about a season: it is yielded when there is something to tell."""
    season = SeasonFactory(league__name="Κύπελλο", starts_at=timezone.now())
    others = [UserFactory(username=name) for name in ("Κώστας", "Λίνα")]
    division = division_of(season, [user, *others], [(0, 1, 2), (1, 2, 0), (2, 0, 1)])
    Game.objects.filter(league_table__division=division).update(name="Ρέγγα")
    game = Game.objects.filter(league_table__division=division).first()
    act = StaffAct.objects.create(kind="stop", by_name="Άννα", reason="Λάθος.")
    told = {"league": season.league_id, "season": season.pk}
    staffs = [{"did": "stopped"}, {"did": "given back", "number": game.pk if game else 0}]

    def letter(kind: str, **payload: Any) -> Letter:
        return Letter(kind=kind, recipient=user, key=kind, topic="", payload=told | payload)

    for kind in (Kind.LEAGUE, Kind.CUP):
        League.objects.update(kind=kind)
        Season.objects.update(status=SeasonStatus.RUNNING)
        yield letter("season_begun")
        TableSeat.objects.filter(table__game=game, seat=1).update(substitute=user)
        yield letter("substituted", game=game.pk if game else 0)
        TableSeat.objects.update(substitute=None)
        table = division.tables.all()[:1].get()
        table.places, table.scores, table.ended_at = [1, 2, 3], [9, 8, 7], timezone.now()
        table.save()
        yield letter("week_standing", week=1)
        yield from (letter("league_staff", act=act.pk, **each) for each in staffs)
        table.places = table.scores = table.ended_at = None
        table.save()
        Season.objects.update(status=SeasonStatus.REGISTERING)
        yield letter("league_staff", act=act.pk, did="moved", number=2)
        Season.objects.update(status=SeasonStatus.OVER)
        for moves in ("up", "stay", "down"):
            Entry.objects.update(final_rank=1, moves=moves)
            yield letter("season_ended")
    yield from (letter("cup_cancelled", too_few=too_few) for too_few in (True, False))


def account_letters() -> Iterator[Letter]:
    """Every letter about an account."""
    soon = str(timezone.now() + timedelta(days=1))
    for folder in ("account/email", "accounts/email"):
        for path in sorted((settings.ROOT / "templates" / folder).glob("*_message.txt")):
            name = path.name.removesuffix("_message.txt")
            notice = AccountNotice(
                template=f"{folder}/{name}",
                words=dict.fromkeys(("code", "old", "kept"), "Άννα"),
                until=soon,
                moments=dict.fromkeys(("works_until", "when", "until"), soon),
                language=CODE,
            )
            yield Letter(**notice.row(), address="x@example.org")


def digest(user: User) -> Letter:
    """A digest of what waits for somebody, and of news."""
    now = timezone.now()
    found = Letter.objects.create(**Digest().row(user), due_at=now)
    other = UserFactory(username="Βασίλης")
    running = game_of(user, other, name="Ρέγγα")
    while player_to_move(running).user_id != user.pk:
        running = play_on(running, 1)
    over = play_out(game_of(user, other, title="hansa", name="Ψάρι"))
    for game, kind in ((running, "turn"), (over, "over")):
        seat = game.players.get(user=user)
        (letter,) = (each for each in letters(seat) if each.kind == kind)
        letter.bundle, letter.due_at = found, now
        letter.save()
    return found


def test_other_letters() -> None:
    findings = Findings()
    user = UserFactory(username="Άννα", email="x@example.org")
    seen = set()
    for letter in chain(other_letters(user), league_letters(user), account_letters()):
        letter.pk = 1
        findings.letter(letter)
        seen.add(letter.kind)
    with translation.override(CODE):
        several = write(digest(user))
    assert several
    # In its text the subject of a letter stands right above what the letter says.
    findings.read("digest", reading.in_text(several.subject))
    findings.read("digest", reading.in_html(several.html))
    findings.check()
