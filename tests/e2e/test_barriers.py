"""Every page of the site in a real browser, wide and narrow, light and dark: axe finds no barrier.

On a phone none scrolls sideways, with larger letters either, or zooms in on a field.

The pages are known by the names of their addresses: one that is neither in PAGES nor in EXCUSED
fails.
"""

import json
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import pytest
from allauth.account.forms import default_token_generator
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from allauth.account.utils import user_pk_to_url_str
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from django.conf import settings as site
from django.core.mail import EmailMultiAlternatives
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.test import Client
from django.urls import path, resolve, reverse
from fido2.cose import ES256
from fido2.utils import websafe_encode
from fido2.webauthn import (
    Aaguid,
    AttestationObject,
    AttestedCredentialData,
    AuthenticatorData,
)
from playwright.sync_api import Browser

from games.accounts.models import User
from games.club.models import Opening
from games.club.services import reports
from games.club.services.openings import count_openings
from games.club.services.statistics import fill_statistics
from games.play import services
from games.play.models import Game
from games.play.services import chat
from games.rules import TITLES
from games.study import services as study
from games.study.pages.attempt import url_of
from games.study.pages.daily import puzzles_by_title
from games.study.pages.puzzle import attempt_url
from games.study.pages.turn_line import as_line
from games.study.services.puzzles import keep_answer
from games.study.turns import turns_of
from hansa_site import urls
from tests.cases import first
from tests.club.test_pairs import odd_pair
from tests.duplicate.factories import joined, results, week_ago
from tests.e2e.conftest import WIDTHS, Visitor, _visitor
from tests.factories import PASSWORD, LetterFactory, UserFactory, second_factor, sign_in_staff
from tests.hansa_site.test_doors import DOORS, addresses, samples
from tests.league.factories import (
    EntryFactory,
    LeagueFactory,
    SeasonFactory,
    season_over,
    season_under_way,
)
from tests.play.bot_accounts import bot_account
from tests.play.factories import draft_turn, game_of, hot_seat_game, play_fast, play_out
from tests.play.timepiece import at
from tests.post.connected import connect_everything, offer_services
from tests.study.analyses import analysed
from tests.study.test_plan import bot_turns, planned

LONG = "A game with a name as long as a name can be here"
VIEWS = [(width, theme) for theme in ("light", "dark") for width in WIDTHS]
ERRORS = sorted(file.name for file in Path("templates").glob("[0-9]*.html"))


class Where(NamedTuple):
    """Where a page is: what differs from the samples in its address, and the query.

    In the query, {trial} is the number of a test notification.
    """

    values: dict[str, Any]
    query: str = ""


def where(**values: Any) -> Where:
    return Where(values)


HERE = (where(),)
TITLED = tuple(where(title=title) for title in TITLES)
TABLES = ("teutonica", "hansa", "britannia")
CLAIMED = "route:gottingen-quedlinburg"
RUNNING = tuple(where(game=game) for game in TABLES)
PUZZLES = [puzzles[1] for puzzles in puzzles_by_title().values()]
TURNS = tuple(
    where(title=puzzle.title.id, line=attempt_url(puzzle, orders).split("/")[-2])
    for puzzle in PUZZLES
    for orders in (puzzle.turns[0].orders[:1], puzzle.turns[0].orders)
)

