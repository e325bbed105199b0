"""What is in the open data of a month: which games, whose names, and how each game is written.

It has only what everyone may see of a game that is over: no private games, no chat, notes or
clocks. It has no numbers of games, and days instead of times.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from hashlib import sha256
from itertools import product
from typing import Any, Final

from django.contrib.auth.models import AnonymousUser

from games.accounts.models import User
from games.club.models import Pseudonym
from games.play.access import Access
from games.play.models import Game, Holder, Pace, Player, Status
from games.play.pages.record import record_text
from games.play.seat_history import SeatHistory
from games.ratings.models import Pool, Reason, Result, ResultSeat
from games.rules import TITLES

FORM: Final = 1
"""Increases when the same games are written in another way, so that all months are made again."""

BATCH: Final = 200
"""How many games are in memory at a time."""


@dataclass(frozen=True)
class Month:
    """A month of the calendar, in UTC; `str` writes it as '2026-11'."""

    year: int
    month: int

    def __str__(self) -> str:
        return f"{self.year:04}-{self.month:02}"

    @classmethod
    def of(cls, moment: datetime) -> "Month":
        """Return the month that a moment is in."""
        day = moment.astimezone(UTC)
        return cls(day.year, day.month)

    @property
    def begins(self) -> datetime:
        return datetime.combine(date(self.year, self.month, 1), time.min, UTC)

    @property
    def next(self) -> "Month":
        return Month(self.year + self.month // 12, self.month % 12 + 1)


def first_month() -> Month | None:
    """Return the month in which the first rated game ended, None if there is none yet."""
    firsts = [rated.order_by("ended").values_list("ended", flat=True).first() for rated in _rated()]
    return min((Month.of(ended) for ended in firsts if ended), key=str, default=None)


def fingerprint(month: Month) -> tuple[str, int]:
    """Return what changes with the games of a month and with who is named, and how many these are.

    It reads no moves, so it is cheap.
    """
    found, games = sha256(f"{FORM}\n".encode()), 0
    for batch in _batches(month):
        public = set(_public(batch).values_list("pk", flat=True))
        seats = list(
            ResultSeat.objects.filter(result__game__in=public)
            .order_by("result__ended", "result__game", "seat", "pk")
            .values_list("result__game", "seat", "user", "bot")
        )
        named = _named({user for *_, user, _ in seats if user})
        for game, seat, user, bot in seats:
            who = named.get(user)
            row = [game, seat, who and user, who and (who.name, who.is_bot_account), bot]
            found.update(f"{json.dumps(row)}\n".encode())
        games += len(public)
    return found.hexdigest(), games


def written(month: Month) -> Iterator[tuple[str, str]]:
    """Yield each game of a month as a record and as a line of JSON, in the order of their ends."""
    number = 0
    for batch in _batches(month):
        games = _public(batch).in_bulk()
        results = list(Result.objects.with_seats().filter(game__in=games).in_order())
        players: dict[int, list[Player]] = {}
        for player in Player.objects.filter(game__in=games).select_related("user"):
            players.setdefault(player.game_id, []).append(player)
        labels = _labels(seat.user_id for result in results for seat in result.seats.all())
        for result in results:
            number += 1
            game = games[result.game]
            yield (
                _record(game, players[game.pk], labels),
                _line(number, game, result, labels),
            )


def _rated() -> Iterator[Any]:
    """Yield the rated games with a result, of each title and pool: each by an index."""
    for title, pool in product(TITLES, Pool.values):
        yield Result.objects.filter(title=title, kind=pool, reason=Reason.NONE)


def _batches(month: Month) -> Iterator[list[int]]:
    """Yield the numbers of a month's rated games, in the order of their ends."""
    ended = {"ended__gte": month.begins, "ended__lt": month.next.begins}
    rows = [row for rated in _rated() for row in rated.filter(**ended).values_list("ended", "game")]
    numbers = [game for _, game in sorted(rows)]
    for start in range(0, len(numbers), BATCH):
        yield numbers[start : start + BATCH]


def _public(numbers: Iterable[int]) -> Any:
    """Return the games whose whole record everyone may see."""
    return Game.objects.filter(
        pk__in=numbers,
        status=Status.OVER,
        private=False,
        hot_seat=False,
        set_aside_at=None,
        result__isnull=False,
    )


@dataclass(frozen=True)
class _Named:
    """An account: its name if its person or the owner of the bot account allows that, or ''."""

    name: str
    is_bot_account: bool

    def told(self, pseudonym: str) -> str:
        """Return what stands for the account. No name has a colon or a #, so none is mistaken."""
        if self.is_bot_account:
            return f"bot-account:{self.name or f'#{pseudonym}'}"
        return self.name or f"player:{pseudonym}"


def _named(people: Iterable[int]) -> dict[int, _Named]:
    """Return those of these people who have an account; bot accounts are named as owners allow."""
    allows = "profile__named_in_open_data"
    rows = User.objects.filter(pk__in=people).values_list(
        "pk", "username", "is_active", allows, "owner", "owner__is_active", f"owner__{allows}"
    )
    return {
        pk: _Named(
            name if active and ((owner_active and owners) if owner else own) else "", bool(owner)
        )
        for pk, name, active, own, owner, owner_active, owners in rows
    }


def _labels(people: Iterable[int | None]) -> dict[int, str]:
    """Return what stands for these people, whose pseudonyms are made where they have none yet."""
    named = _named({each for each in people if each is not None})
    others = [pk for pk, each in named.items() if not each.name]
    known = Pseudonym.objects.filter(user__in=others)
    new = set(others) - set(known.values_list("user", flat=True))
    Pseudonym.objects.bulk_create((Pseudonym(user_id=pk) for pk in new), ignore_conflicts=True)
    pseudonyms = dict(known.values_list("user", "name"))
    return {pk: each.told(pseudonyms.get(pk, "")) for pk, each in named.items()}


def _label(user: int | None, bot: str, seat: int, labels: Mapping[int, str]) -> str:
    """Return what stands for a seat's holder; whose account is gone has nothing of their own."""
    if bot:
        return f"bot:{bot}"
    return labels.get(user or 0) or f"former:{seat + 1}"


def _record(game: Game, players: list[Player], labels: Mapping[int, str]) -> str:
    def called(holder: Player | Holder) -> str:
        seat = holder.seat if isinstance(holder, Player) else holder.player.seat
        return _label(holder.user_id, holder.bot, seat, labels)

    access = Access.read(game, AnonymousUser(), players, game.position())
    access.seat_history = SeatHistory.of(game, players, called)
    return record_text(access, days=True)


def _line(number: int, game: Game, result: Result, labels: Mapping[int, str]) -> str:
    pace = {"kind": game.pace, "hours": game.hours}
    if game.pace == Pace.BANK:
        pace["bank_hours"] = game.bank_hours
    told = {
        "number": number,
        "title": game.title,
        "rules": game.rules_version,
        "board": result.board,
        "options": game.rules().complete(game.options, result.players),
        "pool": result.kind,
        "started": _day(game.started),
        "ended": _day(game.ended),
        "pace": pace,
        "moves": game.moves_made,
        "ended_by": game.ended_by,
        "players": [
            {
                "seat": seat.seat + 1,
                "starts": seat.starts + 1,
                "name": _label(seat.user_id, seat.bot, seat.seat, labels),
                "part": seat.part,
                "place": seat.place,
                "score": seat.score,
            }
            for seat in result.seats.all()
        ],
    }
    return json.dumps(told, ensure_ascii=False, separators=(",", ":"))


def _day(moment: datetime | None) -> str | None:
    return None if moment is None else moment.astimezone(UTC).date().isoformat()
