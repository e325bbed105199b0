"""Every address of the site, and who gets in: an address without a verdict fails."""

from collections.abc import Iterator
from contextlib import suppress
from copy import deepcopy
from datetime import timedelta
from functools import cache
from string import digits
from typing import Any, NamedTuple

import pytest
from django.db import transaction
from django.http import HttpResponse
from django.test import Client
from django.urls import NoReverseMatch, URLResolver, get_resolver, reverse
from django.utils import timezone
from django.utils.crypto import get_random_string

from games.accounts import deletion, exporting, tokens
from games.accounts.models import Scope, User, Vacation
from games.accounts.people import block
from games.club.staff.see_as import OWN, SHOWN
from games.league.models import Apart, Division
from games.play import services, visits
from games.play.letters.addresses import VoteAddress
from games.play.letters.taps import CHOICE, Tap
from games.play.models import Game, Player
from games.post.models import Channel
from games.post.reports import report_path
from games.post.transports import transports
from games.post.unsubscribe import unsubscribe_url
from games.rules import TITLES, position
from games.study import services as study
from tests.cases import first
from tests.duplicate.factories import DuplicateFactory
from tests.factories import LetterFactory, UserFactory, sign_in_staff
from tests.league.factories import SeasonFactory
from tests.play.bot_accounts import bot_account
from tests.play.factories import game_of
from tests.play.timepiece import at

pytestmark = pytest.mark.django_db

PEOPLE = (
    "anonymous",
    "guest",
    "stranger",
    "blocked person",
    "player",
    "former player",
    "closed account",
    "staff",
)
BOT_ACCOUNT = "bot account"
"""Somebody else's. Programs are all that it has."""
SECRET = "The Herring Table"
LEAGUE = "The League of the Herring"
NEAR = {"places": "bremen-hamburg", "otherwise": "ask", "extras": "none", "hours": ""}
DAILY = ("anonymous", "guest", "player", "staff", BOT_ACCOUNT)
"""Who visits public tables in each run; the others visit private ones."""
SIGNED_OUT = {"anonymous", "closed account"}
"""Whoever has closed their account is nobody, also in a browser that is still signed in."""

# Verdicts.
IN, SIGN_IN, NO, NEVER = "gets in", "is asked to sign in", "is refused", "no such method"


class Case(NamedTuple):
    """A person at an address; `private` tells of the game that the address is about."""

    person: str
    private: bool


def anyone(case: Case) -> str:
    return IN


def nobody(case: Case) -> str:
    return NO


def nobody_known(case: Case) -> str:
    return SIGN_IN if case.person in SIGNED_OUT else NO


def person(case: Case) -> str:
    return SIGN_IN if case.person in SIGNED_OUT else IN


def member(case: Case) -> str:
    """Whoever has an account."""
    return NO if case.person == "guest" else person(case)


def viewer(case: Case) -> str:
    """Whoever may see the game."""
    return IN if case.person == "player" or not case.private else NO


def signed_in_viewer(case: Case) -> str:
    return SIGN_IN if case.person in SIGNED_OUT else viewer(case)


def looker_on(case: Case) -> str:
    """Whoever is known, may see the game and has no part in it."""
    return NO if case.private or case.person in SIGNED_OUT | {"player"} else IN


def player(case: Case) -> str:
    return SIGN_IN if case.person in SIGNED_OUT else IN if case.person == "player" else NO


def told(case: Case) -> str:
    """Whoever was ever written to about the game."""
    return person(case) if case.person == "former player" else player(case)


def reader(case: Case) -> str:
    """The person whom the link was written to, or somebody whom nobody knows."""
    return IN if case.person in SIGNED_OUT | {"player"} else NO


def joiner(case: Case) -> str:
    """Whoever may see the game is led on, those whom nobody knows to sign in first."""
    return SIGN_IN if case.person in SIGNED_OUT and not case.private else viewer(case)


def invited(case: Case) -> str:
    """Whoever holds the link."""
    return SIGN_IN if case.person in SIGNED_OUT else IN


def program_of_its_own(case: Case) -> str:
    """A bot account alone."""
    return IN if case.person == BOT_ACCOUNT else nobody_known(case)


