"""The statistics of one finished game: charts, and tables of the same figures."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.utils.translation import gettext, pgettext

from games.club.figures import Figures, TurningPoint
from games.club.pages.statistics import each_told
from games.drawing import DRAWINGS, charts
from games.play.access import Access
from games.play.language import spoken
from games.play.models import Log
from games.play.pages.log import Entry, entries_of
from games.rules.common.message import Part, Player, message
from games.wording import WORDINGS
from games.wording.score import FigureWords

LONGEST_TABLE = 24
"""The most moments that a table over time shows; the chart shows all."""


@dataclass(frozen=True, slots=True)
class Panel:
    """A small chart of one source or ability."""

    name: str
    chart: str


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a table: what it is about, and a cell for each seat."""

    name: str
    cells: Sequence[Any]


@dataclass(frozen=True, slots=True)
class Turning:
    """A turning point: its number in the chart, the move, and what it changed in words."""

    number: int
    entry: Entry
    sentence: str


@dataclass(frozen=True, slots=True)
class Seat:
    """A player in the list above the charts; `level` stands beside the name of a bot."""

    name: str
    level: str
    key: str
    total: int
    place: int | None


@dataclass(frozen=True, slots=True)
class Section:
    """Charts of one kind and their figures as a table, if they have one.

    `id` is the name of its heading in the page, `first` heads the first column of the table,
    `class_` is that of its charts in the style sheet.
    """

    id: str
    heading: str
    note: str
    panels: list[Panel]
    first: str = ""
    rows: Sequence[Row] = ()
    class_: str = ""


@dataclass
class GameStatistics:
    """Everything the page shows."""

    symbols: str
    seats: list[Seat]
    names: Sequence[str]
    over_time: Section
    turnings: list[Turning]
    others: list[Section]

    @classmethod
    def of(cls, access: Access, figures: Figures) -> "GameStatistics":
        """Build the page of a game that is over; one query for the turning points."""
        drawing, names = DRAWINGS[access.game.title], access.names
        words = WORDINGS[access.game.title].figure_words(spoken())
        totals = figures.points["total"]
        # Lines that nobody ever had say nothing.
        sources = {
            label: figures.points[line]
            for line, label in words.sources.items()
            if any(any(row) for row in figures.points.get(line, ()))
        }
        others = [_sources(sources, totals, names), _sources_over_time(sources, figures, names)]
        if words.levels:
            others.append(_levels(words, figures, names))
        return cls(
            symbols=drawing.symbols(),
            names=names,
            seats=[
                Seat(
                    player.name,
                    player.level,
                    charts.key(player.seat),
                    totals[player.seat][-1],
                    player.place,
                )
                for player in access.players
            ],
            over_time=_over_time(figures, names),
            turnings=_turnings(access, figures),
            others=[*others, _times(figures, names)],
        )


def _over_time(figures: Figures, names: Sequence[str]) -> Section:
    totals = figures.points["total"]
    note = gettext("What each player would have scored if the game had ended after that turn.")
    if figures.turning_points:
        note = f"{note} {gettext('The numbers are the turning points below.')}"
    chart = charts.over_time(
        totals,
        gettext("Points after each turn. At the end: {points}.").format(
            points=_ends(names, totals)
        ),
        names=names,
        dots=[
            charts.Dot(number, point.moment, point.seat)
            for number, point in enumerate(figures.turning_points, 1)
        ],
        across=pgettext("axis", "Turn"),
    )
    start = pgettext("row", "Start")
    rows = [
        Row(str(figures.turns[moment]) if moment else start, [row[moment] for row in totals])
        for moment in _some(len(figures.moves))
    ]
    heading, first = pgettext("heading", "Points over time"), pgettext("axis", "Turn")
    return Section("over-time", heading, note, [Panel("", chart)], first, rows, class_="named")


def _sources(
    sources: Mapping[str, list[list[int]]], totals: list[list[int]], names: Sequence[str]
) -> Section:
    most = max([1, *(row[-1] for rows in sources.values() for row in rows)])
    panels = [
        Panel(
            label,
            charts.bars(
                [row[-1] for row in rows],
                gettext("{what}: {points}.").format(what=label, points=_ends(names, rows)),
                most=most,
            ),
        )
        for label, rows in sources.items()
    ]
    table = [
        Row(label, [row[-1] for row in rows])
        for label, rows in [*sources.items(), (pgettext("points", "Total"), totals)]
    ]
    heading, first = pgettext("heading", "Points by source"), pgettext("column", "Source")
    return Section("sources", heading, "", panels, first, table, class_="bars")


def _sources_over_time(
    sources: Mapping[str, list[list[int]]], figures: Figures, names: Sequence[str]
) -> Section:
    panels = [Panel(label, _small(label, names, rows)) for label, rows in sources.items()]
    last = len(figures.moves) - 1
    quarters = sorted({round(part * last / 4) for part in range(1, 5)})
    table = [
        Row(label, [", ".join(str(row[moment]) for moment in quarters) for row in rows])
        for label, rows in sources.items()
    ]
    turns = spoken().listed(figures.turns[moment] for moment in quarters)
    first = gettext("After turns {turns}").format(turns=turns)
    heading = pgettext("heading", "When the points came")
    return Section("when", heading, "", panels, first, table, class_="small")


