"""The five tracks of a desk, with the pieces that still cover them, in two sizes."""

from collections.abc import Mapping

from games.drawing.lettering import INK, SANS, SERIF
from games.drawing.teutonica.marks import PRIVILEGE_COLOURS, PRIVILEGE_PIPS
from games.rules.teutonica.pieces import (
    ABILITIES,
    ABILITY_KIND,
    ABILITY_NAMES,
    ALL,
    PRIVILEGE,
    PRIVILEGES,
    TRACKS,
)

_ROW = 41.0
_LEFT, _STEP = 150.0, 37.0
WIDTH, HEIGHT = 384.0, 5 * _ROW + 12


def _figure(level: int, ability: int) -> str:
    value = TRACKS[ability][level]
    if ability == PRIVILEGE:
        return PRIVILEGES[value]
    return "all" if value == ALL else str(value)


def level_in_words(ability: int, level: int) -> str:
    """An ability with its value: 'Actions 3'."""
    return f"{ABILITY_NAMES[ability]} {_figure(level, ability)}"


def tracks(seat: int, levels: tuple[int, ...], acts: Mapping[str, str]) -> str:
    """The five tracks as one picture: sign, current value large, covered spaces as pieces."""
    role = "group" if acts else "img"
    parts = [
        f'<svg class="tracks" viewBox="0 0 {WIDTH:g} {HEIGHT:g}" role="{role}" aria-label="',
        _levels_in_words(levels),
        (
            f'"><path d="M0 0H{WIDTH:g}V{HEIGHT:g}H0Z" fill="#c9a574"/><g fill="none" '
            'stroke="#8a6236" '
            'stroke-width="1" opacity=".45"><path d="M0 31C120 26 200 40 384 30M0 78C90 84 '
            "250 70 384 80"
            "M0 121C150 112 260 130 384 119M0 166C100 172 240 158 384 168M0 205C130 198 250 "
            '212 384 202"/>'
            "</g>"
        ),
    ]
    for ability, level in enumerate(levels):
        top = 6 + _ROW * ability
        parts.append(_track(seat, ability, level, top))
        if act := acts.get(f"desk:{ABILITIES[ability]}"):
            parts.append(
                f'<a class="target" {act}><path class="hit ring" '
                f'd="M5 {top + 2:g}H{WIDTH - 5:g}V{top + _ROW - 2:g}H5Z"/></a>'
            )
    parts.append("</svg>")
    return "".join(parts)


def compact(seat: int, levels: tuple[int, ...]) -> str:
    """The five tracks side by side, small: sign, current value, the pieces that still cover."""
    parts = [
        '<svg class="tracks small" viewBox="0 0 384 78" role="img" aria-label="',
        _levels_in_words(levels),
        '"><path d="M0 0H384V78H0Z" fill="#c9a574"/>',
    ]
    for ability, level in enumerate(levels):
        parts.append(_column(seat, ability, level, 4 + 75.6 * ability))
    parts.append("</svg>")
    return "".join(parts)


def _column(seat: int, ability: int, level: int, left: float) -> str:
    covered = len(TRACKS[ability]) - 1 - level
    kind = ABILITY_KIND[ability]
    parts = [
        (
            f"<g><title>{ABILITY_NAMES[ability]}: {_figure(level, ability)}, {covered} "
            "covered</title>"
            f'<path d="M{left:g} 4h73.4v70h-73.4Z" fill="#f3e6c6" stroke="{INK}" stroke-width="1"/>'
            f'<use href="#a-{ABILITIES[ability]}" x="{left + 17:g}" y="25" fill="{INK}" '
            f'stroke="{INK}"/>'
        )
    ]
    if ability == PRIVILEGE:
        parts.append(_chip(level, left + 50, 25, 13))
    else:
        parts.append(
            f'<text x="{left + 50:g}" y="34" text-anchor="middle" font-family="{SANS}" '
            f'font-weight="700" font-size="26" fill="{INK}">{_figure(level, ability)}</text>'
        )
    step = 17.0 if kind else 13.4
    x = left + 36.7 - step * (covered - 1) / 2
    for _ in range(covered):
        parts.append(
            f'<use href="#{"tm"[kind]}{seat}" transform="translate({x:.1f},59)scale(.46)"/>'
        )
        x += step
    if not covered:
        parts.append(
            f'<text x="{left + 36.7:g}" y="64" text-anchor="middle" font-family="{SERIF}" '
            'font-style="italic" font-size="14" fill="#7a6343">complete</text>'
        )
    parts.append("</g>")
    return "".join(parts)


