"""Train the models of who will win: `python -m games.lab train`.

Whole games are played by bots of which each makes as many mistakes as its opponents: chances to win
are those of equal players. Positions at the beginnings of turns are kept with who won. For each
set-up a logistic regression then compares winners with all others.
"""

import json
import random
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from sklearn.linear_model import LogisticRegression

from games.bots.bot import Bot
from games.bots.model import Features, Model, Weights
from games.bots.setups import drawn_options
from games.rules.playthrough import Playthrough
from games.rules.title import CHANCE, AnyTitle, Setup

KEPT = 0.5
"""The share of positions that are kept: those of a game are much alike."""
STRENGTH = 0.002
"""How freely weights follow the games: the inverse of scikit-learn's regularisation."""

RARE = 0.15
"""The least standard deviation by which features are scaled: little is known of rarer ones."""


class Sample(NamedTuple):
    """The features of a position, and which seats won in the end."""

    features: Features
    winners: Sequence[int]


def samples(
    title: AnyTitle, setup: Setup, model: Model, bots: Sequence[Bot], games: int, seed: int
) -> Iterator[Sample]:
    """Yield positions of games; in each, one of the bots plays all seats."""
    for game in range(games):
        rng = random.Random(f"{seed} {setup.label} {game}")
        bot = rng.choice(bots)
        state = title.start(
            title.complete(drawn_options(title, setup, rng), setup.players), setup.players
        )
        play = Playthrough(title, state, rng)
        turn, seen = CHANCE, []
        for seat, *_ in play.asked():
            view = title.view(play.state, seat)
            if view.turn != turn:
                turn = view.turn
                if rng.random() < KEPT:
                    seen.append(model.features(play.state))
            play.answer(seat, bot, view)
        result = title.result(play.state)
        winners = [seat for seat, place in enumerate(result.places) if place == 1] if result else []
        for features in [*seen, model.features(play.state)]:
            yield Sample(features, winners)


def fitted(found: Sequence[Sample]) -> Weights:
    """Return the weights that distinguish winners best from the others."""
    rows, parts = [], []
    for features, winners in found:
        seats = np.array(features.seats)
        full = np.hstack([seats, features.left * seats])
        others = [seat for seat in range(len(seats)) if seat not in winners]
        rows += [full[winner] - full[other] for winner in winners for other in others]
        parts += [1 / len(winners)] * (len(winners) * len(others))
    both = np.array(rows)
    scale = np.maximum(both.std(axis=0), RARE)
    both = np.vstack([both, -both]) / scale
    won = np.repeat([1, 0], len(rows))
    fit = LogisticRegression(C=STRENGTH, fit_intercept=False, max_iter=500)
    fit.fit(both, won, sample_weight=np.tile(parts, 2))
    last, more = np.split(fit.coef_[0] / scale, 2)
    return Weights(last.tolist(), more.tolist())


def fit(model: Model, found: Iterable[Sample]) -> str:
    """Fit the model of a title and write it; return what was written, and from how much."""
    setups: dict[str, list[Sample]] = defaultdict(list)
    for sample in found:
        setups[sample.features.setup].append(sample)
    model.path.write_text(_as_json(model, {name: fitted(each) for name, each in setups.items()}))
    return f"{model.path.name}: {sum(map(len, setups.values()))} positions"


def _as_json(model: Model, weights: Mapping[str, Weights]) -> str:
    """Return weights as JSON, a feature a line."""
    setups: dict[str, Any] = {
        setup: {
            name: [round(last, 4), round(more, 4)]
            for name, last, more in zip(model.names, *each, strict=True)
        }
        for setup, each in sorted(weights.items())
    }
    text = json.dumps(setups, indent=1)
    return text.replace("[\n   ", "[").replace(",\n   ", ", ").replace("\n  ]", "]") + "\n"
