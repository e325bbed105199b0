"""Places of plans that are in the opening of their game, and what was played there in others."""

from urllib.parse import urlencode

from django.urls import reverse

from games.play.history import OPENING
from games.play.models import Game, Log
from games.rules.common.lru import LRUCache
from games.study.models import Plan
from games.study.plan.tree import Place

# What was played does not change, unless staff take it back: then plans begin with other positions.
_turns = LRUCache(1000)


def in_other_games(game: Game | None, place: Place, *, study: bool = False) -> str:
    """Return the URL of what was played in other games from a place of a plan, or of a study.

    It is '' if the place is not in the opening of a game that began as all others do.
    """
    if game is None or not _is_early(game, place):
        return ""
    url = reverse("club:game-opening", args=[game.pk, place.plan.number])
    if place.line is None:
        return url
    query = {"place": f"{place.line.pk}-{place.depth}"}
    if study:
        query["study"] = str(place.plan.pk)
    return f"{url}?{urlencode(query)}"


def _is_early(game: Game, place: Place) -> bool:
    plan, spots = place.plan, place.walk.spots
    if game.beginning is not None or game.hot_seat:
        return False
    turn, on_turn = _turn(game, plan)
    begun = spots[0].whose == on_turn
    steps = spots[place.depth - 1].turn - begun if place.depth else 0
    return turn + steps <= OPENING


def _turn(game: Game, plan: Plan) -> tuple[int, int | None]:
    """Return the number of the turn of the move that a plan begins after, and whose turn it was."""

    def look() -> tuple[int, int | None]:
        move = Log(game).move(plan.number)
        return (move.turn, move.on_turn) if move is not None else (0, None)

    found: tuple[int, int | None] = _turns.get((game.token, plan.number, plan.digest), look)
    return found
