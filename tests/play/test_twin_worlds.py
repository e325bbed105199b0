"""Two games that differ only in what a visitor may not know look the same to them, everywhere."""

import random
from typing import Any

import pytest

from games.bots import STANDING_ORDERS
from games.drawing import DRAWINGS
from games.play import services
from games.play.access import enter
from games.play.engine.session import GameSession
from games.play.letters import taps
from games.play.letters.answers import REFUSED
from games.play.models import Game, Player
from games.play.pages import pictures
from games.play.services import chat
from games.post.models import Channel, ChannelKind, Letter, Schedule
from games.post.notifications import notification_of
from games.rules import TITLES
from games.rules.title import CHANCE, nearest
from games.study import services as study
from games.study.pages.plan_page import planned_at
from games.wording import WORDINGS
from tests.bots.test_standing_orders import filled_of, random_wish
from tests.cases import first
from tests.factories import UserFactory
from tests.league.factories import SeasonFactory, add_table, division_of
from tests.play import worlds
from tests.play.bot_accounts import bot_account
from tests.play.factories import (
    game_of,
    game_of_people,
    good_order,
    play_until,
    player_to_move,
    step,
)
from tests.play.timepiece import Timepiece, at, timepiece

__all__ = ["timepiece"]
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("timepiece", "_whole_pictures")]

MOST_ORDERS = 2000
HIDES_NOTHING = {"hansa"}
"""Titles whose draws are seen by everybody the moment they are made (H1.2)."""

UNTOLD = {
    "invitation": "is written before a game has begun, when nobody has anything to hide",
    "cancelled": "is written before a game has begun, too",
    "still_wanted": "is written before a game has begun, too",
    "seat_changed": "is written before a game has begun, too",
    "started": "is written before its reader has moved: a test of its own reads it",
    "over": "is written when nothing is hidden any more",
    "reminder": "is written before time has run out, as the letter of the turn is",
    "more_time": "is written before time has run out again, likewise",
    "offered": "tells of a seat to somebody outside",
    "rewound": "says where staff took the game back to, and their reason",
    "annulled": "is written when nothing is hidden any more, with the reason of staff",
    "seat": "goes to somebody who has lost theirs",
    "post_mortem": "is written when nothing is hidden any more, too",
    "week_standing": "tells of games that are over",
    "season_ended": "tells of games that are over, too",
    "substituted": "says whose seat somebody has taken over",
    "league_staff": "says what staff did, and their reason",
}
"""Kinds of letters that cannot be written while a game hides something."""


def _set_ups() -> list[Any]:
    """Every table of every title, and on its first table every other value of every option."""
    found = {}
    for title in TITLES.values():
        for table in title.setups():
            found[title.id, table.players, tuple(sorted(table.options.items()))] = None
        for option in title.options():
            for value in option.values:
                chosen = {option.name: value.id}
                players = nearest(title, 3)
                offered = value.id != option.default and title.compatible_options(chosen, players)
                if offered and any(value in each.values for each in offered):
                    found[title.id, players, tuple(sorted(chosen.items()))] = None
    return [
        pytest.param(
            title, players, dict(chosen), id="-".join([title, str(players), *map("=".join, chosen)])
        )
        for title, players, chosen in found
    ]


