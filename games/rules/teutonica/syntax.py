"""Orders as text: one table for their spelling and for reading it (docs/notation.md)."""

import re
from functools import lru_cache

from games.rules.common.message import Message, Notation, Place, choice, message, term
from games.rules.common.names import beginning, spelled_out
from games.rules.common.reading import Reader, plain
from games.rules.common.syntax import SEAT, Choice, Line, Syntax, Word, named, number
from games.rules.errors import IllegalOrder, check_length
from games.rules.teutonica import orders
from games.rules.teutonica.board import Board, no_city, no_route
from games.rules.teutonica.orders import (
    FIRST,
    FREE_WALK,
    FROM_STOCK,
    FROM_SUPPLY,
    PAID_WALK,
    Order,
)
from games.rules.teutonica.pieces import (
    ABILITIES,
    ABILITY_NAMES,
    EXTRA,
    KIND_LETTERS,
    KIND_NAMES,
    MARKER_NAMES,
    MARKERS,
    SPECIAL_PRESTIGE,
    TILES,
)

CLAIM_USES = ("office", "develop", "prestige", "extra", "nothing")
LINES = (
    Line(orders.Income, "{traders,merchants:amount}"),
    Line(orders.Place, "{kind} {space}"),
    Line(orders.Displace, "{kind} {space} {traders,merchants:payment}"),
    Line(orders.Move, "{start:space} > {end:space}"),
    Line(orders.Done),
    Line(orders.ClaimOffice, "{route} office {city}"),
    Line(orders.ClaimDevelop, "{route} develop {ability}"),
    Line(orders.ClaimPrestige, "{route} prestige {field}"),
    Line(orders.ClaimExtra, "{route} extra {city} {kind}"),
    Line(orders.ClaimNothing, "{route} nothing"),
    Line(orders.UseDevelop, "develop {ability}"),
    Line(orders.UseSwap, "swap {city} {left:offices}"),
    Line(orders.UseMarker, "{marker:usable}"),
    Line(orders.Put, "{kind} {space} {source}"),
    Line(orders.Mark, "{marker} {route}"),
    Line(orders.End),
    Line(orders.Remove, "{space}"),
    Line(orders.Found, "{city} {kind}"),
    Line(orders.Develop, "{ability}"),
    Line(orders.Take, "{kind}"),
    Line(orders.Decline),
    Line(orders.BuyTile, "{tile} spending {one,other:pair}"),
    Line(orders.NeutralOffice, "{city}"),
    Line(orders.Walk, "{province} {how}"),
    Line(orders.Draw, "{marker}"),
    Line(orders.Tavern, "{marker} {route}"),
    Line(orders.Start, "{seat}"),
    Line(orders.Deal, "{seat} mission {card}"),
    Line(orders.OpenTile, "{tile}"),
)
CHANCE_VERBS = ("draw", "tavern", "start", "deal", "tile")
"""The verbs of chance."""
CITY = term("expected", "a city")
ROUTE = term("expected", "a route")
SPACE = term("expected", "a space")
KIND = term("expected", "a kind of piece, t or m")
OFFICE_NUMBER = term("expected", "an office number")
SOURCE = term("expected", "a space, the stock or the supply")
ABILITY = term("expected", "an ability")
BONUS_MARKER = term("expected", "a marker")
FIELD = term("expected", "a field of the special prestige table")
TILE = term("expected", "a tile")
PROVINCE_NUMBER = term("expected", "a province number")
CARD_NUMBER = term("expected", "a card number")
USE_OF_CLAIM = term("expected", "a use of a claim")
ONLY_IN_CLAIM = message(
    "Use an Additional Office as part of a claim: '{order}'.",
    order=Notation("claim ... extra CITY t"),
)


def read_place(board: Board, text: str) -> str:
    """Return the id of the space, route or city that a line names, as generously as orders.

    Raises IllegalOrder, which says what would be right.
    """
    check_length(text)
    word = " ".join(_words(board, text))
    reader = Reader(text, [word])
    if "." in word:
        return board.space_ids[_space(board, reader)]
    if "-" in word:
        return board.routes[_route(board, reader)].id
    return board.cities[_city(board, reader)].id


_NAMES = (
    (r"\bcity keys\b", "city_keys"),
    (r"\badditional office\b", "extra"),
    (r"\+ ?([34])( actions)?\b", r"plus\1"),
    (r"\b(re)?move 3\b", r"\1move3"),
    (r"\bpaying:?(?= ?\d)", "paying "),
)
"""Names as people write them, and the words that stand for them."""