PAGES: dict[str, dict[str, tuple[Where, ...]]] = {
    "anonymous": {
        "play:lobby": HERE,
        "play:rules": HERE,
        "play:rules-of": TITLED[1:],
        "study:learn-step": (*TITLED, where(number=6), Where({"number": 5}, f"?pick={CLAIMED}")),
        "play:visit": HERE,
        "play:table": (where(game="teutonica"), where(game="over"), where(game="room")),
        "play:chat": HERE,
        "play:log": HERE,
        "play:move": RUNNING[1:],
        "accounts:display": HERE,
        "accounts:keep-by-link": HERE,
        "post:unsubscribe": HERE,
        "offline": HERE,
        "play:answer": HERE,
        "club:open-games": HERE,
        "club:running-games": HERE,
        "club:finished-games": HERE,
        "club:person": HERE,
        "club:person-games": HERE,
        "club:person-part": tuple(where(part=part) for part in ("ratings", "results", "style")),
        "study:learn": HERE,
        "study:best-games": HERE,
        "study:puzzles": HERE,
        "study:puzzle": TITLED,
        "study:puzzle-turn": TURNS,
        "club:bot": HERE,
        "club:bot-games": HERE,
        "club:bot-style": HERE,
        "club:calibration": TITLED,
        "club:open-data": HERE,
        "club:leaderboard": HERE,
        "club:leaderboard-of": TITLED,
        "club:statistics": HERE,
        "club:statistics-of": TITLED,
        "club:game-statistics": (where(game="over"),),
        "club:explorer": HERE,
        "club:explorer-of": TITLED,
        "club:opening": HERE,
        "duplicate:weeks": HERE,
        "duplicate:week": HERE,
        "league:leagues": HERE,
        "league:league": HERE,
        "league:season": HERE,
        "league:division": HERE,
        "league:join-cup": HERE,
        "account_login": HERE,
        "account_signup": HERE,
        "account_inactive": HERE,
        "account_email_verification_sent": HERE,
        "account_reset_password": HERE,
        "account_reset_password_done": HERE,
        "account_reset_password_from_key": HERE,
        "account_reset_password_from_key_done": HERE,
        "account_request_login_code": HERE,
        "account_confirm_email": (where(), where(key="unknown")),
        "error": tuple(where(file=file) for file in ERRORS),
    },
    "with a code": {"account_confirm_login_code": HERE},
    "with a password": {"mfa_authenticate": HERE},
    "without a password": {"account_set_password": HERE},
    "guest": {
        "play:lobby": HERE,
        "play:table": (where(game="guest"),),
        "study:guess": (where(game="teutonica"),),
        "account_signup": HERE,
    },
    "player": {
        "mfa_activate_totp": HERE,
        "mfa_add_webauthn": HERE,
        "play:lobby": HERE,
        "play:create": HERE,
        "study:own-tables": HERE,
        "study:read-record": HERE,
        "study:positions": (where(), Where({}, "?title=hansa&players=4")),
        "study:play-on": (where(game="over"),),
        "study:delete-table": (where(game="screen"),),
        "play:feeds": HERE,
        "play:table": (
            *RUNNING,
            Where({"game": "teutonica"}, "?pick=space:arnheim-duisburg.1"),
            where(game="room"),
            where(game="over"),
            where(game="screen"),
        ),
        "play:words": (Where({"game": "teutonica"}, "?tables"), where(game="hansa")),
        "play:things": RUNNING[:1],
        "play:about": RUNNING[:1],
        "play:leave": HERE,
        "play:chat": RUNNING[:1],
        "play:standing-orders": RUNNING[:2],
        "play:log": RUNNING[1:2],
        "play:move": (where(game="over"),),
        "study:plan-at": HERE,
        "study:plans": HERE,
        "study:own-plan-at": HERE,
        "study:study-at": (where(game="over"),),
        "study:studies": (where(game="over"), where(game="unanalysed")),
        "study:post-mortem": (where(game="over"),),
        "study:analysis": (where(game="over"), where(game="unanalysed")),
        "study:guess": (where(game="over"),),
        "study:guess-seat": (where(game="over"),),
        "study:guess-turn": (where(game="over"),),
        "study:guess-orders": (where(game="over"),),
        "study:guess-answer": (where(game="over"),),
        "study:try-turn": (where(game="over"),),
        "study:try-orders": (where(game="over"), Where({"game": "over"}, "?compare=1")),
        "accounts:profile": HERE,
        "accounts:display": HERE,
        "accounts:rest": HERE,
        "accounts:data": HERE,
        "accounts:delete": HERE,
        "accounts:sessions": HERE,
        "accounts:new-token": HERE,
        "accounts:new-bot-token": HERE,
        "accounts:bot-accounts": HERE,
        "post:letters": HERE,
        "post:when": (
            Where({}, "?trial={trial}"),
            Where({}, "?trial={trial}&missing"),
            Where({}, "?connected"),
        ),
        "post:connect-ntfy": HERE,
        "post:connect-telegram": HERE,
        "post:about": HERE,
        "post:unsubscribe": HERE,
        "offline": HERE,
        "play:answer": HERE,
        "club:open-games": HERE,
        "study:puzzles": HERE,
        "study:puzzle-answer": TITLED,
        "club:wait-for-table": HERE,
        "duplicate:weeks": HERE,
        "duplicate:week": HERE,
        "league:leagues": HERE,
        "league:league": HERE,
        "league:season": HERE,
        "league:division": HERE,
        "league:new-cup": HERE,
        "league:join-cup": HERE,
        "club:people": HERE,
        "club:person": (where(), where(username="Other"), where(username="R" * 30)),
        "club:person-part": tuple(
            where(part=part) for part in ("reliability", "answering", "leagues")
        ),
        "club:report": HERE,
        "club:game-statistics": (where(game="over"),),
        "account_email": HERE,
        "account_change_password": HERE,
        "account_logout": HERE,
        "account_reauthenticate": HERE,
        "mfa_index": HERE,
    },
    "staff": {
        "mfa_index": HERE,
        "mfa_deactivate_totp": HERE,
        "mfa_generate_recovery_codes": HERE,
        "mfa_view_recovery_codes": HERE,
        "mfa_list_webauthn": HERE,
        "mfa_edit_webauthn": HERE,
        "mfa_remove_webauthn": HERE,
        "mfa_reauthenticate": HERE,
        "mfa_reauthenticate_webauthn": HERE,
        "play:invitation": (where(), where(game="room")),
        "club:staff": HERE,
        "club:staff-reports": HERE,
        "club:staff-pairs": HERE,
        "club:staff-pair": HERE,
        "club:staff-guides": HERE,
        "club:staff-deletions": HERE,
        "club:staff-acts": HERE,
        "staff-health": HERE,
        "league:staff": HERE,
        "league:staff-season": HERE,
        "club:staff-game": (*RUNNING[:1], where(game="over")),
        "club:staff-person": HERE,
        "post:mailbox": HERE,
        "post:mail": HERE,
    },
}
"""By who opens them, the pages that are walked."""
ALONE = {"anonymous": 2, "player": 3}
"""Whose pages take longest, and in how many parts they are walked. The others share a world."""
GROUPS = {
    **{
        f"{who} {part}": ([who], slice(part, None, ALONE[who]))
        for who in ALONE
        for part in range(ALONE[who])
    },
    "others": ([who for who in PAGES if who not in ALONE], slice(None)),
}
"""Who opens pages one after the other, and which of theirs."""

