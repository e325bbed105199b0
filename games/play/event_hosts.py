"""Hosts of events: what a higher room decides about the games of its events, such as a league.

The room registers one `EventHost` for the kind of its events when its app is ready. Games without
an event have no host, and asking for theirs takes no query.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from random import Random
from typing import Any, NamedTuple, Protocol

from games.play.models import Event, Game, Player
from games.rules.title import Order


class Place(NamedTuple):
    """Where a game stands in its event: 'Season 3, division 2', in the language of the reader.

    `url` is the path of the page about it.
    """

    text: str
    url: str


class Sources(Protocol):
    """Where a game gets its chances from, in place of the system's random source.

    What bots play in a position is kept, since they think by time: a position has a digest, and the
    seat of a bot that is asked in it.
    """

    def draw(self, kind: str, number: int, outcomes: Sequence[tuple[Order, float]]) -> Order:
        """Return what chance does: the draw with this number, from 1, of a kind in the game.

        `kind` is the verb of the outcomes, which come with probabilities that sum to 1.
        """

    def rng(self, digest: str) -> Random:
        """Return what bots choose with in the position with this digest."""

    def answer(self, digest: str, seat: int) -> str:
        """Return the order that a bot has played in a position, '' if none has been kept."""

    def keep(self, digest: str, seat: int, order: str) -> str:
        """Keep the order of a bot in a position; return it, or what was kept before."""


@dataclass(frozen=True)
class Comparison:
    """What decides about games that people play apart and compare: each alone against bots.

    `sources` returns what a game draws from. `may_see` says whether a visitor may see someone
    else's private game: nobody may learn from one what they will meet in their own. `ended` is
    called in the transaction in which a game ends, with or without a result, under its lock.
    `counts_until` is when a game must be over, which is told in place of its clock. In such a game
    there are no hints, and it ends without a result if its person leaves.
    """

    sources: Callable[[Game], Sources]
    may_see: Callable[[Game, Any], bool]
    ended: Callable[[Game], None]
    counts_until: Callable[[Game], datetime]


@dataclass(frozen=True)
class EventHost:
    """What decides about the games of all events of a `kind`.

    `obstacle_to_joining` says why a visitor, who may be signed out, cannot take a free seat of a
    game, as a sentence; '' if they may. `grace` returns how much more time a player gets before a
    timeout counts, none for `timedelta()`. It is asked under the game's lock and in the transaction
    that gives this time, so a host notes there what it has given; when that has run out too, it is
    asked again. For as long as `take_back`, players whose seat is on offer can take it back, and
    then the host gives it away; None if anyone can take it. `lost` returns what it means for
    somebody that they have lost a seat in a game, in sentences, '' if they have not or it means no
    more. `places` returns where games stand, by their ids. Of the kinds in `forbidden_votes`
    (`VoteKind`) there are no votes; without those to cancel, nor can others cancel a game because
    someone is absent. `stand_in` is the bot that plays for those who left. A host that
    `tells_start` writes to players itself once several of their games have begun: they get no email
    about the start of each, nor about a turn that they have from the start. Where the
    `first_seat_starts`, the start player is not drawn. `comparison` is set if its games are
    compared.
    """

    kind: str
    obstacle_to_joining: Callable[[Game, Any], str]
    grace: Callable[[Game, Player, datetime], timedelta]
    places: Callable[[Collection[int]], Mapping[int, Place]]
    stand_in: str
    forbidden_votes: Collection[str] = field(default=frozenset())
    tells_start: bool = False
    first_seat_starts: bool = False
    take_back: timedelta | None = None
    lost: Callable[[Game, Any], str] = lambda game, user: ""
    comparison: Comparison | None = None


_hosts: dict[str, EventHost] = {}


def register(host: EventHost) -> None:
    """Register the host of a kind of events; raises ValueError if the kind is '' or has another."""
    if not host.kind or _hosts.setdefault(host.kind, host) is not host:
        raise ValueError(f"Events of the kind {host.kind!r} can't have this host; name another.")


def host_of(game: Game) -> EventHost | None:
    """Return the host of a game's event, None if it has none; no query without an event."""
    return None if game.event is None else _hosts.get(game.event.kind)


def comparison_of(game: Game) -> Comparison | None:
    """Return what decides about a game that is compared with others, None for any other game."""
    host = host_of(game)
    return None if host is None else host.comparison


def counts_until(game: Game) -> datetime | None:
    """Return when a game that is compared must be over, None for any other game."""
    comparison = comparison_of(game)
    return None if comparison is None else comparison.counts_until(game)


def is_kept_apart(game: Game) -> bool:
    """Return whether a game is compared with others that may still be played."""
    return game.private and comparison_of(game) is not None


def compared_kinds() -> list[str]:
    """Return the kinds of events whose games are compared."""
    return [kind for kind, host in _hosts.items() if host.comparison is not None]


def place_of(game: Game) -> Place | None:
    """Return where a game stands in its event, None if nobody hosts it."""
    host = host_of(game)
    return None if host is None else host.places([game.pk]).get(game.pk)


def places_of(games: Collection[Game]) -> dict[int, Place]:
    """Return where games stand in their events, by id; those that nobody hosts are left out.

    One query for all events, besides those of their hosts.
    """
    events = {game.event_id for game in games if game.event_id is not None}
    if not events:
        return {}
    hosted = Event.objects.exclude(kind="").filter(pk__in=events)
    kinds = dict(hosted.values_list("pk", "kind"))
    found: dict[int, Place] = {}
    for kind in set(kinds.values()) & set(_hosts):
        theirs = [game.pk for game in games if game.event_id and kinds.get(game.event_id) == kind]
        found.update(_hosts[kind].places(theirs))
    return found
