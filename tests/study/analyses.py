"""Analyses for tests, without the time that a master takes."""

import random

from django.utils import timezone

from games.bots import STRATEGIES
from games.bots.evaluation import chances
from games.bots.random_bot import any_order
from games.bots.whole_turn import whole_turn
from games.play.models import Game
from games.study.analysing import PlayedTurn, played_turns
from games.study.models import Analysis, AnalysisState, JudgedTurn


def quick_turn(game: Game, turn: PlayedTurn) -> JudgedTurn:
    """A turn and another one that any bot might play, said to be much better."""
    title, quick = game.rules(), STRATEGIES[game.title].quick
    rng = random.Random(str(turn.number))
    best = whole_turn(title.view(turn.state, turn.seat), any_order, quick, rng)
    before = chances(title.view(turn.state, None), 1)
    return JudgedTurn(
        number=turn.number,
        seat=turn.seat,
        orders=turn.orders,
        best=[title.write(turn.state, order) for order in best],
        gain=(turn.number % 20 + 1) / 50,
        error=0.03,
        better=True,
        chances=[round(each, 3) for each in before.values],
        errors=[round(each, 3) for each in before.errors],
    )


def analysed(game: Game) -> Analysis:
    """The analysis of a finished game in which every turn could have been better."""
    turns = [list(quick_turn(game, turn)) for turn in played_turns(game)]
    now = timezone.now()
    done = {
        "asked_at": now,
        "worked_at": now,
        "state": AnalysisState.DONE,
        "turns": turns,
        "total": len(turns),
    }
    # On a whole site one may have begun on its own.
    analysis, _ = Analysis.objects.update_or_create(game=game, defaults=done)
    return analysis
