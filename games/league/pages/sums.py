"""How a place came about: points and tie-breaks as sums that anyone can add up."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.utils.translation import gettext

from games.league.pages.words import figure, percent, points_of
from games.league.system.standings import Meeting, Row


@dataclass(frozen=True)
class Term:
    """A table that is over: what the entry gained, times the others' mean points, is `product`.

    `score` is the entry's and the winner's, '30 / 40', and `share` is the one in the other; both
    are '' if nothing was counted.
    """

    table: int
    points: str
    others: str
    product: str
    score: str
    share: str


@dataclass(frozen=True)
class Sums:
    """The sums of an entry, and the sentences about its meetings with those who are level.

    `said` is the points with their word: '4.5 points'.
    """

    place: int
    name: str
    terms: tuple[Term, ...]
    points: str
    said: str
    products: str
    shares: str
    meetings: tuple[str, ...]
    mean_place: str
    timeouts: int


def sums_of(row: Row, name: str, names: Mapping[int, str], numbers: Sequence[int]) -> Sums:
    """Return the sums of a row; `names` are by entry, `numbers` those of the tables, by index."""
    shares = {each.table: each for each in row.share_terms}
    terms = []
    for gained, product in zip(row.gained, row.product_terms, strict=True):
        share = shares.get(gained.table)
        terms.append(
            Term(
                table=numbers[gained.table],
                points=figure(gained.points),
                others=figure(product.others),
                product=figure(product.value),
                score=f"{share.score or 0} / {share.winner}" if share else "",
                share=percent(share.value) if share else "",
            )
        )
    return Sums(
        place=row.rank,
        name=name,
        terms=tuple(terms),
        points=figure(row.points),
        said=points_of(figure(row.points)),
        products=figure(row.products),
        shares=percent(row.shares) if row.share_terms else "",
        meetings=tuple(_met(each, names, numbers) for each in row.meeting_terms),
        mean_place=figure(row.meetings) if row.meeting_terms else "",
        timeouts=row.timeouts,
    )


def _met(meeting: Meeting, names: Mapping[int, str], numbers: Sequence[int]) -> str:
    if meeting.place == Fraction(1):
        said = gettext("Table {number}: ahead of {name}, 1")
    elif meeting.place == Fraction(2):
        said = gettext("Table {number}: behind {name}, 2")
    else:
        said = gettext("Table {number}: level with {name}, {place}")
    return said.format(
        number=numbers[meeting.table], name=names[meeting.other], place=figure(meeting.place)
    )
