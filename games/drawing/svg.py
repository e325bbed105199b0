"""SVG as text: elements with their attributes escaped, and numbers rounded, in one place.

Attributes are keywords: `stroke_width` is 'stroke-width', `class_` is 'class', and what is None is
left out. A float is rounded by `num`; what needs more places, such as an opacity, is given as text.
"""

import re
from html import escape

Value = str | float | None
NAMESPACE = "http://www.w3.org/2000/svg"
_GLIDING = re.compile(r"transform:translate\((\S+)px,(\S+)px\)(.*)")


def num(value: float) -> str:
    """Return a number for SVG text, with at most one decimal place."""
    return f"{value:.1f}".removesuffix(".0") if value else "0"


def data(*parts: str | float) -> str:
    """Return path data of letters and numbers: `data("M", 1, 2.5, "H", 4)` is 'M1 2.5H4'."""
    text = ""
    for part in parts:
        if isinstance(part, str):
            text += part
        else:
            text += num(part) if text[-1:].isalpha() else f" {num(part)}"
    return text


class _Names(dict[str, str]):
    """The names of attributes by their keywords."""

    def __missing__(self, key: str) -> str:
        self[key] = "-".join(key.rstrip("_").split("_"))
        return self[key]


_NAMES = _Names()


def attributes(**values: Value) -> str:
    """Return attributes as they follow the name of an element."""
    return "".join(
        [f' {_NAMES[key]}="{_text(value)}"' for key, value in values.items() if value is not None]
    )


def _text(value: str | float) -> str:
    if not isinstance(value, str):
        return num(value)
    return escape(value) if "&" in value or "<" in value or '"' in value else value


def element(tag: str, *content: str, **values: Value) -> str:
    """Return an element; `content` is markup."""
    inside = "".join(content)
    if inside:
        return f"<{tag}{attributes(**values)}>{inside}</{tag}>"
    return f"<{tag}{attributes(**values)}/>"


def whole(*content: str, **values: Value) -> str:
    """Return an <svg> around markup."""
    return element("svg", *content, xmlns=NAMESPACE, **values)


def group(*content: str, **values: Value) -> str:
    """Return a <g> around markup."""
    return element("g", *content, **values)


def escaped(words: str) -> str:
    """Return words as content of an element."""
    return escape(words, quote=False) if "&" in words or "<" in words else words


def worded(tag: str, words: str, **values: Value) -> str:
    """Return an element around words."""
    return element(tag, escaped(words), **values)


def title(words: str) -> str:
    """Return the words of what is around them, for tooltips and screen readers."""
    return worded("title", words)


def path(d: str, **values: Value) -> str:
    """Return a path of this data."""
    return element("path", d=d, **values)


def strokes(d: str, *pens: tuple[str, float] | tuple[str, float, str]) -> str:
    """Return one line drawn again and again, each with a colour, a width and maybe dashes."""
    return "".join(
        path(d, stroke=colour, stroke_width=width, stroke_dasharray=dashes[0] if dashes else None)
        for colour, width, *dashes in pens
    )


def circle(radius: float, x: Value = None, y: Value = None, **values: Value) -> str:
    """Return a circle, around the origin if no point is given."""
    return element("circle", cx=x, cy=y, r=radius, **values)


def use(symbol: str, x: Value = None, y: Value = None, **values: Value) -> str:
    """Return the definition of this id drawn at a point."""
    return element("use", href=f"#{symbol}", x=x, y=y, **values)


def text(words: str, x: Value = None, y: Value = None, **values: Value) -> str:
    """Return words at a point."""
    return worded("text", words, x=x, y=y, **values)


def moved(at: tuple[float, float], size: float = 1) -> str:
    """Return a transformation that moves the origin to a point, and scales what is there."""
    scale = "" if size == 1 else f"scale({size:g})"
    return f"translate({num(at[0])},{num(at[1])}){scale}"


def gliding(at: tuple[float, float], size: float = 1) -> str:
    """Return the same as a style, which browsers animate when it changes."""
    scale = "" if size == 1 else f" scale({size:g})"
    return f"transform:translate({num(at[0])}px,{num(at[1])}px){scale}"


def still(style: str) -> str:
    """Return a transformation that says what `gliding` does, '' if that is not what this is."""
    found = _GLIDING.fullmatch(style)
    return f"translate({found[1]},{found[2]}){found[3]}" if found else ""
