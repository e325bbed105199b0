"""The set-ups that bots are trained on, measured on, and make puzzles of."""

import random

from games.rules import TITLES
from games.rules.common.message import Message
from games.rules.errors import IllegalOptions
from games.rules.title import AnyTitle, Setup


def setups_of(title_id: str) -> list[Setup]:
    """Return the set-ups of a title with every number of players that they allow."""
    title, found = TITLES[title_id], {}
    for setup in title.setups():
        for players in title.players:
            try:
                options = title.complete(setup.options, players)
            except IllegalOptions:
                continue
            # Of two that are the same, the longer one gives the label.
            label = Message(" ".join([*setup.options.values(), str(players)]))
            found[players, *sorted(options.items())] = Setup(label, players, setup.options)
    return list(found.values())


def drawn_options(title: AnyTitle, setup: Setup, rng: random.Random) -> dict[str, str]:
    """Return the options of a set-up, and random values of the others."""
    chosen = dict(setup.options)
    for option in title.compatible_options(chosen, setup.players):
        if option.name not in chosen:
            chosen[option.name] = rng.choice(option.values).id
    return chosen
