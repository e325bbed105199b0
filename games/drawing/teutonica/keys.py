"""The letters of the common orders."""

from collections.abc import Sequence

from games.drawing.choices import Key

KEYS: Sequence[Key] = (
    Key("t", "Place a trader", ("place-t", "put-t")),
    Key("m", "Place a merchant", ("place-m", "put-m")),
    Key("d", "Displace a piece", ("displace",)),
    Key("v", "Move a piece", ("move",)),
    Key("c", "Claim a route", ("claim",)),
    Key("g", "Take income", ("income", "take")),
    Key("u", "Use or place a bonus marker", ("use", "marker")),
    Key("x", "Remove a piece", ("remove",)),
    Key("a", "Open an office", ("found", "neutral")),
    Key("l", "Develop an ability", ("develop",)),
    Key("f", "Ask for the Emperor's Favour", ("favour",)),
    Key("w", "Move the pawn", ("pawn",)),
    Key("s", "Stop, or decline", ("done", "decline")),
)
