"""Desks: five tracks with the pieces that still cover them, and everything beside them."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from html import escape

from games.drawing.choices import Choices
from games.drawing.desks import WritingDesk, seats_around, writing_desk
from games.drawing.teutonica.belongings import extras, open_tiles
from games.drawing.teutonica.clicks import desk_links
from games.drawing.teutonica.tracks import compact, tracks
from games.drawing.teutonica.words import MARKER_SENTENCES, amount
from games.rules.teutonica.pieces import MARKER_NAMES, MARKERS
from games.rules.teutonica.view import Desk, View

Acts = tuple[tuple[str, str], ...]
"""What may be clicked on a desk: target ids with the attributes of their links."""


def desks(
    view: View,
    names: Sequence[str],
    *,
    choices: Choices | None = None,
    picked: str | None = None,
    post: str = "",
    pick: str = "?pick=",
) -> list[WritingDesk]:
    """The desk of each seat, the viewer's own first.

    With `choices` the viewer's markers and tracks can be clicked where that is legal; the other
    arguments are those of `live`.
    """
    acts = desk_links(choices, picked, post, pick) if choices is not None else ()
    found = [
        _desk(view, seat, names, acts if seat == view.seat else ()) for seat in seats_around(view)
    ]
    if view.tiles:
        # Tiles that are still available are shown on the first desk.
        found[0]["body"] += open_tiles(view, dict(acts))
    return found


def _desk(view: View, seat: int, names: Sequence[str], acts: Acts) -> WritingDesk:
    desk = view.desks[seat]
    body = _body(seat, desk, seat == view.seat, acts) + extras(view, seat)
    return writing_desk(view, seat, names, points=desk.prestige, counted="Prestige", body=body)


@lru_cache(maxsize=4096)
def _body(seat: int, desk: Desk, mine: bool, acts: Acts) -> str:
    """All that is on the desk: tracks, supply and stock, markers and plate."""
    goods = (
        ("Supply", f"{_pieces(seat, desk.supply)}{_unseen(amount(*desk.supply))}"),
        ("Stock", f"{_pieces(seat, desk.stock)}{_unseen(amount(*desk.stock))}"),
        ("Markers", _markers(desk.markers, desk.used, dict(acts))),
        ("Plate", _plate(desk.plate, desk.plate_known, dict(acts))),
    )
    listed = "".join(
        f'<div class="{name.lower()}"><dt>{name}</dt><dd>{what}</dd></div>'
        for name, what in goods
        if what
    )
    drawn = tracks(seat, desk.levels, dict(acts)) if mine else compact(seat, desk.levels)
    return f'{drawn}<dl class="goods">{listed}</dl>'


def _unseen(words: str) -> str:
    """Words for people who do not see the pieces."""
    return f'<span class="sr">{words}</span>'


def _pieces(seat: int, counts: tuple[int, int]) -> str:
    """Counted pieces: a trader and a merchant, each with its number."""
    return "".join(
        f'<span class="count{"" if count else " none"}" aria-hidden="true">'
        f'<svg viewBox="-21 -20 42 42"><use href="#{"tm"[kind]}{seat}"/></svg>{count}</span>'
        for kind, count in enumerate(counts)
    )


def _token(kind: str, name: str, words: str, act: str | None) -> str:
    """A marker's round token; its words appear beside it on focus, and it may be a link."""
    tag, attributes = ("a", f"{act} ") if act else ("span", 'tabindex="0" ')
    return (
        f'<{tag} {attributes}class="token{" click" if act else ""}"><svg viewBox="-20 -20 40 41" '
        f'role="img" aria-label="{name}"><use href="#k-{kind}"/></svg>'
        f'<span class="words"><b>{name}.</b> {words}</span></{tag}>'
    )


def _markers(held: tuple[int, ...], used: int, acts: Mapping[str, str]) -> str:
    """Bonus markers that are face up, and how many are face down."""
    tokens = [_known(kind, acts) for kind in held]
    if used:
        words = "Face down. They count at the end."
        tokens.append(f"{_token('hidden', f'{used} used', words, None)}{used}")
    return "".join(tokens)


def _plate(count: int, known: tuple[int, ...], acts: Mapping[str, str]) -> str:
    """Replacement markers waiting on the plate; only their owner has looked at some."""
    hidden = _token("hidden", "A face-down marker", "It is placed at the end of a turn.", None)
    return "".join(_known(kind, acts) for kind in known) + hidden * (count - len(known))


def _known(kind: int, acts: Mapping[str, str]) -> str:
    act = acts.get(f"marker:{MARKERS[kind]}")
    return _token(MARKERS[kind], MARKER_NAMES[kind], escape(MARKER_SENTENCES[kind]), act)
