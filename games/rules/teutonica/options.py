"""The options of a new game, and which of them go together."""

from collections.abc import Mapping

from games.rules.errors import IllegalOptions, echo
from games.rules.teutonica.board import BOARD_IDS, Board, load_board
from games.rules.teutonica.pieces import MARKER_SUPPLY
from games.rules.title import Option, Setup, Value

PLAYERS = (2, 3, 4, 5)

BOARD = Option(
    "board",
    "Board",
    (
        Value(
            "hanse",
            "The Hanseatic League",
            "The original board, from Arnheim to Stendal, with a side for 2 or 3 players and one"
            " for 4 or 5.",
        ),
        Value(
            "east",
            "The Eastern Hanseatic League",
            "Sea routes that need merchants, permanent markers, and three cities outside the"
            " League. For 3 to 5 players.",
        ),
        Value(
            "britannia",
            "Britannia",
            "England, with Wales and Scotland, which need permissions and score extra points."
            " For 3 to 5 players.",
        ),
    ),
    "hanse",
)
EDITION = Option(
    "edition",
    "Edition",
    (
        Value(
            "big_box",
            "Big Box (2020)",
            f"{sum(MARKER_SUPPLY['big_box'].values())} markers with Move 3. The player"
            " with less developed Actions wins a tie.",
        ),
        Value(
            "classic",
            "Classic (2009)",
            f"{sum(MARKER_SUPPLY['classic'].values())} markers with Remove 3. Swap works"
            " on anyone's offices. Ties are shared.",
        ),
    ),
    "big_box",
)
TWO_PLAYER = Option(
    "two_player",
    "Two players",
    (
        Value(
            "neutral",
            "Neutral traders",
            "Grey traders block routes, can be displaced, and open offices of their own.",
        ),
        Value(
            "pawn",
            "The pawn",
            "You place, displace and claim only near the pawn, which both players move.",
        ),
    ),
    "neutral",
)
OFF = Value("off", "Without", "The standard game.")
MISSIONS = Option(
    "missions",
    "Missions",
    (OFF, Value("on", "With Missions", "Each player's secret card of three cities pays up to 8.")),
    "off",
)
FAVOUR = Option(
    "favour",
    "Emperor's Favour",
    (
        OFF,
        Value(
            "on",
            "With the Emperor's Favour",
            "Give up two markers and a turn's actions for a lasting advantage.",
        ),
    ),
    "off",
)
OPTIONS = (BOARD, EDITION, TWO_PLAYER, MISSIONS, FAVOUR)
SETUPS = (
    Setup("The Hanseatic League", 4, {"board": "hanse"}),
    Setup("The Hanseatic League, 3 players", 3, {"board": "hanse"}),
    Setup("2 players with neutral traders", 2, {"board": "hanse", "two_player": "neutral"}),
    Setup("2 players with the pawn", 2, {"board": "hanse", "two_player": "pawn"}),
    Setup("The Eastern Hanseatic League", 4, {"board": "east"}),
    Setup("Britannia, 3 players", 3, {"board": "britannia"}),
    Setup("Britannia", 4, {"board": "britannia"}),
)
"""Every board and both ways to play with two."""


def compatible_options(chosen: Mapping[str, str], players: int) -> tuple[Option, ...]:
    """Return the options and values that go together with what is chosen so far."""
    on_hanse = chosen.get("board", BOARD.default) == "hanse"
    if players == 2:
        only_hanse = Option(BOARD.name, BOARD.label, BOARD.values[:1], BOARD.default)
        return (only_hanse, EDITION, TWO_PLAYER, MISSIONS, FAVOUR)
    return (BOARD, EDITION, MISSIONS, FAVOUR) if on_hanse else (BOARD, EDITION)


def complete(chosen: Mapping[str, str], players: int) -> dict[str, str]:
    """Return `chosen` with the defaults filled in; raises IllegalOptions with the reason."""
    if players not in PLAYERS:
        raise IllegalOptions(
            f"Hansa Teutonica takes {PLAYERS[0]} to {PLAYERS[-1]} players, not {players}."
        )
    known = {option.name: option for option in OPTIONS}
    for name, value in chosen.items():
        if name not in known:
            raise IllegalOptions(
                f"There is no option {echo(name)}. The options are {', '.join(known)}."
            )
        values = [choice.id for choice in known[name].values]
        if value not in values:
            raise IllegalOptions(
                f"{echo(value)} is not a value of '{name}'. The values are {', '.join(values)}."
            )
    board = chosen.get("board", BOARD.default)
    if board != "hanse":
        if players == 2:
            raise IllegalOptions("Two players can play only on the board 'hanse'.")
        for name in ("missions", "favour"):
            if chosen.get(name) == "on":
                raise IllegalOptions(f"'{name}' is only for the board 'hanse', not '{board}'.")
    if players != 2 and "two_player" in chosen:
        raise IllegalOptions(f"'two_player' is for two players, not {players}.")
    return {
        name: chosen.get(name, option.default)
        for name, option in known.items()
        if name != "two_player" or players == 2
    }


def board_for(options: Mapping[str, str], players: int) -> Board:
    """Return the side of the chosen board that this many players use."""
    boards = [load_board(board_id) for board_id in BOARD_IDS if belongs(board_id, options["board"])]
    return next(board for board in boards if players in board.players)


def belongs(board_id: str, board: str) -> bool:
    """Return whether a board is a side of what the option 'board' names."""
    return board_id.partition("-")[0] == board
