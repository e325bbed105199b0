"""Places of plans side by side: points, supply, and how near the end is."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext, pgettext

from games.play.language import spoken
from games.study.pages.branches import place_on
from games.study.pages.plan_page import Planned
from games.study.plan import words
from games.study.plan.tree import Place
from games.wording import WORDINGS

COMPARED: Final = 2
"""The most places that are compared with the one that is shown."""


@dataclass(frozen=True)
class Column:
    """A place that is compared: its words and address, and a row of facts for each of them."""

    words: str
    url: str
    cells: Sequence[str]


@dataclass(frozen=True)
class Comparison:
    """Places side by side: the headings of the rows, and a column for each place."""

    columns: Sequence[Column]
    rows: Sequence[tuple[str, Sequence[str]]]


def places_of(planned: Planned, wanted: Sequence[tuple[int, int]]) -> list[Place]:
    """Return places of the same game or position by line and depth; what is not there is left out.

    At most COMPARED of them are returned.
    """
    places = [place_on(line, depth, *planned.all) for line, depth in wanted[:COMPARED]]
    return [place for place in places if place is not None]


def comparison_of(planned: Planned, compared: Sequence[Place]) -> Comparison:
    """Return points, supply and how near the end is at this place and at others."""
    places, names = [planned.place, *compared], planned.names
    columns, language = [], spoken()
    for place in places:
        view, wording = place.root.view(place.spot.state), WORDINGS[place.root.title.id]
        known = words.figures(place.walk, place.depth)
        cells = [_points(each) for each in known]
        cells += [wording.supply(view, seat, language) for seat in range(len(names))]
        cells.append(wording.position(view, names, language))
        line = words.line_called(place, place.line, names) or pgettext("link", "The beginning")
        heading = gettext("{line}, step {step}").format(line=line, step=place.depth)
        columns.append(Column(heading, planned.at(place).url, cells))
    headings = [pgettext("row", "Points of {player}").format(player=name) for name in names]
    headings += [pgettext("row", "Supply of {player}").format(player=name) for name in names]
    headings.append(pgettext("row", "The game"))
    rows = [
        (heading, [column.cells[at] for column in columns]) for at, heading in enumerate(headings)
    ]
    return Comparison(columns, rows)


def _points(known: words.Known) -> str:
    """Return a seat's points; a plus says that hidden ones may come to them."""
    return f"{known.total}{'+' if None in known.points.values() else ''}"
