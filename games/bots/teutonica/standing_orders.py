"""Standing orders in Hansa Teutonica: displaced pieces and the income tile (T16)."""

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

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
from games.bots.teutonica import decided, greedy
from games.bots.teutonica.weights import JOURNEYMAN
from games.rules.common.message import Message, Place, Quote, message, series, term
from games.rules.errors import IllegalOrder, cut
from games.rules.teutonica.board import Board, load_board
from games.rules.teutonica.orders import FIRST, FROM_SUPPLY, Decline, Done, Order, Put, Take
from games.rules.teutonica.pieces import MERCHANT, NEUTRAL, TRADER, kind_of
from games.rules.teutonica.syntax import read_place
from games.rules.teutonica.view import View
from games.rules.title import Orders

DISPLACED: Final = "displaced"
OF_NEUTRAL: Final = "neutral_displaced"
INCOME: Final = "income"
ASKED: Final = {
    "displaced": DISPLACED,
    "neutral displaced": OF_NEUTRAL,
    "income tile": INCOME,
}
"""The question of each prompt."""
TRADERS, MERCHANTS, NONE = "traders", "merchants", "none"
KINDS_WISHED: Final = {TRADERS: (TRADER, MERCHANT), MERCHANTS: (MERCHANT, TRADER), NONE: ()}
MOST_PLACES: Final = 60

OTHERWISE: Final = Field(
    name="otherwise",
    label=term("standing order", "If none of these is in reach"),
    kind="choice",
    help=message("Also if the list is empty."),
    choices=(
        (ASK, term("standing order", "Ask me")),
        (BOT, term("standing order", "Let the bot choose where")),
    ),
)
EXTRAS: Final = Field(
    name="extras",
    label=term("standing order", "Extra pieces"),
    kind="choice",
    help=message("They come from your stock or supply. Pieces on the board stay where they are."),
    choices=(
        (TRADERS, term("standing order", "Take traders, or merchants if there are no traders")),
        (MERCHANTS, term("standing order", "Take merchants, or traders if there are no merchants")),
        (NONE, term("standing order", "Decline them")),
        (BOT, term("standing order", "Let the bot choose which and where")),
    ),
)
EXTRA_OF_NEUTRAL: Final = Field(
    name="extras",
    label=term("standing order", "The extra trader"),
    kind="choice",
    choices=(
        (TRADERS, term("standing order", "Place it")),
        (NONE, term("standing order", "Decline it")),
        (BOT, term("standing order", "Let the bot choose whether and where")),
    ),
)
PIECE: Final = Field(
    name="piece",
    label=term("standing order", "Which piece"),
    kind="choice",
    choices=(
        (TRADERS, term("standing order", "A trader, or a merchant if there is no trader")),
        (MERCHANTS, term("standing order", "A merchant, or a trader if there is no merchant")),
        (NONE, term("standing order", "None")),
        (BOT, term("standing order", "Let the bot choose")),
        (ASK, term("standing order", "Ask me")),
    ),
)
EXTRAS_TOLD: Final = {
    DISPLACED: {
        TRADERS: message("You take extra pieces, traders before merchants."),
        MERCHANTS: message("You take extra pieces, merchants before traders."),
        NONE: message("You decline extra pieces."),
        BOT: message("The bot chooses extra pieces and where they go."),
    },
    OF_NEUTRAL: {
        TRADERS: message("You place the extra trader."),
        NONE: message("You decline the extra trader."),
        BOT: message("The bot chooses whether to place the extra trader, and where."),
    },
}
PIECE_TOLD: Final = {
    TRADERS: message("You take a trader, or a merchant if there is no trader."),
    MERCHANTS: message("You take a merchant, or a trader if there is no merchant."),
    NONE: message("You take no piece."),
    BOT: message("The bot chooses the piece."),
    ASK: message("We'll ask you."),
}


def questions(view: View) -> tuple[Question, ...]:
    """Return what the player can be asked out of turn in this game."""
    board = load_board(view.board)
    asked = [
        Question(
            asked=DISPLACED,
            label=term("standing order", "Displaced pieces"),
            sentence=message(
                "When another player displaces your piece, you place it nearby. You may also place"
                " an extra piece, or two for a merchant."
            ),
            fields=(_places(board), OTHERWISE, EXTRAS, HOURS),
        )
    ]
    if view.players == 2 and view.options.get("two_player") == "neutral":
        asked.append(
            Question(
                asked=OF_NEUTRAL,
                label=term("standing order", "Displaced neutral traders"),
                sentence=message(
                    "When the other player displaces a neutral trader, you place it nearby. You may"
                    " also place an extra one."
                ),
                fields=(_places(board), OTHERWISE, EXTRA_OF_NEUTRAL, HOURS),
            )
        )
    if view.tiles.get("income", NEUTRAL) in (None, view.seat):
        asked.append(
            Question(
                asked=INCOME,
                label=term("standing order", "The income tile"),
                sentence=message(
                    "While you have this tile of the Emperor's Favour, you may take a piece from"
                    " your stock into your supply whenever another player takes income."
                ),
                fields=(PIECE, HOURS),
            )
        )
    return tuple(asked)


def _places(board: Board) -> Field:
    return Field(
        name="places",
        label=term("standing order", "Where to, best first"),
        kind="places",
        help=message(
            "A city stands for all its routes. A piece goes to the first of these that the rules"
            " allow."
        ),
        places=(
            (term("standing order", "Routes"), _named(board, (route.id for route in board.routes))),
            (
                term("standing order", "All routes of a city"),
                _named(board, (city.id for city in board.cities)),
            ),
            (term("standing order", "Single spaces"), _named(board, board.space_ids)),
        ),
    )