@lru_cache(maxsize=64)
def _long_names(board: Board) -> tuple[tuple[str, str], ...]:
    """Return city names that are not their ids, 'Berlin-Cölln' or 'Isle of Man', with these."""
    return tuple(
        (name, city.id)
        for city in board.cities
        for name in dict.fromkeys((_plain(city.name), _plain(spelled_out(city.name))))
        if name != city.id
    )


def _plain(text: str) -> str:
    """Return plain text with a hyphen for each dash."""
    return re.sub("[\N{HYPHEN}-\N{HORIZONTAL BAR}\N{MINUS SIGN}]", "-", plain(text))


def _words(board: Board, text: str) -> list[str]:
    """Return the words of a line; a route or a name of two words is one."""
    line = re.sub(r"\s*-\s*", "-", _plain(text).replace(">", " > "))
    for name, word in _NAMES:
        line = re.sub(name, word, line)
    for name, city_id in _long_names(board):
        line = line.replace(name, city_id)
    return line.split()


# The kinds of words: each is written by one function and read by another.


def _kind(board: Board, reader: Reader) -> int:
    word = reader.word(KIND)
    for kind, name in enumerate(KIND_NAMES):
        if name.startswith(word):
            return kind
    raise IllegalOrder(
        message(
            "'{word}' is not a kind of piece. Write t for a trader, m for a merchant.",
            word=reader.quote(word),
        )
    )


def _write_amount(board: Board, traders: int, merchants: int) -> str:
    if not merchants:
        return f"{traders}t"
    return (f"{traders}t" if traders else "") + f"{merchants}m"


def _amount(board: Board, reader: Reader) -> tuple[int, int]:
    words = reader.take_rest()
    together = "".join(words)
    match = re.fullmatch(r"(?:(\d{0,2})t)?(?:(\d{0,2})m)?", together) or re.fullmatch(
        r"(?P<m>\d{0,2})m(?P<t>\d{0,2})t", together
    )
    if not together or match is None:
        examples = choice(("2t1m", "3t", "1m"))
        if not words:
            raise IllegalOrder(
                message("Say how many pieces. Write {examples}, for example.", examples=examples)
            )
        raise IllegalOrder(
            message(
                "'{words}' is not a number of pieces. Write {examples}, for example.",
                words=reader.quote(*words),
                examples=examples,
            )
        )
    traders, merchants = (match["t"], match["m"]) if match.re.groupindex else (match[1], match[2])
    return _count(traders), _count(merchants)


def _count(digits: str | None) -> int:
    if digits is None:
        return 0
    return int(digits) if digits else 1


_PIECES = r"(\d{0,2}[tm])+"
"""What is paid, as people write it without the word before it."""


def _payment(board: Board, reader: Reader) -> tuple[int, int]:
    if reader.at_end:
        raise IllegalOrder(
            message(
                "Say what you pay for the displacement, for example '{example}'.",
                example=Notation("paying 1t"),
            )
        )
    reader.skip("paying", optional=re.fullmatch(_PIECES, reader.peek()) is not None)
    return _amount(board, reader)


def _city(board: Board, reader: Reader) -> int:
    word = reader.word(CITY)
    found = _cities(board, word)
    if len(found) == 1:
        return board.city_numbers[found[0]]
    if found:
        reader.unclear(word, found)
    raise IllegalOrder(no_city(reader.quote(word)))


def _cities(board: Board, word: str) -> list[str]:
    return beginning(word.replace("-", ""), board.city_numbers)


def _route(board: Board, reader: Reader) -> int:
    return _route_called(board, reader, _route_word(board, reader, ROUTE))


def _route_word(board: Board, reader: Reader, what: Message) -> str:
    """Return the next word, with the one after it if they name two cities: 'emden osnabr'."""
    word = reader.word(what)
    other = reader.peek().partition(".")[0]
    if "-" in word or "." in word or not other or not _cities(board, word):
        return word
    return reader.merge("-") if _cities(board, other) else word


_MOST_PARTS = 5
"""The parts between hyphens of a route's name, with all those that people write into cities."""


def _route_called(board: Board, reader: Reader, word: str, rest: str = "") -> int:
    """Return the route of this name, the word just read without its `rest`."""
    exact = board.route_numbers.get(word)
    if exact is not None:
        return exact
    parts = word.split("-")
    if len(parts) > _MOST_PARTS:
        raise IllegalOrder(no_route(reader.quote(word)))
    found = set()
    for split in range(1, len(parts)):
        for one in _cities(board, "".join(parts[:split])):
            for other in _cities(board, "".join(parts[split:])):
                number = board.route_numbers.get("-".join(sorted((one, other))))
                if number is not None:
                    found.add(number)
    if len(found) == 1:
        return found.pop()
    if found:
        reader.unclear(word, [board.routes[number].id for number in sorted(found)], rest)
    raise IllegalOrder(no_route(reader.quote(word)))


