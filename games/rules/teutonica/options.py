"""What can be chosen when a game is created, and what goes together."""

from collections.abc import Mapping

from games.rules.errors import IllegalOptions, echo
from games.rules.teutonica.board import BOARD_IDS, Board, load_board
from games.rules.title import Option, Table, Value

PLAYERS = (2, 3, 4, 5)

BOARD = Option(
    "board",
    "Board",
    (
        Value(
            "hanse",
            "The Hanseatic League",
            "The first board, between Arnheim and Stendal, with sides for few and many players.",
        ),
        Value(
            "east",
            "The Eastern Hanseatic League",
            "Sea routes that need merchants, permanent markers, and three towns outside the League;"
            " for three to five.",
        ),
        Value(
            "britannia",
            "Britannia",
            "England, with Wales and Scotland behind permissions and worth points of their own;"
            " for three to five.",
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
            "15 markers with Move 3; a tie goes to the less developed Actions.",
        ),
        Value(
            "classic",
            "Classic (2009)",
            "16 markers with Remove 3; Swap works on anybody's offices; ties are shared.",
        ),
    ),
    "big_box",
)
TWO_PLAYER = Option(
    "two_player",
    "For two",
    (
        Value(
            "neutral",
            "Neutral traders",
            "Grey traders stand in the way, are displaced, and open offices of their own.",
        ),
        Value(
            "pawn",
            "The pawn",
            "Placing, displacing and claiming happen around the pawn that both players move.",
        ),
    ),
    "neutral",
)
OFF = Value("off", "Without", "The game as it is.")
MISSIONS = Option(
    "missions",
    "Missions",
    (OFF, Value("on", "With Missions", "A secret card of three towns for each, up to 8 points.")),
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
            "Two markers and a turn's actions buy a lasting advantage.",
        ),
    ),
    "off",
)
OPTIONS = (BOARD, EDITION, TWO_PLAYER, MISSIONS, FAVOUR)
TABLES = (
    Table("The Hanseatic League", 4, {"board": "hanse"}),
    Table("The Hanseatic League for three", 3, {"board": "hanse"}),
    Table("Two and neutral traders", 2, {"board": "hanse", "two_player": "neutral"}),
    Table("Two and the pawn", 2, {"board": "hanse", "two_player": "pawn"}),
    Table("The Eastern Hanseatic League", 4, {"board": "east"}),
    Table("Britannia for three", 3, {"board": "britannia"}),
    Table("Britannia", 4, {"board": "britannia"}),
)
"""Every board and both ways for two."""


def offered(options: Mapping[str, str], players: int) -> tuple[Option, ...]:
    """Return the options and values that go together with what is chosen so far."""
    on_hanse = options.get("board", BOARD.default) == "hanse"
    if players == 2:
        only_hanse = Option(BOARD.name, BOARD.label, BOARD.values[:1], BOARD.default)
        return (only_hanse, EDITION, TWO_PLAYER, MISSIONS, FAVOUR)
    return (BOARD, EDITION, MISSIONS, FAVOUR) if on_hanse else (BOARD, EDITION)


def complete(options: Mapping[str, str], players: int) -> dict[str, str]:
    """Return the options with defaults filled in; raises IllegalOptions with the reason."""
    if players not in PLAYERS:
        raise IllegalOptions(
            f"Hansa Teutonica is played by {PLAYERS[0]} to {PLAYERS[-1]}, not {players}."
        )
    known = {option.name: option for option in OPTIONS}
    for name, value in options.items():
        if name not in known:
            raise IllegalOptions(f"There is no option {echo(name)}; there are {', '.join(known)}.")
        values = [choice.id for choice in known[name].values]
        if value not in values:
            raise IllegalOptions(f"{echo(value)} is no {name}; it can be {', '.join(values)}.")
    board = options.get("board", BOARD.default)
    if board != "hanse":
        if players == 2:
            raise IllegalOptions("Two players play on the board 'hanse' only.")
        for name in ("missions", "favour"):
            if options.get(name) == "on":
                raise IllegalOptions(f"'{name}' is made for the board 'hanse' only, not '{board}'.")
    if players != 2 and "two_player" in options:
        raise IllegalOptions(f"'two_player' is for two players, not {players}.")
    return {
        name: options.get(name, option.default)
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
