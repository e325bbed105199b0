"""The orders of Hansa Teutonica: what each verb acts on (docs/notation.md).

Kinds, abilities, markers and tiles are numbers of `pieces`; spaces, routes and cities those of the
board.
"""

from typing import Final, Literal, NamedTuple

from games.rules.teutonica.pieces import DEVELOP, SWAP

FIRST: Final = -1
"""The source of a piece placed from the hand, else from the stock (T5.2)."""
FROM_SUPPLY: Final = -2
"""The source of an extra piece when the stock is empty; a space is the source when both are."""
FROM_STOCK: Final = -3
"""The stock as source while a displaced piece of the same kind is in the hand."""
FREE_WALK, PAID_WALK = 0, 1
"""How the pawn walks: free if it can, or for an action in any case (T17.2)."""


class Income(NamedTuple):
    """Take pieces from stock to supply (T3)."""

    traders: int
    merchants: int
    verb: Literal["income"] = "income"


class Place(NamedTuple):
    """Place a piece on a free space (T4)."""

    kind: int
    space: int
    verb: Literal["place"] = "place"


class Displace(NamedTuple):
    """Replace another player's piece, and pay with pieces of both kinds (T5.1)."""

    kind: int
    space: int
    traders: int
    merchants: int
    verb: Literal["displace"] = "displace"


class Move(NamedTuple):
    """Move a piece to another space (T6.1, T9.6)."""

    start: int
    end: int
    verb: Literal["move"] = "move"


class Done(NamedTuple):
    """Stop a series, or decline what is optional."""

    verb: Literal["done"] = "done"


class ClaimOffice(NamedTuple):
    """Claim a route for the next office in a city (T7.4)."""

    route: int
    city: int
    use: Literal["office"] = "office"
    verb: Literal["claim"] = "claim"


class ClaimDevelop(NamedTuple):
    """Claim a route to develop an ability (T7.6)."""

    route: int
    ability: int
    use: Literal["develop"] = "develop"
    verb: Literal["claim"] = "claim"


class ClaimPrestige(NamedTuple):
    """Claim a route for a field of the special prestige table (T7.7)."""

    route: int
    field: int
    use: Literal["prestige"] = "prestige"
    verb: Literal["claim"] = "claim"


class ClaimExtra(NamedTuple):
    """Claim a route for an extra office in a city, with a piece of a kind (T9.4)."""

    route: int
    city: int
    kind: int
    use: Literal["extra"] = "extra"
    verb: Literal["claim"] = "claim"


class ClaimNothing(NamedTuple):
    """Claim a route for its points and marker alone (T7.3)."""

    route: int
    use: Literal["nothing"] = "nothing"
    verb: Literal["claim"] = "claim"


Claim = ClaimOffice | ClaimDevelop | ClaimPrestige | ClaimExtra | ClaimNothing


class UseMarker(NamedTuple):
    """Use a bonus marker that needs no more words (T9)."""

    marker: int
    verb: Literal["use"] = "use"


class UseDevelop(NamedTuple):
    """Use Develop on an ability (T9.2)."""

    ability: int
    marker: int = DEVELOP
    verb: Literal["use"] = "use"


class UseSwap(NamedTuple):
    """Use Swap on two offices side by side, the left one counted from 0 (T9.3)."""

    city: int
    left: int
    marker: int = SWAP
    verb: Literal["use"] = "use"


Use = UseMarker | UseDevelop | UseSwap


class Put(NamedTuple):
    """Put a displaced, extra or lifted-off piece on a space, from a source (T5.2, T14.3)."""

    kind: int
    space: int
    source: int = FIRST
    verb: Literal["put"] = "put"


class Mark(NamedTuple):
    """Place a replacement marker on a route (T8.4)."""

    marker: int
    route: int
    verb: Literal["marker"] = "marker"


class End(NamedTuple):
    """End the actions of a turn (T2.1)."""

    verb: Literal["end"] = "end"


class Remove(NamedTuple):
    """Take a piece from a space (T9.6)."""

    space: int
    verb: Literal["remove"] = "remove"


class Found(NamedTuple):
    """Open an office in a green city with a piece of the supply (T14.3)."""

    city: int
    kind: int
    verb: Literal["found"] = "found"


class Develop(NamedTuple):
    """Develop the ability of a permanent marker (T14.3)."""

    ability: int
    verb: Literal["develop"] = "develop"


class Take(NamedTuple):
    """Take a piece when another player takes income (T13)."""

    kind: int
    verb: Literal["take"] = "take"


class Decline(NamedTuple):
    """Take nothing when another player takes income (T13)."""

    verb: Literal["decline"] = "decline"


class BuyTile(NamedTuple):
    """Pay two markers and the turn's actions for a tile of the Emperor's Favour (T13)."""

    tile: int
    one: int
    other: int
    verb: Literal["favour"] = "favour"


class NeutralOffice(NamedTuple):
    """Choose the city of the neutral player's office (T18.4)."""

    city: int
    verb: Literal["neutral"] = "neutral"


class Walk(NamedTuple):
    """Move the pawn to a province, FREE_WALK or PAID_WALK; or put it there (T17)."""

    province: int
    how: int = FREE_WALK
    verb: Literal["pawn"] = "pawn"


class Draw(NamedTuple):
    """Chance: show a replacement marker (T8.3)."""

    marker: int
    verb: Literal["draw"] = "draw"


class Tavern(NamedTuple):
    """Chance: lay a start marker on a tavern's route (T1.4)."""

    marker: int
    route: int
    verb: Literal["tavern"] = "tavern"


class Start(NamedTuple):
    """Chance: make a seat the start player (T1.3)."""

    seat: int
    verb: Literal["start"] = "start"


class Deal(NamedTuple):
    """Chance: deal a Mission card, counted from 1, to a seat (T12)."""

    seat: int
    card: int
    verb: Literal["deal"] = "deal"


class OpenTile(NamedTuple):
    """Chance: bring a tile of the Emperor's Favour into the game (T13)."""

    tile: int
    verb: Literal["tile"] = "tile"


Order = (
    Income
    | Place
    | Displace
    | Move
    | Done
    | Claim
    | Use
    | Put
    | Mark
    | End
    | Remove
    | Found
    | Develop
    | Take
    | Decline
    | BuyTile
    | NeutralOffice
    | Walk
    | Draw
    | Tavern
    | Start
    | Deal
    | OpenTile
)