def _chip(privilege: int, x: float, y: float, half: float) -> str:
    """A privilege as its colour with its pips."""
    pips = "".join(
        f'<circle cx="{x + 7.4 * (pip - (privilege - 1) / 2):g}" cy="{y:g}" r="2.7" '
        f'fill="{PRIVILEGE_PIPS[privilege]}"/>'
        for pip in range(privilege)
    )
    return (
        f'<path d="M{x - half:g} {y - half:g}h{2 * half:g}v{2 * half:g}h{-2 * half:g}Z" '
        f'fill="{PRIVILEGE_COLOURS[privilege]}" stroke="{INK}" stroke-width="1.2"/>{pips}'
    )


def _levels_in_words(levels: tuple[int, ...]) -> str:
    return ", ".join(level_in_words(ability, level) for ability, level in enumerate(levels))


def _track(seat: int, ability: int, level: int, top: float) -> str:
    middle = top + _ROW / 2
    parts = [
        (
            f'<g class="track" id="desk-{seat}-{ABILITIES[ability]}"><path d="M5 {top + 2:g}'
            f"H{WIDTH - 5:g}"
            f'V{top + _ROW - 2:g}H5Z" fill="#f3e6c6" stroke="{INK}" stroke-width="1"/>'
            f'<g transform="translate(24,{middle:g})scale(1.2)" fill="{INK}" stroke="{INK}">'
            f'<use href="#a-{ABILITIES[ability]}"/></g>'
            f'<text x="44" y="{middle + 5:g}" font-family="{SERIF}" font-size="16.5" fill="{INK}">'
            f"{ABILITY_NAMES[ability]}</text>"
        )
    ]
    for place in range(len(TRACKS[ability])):
        x = _LEFT + _STEP * place
        parts.append(_step(seat, ability, place, level, x, middle))
    if ability == PRIVILEGE:
        parts.append(
            f'<text x="{_LEFT + _STEP * 4 - 12:g}" y="{middle + 5.5:g}" font-family="{SERIF}" '
            f'font-weight="700" font-size="19" fill="{INK}">{PRIVILEGES[level]}</text>'
        )
    parts.append("</g>")
    return "".join(parts)


def _step(seat: int, ability: int, place: int, level: int, x: float, y: float) -> str:
    """One space of a track: its value, or the piece that is still on it."""
    words = f"<title>{ABILITY_NAMES[ability]}: {_figure(place, ability)}</title>"
    now = place == level
    ring = 'stroke="#a8322a" stroke-width="2.6"' if now else f'stroke="{INK}" stroke-width=".9"'
    fill = PRIVILEGE_COLOURS[place] if ability == PRIVILEGE else "#fffaf0" if now else "#e6d2a4"
    parts = [f"<g>{words}"]
    if ABILITY_KIND[ability]:
        parts.append(f'<circle cx="{x:g}" cy="{y:g}" r="17" fill="{fill}" {ring}/>')
    else:
        parts.append(f'<path d="M{x - 15.5:g} {y - 16:g}h31v32h-31Z" fill="{fill}" {ring}/>')
    if place > level:
        parts.append(f'<use href="#{"tm"[ABILITY_KIND[ability]]}{seat}" x="{x:g}" y="{y:g}"/>')
        parts.append(_small_value(ability, place, x + 13, y + 15))
    elif ability == PRIVILEGE:
        parts.extend(
            f'<circle cx="{x + 8 * (pip - (place - 1) / 2):g}" cy="{y:g}" r="3" '
            f'fill="{PRIVILEGE_PIPS[place]}"/>'
            for pip in range(place)
        )
    else:
        size = 23 if now else 15
        shade = INK if now else "#94805a"
        parts.append(
            f'<text x="{x:g}" y="{y + size * 0.35:g}" text-anchor="middle" font-family="{SANS}" '
            f'font-weight="700" font-size="{size if place or now else 15}" fill="{shade}">'
            f"{_figure(place, ability)}</text>"
        )
    parts.append("</g>")
    return "".join(parts)


def _small_value(ability: int, place: int, x: float, y: float) -> str:
    """The value that the covering piece will free, in its corner."""
    if ability == PRIVILEGE:
        return "".join(
            f'<circle cx="{x - 4 - 6 * pip:g}" cy="{y:g}" r="2.4" fill="#fffaf0" stroke="{INK}" '
            'stroke-width=".8"/>'
            for pip in range(place)
        )
    text = _figure(place, ability)
    wide = 9 if text == "all" else 6.5
    return (
        f'<path d="M{x - wide:g} {y - 8.5:g}h{2 * wide:g}v11h{-2 * wide:g}Z" fill="#fffaf0" '
        f'stroke="{INK}" stroke-width=".7"/><text x="{x:g}" y="{y + 0.8:g}" text-anchor="middle" '
        f'font-family="{SANS}" font-weight="600" font-size="11" fill="{INK}">{text}</text>'
    )
