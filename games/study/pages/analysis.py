"""The analysis of a finished game as its page shows it, and its chart beside the history."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

from django.urls import reverse

from games.bots.evaluation import SURE, chance_told, in_percent, size_told
from games.bots.random_bot import ENDINGS
from games.drawing import DRAWINGS, charts
from games.play.access import Access
from games.play.language import spoken
from games.play.models import Game, Player
from games.rules.common.lru import LRUCache
from games.rules.common.message import Message, message, series, term
from games.rules.common.message import Player as PlayerName
from games.study.models import Analysis, AnalysisState, JudgedTurn
from games.study.pages.turning_points import LEAST_SWING, turning_points
from games.wording import WORDINGS

LESSONS = 10

_pages = LRUCache(100)


@dataclass(frozen=True)
class Row:
    """A turn in the table: the URL of its first move, what was played and what would be better.

    `best` is the master's turn in words, '' if it is the same. `swing` is how much chance to win
    it gave away, '' if none, `chances` are each player's, as `games.bots.evaluation` tells them.
    """

    number: int
    url: str
    seat: int
    name: str
    played: str
    best: str
    swing: str
    chances: Sequence[str]


@dataclass(frozen=True)
class TurningPoint:
    """A turn that gave away much, by its number in the chart, and how much in a sentence."""

    number: int
    row: Row
    worth: str


@dataclass(frozen=True)
class Lesson:
    """A turn of the visitor's own that could have been better: by how much, and where to try it."""

    row: Row
    worth: str
    url: str


@dataclass(frozen=True)
class Seat:
    """A player in the list above the chart: their turns, and how much chance they gave away.

    `given_away` is a sentence. `level` stands beside the name of a bot.
    """

    name: str
    level: str
    key: str
    turns: int
    given_away: str


@dataclass(frozen=True)
class AnalysisPage:
    """A finished analysis."""

    symbols: str
    names: Sequence[str]
    seats: Sequence[Seat]
    chart: str
    turning_points: Sequence[TurningPoint]
    lessons: Sequence[Lesson]
    rows: Sequence[Row]
    end: Sequence[str]

    @classmethod
    def of(cls, access: Access, analysis: Analysis) -> "AnalysisPage":
        """Build the page of a finished analysis for a visitor."""
        history = access.seat_history
        names, code = tuple(access.names), spoken().code
        key = (access.game.token, analysis.asked_at, access.seat, history, names, code)
        page: AnalysisPage = _pages.get(key, lambda: _page(access, analysis))
        return page


def is_analysed(game: Game) -> bool:
    """Return whether a finished game has an analysis, or one is being made."""
    return Analysis.objects.filter(game=game).exclude(state=AnalysisState.FAILED).exists()


def chart_of(game: Game) -> str:
    """Return the chart beside the slider of the history, '' as long as there is no analysis."""
    for analysis in Analysis.objects.filter(game=game, state=AnalysisState.DONE):
        values, at = lines_of(game, analysis.judged)
        label = spoken().say(term("chart", "Chances to win over the game"))
        return charts.chances(values, at, label, height=76)
    return ""


def lessons_of(access: Access, analysis: Analysis) -> list[JudgedTurn]:
    """Return the visitor's own turns that could have been better, the greatest swing first."""
    seat, history = access.seat, access.seat_history
    if seat is None:
        return []
    mine = [
        turn
        for turn in analysis.judged
        if turn.seat == seat and history.at(turn.number)[seat] == access.names[seat]
    ]
    found = sorted(mine, key=lambda turn: -turn.swing)
    return [turn for turn in found if turn.swing >= LEAST_SWING][:LESSONS]


def turn_in_words(game: Game, seat: int, orders: Sequence[str], names: Sequence[str]) -> str:
    """Return the orders of a turn in sentences; its end is left out."""
    state, wording, language = game.position(), WORDINGS[game.title], spoken()
    return " ".join(
        wording.describe(state, seat, text, (), names, None, language) for text in _told(orders)
    )


def advice_in_words(game: Game, seat: int, orders: Sequence[str], names: Sequence[str]) -> str:
    """Return the orders of a turn as advice; its end is left out."""
    state, wording, language = game.position(), WORDINGS[game.title], spoken()
    return " ".join(wording.urge(state, seat, text, (), names, language) for text in _told(orders))


