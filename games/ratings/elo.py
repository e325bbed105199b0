"""Pairwise Elo, to compare with: every pair of a game is a little game of its own."""

from collections.abc import Sequence

from games.ratings.skill import Played, outcomes

STEP = 24.0
"""How much a won pair moves a rating at most, divided by the number of opponents."""

SCALE = 400.0


def expected(rating: float, other: float) -> float:
    """Return the probability that the first comes before the second."""
    return float(1 / (1 + 10 ** ((other - rating) / SCALE)))


def predictions(
    games: Sequence[Played], step: float = STEP
) -> tuple[list[list[float]], dict[int | str, float]]:
    """Return the predictions before each game, of pairs i < j, and the ratings after the last."""
    ratings: dict[int | str, float] = {}
    made = []
    for game in games:
        before = [ratings.get(entrant.who, 0.0) for entrant in game.entrants]
        after = list(before)
        pairs = []
        for i, j, outcome in outcomes(game):
            predicted = expected(before[i], before[j])
            change = step * (outcome - predicted) / max(1, len(before) - 1)
            after[i] += change
            after[j] -= change
            pairs.append(predicted)
        made.append(pairs)
        for entrant, rating in zip(game.entrants, after, strict=True):
            ratings[entrant.who] = rating
    return made, ratings