def _levels(words: FigureWords, figures: Figures, names: Sequence[str]) -> Section:
    panels, table = [], []
    for level, label in words.levels.items():
        rows, steps = figures.levels[level], words.steps.get(level, ())
        panels.append(Panel(label, _small(label, names, rows, steps)))
        table.append(Row(label, [_course(row, figures, steps) for row in rows]))
    heading = pgettext("heading", "{levels} over time").format(levels=words.heading)
    return Section("levels", heading, "", panels, words.heading, table, class_="small")


def _times(figures: Figures, names: Sequence[str]) -> Section:
    times = [_in_words(time.total) for time in figures.times]
    chart = charts.bars(
        [time.total.total_seconds() for time in figures.times],
        gettext("Time used: {times}.").format(times=each_told(zip(names, times, strict=True))),
        words=times,
    )
    rows = [
        Row(pgettext("row", "In all"), times),
        Row(pgettext("row", "Times asked"), [time.answers for time in figures.times]),
        Row(
            pgettext("row", "A typical answer"), [_in_words(time.typical) for time in figures.times]
        ),
    ]
    note = gettext("As the clock counted it, without nights and time off. Bots take none.")
    heading, first = pgettext("heading", "Time used"), pgettext("column", "Time")
    return Section("time", heading, note, [Panel("", chart)], first, rows, class_="bars times")


def _small(
    label: str, names: Sequence[str], rows: Sequence[Sequence[int]], steps: Sequence[str] = ()
) -> str:
    said = gettext("{what}. At the end: {levels}.").format(
        what=label, levels=_ends(names, rows, steps)
    )
    return charts.over_time(rows, said, height=118, steps=steps)


def _ends(names: Sequence[str], rows: Sequence[Sequence[int]], steps: Sequence[str] = ()) -> str:
    last = [row[-1] for row in rows]
    words = [steps[value] if steps else str(value) for value in last]
    return each_told(zip(names, words, strict=True))


def _course(row: Sequence[int], figures: Figures, steps: Sequence[str]) -> str:
    """Return how a level went: each step with its turn, or where it began, its most and its end."""
    if not steps:
        return gettext("{first} at first, {most} at most, {last} at the end").format(
            first=row[0], most=max(row), last=row[-1]
        )
    taken = [
        pgettext("level", "{level} in turn {turn}").format(level=steps[now], turn=turn)
        for was, now, turn in zip(row, row[1:], figures.turns[1:], strict=False)
        if now != was
    ]
    return ", ".join([steps[row[0]], *taken])


def _some(moments: int) -> list[int]:
    """Return the moments of a table."""
    step = -(-moments // LONGEST_TABLE)
    return sorted({*range(0, moments, step), moments - 1})


def _turnings(access: Access, figures: Figures) -> list[Turning]:
    game = access.game
    points = {point.move: point for point in figures.turning_points}
    moves = Log(game).numbered(points)
    entries = entries_of(game, moves, game.position(), access.seat_history, None)
    return [
        Turning(number, entry, _changed(points[entry.number], access.seat_history.at(entry.number)))
        for number, entry in enumerate(entries, 1)
    ]


def _changed(point: TurningPoint, names: Sequence[str]) -> str:
    """Return whose chance changed most, and who took the lead, in one sentence or two."""
    seats = range(len(names))
    most = max(seats, key=lambda seat: abs(point.after[seat] - point.before[seat]))
    was, now = round(100 * point.before[most]), round(100 * point.after[most])
    parts: dict[str, Part] = {"player": Player(names[most]), "was": was, "now": now}
    sentences = [
        message("{player}'s chance rose from {was} to {now}%.", **parts)
        if now > was
        else message("{player}'s chance fell from {was} to {now}%.", **parts)
    ]
    before, after = (max(seats, key=each.__getitem__) for each in (point.before, point.after))
    if before != after:
        sentences.append(message("{player} took the lead.", player=Player(names[after])))
    return spoken().say_all(sentences)


def _in_words(time: timedelta) -> str:
    """Return a length of time in its two largest units: '2 d 4 h'."""
    minutes = round(time.total_seconds() / 60)
    days, hours = divmod(minutes // 60, 24)
    if not minutes:
        return gettext("under a minute") if time else pgettext("time", "none")
    if days:
        told = pgettext("time", "{days} d {hours} h") if hours else pgettext("time", "{days} d")
    elif hours:
        told = (
            pgettext("time", "{hours} h {minutes} min")
            if minutes % 60
            else pgettext("time", "{hours} h")
        )
    else:
        told = pgettext("time", "{minutes} min")
    return told.format(days=days, hours=hours, minutes=minutes % 60)
