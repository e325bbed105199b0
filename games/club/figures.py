"""The figures of a finished game: replay it once, and note what each turn brought."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from datetime import timedelta
from math import exp
from typing import Any, Self

from games.play.history import walk
from games.play.models import EndedBy, Game, Move, Wait
from games.rules.title import Figures as SeatFigures

VERSION = 1
"""Increase it when figures are computed in another way: all games are then recomputed."""
MOST_MOMENTS = 400
"""A game with more turns shows only some of them."""
MOST_TURNING_POINTS = 5
LEAST_SWING = 0.1
CERTAINTY, DOUBT = 2.0, 16.0
"""How many points of a lead make it e times as likely to win: the first at the end, their sum at
the start. In 100 games of bots this predicted the winner with a log loss of .90 in games of three
and 1.13 in games of four, over the whole game, where a guess has 1.10 and 1.39.
"""

Rows = dict[str, list[list[int]]]
"""Numbers by name, seat and moment."""


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """A move that changed who would win, estimated from points alone.

    `moment` is that of its turn, `before` and `after` are each seat's chance, from 0 to 1.
    """

    move: int
    moment: int
    seat: int
    before: list[float]
    after: list[float]

    @property
    def swing(self) -> float:
        """The largest change of anyone's chance."""
        return max(abs(one - two) for one, two in zip(self.before, self.after, strict=True))


@dataclass(frozen=True, slots=True)
class TimeUsed:
    """How long a seat's players took, as the clock counted: in all, and for a typical answer."""

    answers: int
    total: timedelta
    typical: timedelta


@dataclass(frozen=True, slots=True)
class Figures:
    """What a finished game shows.

    Moments are the beginning and the end of each turn, after the moves `moves`; `turns` are their
    numbers. `points` are the lines of the score sheet if the game had ended then, `levels` those of
    the title. `firsts` is the ability that each seat developed first, or ''. `starter` began.
    """

    moves: list[int]
    turns: list[int]
    points: Rows
    levels: Rows
    firsts: list[str]
    starter: int
    turning_points: list[TurningPoint] = field(default_factory=list)
    times: list[TimeUsed] = field(default_factory=list)

    @classmethod
    def of(cls, game: Game) -> Self:
        """Replay a finished game; raises RulesError if its log does not replay."""
        return cls._of(game, _Replay(game))

    @classmethod
    def _of(cls, game: Game, replay: "_Replay") -> Self:
        kept = _thinned(len(replay.moments))
        moments = [replay.moments[index] for index in kept]
        return cls(
            moves=[replay.ends[index] for index in kept],
            turns=[replay.turns[index] for index in kept],
            points=_rows([[seat.points for seat in seats] for seats in moments]),
            levels=_rows([[seat.levels for seat in seats] for seats in moments]),
            firsts=replay.firsts,
            starter=replay.starter,
            turning_points=replay.turning_points(kept),
            times=_times(game, len(replay.firsts)),
        )

    def to_json(self) -> dict[str, Any]:
        """Return the figures as plain JSON."""
        return asdict(self) | {
            "times": [
                [time.answers, time.total.total_seconds(), time.typical.total_seconds()]
                for time in self.times
            ]
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Self:
        """Return what `to_json` wrote."""
        points = [TurningPoint(**point) for point in data["turning_points"]]
        times = [
            TimeUsed(answers, timedelta(seconds=total), timedelta(seconds=typical))
            for answers, total, typical in data["times"]
        ]
        return cls(**{**data, "turning_points": points, "times": times})

    @property
    def players(self) -> int:
        return len(self.firsts)


def chances(totals: Sequence[int], left: float) -> list[float]:
    """Return each seat's chance to win, estimated from points; `left` is the part to come."""
    best, scale = max(totals), CERTAINTY + DOUBT * left
    weights = [exp((total - best) / scale) for total in totals]
    return [weight / sum(weights) for weight in weights]


class _Replay:
    """Plays a game again: the figures at the `ends` of its `turns`, and what each move changed."""

    def __init__(self, game: Game) -> None:
        title = game.rules()
        self.abilities = title.abilities
        seats = title.figures(game.first_position())
        self.ends, self.turns, self.moments = [0], [0], [seats]
        self.firsts = [""] * len(seats)
        self.starter = 0
        self.played: list[tuple[Move, int, list[int], list[int]]] = []
        for move, state in walk(game):
            before, seats = seats, title.figures(state)
            self._note(move, before, seats)

    def _note(
        self, move: Move, before: tuple[SeatFigures, ...], seats: tuple[SeatFigures, ...]
    ) -> None:
        if move.turn != self.turns[-1]:
            if self.turns[-1] == 0 and move.on_turn is not None:
                self.starter = move.on_turn
            self.ends.append(0)
            self.turns.append(move.turn)
            self.moments.append(seats)
        self.ends[-1], self.moments[-1] = move.number, seats
        if move.seat is not None:
            was, now = ([seat.points["total"] for seat in each] for each in (before, seats))
            self.played.append((move, len(self.turns) - 1, was, now))
        for seat, (old, new) in enumerate(zip(before, seats, strict=True)):
            for ability in self.abilities:
                if not self.firsts[seat] and new.levels[ability] > old.levels[ability]:
                    self.firsts[seat] = ability

    def turning_points(self, kept: list[int]) -> list[TurningPoint]:
        """Return the moves that changed most, at most one of each turn, in their order."""
        shown = {moment: index for index, moment in enumerate(kept)}
        best: dict[int, TurningPoint] = {}
        for number, (move, moment, was, now) in enumerate(self.played, 1):
            # The same part of the game is left before and after, so that only points count.
            left = 1 - number / len(self.played)
            point = TurningPoint(
                move=move.number,
                moment=shown.get(moment, shown[max(at for at in kept if at <= moment)]),
                seat=move.rules_seat,
                before=[round(chance, 3) for chance in chances(was, left)],
                after=[round(chance, 3) for chance in chances(now, left)],
            )
            if moment not in best or point.swing > best[moment].swing:
                best[moment] = point
        found = sorted(best.values(), key=lambda point: -point.swing)[:MOST_TURNING_POINTS]
        return sorted(
            (point for point in found if point.swing >= LEAST_SWING), key=lambda point: point.move
        )


def _thinned(number: int) -> list[int]:
    """Return the moments to keep, the first and the last among them."""
    step = -(-number // MOST_MOMENTS)
    return sorted({*range(0, number, step), number - 1})


def _rows(moments: Sequence[Sequence[Any]]) -> Rows:
    """Return lists of what each seat has at each moment, by name."""
    names = dict.fromkeys(name for seats in moments for seat in seats for name in seat)
    return {
        name: [[seats[seat].get(name, 0) for seats in moments] for seat in range(len(moments[0]))]
        for name in names
    }


def _times(game: Game, players: int) -> list[TimeUsed]:
    """Return the time that each seat used; bots use none."""
    used: list[list[timedelta]] = [[] for _ in range(players)]
    waits = Wait.objects.filter(player__game=game).exclude(ended_at=None)
    for seat, time, ended_by in waits.values_list("player__seat", "used", "ended_by"):
        if ended_by in (EndedBy.ANSWERED, EndedBy.CLOCK):
            used[seat].append(time)
    return [
        TimeUsed(
            answers=len(times),
            total=sum(times, timedelta()),
            typical=sorted(times)[len(times) // 2] if times else timedelta(),
        )
        for times in used
    ]