def _named(board: Board, places: Iterable[str]) -> tuple[tuple[str, str], ...]:
    """Return places with their names, in the order of these."""
    named = ((place, _in_words(board, place)) for place in places)
    return tuple(sorted(named, key=lambda each: each[1]))


def asked_now(view: View) -> str:
    """Return the id of the question that the viewer is asked now, '' if none of these."""
    if view.seat not in view.to_move or view.turn == view.seat:
        return ""
    return ASKED.get(view.prompt, "")


def clean(view: View, asked: str, data: Mapping[str, str]) -> Wish:
    """Return the wish that a player has filled in; raises BadWish."""
    if asked == INCOME:
        wish: Wish = {"piece": choice_of(PIECE, data)}
    else:
        wish = {
            "places": _read_places(load_board(view.board), data.get("places", "")),
            "otherwise": choice_of(OTHERWISE, data),
            "extras": choice_of(EXTRAS if asked == DISPLACED else EXTRA_OF_NEUTRAL, data),
        }
    wish["hours"] = hours_of(data)
    if not answers(asked, wish) and wish["hours"] is None:
        raise BadWish(
            message(
                "This has no effect. Say what to do, let the bot choose, or set the hours until the"
                " bot answers."
            )
        )
    return wish


def _read_places(board: Board, text: str) -> list[str]:
    """Return the ids of the spaces, routes and cities in a text, each once."""
    lines = [line for part in text.splitlines() for line in part.split(",") if line.strip()]
    if len(lines) > MOST_PLACES:
        raise BadWish(message("List at most {most} places.", most=MOST_PLACES), "places")
    return list(dict.fromkeys(_read_place(board, line) for line in lines))


def _read_place(board: Board, text: str) -> str:
    try:
        return read_place(board, text)
    except IllegalOrder:
        said = message("This board has no place called '{place}'.", place=Quote(cut(text.strip())))
        raise BadWish(said, "places") from None


def answers(asked: str, wish: Wish) -> bool:
    """Return whether a wish answers at once."""
    if asked == INCOME:
        return bool(wish["piece"] != ASK)
    return bool(wish["places"]) or wish["otherwise"] == BOT


def answer(
    asked: str, wish: Wish, view: View, orders: Orders[Order], rng: random.Random
) -> Order | None:
    """Return one of `orders` that does what the wish says, or None if it does not fit."""
    if asked == INCOME:
        return _share(wish, view, orders, rng)
    displaced = _of_displaced(view, orders)
    if not displaced and wish["extras"] == BOT:
        return greedy(view, orders, rng)
    wanted = [displaced] if displaced else list(_of_extras(wish, orders))
    if not wanted:
        return Done() if Done() in orders else None
    board = load_board(view.board)
    for puts in wanted:
        for place in wish["places"]:
            for order in puts:
                if place in _names(board, order.space):
                    return order
    if wish["otherwise"] == BOT:
        return decided(JOURNEYMAN, view, Orders({"put": wanted[0]}))
    return None


def _share(wish: Wish, view: View, orders: Orders[Order], rng: random.Random) -> Order | None:
    if wish["piece"] == BOT:
        return greedy(view, orders, rng)
    if wish["piece"] == ASK:
        return None
    takes: list[Order] = [Take(kind) for kind in KINDS_WISHED[wish["piece"]]]
    return next((order for order in [*takes, Decline()] if order in orders), None)


def _of_displaced(view: View, orders: Orders[Order]) -> Sequence[Put]:
    """Return all ways to place the displaced piece, which comes before the extra ones."""
    return [
        order
        for order in orders.of(Put)
        if view.hand and order.kind == kind_of(view.hand[0]) and order.source == FIRST
    ]


def _of_extras(wish: Wish, orders: Orders[Order]) -> Iterator[Sequence[Put]]:
    """Yield all ways to place an extra piece of each kind, the preferred kind first."""
    for kind in KINDS_WISHED[wish["extras"]]:
        puts = [
            order
            for order in orders.of(Put)
            if order.kind == kind and order.source in (FIRST, FROM_SUPPLY)
        ]
        if puts:
            yield puts


def _names(board: Board, space: int) -> tuple[str, ...]:
    """Return the ids of a space and of what it belongs to."""
    route = board.routes[board.space_route[space]]
    return board.space_ids[space], route.id, *(board.cities[city].id for city in route.cities)


def tell(view: View, asked: str, wish: Wish) -> list[Message]:
    """Return a wish in sentences."""
    if asked == INCOME:
        return [PIECE_TOLD[wish["piece"]], *tell_hours(wish)]
    board = load_board(view.board)
    places = [Place(_in_words(board, place)) for place in wish["places"]]
    said = [_tell_otherwise(wish), EXTRAS_TOLD[asked][wish["extras"]], *tell_hours(wish)]
    if places:
        first = message(
            "A piece goes to the first of these in reach: {places}.", places=series(places, "or")
        )
        said.insert(0, first)
    return said


def _tell_otherwise(wish: Wish) -> Message:
    if wish["otherwise"] == BOT and wish["places"]:
        return message("Otherwise the bot chooses where.")
    if wish["otherwise"] == BOT:
        return message("The bot chooses where.")
    return message("Otherwise we'll ask you.") if wish["places"] else message("We'll ask you.")


def _in_words(board: Board, place: str) -> str:
    if place in board.city_numbers:
        return board.cities[board.city_numbers[place]].name
    route, _, number = place.partition(".")
    name = board.routes[board.route_numbers[route]].name
    return f"{name} {number}" if number else name
