"""Desks: five tracks with the pieces that still cover them, and everything beside them."""

from collections.abc import Mapping, Sequence
from functools import lru_cache

from games.drawing import svg
from games.drawing.desks import Acts, WritingDesk, count, goods, unseen, writing_desk
from games.drawing.links import Link
from games.drawing.teutonica.module_items import extras, open_tiles, token
from games.drawing.teutonica.tracks import compact, tracks
from games.rules.teutonica.pieces import KIND_LETTERS, MARKER_WORDS, MARKERS
from games.rules.teutonica.view import DISPLACED, Desk, View
from games.wording.language import Language
from games.wording.teutonica import table
from games.wording.teutonica.amounts import held
from games.wording.teutonica.words import marker_sentence


def desk(
    view: View, seat: int, names: Sequence[str], acts: Acts, language: Language
) -> WritingDesk:
    """Return the desk of a seat; the viewer's markers and tracks can be clicked where it is legal.

    Tiles that are still available are shown on the first desk.
    """
    mine = view.desks[seat]
    body = _body(seat, mine, seat == view.seat, view.options["edition"], acts, language)
    body += extras(view, seat, language)
    if view.tiles and seat == (view.seat or 0):
        body += open_tiles(view, dict(acts), language)
    return writing_desk(
        view,
        seat,
        names,
        language,
        points=mine.prestige,
        counted=language.say(table.PRESTIGE),
        body=body,
    )


def owned(view: View, language: Language) -> str:
    """Return what the viewer has to act with, in one line: actions, supply, stock and markers."""
    if view.seat is None:
        return ""
    mine, left = view.desks[view.seat], view.actions_left
    parts = []
    if view.turn == view.seat and view.prompt not in DISPLACED:
        parts.append(svg.worded("span", language.say(table.ACTION.subject(left))))
    for name, counts in ((table.SUPPLY, mine.supply), (table.STOCK, mine.stock)):
        heading = svg.worded("small", language.say(name))
        parts.append(svg.element("span", heading, _pieces(view.seat, counts, language)))
    if mine.markers:
        tokens = (
            svg.element("svg", svg.use(f"k-{MARKERS[kind]}"), viewBox="-20 -20 40 41")
            for kind in mine.markers
        )
        words = unseen(language.listed(MARKER_WORDS[kind] for kind in mine.markers))
        shown = svg.element("span", *tokens, aria_hidden="true")
        parts.append(svg.element("span", shown, words))
    return " ".join(parts)


@lru_cache(maxsize=4096)
def _body(seat: int, desk: Desk, mine: bool, edition: str, acts: Acts, language: Language) -> str:
    """All that is on the desk: tracks, supply and stock, markers and plate."""
    on_it = dict(acts)
    drawn = (
        tracks(seat, desk.levels, on_it, language) if mine else compact(seat, desk.levels, language)
    )
    return drawn + goods(
        (
            ("supply", "supply", language.say(table.SUPPLY), _pieces(seat, desk.supply, language)),
            ("stock", "stock", language.say(table.STOCK), _pieces(seat, desk.stock, language)),
            (
                "markers",
                "",
                language.say(table.MARKERS),
                _markers(desk.markers, desk.used, edition, on_it, language),
            ),
            (
                "plate",
                "",
                language.say(table.PLATE),
                _plate(desk.plate, desk.plate_known, edition, on_it, language),
            ),
        )
    )


def _pieces(seat: int, counts: Sequence[int], language: Language) -> str:
    """Counted pieces: a trader and a merchant, each with its number."""
    pieces = zip(KIND_LETTERS, counts, strict=True)
    seen = (count(f"{kind}{seat}", "-21 -20 42 42", number) for kind, number in pieces)
    return "".join((*seen, unseen(language.say(held(*counts)))))


def _token(kind: str, name: str, words: str, act: Link | None) -> str:
    """A bonus marker."""
    return token(f"k-{kind}", "-20 -20 40 41", f"marker:{kind}", name, words, act)


def _markers(
    held: tuple[int, ...], used: int, edition: str, acts: Mapping[str, Link], language: Language
) -> str:
    """Bonus markers that are face up, and how many are face down."""
    tokens = [_known(kind, edition, acts, language) for kind in held]
    if used:
        name, words = language.say(table.used(used)), language.say(table.USED)
        count = f'<span aria-hidden="true">{used}</span>'
        tokens.append(_token("hidden", name, words, None) + count)
    return "".join(tokens)


def _plate(
    count: int,
    known: tuple[int, ...],
    edition: str,
    acts: Mapping[str, Link],
    language: Language,
) -> str:
    """Replacement markers waiting on the plate; only their owner has looked at some."""
    name, words = language.say(table.FACE_DOWN), language.say(table.ON_THE_PLATE)
    hidden = _token("hidden", name, words, None)
    return "".join(_known(kind, edition, acts, language) for kind in known) + hidden * (
        count - len(known)
    )


def _known(kind: int, edition: str, acts: Mapping[str, Link], language: Language) -> str:
    act = acts.get(f"marker:{MARKERS[kind]}")
    name, words = language.say(MARKER_WORDS[kind]), language.say(marker_sentence(kind, edition))
    return _token(MARKERS[kind], name, words, act)
