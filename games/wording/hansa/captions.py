"""The captions of the rules page's pictures, by the rule or heading that each one shows."""

from typing import Final

from games.rules.common.message import message, term

CAPTIONS: Final = {
    "H2.2": (
        message(
            "The piles are used up from left to right. The first is gone, and the second has five"
            " markers left. The first marker taken from the last pile makes this the last round."
        ),
    ),
    "H2.4": (
        message(
            "From Stockholm the ship can sail to Reval (1) or Kalmar (2), but not to Tønsberg: that"
            " arrow points the other way. The way over land costs the same as a way by sea."
        ),
    ),
    "H3.1": (
        message(
            "In Danzig Yellow has the most booths, as the crown shows. Red pays Yellow the taler"
            " for either marker, and Yellow buys for free. In Lübeck Red and Blue have equally"
            " many, so everyone pays the bank there."
        ),
    ),
    "H3.2": (
        message(
            "A marker with three barrels was given up in Kalmar. Three of Green's booths are there"
            " now, shown as one with their number."
        ),
    ),
    "H3.3": (
        message(
            "Red takes back a booth and turns over three red markers. Yellow has two different ones"
            " and chooses which to lose. Green's are equal and Blue has none, so these two are not"
            " asked."
        ),
    ),
    "H4.2": (
        message(
            "Reval is worth 4 points to Blue, who is alone there. Stockholm is worth 2 each to Red"
            " and Yellow, however many booths they have."
        ),
    ),
    "the-goal": (
        message(
            "1 is a city. 2 and 3 are its warehouses, with a marker of two barrels in one of them."
            " 4 are the booths that players have here. 5 is the ship, which all players share. The"
            " arrows say where it can sail from here."
        ),
    ),
    "the-three-actions": (
        message(
            "The ship is in Aalborg. Yellow has the most booths, as the crown shows: Yellow buys"
            " here for free, and everyone else pays Yellow."
        ),
    ),
    "how-points-come": (
        message(
            "Reval is worth 4 points to Blue, who is alone there. Stockholm is worth 2 points each"
            " to Red and Yellow. How many booths they have does not matter."
        ),
    ),
    "how-the-game-ends": (
        message(
            "Four piles are used up. Whoever fills the warehouses next takes a marker from the last"
            " one, and that round is the last."
        ),
    ),
    "one-turn-from-start-to-end": (
        message("Before Red's turn. The ship will sail from Copenhagen to Danzig, Reval and Riga."),
        message(
            "After it: one marker fewer in each of three cities, and two booths of Red in Riga."
        ),
    ),
    "one-sale-from-start-to-end": (
        message("The unsold markers of all players when Red sells two brown ones."),
    ),
}
ROWS: Final = {
    "H3.3": (
        term("sale", "sells them: 2 + 3 + 4 points"),
        term("sale", "chooses a red one to lose"),
        term("sale", "loses one of them"),
        term("sale", "loses nothing"),
    ),
    "one-sale-from-start-to-end": (
        term("sale", "sells both: 3 + 4 points"),
        term("sale", "loses the small one"),
        term("sale", "loses nothing"),
        term("sale", "loses nothing"),
    ),
}
"""What happens to the markers of each player in the pictures of a sale."""