def only_post(door: Any) -> tuple[Any, Any]:
    return None, door


def only_get(door: Any) -> tuple[Any, Any]:
    return door, None


def closed(case: Case) -> str:
    """Nobody, as the game is not over, or not a table of one's own."""
    return SIGN_IN if case.person in SIGNED_OUT else NO


def staff(case: Case) -> str:
    return SIGN_IN if case.person in SIGNED_OUT else IN if case.person == "staff" else NO


DOORS: dict[str, tuple[Any, Any]] = {
    "accounts:profile": (person, person),
    "accounts:about": only_post(person),
    "accounts:display": (anyone, anyone),
    "accounts:language": only_post(anyone),
    "accounts:here": only_get(anyone),
    "accounts:rest": (person, person),
    "accounts:book-vacation": only_post(person),
    "accounts:cancel-vacation": only_post(person),
    "accounts:data": (person, person),
    "accounts:download": only_get(player),
    "accounts:delete": (person, person),
    "accounts:keep": only_post(person),
    "accounts:keep-by-link": (anyone, anyone),
    "accounts:sessions": only_get(person),
    "accounts:end-session": only_post(person),
    "accounts:end-other-sessions": only_post(person),
    "accounts:bot-accounts": (person, person),
    "accounts:seat-bot": only_post(person),
    "accounts:close-bot": only_post(person),
    "accounts:new-bot-token": (person, person),
    "accounts:new-token": (person, person),
    "accounts:revoke-token": only_post(person),
    "post:letters": (person, person),
    "post:try": only_post(person),
    "post:works-again": only_post(person),
    "post:when": (person, person),
    "post:about": (told, told),
    "post:webhooks": only_post(person),
    "post:channel": only_post(player),
    "post:trial": (player, player),
    "post:connect": only_post(member),
    "post:push-key": only_get(person),
    "post:here": only_post(member),
    "post:arrived": only_post(anyone),
    # No service is set up here; tests/post/test_connecting.py says who connects one.
    "post:connect-ntfy": (nobody_known, nobody_known),
    "post:connect-telegram": only_get(nobody_known),
    "post:connect-discord": only_get(nobody_known),
    "post:discord-back": only_get(nobody_known),
    "post:telegram": only_post(nobody),
    "post:unsubscribe": (anyone, anyone),
    "post:mailbox": (nobody, nobody),
    "post:mail": (nobody, nobody),
    "post:mail-html": (nobody, nobody),
    "club:open-games": only_get(anyone),
    "club:wait-for-table": (person, person),
    "club:stop-waiting": only_post(person),
    "club:save-search": only_post(person),
    "club:remove-search": only_post(person),
    "club:running-games": only_get(anyone),
    "club:finished-games": only_get(anyone),
    "club:open-data": only_get(anyone),
    "club:open-data-sums": only_get(anyone),
    # There are no files here; tests/club/test_open_data.py downloads some.
    "club:open-data-file": only_get(nobody),
    "club:plays-table": only_get(person),
    "club:plays-bg-stats": only_get(person),
    "club:people": only_get(anyone),
    "club:person": only_get(anyone),
    "club:person-games": only_get(anyone),
    "club:person-part": only_get(anyone),
    "club:follow": only_post(person),
    "club:unfollow": only_post(person),
    "club:block": only_post(person),
    "club:unblock": only_post(person),
    "study:puzzles": only_get(anyone),
    "study:puzzle-feed": only_get(anyone),
    "study:puzzle-email": only_post(person),
    "study:puzzle-picture": only_get(anyone),
    "study:puzzle-small-picture": only_get(anyone),
    "study:puzzle": only_get(anyone),
    "study:puzzle-order": only_post(anyone),
    "study:plan-puzzle": only_post(person),
    "study:puzzle-answer": only_get(anyone),
    "study:puzzle-turn": only_get(anyone),
    "study:puzzle-turn-order": only_post(anyone),
    "study:puzzle-turn-answer": only_post(anyone),
    "club:bot": only_get(anyone),
    "club:bot-games": only_get(anyone),
    "club:bot-style": only_get(anyone),
    "play:lobby": only_get(anyone),
    "play:rules": only_get(anyone),
    "play:rules-of": only_get(anyone),
    "play:board-picture": only_get(anyone),
    "play:board-preview": only_get(anyone),
    "play:play-bots": only_post(anyone),
    "study:learn": only_get(anyone),
    "study:guided-game": only_get(anyone),
    "study:learn-step": only_get(anyone),
    "study:learn-order": only_post(anyone),
    "play:create": (person, person),
    "study:own-tables": only_get(person),
    "study:read-record": (person, person),
    "study:positions": (person, person),
    "study:play-position": (person, person),
    "study:position-file": only_post(person),
    "study:play-on": (closed, closed),
    "play:take-screen": only_post(closed),
    "study:delete-table": (closed, closed),
    "play:feeds": (person, person),
    "play:atom": only_get(anyone),
    "play:calendar": only_get(anyone),
    "play:visit": (anyone, reader),
    "play:answer": (anyone, reader),
    "play:answer-board": only_get(reader),
    "play:invitation": (anyone, invited),
    "play:invited": (nobody, nobody),
    "play:open-invitation": only_get(anyone),
    "play:table": only_get(viewer),
    "play:things": only_get(viewer),
    "play:about": only_get(viewer),
    "play:join": only_post(joiner),
    "play:seat": only_post(signed_in_viewer),
    "play:invite": only_post(signed_in_viewer),
    "play:invite-again": only_post(signed_in_viewer),
    "play:withdraw-invitation": only_post(signed_in_viewer),
    "play:leave": (player, signed_in_viewer),
    "play:rematch": only_post(signed_in_viewer),
    "play:cancel": only_post(signed_in_viewer),
    "play:keep": only_post(signed_in_viewer),
    "play:poll": only_get(viewer),
    "play:order": only_post(player),
    "play:words": only_get(viewer),
    "play:places": only_get(viewer),
    "play:why": only_get(viewer),
    "play:typed": only_post(player),
    "play:completions": only_get(player),
    "play:draft": only_post(player),
    "study:hint": only_post(player),
    "play:follow": only_post(signed_in_viewer),
    "play:primers": only_post(player),
    "play:confirm": only_post(player),
    "play:chat": only_get(viewer),
    "play:say": only_post(player),
    "play:read": only_post(signed_in_viewer),
    "play:note": only_post(player),
    "play:leave-visit": only_post(nobody),
    "play:ask": only_post(player),
    "play:vote": only_post(player),
    "play:standing-orders": (player, player),
    "play:remove-standing-order": only_post(player),
    "play:withdraw-line": only_post(player),
    "play:come-back": only_post(player),
    "play:log": only_get(viewer),
    "play:move": only_get(viewer),
    "play:go-to-move": only_get(viewer),
    "play:record": only_get(viewer),
    "study:plan": only_get(signed_in_viewer),
    "study:plan-at": only_get(signed_in_viewer),
    "study:plan-order": only_post(signed_in_viewer),
    "study:plan-completions": only_get(signed_in_viewer),
    "study:plan-act": only_post(signed_in_viewer),
    "study:study": only_get(nobody),
    "study:study-at": only_get(nobody),
    "study:study-text": only_get(nobody),
    "study:comment": only_post(closed),
    "study:delete-comment": only_post(closed),
    "study:take-study": only_post(closed),
    "study:plans": (person, person),
    "study:own-plan-at": only_get(player),
    "study:own-plan-order": only_post(player),
    "study:own-plan-completions": only_get(player),
    "study:own-plan-act": only_post(player),
    "study:plan-text": only_get(player),
    "study:delete-plan": only_post(player),
    # The game here is not over; tests/study/test_analysis.py says who gets into an analysis.
    "study:studies": only_get(nobody),
    "study:analysis": only_get(nobody),
    "study:post-mortem": only_get(nobody),
    "study:turn-picture": only_get(nobody),
    "study:add-notes": only_post(nobody_known),
    "study:add-plan": only_post(nobody_known),
    "study:post-mortem-email": only_post(person),
    "study:guess": only_get(looker_on),
    "study:guess-seat": only_get(nobody),
    "study:guess-turn": only_get(looker_on),
    "study:guess-order": only_post(looker_on),
    "study:guess-orders": only_get(looker_on),
    "study:guess-next": only_post(looker_on),
    "study:keep-guess": only_post(looker_on),
    "study:guess-answer": only_get(looker_on),
    "study:chart": only_get(viewer),
    "study:ask-for-analysis": only_post(nobody_known),
    "study:try-turn": only_get(nobody_known),
    "study:try-orders": only_get(nobody_known),
    "study:try-order": only_post(nobody_known),
    "study:try-next": only_post(nobody_known),
    "duplicate:weeks": only_get(anyone),
    "duplicate:week": only_get(anyone),
    "duplicate:join": only_post(person),
    "league:leagues": only_get(anyone),
    "league:league": only_get(anyone),
    "league:season": only_get(anyone),
    "league:season-atom": only_get(anyone),
    "league:season-calendar": only_get(anyone),
    "league:division": only_get(anyone),
    "league:division-atom": only_get(anyone),
    "league:division-calendar": only_get(anyone),
    "league:register": only_post(person),
    "league:withdraw": only_post(person),
    "league:volunteer": only_post(person),
    "league:stop-volunteering": only_post(person),
    # The game here is not over; tests/club shows a finished one to everyone who may see it.
    "club:calibration": only_get(anyone),
    "club:leaderboard": only_get(anyone),
    "club:leaderboard-of": only_get(anyone),
    "club:statistics": only_get(anyone),
    "club:statistics-of": only_get(anyone),
    "club:game-statistics": only_get(nobody),
    "study:best-games": only_get(anyone),
    # The plan here is no study; tests/study/test_recommendations.py says who can propose one.
    "study:propose": only_post(nobody_known),
    "club:staff-study": only_post(staff),
    "club:explorer": only_get(anyone),
    "club:explorer-of": only_get(anyone),
    # No opening is counted here; tests/club/test_openings.py looks at some.
    "club:opening": only_get(nobody),
    "club:game-opening": only_get(viewer),
    "club:staff": only_get(staff),
    "club:report": (signed_in_viewer, signed_in_viewer),
    "club:staff-reports": only_get(staff),
    "club:staff-answer": only_post(staff),
    "club:staff-pairs": only_get(staff),
    "club:staff-pair": (staff, staff),
    "club:staff-guides": only_get(staff),
    "club:staff-deletions": only_get(staff),
    "club:staff-acts": only_get(staff),
    "staff-health": only_get(staff),
    "robots": only_get(anyone),
    "manifest": only_get(anyone),
    "worker": only_get(anyone),
    "offline": only_get(anyone),
    "about": only_get(anyone),
    "privacy": only_get(anyone),
    "contact": only_get(anyone),
    "club:staff-game": only_get(staff),
    "club:staff-act": only_post(staff),
    "club:staff-person": only_get(staff),
    "club:staff-account": only_post(staff),
    "club:staff-merge": only_post(staff),
    "club:staff-see-as": only_post(staff),
    "club:staff-stop-seeing": only_post(staff),
    "league:new-cup": (person, person),
    "league:join-cup": (anyone, invited),
    "league:cancel-cup": only_post(person),
    # Programs, with the token of the person. tests/api says what each scope allows.
    "api:openapi-json": only_get(anyone),
    "api:api-root": (nobody, nobody),
    "api:me": only_get(person),
    "api:games": (person, program_of_its_own),
    "api:game": only_get(signed_in_viewer),
    "api:legal": only_get(player),
    "api:log": only_get(signed_in_viewer),
    # A body that is no JSON is refused before the gate; tests/api/test_games.py sends some.
    "api:orders": only_post(person),
    "api:dry-run": only_post(person),
    "api:messages": (signed_in_viewer, person),
    "api:events": only_get(person),
    "api:person": only_get(person),
    "api:ratings": only_get(person),
    "api:record": only_get(signed_in_viewer),
    "api:leagues": only_get(person),
    "api:season": only_get(person),
    "league:staff": only_get(staff),
    "league:staff-keep-apart": only_post(staff),
    "league:staff-let-together": only_post(staff),
    "league:staff-season": only_get(staff),
    "league:staff-act": only_post(staff),
}
"""Of each address who gets in by GET and by POST, None where the method is not there.

A game's addresses are tried on a public and on a private game. Where `player` gets in, the address
is about something of the player's own.
"""

