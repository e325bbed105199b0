"""Search: each candidate is played on for a while, and the best evaluation wins."""

import random
import time
from collections.abc import Collection, Mapping, Sequence
from copy import deepcopy
from functools import partial
from statistics import fmean
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from games.bots.bot import Advice, Bot
from games.bots.garbage import uncollected
from games.bots.model import Evaluation, final_evaluation
from games.bots.strategy import Candidate, SearchBudget, TitleStrategy, noisy
from games.rules import TITLES
from games.rules.playthrough import draw
from games.rules.title import CHANCE, AnyOrders, AnyTitle, Order

LAST: Final = 3
"""How many candidates are left when it pays to foresee what others will do."""


class Arm(NamedTuple):
    """A candidate, the order with which it begins, and the bot that has just given this order."""

    candidate: Candidate
    order: Order
    bot: Bot


class Ranked(NamedTuple):
    """A candidate, the order with which it begins, and its result.

    `value` is how good that was for the seat, the sum of all playouts. `chance` is the seat's
    chance to win, the mean of the playouts, and `first` that of the first one, the same for
    candidates that came to the same; both are None without a playout.
    """

    candidate: Candidate
    order: Order
    value: float
    chance: float | None
    first: float | None


class Search:
    """A bot that looks ahead. It knows what its view shows.

    What the view hides is drawn for each round of playouts (determinisation: Ginsberg 2001).
    """

    def __init__(self, strategy: TitleStrategy, searchers: Collection[int] = ()) -> None:
        """Take the strategy; `searchers` are the seats that are known to search."""
        self.strategy = strategy
        self.searchers = searchers

    def among(self, searchers: Collection[int]) -> "Search":
        """Return a bot like this one that knows which seats search."""
        return Search(self.strategy, searchers)

    def __call__(
        self, view: Any, orders: AnyOrders, rng: random.Random, deadline: float | None = None
    ) -> Order:
        """Return the order of the best candidate."""
        return self.advise(view, orders, rng, deadline).order

    def advise(
        self, view: Any, orders: AnyOrders, rng: random.Random, deadline: float | None = None
    ) -> Advice:
        """Return the order of the best candidate, and what it is for."""
        if self.budget(view.players).deterministic:
            rng = random.Random(repr(view))
        ranking = self.ranking(view, orders, rng, deadline) if orders.leave_a_choice else []
        if not ranking:
            return Advice(self.strategy.rollout(view, orders, rng))
        best = ranking[0]
        # It may have no goal, but another may come to the same, or begin with its goal.
        alike = [each for each in ranking if each.order == best.order]
        alike = [each for each in alike if each.candidate.goal is not None]
        reached = [each.candidate for each in alike if each.candidate.goal == best.order]
        same = [each.candidate for each in alike if each.first == best.first]
        candidate = next(iter([*reached, *same]), best.candidate)
        return Advice(best.order, candidate.goal, candidate.points or 0.0, best.chance)

    @uncollected()
    def ranking(
        self, view: Any, orders: AnyOrders, rng: random.Random, deadline: float | None = None
    ) -> list[Ranked]:
        """Return all candidates with their values, the best first; none where there is no choice.

        `view.seat` is the seat that is asked. Once `time.monotonic` has passed the deadline there
        are no more playouts: those come first that had as many as the best.
        """
        budget = self.budget(view.players)
        arms = self.arms(view, orders, rng, budget)
        if len({arm.order for arm in arms}) < 2:
            return [Ranked(arm.candidate, arm.order, 0.0, None, None) for arm in arms]
        sums = [0.0] * len(arms)
        chances: list[list[float]] = [[] for _ in arms]
        ranked = list(range(len(arms)))
        dropped: list[int] = []
        most = 1 + budget.retries
        for number in range(1, most + 1):
            found = self.playouts(view, [arms[each] for each in ranked], rng.random(), deadline)
            late = len(found) < len(ranked)
            if late and number > 1:
                break
            dropped[:0] = ranked[len(found) :]
            ranked = ranked[: len(found)]
            for each, evaluation in zip(ranked, found, strict=True):
                sums[each] += evaluation.value(view.seat)
                chances[each].append(evaluation.chances[view.seat])
            prior = budget.prior * (number if budget.margin is None else 1)
            # The first candidate is the default.
            values = [total + (0.0 if each else prior) for each, total in enumerate(sums)]
            ranked.sort(key=lambda each: -values[each])
            if late or number == most:
                break
            keep = kept([values[each] for each in ranked], number, budget.margin)
            dropped[:0] = ranked[keep:]
            ranked = ranked[:keep]
            if keep == 1 or (budget.order_only and len({arms[each].order for each in ranked}) == 1):
                break
        places = [*ranked, *dropped]
        return [self._ranked(arms[place], sums[place], chances[place]) for place in places]

    @staticmethod
    def _ranked(arm: Arm, value: float, chances: Sequence[float]) -> Ranked:
        chance, first = (fmean(chances), chances[0]) if chances else (None, None)
        return Ranked(arm.candidate, arm.order, value, chance, first)

    def arms(
        self, view: Any, orders: AnyOrders, rng: random.Random, budget: SearchBudget
    ) -> list[Arm]:
        """Return the candidates, each begun; of two with the same order and goal the first."""
        found: dict[object, Arm] = {}
        candidates = self.strategy.candidates(view, orders, budget.candidates)
        for candidate in close(candidates, budget.within):
            bot = candidate.play()
            order = bot(view, orders, rng)
            if order in orders:
                found.setdefault((order, candidate.goal), Arm(candidate, order, bot))
        return [*found.values()]

    def playouts(
        self, view: Any, arms: Sequence[Arm], seed: float, deadline: float | None
    ) -> list[Evaluation]:
        """Return the evaluation of one playout of each arm, of fewer if time runs out.

        To foresee what others will do takes time, so that is for the last few.
        """
        foreseen = self.foreseen(view.players, deadline) if len(arms) <= LAST else {}
        found: list[Evaluation] = []
        for arm in arms:
            if deadline is not None and time.monotonic() > deadline:
                break
            found.append(self.playout(view, arm, random.Random(seed), foreseen))
        return found

    def playout(
        self, view: Any, arm: Arm, rng: random.Random, foreseen: Mapping[int, Bot]
    ) -> Evaluation:
        """Return the evaluation of one playout of an arm."""
        title = TITLES[view.title]
        seat: int = view.seat
        state = title.apply(title.resample(view, rng), seat, arm.order)
        turns = int(self.budget(view.players).rounds * view.players)
        return self.play_on(title, state, view, deepcopy(arm.bot), turns, rng, foreseen)

    def play_on(
        self,
        title: AnyTitle,
        state: Any,
        view: Any,
        mine: Bot,
        turns: int,
        rng: random.Random,
        foreseen: Mapping[int, Bot] = MappingProxyType({}),
    ) -> Evaluation:
        """Return the evaluation once a number of turns have begun, or the game is over.

        `mine` plays on for the seat whose view this is. Those `foreseen` play for other seats until
        chance decides anything, or the seat's next turn begins.
        """
        policies, turn = self.policies(view.players, rng), view.turn
        average = self.budget(view.players).average
        counted: list[Evaluation] = []
        # A Playthrough would keep all positions of all playouts, and takes 2 % more time.
        while seats := title.to_move(state):
            seat = seats[0]
            if seat == CHANCE:
                state = title.apply(state, CHANCE, draw(title, state, rng))
                foreseen = {}
                continue
            now = title.view(state, seat)
            if now.turn != turn:
                turn, turns = now.turn, turns - 1
                if average or not turns:
                    counted.append(self.strategy.model.evaluate(state))
                if not turns:
                    return mean(counted)
                if turn == view.seat:
                    foreseen = {}
            bot = mine if seat == view.seat else foreseen.get(seat, policies[seat])
            state = title.apply(state, seat, bot(now, title.orders(state, seat), rng))
        # An end counts for every turn that would have begun.
        return mean([*counted, *[final_evaluation(title, state)] * (turns if average else 1)])

    def budget(self, players: int) -> SearchBudget:
        """Return the budget, which is another where others are foreseen: that takes time."""
        foresight = self.strategy.foresight.get(players) if self.searchers else None
        return foresight.budget if foresight else self.strategy.budget_of(players)

    def foreseen(self, players: int, deadline: float | None) -> Mapping[int, Bot]:
        """Return the bots that play for the seats that are known to search.

        After the deadline they no longer search.
        """
        foresight = self.strategy.foresight.get(players)
        if foresight is None:
            return {}
        return dict.fromkeys(self.searchers, partial(foresight.bot, deadline=deadline))

    def policies(self, players: int, rng: random.Random) -> list[Bot]:
        """Return the bot that plays each seat in one playout, unless it is the seat's own."""
        strategy, budget = self.strategy, self.budget(players)
        usual = rng.choice((strategy.quick, strategy.rollout)) if budget.mixed else strategy.quick
        if budget.noise:
            usual = noisy(strategy, usual, budget.noise)
        foreseen = self.searchers if players in strategy.foresight else ()
        return [strategy.rollout if seat in foreseen else usual for seat in range(players)]


def close(candidates: Sequence[Candidate], within: float) -> list[Candidate]:
    """Return the candidates that are, or may be, at most `within` points worse than the first."""
    least = (candidates[0].points or 0.0) - within if candidates else 0.0
    return [each for each in candidates if each.points is None or each.points >= least]


def kept(values: Sequence[float], playouts: int, margin: float | None) -> int:
    """Return how many candidates get another playout; `values` has all of them, the best first."""
    halved = playouts & (playouts + 1) == 0
    keep = max(2, (len(values) + 1) // 2) if halved else len(values)
    return keep if margin is None else sum(each >= values[0] - margin for each in values[:keep])


def mean(counted: Sequence[Evaluation]) -> Evaluation:
    """Return the mean of some evaluations."""
    rows = [each.chances for each in counted], [each.points for each in counted]
    return Evaluation(*([*map(fmean, zip(*row, strict=True))] for row in rows))
