"""The letters of the common orders."""

from collections.abc import Sequence

from games.drawing.choices import Key

KEYS: Sequence[Key] = (
    Key("u", "Put up booths", ("booths", "build")),
    Key("r", "Fill the warehouses", ("replenish",)),
    Key("v", "Sail", ("sail",)),
    Key("y", "Buy", ("buy",)),
    Key("s", "Sell", ("sell",)),
    Key("d", "Discard as toll", ("discard",)),
    Key("x", "Lose a marker", ("lose",)),
)
