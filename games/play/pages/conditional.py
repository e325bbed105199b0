"""Conditional lines in words, for the person who keeps them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from django.urls import reverse

from games.play.language import say, spoken
from games.play.models import ConditionalLine, Game, LineStatus, Log, Player
from games.play.seat_history import SeatHistory
from games.rules.common.lru import LRUCache
from games.rules.common.message import Told, message
from games.wording import WORDINGS

_broken = LRUCache(500)


@dataclass(frozen=True)
class Part:
    """What a line supposes and then plays, in sentences; whether it `has_come`, or comes `next`."""

    supposed: Sequence[str]
    played: Sequence[str]
    has_come: bool
    next: bool


@dataclass(frozen=True)
class Line:
    """A conditional line; `broken` says by what, and `url` leads to the position after that move.

    `free` says that other things may happen as well.
    """

    pk: int
    status: str
    waits: bool
    free: bool
    parts: Sequence[Part]
    broken: str = ""
    url: str = ""


def lines_of(player: Player, history: SeatHistory, names: Sequence[str]) -> list[Line]:
    """Return the conditional lines of a player in their game, those that wait first."""
    lines = ConditionalLine.objects.filter(player=player, user=player.user_id).order_by("-pk")
    return sorted(_told(list(lines), player, history, names), key=lambda line: not line.waits)


def broken_since(
    game: Game, player: Player, history: SeatHistory, names: Sequence[str]
) -> list[str]:
    """Return in sentences which lines of a player have been broken since their last move."""
    # Lines break only by moves, which make a new version of the game.
    key = (game.token, game.version, player.pk)
    lines = _broken.get(key, lambda: list(ConditionalLine.objects.broken_since_move_of(player)))
    failed = say(message("Your conditional turn wasn't played."))
    return [f"{failed} {line.broken}" for line in _told(lines, player, history, names)]


def still_waiting(player: Player, history: SeatHistory, names: Sequence[str]) -> list[str]:
    """Return in sentences what the lines of a player wait for that still stand."""
    lines = ConditionalLine.objects.waiting(player.game).filter(player=player)
    told = _told(list(lines), player, history, names)
    parts = [next(part for part in line.parts if part.next) for line in told]
    return [
        say(
            message(
                "Your conditional turn still holds. If: {supposed} Then: {played}",
                supposed=Told(" ".join(part.supposed)),
                played=Told(" ".join(part.played)),
            )
        )
        for part in parts
    ]


def _told(
    lines: Sequence[ConditionalLine], player: Player, history: SeatHistory, names: Sequence[str]
) -> list[Line]:
    """Return lines of a player in words; one query if any of them is broken."""
    if not lines:
        return []
    game, seat = player.game, player.seat
    state, describe = game.position(), WORDINGS[game.title].describe

    def sentence(who: int, order: str) -> str:
        return describe(state, who, order, (), names, seat, spoken())

    numbers = {line.broken_by for line in lines if line.broken_by}
    broken = {
        move.number: describe(
            state,
            move.rules_seat,
            move.order,
            move.events,
            history.at(move.number),
            seat,
            spoken(),
        )
        for move in (Log(game).numbered(numbers) if numbers else ())
    }
    return [_line(line, player, sentence, broken) for line in lines]


def _line(
    line: ConditionalLine,
    player: Player,
    sentence: Callable[[int, str], str],
    broken: Mapping[int, str],
) -> Line:
    """Return a line of a player; `broken` has what the moves did that broke lines, by number."""
    waits = line.status == LineStatus.WAITING
    parts = [
        Part(
            supposed=[sentence(who, order) for who, order in supposed],
            played=[sentence(player.seat, order) for order in orders],
            has_come=number < line.part,
            next=waits and number == line.part,
        )
        for number, (supposed, orders) in enumerate(line.parts)
    ]
    by, told, url = line.broken_by, "", ""
    if line.status == LineStatus.BROKEN and by is not None and by in broken:
        told = say(message("Broken by move {number}: {told}", number=by, told=Told(broken[by])))
        url = reverse("play:move", args=[player.game_id, by])
    return Line(
        pk=line.pk,
        status=str(LineStatus(line.status).label),
        waits=waits,
        free=line.free,
        parts=parts,
        broken=told,
        url=url,
    )