ROOMS = {
    "account_": set(PEOPLE),
    "mfa_": set(PEOPLE) - SIGNED_OUT,
    "usersessions_": set(PEOPLE) - SIGNED_OUT,
    "admin:": {"staff"},
}
"""Addresses that libraries bring, and who may be shown a page there."""


@pytest.fixture
def people() -> dict[str, User | None]:
    """One of each kind."""
    closed = UserFactory(username="Closed", is_active=False)
    boss = UserFactory(username="Boss", is_staff=True, is_superuser=True)
    player, blocked = UserFactory(username="Player"), UserFactory(username="Blocked")
    block(user=player, other=blocked)
    return {
        "anonymous": None,
        "stranger": UserFactory(username="Stranger"),
        "blocked person": blocked,
        "player": player,
        "guest": UserFactory(username="Guest", guest=True),
        "former player": UserFactory(username="Former"),
        "closed account": closed,
        "staff": boss,
        BOT_ACCOUNT: bot_account(),
    }


def test_every_address_has_a_verdict():
    unknown = [
        name for name in addresses() if name not in DOORS and not name.startswith(tuple(ROOMS))
    ]
    assert unknown == []
    assert DOORS.keys() - addresses().keys() == set()


@pytest.mark.parametrize(
    ("who", "private"),
    [
        # Of each kind of table those whose answers differ most; the others take as long.
        pytest.param(who, private, marks=() if (who in DAILY) is not private else pytest.mark.long)
        for who in [*PEOPLE, BOT_ACCOUNT]
        for private in (False, True)
    ],
)
def test_who_gets_in(who, private, people):
    game = table_of(people, private=private)
    wrong = []
    found, visitor = samples(game, people["player"]), client_of(people[who])
    address = people["player"].email.encode()
    for name, doors in DOORS.items():
        if private and not addresses()[name]:
            continue  # it is about no game
        if who == BOT_ACCOUNT and not name.startswith("api:"):
            continue  # nobody signs in to it
        path = path_of(name, found)
        case = Case(seen_as(who, name), private)
        for method, door in zip(("get", "post"), doors, strict=True):
            answer = visited(visitor, method, path)
            # Where nobody is let in unknown, that is asked before the method.
            allowed = (
                door(case) if door else (NEVER, SIGN_IN) if case.person in SIGNED_OUT else NEVER
            )
            if verdict(answer) not in allowed:
                wrong.append(f"{method} {name}: {verdict(answer)}, not {allowed}")
            if who not in ("player", "staff") and address in answer.content:
                wrong.append(f"{method} {name} tells the player's address")
            if verdict(answer) != IN and name != "play:visit" and SECRET in answer.content.decode():
                wrong.append(f"{method} {name} names the game")
    assert wrong == [], "\n".join(wrong)


