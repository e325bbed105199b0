"""The models of the club: figures of finished games, and what they add up to."""

from games.club.models.figures import Crowd, GameFigures, SeatFigures, Variant
from games.club.models.tally import Band, Kind, Tally

__all__ = ["Band", "Crowd", "GameFigures", "Kind", "SeatFigures", "Tally", "Variant"]
