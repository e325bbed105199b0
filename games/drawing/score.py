"""The score sheet of every title: lines in words, who won, and what broke a tie."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games.rules.title import Result


@dataclass(frozen=True, slots=True)
class SheetWords:
    """A title's words for its score sheet.

    `lines` are the lines of `Result.scores` in the order they are printed, 'total' among them;
    `endings` are sentences by `Result.ended_by`, `ties` sentences by `Result.tie_breaker`, which
    follow the winners; {names} in them is all players with the highest total.
    """

    lines: Mapping[str, str]
    endings: Mapping[str, str]
    ties: Mapping[str, str]


def sheet(result: Result, names: Sequence[str], words: SheetWords) -> dict[str, Any]:
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
                    {"points": result.scores[seat].get(key, 0), "first": result.places[seat] == 1}
                    for seat in seats
                ],
            }
            for key in keys
        ],
        "verdict": verdict(result, names, words),
    }


def verdict(result: Result, names: Sequence[str], words: SheetWords) -> str:
    """Return how it ended and who won, in two or three sentences."""
    winners = [names[seat] for seat, place in enumerate(result.places) if place == 1]
    best = max(scores["total"] for scores in result.scores)
    level = [names[seat] for seat, scores in enumerate(result.scores) if scores["total"] == best]
    sentences = [
        words.endings.get(result.ended_by, "The game is over."),
        f"{listed(winners)} {'wins' if len(winners) == 1 else 'win'} with {best} points.",
    ]
    if result.tie_breaker in words.ties:
        sentences.append(words.ties[result.tie_breaker].format(names=listed(level)))
    return " ".join(sentences)


def listed(names: Sequence[str], word: str = "and") -> str:
    """Return names as a list: 'Anna, Bertram and Cecilie'."""
    return f" {word} ".join(filter(None, (", ".join(names[:-1]), names[-1])))
