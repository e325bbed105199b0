"""Desks: talers, booths in stock, goods before and after their sale."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from games.drawing.choices import Choices
from games.drawing.desks import WritingDesk, seats_around, writing_desk
from games.drawing.hansa.clicks import desk_links
from games.drawing.hansa.marks import SIGN_NAMES
from games.drawing.hansa.targets import SEVERAL
from games.drawing.hansa.words import by_colour, goods_words
from games.rules.hansa import pieces
from games.rules.hansa.pieces import counted, good_id, listed
from games.rules.hansa.scoring import score, sold_points
from games.rules.hansa.view import Desk, View

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

    With `choices` the viewer's unsold goods can be clicked where that is legal; the other
    arguments are those of `live`.
    """
    acts = desk_links(choices, picked, post, pick) if choices is not None else ()
    return [
        _desk(view, seat, names, acts if seat == view.seat else ()) for seat in seats_around(view)
    ]


def _desk(view: View, seat: int, names: Sequence[str], acts: Acts) -> WritingDesk:
    desk = view.desks[seat]
    return writing_desk(
        view,
        seat,
        names,
        points=score(desk.unsold, desk.sold, view.booths, seat)["total"],
        counted="Points if the game ended now",
        body=_body(seat, desk, view.losing[seat], acts),
    )


@lru_cache(maxsize=4096)
def _body(seat: int, desk: Desk, losing: tuple[int, ...], acts: Acts) -> str:
    """All that is on the desk."""
    rows = (
        ("stock", "Talers", _counted("#taler", "-17 -16 34 36", desk.talers, "taler")),
        ("stock", "Booths", _counted(f"#stall-{seat}", "-20 -20 40 40", desk.booths, "booth")),
        ("unsold", "Unsold", _unsold(desk.unsold, losing, dict(acts))),
        ("sold", "Sold", _sold(desk.sold)),
        ("loses", "Loses", _loses(losing)),
    )
    return '<dl class="goods">{}</dl>'.format(
        "".join(
            f'<div class="{style}"><dt>{name}</dt><dd>{what}</dd></div>'
            for style, name, what in rows
            if what
        )
    )


def _counted(symbol: str, box: str, number: int, name: str) -> str:
    """A piece with its number, and the words for people who do not see it."""
    return (
        f'<span class="count{"" if number else " none"}" aria-hidden="true">'
        f'<svg viewBox="{box}"><use href="{symbol}"/></svg>{number}</span>'
        f'<span class="sr">{counted(number, name)}</span>'
    )


def _marker(code: int, number: int, act: str = "", style: str = "") -> str:
    """A goods marker, with its number if there are several; it may be a link."""
    words = goods_words(code) if number == 1 else f"{goods_words(code)}, {number} of them"
    tag, click = ("a", " click") if act else ("span", "")
    times = f'<b aria-hidden="true">\N{MULTIPLICATION SIGN}{number}</b>' if number > 1 else ""
    return (
        f'<{tag} {act} class="token marker{click}{style}"><svg viewBox="-28 -28 56 58" role="img" '
        f'aria-label="{words}"><title>{words}</title><use href="#goods-{code}"/></svg>{times}'
        f"</{tag}>"
    )


def _unsold(codes: tuple[int, ...], losing: tuple[int, ...], acts: Mapping[str, str]) -> str:
    """Unsold goods colour by colour, with the links that sell them."""
    parts = []
    for colour, row in by_colour(codes).items():
        style = " asked" if colour in losing else ""
        markers = "".join(
            _marker(code, number, acts.get(f"good:{good_id(code)}", ""), style)
            for code, number in Counter(row).items()
        )
        parts.append(
            f'<span class="lot">{markers}{_seller(f"sell:{pieces.COLOURS[colour]}", acts)}</span>'
        )
    parts.append(_seller(SEVERAL, acts, "Sell several colours"))
    return "".join(parts) or _nothing()


def _seller(target: str, acts: Mapping[str, str], words: str = "Sell") -> str:
    """The link to sell, if there is something to sell."""
    act = acts.get(target)
    return f'<a {act} class="button sell">{words}</a>' if act else ""


def _sold(codes: tuple[int, ...]) -> str:
    """Sold goods, equal ones together, and what they are worth."""
    if not codes:
        return _nothing()
    markers = "".join(_marker(code, number) for code, number in Counter(codes).items())
    return f'{markers}<span class="worth">{counted(sold_points(codes), "point")}</span>'


def _loses(losing: Iterable[int]) -> str:
    """The colours of which the player must lose a marker to a sale (H3.3)."""
    shown = "".join(
        f'<svg class="barrel" viewBox="-13 -13 26 26" aria-hidden="true">'
        f'<use href="#barrel-{colour}"/></svg>'
        for colour in losing
    )
    if not shown:
        return ""
    words = listed(f"one {pieces.COLOURS[colour]} ({SIGN_NAMES[colour]})" for colour in losing)
    return f"{shown}{words}"


def _nothing() -> str:
    return '<span class="none">nothing</span>'
