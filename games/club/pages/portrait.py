"""What someone is like as a player, beside everyone who plays the same boards."""

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.utils.translation import gettext, pgettext

from games.club.models import Band, Kind, SeatFigures, Tally
from games.club.pages.statistics import LEAST_GAMES, both, each_told, percent, tenths
from games.club.pages.subject import Subject
from games.drawing import charts
from games.play.language import spoken
from games.play.models.game import visible_to
from games.rules import TITLES
from games.wording import WORDINGS

NEWEST = 100
"""How many of someone's newest games are looked at."""

Averages = Mapping[int, Mapping[tuple[str, str], float]]
"""By variant, and by kind and key: points of a seat, or the share of seats or games."""


class Seat(NamedTuple):
    """What is read of a seat in a finished game: `ended_by` and `variant` are those of the game."""

    variant: int
    ended_by: str
    first: str
    points: dict[str, int]


_COLUMNS = ("figures__variant", "figures__ended_by", "first", "points")


@dataclass(frozen=True, slots=True)
class Row:
    """One number of theirs and of everyone's, in words."""

    label: str
    own: str
    everyone: str


@dataclass(frozen=True, slots=True)
class Part:
    """A chart of such numbers, with its rows as a table."""

    heading: str
    chart: str
    rows: list[Row]


@dataclass(frozen=True, slots=True)
class Portrait:
    """What the newest `games` of a title say about someone."""

    title: str
    games: int
    parts: list[Part]


def portraits_of(subject: Subject, visitor: Any) -> list[Portrait]:
    """Return a portrait for each title with enough games that the visitor may see; two queries."""
    whose = {"user": subject.user} if subject.user is not None else {"bot": subject.bot}
    seats = SeatFigures.objects.filter(
        visible_to(visitor, "figures__game"), won__isnull=False, **whose
    )
    newest = seats.filter(figures__variant__isnull=False).order_by("-pk")
    by_title: dict[str, list[Seat]] = defaultdict(list)
    for title, *columns in newest.values_list("figures__variant__title", *_COLUMNS)[:NEWEST]:
        by_title[title].append(Seat(*columns))
    kept = {title: row for title, row in by_title.items() if len(row) >= LEAST_GAMES}
    averages = _averages({seat.variant for row in kept.values() for seat in row})
    portraits = [_portrait(title, kept[title], averages) for title in TITLES if title in kept]
    return [portrait for portrait in portraits if portrait.parts]


def _averages(variants: set[int]) -> Averages:
    """Return what is usual in each variant; one query."""
    found: dict[int, dict[tuple[str, str], float]] = defaultdict(dict)
    all_seats: Counter[int] = Counter()
    all_games: Counter[int] = Counter()
    tallies = Tally.objects.filter(variant__in=variants, band=Band.ALL)
    rows = list(tallies.values_list("variant", "kind", "key", "games", "seats", "points"))
    for variant, kind, _, games, seats, _ in rows:
        all_seats[variant] += seats if kind == Kind.START else 0
        all_games[variant] += games if kind == Kind.END else 0
    for variant, kind, key, games, seats, points in rows:
        if kind == Kind.SOURCE:
            found[variant][kind, key] = points / seats
        elif kind == Kind.END:
            found[variant][kind, key] = 100 * games / all_games[variant]
        elif kind == Kind.FIRST:
            found[variant][kind, key] = 100 * seats / all_seats[variant]
    # Games without a result say nothing about what players usually do.
    return {variant: row for variant, row in found.items() if all_seats[variant]}


def _portrait(title: str, seats: Sequence[Seat], averages: Averages) -> Portrait:
    words = WORDINGS[title].figure_words(spoken())
    parts = []
    abilities = TITLES[title].abilities
    if abilities:
        labels = {ability: words.levels[ability] for ability in abilities}
        parts.append(
            _part(
                pgettext("heading", "Developed first"),
                Kind.FIRST,
                labels,
                seats,
                averages,
                lambda seat: seat.first,
            )
        )
    parts.append(
        _part(pgettext("heading", "Points by source"), Kind.SOURCE, words.sources, seats, averages)
    )
    if len(words.endings) > 1:
        parts.append(
            _part(
                gettext("How their games end"),
                Kind.END,
                words.endings,
                seats,
                averages,
                lambda seat: seat.ended_by,
            )
        )
    # Until the tallies know of these games, there is nothing to compare them with.
    return Portrait(
        spoken().say(TITLES[title].name), len(seats), [part for part in parts if part.rows]
    )


def _part(
    heading: str,
    kind: str,
    labels: Mapping[str, str],
    seats: Sequence[Seat],
    averages: Averages,
    chosen: Callable[[Seat], str] | None = None,
) -> Part:
    """Compare someone's games with all games of the same variants, as often as they play each.

    With `chosen`, the numbers are percents of the games in which it is the key, else points.
    """
    pairs, rows = [], []
    for key, label in labels.items():
        # A source that a game did not have is not counted as 0.
        fitting = [seat for seat in seats if chosen or key in seat.points]
        if len(fitting) < LEAST_GAMES:
            continue
        own = sum(
            100.0 * (chosen(seat) == key) if chosen else float(seat.points[key]) for seat in fitting
        ) / len(fitting)
        known = [averages[seat.variant] for seat in fitting if seat.variant in averages]
        if not known:
            continue
        everyone = sum(row.get((kind, key), 0.0) for row in known) / len(known)
        columns = [
            percent(number / 100) if chosen else tenths(number) for number in (own, everyone)
        ]
        pairs.append(charts.Pair(label, own, everyone, both(*columns)))
        rows.append(Row(label, *columns))
    said = each_told([(row.label, both(row.own, row.everyone)) for row in rows])
    label = gettext("{heading}, theirs and everyone's: {numbers}.").format(
        heading=heading, numbers=said
    )
    chart = charts.pairs(pairs, label, percent if chosen else None)
    return Part(heading, chart, rows)
