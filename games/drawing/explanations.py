"""The players' names in sentences that are put together in English alone."""

from collections.abc import Iterable, Sequence

from games.drawing.seats import COLOUR_NAMES
from games.rules.title import View
from games.wording.explanations import Pairs


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
