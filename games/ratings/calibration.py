"""How well predictions came true."""

from dataclasses import dataclass
from typing import Any

from games.ratings.models import Ladder, Pool
from games.ratings.skill import Calibration


@dataclass(frozen=True)
class Bin:
    """Pairs predicted between two chances, in percent: how many, their mean prediction, the truth.

    `predicted` and `came` are percentages, None without pairs; a tie counts as half.
    """

    least: int
    most: int
    pairs: int
    predicted: float | None
    came: float | None


@dataclass(frozen=True)
class Calibrated:
    """The calibration of a title: ten bins, and the mean log loss of our predictions and of Elo's.

    All were made before each game, from the games of earlier days alone. Less loss is better; a
    coin has .693.
    """

    games: int
    pairs: int
    bins: tuple[Bin, ...]
    loss: float
    elo_loss: float


def stored(calibration: Calibration) -> dict[str, Any]:
    """Return what a ladder keeps of a calibration."""
    return {
        "pairs": calibration.pairs,
        "loss": calibration.loss,
        "elo_loss": calibration.elo_loss,
        "bins": calibration.bins,
    }


def calibration(title: str) -> Calibrated | None:
    """Return how well a title's predictions came true, as of last night; None without any."""
    ladder = Ladder.objects.filter(title=title, pool=Pool.PEOPLE).first()
    kept = ladder.calibration if ladder else {}
    if ladder is None or not kept.get("pairs"):
        return None
    pairs = kept["pairs"]
    bins = tuple(
        Bin(
            least=50 + 5 * number,
            most=55 + 5 * number,
            pairs=count,
            predicted=100 * predicted / count if count else None,
            came=100 * came / count if count else None,
        )
        for number, (count, predicted, came) in enumerate(kept["bins"])
    )
    return Calibrated(ladder.games, pairs, bins, kept["loss"] / pairs, kept["elo_loss"] / pairs)
