"""Standing orders in Hansa: which marker to lose when another player sells (H3.3)."""

import random
from collections.abc import Mapping
from typing import Final

from games.bots.hansa import greedy
from games.bots.standing_orders import (
    ASK,
    BOT,
    HOURS,
    BadWish,
    Field,
    Question,
    Wish,
    choice_of,
    hours_of,
    tell_hours,
)
from games.rules.common.message import Message, message, term
from games.rules.hansa.orders import Lose, Order
from games.rules.hansa.pieces import barrels_of
from games.rules.hansa.view import View
from games.rules.title import Orders

LOSE: Final = "lose"
FEWEST, MOST = "fewest", "most"
TOLD: Final = {
    FEWEST: message("You lose the marker with the fewest barrels."),
    MOST: message("You lose the marker with the most barrels."),
    BOT: message("The bot chooses the marker you lose."),
    ASK: message("We'll ask you."),
}
FIELD: Final = Field(
    name="marker",
    label=term("standing order", "Which marker"),
    kind="choice",
    choices=(
        (FEWEST, term("standing order", "The one with the fewest barrels")),
        (MOST, term("standing order", "The one with the most barrels")),
        (BOT, term("standing order", "Let the bot choose")),
        (ASK, term("standing order", "Ask me")),
    ),
)
QUESTION: Final = Question(
    asked=LOSE,
    label=term("standing order", "A marker to lose"),
    sentence=message(
        "When another player sells, you lose an unsold marker of each colour sold. We ask you only"
        " if your markers of a colour differ in barrels."
    ),
    fields=(FIELD, HOURS),
)


def questions(view: View) -> tuple[Question, ...]:
    """Return the only question that is asked out of turn."""
    return (QUESTION,)


def asked_now(view: View) -> str:
    """Return the question's id if the viewer must lose a marker now, else ''."""
    return LOSE if view.seat in view.to_move and view.prompt == LOSE else ""


def clean(view: View, asked: str, data: Mapping[str, str]) -> Wish:
    """Return the wish that a player has filled in; raises BadWish."""
    wish: Wish = {"marker": choice_of(FIELD, data), "hours": hours_of(data)}
    if wish["marker"] == ASK and wish["hours"] is None:
        raise BadWish(
            message("This has no effect. Choose a marker, or set the hours until the bot answers.")
        )
    return wish


def answers(asked: str, wish: Wish) -> bool:
    """Return whether a wish answers at once."""
    return bool(wish["marker"] != ASK)


def answer(
    asked: str, wish: Wish, view: View, orders: Orders[Order], rng: random.Random
) -> Order | None:
    """Return the loss that the wish asks for, one colour at a time in the order of the colours."""
    if wish["marker"] == ASK:
        return None
    if wish["marker"] == BOT:
        return greedy(view, orders, rng)
    direction = 1 if wish["marker"] == FEWEST else -1
    return min(orders.of(Lose), key=lambda order: direction * barrels_of(order.good), default=None)


def tell(view: View, asked: str, wish: Wish) -> list[Message]:
    """Return a wish in sentences."""
    return [TOLD[wish["marker"]], *tell_hours(wish)]
