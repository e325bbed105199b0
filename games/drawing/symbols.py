"""Symbols: small drawings around their origin, each an SVG file in a package's folder `symbols`.

A file has only shapes, and only the colours of `theme.json`. Each is loaded and checked once.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from xml.etree import ElementTree as ET

from games.drawing import svg

_SVG = f"{{{svg.NAMESPACE}}}"
_ELEMENTS = {"circle", "ellipse", "g", "path", "text"}
_PAINT = ("fill", "stroke")


@dataclass(frozen=True, slots=True)
class Symbol:
    """A symbol as its file has it."""

    root: ET.Element

    def inside(self, paint: Mapping[str, str] | None = None) -> str:
        """Return what is drawn, without the attributes of the whole: what uses it sets them.

        `paint` has other colours for some of the theme's, by their names.
        """
        colours = {theme()[name]: colour for name, colour in (paint or {}).items()}
        return "".join([_markup(element, colours) for element in self.root])

    def group(self, *before: str, **values: svg.Value) -> str:
        """Return the symbol as a <g>, with further attributes, and with markup `before` it."""
        whole = {key: value for key, value in self.root.attrib.items() if key != "viewBox"}
        return svg.group(*before, self.inside(), **whole, **values)


def _markup(element: ET.Element, colours: Mapping[str, str]) -> str:
    return svg.element(
        element.tag.removeprefix(_SVG),
        svg.escaped((element.text or "").strip()),
        *(_markup(child, colours) for child in element),
        **{key: colours.get(value, value) for key, value in element.attrib.items()},
    )


def symbol(package: str, name: str) -> Symbol:
    """Return the symbol of a package by the name of its file, without the ending."""
    return _symbols(package)[name]


@cache
def theme() -> Mapping[str, str]:
    """Return the colours of all symbols by their names."""
    text = resources.files(__package__).joinpath("theme.json").read_text(encoding="utf-8")
    colours: dict[str, str] = json.loads(text)
    return colours


@cache
def _symbols(package: str) -> Mapping[str, Symbol]:
    folder = resources.files(package).joinpath("symbols")
    return {file.name.removesuffix(".svg"): read(file) for file in folder.iterdir()}


def read(file: Traversable) -> Symbol:
    """Return the symbol of a file.

    Raises ValueError, which names the file, if that is not an <svg> with a viewBox, or if it has
    elements, links or colours that a symbol may not have.
    """
    try:
        root = ET.fromstring(file.read_text(encoding="utf-8"))  # noqa: S314 - a file of ours
    except ET.ParseError as error:
        raise ValueError(f"{file} is not well-formed: {error}.") from error
    if root.tag != f"{_SVG}svg" or "viewBox" not in root.attrib:
        raise ValueError(f"{file} needs an <svg> with a viewBox around all of it.")
    _check(file, root)
    return Symbol(root)


def _check(file: Traversable, root: ET.Element) -> None:
    """Raise ValueError if there is something in a file that a symbol may not have."""
    known = {"none", *theme().values()}
    for element in root.iter():
        tag = element.tag.removeprefix(_SVG)
        if element is not root and tag not in _ELEMENTS:
            elements = ", ".join(sorted(_ELEMENTS))
            raise ValueError(f"{file} has an element <{tag}>; a symbol is made of {elements}.")
        for key, value in element.attrib.items():
            if key in _PAINT and value not in known:
                raise ValueError(f"{file} has the colour {value}, which theme.json does not know.")
            if key.startswith("on") or key in ("style", "class", "id", "href"):
                raise ValueError(
                    f"{file} has an attribute {key}; a symbol has only shapes and colours."
                )
