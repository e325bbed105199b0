"""The models of ratings."""

from games.ratings.compared import Part
from games.ratings.models.flag import Flag, Suspicion
from games.ratings.models.rating import Anchor, Effect, Ladder, Pool, Rating
from games.ratings.models.result import Kind, Reason, Result, ResultSeat

__all__ = [
    "Anchor",
    "Effect",
    "Flag",
    "Kind",
    "Ladder",
    "Part",
    "Pool",
    "Rating",
    "Reason",
    "Result",
    "ResultSeat",
    "Suspicion",
]
