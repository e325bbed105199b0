"""The models of the club: figures of finished games."""

from games.club.models.figures import Crowd, GameFigures, SeatFigures, Variant

__all__ = ["Crowd", "GameFigures", "SeatFigures", "Variant"]
