"""What a game asks, of whom, and by which rule, and what confirming does."""

from collections.abc import Sequence
from typing import Final

from games.rules.common.message import Message, Place, Player, message, plural, series
from games.rules.hansa.board import load_board
from games.rules.hansa.orders import Order
from games.rules.hansa.pieces import BOOTH, COLOUR_NOUNS
from games.rules.hansa.play import ACTIONS
from games.rules.hansa.questions import KEPT, surplus
from games.rules.hansa.setup import BOOTHS_A_ROUND, ROUNDS
from games.rules.hansa.view import View
from games.rules.title import CHANCE, Orders
from games.wording.hansa.words import city_name

RULES: Final = {"booths": "H1.4", "turn": "H2", "tolls": "H2.5", "lose": "H3.3"}
"""The rule about each thing asked, as docs/rules/hansa.md numbers it."""


def rule(view: View) -> str:
    """Return the number of the rule about what is asked, or ''."""
    return "H2.2" if view.must_replenish else RULES.get(view.prompt, "")


def of_me(view: View, orders: Orders[Order]) -> list[Message]:
    """Return the sentences that ask the viewer for one of the orders."""
    if view.prompt == "booths":
        return [_placing(view)]
    if view.prompt == "lose":
        return [_losing(view)]
    if view.must_replenish:
        return [message("Your turn. Every warehouse is empty, so fill them first.")]
    if orders.groups.keys() == {"end"}:
        return [message("There is nothing left to do. End your turn.")]
    desk = view.desks[view.turn]
    too_many = surplus(len(desk.unsold))
    if view.prompt == "tolls":
        return [
            message(
                "Tolls: you can keep {kept} unsold markers. Discard {number}.",
                kept=KEPT,
                number=too_many,
            )
        ]
    return [_turn(desk.talers), *_here(view, too_many)]


def _placing(view: View) -> Message:
    number = (view.placing_round or 0) + 1
    booths, board = BOOTH.object(BOOTHS_A_ROUND), load_board(view.board)
    closed = series((Place(board.cities[city].name) for city in sorted(board.closed)), "or")
    if number > 1:
        return message(
            "Put {booths} in another city, but not in {closed}. Round {number} of {rounds}.",
            booths=booths,
            closed=closed,
            number=number,
            rounds=ROUNDS,
        )
    return message(
        "Put {booths} in a city, but not in {closed}. Round {number} of {rounds}.",
        booths=booths,
        closed=closed,
        number=number,
        rounds=ROUNDS,
    )


def _losing(view: View) -> Message:
    lost = view.losing[view.seat] if view.seat is not None else ()
    markers = series(COLOUR_NOUNS[colour].object() for colour in lost)
    return message("A sale costs you {markers}. Choose which.", markers=markers)


def _turn(talers: int) -> Message:
    if not talers:
        return message("Your turn: no talers.")
    return plural(talers, "Your turn: 1 taler.", "Your turn: {number} talers.")


def _here(view: View, markers: int) -> list[Message]:
    """What the ship's city still allows, and what prevents the end of the turn (H2.3, H2.5)."""
    city = city_name(view, view.ship)
    if view.acted:
        return [_acted(view, markers)]
    there = message("The ship is in {city}.", city=city)
    if not markers:
        return [there]
    return [
        there,
        plural(
            markers,
            "You can't end your turn with 1 marker too many.",
            "You can't end your turn with {number} markers too many.",
        ),
    ]


def _acted(view: View, markers: int) -> Message:
    """What it costs to stop: so many markers too many, or talers (H2.5)."""
    city = city_name(view, view.ship)
    if markers:
        return plural(
            markers,
            "You've acted in {city}. Sail on, or discard 1 marker as toll.",
            "You've acted in {city}. Sail on, or discard {number} markers as toll.",
            city=city,
        )
    if talers := surplus(view.desks[view.turn].talers):
        return plural(
            talers,
            "You've acted in {city}. Sail on, or stop and lose 1 taler.",
            "You've acted in {city}. Sail on, or stop and lose {number} talers.",
            city=city,
        )
    return message("You've acted in {city}. Sail on, or stop.", city=city)


def of_others(view: View, names: Sequence[str]) -> Message:
    """Return which players the game waits for, and for what."""
    asked = [Player(names[seat]) for seat in view.to_move if seat != CHANCE]
    if not asked:
        if view.ended_by:
            return message("The game is over.")
        if view.turn == CHANCE:
            return message("The game is being set up.")
        return message("Goods are being drawn.")
    if view.prompt == "booths":
        return message("{player} puts up booths before the first turn.", player=asked[0])
    if view.prompt == "lose":
        if len(asked) == 1:
            return message("{player} chooses what to lose to a sale.", player=asked[0])
        return message("{players} choose what to lose to a sale.", players=series(asked))
    if view.prompt == "tolls":
        return message("{player} is ending the turn.", player=asked[0])
    talers = view.desks[view.turn].talers
    if not talers:
        return message("{player}'s turn: no talers.", player=asked[0])
    return plural(
        talers, "{player}'s turn: 1 taler.", "{player}'s turn: {number} talers.", player=asked[0]
    )


def will(asked: str, names: Sequence[str]) -> Message:
    """Return what players will do whom a confirmation asks this."""
    players = series(map(Player, names))
    if asked == "lose":
        return message("{players} will choose what to lose.", players=players)
    return message("{players} will answer.", players=players)


def given_up(view: View, orders: Orders[Order]) -> list[Message]:
    """Return what the end of the turn gives up now, and the talers that are kept (H2.3, H2.5)."""
    talers = view.desks[view.turn].talers
    told = []
    if not ACTIONS.isdisjoint(orders.groups):
        told.append(message("You do nothing in {city}.", city=city_name(view, view.ship)))
    if lost := surplus(talers):
        told.append(plural(lost, "You lose 1 taler.", "You lose {number} talers."))
    elif talers:
        told.append(plural(talers, "You keep 1 taler.", "You keep {number} talers."))
    return told