BOARD = ".board-stage"
WHOLE = {
    ("player", "play:table"),
    ("player", "play:move"),
    ("guest", "play:table"),
    ("anonymous", "error"),
}
"""Who looks at all contents of a page, and its drawing, which is the same elsewhere and slow."""
ALIKE = ("club:", "duplicate:", "league:")
"""Rooms whose pages are much the same for everybody."""

EXCUSED = {
    "admin:": "Django's own",
    "play:board-picture": "a picture",
    "play:board-preview": "a picture",
    "club:open-data-": "is read by programs",
    "club:plays-": "is read by programs",
    "robots": "is read by programs",
    "api:": "is read by programs",
    "about": "words alone, tested by their own test",
    "contact": "words alone, tested by their own test",
    "privacy": "words alone, tested by their own test",
    "study:guided-game": "leads to the step",
    "study:play-position": "leads to the editor",
    "play:open-invitation": "leads to the invitation",
    "play:invited": "as the page of an invitation link",
    "league:season-": "a feed or a calendar",
    "league:division-": "a feed or a calendar",
    "play:atom": "a feed",
    "play:calendar": "a calendar",
    "play:record": "plain text",
    "study:plan-text": "plain text",
    "study:study-text": "plain text",
    "study:puzzle-feed": "a feed",
    "study:puzzle-picture": "a picture",
    "study:turn-picture": "a picture",
    "study:puzzle-small-picture": "a picture",
    "play:poll": "a part of the table",
    "accounts:here": "the header of a page, for who is signed in",
    "play:completions": "what could be typed",
    "study:chart": "a picture beside the slider",
    "study:plan-completions": "what could be typed",
    "study:own-plan-completions": "what could be typed",
    "play:places": "data for a script",
    "play:why": "a sentence for a script",
    "play:go-to-move": "leads to the move",
    "study:plan": "leads to the present position",
    "study:study": "leads to its beginning",
    "club:game-opening": "leads to the opening",
    "accounts:download": "a file",
    "play:answer-board": "a picture",
    "post:trial": "a part of the page of notifications",
    "post:connect-discord": "leads to Discord",
    "post:discord-back": "leads on",
    "worker": "a script",
    "manifest": "data for the browser",
    "post:push-key": "data for a script",
    "post:mail-html": "an email",
    "mfa_download_recovery_codes": "plain text",
    "mfa_login_webauthn": "data for a script",
    "usersessions_list": "accounts:sessions is in its place",
}


