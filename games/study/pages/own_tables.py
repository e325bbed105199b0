"""Own tables and records in a list, and where a record is wrong."""

from dataclasses import dataclass
from typing import Self

from games.accounts.models import User
from games.play.language import error_text
from games.play.models import Game
from games.play.pages.cards import Card, cards_of_lists
from games.rules import record
from games.rules.errors import BadText
from games.rules.replay import record_steps

AROUND = 60
"""How many characters on either side of a mistake are shown of a long line."""


@dataclass(frozen=True)
class OwnTables:
    """The tables and records of a person, as lists of cards."""

    running: list[Card]
    over: list[Card]

    @classmethod
    def of(cls, user: User) -> Self:
        """Return those of a person."""
        games = list(Game.objects.for_lists().hot_seats_of(user))
        lists = cards_of_lists(
            {
                "running": [game for game in games if game.is_running],
                "over": [game for game in games if not game.is_running],
            }
        )
        return cls(**lists)


@dataclass(frozen=True)
class Mistake:
    """What is wrong with a text: the sentence, and its line, cut where that is long.

    `line` is None where no single one is wrong. `mark` is under the column. `readable` are the
    orders of a record that come before the mistake, 0 unless it can be kept up to there.
    """

    sentence: str
    line: int | None = None
    shown: str = ""
    mark: str = ""
    readable: int = 0

    @property
    def indent(self) -> str:
        """Blanks as wide as the line's number and what stands after it."""
        return " " * (len(str(self.line)) + 2)

    @classmethod
    def of(cls, error: BadText, text: str, readable: int = 0) -> Self:
        """Return what is wrong with a text that was refused."""
        lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
        if error.line is None or error.line > len(lines):
            return cls(error_text(error), readable=readable)
        line, column = lines[error.line - 1], (error.column or 1) - 1
        first = max(0, column - AROUND)
        shown = line[first : column + AROUND].replace("\t", " ")
        mark = " " * (column - first) + "^"
        return cls(error_text(error), error.line, shown, mark if error.column else "", readable)


def readable_orders(data: str | bytes) -> int:
    """Return how many orders of a record that cannot be replayed come before the mistake.

    0 if it cannot even be read.
    """
    number = 0
    try:
        for _ in record_steps(record.read(data)):
            number += 1
    except BadText:
        pass
    return number
