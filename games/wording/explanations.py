"""What titles explain: the form that it has, and who is meant in it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from games.rules.common.message import Message, Player, term
from games.rules.title import View
from games.wording.language import Language
from games.wording.seats import called

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


class Seats:
    """The players of a view by their names, to whom a title explains something.

    Sentences about the viewer say 'you', so they are others than those about somebody else.
    """

    def __init__(self, view: View, names: Sequence[str], language: Language) -> None:
        self.seat = view.seat
        self.language = language
        self.say = language.say
        self.names = called(view, names, language)
        self.seats = range(view.players)

    def all(self, *said: Message) -> tuple[str, ...]:
        """Return sentences as text."""
        return tuple(map(self.say, said))

    def is_me(self, seat: int) -> bool:
        """Return whether a seat is the viewer's."""
        return seat == self.seat

    def player(self, seat: int) -> Player:
        """Return the name of a seat."""
        return Player(self.names[seat])

    def rows(self, told: Iterable[str]) -> Pairs:
        """Return a row for each seat of which something is told, the viewer's first."""
        pairs = sorted(
            zip(self.seats, told, strict=True), key=lambda pair: (pair[0] != self.seat, pair[0])
        )
        you = self.say(term("player", "You"))
        return tuple(
            (you if self.is_me(seat) else self.names[seat], words) for seat, words in pairs if words
        )
