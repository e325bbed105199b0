"""Conditional lines in words, for the person who keeps them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.urls import reverse

from games.play.language import say, spoken
from games.play.models import ConditionalLine, Game, LineStatus, Log, Player
from games.play.seat_history import SeatHistory
from games.rules.common.lru import LRUCache
from games.rules.common.message import Told, message
from games.rules.title import AnyTitle
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
    told = [_told(line, player, history, names) for line in lines]
    return sorted(told, key=lambda line: not line.waits)


def broken_since(
    game: Game, player: Player, history: SeatHistory, names: Sequence[str]
) -> list[str]:
    """Return in sentences which lines of a player have been broken since their last move."""
    # Lines break only by moves, which make a new version of the game.
    key = (game.token, game.version, player.pk)
    lines = _broken.get(key, lambda: list(ConditionalLine.objects.broken_since_move_of(player)))
    told = [_told(line, player, history, names) for line in lines]
    failed = say(message("Your conditional turn wasn't played."))
    return [f"{failed} {line.broken}" for line in told]


def still_waiting(player: Player, history: SeatHistory, names: Sequence[str]) -> list[str]:
    """Return in sentences what the lines of a player wait for that still stand."""
    lines = ConditionalLine.objects.waiting(player.game).filter(player=player)
    told = [_told(line, player, history, names) for line in lines]
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
    line: ConditionalLine, player: Player, history: SeatHistory, names: Sequence[str]
) -> Line:
    game, seat = player.game, player.seat
    title, state = game.rules(), game.position()
    waits = line.status == LineStatus.WAITING
    parts = [
        Part(
            supposed=[_sentence(title, state, who, order, names, seat) for who, order in supposed],
            played=[_sentence(title, state, seat, order, names, seat) for order in orders],
            has_come=number < line.part,
            next=waits and number == line.part,
        )
        for number, (supposed, orders) in enumerate(line.parts)
    ]
    broken = url = ""
    move = Log(game).move(line.broken_by) if line.broken_by else None
    if line.status == LineStatus.BROKEN and move is not None:
        told = WORDINGS[title.id].describe(
            state,
            move.rules_seat,
            move.order,
            move.events,
            history.at(move.number),
            seat,
            spoken(),
        )
        broken = say(
            message("Broken by move {number}: {told}", number=move.number, told=Told(told))
        )
        url = reverse("play:move", args=[game.pk, move.number])
    return Line(
        pk=line.pk,
        status=str(LineStatus(line.status).label),
        waits=waits,
        free=line.free,
        parts=parts,
        broken=broken,
        url=url,
    )


def _sentence(
    title: AnyTitle, state: Any, seat: int, order: str, names: Sequence[str], viewer: int
) -> str:
    return WORDINGS[title.id].describe(state, seat, order, (), names, viewer, spoken())