@pytest.mark.parametrize("who", first(1, ["anonymous", "player", "staff"]))
def test_head_is_answered_as_get_is_without_a_body(who, people):
    found, visitor = (
        samples(table_of(people, private=False), people["player"]),
        client_of(people[who]),
    )
    wrong = []
    for name in DOORS:
        path = path_of(name, found)
        asked, answer = (visited(visitor, method, path) for method in ("head", "get"))
        if asked.status_code != answer.status_code or getattr(asked, "content", b""):
            wrong.append(f"{name}: {asked.status_code}, not {answer.status_code}")
    assert wrong == [], "\n".join(wrong)


@pytest.mark.parametrize(
    "private", [pytest.param(False, marks=pytest.mark.long), True], ids=["public", "private"]
)
def test_what_staff_see_as_a_person(private, people):
    """By GET what is listed, as the person does: nothing else, and no secret of theirs."""
    game, player = table_of(people, private=private), people["player"]
    visitor = Client()
    sign_in_staff(visitor)
    found = samples(game, player)
    hook = player.channels.get()
    room = game_of(player, "invited", "invited", private=private)
    secrets = [player.feed_secret, hook.url, transports()["json"].secret(hook), room.token]
    for number in (game.pk, room.pk):
        visitor.post(f"/staff/person/{player.pk}/see-as", {"reason": "They asked"})
        wrong = []
        for name, doors in DOORS.items():
            if number == room.pk and "game_id" not in addresses()[name]:
                continue  # it is the same at both
            path = path_of(name, found | {"game_id": number})
            if path.startswith(OWN):
                continue
            listed = name in SHOWN and doors[0] is not None
            answer = visited(visitor, "get", path)
            if listed and number == game.pk:
                expected = doors[0](Case("player", private))
            else:
                expected = verdict(answer) if listed else NO
            if verdict(answer) != expected:
                wrong.append(f"get {name}: {verdict(answer)}, not {expected}")
            told = answer.content.replace(path.encode(), b"")
            wrong += [f"get {name} tells {each}" for each in secrets if each.encode() in told]
            if verdict(visited(visitor, "post", path)) != NO:
                wrong.append(f"post {name}")
        assert wrong == [], "\n".join(wrong)


