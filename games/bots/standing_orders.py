"""Standing orders: answers that players set in advance, in a form that fits every title."""

import random
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final, Protocol

from games.rules.common.message import Message, message, plural, term
from games.rules.title import AnyOrders, Order

Wish = dict[str, Any]
"""A standing order as it is saved: a value for each field of the question, plain JSON.

'places' are lists of ids; `hours`, which every wish has, is a number or None.
"""

ASK: Final = "ask"
BOT: Final = "bot"
"""Values that the choices of every question may have: ask me, let the bot choose."""
MOST_HOURS: Final = 720
CHOOSE: Final = message("Choose one of these.")


class BadWish(Exception):
    """A wish that cannot be saved; `said` says what would be right, `field` where."""

    def __init__(self, said: Message, field: str = "") -> None:
        super().__init__(said)
        self.said = said
        self.field = field


@dataclass(frozen=True, slots=True)
class Field:
    """One thing to fill in.

    `kind` is 'choice' (one of `choices`, each a value and its label), 'places' (ids of places, one
    per line, best first) or 'number'. `places` are all that there are, by their heading: each an
    id and its name.
    """

    name: str
    label: Message
    kind: str
    help: Message | None = None
    choices: tuple[tuple[str, Message], ...] = ()
    places: tuple[tuple[Message, tuple[tuple[str, str], ...]], ...] = ()


@dataclass(frozen=True, slots=True)
class Question:
    """A question that a player may be asked out of turn; `asked` is its id."""

    asked: str
    label: Message
    sentence: Message
    fields: tuple[Field, ...]


class StandingOrders(Protocol):
    """What a title knows of standing orders; `view` is that of the player who sets them."""

    def questions(self, view: Any) -> tuple[Question, ...]:
        """Return what the player can be asked out of turn in this game."""

    def asked_now(self, view: Any) -> str:
        """Return the id of the question that the player is asked now, '' if none of these."""

    def clean(self, view: Any, asked: str, data: Mapping[str, str]) -> Wish:
        """Return the wish that a player has filled in; raises BadWish."""

    def answers(self, asked: str, wish: Wish) -> bool:
        """Return whether a wish answers at once, and not only after its hours."""

    def answer(
        self, asked: str, wish: Wish, view: Any, orders: AnyOrders, rng: random.Random
    ) -> Order | None:
        """Return one of `orders` that does what the wish says.

        None if the wish does not fit or says to ask the player.
        """

    def tell(self, view: Any, asked: str, wish: Wish) -> Iterable[Message]:
        """Return a wish in sentences for its player."""


HOURS: Final = Field(
    name="hours",
    label=term("standing order", "Hours until the bot answers"),
    kind="number",
    help=message(
        "If you don't answer within this many hours, the bot answers for you. At most {most}. Leave"
        " empty for never.",
        most=MOST_HOURS,
    ),
)


def left_to_bot(wish: Wish) -> Wish:
    """Return a wish with the bot in place of a player who cannot be asked."""
    return {name: BOT if value == ASK else value for name, value in wish.items()}


def choice_of(field: Field, data: Mapping[str, str]) -> str:
    """Return which choice of a field was made; raises BadWish."""
    value = data.get(field.name, "")
    if value not in dict(field.choices):
        raise BadWish(CHOOSE, field.name)
    return value


def hours_of(data: Mapping[str, str]) -> int | None:
    """Return the hours that were filled in, None if none were; raises BadWish."""
    text = data.get(HOURS.name, "").strip()
    if not text:
        return None
    hours = int(text) if text.isascii() and text.isdigit() and len(text) < 5 else 0
    if not 1 <= hours <= MOST_HOURS:
        raise BadWish(
            message(
                "Enter a whole number of hours from 1 to {most}, or leave it empty.",
                most=MOST_HOURS,
            ),
            HOURS.name,
        )
    return hours


def tell_hours(wish: Wish) -> list[Message]:
    """Return what happens after a wish's hours, empty if nothing does."""
    if wish["hours"] is None:
        return []
    return [
        plural(
            wish["hours"],
            "If you don't answer within an hour, the bot answers for you.",
            "If you don't answer within {number} hours, the bot answers for you.",
        )
    ]