@pytest.fixture
def _whole_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pictures in letters are compared as they are drawn, before they become pixels."""
    monkeypatch.setattr(pictures, "png", lambda *layers, width: "".join(layers).encode())
    worlds.forget()


def visitors(game: Game) -> dict[int | None, list[Any]]:
    """Who looks at a game, by the seat from which they do."""
    players = Player.objects.at_table(game)
    return {None: [None, UserFactory()]} | {player.seat: [player.user] for player in players}


def lively(game: Game, timepiece: Timepiece) -> Game:
    """The game with all that letters may tell of: a season, a late player, chat, webhooks."""
    season = SeasonFactory(league__seats=3)
    people = [player.user for player in Player.objects.at_table(game)]
    division = division_of(season, people, [])
    add_table(division, game, range(len(people)))
    for player in Player.objects.at_table(game):
        chat.say(player=player, text=f"Seat {player.seat} says hello.")
        for kind in ChannelKind:
            url = f"https://example.org/{kind}"
            Channel.objects.get_or_create(user=player.user, kind=kind, url=url)
    while not Player.objects.filter(game=game, waits__warned_at__isnull=False).exists():
        timepiece.sweep(hours=12)
    services.open_vote(player=at(game, 0), kind="pause")
    return Game.objects.get(pk=game.pk)


def hides(session: GameSession) -> bool:
    """Whether chance is about to draw what a spectator will not see."""
    if session.to_move() != (CHANCE,):
        return False
    drawn = [order for order, _ in session.title.chance_outcomes(session.state)]
    after = [session.title.apply(session.state, CHANCE, order) for order in drawn]
    first, *others = [session.title.view(state, None) for state in after]
    return first in others


def hiding(players: int, **options: Any) -> Game:
    """A game at a moment at which it hides something, if its title hides anything at all."""
    while True:
        game = play_until(game_of_people(players, **options), hides, MOST_ORDERS)
        if "missions" in options["options"]:
            game = play_until(game, lambda session: False, 20)
        # Of a supply that is nearly empty nothing else could have been drawn.
        if options["title"] in HIDES_NOTHING or next(worlds.twins(game, None), None):
            return game


def differences(one: dict[str, str], other: dict[str, str]) -> list[str]:
    """What is shown otherwise in one world than in the other."""
    return sorted(what for what in one.keys() | other.keys() if one.get(what) != other.get(what))


@pytest.mark.parametrize(("title", "players", "chosen"), first(2, reversed(_set_ups())))
def test_what_was_drawn_in_secret_is_seen_nowhere(title, players, chosen, timepiece):
    game = hiding(players, title=title, options=chosen)
    by_seat = {seat: next(worlds.twins(game, seat), None) for seat in visitors(game)}
    if title in HIDES_NOTHING:
        assert set(by_seat.values()) == {None}
        return
    assert any(twin for seat, twin in by_seat.items() if seat is not None)

    game = lively(game, timepiece)
    played = worlds.world_of(game)
    told: set[str] = set()
    looking = [
        (seat, person)
        for seat, people in visitors(game).items()
        for person in people
        if by_seat[seat]
    ]
    # Everybody at one table; the seats of the others are alike, and each look takes seconds.
    everybody = chosen.get("missions") == "on"
    for seat, person in looking if everybody else looking[1:3]:
        played.lay(game)
        before = worlds.shown(game, person)
        by_seat[seat].lay(game)
        after = worlds.shown(game, person)
        assert differences(before, after) == [], f"Seat {seat} sees what it must not know."
        told |= before.keys()
    if everybody:
        kinds = {what.rpartition("letter ")[2].removesuffix(" None") for what in told}
        missing = set(worlds.LETTERS) - kinds
        assert missing == UNTOLD.keys()


def test_the_letter_of_the_start_tells_nothing_that_was_drawn():
    game = game_of_people(3, title="teutonica", options={"missions": "on"})
    waiting = [each for each in Player.objects.at_table(game) if not each.is_waited_for]
    played = worlds.world_of(game)
    for player in waiting:
        played.lay(game)
        twin = next(worlds.twins(game, player.seat))
        before = worlds.written(game, player.user)
        twin.lay(game)
        assert differences(before, worlds.written(game, player.user)) == []
        assert "letter started None" in before


def test_a_bot_account_and_its_owner_are_told_no_more_than_people():
    robo = bot_account("Robo", UserFactory())
    game = game_of(*UserFactory.create_batch(2), robo, title="teutonica",
                   options={"missions": "on"})  # fmt: skip
    game = play_until(game, lambda session: False, 12)
    played = worlds.world_of(game)
    stranger = bot_account("Mecha", robo.owner)
    for seat, account in ((at(game, 2).seat, robo), (None, stranger), (None, robo.owner)):
        played.lay(game)
        twin = next(worlds.twins(game, seat))
        before = worlds.told_to_a_program(game, account)
        twin.lay(game)
        assert differences(before, worlds.told_to_a_program(game, account)) == []


@pytest.mark.parametrize("leak", ["redact", "describe"])
def test_a_title_that_tells_too_much_is_found_out(leak, monkeypatch):
    game = game_of_people(3, title="teutonica", options={"missions": "on"})
    game = step(game, random.Random(3))
    tells_all = {
        "redact": (game.rules(), lambda self, seat, text, events, viewer: text),
        "describe": (WORDINGS[game.title], lambda self, *what: f"{what[2]} {what[3]}"),
    }
    talkative, telling = tells_all[leak]
    played, twin = worlds.world_of(game), next(worlds.twins(game, None))
    monkeypatch.setattr(type(talkative), leak, telling)
    worlds.forget()
    before = worlds.shown(game, None)
    twin.lay(game)

    assert differences(before, worlds.shown(game, None))
    assert played.state != twin.state


@pytest.mark.parametrize("title", first(1, DRAWINGS))
def test_what_a_player_keeps_to_themselves_is_seen_by_nobody_else(title, timepiece):
    game = game_of_people(3, title=title)
    rng = random.Random(8)
    for _ in range(8):
        game = step(game, rng)
    game = lively(game, timepiece)
    keeper = player_to_move(game)
    others = [
        person
        for seat, people in visitors(game).items()
        if seat != keeper.seat
        for person in people
    ]
    before = [worlds.shown(game, person) for person in others]

    keep_secrets(keeper, rng)

    worlds.forget()
    after = [worlds.shown(game, person) for person in others]
    for person, one, other in zip(others, before, after, strict=True):
        assert differences(one, other) == [], f"{person} sees what only {keeper} may see."
    own = worlds.shown(game, keeper.user)
    assert "herrings in the cellar" in own[f"page /game/{game.pk}/chat/"]


@pytest.mark.parametrize("title", first(1, sorted(set(DRAWINGS) - HIDES_NOTHING)))
def test_a_locked_screen_shows_nothing_that_is_hidden_at_the_table(title, timepiece, monkeypatch):
    """Not even what its owner knows: others look on."""
    monkeypatch.setattr(taps, "MOST", 10_000)
    monkeypatch.setattr(taps, "is_complete", lambda *what: True)
    options = {"missions": "on"} if title == "teutonica" else {}
    game = lively(hiding(3, title=title, options=options), timepiece)
    played, twin = worlds.world_of(game), next(worlds.twins(game, None))
    people = [player.user for player in Player.objects.at_table(game)]
    before = [worlds.locked_screen(game, person) for person in people]
    twin.lay(game)
    assert [worlds.locked_screen(game, person) for person in people] == before
    assert any(len(shown) > 2 for each in before for shown in each.values())
    played.lay(game)

    keeper = player_to_move(game)
    own = worlds.locked_screen(game, keeper.user)
    chat.note(player=keeper, text="The herrings in the cellar.")
    rules, position = keeper.game.rules(), keeper.game.position()
    possible = rules.orders(position, keeper.seat)
    for number, order in enumerate((possible[0], possible[-1])):
        services.reset_draft(player=keeper, version=game.version, draft_version=2 * number)
        drafted = rules.write(position, order)
        services.draft_order(
            player=keeper, version=game.version, draft_version=2 * number + 1, order=drafted
        )
        shown = worlds.locked_screen(game, keeper.user)
        # That there is a draft is told, but not what it is.
        assert {what[:2] for what in shown.values()} == {what[:2] for what in own.values()}
        assert {what[2:] for what in shown.values()} <= {(), ("Play my draft",), ("Yes", "No")}


def keep_secrets(player: Player, rng: random.Random) -> None:
    """Let a player draft, plan, note, settle and arrange what is nobody else's affair."""
    game = player.game
    order = good_order(game, player.seat, rng)
    services.draft_order(player=player, version=game.version, draft_version=0, order=order)
    chat.note(player=player, text="The herrings in the cellar.")
    view = game.rules().view(game.rules().load(game.state), player.seat)
    for question in STANDING_ORDERS[game.title].questions(view):
        wish = random_wish(question, view, rng)
        services.set_standing_order(player=player, asked=question.asked, filled=filled_of(wish))
    found = planned_at(enter(user=player.user, game_id=game.pk), game.moves_made)
    place = study.plan_bot_turn(place=found.place, names=found.names)
    study.note_step(place=place, text="The herrings in the cellar.")
    Schedule.objects.create(user=player.user, mode=Schedule.Mode.DIGEST, quiet_from=1, quiet_to=9)
    Channel.objects.filter(user=player.user).update(active=False)


def test_what_a_reply_did_is_told_without_the_orders_on_a_locked_screen():
    player = player_to_move(game_of_people())
    result = {"outcome": REFUSED, "notes": ["They replaced your draft: income 1t."]}
    asked = {"game": player.game_id, "seat": player.seat, "number": 1, "subject": ""}
    letter = Letter(
        kind="answer", recipient=player.user, topic="", payload=asked | {"result": result}
    )
    told = notification_of(letter).write(letter)
    assert "income 1t" in told.short
    assert told.outside == f"{player.game.called}: Nothing was played."
