"""The five tracks of a desk, with the pieces that still cover them, in two sizes."""

from collections.abc import Mapping

from games.drawing import svg
from games.drawing.lettering import INK, SANS, SERIF, fitted, number
from games.drawing.links import Link
from games.drawing.teutonica.marks import PRIVILEGE_COLOURS, PRIVILEGE_PIPS, dots
from games.rules.teutonica.pieces import (
    ABILITIES,
    ABILITY_KIND,
    ABILITY_WORDS,
    KIND_LETTERS,
    PRIVILEGE,
    TRACKS,
)
from games.wording.language import Language
from games.wording.teutonica import table
from games.wording.teutonica.amounts import value_of

_ROW = 41.0
_LEFT, _STEP = 150.0, 37.0
WIDTH, HEIGHT = 384.0, 5 * _ROW + 12
_WOOD, _FIELD, _PAPER = "#c9a574", "#f3e6c6", "#fffaf0"
_GRAIN = svg.group(
    svg.path(
        "M0 31C120 26 200 40 384 30M0 78C90 84 250 70 384 80M0 121C150 112 260 130 384 119"
        "M0 166C100 172 240 158 384 168M0 205C130 198 250 212 384 202"
    ),
    fill="none",
    stroke="#8a6236",
    stroke_width=1,
    opacity=".45",
)


def tracks(seat: int, levels: tuple[int, ...], acts: Mapping[str, Link], language: Language) -> str:
    """The five tracks as one picture: sign, current value large, covered spaces as pieces."""
    parts = [svg.path(f"M0 0H{WIDTH:g}V{HEIGHT:g}H0Z", fill=_WOOD), _GRAIN]
    for ability, level in enumerate(levels):
        top = 6 + _ROW * ability
        parts.append(_track(seat, ability, level, top, language))
        if act := acts.get(f"desk:{ABILITIES[ability]}"):
            area = svg.path(_row(top), class_="hit ring")
            parts.append(svg.element("a", area, class_="target", **dict(act)))
    box, role = f"0 0 {WIDTH:g} {HEIGHT:g}", "group" if acts else "img"
    words = _levels_in_words(levels, language)
    return svg.element("svg", *parts, class_="tracks", viewBox=box, role=role, aria_label=words)


def compact(seat: int, levels: tuple[int, ...], language: Language) -> str:
    """The five tracks side by side, small: sign, current value, the pieces that still cover."""
    return svg.element(
        "svg",
        svg.path("M0 0H384V78H0Z", fill=_WOOD),
        *(
            _column(seat, ability, level, 4 + 75.6 * ability, language)
            for ability, level in enumerate(levels)
        ),
        class_="tracks small",
        viewBox="0 0 384 78",
        role="img",
        aria_label=_levels_in_words(levels, language),
    )


def _column(seat: int, ability: int, level: int, left: float, language: Language) -> str:
    covered, kind = len(TRACKS[ability]) - 1 - level, ABILITY_KIND[ability]
    name, value = ABILITIES[ability], language.say(value_of(ability, level))
    middle, step = left + 36.7, 17.0 if kind else 13.4
    pieces = [
        svg.use(
            f"{KIND_LETTERS[kind]}{seat}",
            transform=svg.moved((middle + step * (place - (covered - 1) / 2), 59), 0.46),
        )
        for place in range(covered)
    ]
    complete = svg.text(
        language.say(table.COMPLETE),
        middle,
        64,
        text_anchor="middle",
        font_family=SERIF,
        font_style="italic",
        font_size=14,
        fill="#7a6343",
    )
    return svg.group(
        svg.title(language.say(table.covered(ability, level))),
        svg.path(
            svg.data("M", left, 4, "h73.4v70h-73.4Z"), fill=_FIELD, stroke=INK, stroke_width=1
        ),
        svg.use(f"a-{name}", left + 17, 25, fill=INK, stroke=INK),
        _chip(level, left + 50, 25, 13)
        if ability == PRIVILEGE
        else number(value, left + 50, 34, 26, INK),
        *(pieces or [complete]),
        data_about=f"desk:{name}",
    )