def broken(request: HttpRequest, file: str) -> HttpResponse:
    return HttpResponse(render_to_string(file, {"told": True}, request))


def nothing(request: HttpRequest) -> HttpResponse:
    """What browsers ask for where a page names no icon."""
    return HttpResponse(status=204)


urlpatterns = [
    path("error/<str:file>", broken, name="error"),
    path("favicon.ico", nothing),
    *urls.urlpatterns,
]


def test_every_page_is_walked_or_excused() -> None:
    pages = {name for name in addresses() if name not in DOORS or DOORS[name][0]}
    known = {name for who in PAGES for name, _ in walked(who)}
    assert [name for name in pages - known if not name.startswith(tuple(EXCUSED))] == []
    assert known - pages == {"error"}


def passkey() -> dict[str, Any]:
    """What is kept of a passkey, as a browser would have sent it."""
    key = ES256({1: 2, 3: -7, -1: 1, -2: bytes(32), -3: bytes(32)})
    known = AttestedCredentialData.create(Aaguid.NONE, b"key", key)
    flags = AuthenticatorData.FLAG.AT
    told = AuthenticatorData.create(bytes(32), flags, 0, known)
    client = {"type": "webauthn.create", "challenge": "", "origin": ""}
    response = {
        "clientDataJSON": websafe_encode(json.dumps(client).encode()),
        "attestationObject": websafe_encode(AttestationObject.create("none", told, {})),
    }
    name = websafe_encode(b"key")
    credential = {"id": name, "rawId": name, "type": "public-key", "response": response}
    return {"name": "My phone", "credential": credential}


