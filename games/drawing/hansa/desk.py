"""Desks: talers, booths in stock, goods before and after their sale."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from games.drawing import svg
from games.drawing.desks import Acts, WritingDesk, count, goods, unseen, writing_desk
from games.drawing.hansa.marks import SIGN_NAMES
from games.drawing.hansa.targets import SEVERAL
from games.drawing.hansa.words import by_colour, goods_words
from games.drawing.links import Link
from games.rules.common.telling import listed
from games.rules.hansa import pieces
from games.rules.hansa.pieces import counted, good_id
from games.rules.hansa.questions import score, sold_points
from games.rules.hansa.view import Desk, View
from games.wording.language import Language


def desk(
    view: View, seat: int, names: Sequence[str], acts: Acts, language: Language
) -> WritingDesk:
    """Return the desk of a seat; the viewer's unsold goods can be clicked where that is legal."""
    mine = view.desks[seat]
    return writing_desk(
        view,
        seat,
        names,
        language,
        points=score(view, seat)["total"],
        counted="Points if the game ended now",
        body=_body(seat, mine, view.losing[seat], acts),
    )


def owned(view: View) -> str:
    """Return what the viewer has to act with, in one line: talers, booths and goods."""
    if view.seat is None:
        return ""
    mine = view.desks[view.seat]
    parts = [_talers(mine), _booths(view.seat, mine)]
    if mine.unsold:
        markers = (
            _face(code, number) + (_times(number) if number > 1 else "")
            for code, number in Counter(mine.unsold).items()
        )
        parts.append(svg.worded("small", "Unsold") + "".join(markers))
    if mine.sold:
        parts.append(svg.worded("small", "Sold") + svg.worded("b", str(len(mine.sold))))
    return " ".join(svg.element("span", part) for part in parts)


def _talers(desk: Desk) -> str:
    return count("taler", "-17 -16 34 36", desk.talers) + unseen(counted(desk.talers, "taler"))


def _booths(seat: int, desk: Desk) -> str:
    booths = count(f"stall-{seat}", "-20 -20 40 40", desk.booths)
    return booths + unseen(counted(desk.booths, "booth"))


@lru_cache(maxsize=4096)
def _body(seat: int, desk: Desk, losing: tuple[int, ...], acts: Acts) -> str:
    """All that is on the desk."""
    return goods(
        (
            ("stock", "talers", "Talers", _talers(desk)),
            ("stock", "booths", "Booths", _booths(seat, desk)),
            ("unsold", "unsold", "Unsold", _unsold(desk.unsold, losing, dict(acts))),
            ("sold", "sold", "Sold", _sold(desk.sold)),
            ("loses", "", "Loses", _loses(losing)),
        )
    )


def _marker(code: int, number: int, act: Link | None = None, style: str = "") -> str:
    """A goods marker, with its number if there are several; it may be a link."""
    tag, click = ("a", " click") if act else ("span", "")
    return svg.element(
        tag,
        _face(code, number),
        _times(number) if number > 1 else "",
        class_=f"token marker{click}{style}",
        data_about=f"good:{good_id(code)}",
        **dict(act or ()),
    )


def _face(code: int, number: int) -> str:
    """What a goods marker looks like, and in words with how many there are."""
    words = goods_words(code) if number == 1 else f"{goods_words(code)}, {number} of them"
    return svg.element(
        "svg",
        svg.title(words),
        svg.use(f"goods-{code}"),
        viewBox="-28 -28 56 58",
        role="img",
        aria_label=words,
    )


def _times(number: int) -> str:
    return svg.worded("b", f"\N{MULTIPLICATION SIGN}{number}", aria_hidden="true")


def _unsold(codes: tuple[int, ...], losing: tuple[int, ...], acts: Mapping[str, Link]) -> str:
    """Unsold goods colour by colour, with the links that sell them."""
    parts = []
    for colour, row in by_colour(codes).items():
        style = " asked" if colour in losing else ""
        markers = "".join(
            _marker(code, number, acts.get(f"good:{good_id(code)}"), style)
            for code, number in Counter(row).items()
        )
        seller = _seller(f"sell:{pieces.COLOURS[colour]}", acts)
        parts.append(svg.element("span", markers, seller, class_="lot"))
    parts.append(_seller(SEVERAL, acts, "Sell several colours"))
    return "".join(parts) or _nothing()


def _seller(target: str, acts: Mapping[str, Link], words: str = "Sell") -> str:
    """The link to sell, if there is something to sell."""
    act = acts.get(target)
    return svg.worded("a", words, class_="button sell", **dict(act)) if act else ""


def _sold(codes: tuple[int, ...]) -> str:
    """Sold goods, equal ones together, and what they are worth."""
    if not codes:
        return _nothing()
    markers = "".join(_marker(code, number) for code, number in Counter(codes).items())
    return markers + svg.worded("span", counted(sold_points(codes), "point"), class_="worth")


def _loses(losing: Iterable[int]) -> str:
    """The colours of which the player must lose a marker to a sale (H3.3)."""
    shown = "".join(
        svg.element(
            "svg",
            svg.use(f"barrel-{colour}"),
            class_="barrel",
            viewBox="-13 -13 26 26",
            aria_hidden="true",
        )
        for colour in losing
    )
    if not shown:
        return ""
    words = listed(f"one {pieces.COLOURS[colour]} ({SIGN_NAMES[colour]})" for colour in losing)
    return f"{shown}{words}"


def _nothing() -> str:
    return svg.worded("span", "nothing", class_="none")