def _chip(privilege: int, x: float, y: float, half: float) -> str:
    """A privilege as its colour with its pips."""
    field, side = PRIVILEGE_COLOURS[privilege], 2 * half
    square = svg.data("M", x - half, y - half, "h", side, "v", side, "h", -side, "Z")
    pips = dots(privilege, 7.4, x, y, 2.7, PRIVILEGE_PIPS[privilege])
    return svg.path(square, fill=field, stroke=INK, stroke_width=1.2) + pips


def _levels_in_words(levels: tuple[int, ...], language: Language) -> str:
    return ", ".join(
        language.say(table.level(ability, level)) for ability, level in enumerate(levels)
    )


def _row(top: float) -> str:
    return svg.data("M", 5, top + 2, "H", WIDTH - 5, "V", top + _ROW - 2, "H5Z")


def _track(seat: int, ability: int, level: int, top: float, language: Language) -> str:
    name, middle = ABILITIES[ability], top + _ROW / 2
    words = language.say(ABILITY_WORDS[ability])
    serif: dict[str, svg.Value] = {"font_family": SERIF, "fill": INK}
    parts = [
        svg.path(_row(top), fill=_FIELD, stroke=INK, stroke_width=1),
        svg.group(
            svg.use(f"a-{name}"), transform=svg.moved((24, middle), 1.2), fill=INK, stroke=INK
        ),
        svg.text(words, 44, middle + 5, font_size=fitted(words, 16.5, 92), **serif),
        *(
            _step(seat, ability, place, level, _LEFT + _STEP * place, middle, language)
            for place in range(len(TRACKS[ability]))
        ),
    ]
    if ability == PRIVILEGE:
        x, y, bold = _LEFT + _STEP * 4 - 12, middle + 5.5, 700
        value = language.say(value_of(ability, level))
        parts.append(svg.text(value, x, y, font_weight=bold, font_size=19, **serif))
    return svg.group(*parts, class_="track", id=f"desk-{seat}-{name}", data_about=f"desk:{name}")


def _step(
    seat: int, ability: int, place: int, level: int, x: float, y: float, language: Language
) -> str:
    """One space of a track: its value, or the piece that is still on it."""
    kind, now = ABILITY_KIND[ability], place == level
    value = language.say(value_of(ability, place))
    fill = PRIVILEGE_COLOURS[place] if ability == PRIVILEGE else _PAPER if now else "#e6d2a4"
    edge: dict[str, svg.Value] = {
        "stroke": "#a8322a" if now else INK,
        "stroke_width": 2.6 if now else 0.9,
    }
    parts = [
        svg.title(language.say(table.step(ability, place))),
        svg.circle(17, x, y, fill=fill, **edge)
        if kind
        else svg.path(svg.data("M", x - 15.5, y - 16, "h31v32h-31Z"), fill=fill, **edge),
    ]
    if place > level:
        parts.append(svg.use(f"{KIND_LETTERS[kind]}{seat}", x, y))
        parts.append(_small_value(ability, place, value, x + 13, y + 15))
    elif ability == PRIVILEGE:
        parts.append(dots(place, 8, x, y, 3, PRIVILEGE_PIPS[place]))
    else:
        size = 23 if now else 15
        parts.append(number(value, x, y + size * 0.35, size, INK if now else "#94805a"))
    return svg.group(*parts)


def _small_value(ability: int, place: int, text: str, x: float, y: float) -> str:
    """The value that the covering piece will free, in its corner."""
    if ability == PRIVILEGE:
        edge: dict[str, svg.Value] = {"stroke": INK, "stroke_width": 0.8}
        pips = (svg.circle(2.4, x - 4 - 6 * pip, y, fill=_PAPER, **edge) for pip in range(place))
        return "".join(pips)
    wide = max(6.5, 3.0 * len(text))
    box = svg.data("M", x - wide, y - 8.5, "h", 2 * wide, "v11h", -2 * wide, "Z")
    return svg.path(box, fill=_PAPER, stroke=INK, stroke_width=0.7) + svg.text(
        text,
        x,
        y + 0.8,
        text_anchor="middle",
        font_family=SANS,
        font_weight=600,
        font_size=11,
        fill=INK,
    )
