"""Games that people play apart and compare draw alike, and nobody else sees them before."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from functools import partial
from random import Random
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.http import Http404
from django.test import Client
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.timezone import localtime

from games.bots import HASTY, THINKERS
from games.bots.bot import Advice
from games.play import event_hosts, services
from games.play.access import enter, enter_by_token
from games.play.engine.locks import locked_game
from games.play.engine.rewinding import rewind
from games.play.errors import NoSeat, PlayError
from games.play.event_hosts import Comparison, EventHost
from games.play.models import Draft, Event, Game, Player, Status
from games.play.pages import feeds
from games.play.pages.wording import terms_of
from games.play.policies import may_have_hints
from games.play.scratch import after_draft
from games.play.services.thinking import GIVE_UP, take_up
from games.rules.title import Order
from games.study.pages.study import is_for_all
from games.study.services.hints import take_hint
from tests.factories import UserFactory
from tests.play.factories import every_title, game_of, good_order, step
from tests.play.poll_title import registered
from tests.play.thinking import game_that_waits, hurry, think
from tests.play.timepiece import at
from tests.play.worlds import written

__all__ = ["hurry"]
UNTIL = timezone.now() + timedelta(days=9)
pytestmark = pytest.mark.django_db


@dataclass
class Rigged:
    """The draw with a number has the outcome at that place; notes what is asked for."""

    drawn: list[tuple[str, int]] = field(default_factory=list)
    digests: list[str] = field(default_factory=list)
    kept: dict[tuple[str, int], str] = field(default_factory=dict)

    def draw(self, kind: str, number: int, outcomes: Sequence[tuple[Order, float]]) -> Order:
        self.drawn.append((kind, number))
        return outcomes[number % len(outcomes)][0]

    def rng(self, digest: str) -> Random:
        self.digests.append(digest)
        return Random(digest)

    def answer(self, digest: str, seat: int) -> str:
        return self.kept.get((digest, seat), "")

    def keep(self, digest: str, seat: int, order: str) -> str:
        return self.kept.setdefault((digest, seat), order)


@dataclass
class Club:
    """A host that shows games to those whom it `lets`."""

    sources: Rigged = field(default_factory=Rigged)
    lets: set[Any] = field(default_factory=set)
    ended: list[Game] = field(default_factory=list)


@pytest.fixture
def club(monkeypatch: pytest.MonkeyPatch) -> Iterator[Club]:
    monkeypatch.setattr(event_hosts, "_hosts", {})
    club = Club()
    event_hosts.register(
        EventHost(
            kind="club",
            obstacle_to_joining=lambda game, user: "Everyone plays alone.",
            grace=lambda game, player, now: timedelta(),
            places=lambda games: {},
            stand_in="master",
            comparison=Comparison(
                sources=lambda game: club.sources,
                may_see=lambda game, user: user in club.lets,
                ended=club.ended.append,
                counts_until=lambda game: UNTIL,
            ),
        )
    )
    with registered():
        yield club


def compared(*seats: Any, **more: Any) -> Game:
    event = Event.objects.create(name="Winter", kind="club", terms={"rated": False})
    seats = seats or (UserFactory(), "journeyman", "journeyman")
    return game_of(*seats, private=True, event=event, **more)


def test_each_draw_is_the_next_of_its_kind_also_after_a_rewind(club: Club):
    game = compared(title="hansa")
    kinds = [order.split()[0] for order in _chance(game)]
    expected = [(kind, kinds[: at + 1].count(kind)) for at, kind in enumerate(kinds)]
    assert club.sources.drawn == expected
    rng = Random(1)
    for _ in range(30):
        game = step(game, rng)
    kinds = [order.split()[0] for order in _chance(game)]
    assert club.sources.drawn[-1] == (kinds[-1], kinds.count(kinds[-1]))
    assert len(club.sources.drawn) == len(kinds) > len(expected)

    first = _chance(game)
    rewind(locked_game(game.pk), 3, "To see it again.", timezone.now())
    again = _chance(Game.objects.get(pk=game.pk))
    assert again == first[: len(again)]


def _chance(game: Game) -> list[str]:
    drawn = game.moves.filter(seat=None).order_by("number")
    return [*drawn.values_list("order", flat=True)]


@every_title
def test_the_same_orders_make_the_same_game(club: Club, title: str):
    """Two people who play alike see the same draws and the same answers of the bots."""
    games = []
    for _ in range(2):
        game, rng = compared(title=title), Random(3)
        for _ in range(12):
            game = step(game, rng)
        games.append([*game.moves.values_list("seat", "order", "digest").order_by("number")])
    assert games[0] == games[1]
    assert len(games[0]) > 20


def test_bots_that_think_choose_by_the_position(club: Club):
    event = Event.objects.create(name="Winter", kind="club", terms={"rated": False})
    game = game_that_waits("merchant", "journeyman", private=True, event=event)
    club.sources.digests.clear()
    before = game.rules().digest(game.position())
    assert think(game)
    assert club.sources.digests[0] == before


def test_until_when_it_counts_is_told_in_place_of_its_clock(club: Club):
    game = step(compared(title="hansa"), Random(1))
    end = date_format(localtime(UNTIL, ZoneInfo("UTC")), "DATETIME_FORMAT")
    told = terms_of(game, ZoneInfo("UTC"))
    assert end in told
    assert "per turn" not in told
    assert "Votes" not in told
    letters = written(game, at(game, 0).user)
    counted = [what for what, text in letters.items() if "counts if it is over by" in text]
    assert any("letter turn" in what for what in counted), letters.keys()
    assert not [what for what, text in letters.items() if "Your time runs out" in text]
    player = at(game, 0).user
    player.feed_secret = "herring"
    waits = feeds.waits_of(player)
    assert "counts if it is over by" in feeds.atom(player, waits)
    entries = feeds.calendar(player, waits).decode()
    assert f"DTSTART:{UNTIL:%Y%m%dT%H%M%SZ}" in entries
    assert "your time runs out" not in entries


@pytest.mark.parametrize("hasty", [False, True])
def test_a_bot_answers_as_it_did_in_another_game(club: Club, hasty: bool, monkeypatch: Any):
    """Thinking for longer, or not at all, changes nothing."""
    event = Event.objects.create(name="Winter", kind="club", terms={"rated": False})
    logs = []
    for pick in (0, -1):
        game = game_that_waits("merchant", "journeyman", private=True, event=event)
        before = game.moves_made
        monkeypatch.setitem(THINKERS, "merchant", picking(pick))
        monkeypatch.setitem(HASTY, "merchant", lambda view, orders, rng, at=pick: orders[at])
        if hasty and logs:
            assert take_up(game, now=timezone.now() + 2 * GIVE_UP)
        else:
            assert think(game)
        later = game.moves.filter(number__gt=before).order_by("number")
        logs.append([*later.values_list("seat", "order", "digest")])
    assert logs[0] == logs[1] != []


def picking(pick: int) -> Any:
    return lambda view, orders, rng, deadline, opponents: Advice(orders[pick])


def test_the_first_of_two_answers_at_once_counts(club: Club, monkeypatch: pytest.MonkeyPatch):
    """Another game keeps its answer while a bot still thinks."""
    event = Event.objects.create(name="Winter", kind="club", terms={"rated": False})
    game = game_that_waits("merchant", "journeyman", private=True, event=event)
    rules, state = game.rules(), game.position()
    seat = rules.to_move(state)[0]
    first, *_, other = map(partial(rules.write, state), rules.orders(state, seat))

    def slow(view: Any, orders: Any, rng: Random, deadline: float, opponents: Any) -> Advice:
        club.sources.keep(rules.digest(state), seat, other)
        return Advice(orders[0])

    monkeypatch.setitem(THINKERS, "merchant", slow)
    assert first != other
    assert think(game)
    assert game.moves.get(number=game.moves_made + 1).order == other


def test_a_draft_draws_nothing_until_it_is_confirmed(club: Club):
    game, rng = compared(title="hansa"), Random(1)
    title, before = game.rules(), len(club.sources.drawn)
    while len(club.sources.drawn) == before:
        drafted: tuple[str, ...] = ()
        while 0 in title.to_move(after_draft(title, game.position(), 0, drafted)):
            drafted = (*drafted, good_order(game, 0, rng, drafted))
        player = at(game, 0)
        for order in drafted:
            at_version = {"version": game.version, "draft_version": draft_version(player)}
            services.draft_order(player=player, order=order, **at_version)
        assert len(club.sources.drawn) == before
        at_version = {"version": game.version, "draft_version": draft_version(player)}
        game = services.confirm_draft(player=player, **at_version).session.game


def draft_version(player: Player) -> int:
    draft = Draft.objects.of(player)
    return 0 if draft is None else draft.version


# Who sees them


def test_only_its_player_and_whom_its_host_lets_see_a_private_one(club: Club):
    game, other = compared(title="hansa"), UserFactory()
    assert enter(user=at(game, 0).user, game_id=game.pk).is_player
    with pytest.raises(Http404):
        enter(user=other, game_id=game.pk)
    with pytest.raises(Http404):
        enter_by_token(user=other, token=game.token)
    for path in ("", "record.txt", "moves/1/"):
        assert Client().get(f"{game.get_absolute_url()}{path}").status_code == 404
    club.lets.add(other)
    assert not enter(user=other, game_id=game.pk).is_player


def test_what_its_player_shares_of_it_is_not_for_all(club: Club):
    game = compared()
    Game.objects.filter(pk=game.pk).update(status=Status.OVER)
    game.refresh_from_db()
    assert not is_for_all(game, at(game, 0).user_id)
    Game.objects.filter(pk=game.pk).update(event=None)
    game.refresh_from_db()
    assert is_for_all(game, at(game, 0).user_id)


# How they are played


def test_nobody_has_hints_in_it(club: Club):
    game = compared(title="hansa")
    player = at(game, 0)
    assert not may_have_hints(game, list(game.players.all()), 0)
    with pytest.raises(PlayError, match="compared"):
        take_hint(player=player, version=game.version, draft_version=0)


def test_its_host_hears_of_the_end_however_it_comes(club: Club):
    left, played = compared(), compared(title="poll")
    services.leave(game=left, user=at(left, 0).user)
    assert [game.pk for game in club.ended] == [left.pk]
    left.refresh_from_db()
    assert (left.status, left.ended_by) == (Status.CANCELLED, "left")
    rng = Random(1)
    while played.is_running:
        played = step(played, rng)
    assert [game.pk for game in club.ended] == [left.pk, played.pk]


def test_there_is_no_rematch(club: Club):
    game, rng = compared(title="poll"), Random(1)
    while game.is_running:
        game = step(game, rng)
    player = at(game, 0)
    with pytest.raises(NoSeat, match="once"):
        services.rematch(game=game, user=player.user)
