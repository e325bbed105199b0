"""The notification that a game is paused."""

from dataclasses import dataclass

from games.play.letters.base import LastingPauseNotification


@dataclass(frozen=True)
class Paused(LastingPauseNotification):
    """Says how long the game is paused."""

    kind = "paused"

    def news(self, until: str) -> tuple[str, str]:
        paused = "The staff of this site paused the game" if self.by_staff else "The game is paused"
        sentence = (
            f"{paused} until {until} at the latest. Clocks are stopped, but you can still move."
        )
        return "the game is paused", sentence