def _space(board: Board, reader: Reader) -> int:
    word = _route_word(board, reader, SPACE)
    if "." not in word and "-" in word and reader.peek().isdigit():
        word = reader.merge(".")
    route_word, point, number = word.rpartition(".")
    if not point or not number.isascii() or not number.isdigit() or len(number) > 2:
        raise IllegalOrder(
            message(
                "'{word}' is not a space. Write a route, a point and a number, for example"
                " '{example}'.",
                word=reader.quote(word),
                example=Notation(board.space_ids[0]),
            )
        )
    route = board.routes[_route_called(board, reader, route_word, f".{number}")]
    if not 1 <= int(number) <= len(route.spaces):
        raise IllegalOrder(
            message(
                "{route} has spaces 1 to {last}.", route=Place(route.name), last=len(route.spaces)
            )
        )
    return route.spaces[int(number) - 1]


def _usable(board: Board, reader: Reader) -> int:
    marker: int = MARKER.read(board, reader)
    if marker == EXTRA:
        raise IllegalOrder(ONLY_IN_CLAIM)
    return marker


def _pair(board: Board, reader: Reader) -> list[int]:
    return sorted((MARKER.read(board, reader), MARKER.read(board, reader)))


def _offices(board: Board, reader: Reader) -> int:
    left, right = sorted((reader.number(OFFICE_NUMBER), reader.number(OFFICE_NUMBER)))
    if right != left + 1 or left < 1:
        raise IllegalOrder(
            message(
                "Swap takes two offices side by side, counted from the left: '{example}'.",
                example=Notation("use swap bremen 1 2"),
            )
        )
    return left - 1


def _write_source(board: Board, source: int) -> str:
    known = {FIRST: "", FROM_STOCK: "from stock", FROM_SUPPLY: "from supply"}
    return known[source] if source in known else f"from {board.space_ids[source]}"


def _source(board: Board, reader: Reader) -> int:
    if reader.at_end:
        return FIRST
    reader.skip("from")
    word = reader.word(SOURCE)
    found = beginning(word, ("stock", "supply"))
    if len(found) > 1:
        reader.unclear(word, found)
    if found:
        return FROM_STOCK if found == ["stock"] else FROM_SUPPLY
    reader.back()
    return _space(board, reader)


def _how(board: Board, reader: Reader) -> int:
    if reader.at_end:
        return FREE_WALK
    reader.skip("action")
    return PAID_WALK


MARKER: Word[Board] = named(MARKERS, BONUS_MARKER, MARKER_NAMES)
SYNTAX: Syntax[Board, Order] = Syntax(
    LINES,
    {
        "kind": Word(lambda board, kind: KIND_LETTERS[kind], _kind),
        "amount": Word(_write_amount, _amount),
        "payment": Word(lambda *paid: f"paying {_write_amount(*paid)}", _payment),
        "city": Word(lambda board, city: board.cities[city].id, _city),
        "route": Word(lambda board, route: board.routes[route].id, _route),
        "space": Word(lambda board, space: board.space_ids[space], _space),
        "source": Word(_write_source, _source),
        "ability": named(ABILITIES, ABILITY, ABILITY_NAMES),
        "marker": MARKER,
        "usable": Word(MARKER.write, _usable),
        "pair": Word(lambda board, *markers: " ".join(MARKERS[m] for m in markers), _pair),
        "field": named([str(n) for n in SPECIAL_PRESTIGE], FIELD),
        "tile": named(TILES, TILE),
        "offices": Word(lambda board, left: f"{left + 1} {left + 2}", _offices),
        "province": number(PROVINCE_NUMBER),
        "how": Word(lambda board, how: "action" if how else "", _how),
        "seat": SEAT,
        "card": number(CARD_NUMBER),
    },
    words_of=_words,
    example="place t hamburg-stade.2",
    hidden=CHANCE_VERBS,
    choices={
        "claim": Choice(
            CLAIM_USES,
            USE_OF_CLAIM,
            missing=message("Say what the claim is for: {uses}.", uses=choice(CLAIM_USES)),
        ),
        "use": Choice(MARKERS, BONUS_MARKER, MARKER_NAMES),
    },
    optional={">": ("to",)},
)
