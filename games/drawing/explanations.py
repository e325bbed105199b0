"""What the explanations of every title have in common: the form, and the players' names in it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from games.drawing.seats import COLOUR_NAMES
from games.rules.title import View

Pairs = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Explanation:
    """A thing on the table in words, as one viewer may know it.

    `rows` are labels with what is told of each. `links` are things that belong to it, with their
    words. `tries` are orders that a player who is asked may want to give here, each a verb and its
    text: the rules say why it is refused. Without a text any order of the verb will do. `rule` is
    the number of the rule about it, or an empty text.
    """

    heading: str
    sentences: tuple[str, ...] = ()
    rows: Pairs = ()
    links: Pairs = ()
    tries: Pairs = ()
    rule: str = ""


class Obstacle(NamedTuple):
    """A kind of order that a player cannot give now: its verb in words, and the reason."""

    words: str
    reason: str


class Voices:
    """The players of a view in sentences; the viewer is 'you'."""

    def __init__(self, view: View, names: Sequence[str]) -> None:
        self.seat = view.seat
        self.names = [*names, *COLOUR_NAMES[len(names) :]]
        self.seats = range(view.players)

    def name(self, seat: int) -> str:
        """Return 'you' or a name; COLOUR_NAMES has one for neutral pieces, too."""
        if seat == self.seat:
            return "you"
        return self.names[seat] if seat in self.seats else "the neutral player"

    def does(self, seat: int, verb: str, yours: str = "") -> str:
        """Return who does something, as the beginning of a sentence: 'Ann controls'.

        `yours` is the verb after 'you', unless that is `verb` without its last letter.
        """
        if seat == self.seat:
            return f"You {yours or verb.removesuffix('s')}"
        name = self.name(seat)
        return f"{name[:1].upper()}{name[1:]} {verb}"

    def whose(self, seat: int) -> str:
        """Return 'your', or 'Ann's'."""
        return "your" if seat == self.seat else f"{self.name(seat)}'s"

    def rows(self, told: Iterable[str]) -> Pairs:
        """Return a row for each seat of which something is told, the viewer's first."""
        pairs = sorted(
            zip(self.seats, told, strict=True), key=lambda pair: (pair[0] != self.seat, pair[0])
        )
        return tuple(
            ("You" if seat == self.seat else self.names[seat], words)
            for seat, words in pairs
            if words
        )
