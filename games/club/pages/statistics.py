"""The statistics of a title: what many games add up to, read from tallies."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any

from django.db.models import Q, Sum
from django.http import QueryDict
from django.utils.text import capfirst
from django.utils.translation import gettext, ngettext, pgettext

from games.accounts.figures import figure
from games.club.models import Band, Crowd, Kind, Tally, Variant
from games.club.pages.filters import Filter, boards_of, filter_of
from games.drawing import charts
from games.play.language import spoken
from games.play.models.game import AGREED
from games.rules.common.message import Told, term
from games.rules.title import AnyTitle
from games.wording import WORDINGS

LEAST_GAMES = 10
"""The fewest games from which a share is shown."""
CERTAIN = 1.96
"""Standard errors in a range that holds the true share in 95 of 100 cases."""
SUMMED = ("games", "seats", "winners", "wins", "expected", "points", "winner_points")


@dataclass(frozen=True, slots=True)
class Count:
    """What the tallies of the chosen variants add up to for one key."""

    games: int
    seats: int
    winners: int
    wins: float
    expected: float
    points: int
    winner_points: int


@dataclass(frozen=True, slots=True)
class ShareRow:
    """A share of wins or games: what of, from how many games, and the words for it."""

    label: str
    games: int
    share: str
    expected: str = ""


@dataclass(frozen=True, slots=True)
class Shares:
    """A chart of shares, with its rows as a table."""

    chart: str
    rows: list[ShareRow]


@dataclass(frozen=True, slots=True)
class SourceRow:
    """Average points of a source, of winners and of all others."""

    label: str
    winners: str
    others: str


@dataclass(frozen=True, slots=True)
class Sources:
    """A chart of points by source, with its rows as a table."""

    chart: str
    rows: list[SourceRow]


@dataclass
class TitleStatistics:
    """What the page of a title shows; a part is None if too few games tell of it.

    `counted` says which games are counted, `rated` which of their players, '' if all.
    """

    title: AnyTitle
    filters: list[Filter]
    counted: str
    rated: str
    games: int
    finished: int
    firsts: Shares | None = None
    starts: Shares | None = None
    ends: Shares | None = None
    sources: Sources | None = None

    least = LEAST_GAMES

    @classmethod
    def of(cls, title: AnyTitle, query: QueryDict) -> "TitleStatistics":
        """Read the page for what was chosen; two queries. A choice that is unknown is 'any'."""
        variants = list(Variant.objects.filter(title=title.id))
        filters = _filters(title, variants, query)
        chosen = {each.name: each.chosen for each in filters}
        band = chosen.pop("band", Band.ALL)
        counts = counts_of([each.pk for each in variants if _fits(each, chosen)], band)
        ends = counts[Kind.END]
        games = sum(count.games for count in ends.values())
        page = cls(
            title=title,
            filters=filters,
            counted=_counted(games, chosen["crowd"]),
            rated=_rated(band),
            games=games,
            finished=sum(count.games for key, count in ends.items() if key != AGREED),
        )
        if page.finished >= LEAST_GAMES:
            words = WORDINGS[title.id].figure_words(spoken())
            if title.abilities:
                labels = {**words.levels, "": pgettext("ability", "None at all")}
                abilities = {key: labels[key] for key in [*title.abilities, ""]}
                page.firsts = _wins(
                    counts[Kind.FIRST],
                    abilities,
                    gettext("Developed first, and how often they won: {shares}."),
                )
            places = {
                str(place): pgettext("order of play", "Player {number}").format(number=place + 1)
                for place in range(max(title.players))
            }
            page.starts = _wins(
                counts[Kind.START],
                places,
                gettext("Place in the order of play, and how often they won: {shares}."),
            )
            labels = {**words.endings, AGREED: gettext("Players agreed to end it")}
            page.ends = _ends(ends, labels, page.games)
            page.sources = _sources(
                counts[Kind.SOURCE], {**words.sources, "total": pgettext("points", "Total")}
            )
        return page


def counts_of(variants: Sequence[int], band: str = Band.ALL) -> dict[str, dict[str, Count]]:
    """Return what the tallies of some variants add up to, by kind and key; one query.

    Seats are those of a rating band; games that end are all of them.
    """
    found: dict[str, dict[str, Count]] = {kind: {} for kind in Kind.values}
    fitting = Q(band=band) | Q(kind=Kind.END)
    rows = Tally.objects.filter(fitting, variant__in=variants).values("kind", "key")
    summed: Any = rows.annotate(**{f"sum_{name}": Sum(name) for name in SUMMED})
    for row in summed:
        numbers = {name: row[f"sum_{name}"] for name in SUMMED}
        found[row["kind"]][row["key"]] = Count(**numbers)
    return found


def range_of(wins: float, number: int) -> tuple[float, float]:
    """Return the range in which a share lies in 95 of 100 cases (Wilson's score interval)."""
    share, square = wins / number, CERTAIN**2
    middle = (share + square / (2 * number)) / (1 + square / number)
    half = CERTAIN * sqrt(share * (1 - share) / number + square / (4 * number**2))
    half /= 1 + square / number
    return max(0.0, middle - half), min(1.0, middle + half)


def _filters(title: AnyTitle, variants: Sequence[Variant], query: QueryDict) -> list[Filter]:
    """Return the filters with a choice to make: what no game has is not offered."""
    boards = {
        board: WORDINGS[title.id].board(board, spoken())
        for board in boards_of(title.id)
        if any(variant.board == board for variant in variants)
    }
    crowds = {value: capfirst(str(label)) for value, label in Crowd.choices}
    players = {str(number): str(number) for number in sorted({v.players for v in variants})}
    found = [
        filter_of("crowd", pgettext("field", "Played by"), crowds, query, any_=""),
        filter_of("board", pgettext("field", "Board"), boards, query),
        filter_of("players", pgettext("field", "Players"), players, query),
    ]
    say = spoken().say
    for option in title.options():
        used = {variant.chosen.get(option.name) for variant in variants}
        values = {value.id: say(value.label) for value in option.values if value.id in used}
        found.append(filter_of(f"option_{option.name}", say(option.label), values, query))
    bands = {value: capfirst(str(label)) for value, label in Band.choices}
    found.append(filter_of("band", pgettext("field", "Rated before"), bands, query, any_=""))
    return [each for each in found if len(each.choices) > 2]


def _fits(variant: Variant, chosen: Mapping[str, str]) -> bool:
    of_variant = {
        "crowd": variant.crowd,
        "board": variant.board,
        "players": str(variant.players),
        **{f"option_{name}": value for name, value in variant.chosen.items()},
    }
    return all(not value or of_variant.get(name) == value for name, value in chosen.items())


def _counted(games: int, crowd: str) -> str:
    """Return from how many games of whom the figures come, as a sentence."""
    sentences = {
        Crowd.PEOPLE: ngettext(
            "These figures come from {games} finished game between people only.",
            "These figures come from {games} finished games between people only.",
            games,
        ),
        Crowd.MIXED: ngettext(
            "These figures come from {games} finished game between people and bots.",
            "These figures come from {games} finished games between people and bots.",
            games,
        ),
        Crowd.BOTS: ngettext(
            "These figures come from {games} finished game between bots only.",
            "These figures come from {games} finished games between bots only.",
            games,
        ),
    }
    return sentences[Crowd(crowd)].format(games=games)


def _rated(band: str) -> str:
    """Return whose wins and points are shown, as a sentence, '' if everyone's."""
    sentences = {
        Band.ALL: "",
        Band.NEW: gettext(
            "Wins and points are those of players who had no listed rating before the game."
        ),
        Band.LOW: gettext(
            "Wins and points are those of players who were rated below 1400 before the game."
        ),
        Band.MIDDLE: gettext(
            "Wins and points are those of players who were rated 1400 to 1599 before the game."
        ),
        Band.HIGH: gettext(
            "Wins and points are those of players who were rated 1600 or more before the game."
        ),
    }
    return sentences[Band(band)]


def percent(share: float) -> str:
    return pgettext("share", "{percent}%").format(percent=round(100 * share))


def _games(number: int) -> str:
    return ngettext("{number} game", "{number} games", number).format(number=number)


def _few(number: int) -> str:
    return ngettext("only {number} game so far", "only {number} games so far", number).format(
        number=number
    )


def each_told(rows: Iterable[tuple[str, str]]) -> str:
    """Return labels with what was counted for each: 'Actions 40% and Privilege 20%'."""
    told = [
        term("figure", "{label} {counted}", label=Told(label), counted=Told(counted))
        for label, counted in rows
    ]
    return spoken().listed(told) if told else ""


def tenths(number: float) -> str:
    """Return a number with one decimal."""
    return figure(number, 1)


def both(first: str, second: str) -> str:
    """Return two numbers that stand beside each other."""
    return pgettext("numbers", "{first} and {second}").format(first=first, second=second)


def _wins(counts: Mapping[str, Count], labels: Mapping[str, str], said: str) -> Shares | None:
    """Return how often seats won, by key, beside what chance alone would give.

    `said` is what the chart says, with `{shares}`.
    """
    drawn, rows = [], []
    for key, name in labels.items():
        count = counts.get(key)
        if count is None:
            continue
        if count.games < LEAST_GAMES:
            text = _few(count.games)
            drawn.append(charts.Share(name, None, text=text))
            rows.append(ShareRow(name, count.games, text))
            continue
        share, (low, high) = count.wins / count.seats, range_of(count.wins, count.seats)
        expected = count.expected / count.seats
        drawn.append(charts.Share(name, share, low, high, expected, _games(count.games)))
        words = pgettext("share", "{share} ({low} to {high})").format(
            share=percent(share), low=percent(low), high=percent(high)
        )
        rows.append(ShareRow(name, count.games, words, percent(expected)))
    text = each_told([(row.label, row.share) for row in rows])
    return Shares(charts.shares(drawn, said.format(shares=text), percent), rows)


def _ends(counts: Mapping[str, Count], labels: Mapping[str, str], games: int) -> Shares:
    """Return how often games ended in each way."""
    drawn, rows = [], []
    for key, name in labels.items():
        if key not in counts:
            continue
        share = counts[key].games / games
        low, high = range_of(counts[key].games, games)
        drawn.append(charts.Share(name, share, low, high, text=_games(counts[key].games)))
        rows.append(ShareRow(name, counts[key].games, percent(share)))
    text = each_told([(row.label, row.share) for row in rows])
    said = gettext("How games ended: {shares}.").format(shares=text)
    return Shares(charts.shares(drawn, said, percent), rows)


def _sources(counts: Mapping[str, Count], labels: Mapping[str, str]) -> Sources:
    """Return the average points by source of winners and others."""
    drawn, rows = [], []
    for key, name in labels.items():
        count = counts.get(key)
        if count is None or not count.points or count.games < LEAST_GAMES:
            continue
        if count.winners in (0, count.seats):  # there is nothing to compare
            continue
        winners = count.winner_points / count.winners
        others = (count.points - count.winner_points) / (count.seats - count.winners)
        if key != "total":
            drawn.append(charts.Pair(name, winners, others, both(tenths(winners), tenths(others))))
        rows.append(SourceRow(name, tenths(winners), tenths(others)))
    text = each_told([(row.label, both(row.winners, row.others)) for row in rows])
    said = gettext("Average points of winners and others: {points}.").format(points=text)
    return Sources(charts.pairs(drawn, said), rows)
