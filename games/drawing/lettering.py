"""Ink and type of all maps, and how wide words are."""

from games.drawing import svg

INK = "#43301f"
SERIF = "Alegreya,Georgia,serif"
SANS = "Source Sans 3,DejaVu Sans,sans-serif"

_WIDE = {"m": 0.85, "w": 0.8, "M": 0.9, "W": 0.95, "H": 0.78, "G": 0.7, "Q": 0.75, "D": 0.72}
_NARROW = {"i": 0.28, "l": 0.28, "t": 0.36, "r": 0.4, "f": 0.34, " ": 0.24, "-": 0.34, "j": 0.3}


def name_width(name: str, size: float) -> float:
    """About how wide a name is in the serif."""
    return size * sum(
        _WIDE.get(letter) or _NARROW.get(letter) or (0.62 if letter.isupper() else 0.5)
        for letter in name
    )


def fitted(words: str, size: float, room: float) -> float:
    """The size of words that have some room: smaller where a language has longer ones."""
    return min(size, int(10 * room / name_width(words, 1)) / 10)


def name(words: str, x: svg.Value, y: svg.Value, size: float, fill: str, **more: svg.Value) -> str:
    """Words in the bold serif, around a point: the names on a map."""
    more |= {"font_family": SERIF, "font_weight": 700, "text_anchor": "middle"}
    return svg.text(words, x, y, font_size=size, fill=fill, **more)


def number(
    words: object, x: svg.Value, y: svg.Value, size: float, fill: str, **more: svg.Value
) -> str:
    """A number, or short words like one, in the bold sans, around a point."""
    more |= {"font_family": SANS, "font_weight": 700, "text_anchor": "middle"}
    return svg.text(str(words), x, y, font_size=size, fill=fill, **more)


def caption(
    words: str, x: svg.Value, y: svg.Value, size: float, anchor: str | None = "middle"
) -> str:
    """Words in the slanted serif: what is said beside a table."""
    font: dict[str, svg.Value] = {"font_family": SERIF, "font_style": "italic"}
    return svg.text(words, x, y, font_size=size, fill="#5a472e", text_anchor=anchor, **font)
