"""What the statistics of every title need of its words."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class FigureWords:
    """A title's words for its statistics.

    `sources` are short names of the lines of the score sheet, without 'total'; `endings` say in a
    few words what ended a game, by `Result.ended_by`. `levels` names the levels of `Title.figures`
    and `heading` all of them; `steps` has the words of each step of a level that has few.
    """

    sources: Mapping[str, str]
    endings: Mapping[str, str]
    heading: str
    levels: Mapping[str, str]
    steps: Mapping[str, Sequence[str]]
