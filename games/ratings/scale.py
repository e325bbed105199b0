"""How ratings are shown."""

from dataclasses import dataclass

START = 1500
"""The rating of someone who has not played yet."""

POINTS = 200
"""Points per unit of the model, so that a lead of 200 means coming first of two in 76 of 100."""

LISTED_GAMES = 5
LISTED_DEVIATION = 110
"""A rating is listed from this many games on, while it is at least that certain."""


@dataclass(frozen=True)
class Shown:
    """A rating as people see it: `1620 ± 90`.

    Skill is within ± of the rating in about two of three cases: it is one standard deviation.
    """

    rating: int
    deviation: int

    @classmethod
    def of(cls, mean: float, deviation: float) -> "Shown":
        """Return how to show an estimate of the model."""
        return cls(round(START + POINTS * mean), round(POINTS * deviation))

    def __str__(self) -> str:
        return f"{self.rating} ± {self.deviation}"

    def is_listed(self, games: int) -> bool:
        """Return whether a rating after `games` games belongs on a leaderboard."""
        return games >= LISTED_GAMES and self.deviation <= LISTED_DEVIATION
