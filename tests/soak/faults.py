"""Faults that are planted in the site, each with the law that finds it.

Each takes the place of something in the site's code as long as the context lasts.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any, Final, NamedTuple
from unittest.mock import patch
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db import transaction
from django.db.models import F
from django.utils import timezone

from games.accounts import middleware
from games.api import orders as api
from games.league import results
from games.league.models import Season
from games.league.services import starting
from games.league.system.movement import Divided, Seed, divided
from games.play import services
from games.play.engine import absence, conditional, pausing, session, timing, votes
from games.play.engine.clock import Rest, counted
from games.play.errors import NotYourTurn
from games.play.letters import context
from games.play.letters.context import LetterContext
from games.play.models import Holder
from games.play.services import turns
from games.post.models import Channel
from games.post.notifications.base import Notification
from games.post.services import delivery
from games.post.services import orders as ordering
from games.post.transports.mail import Mail
from games.post.transports.push import Push
from games.rules.errors import IllegalOrder

Planted = AbstractContextManager[Any]
OFTEN: Final = 5
"""Every confirmation or mail of so many goes wrong."""
HOUR = timedelta(hours=1)


class Fault(NamedTuple):
    """What goes wrong, the name of the law that finds it, and how it is planted."""

    told: str
    law: str
    plant: Callable[[], Planted]


def _some(act: Callable[..., Any], other: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function that does the one, and every so often the other."""
    times = 0

    def either(*args: Any, **kwargs: Any) -> Any:
        nonlocal times
        times += 1
        return (act if times % OFTEN else other)(*args, **kwargs)

    return either


def _rolled_back() -> Planted:
    real = turns._confirm

    def forget(*args: Any) -> Any:
        game = real(*args)
        transaction.set_rollback(True)
        return game

    return patch.object(turns, "_confirm", _some(real, forget))


def _played_again() -> Planted:
    real = turns._confirm

    def twice(of: session.GameSession, player: Any, orders: Sequence[str]) -> Any:
        for text in orders:
            try:
                return real(of, player, [*orders, text])
            except (IllegalOrder, NotYourTurn):
                of = session.GameSession(of.game)
                player = of.players[player.seat]
        return real(of, player, orders)

    return patch.object(turns, "_confirm", twice)


def _for_any_version() -> Planted:
    return patch.object(turns, "check_version", _nothing)


def _answered_anew() -> Planted:
    def anew(token: Any, key: str, asked: object, act: Callable[[], Any]) -> Any:
        return act()

    return patch.object(api, "once", anew)


def _sent_again() -> Planted:
    real = Mail.send

    def twice(self: Mail, *what: Any) -> None:
        real(self, *what)
        real(self, *what)

    return patch.object(Mail, "send", _some(real, twice))


def _not_sent() -> Planted:
    return patch.object(Mail, "send", _some(Mail.send, _nothing))


def _nothing(*_: Any, **__: Any) -> None:
    """Do nothing."""


def _misdirected() -> Planted:
    def other(letter: Any) -> str:
        return real(letter) if letter.channel else "somebody-else@example.org"

    real = delivery._address
    return patch.object(delivery, "_address", _some(real, other))


def _to_another_phone() -> Planted:
    def other(letter: Any) -> str:
        others = Channel.objects.exclude(user=letter.recipient_id)
        return others.latest("pk").url if letter.channel else real(letter)

    real = delivery._address
    return patch.object(delivery, "_address", _some(real, other))


def _not_pushed() -> Planted:
    real = ordering._through_channels
    return patch.object(ordering, "_through_channels", _some(real, lambda letters: []))


def _pushed_again() -> Planted:
    real = Push.send

    def twice(self: Push, *what: Any) -> None:
        real(self, *what)
        real(self, *what)

    return patch.object(Push, "send", _some(real, twice))


@contextmanager
def _held_back() -> Iterator[None]:
    real, held = Push.send, list[tuple[datetime, Any]]()

    def later(*what: Any) -> None:
        held.append((timezone.now(), what))
        while held and held[0][0] < timezone.now() - HOUR:
            real(*held.pop(0)[1])

    with patch.object(Push, "send", later):
        yield
    for _, what in held:
        real(*what)


@contextmanager
def _never_halted() -> Iterator[None]:
    def as_it_was(of: session.GameSession, wait: Any) -> None:
        wait.budget = max(wait.budget, wait.used + HOUR)

    with (
        patch.object(pausing.timing, "halt", _nothing),
        patch.object(pausing.timing, "go_on_after_pause", as_it_was),
    ):
        yield


def _by_the_wall() -> Planted:
    def wrong(start: datetime, end: datetime, rest: Rest) -> timedelta:
        zone = rest.zone if isinstance(rest.zone, ZoneInfo) else ZoneInfo("UTC")
        first, last = start.astimezone(zone), end.astimezone(zone)
        hour = (last.utcoffset() or timedelta()) - (first.utcoffset() or timedelta())
        return counted(start, end, rest) + hour

    return patch.object(timing, "counted", wrong)


