"""Desks: talers, booths in stock, goods before and after their sale."""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache

from games.drawing import svg
from games.drawing.desks import Acts, WritingDesk, count, goods, unseen, writing_desk
from games.drawing.hansa.targets import SEVERAL
from games.drawing.links import Link
from games.rules.hansa.pieces import BOOTH, COLOURS, TALER, good_id
from games.rules.hansa.questions import score, sold_points
from games.rules.hansa.view import Desk, View
from games.wording.hansa import labels, table
from games.wording.hansa.words import by_colour
from games.wording.language import Language
from games.wording.score import POINT


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
        counted=language.say(table.POINTS),
        body=_body(seat, mine, view.losing[seat], acts, language),
    )


def owned(view: View, language: Language) -> str:
    """Return what the viewer has to act with, in one line: talers, booths and goods."""
    if view.seat is None:
        return ""
    mine = view.desks[view.seat]
    parts = [_talers(mine, language), _booths(view.seat, mine, language)]
    if mine.unsold:
        markers = (
            _face(code, number, language) + (_times(number) if number > 1 else "")
            for code, number in Counter(mine.unsold).items()
        )
        parts.append(svg.worded("small", language.say(table.UNSOLD)) + "".join(markers))
    if mine.sold:
        heading = svg.worded("small", language.say(table.SOLD))
        parts.append(heading + svg.worded("b", str(len(mine.sold))))
    return " ".join(svg.element("span", part) for part in parts)


def _talers(desk: Desk, language: Language) -> str:
    talers = count("taler", "-17 -16 34 36", desk.talers)
    return talers + unseen(language.say(TALER.subject(desk.talers)))


def _booths(seat: int, desk: Desk, language: Language) -> str:
    booths = count(f"stall-{seat}", "-20 -20 40 40", desk.booths)
    return booths + unseen(language.say(BOOTH.subject(desk.booths)))


@lru_cache(maxsize=4096)
def _body(seat: int, desk: Desk, losing: tuple[int, ...], acts: Acts, language: Language) -> str:
    """All that is on the desk."""
    return goods(
        (
            ("stock", "talers", language.say(table.TALERS), _talers(desk, language)),
            ("stock", "booths", language.say(table.BOOTHS), _booths(seat, desk, language)),
            (
                "unsold",
                "unsold",
                language.say(table.UNSOLD),
                _unsold(desk.unsold, losing, dict(acts), language),
            ),
            ("sold", "sold", language.say(table.SOLD), _sold(desk.sold, language)),
            ("loses", "", language.say(table.LOSES), _loses(losing, language)),
        )
    )


def _marker(
    code: int, number: int, language: Language, act: Link | None = None, style: str = ""
) -> str:
    """A goods marker, with its number if there are several; it may be a link."""
    tag, click = ("a", " click") if act else ("span", "")
    return svg.element(
        tag,
        _face(code, number, language),
        _times(number) if number > 1 else "",
        class_=f"token marker{click}{style}",
        data_about=f"good:{good_id(code)}",
        **dict(act or ()),
    )


def _face(code: int, number: int, language: Language) -> str:
    """What a goods marker looks like, and in words with how many there are."""
    words = language.say(table.marker(code, number))
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


def _unsold(
    codes: tuple[int, ...],
    losing: tuple[int, ...],
    acts: Mapping[str, Link],
    language: Language,
) -> str:
    """Unsold goods colour by colour, with the links that sell them."""
    parts = []
    for colour, row in by_colour(codes).items():
        style = " asked" if colour in losing else ""
        markers = "".join(
            _marker(code, number, language, acts.get(f"good:{good_id(code)}"), style)
            for code, number in Counter(row).items()
        )
        seller = _seller(f"sell:{COLOURS[colour]}", acts, language.say(labels.SELL))
        parts.append(svg.element("span", markers, seller, class_="lot"))
    parts.append(_seller(SEVERAL, acts, language.say(labels.SEVERAL)))
    return "".join(parts) or _nothing(language)


def _seller(target: str, acts: Mapping[str, Link], words: str) -> str:
    """The link to sell, if there is something to sell."""
    act = acts.get(target)
    return svg.worded("a", words, class_="button sell", **dict(act)) if act else ""


def _sold(codes: tuple[int, ...], language: Language) -> str:
    """Sold goods, equal ones together, and what they are worth."""
    if not codes:
        return _nothing(language)
    markers = "".join(_marker(code, number, language) for code, number in Counter(codes).items())
    points = language.say(POINT.subject(sold_points(codes)))
    return markers + svg.worded("span", points, class_="worth")


def _loses(losing: Sequence[int], language: Language) -> str:
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
    return shown + language.listed(table.lost(losing))


def _nothing(language: Language) -> str:
    return svg.worded("span", language.say(table.NOTHING), class_="none")
