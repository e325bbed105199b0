"""What things are worth to a bot of Hansa Teutonica, in points at the end of the game."""

import json
from dataclasses import dataclass
from functools import cache
from typing import Final

from games.bots.data import path
from games.rules.common.state import Frozen

PATH: Final = path("teutonica", "weights.json")
"""The trained weights for each number of players."""


@dataclass(frozen=True, slots=True, eq=False)
class Weights(Frozen):
    """What things are worth; better numbers make a stronger bot.

    Those of journeymen are given here, each with its reason. Equal weights that were made twice
    are different: what is known for some is soon found.
    """

    city_keys: float = 1.0
    """How many times what `values.DEVELOPMENT` says a step of City Keys is worth."""
    first_action: float = 1.0
    """The same for the first step of Actions."""
    actions: float = 1.0
    """The same for the other steps of Actions."""
    privilege: float = 1.0
    """The same for a step of Privilege."""
    book: float = 1.0
    """The same for a step of Book."""
    bank: float = 1.0
    """The same for a step of Bank."""
    fading: float = 1.0
    """How soon a step is worth less: it is in proportion to this power of the game that is left."""
    freed: float = 1.0
    """How many times what `values.FREED` says the piece is worth that a development frees."""
    office: float = 1.0
    """Any office: room that others do not have, and a step toward more."""
    spent: float = 0.6
    """What a piece in an office costs for each that is missing in the pool."""
    toll: float = 1.0
    """Prestige that a controlled city brings while others claim its routes, in a whole game."""
    taken: float = 0.7
    """What another player loses counts a little, too."""
    island: float = 0.3
    """The part of the network's points for an office apart from it: it may be joined later."""
    keys: float = 0.7
    """City Keys that will still be developed, in a whole game: offices count that many more."""
    prestige_for_me: float = 1.2
    """A point of prestige that a claim brings the player: it also brings the end nearer."""
    prestige_for_others: float = 0.8
    """What it costs that a claim brings another player one."""
    marker: float = 1.0
    """How many times what `values.MARKER` says using a marker brings."""
    marker_points: float = 1.0
    """What a marker is worth besides: it also counts at the end."""
    ending: float = 12.0
    """What it is worth to end the game when ahead, or to avoid that when behind."""
    an_action: float = 0.4
    """A claim that brings less is left for later."""
    risk: float = 0.05
    """The chance, for each action still needed beyond this turn, that others come between."""
    paid: float = 0.25
    """Actions that a piece paid for a displacement costs later, as income."""
    gift: float = 0.3
    """Actions that the extra piece of a displaced player is worth to them."""
    block: float = 0.15
    """Blocking another player's plan: they have to displace, and that brings pieces."""
    mine: float = 0.6
    """How much less a replacement marker is worth on a route that others will claim sooner."""

    def __deepcopy__(self, memo: object) -> "Weights":
        """Return these weights: a copy of a bot has the same, and knows what is known for them."""
        return self

    def of_step(self, ability: int, level: int) -> float:
        """Return how many times its usual worth the next step of an ability at a level is worth."""
        action = self.actions if level else self.first_action
        return (self.city_keys, action, self.privilege, self.book, self.bank)[ability]


JOURNEYMAN: Final = Weights()


@cache
def trained(players: int) -> Weights:
    """Return the trained weights for a number of players; see `games.lab.tuning`."""
    return Weights(**json.loads(PATH.read_text())[str(players)])


def expected(players: int) -> Weights:
    """Return what masters expect others to have: an only opponent those of a journeyman."""
    return JOURNEYMAN if players == 2 else trained(players)
