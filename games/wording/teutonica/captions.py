"""The captions of the rules page's pictures, by the rule or heading that each one shows."""

from typing import Final

from games.rules.common.message import message

CAPTIONS: Final = {
    "T5.3": (
        message(
            "Blue's trader on Dortmund–Paderborn was displaced. It goes to a free space of a"
            " route that meets this one in Dortmund or Paderborn, such as 1 to 4."
        ),
    ),
    "T7.1": (
        message(
            "Red and Blue have an office each in Minden. Blue's is further right, so Blue"
            " controls the city."
        ),
    ),
    "T7.4": (
        message(
            "Red claims Bremen–Hamburg. In Hamburg the next office takes a trader and needs the"
            " orange privilege. In Bremen it takes a merchant, and Red has none on the route."
        ),
    ),
    "T9.4": (
        message(
            "Bremen is full. Blue's extra office is in the tower on the left, and with two"
            " offices Blue controls the city."
        ),
    ),
    "T11.6": (
        message(
            "Hannover, Minden and Brunswick alone would be a network of three offices for Red."
            " The route from Brunswick joins Stendal to them, which makes it four."
        ),
    ),
    "the-goal": (
        message(
            "1 is a city, 2 an office in it that belongs to Yellow, and 3 the next vacant one. 4"
            " is a free space of a route, 5 a trader (a cube), 6 a merchant (a disc). The round +3"
            " is a bonus marker for the player who claims the route next. Red needs one more piece"
            " to do so."
        ),
    ),
    "your-turn": (
        message(
            "What Red could do here: place a piece on 1, displace Blue's trader on 2, move the"
            " trader on 3 elsewhere, or claim the route at 4, where all three spaces are Red's."
        ),
    ),
    "how-points-come": (
        message(
            "The end of a game. Red controls Goslar and Stendal: 2 points for each. In Magdeburg"
            " Red and Yellow have one office each, and Yellow's is further right, so Yellow"
            " controls it. Red's three offices are in cities joined by routes: a network of three."
            " With City Keys at 2 it is worth 6 points."
        ),
    ),
    "how-the-game-ends": (
        message(
            "Nine cities are full, and one bonus marker is left. The office that fills the next"
            " city ends the game, and so does the second marker taken from here on."
        ),
    ),
    "one-turn-from-start-to-end": (
        message("Before Red's turn. Blue's trader is in Red's way."),
        message(
            "Red has displaced it. Blue's trader is back on the board, with another one beside"
            " it, and both routes are full."
        ),
    ),
    "one-claim-from-start-to-end": (
        message(
            "Before the claim: three traders of Red on the route, Yellow's office in Hildesheim,"
            " and the marker Additional Office."
        ),
        message("After it: Red has an office in Goslar, and the route is empty again."),
    ),
    "the-five-abilities": (
        message(
            "A desk at the start. The values with a red ring count now. The others are covered by"
            " pieces that come into your supply, one with each development."
        ),
    ),
}
