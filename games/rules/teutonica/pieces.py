"""Pieces, colours, abilities and markers, each as a small number with one name.

A piece on the board is one byte: 0 is nothing, otherwise 1 + 2 * seat + kind. A state keeps its
spaces and offices as `bytes` of such codes: small, quick to copy, and searched at C speed.

The length of tables is not part of their types: compiled code makes a new tuple of one of a fixed
length whenever it looks something up.
"""

from typing import Final

from games.rules.common.message import Message, Noun, Part, series, term

TRADER: Final = 0
MERCHANT: Final = 1
KINDS: Final[tuple[int, ...]] = (TRADER, MERCHANT)
KIND_LETTERS: Final = "tm"
KIND_NAMES: Final[tuple[str, ...]] = ("trader", "merchant")
KIND_NOUNS: Final[tuple[Noun, ...]] = (
    Noun("trader", "a trader", "{number} traders"),
    Noun("merchant", "a merchant", "{number} merchants"),
)
PIECE: Final = Noun("piece", "a piece", "{number} pieces")
"""A piece of either kind."""

EMPTY: Final = 0
NEUTRAL: Final = 5
"""The seat of neutral pieces (T18); real seats are 0 to 4."""
NEUTRAL_NOUNS: Final = (
    Noun("neutral trader", "a neutral trader", "{number} neutral traders"),
    Noun("neutral merchant", "a neutral merchant", "{number} neutral merchants"),
)
MAX_SEATS: Final = 5

PRIVILEGES: Final = ("white", "orange", "pink", "black")
PRIVILEGE_WORDS: Final = (
    term("privilege", "white"),
    term("privilege", "orange"),
    term("privilege", "pink"),
    term("privilege", "black"),
)
SHAPES: Final = ("square", "circle")
"""The shape of an office, by the kind of piece that it takes (T7.4)."""

ABILITIES: Final[tuple[str, ...]] = ("city_keys", "actions", "privilege", "book", "bank")
CITY_KEYS, ACTIONS, PRIVILEGE, BOOK, BANK = range(5)
ALL: Final = 99
"""Bank 'all': more than any stock has."""
TRACKS: Final[tuple[tuple[int, ...], ...]] = (
    (1, 2, 2, 3, 4),
    (2, 3, 3, 4, 4, 5),
    (0, 1, 2, 3),
    (2, 3, 4, 5),
    (3, 5, 7, ALL),
)
"""The values of each ability's track, from the open leftmost space on (T1.2)."""
ABILITY_KIND: Final[tuple[int, ...]] = (TRADER, TRADER, TRADER, MERCHANT, TRADER)
"""The kind of piece that covers each track (T1.1)."""
LAST_LEVEL: Final = tuple(len(track) - 1 for track in TRACKS)

ABILITY_WORDS: Final = (
    term("ability", "City Keys"),
    term("ability", "Actions"),
    term("ability", "Privilege"),
    term("ability", "Book"),
    term("ability", "Bank"),
)
"""The abilities in words, by number."""
ABILITY_NAMES: Final = tuple(map(str, ABILITY_WORDS))

MARKERS: Final[tuple[str, ...]] = ("extra", "swap", "plus3", "plus4", "develop", "move3", "remove3")
EXTRA, SWAP, PLUS3, PLUS4, DEVELOP, MOVE3, REMOVE3 = range(7)
MARKER_WORDS: Final = (
    term("bonus marker", "Additional Office"),
    term("bonus marker", "Swap"),
    term("bonus marker", "+3 Actions"),
    term("bonus marker", "+4 Actions"),
    term("bonus marker", "Develop"),
    term("bonus marker", "Move 3"),
    term("bonus marker", "Remove 3"),
)
"""The markers in words, by number."""
MARKER_NAMES: Final = tuple(map(str, MARKER_WORDS))
MARKER_SUPPLY: Final = {
    "big_box": {EXTRA: 4, SWAP: 3, PLUS3: 2, PLUS4: 2, DEVELOP: 2, MOVE3: 2},
    "classic": {EXTRA: 5, SWAP: 2, PLUS3: 2, PLUS4: 2, DEVELOP: 3, REMOVE3: 2},
}
"""All markers of an edition (T1.4)."""
TAVERN_MARKERS: Final = {"big_box": (EXTRA, SWAP, MOVE3), "classic": (EXTRA, SWAP, REMOVE3)}
"""The markers that start the game on the taverns (T1.4)."""

TILES: Final = ("anywhere", "action", "income", "trader", "cities", "abilities")
TILE_WORDS: Final = (
    term("tile", "Anywhere"),
    term("tile", "Extra action"),
    term("tile", "Share of income"),
    term("tile", "Extra trader"),
    term("tile", "Double cities"),
    term("tile", "Better abilities"),
)
"""The tiles of the Emperor's Favour, and in words (T13)."""

HOME: Final = "england"
ABROAD: Final[tuple[str, ...]] = ("wales", "scotland")
COUNTRY_WORDS: Final = {
    "england": term("country", "England"),
    "wales": term("country", "Wales"),
    "scotland": term("country", "Scotland"),
}
COUNTRIES: Final = (HOME, *ABROAD)
"""The countries of routes and cities. All that a board gives no country is at HOME, and pieces from
everywhere may go there (T15.2, T15.3)."""

SPECIAL_PRESTIGE: Final[tuple[int, ...]] = (7, 8, 9, 11)
"""The special prestige table, by privilege (T7.7)."""

TRADERS_EACH: Final = 27
MERCHANTS_EACH: Final = 4


def piece(seat: int, kind: int) -> int:
    """Return the code of a seat's piece on the board."""
    return 1 + 2 * seat + kind


def owner(code: int) -> int:
    """Return the seat of a piece; `code` is not EMPTY."""
    return (code - 1) >> 1


def kind_of(code: int) -> int:
    """Return TRADER or MERCHANT; `code` is not EMPTY."""
    return (code - 1) & 1


def amount(traders: int, merchants: int) -> Part:
    """Return numbers of pieces, to which somebody does something: '2 traders and a merchant'."""
    pairs = zip((traders, merchants), KIND_NOUNS, strict=True)
    counted = [noun.object(number) for number, noun in pairs if number]
    return series(counted) if counted else _NOTHING


_NOTHING: Final[Message] = term("amount", "no pieces")
