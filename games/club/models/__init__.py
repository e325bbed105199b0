"""The models of the club: figures of games, what they add up to, and leaderboards."""

from games.club.models.figures import Crowd, GameFigures, SeatFigures, Variant
from games.club.models.open_data import OpenChunk, OpenFile, OpenMonth, Pseudonym
from games.club.models.opening import Kind as OpeningKind
from games.club.models.opening import Opening
from games.club.models.report import About, Answer, Report
from games.club.models.standing import GAMES_IN_MONTH, Standing, months
from games.club.models.tally import Band, Kind, Tally
from games.club.models.waiting import SavedSearch, TableWish

__all__ = [
    "GAMES_IN_MONTH",
    "About",
    "Answer",
    "Band",
    "Crowd",
    "GameFigures",
    "Kind",
    "OpenChunk",
    "OpenFile",
    "OpenMonth",
    "Opening",
    "OpeningKind",
    "Pseudonym",
    "Report",
    "SavedSearch",
    "SeatFigures",
    "Standing",
    "TableWish",
    "Tally",
    "Variant",
    "months",
]
