"""The options of a new game, and which of them go together."""

from collections.abc import Mapping

from games.rules.common.base import wrong_players
from games.rules.common.message import Notation, message, series, term
from games.rules.errors import IllegalOptions, quote
from games.rules.teutonica.board import BOARD_IDS, Board, load_board
from games.rules.teutonica.pieces import MARKER_SUPPLY
from games.rules.title import Option, Setup, Value

PLAYERS = (2, 3, 4, 5)

NAME = term("game", "Hansa Teutonica")
BOARD = Option(
    "board",
    term("option", "Board"),
    (
        Value(
            "hanse",
            term("board", "The Hanseatic League"),
            message(
                "The original board, from Arnheim to Stendal, with a side for 2 or 3 players and"
                " one for 4 or 5."
            ),
        ),
        Value(
            "east",
            term("board", "The Eastern Hanseatic League"),
            message(
                "Sea routes that need merchants, permanent markers, and three cities outside the"
                " League. For 3 to 5 players."
            ),
        ),
        Value(
            "britannia",
            term("board", "Britannia"),
            message(
                "England, with Wales and Scotland, which need permissions and score extra points."
                " For 3 to 5 players."
            ),
        ),
    ),
    "hanse",
)
EDITION = Option(
    "edition",
    term("option", "Edition"),
    (
        Value(
            "big_box",
            term("edition", "Big Box (2020)"),
            message(
                "{number} markers with Move 3. The player with less developed Actions wins a tie.",
                number=sum(MARKER_SUPPLY["big_box"].values()),
            ),
        ),
        Value(
            "classic",
            term("edition", "Classic (2009)"),
            message(
                "{number} markers with Remove 3. Swap works on anyone's offices. Ties are shared.",
                number=sum(MARKER_SUPPLY["classic"].values()),
            ),
        ),
    ),
    "big_box",
)
TWO_PLAYER = Option(
    "two_player",
    term("option", "Two players"),
    (
        Value(
            "neutral",
            term("two players", "Neutral traders"),
            message("Grey traders block routes, can be displaced, and open offices of their own."),
        ),
        Value(
            "pawn",
            term("two players", "The pawn"),
            message("You place, displace and claim only near the pawn, which both players move."),
        ),
    ),
    "neutral",
)
OFF = Value("off", term("module", "Without"), message("The standard game."))
MISSIONS = Option(
    "missions",
    term("option", "Missions"),
    (
        OFF,
        Value(
            "on",
            term("module", "With Missions"),
            message("Each player's secret card of three cities pays up to 8."),
        ),
    ),
    "off",
)
FAVOUR = Option(
    "favour",
    term("option", "Emperor's Favour"),
    (
        OFF,
        Value(
            "on",
            term("module", "With the Emperor's Favour"),
            message("Give up two markers and a turn's actions for a lasting advantage."),
        ),
    ),
    "off",
)
OPTIONS = (BOARD, EDITION, TWO_PLAYER, MISSIONS, FAVOUR)
SETUPS = (
    Setup(term("setup", "The Hanseatic League"), 4, {"board": "hanse"}),
    Setup(term("setup", "The Hanseatic League, 3 players"), 3, {"board": "hanse"}),
    Setup(
        term("setup", "2 players with neutral traders"),
        2,
        {"board": "hanse", "two_player": "neutral"},
    ),
    Setup(term("setup", "2 players with the pawn"), 2, {"board": "hanse", "two_player": "pawn"}),
    Setup(term("setup", "The Eastern Hanseatic League"), 4, {"board": "east"}),
    Setup(term("setup", "Britannia, 3 players"), 3, {"board": "britannia"}),
    Setup(term("setup", "Britannia"), 4, {"board": "britannia"}),
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
        raise IllegalOptions(wrong_players(NAME, PLAYERS[0], PLAYERS[-1], players))
    known = {option.name: option for option in OPTIONS}
    for name, value in chosen.items():
        if name not in known:
            raise IllegalOptions(
                message(
                    "There is no option '{option}'. The options are {options}.",
                    option=quote(name),
                    options=series(map(Notation, known)),
                )
            )
        values = [choice.id for choice in known[name].values]
        if value not in values:
            raise IllegalOptions(
                message(
                    "'{value}' is not a value of '{option}'. The values are {values}.",
                    value=quote(value),
                    option=Notation(name),
                    values=series(map(Notation, values)),
                )
            )
    board = chosen.get("board", BOARD.default)
    if board != "hanse":
        if players == 2:
            raise IllegalOptions(
                message(
                    "Two players can play only on the board '{board}'.", board=Notation("hanse")
                )
            )
        for name in ("missions", "favour"):
            if chosen.get(name) == "on":
                raise IllegalOptions(
                    message(
                        "'{option}' is only for the board '{board}', not '{other}'.",
                        option=Notation(name),
                        board=Notation("hanse"),
                        other=Notation(board),
                    )
                )
    if players != 2 and "two_player" in chosen:
        raise IllegalOptions(
            message(
                "'{option}' is for two players, not {players}.",
                option=Notation("two_player"),
                players=players,
            )
        )
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
