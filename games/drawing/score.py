"""The score sheet of every title, in words: lines, who won, and why; the words of statistics."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games.rules.title import Result


@dataclass(frozen=True, slots=True)
class SheetWords:
    """A title's words for its score sheet.

    `lines` are the lines of `Result.scores` in the order they are printed, 'total' among them;
    `endings` are sentences by `Result.ended_by`. `ties` say by `Result.tie_breaker` what players
    have who reached the highest total but did not win: one of them, or several.
    """

    lines: Mapping[str, str]
    endings: Mapping[str, str]
    ties: Mapping[str, tuple[str, str]]


Reason = Callable[[int, str], str]
"""Says where a seat's points in a line come from, in a few words: 'a network of 9 cities'."""


def sheet(
    result: Result, names: Sequence[str], words: SheetWords, reason: Reason
) -> dict[str, Any]:
    """Return what templates/play/score.html prints, without lines that no seat has."""
    seats = range(len(result.scores))
    keys = [key for key in words.lines if any(key in scores for scores in result.scores)]
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
        "verdict": verdict(result, names, words, reason),
        "ending": words.endings.get(result.ended_by, "The game is over."),
    }


def verdict(result: Result, names: Sequence[str], words: SheetWords, reason: Reason) -> str:
    """Return who won and why, in one sentence."""
    totals = [scores["total"] for scores in result.scores]
    best = max(totals)
    winners = [seat for seat, place in enumerate(result.places) if place == 1]
    level = [seat for seat, total in enumerate(totals) if total == best and seat not in winners]
    won = listed([names[seat] for seat in winners])
    behind = ""
    if level:
        lost_by = words.ties[result.tie_breaker][len(level) > 1]
        behind = f"{listed([names[seat] for seat in level])} had as many, but {lost_by}"
    if len(winners) > 1:
        behind = f"; {behind}" if behind else ": nothing separates them"
        return f"{won} share the win with {best} points each{behind}."
    if level:
        return f"{won} won with {best} points: {behind}."
    second = max(total for total in totals if total != best)
    others = listed([name for name, total in zip(names, totals, strict=False) if total == second])
    return (
        f"{won} won with {best} points, {best - second} more than {others}; "
        f"{_largest(result, winners[0], reason)}."
    )


def _largest(result: Result, seat: int, reason: Reason) -> str:
    """Return where the largest part of a seat's points came from; it may be several lines."""
    lines = {line: points for line, points in result.scores[seat].items() if line != "total"}
    most = max(lines.values())
    reasons = listed([reason(seat, line) for line, points in lines.items() if points == most])
    if list(lines.values()).count(most) > 1:
        return f"the largest parts, {most} each, came from {reasons}"
    return f"the largest part, {most}, came from {reasons}"


def listed(names: Sequence[str], word: str = "and") -> str:
    """Return names as a list: 'Anna, Bertram and Cecilie'."""
    return f" {word} ".join(filter(None, (", ".join(names[:-1]), names[-1])))


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