class World:
    """People, what they did, and the browser sessions of those who walk."""

    def __init__(self) -> None:
        self.player = UserFactory(username="W" * 30, email="a@example.org")
        other = UserFactory(username="Other")
        self.guest = UserFactory(username="Guest", guest=True)
        robo = bot_account("R" * 30, self.player)
        greedy = ["journeyman"] * 2
        board = {"board": "britannia"}
        self.games: dict[str, Game] = {
            "teutonica": game_of(self.player, other, *greedy, name="The Herring Table"),
            "hansa": game_of(self.player, *greedy, title="hansa"),
            "britannia": game_of(self.player, *greedy, title="teutonica", options=board),
            "room": game_of(self.player, robo, "open", "invited", name=LONG),
            "over": play_out(game_of(self.player, other, title="hansa")),
            "unanalysed": play_out(game_of(self.player, "journeyman", title="hansa")),
            "guest": game_of(self.guest, *greedy),
            "screen": hot_seat_game(self.player, missions="on"),
        }
        for name in TABLES:
            self.games[name] = play_fast(self.games[name], 60)
            draft_turn(self.games[name], 1)
        game = self.games["teutonica"]
        services.open_vote(player=at(game, 1), kind="pause")
        message = chat.say(player=at(game, 1), text="Moin!")
        self.found = samples(game, self.player)
        self.found["accounts:new-bot-token"] = {"number": robo.pk}
        place = bot_turns(planned(game, at(game, 0)), 3)
        self.found["study:plan-at"] = {"where": f"{place.chain[-1].pk}-4"}
        over = self.games["over"]
        shared = study.share_plan(place=bot_turns(planned(over, at(over, 0), 9), 2))
        study.comment(place=shared, user=other, text="Moin!")
        found = {"plan_id": shared.plan.pk, "where": f"{shared.chain[-1].pk}-{shared.depth}"}
        self.found["study:study-at"] = found
        judged = analysed(self.games["over"]).judged
        turn = max((turn for turn in judged if turn.seat == 0), key=lambda turn: turn.swing)
        self.found |= {"study:try-turn": {"number": turn.number}}
        tried = url_of(self.games["over"].pk, turn.number, turn.best).split("/")[-2]
        self.found |= {"study:try-orders": {"number": turn.number, "tried": tried}}
        guessed, turn = turns_of(over)[:2]
        kept = {"number": guessed.number, "seat": guessed.seat}
        study.keep_guess(user=self.player, game=over, orders=guessed.orders, **kept)
        tried = as_line(turn.orders[:1])
        self.found |= {
            "study:guess-seat": {"seat": guessed.seat},
            "study:guess-answer": {"number": guessed.number},
            "study:guess-turn": {"number": turn.number},
            "study:guess-orders": {"number": turn.number, "tried": tried},
        }
        fill_statistics(seconds=60)
        count_openings(seconds=60)
        opening = Opening.objects.filter(title="hansa").latest("move")
        self.found["club:opening"] = {"title": "hansa", "key": opening.key}
        self.trial = connect_everything(self.player)
        report = reports.report(by=self.player, text="Rude", message=message)
        for puzzle in PUZZLES:
            usual = puzzle.usual
            given = {"orders": usual.orders, "end": "", "chance": usual.chance}
            keep_answer(user=self.player, puzzle=puzzle, **given)
        for state in ("waiting", "sent", "failed", "superseded"):
            LetterFactory(recipient=self.player, state=state, error="550 no such person")
        # Past seasons have made the player's record; the present one has all that can happen in it.
        league = LeagueFactory(terms={"pace": "bank", "bank_hours": 60}, name=LONG)
        people = [self.player, other, *UserFactory.create_batch(5)]
        season_over(league, people)
        season = season_under_way(league, people, number=2)
        self.found |= {"slug": league.slug, "season": season.number, "division": 1}
        # The week that is shown is over; in the present one the player has a game.
        past = week_ago(3)
        list(results(past, 3))
        joined(self.player)
        year, week, _ = past.monday.isocalendar()
        self.found |= {"year": year, "week": week}
        EntryFactory(season=SeasonFactory(league=league, number=3))
        address = EmailAddress.objects.create(user=other, email="new@example.org")
        self.found |= {
            "report_id": report.pk,
            "pair_id": odd_pair().pk,
            "account_confirm_email": {"key": EmailConfirmationHMAC(address).key},
            "account_reset_password_from_key": {
                "uidb36": user_pk_to_url_str(other),
                "key": default_token_generator.make_token(other),
            },
        }

    def session(self, who: str) -> Client:
        """What somebody did before the walk, who brings the session along."""
        client = Client()
        login, person = reverse("account_login"), self.player
        if who == "guest":
            session = client.session
            session["guest"] = self.guest.pk
            session.save()
        elif who == "with a code":
            client.post(reverse("account_request_login_code"), {"email": person.email})
        elif who == "without a password":
            person.set_unusable_password()
            person.save()
            client.force_login(person)
        elif who == "with a password":
            second_factor(person)
            client.post(login, {"login": person.username, "password": PASSWORD})
        elif who == "player":
            client.post(login, {"login": person.username, "password": PASSWORD})
        elif who == "staff":
            self.staff(sign_in_staff(client))
        client.post(reverse("account_reauthenticate"), {"password": PASSWORD})
        return client

    def staff(self, person: User) -> None:
        """Give staff each second factor, and an email in the test mailbox."""
        RecoveryCodes.activate(person)
        kind = Authenticator.Type.WEBAUTHN
        key = {"pk": Authenticator.objects.create(user=person, type=kind, data=passkey()).pk}
        self.found |= {"mfa_edit_webauthn": key, "mfa_remove_webauthn": key}
        EmailMultiAlternatives("One", "text", to=["x@example.org"]).send()
        (file,) = site.MAIL_FOLDER.iterdir()
        self.found["post:mail"] = {"file": file.name, "number": 0}

    def address(self, name: str, page: Where) -> str:
        """The path of a page."""
        values = self.found.get(name, {}) | page.values
        if "game" in values:
            game = self.games[values.pop("game")]
            values |= {"game_id": game.pk, "token": game.token}
        known = self.found | values
        if not name.startswith(("account_", "mfa_", "error")):
            values = {key: known[key] for key in addresses()[name]}
        return reverse(name, kwargs=values) + page.query.format(trial=self.trial.pk)


