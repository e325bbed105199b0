"""The map's ornaments: cartouche, compass rose, ships."""

from collections.abc import Mapping
from html import escape
from math import cos, pi, sin
from typing import Any

from games.drawing.geometry import figure
from games.drawing.lettering import INK, SERIF, name_width

_PAPER, _GOLD, _RED = "#f6ecd0", "#c9a24a", "#a8322a"


def cartouche(ornament: Mapping[str, Any]) -> str:
    """The board's name on a scroll."""
    facts = ornament.get("cartouche")
    if not facts:
        return ""
    x, y = facts["at"]
    title, line = escape(facts["title"]), escape(facts["line"])
    half = max(name_width(facts["title"], 30), name_width(facts["line"], 17)) / 2 + 26
    rolls = "".join(
        f"M{figure(side * half)}-22C{figure(side * (half + 22))}-26 {figure(side * (half + 26))}-6 "
        f"{figure(side * (half + 8))}-6L{figure(side * half)} 30"
        f"C{figure(side * (half + 24))} 36 {figure(side * (half + 22))} 12 {figure(side * half)} 16"
        for side in (-1, 1)
    )
    return (
        f'<g transform="translate({x},{y})" stroke-linejoin="round"><path d="{rolls}" '
        f'fill="#dcc48d" stroke="{INK}" stroke-width="1.4"/><path d="{_sheet(half, 30)}" '
        f'fill="{_PAPER}" stroke="{INK}" stroke-width="1.6"/><path d="{_sheet(half - 5, 25)}" '
        f'fill="none" stroke="{_RED}" stroke-width=".9"/>'
        f'<g text-anchor="middle" font-family="{SERIF}" fill="{INK}"><text y="3" font-size="30" '
        f'font-weight="700">{title}</text><text y="21" font-size="17" font-style="italic">{line}'
        "</text></g></g>"
    )


def _sheet(half: float, high: float) -> str:
    """A waving sheet of paper around the middle."""
    wide, bend = figure(half), figure(half / 2)
    up, down = figure(high + 6), figure(high - 6)
    return (
        f"M-{wide}-{high}C-{bend}-{up} {bend}-{down} {wide}-{high}V{high}"
        f"C{bend} {up}-{bend} {down}-{wide} {high}Z"
    )


def compass(ornament: Mapping[str, Any]) -> str:
    """A rose of sixteen winds, its north a lily."""
    facts = ornament.get("compass")
    if not facts:
        return ""
    x, y = facts["at"]
    size = float(facts.get("size", 46))
    parts = [
        (
            f'<g transform="translate({x},{y})" stroke="{INK}" stroke-linejoin="round">'
            f'<circle r="{figure(size * 0.7)}" fill="{_PAPER}" fill-opacity=".55" '
            'stroke-width="1"/>'
            f'<circle r="{figure(size * 0.62)}" fill="none" stroke-width=".7"/>'
        )
    ]
    for ring, reach, waist in ((2, 0.66, 0.13), (1, 0.8, 0.16), (0, 1.0, 0.2)):
        for wind in range(4 if ring < 2 else 8):
            turn = wind * pi / 2 + (pi / 4 if ring == 1 else 0)
            if ring == 2:
                turn = wind * pi / 4 + pi / 8
            parts.append(_wind(turn, size * reach, size * waist))
    parts.append(
        f'<circle r="{figure(size * 0.09)}" fill="{_GOLD}" stroke-width="1"/>'
        f'<path d="M0 {figure(-size - 16)}C5 {figure(-size - 10)} 3 {figure(-size - 4)} 0 '
        f"{figure(-size)}C-3 {figure(-size - 4)}-5 {figure(-size - 10)} 0 {figure(-size - 16)}M0 "
        f"{figure(-size - 2)}C4 {figure(-size - 12)} 11 {figure(-size - 9)} 8 "
        f"{figure(-size - 4)}M0 "
        f"{figure(-size - 2)}C-4 {figure(-size - 12)}-11 {figure(-size - 9)}-8 "
        f'{figure(-size - 4)}" '
        f'fill="{_RED}" fill-opacity=".85" stroke-width=".8"/></g>'
    )
    return "".join(parts)


def _wind(turn: float, reach: float, waist: float) -> str:
    """One point of the rose: a dark and a light half."""
    tip = reach * sin(turn), -reach * cos(turn)
    sides = [
        (waist * sin(turn + side * pi / 4), -waist * cos(turn + side * pi / 4)) for side in (1, -1)
    ]
    return "".join(
        f'<path fill="{colour}" stroke-width=".7" d="M0 0L{figure(x)},{figure(y)} {figure(tip[0])},'
        f'{figure(tip[1])}Z"/>'
        for colour, (x, y) in zip((_RED, "#fbf4e0"), sides, strict=True)
    )


def ships(ornament: Mapping[str, Any]) -> str:
    """Cogs under sail, in the open sea."""
    return "".join(
        f'<g transform="translate({x},{y})scale({size})" stroke="{INK}" stroke-width="1.3" '
        'stroke-linejoin="round" stroke-linecap="round">'
        '<path fill="#a9825a" d="M-25 5C-23 15-18 20-8 20H9C18 20 24 14 27 3L19 6H-17Z"/>'
        '<path fill="none" stroke-width=".9" d="M-21 11C-8 14 10 14 23 10M-17 16C-6 18 8 18 '
        '18 15"/>'
        '<path fill="#c9a574" d="M-27-2H-15V5.6H-25ZM18-3H29L27 4 19 6Z"/>'
        '<path fill="none" stroke-width="1.8" d="M1 6V-37"/>'
        '<path fill="#fbf4e0" d="M-17-29C-8-31 10-31 19-29 23-20 22-9 18-1 8 2-6 '
        '2-15-1-11-9-12-20-17-29Z"/>'
        f'<path fill="{_RED}" stroke="none" d="M-5.4-30.2C-2-30.6 4-30.6 7.6-30.2 11-20 10-9 '
        "7 .8 3 1.4-2 1.4-5 1"
        '-1.4-9-1.6-20-5.4-30.2Z"/>'
        f'<path fill="{_RED}" d="M1-37C6-41 9-35 14-38V-33C9-30 6-36 1-32Z"/>'
        '<path fill="none" stroke-width="1" d="M-16-1L-21-2M18-1L24-3M-17-29L1-36 19-29"/>'
        '<path fill="none" stroke="#5f7f8a" d="M-36 22C-30 18-27 25-21 21S-12 25-6 21 3 25 9 '
        "21 18 25 24 21 "
        '32 24 37 21"/></g>'
        for x, y, size in ornament.get("ships", ())
    )
