"""The levels of bots that people choose from."""

from typing import NamedTuple

from games.bots import LEVELS
from games.ratings.anchors import all_anchors
from games.ratings.scale import Shown


class LevelLine(NamedTuple):
    """A level: its id and name, how it plays, and how strong it is at a title, if that is known."""

    id: str
    name: str
    sentence: str
    shown: Shown | None


def levels_of(title_id: str) -> list[LevelLine]:
    """Return the levels from the weakest to the strongest; one query."""
    shown = {each.bot: each.shown for each in all_anchors() if each.title == title_id}
    return [
        LevelLine(bot, level.name, level.sentence, shown.get(bot)) for bot, level in LEVELS.items()
    ]