def seen_as(who: str, name: str) -> str:
    """Whom somebody is taken for at an address: a guest is a person at the tables and plans."""
    if who != "guest":
        return who
    of_game = name.startswith(("play:", "study:")) and "game_id" in addresses()[name]
    return "stranger" if of_game or name == "study:plan-text" else "anonymous"


def table_of(people: dict[str, User | None], *, private: bool) -> Game:
    """A running game of the player and two more, one of whom took the former player's seat."""
    other = UserFactory(username="Other")
    game = game_of(people["player"], other, people["former player"], private=private)
    Game.objects.filter(pk=game.pk).update(name=SECRET)
    Player.objects.filter(game=game, seat=2).update(offered_at=timezone.now())
    services.join(game=game, user=UserFactory(username="Taker"), invited=True)
    services.open_vote(player=at(game, 1), kind="pause")
    services.set_standing_order(player=at(game, 0), asked="displaced", filled=NEAR)
    return Game.objects.get(pk=game.pk)


def client_of(user: User | None) -> Client:
    """The browser of somebody who is signed in, as far as they can be, and their program."""
    client = Client()
    if user is not None and user.guest:
        session = client.session
        session["guest"] = user.pk
        session.save()
    elif user is not None:
        if not user.is_bot_account:
            client.force_login(user)
        client.defaults["HTTP_AUTHORIZATION"] = f"Bearer {token_of(user)}"
    return client


