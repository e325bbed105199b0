"""Desks: five tracks with the pieces that still cover them, and everything beside them."""

from collections.abc import Mapping, Sequence
from functools import lru_cache

from games.drawing import svg
from games.drawing.desks import Acts, WritingDesk, count, goods, unseen, writing_desk
from games.drawing.links import Link
from games.drawing.score import listed
from games.drawing.teutonica.module_items import extras, open_tiles, token
from games.drawing.teutonica.prompts import DISPLACED
from games.drawing.teutonica.tracks import compact, tracks
from games.drawing.teutonica.words import amount, marker_sentence
from games.rules.teutonica.pieces import KIND_LETTERS, MARKER_NAMES, MARKERS
from games.rules.teutonica.view import Desk, View
from games.wording.language import Language


def desk(
    view: View, seat: int, names: Sequence[str], acts: Acts, language: Language
) -> WritingDesk:
    """Return the desk of a seat; the viewer's markers and tracks can be clicked where it is legal.

    Tiles that are still available are shown on the first desk.
    """
    mine = view.desks[seat]
    body = _body(seat, mine, seat == view.seat, view.options["edition"], acts) + extras(view, seat)
    if view.tiles and seat == (view.seat or 0):
        body += open_tiles(view, dict(acts))
    return writing_desk(
        view, seat, names, language, points=mine.prestige, counted="Prestige", body=body
    )


def owned(view: View) -> str:
    """Return what the viewer has to act with, in one line: actions, supply, stock and markers."""
    if view.seat is None:
        return ""
    mine, left = view.desks[view.seat], view.actions_left
    parts = []
    if view.turn == view.seat and view.prompt not in DISPLACED:
        parts.append(svg.worded("span", "1 action" if left == 1 else f"{left} actions"))
    for name, counts in (("Supply", mine.supply), ("Stock", mine.stock)):
        parts.append(svg.element("span", svg.worded("small", name), _pieces(view.seat, counts)))
    if mine.markers:
        tokens = (
            svg.element("svg", svg.use(f"k-{MARKERS[kind]}"), viewBox="-20 -20 40 41")
            for kind in mine.markers
        )
        words = unseen(listed([MARKER_NAMES[kind] for kind in mine.markers]))
        shown = svg.element("span", *tokens, aria_hidden="true")
        parts.append(svg.element("span", shown, words))
    return " ".join(parts)


@lru_cache(maxsize=4096)
def _body(seat: int, desk: Desk, mine: bool, edition: str, acts: Acts) -> str:
    """All that is on the desk: tracks, supply and stock, markers and plate."""
    on_it = dict(acts)
    drawn = tracks(seat, desk.levels, on_it) if mine else compact(seat, desk.levels)
    return drawn + goods(
        (
            ("supply", "supply", "Supply", _pieces(seat, desk.supply)),
            ("stock", "stock", "Stock", _pieces(seat, desk.stock)),
            ("markers", "", "Markers", _markers(desk.markers, desk.used, edition, on_it)),
            ("plate", "", "Plate", _plate(desk.plate, desk.plate_known, edition, on_it)),
        )
    )


def _pieces(seat: int, counts: tuple[int, int]) -> str:
    """Counted pieces: a trader and a merchant, each with its number."""
    pieces = zip(KIND_LETTERS, counts, strict=True)
    seen = (count(f"{kind}{seat}", "-21 -20 42 42", number) for kind, number in pieces)
    return "".join((*seen, unseen(amount(*counts))))


def _token(kind: str, name: str, words: str, act: Link | None) -> str:
    """A bonus marker."""
    return token(f"k-{kind}", "-20 -20 40 41", f"marker:{kind}", name, words, act)


def _markers(held: tuple[int, ...], used: int, edition: str, acts: Mapping[str, Link]) -> str:
    """Bonus markers that are face up, and how many are face down."""
    tokens = [_known(kind, edition, acts) for kind in held]
    if used:
        words = "Face down. They count at the end."
        count = f'<span aria-hidden="true">{used}</span>'
        tokens.append(_token("hidden", f"{used} used", words, None) + count)
    return "".join(tokens)


def _plate(count: int, known: tuple[int, ...], edition: str, acts: Mapping[str, Link]) -> str:
    """Replacement markers waiting on the plate; only their owner has looked at some."""
    hidden = _token("hidden", "A face-down marker", "It is placed at the end of a turn.", None)
    return "".join(_known(kind, edition, acts) for kind in known) + hidden * (count - len(known))


def _known(kind: int, edition: str, acts: Mapping[str, Link]) -> str:
    act = acts.get(f"marker:{MARKERS[kind]}")
    return _token(MARKERS[kind], MARKER_NAMES[kind], marker_sentence(kind, edition), act)
