"""The score sheet of every title, in words: lines, who won, and why; the words of statistics."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from games.rules.common.message import Message, Noun, Player, message, series
from games.rules.title import Result
from games.wording.language import Language

if TYPE_CHECKING:
    from games.wording.wording import Wording

POINT: Final = Noun("point", "1 point", "{number} points")


@dataclass(frozen=True, slots=True)
class SheetWords:
    """A title's words for its score sheet.

    `lines` are the lines of `Result.scores` in the order they are printed, 'total' among them;
    `endings` are sentences by `Result.ended_by`.
    """

    lines: Mapping[str, str]
    endings: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class FigureWords:
    """A title's words for its statistics.

    `sources` are short names of the lines of the score sheet, without 'total'; `endings` say in a
    few words what ended a game, by `Result.ended_by`. `levels` names the levels of `Title.figures`
    and `heading` all of them; `steps` has the words of each step of a level that has few.
    """

    sources: Mapping[str, str]
    endings: Mapping[str, str]
    heading: str
    levels: Mapping[str, str]
    steps: Mapping[str, Sequence[str]]


def sheet(
    wording: "Wording", result: Result, view: Any, names: Sequence[str], language: Language
) -> dict[str, Any]:
    """Return what templates/play/score.html prints, without lines that no seat has."""
    words = wording.sheet_words(language)
    seats = range(len(result.scores))
    keys = [key for key in words.lines if any(key in scores for scores in result.scores)]
    over = language.say(message("The game is over."))
    return {
        "players": [
            {
                "seat": seat,
                "name": names[seat],
                "place": result.places[seat],
                "first": result.places[seat] == 1,
            }
            for seat in seats
        ],
        "lines": [
            {
                "id": key,
                "label": words.lines[key],
                "total": key == "total",
                "cells": [
                    {
                        "seat": seat,
                        "owner": names[seat],
                        "points": result.scores[seat].get(key, 0),
                        "first": result.places[seat] == 1,
                    }
                    for seat in seats
                ],
            }
            for key in keys
        ],
        "verdict": verdict(wording, result, view, names, language),
        "ending": words.endings.get(result.ended_by, over),
    }


def verdict(
    wording: "Wording", result: Result, view: Any, names: Sequence[str], language: Language
) -> str:
    """Return who won and why, in one sentence or two."""
    return language.say_all(_verdict(wording, result, view, list(map(Player, names))))


def _verdict(
    wording: "Wording", result: Result, view: Any, names: Sequence[Player]
) -> Sequence[Message]:
    totals = [scores["total"] for scores in result.scores]
    best = max(totals)
    winners = [seat for seat, place in enumerate(result.places) if place == 1]
    level = [seat for seat, total in enumerate(totals) if total == best and seat not in winners]
    won, points = series(names[seat] for seat in winners), POINT.dative(best)
    tied = series(names[seat] for seat in level)
    if len(winners) > 1:
        if not level:
            return [
                message(
                    "{winners} share the win with {points} each: nothing separates them.",
                    winners=won,
                    points=points,
                )
            ]
        return [
            message("{winners} share the win with {points} each.", winners=won, points=points),
            wording.tied(result.tie_breaker, len(level), tied),
        ]
    if level:
        return [
            message("{winner} won with {points}.", winner=won, points=points),
            wording.tied(result.tie_breaker, len(level), tied),
        ]
    second = max(total for total in totals if total != best)
    others = [name for name, total in zip(names, totals, strict=False) if total == second]
    return [
        message(
            "{winner} won with {points}, {more} more than {others}.",
            winner=won,
            points=points,
            more=best - second,
            others=series(others),
        ),
        _largest(wording, result, view, winners[0]),
    ]


def _largest(wording: "Wording", result: Result, view: Any, seat: int) -> Message:
    """Return where the largest part of a seat's points came from; it may be several lines."""
    lines = {line: points for line, points in result.scores[seat].items() if line != "total"}
    most = max(lines.values())
    reasons = [wording.reason(view, seat, line) for line, each in lines.items() if each == most]
    if len(reasons) > 1:
        return message(
            "The largest parts, {number} each, came from {sources}.",
            number=most,
            sources=series(reasons),
        )
    return message(
        "The largest part, {number}, came from {source}.", number=most, source=reasons[0]
    )
