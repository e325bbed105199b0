"""Orders as text: the one canonical spelling (docs/notation.md); `reading` reads it back."""

from games.rules.teutonica.board import Board
from games.rules.teutonica.displaced import FIRST, FROM_STOCK, FROM_SUPPLY
from games.rules.teutonica.pieces import (
    ABILITIES,
    DEVELOP,
    KIND_LETTERS,
    MARKERS,
    SPECIAL_PRESTIGE,
    SWAP,
    TILES,
)
from games.rules.title import Order

VERBS = (
    "income",
    "place",
    "displace",
    "move",
    "done",
    "claim",
    "use",
    "put",
    "marker",
    "end",
    "remove",
    "found",
    "develop",
    "take",
    "decline",
    "favour",
    "neutral",
    "pawn",
    "draw",
    "tavern",
    "start",
    "deal",
    "tile",
)
CHANCE_VERBS = ("draw", "tavern", "start", "deal", "tile")
"""The verbs of chance."""
CLAIM_USES = ("office", "develop", "prestige", "extra", "nothing")


def write(board: Board, order: Order) -> str:
    """Return the canonical spelling of an order."""
    verb, *rest = order
    if verb == "income":
        return f"income {_amount(*rest)}"
    if verb == "place":
        return f"place {KIND_LETTERS[rest[0]]} {board.space_ids[rest[1]]}"
    if verb == "displace":
        kind, space, traders, merchants = rest
        paying = _amount(traders, merchants)
        return f"displace {KIND_LETTERS[kind]} {board.space_ids[space]} paying {paying}"
    if verb == "move":
        return f"move {board.space_ids[rest[0]]} > {board.space_ids[rest[1]]}"
    if verb == "claim":
        return _write_claim(board, *rest)
    if verb == "use":
        return _write_use(board, *rest)
    if verb == "put":
        kind, space, source = rest
        return f"put {KIND_LETTERS[kind]} {board.space_ids[space]}{_write_source(board, source)}"
    if verb in ("marker", "tavern"):
        return f"{verb} {MARKERS[rest[0]]} {board.routes[rest[1]].id}"
    if verb == "draw":
        return f"draw {MARKERS[rest[0]]}"
    if verb == "start":
        return f"start {rest[0] + 1}"
    return _write_of_module(board, verb, *rest)


def _write_of_module(board: Board, verb: str, *rest: int) -> str:
    if verb == "remove":
        return f"remove {board.space_ids[rest[0]]}"
    if verb == "found":
        return f"found {board.cities[rest[0]].id} {KIND_LETTERS[rest[1]]}"
    if verb == "develop":
        return f"develop {ABILITIES[rest[0]]}"
    if verb == "take":
        return f"take {KIND_LETTERS[rest[0]]}"
    if verb == "favour":
        markers = " ".join(MARKERS[kind] for kind in rest[1:])
        return f"favour {TILES[rest[0]]} spending {markers}"
    if verb == "neutral":
        return f"neutral {board.cities[rest[0]].id}"
    if verb == "pawn":
        return f"pawn {rest[0]}{' action' if rest[1] else ''}"
    if verb == "deal":
        return f"deal {rest[0] + 1} mission {rest[1]}"
    if verb == "tile":
        return f"tile {TILES[rest[0]]}"
    return verb


def _amount(traders: int, merchants: int) -> str:
    if not merchants:
        return f"{traders}t"
    return (f"{traders}t" if traders else "") + f"{merchants}m"


def _write_claim(board: Board, route: int, use: str, *what: int) -> str:
    head = f"claim {board.routes[route].id} {use}"
    if use == "office":
        return f"{head} {board.cities[what[0]].id}"
    if use == "develop":
        return f"{head} {ABILITIES[what[0]]}"
    if use == "prestige":
        return f"{head} {SPECIAL_PRESTIGE[what[0]]}"
    if use == "extra":
        return f"{head} {board.cities[what[0]].id} {KIND_LETTERS[what[1]]}"
    return head


def _write_use(board: Board, kind: int, *what: int) -> str:
    head = f"use {MARKERS[kind]}"
    if kind == DEVELOP:
        return f"{head} {ABILITIES[what[0]]}"
    if kind == SWAP:
        return f"{head} {board.cities[what[0]].id} {what[1] + 1} {what[1] + 2}"
    return head


def _write_source(board: Board, source: int) -> str:
    if source == FIRST:
        return ""
    if source in (FROM_STOCK, FROM_SUPPLY):
        return " from stock" if source == FROM_STOCK else " from supply"
    return f" from {board.space_ids[source]}"