def _unbroken() -> Planted:
    return patch.object(conditional, "break_at", _nothing)


def _kept() -> Planted:
    return patch.object(services, "remove_standing_order", _nothing)


def _counted_twice() -> Planted:
    real = votes.verdict

    def doubled(ballots: Sequence[str], voters: int, agreement: str) -> str | None:
        return real([*ballots, *ballots], voters, agreement)

    return patch.object(votes, "verdict", doubled)


def _not_ended() -> Planted:
    real = absence.change_hands

    def shared(game: Any, player: Any, how: Any, now: datetime, **whose: Any) -> None:
        real(game, player, how, now, **whose)
        before = Holder.objects.filter(player=player).exclude(until=None)
        before.update(end_move=F("end_move") + 5)

    return patch.object(absence, "change_hands", shared)


def _not_listed() -> Planted:
    return patch.object(absence, "note_free_seats", _nothing)


def _in_the_language_of_the_site() -> Planted:
    real = Notification.language_for

    def other(self: Notification, letter: Any) -> str:
        return settings.LANGUAGE_CODE

    return patch.object(Notification, "language_for", _some(real, other))


def _page_in_the_language_of_the_site() -> Planted:
    def other(user: Any) -> str:
        return settings.LANGUAGE_CODE

    return patch.object(middleware, "language_of", _some(middleware.language_of, other))


def _told_to_all() -> Planted:
    real = context.entries_of

    def told(game: Any, moves: Any, state: Any, history: Any, viewer: Any) -> Any:
        log, everyone = game.moves.all(), range(game.players.count())
        public = {entry.sentence for entry in real(game, log, state, history, None)}
        known = [entry for seat in everyone for entry in real(game, log, state, history, seat)]
        secrets = [entry for entry in known if entry.sentence not in public]
        return [*real(game, moves, state, history, viewer), *secrets]

    return patch.object(context, "entries_of", told)


def _pushed_to_all() -> Planted:
    real = LetterContext.written

    def told(self: LetterContext, *, short: str, **more: Any) -> Any:
        if self.letter.channel and self.game.state is not None:
            log, everyone = self.game.moves.all(), [None, *range(len(self.players))]
            public, *known = (
                {entry.sentence for entry in context.entries_of(*what, seat)}
                for what in [(self.game, log, self.state, self.seat_history)]
                for seat in everyone
            )
            short = next(iter(sorted(set().union(*known) - public)), short)
        return real(self, short=short, **more)

    return patch.object(LetterContext, "written", told)


def _worth_points() -> Planted:
    real = results.result_of
    return patch.object(results, "result_of", lambda table: replace(real(table), lost=frozenset()))


def _where_they_were() -> Planted:
    def entered(season: Season, people: list[int]) -> Divided:
        return divided([Seed(person) for person in people], ())

    return patch.object(starting, "divisions_of", entered)


FAULTS: Final = (
    Fault("a confirmed move is gone", "what is confirmed is played once", _rolled_back),
    Fault("a move is played twice", "what is confirmed is played once", _played_again),
    Fault("a letter is sent twice", "no letter comes twice", _sent_again),
    Fault("a letter is never sent", "what was sent has come", _not_sent),
    Fault("a mail goes to somebody else", "letters go to their readers", _misdirected),
    Fault("a clock runs while the game is paused", "clocks count waking hours", _never_halted),
    Fault("a clock counts by the wall clock", "clocks count waking hours", _by_the_wall),
    Fault(
        "a broken conditional turn plays",
        "conditional turns wait for what they suppose",
        _unbroken,
    ),
    Fault(
        "a standing order answers after it was withdrawn",
        "standing orders answer while they stand",
        _kept,
    ),
    Fault("a vote counts twice", "votes count each person once", _counted_twice),
    Fault("a seat has two holders", "each seat has one holder", _not_ended),
    Fault("a seat on offer is not listed", "games with free seats are listed", _not_listed),
    Fault("a mail tells what others hold", "letters tell no secrets", _told_to_all),
    Fault(
        "a mail is in the language of the site",
        "no word is in the wrong language",
        _in_the_language_of_the_site,
    ),
    Fault(
        "a page is in the language of the site",
        "no word is in the wrong language",
        _page_in_the_language_of_the_site,
    ),
    Fault(
        "orders count for a position that is gone",
        "what is confirmed is played once",
        _for_any_version,
    ),
    Fault(
        "a request of a program is answered anew",
        "what is sent again is answered as before",
        _answered_anew,
    ),
    Fault("a push goes to somebody else's phone", "letters go to their readers", _to_another_phone),
    Fault("a turn is not pushed", "each turn is pushed", _not_pushed),
    Fault("a push is sent twice", "no letter comes twice", _pushed_again),
    Fault("a push comes after its turn", "no push comes after its turn", _held_back),
    Fault("a push tells what others hold", "letters tell no secrets", _pushed_to_all),
    Fault("a seat that was lost brings points", "no standing is wrong", _worth_points),
    Fault("nobody moves after a season", "people move by their standings", _where_they_were),
)
