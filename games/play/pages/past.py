"""The table as it was after an earlier move."""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.urls import reverse

from games.drawing import DRAWINGS
from games.drawing.live import Live
from games.play.access import Access
from games.play.history import OPENING, state_after
from games.play.language import say, spoken
from games.play.models import Game, Log
from games.play.pages.desks import own_and_others
from games.play.pages.log import Entry, entries_of, steps_of, touched_by
from games.play.seat_history import Handover
from games.rules.common.message import Player as PlayerName
from games.rules.common.message import Told, message, term

GAP = 0.2
"""Between the bands of two turns, as a part of the width of a move."""


class TurnSpan(NamedTuple):
    """The numbers of a turn's moves; `seat` is whose turn it was, None during setup."""

    first: int
    last: int
    seat: int | None


class Link(NamedTuple):
    """A link to another move; `url` is '' if there is none that way."""

    id: str
    words: str
    sign: str
    url: str


_LINKS = (
    ("turn-before", term("link", "Back a turn"), "«"),
    ("move-before", term("link", "Back a move"), "‹"),
    ("move-after", term("link", "Next move"), "›"),
    ("turn-after", term("link", "Next turn"), "»"),
)


@dataclass(frozen=True)
class PastTable:
    """The table after move `number`, as the visitor's seat saw it, with the names of that time.

    `turns` are all turns of the game. `steps` are the moves of the turn of this move up to it, in
    words, as `games.play.pages.log.steps_of` returns them, `heading` names the turn, and `seat` is
    whose it was, None during setup. `goes_on` says whether the game was not over yet. `desk` is the
    visitor's own, '' for a spectator.
    """

    game: Game
    number: int
    board: str
    live: Live
    desk: str
    other_desks: list[str]
    turns: Sequence[TurnSpan]
    heading: str
    seat: int | None
    steps: Sequence[tuple[int, Entry | Handover]]
    goes_on: bool

    @classmethod
    def of(cls, access: Access, number: int) -> "PastTable":
        """Build the table after a move; 0 is the table before the first."""
        game, history = access.game, access.seat_history
        title, drawing, language = game.rules(), DRAWINGS[game.title], spoken()
        names = history.at(number)
        state = state_after(game, number)
        view = title.view(state, access.seat)
        turns = _turns_of(game)
        turn = turns[_place(turns, number)] if number else TurnSpan(0, 0, None)
        # The moves of the setup belong to nobody, and there may be many.
        first = number if turn.seat is None else turn.first
        moves = Log(game).between(first, number)
        entries = entries_of(game, moves, state, history, access.seat)
        heading = say(term("turn", "Setting up") if number else term("turn", "The beginning"))
        if turn.seat is not None:
            player = PlayerName(history.at(turn.first)[turn.seat])
            heading = say(term("turn", "{player}'s turn", player=player))
        handovers = [each for each in history.handovers if first <= each.number <= number]
        touched = touched_by(game, moves, state)
        desks = drawing.desks(view, names, language)
        desk, other_desks = own_and_others(
            game.title, desks, view.to_move, levels=history.levels_at(number)
        )
        return cls(
            game=game,
            number=number,
            board=drawing.static(view.board, language),
            live=drawing.live(view, language, since=touched, names=names),
            desk=desk,
            other_desks=other_desks,
            turns=turns,
            heading=heading,
            seat=turn.seat,
            steps=steps_of(entries, handovers),
            goes_on=bool(view.to_move),
        )

    @property
    def told(self) -> str:
        """What happened in this move, for people who hear it."""
        entries = [each for each in self.steps if isinstance(each[1], Entry)]
        if not entries:
            return say(term("turn", "Before the first move"))
        return say(
            message(
                "Move {number}: {told}",
                number=self.number,
                told=Told(entries[-1][1].sentence),
            )
        )

    @property
    def told_by_turn(self) -> str:
        """What happened in this turn up to here, for people who hear it turn by turn."""
        entries = [each.sentence for _, each in self.steps if isinstance(each, Entry)]
        if not entries:
            return self.told
        return say(
            message(
                "{turn}, up to move {number}: {told}",
                turn=Told(self.heading),
                number=self.number,
                told=Told(" ".join(entries)),
            )
        )

    @property
    def is_early(self) -> bool:
        """Whether the move is in the opening of a game that began as all others do."""
        turns = [turn for turn in self.turns if turn.seat is not None]
        began = self.game.beginning is None and not self.game.hot_seat
        return began and self.number <= max((each.last for each in turns[:OPENING]), default=0)

    @property
    def share(self) -> float:
        """How far this move is in the game, from 0 to 1."""
        return self.number / max(1, self.game.moves_made)

    @property
    def links(self) -> list[Link]:
        """The ends of the turns before and after this move, and the moves next to it."""
        here = self.number
        ends = [0, *(turn.last for turn in self.turns)]
        numbers = (
            max((end for end in ends if end < here), default=None),
            here - 1 if here else None,
            here + 1 if here < ends[-1] else None,
            min((end for end in ends if end > here), default=None),
        )
        return [
            Link(name, say(words), sign, "" if number is None else _url(self.game, number))
            for (name, words, sign), number in zip(_LINKS, numbers, strict=True)
        ]

    @property
    def bands(self) -> list[tuple[int | None, str]]:
        """The turns of each seat as the path of an SVG that is as wide as there are moves."""
        paths: dict[int | None, list[str]] = {}
        for first, last, seat in self.turns:
            width = last - first + 1 - GAP
            paths.setdefault(seat, []).append(f"M{first - 1} 0h{width:g}v1h-{width:g}z")
        return [(seat, "".join(path)) for seat, path in paths.items()]


def _turns_of(game: Game) -> list[TurnSpan]:
    ends = {
        (turn, seat): last for turn, seat, last in Log(game).columns("turn", "on_turn", "number")
    }
    turns: list[TurnSpan] = []
    for (_, seat), last in sorted(ends.items(), key=lambda end: end[1]):
        turns.append(TurnSpan(turns[-1].last + 1 if turns else 1, last, seat))
    return turns


def _place(turns: Sequence[TurnSpan], number: int) -> int:
    """Return the index of the turn that a move belongs to."""
    return bisect_left(turns, number, key=lambda turn: turn.last)


def _url(game: Game, number: int) -> str:
    return reverse("play:move", args=[game.pk, number])
