"""How the seasons of a league or cup work, for those who think of taking part."""

from dataclasses import dataclass
from datetime import timedelta

from games.league.models import Kind, League
from games.league.pages.words import pace
from games.league.policies import LARGEST_CUP
from games.league.system.movement import MOVING
from games.league.system.points import POINTS
from games.league.system.schedule import SMALLEST
from games.league.terms import CLOSING, GRACE, TAKE_BACK
from games.play.language import say
from games.rules.common.message import Told, series, term

_HOUR = timedelta(hours=1)


@dataclass(frozen=True)
class How:
    """What `league/how.html` says.

    Each entry plays so many `games` at once. `points` are those for the places of a table, as
    '10, 6, 3 and 1', and `pace` says in sentences how time is counted.
    """

    is_cup: bool
    games: int
    points: str
    pace: str
    least: int = SMALLEST
    most: int = LARGEST_CUP
    moving: int = MOVING
    grace_hours: int = GRACE // _HOUR
    take_back_hours: int = TAKE_BACK // _HOUR
    closing_days: int = CLOSING.days

    @classmethod
    def of(cls, league: League) -> "How":
        return cls(
            is_cup=league.kind == Kind.CUP,
            games=league.seats,
            points=_in_words(POINTS[league.seats]),
            pace=pace(league),
        )


def _in_words(points: tuple[int, ...]) -> str:
    """Return the points for the places: '10, 6, 3 and 1'."""
    return say(term("points", "{points}", points=series([Told(str(each)) for each in points])))