@pytest.mark.parametrize("views", first(1, [1, len(VIEWS)]), ids=["one view", "all"])
@pytest.mark.parametrize(("people", "part"), GROUPS.values(), ids=GROUPS)
def test_no_page_has_a_barrier(
    people: list[str],
    part: slice,
    views: int,
    browser: Browser,
    live_server,
    settings,
    tmp_path: Path,
) -> None:
    settings.ROOT_URLCONF = __name__
    offer_services(settings)
    world, found = World(), []
    for who in people:
        if who == "staff":
            settings.DEBUG = True
            settings.EMAIL_BACKEND = "django.core.mail.backends.filebased.EmailBackend"
            settings.EMAIL_FILE_PATH = settings.MAIL_FOLDER = tmp_path
        session = world.session(who).cookies.get(site.SESSION_COOKIE_NAME)
        for visitor in _visitor(browser, live_server, viewport=WIDTHS["desk"]):
            if session:
                cookie = {"name": session.key, "value": session.value, "url": visitor.address}
                visitor.page.context.add_cookies([cookie])
            found += barriers(world, who, visitor, views, part)
    assert found == [], "\n".join(found)


def barriers(world: World, who: str, visitor: Visitor, views: int, part: slice) -> list[str]:
    """What is in the way of somebody on a part of their pages, each in some views, as sentences."""
    found = []
    for number, (name, place) in [*enumerate(walked(who, again=views > 1))][part]:
        without = None if (who, name) in WHOLE or views > 1 else BOARD
        address = world.address(name, place)
        visitor.go(address)
        reached = resolve(urlsplit(visitor.page.url).path).view_name
        assert reached == name, address
        visitor.page.evaluate("document.querySelectorAll('details').forEach(e => e.open = 1)")
        for view in range(number, number + views):
            width, theme = VIEWS[view % len(VIEWS)]
            visitor.page.set_viewport_size(WIDTHS[width])
            visitor.page.emulate_media(color_scheme=theme)
            seen = visitor.barriers(without=without) + ([] if visitor.fits() else ["too wide"])
            found += [f"{address}, {width}, {theme}: {each}" for each in seen]
        found += [f"{address}: {each}" for each in visitor.strains_a_phone()]
    return found


def walked(who: str, *, again: bool = False) -> list[tuple[str, Where]]:
    """The pages that somebody opens: each once unless WHOLE, or `again` with other contents."""
    others = () if again or who == "player" else PAGES["player"]
    return [
        (name, place)
        for name, places in PAGES[who].items()
        if name not in others or not name.startswith(ALIKE)
        for place in (places if again or (who, name) in WHOLE else places[:1])
    ]
