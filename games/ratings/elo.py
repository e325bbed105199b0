"""Pairwise Elo, to compare with: every pair of a game is a little game of its own."""

from games.ratings.skill import Played, outcomes

STEP = 24.0
"""How much a won pair moves a rating at most, divided by the number of opponents."""

SCALE = 400.0


def expected(rating: float, other: float) -> float:
    """Return the probability that the first comes before the second."""
    return float(1 / (1 + 10 ** ((other - rating) / SCALE)))


class Elo:
    """Ratings that change with each game; `ratings` has who has played."""

    def __init__(self, step: float = STEP) -> None:
        self.step = step
        self.ratings: dict[int | str, float] = {}

    def play(self, game: Played) -> list[float]:
        """Rate a game; return what was predicted of pairs i < j before it."""
        before = [self.ratings.get(entrant.who, 0.0) for entrant in game.entrants]
        after = list(before)
        pairs = []
        for i, j, outcome in outcomes(game):
            predicted = expected(before[i], before[j])
            change = self.step * (outcome - predicted) / max(1, len(before) - 1)
            after[i] += change
            after[j] -= change
            pairs.append(predicted)
        for entrant, rating in zip(game.entrants, after, strict=True):
            self.ratings[entrant.who] = rating
        return pairs