def _told(orders: Sequence[str]) -> Sequence[str]:
    return [text for text in orders if text.split()[0] not in ENDINGS] or orders


def _page(access: Access, analysis: Analysis) -> AnalysisPage:
    game, names, turns = access.game, access.names, analysis.judged
    rows = {turn.number: row_of(access, turn) for turn in turns}
    points = turning_points(turns)
    values, at = lines_of(game, turns)
    language = spoken()
    ends = series(
        term("chance of a player", "{player} {chance}", player=PlayerName(name), chance=chance)
        for name, chance in zip(names, (in_percent(row[-1]) for row in values), strict=True)
    )
    chart = charts.chances(
        values,
        at,
        language.say(
            message(
                "Each player's chance to win before each turn. At the end: {chances}.",
                chances=ends,
            )
        ),
        names=names,
        dots=[
            charts.Dot(number, turns.index(turn), turn.seat)
            for number, turn in enumerate(points, 1)
        ],
        across=language.say(term("chart", "Move")),
        percent=lambda chance: language.say(in_percent(chance)),
    )
    return AnalysisPage(
        symbols=DRAWINGS[game.title].symbols(),
        names=names,
        seats=[_seat(player, turns) for player in access.players],
        chart=chart,
        turning_points=[
            TurningPoint(number, rows[turn.number], language.say(worth_of(turn)))
            for number, turn in enumerate(points, 1)
        ],
        lessons=[
            Lesson(
                rows[turn.number],
                language.say(_worth_to_you(turn)),
                reverse("study:try-turn", args=[game.pk, turn.number]),
            )
            for turn in lessons_of(access, analysis)
        ],
        rows=[*rows.values()],
        end=[language.say(in_percent(row[-1])) for row in values],
    )


def lines_of(game: Game, turns: Sequence[JudgedTurn]) -> tuple[list[list[float]], list[int]]:
    """Return each seat's chance before each turn and at the end, and after how many moves."""
    places = (game.result or {})["places"]
    won = 1 / places.count(1)
    end = [won * (place == 1) for place in places]
    rows = [*(turn.chances for turn in turns), end]
    at = [*(turn.number - 1 for turn in turns), game.moves_made]
    return [list(row) for row in zip(*rows, strict=True)], at


def row_of(access: Access, turn: JudgedTurn) -> Row:
    """Return a turn of an analysis in words."""
    game, names, language = access.game, access.seat_history.at(turn.number), spoken()
    best = advice_in_words(game, turn.seat, turn.best, names) if turn.gain is not None else ""
    return Row(
        number=turn.number,
        url=reverse("play:move", args=[game.pk, turn.number]),
        seat=turn.seat,
        name=names[turn.seat],
        played=turn_in_words(game, turn.seat, turn.orders, names),
        best=best,
        swing=language.say(size_told(turn.swing, turn.error)) if turn.swing else "",
        chances=[
            language.say(chance_told(turn.chances, seat, error))
            for seat, error in enumerate(turn.errors)
        ],
    )


def _seat(player: Player, turns: Sequence[JudgedTurn]) -> Seat:
    own = [turn for turn in turns if turn.seat == player.seat]
    number = max(1, len(own))
    given_away = sum(turn.swing for turn in own) / number
    error = sqrt(sum(turn.error**2 for turn in own if turn.swing)) / number
    said = spoken().say(_given_away(given_away, error))
    return Seat(player.name, player.level, charts.key(player.seat), len(own), said)


def _given_away(chance: float, error: float) -> Message:
    """Return how much chance to win a player gave away in each turn."""
    if not chance:
        return message("Gave away nothing.")
    if error > SURE:
        return message("Gave away much per turn.")
    return message("Gave away {chance} per turn.", chance=size_told(chance, error))


def worth_of(turn: JudgedTurn) -> Message:
    """Return by how much the master's turn would have been better."""
    if turn.error > SURE:
        return message("That would have made the chance to win much higher.")
    return message(
        "That would have made the chance to win {size} higher.",
        size=size_told(turn.swing, turn.error),
    )


def _worth_to_you(turn: JudgedTurn) -> Message:
    """Return to its player by how much a turn could have been better."""
    if turn.error > SURE:
        return message("Your chance to win could have been much higher.")
    return message(
        "Your chance to win could have been {size} higher.",
        size=size_told(turn.swing, turn.error),
    )
