"""What things are worth to a bot of Hansa, in points at the end of the game."""

import json
from dataclasses import dataclass
from functools import cache
from typing import Final

from games.bots.data import path
from games.rules.common.state import Frozen

PATH: Final = path("hansa", "weights.json")
"""The trained weights for each number of players."""


@dataclass(frozen=True, slots=True, eq=False)
class Weights(Frozen):
    """What things are worth; better numbers make a stronger bot.

    Those of journeymen are given here, each with its reason. Equal weights that were made twice
    are different: what is known for some is soon found.
    """

    paired: float = 0.7
    """The part of their barrels that two markers of a colour will bring: they wait for a booth."""
    triple: float = 0.0
    """How much larger that part is of three markers or more."""
    rivalry: float = 0.0
    """How much larger that part is of two, for each other player who could sell the colour, too."""
    single: float = 0.35
    """The part of its barrels that a marker will bring that waits for another or for booths."""
    answer: float = 0.0
    """How much smaller that part is for each other player who could sell its colour."""
    safe: float = 0.8
    """The part of its own point that a marker still has when others may have sold its colour."""
    taler: float = 0.4
    """A taler kept for the next turn."""
    spare: float = 0.45
    """A taler that can still be spent this turn, to tell which plans to follow further."""
    charge: float = 0.5
    """What a turn brings, for each warehouse, in a city where the player has the most booths."""
    long: float = 6.0
    """The most turns that a majority lasts."""
    lead: float = 0.7
    """The part of it that a lead of a single booth keeps."""
    call: float = 2.0
    """A booth in a city, times the part of the ship's calls there: for sales, in all turns left."""
    sale: float = 0.6
    """A booth for each turn left: about as many sales there will be."""
    more: float = 0.2
    """Every other booth."""
    crowded: float = 0.5
    """The part of the points for being alone in a city that others take early in the game."""
    spoiled: float = 0.6
    """The part of those points that count when taken from another."""
    broken: float = 0.8
    """What another player loses besides the marker if it was one of a pair."""
    offered: float = 0.05
    """What each additional marker in the warehouses is worth to the next players."""
    ending: float = 6.0
    """What it is worth to end the game when ahead, or to avoid that when behind."""
    a_turn: float = 1.8
    """Markers that leave the warehouses in a turn."""


JOURNEYMAN: Final = Weights()


@cache
def trained(players: int) -> Weights:
    """Return the trained weights for a number of players; see `games.lab.tuning`."""
    return Weights(**json.loads(PATH.read_text())[str(players)])
