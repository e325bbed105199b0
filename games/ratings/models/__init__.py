"""The models of ratings."""

from games.ratings.models.result import Kind, Part, Reason, Result, ResultSeat

__all__ = ["Kind", "Part", "Reason", "Result", "ResultSeat"]