def token_of(user: User) -> str:
    """The secret of a new token of a person, which allows everything; its name has no letters."""
    name = get_random_string(12, digits)
    return tokens.create(user=user, name=name, scopes=Scope.offered_to(user), days=1)[1]


def visited(client: Client, method: str, path: str) -> HttpResponse:
    """What somebody is answered at an address; whatever that did is undone."""
    cookies = deepcopy(client.cookies)
    with transaction.atomic():
        answer = getattr(client, method)(path, {"asked": "displaced"})
        transaction.set_rollback(True)
    client.cookies = cookies
    return answer


def verdict(answer: HttpResponse) -> str:
    """What an answer means for whoever asked."""
    if answer.status_code == 405:
        return NEVER
    if answer.status_code == 401:
        return SIGN_IN
    if answer.status_code in (301, 302):
        return SIGN_IN if answer["Location"].startswith("/accounts/login/") else IN
    return NO if answer.status_code in (403, 404) else IN


def samples(game: Game, player: User) -> dict[str, Any]:
    """What stands in addresses: all of it is the game's or the player's."""
    player.feed_secret = get_random_string(12)
    player.save()
    today = timezone.now().date()
    hook = Channel.objects.create(user=player, kind="json", url="https://example.org/hook")
    away = Vacation.objects.create(user=player, first=today, last=today + timedelta(days=2))
    season = SeasonFactory(league__name=LEAGUE)
    Division.objects.create(season=season, number=1)
    cup = SeasonFactory(league__kind="cup", league__creator=player, league__private=True)
    apart = Apart.objects.create(one=player, other=UserFactory(), at=timezone.now(), why="x")
    year, week, _ = DuplicateFactory().monday.isocalendar()
    return {
        "duplicate:week": {"year": year, "week": week},
        "season_id": cup.pk,
        "league:join-cup": {"token": cup.league.token},
        "league:cancel-cup": {"token": cup.league.token},
        "league:staff-act": {"kind": "stop"},
        "league:staff-let-together": {"pair_id": apart.pk},
        "game_id": game.pk,
        "number": 1,
        "where": "m0",
        "plan_id": own_plan(player, game),
        "comment_id": 1,
        "seat": 1,
        "vote_id": game.votes.get().pk,
        "vacation_id": away.pk,
        "topic": game.topic,
        "user_id": player.pk,
        "secret": player.feed_secret,
        "title": game.title,
        "board": TITLES[game.title].boards[0],
        "file": "1.log",
        "username": player.username,
        "bot": "journeyman",
        "part": "results",
        "thing": "player:0",
        "tried": "end",
        "accounts:keep-by-link": {"token": deletion.stop_url(player).split("/")[-2]},
        "accounts:download": {"number": made_export(player)},
        "kind": "pause",
        "club:report": {"about": "game", "number": game.pk},
        "report_id": 1,
        "line_id": 1,
        "slug": season.league.slug,
        "season": season.number,
        "division": 1,
        "line": "end",
        "pair_id": 1,
        "name": player.username,
        "club:opening": {"key": "of-no-game"},
        "api:season": {"league": season.league.slug, "number": season.number},
        "post:channel": {"number": hook.pk},
        "post:trial": {"number": LetterFactory(recipient=player, kind="trial", topic="").pk},
        "post:arrived": {"token": report_path(hook).split("/")[-2]},
        "post:unsubscribe": {"token": unsubscribe_url(player, game.topic).split("/")[-2]},
        "play:visit": {"token": visits.token_of(player, game)},
        "play:answer": {"token": answer_token(game, player)},
        "play:answer-board": {"token": answer_token(game, player)},
        "play:invitation": {"token": game.token},
        "play:open-invitation": {"token": "of nobody"},
    }


