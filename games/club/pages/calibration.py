"""How well the ratings of a title predict, as a page shows it."""

from dataclasses import dataclass
from typing import Self

from django.utils.translation import gettext, ngettext

from games.club.pages.statistics import percent, range_of
from games.drawing import charts
from games.play.language import spoken
from games.ratings.calibration import Bin, Calibrated, calibration
from games.rules.common.message import term
from games.rules.title import AnyTitle

LEAST_PAIRS = 20
"""Bins with fewer pairs have no dot: they would say nothing."""


@dataclass(frozen=True)
class CalibrationPage:
    """A title, and how its predictions came true; None before the first night with rated games."""

    title: AnyTitle
    found: Calibrated | None

    @classmethod
    def of(cls, title: AnyTitle) -> Self:
        """Return the page of a title; one query."""
        return cls(title, calibration(title.id))

    @property
    def better(self) -> bool:
        """Whether our predictions lose less than those of Elo."""
        return self.found is not None and self.found.loss < self.found.elo_loss

    @property
    def chart(self) -> str:
        """The share that came true in each bin, beside what was predicted; '' without any."""
        rows = [_share(each) for each in self.found.bins if each.pairs] if self.found else []
        if not any(row.share is not None for row in rows):
            return ""
        said = gettext("{title}: how often predictions came true").format(title=self.title.name)
        return charts.shares(rows, said, percent)


def _share(each: Bin) -> charts.Share:
    label = spoken().say(term("range", "{first} to {last}%", first=each.least, last=each.most))
    text = ngettext("{number} pair", "{number} pairs", each.pairs).format(number=each.pairs)
    if each.pairs < LEAST_PAIRS or each.came is None or each.predicted is None:
        return charts.Share(label, None, text=text)
    share = each.came / 100
    low, high = range_of(share * each.pairs, each.pairs)
    return charts.Share(label, share, low, high, expected=each.predicted / 100, text=text)
