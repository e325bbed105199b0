"""The score sheet: its lines in words, who won, and what broke a tie."""

from collections.abc import Sequence
from typing import Any

from games.drawing.teutonica.marks import COLOUR_NAMES
from games.rules.title import Result

LINES = {
    "prestige": "Prestige on the track",
    "abilities": "Abilities developed to the end",
    "markers": "Bonus markers",
    "special": "Special prestige",
    "cities": "Towns controlled",
    "network": "Network times City Keys",
    "missions": "Mission card",
    "wales": "Wales",
    "scotland": "Scotland",
    "total": "Total",
}
_ENDINGS = {
    "prestige": "The game ended when a player reached 20 prestige.",
    "markers": "The game ended when the last bonus marker had been drawn.",
    "cities": "The game ended when enough towns were completed.",
}
_TIES = {
    "actions": "{names} were level; the less developed Actions decided.",
    "network": "{names} were level, in Actions too; the larger network decided.",
    "shared": "Nothing parts them: they share the win.",
}


def score(result: Result, names: Sequence[str]) -> dict[str, Any]:
    """What templates/teutonica/score.html prints."""
    seats = range(len(result.scores))
    called = [names[seat] if seat < len(names) else COLOUR_NAMES[seat] for seat in seats]
    keys = [key for key in LINES if any(key in scores for scores in result.scores)]
    return {
        "players": [
            {
                "seat": seat,
                "name": called[seat],
                "place": result.places[seat],
                "first": result.places[seat] == 1,
            }
            for seat in seats
        ],
        "lines": [
            {
                "id": key,
                "label": LINES[key],
                "total": key == "total",
                "cells": [
                    {"points": result.scores[seat].get(key, 0), "first": result.places[seat] == 1}
                    for seat in seats
                ],
            }
            for key in keys
        ],
        "verdict": verdict(result, called),
    }


def verdict(result: Result, called: Sequence[str]) -> str:
    """How it ended and who won, in two or three sentences."""
    winners = [called[seat] for seat, place in enumerate(result.places) if place == 1]
    best = max(scores["total"] for scores in result.scores)
    level = [called[seat] for seat, scores in enumerate(result.scores) if scores["total"] == best]
    sentences = [
        _ENDINGS.get(result.ended_by, "The game is over."),
        f"{listed(winners)} {'wins' if len(winners) == 1 else 'win'} with {best} points.",
    ]
    if result.tie_breaker in _TIES:
        sentences.append(_TIES[result.tie_breaker].format(names=listed(level)))
    return " ".join(sentences)


def listed(names: Sequence[str]) -> str:
    """Names in a row: 'Anna, Bertram and Cecilie'."""
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))
