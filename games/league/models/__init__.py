"""The models of leagues and cups."""

from games.league.models.division import Division, LostBy, Table, TableSeat
from games.league.models.entry import Apart, Entry, EntryStatus, Moves, Substitute
from games.league.models.league import UNDER_WAY, Kind, League, Season, SeasonStatus

__all__ = [
    "UNDER_WAY",
    "Apart",
    "Division",
    "Entry",
    "EntryStatus",
    "Kind",
    "League",
    "LostBy",
    "Moves",
    "Season",
    "SeasonStatus",
    "Substitute",
    "Table",
    "TableSeat",
]