def answer_token(game: Game, player: User) -> str:
    """What stands in the address of a button that answers what the player is asked."""
    seat = game.players.get(user=player).seat
    hook = player.channels.first()
    tap = Tap(VoteAddress(game.votes.get().pk, seat), player.pk, hook.pk, CHOICE, "yes")
    return tap.url.split("/")[-2]


def own_plan(person: User, game: Game) -> int:
    """The number of a plan of a position of a person's own."""
    text = position.write(game.rules(), game.position())
    return study.plan_position(user=person, text=text, name="Mine", seat=None).pk


def made_export(person: User) -> int:
    """The number of an export of a person's data that they can download."""
    export = exporting.ask(user=person)
    exporting.make(export_id=export.pk)
    return export.pk


def path_of(name: str, found: dict[str, Any]) -> str:
    """The path of an address with what belongs into it."""
    values = found | found.get(name, {})
    return reverse(name, kwargs={key: values[key] for key in addresses()[name]})


@cache
def addresses() -> dict[str, set[str]]:
    """Every address of the site by its name, with what stands in it."""

    def walk(resolver: Any, space: str) -> Iterator[tuple[str, set[str]]]:
        for each in resolver.url_patterns:
            if isinstance(each, URLResolver):
                yield from walk(each, space + (f"{each.namespace}:" if each.namespace else ""))
            else:
                yield space + (each.name or str(each.pattern)), set(each.pattern.converters)

    return dict(walk(get_resolver("hansa_site.urls"), ""))


@pytest.mark.parametrize("who", PEOPLE)
def test_what_libraries_bring_is_shown_to_nobody_else(who, people):
    seen, visitor = [], client_of(people[who])
    for name, values in addresses().items():
        room = next((room for room in ROOMS if name.startswith(room)), None)
        if room is None or values:
            continue
        with suppress(NoReverseMatch):
            answer = visited(visitor, "get", reverse(name))
            assert answer.status_code < 500
            if answer.status_code == 200 and who not in ROOMS[room]:
                seen.append(name)
    assert seen == []
