"""The words of Hansa's score sheet and statistics, and where points come from (H4.2)."""

from collections.abc import Sequence
from typing import Final

from games.rules.common.message import (
    Message,
    Part,
    Place,
    Player,
    Series,
    message,
    plural,
    plural_term,
    series,
    term,
)
from games.rules.hansa.pieces import BARREL, barrels_of
from games.rules.hansa.questions import ALONE_POINTS, CITY_POINTS, cities_worth
from games.rules.hansa.view import View
from games.wording.hansa.words import MARKER
from games.wording.language import Language
from games.wording.score import FigureWords, SheetWords

LINES: Final = {
    "sold": term("score", "Markers sold"),
    "unsold": term("score", "Markers unsold"),
    "cities": term("score", "Cities with booths"),
    "total": term("score", "Total"),
}


def sheet_words(language: Language) -> SheetWords:
    """Return the words of the score sheet."""
    ending = message("The game ended with the round in which the last pile was started.")
    return SheetWords(
        lines={line: language.say(label) for line, label in LINES.items()},
        endings={"piles": language.say(ending)},
    )


def figure_words(language: Language) -> FigureWords:
    """Return the words of statistics."""
    return FigureWords(
        sources={line: language.say(label) for line, label in LINES.items() if line != "total"},
        endings={"piles": language.say(term("ending", "The last pile"))},
        heading=language.say(term("statistics", "Talers, booths and goods")),
        levels={
            "talers": language.say(term("statistics", "Talers")),
            "booths": language.say(term("statistics", "Booths on the board")),
            "barrels": language.say(term("statistics", "Unsold barrels")),
        },
        steps={},
    )


def tied(number: int, players: Series) -> Message:
    """Return why players, so many of them, did not win with as many points."""
    if number == 1:
        return message("{player} had as many, but fewer booths on the board.", player=players)
    return message("{players} had as many, but fewer booths on the board.", players=players)


def reason(view: View, seat: int, line: str) -> Message:
    """Return where a seat's points in a line come from, as it follows 'from'."""
    if line == "sold":
        return term("points came from", "goods sold")
    if line == "unsold":
        return term("points came from", "unsold goods")
    cities = len(cities_worth(view, seat))
    return plural_term(
        "points came from", cities, "booths in one city", "booths in {number} cities"
    )


def source(view: View, seat: int, line: str, points: int, name: str) -> Message:
    """Return where the points of a seat in a line of the score sheet come from."""
    player, desk = Player(name), view.desks[seat]
    if line == "cities":
        return _cities(view, seat, player)
    if line == "sold":
        return message(
            "{player} sold {markers} with {barrels}: 1 point for each marker and each barrel.",
            player=player,
            markers=MARKER.object(len(desk.sold)),
            barrels=BARREL.dative(sum(map(barrels_of, desk.sold))),
        )
    return plural(
        points,
        "{player} has 1 unsold marker: 1 point.",
        "{player} has {number} unsold markers: 1 point each.",
        player=player,
    )


def _cities(view: View, seat: int, player: Player) -> Message:
    worth = cities_worth(view, seat)
    alone, beside = (_named(view, worth, points) for points in (ALONE_POINTS, CITY_POINTS))
    parts: dict[str, Part] = {"player": player}
    if alone:
        parts |= {"alone": series(alone), "more": ALONE_POINTS}
    if beside:
        parts |= {"beside": series(beside), "points": CITY_POINTS}
    if not beside:
        if len(alone) == 1:
            return message("{player} has booths alone in {alone}: {more} points.", **parts)
        return message("{player} has booths alone in {alone}: {more} points each.", **parts)
    if not alone:
        if len(beside) == 1:
            return message(
                "{player} has booths beside others in {beside}: {points} points.", **parts
            )
        return message(
            "{player} has booths beside others in {beside}: {points} points each.", **parts
        )
    return message(
        "{player} has booths alone in {alone}, for {more} points each, and beside others in"
        " {beside}, for {points} each.",
        **parts,
    )


def _named(view: View, worth: dict[int, int], points: int) -> Sequence[Place]:
    """Return the names of the cities that are worth so many points."""
    cities = view.printed.cities
    return [Place(cities[city].name) for city, each in worth.items() if each == points]
