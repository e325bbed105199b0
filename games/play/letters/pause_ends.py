"""The notification that a pause is about to end."""

from dataclasses import dataclass

from games.play.letters.base import LastingPauseNotification
from games.play.models import AFTER_PAUSE
from games.play.pages.time_left import span


@dataclass(frozen=True)
class PauseEnds(LastingPauseNotification):
    """Says when the clocks start again."""

    kind = "pause_ends"
    urgent = True

    def news(self, until: str) -> tuple[str, str]:
        sentence = (
            f"The pause ends {until}, and clocks run again then. "
            f"None of them ends within {span(AFTER_PAUSE)} of it."
        )
        return "the pause is about to end", sentence
