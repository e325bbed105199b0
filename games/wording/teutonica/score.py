"""The words of Hansa Teutonica's score sheet and statistics, and where points come from (T11)."""

from typing import Final

from games.rules.common.message import Message, Series, message, plural, plural_term, term
from games.rules.teutonica.pieces import ABILITIES, ABILITY_WORDS, ALL, TRACKS
from games.rules.teutonica.questions import PRESTIGE_TO_END, controlled, network
from games.rules.teutonica.view import View
from games.wording.language import Language
from games.wording.score import FigureWords, SheetWords

LINES: Final = {
    "prestige": term("score", "Prestige track"),
    "abilities": term("score", "Developed abilities"),
    "markers": term("score", "Bonus markers"),
    "special": term("score", "Special prestige"),
    "cities": term("score", "Cities controlled"),
    "network": term("score", "Network"),
    "missions": term("score", "Mission card"),
    "wales": term("score", "Wales"),
    "scotland": term("score", "Scotland"),
    "total": term("score", "Total"),
}
REASONS: Final = {
    "prestige": term("points came from", "the prestige track"),
    "abilities": term("points came from", "fully developed abilities"),
    "markers": term("points came from", "bonus markers"),
    "special": term("points came from", "special prestige"),
    "missions": term("points came from", "the mission card"),
    "wales": term("points came from", "Wales"),
    "scotland": term("points came from", "Scotland"),
}


def sheet_words(language: Language) -> SheetWords:
    """Return the words of the score sheet."""
    endings = {
        "prestige": plural(
            PRESTIGE_TO_END,
            "The game ended when a player reached 1 prestige point.",
            "The game ended when a player reached {number} prestige points.",
        ),
        "markers": message(
            "The game ended when a replacement marker was needed and none was left."
        ),
        "cities": message("The game ended when enough cities were completed."),
    }
    return SheetWords(
        lines={line: language.say(label) for line, label in LINES.items()},
        endings={how: language.say(ending) for how, ending in endings.items()},
    )


def figure_words(language: Language) -> FigureWords:
    """Return the words of statistics.

    City Keys and Actions have the same value on two steps of their tracks.
    """
    lines = {**LINES, "prestige": term("statistics", "Prestige on the track")}
    points = term("ending", "{points} prestige points", points=PRESTIGE_TO_END)
    every = language.say(term("bank", "all"))
    return FigureWords(
        sources={line: language.say(label) for line, label in lines.items() if line != "total"},
        endings={
            "prestige": language.say(points),
            "markers": language.say(term("ending", "No bonus markers left")),
            "cities": language.say(term("ending", "Enough completed cities")),
        },
        heading=language.say(term("statistics", "Abilities")),
        levels=dict(zip(ABILITIES, map(language.say, ABILITY_WORDS), strict=True)),
        steps={
            ability: tuple(every if value == ALL else str(value) for value in track)
            for ability, track in zip(ABILITIES, TRACKS, strict=True)
        },
    )


def tied(breaker: str, number: int, players: Series) -> Message:
    """Return why players, so many of them, did not win with as many points (T11.8)."""
    if breaker == "actions":
        if number == 1:
            return message("{player} had as many, but more developed Actions.", player=players)
        return message("{players} had as many, but more developed Actions.", players=players)
    if number == 1:
        if breaker == "network":
            return message("{player} had as many, but a network worth less.", player=players)
        return message(
            "{player} had as many, but more developed Actions or a network worth less.",
            player=players,
        )
    return message(
        "{players} had as many, but more developed Actions or a network worth less.",
        players=players,
    )


def reason(view: View, seat: int, line: str) -> Message:
    """Return where a seat's points in a line come from, as it follows 'from'."""
    if line == "network":
        cities = len(network(view, seat))
        return plural_term(
            "points came from", cities, "their largest city", "a network of {number} cities"
        )
    if line == "cities":
        cities = len(controlled(view, seat))
        return plural_term(
            "points came from", cities, "1 controlled city", "{number} controlled cities"
        )
    return REASONS[line]
