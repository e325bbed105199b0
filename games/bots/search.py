"""Search: each idea is played on for a while, and the best outlook wins."""

import random
import time
from collections.abc import Collection, Mapping, Sequence
from copy import deepcopy
from functools import partial
from statistics import fmean
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from games.bots.bot import Advice, Bot
from games.bots.model import Prospects
from games.bots.strategy import Idea, Mind, Tries, slipping
from games.rules import TITLES
from games.rules.playthrough import draw
from games.rules.title import CHANCE, AnyOrders, AnyTitle, Order

LAST: Final = 3
"""So many ideas are left when it pays to foresee what others will do."""


class Effort(NamedTuple):
    """How much is tried: at most so many `ideas`, each played on for so many `rounds` of turns.

    All are tried once, and the best `again` more times: the worse half is dropped after 1, 3, 7 and
    so on trials, so that about as much time goes into each choice between halves (sequential
    halving, Karnin, Koren and Somekh 2013). `slips` is how often others take up a lesser idea in a
    trial, from 0 to 1, as nobody always does the same. `mixed` says that an only
    opponent plays like the rollout bot in some trials and like the quick one in others: nobody
    knows how well they play. With several opponents that would add more chance than truth. `steady`
    says that the prospects at the beginning of every turn of a trial count alike, not only the last
    ones: they say less about what the idea leads to in the end, but chance has less of a part in
    them. With an only opponent, who undoes at once what they promise, it has no effect.
    `instead` is how often is tried with some numbers of players.
    """

    ideas: int
    rounds: int
    again: int = 0
    slips: float = 0.0
    mixed: bool = False
    steady: bool = False
    instead: Mapping[int, Tries] = MappingProxyType({})


class Begun(NamedTuple):
    """An idea, the order with which it begins, and the bot that has just given this order."""

    idea: Idea
    order: Order
    bot: Bot


class Tried(NamedTuple):
    """An idea, the order with which it begins, and what came of it.

    `value` is how good that was for the seat, of all trials together. `chance` is the seat's chance
    to win, the mean of these trials, and `first` that of the first one, the same for ideas that
    came to the same; both are None where nothing was tried.
    """

    idea: Idea
    order: Order
    value: float
    chance: float | None
    first: float | None


class Search:
    """A bot that looks ahead. It knows what its view shows; what that hides is drawn anew."""

    def __init__(self, mind: Mind, effort: Effort, thinkers: Collection[int] = ()) -> None:
        """Take the mind; `thinkers` are the seats that are known to take time to think."""
        self.mind = mind
        self.effort = effort
        self.thinkers = thinkers
        likely = (mind.quick, mind.rollout) if effort.mixed else (mind.quick,)
        self.others = [slipping(mind, bot, effort.slips) if effort.slips else bot for bot in likely]

    def among(self, thinkers: Collection[int]) -> "Search":
        """Return a bot like this one that knows which seats take time to think."""
        return Search(self.mind, self.effort, thinkers)

    def __call__(
        self, view: Any, orders: AnyOrders, rng: random.Random, until: float | None = None
    ) -> Order:
        """Return the order of the best idea."""
        return self.advise(view, orders, rng, until).order

    def advise(
        self, view: Any, orders: AnyOrders, rng: random.Random, until: float | None = None
    ) -> Advice:
        """Return the order of the best idea, and what it is for."""
        if self.tries(view.players).settled:
            rng = random.Random(repr(view))
        tried = self.tried(view, orders, rng, until) if orders.leave_a_choice else []
        if not tried:
            return Advice(self.mind.rollout(view, orders, rng))
        best = tried[0]
        # An idea may have no aim, but another may come to the same, or begin with its aim.
        alike = [each for each in tried if each.order == best.order and each.idea.aim is not None]
        reached = [each.idea for each in alike if each.idea.aim == best.order]
        same = [each.idea for each in alike if each.first == best.first]
        idea = next(iter([*reached, *same]), best.idea)
        return Advice(best.order, idea.aim, idea.points or 0.0, best.chance)

    def tried(
        self, view: Any, orders: AnyOrders, rng: random.Random, until: float | None = None
    ) -> list[Tried]:
        """Return all ideas with their values, the best first; none where there is no choice.

        The first idea is what the rollout bot would do; others come before it if they are better
        by a habit. `view.seat` is the seat that is asked. Once `time.monotonic` has passed `until`,
        nothing more is tried: those ideas come first that were tried as often as the best.
        """
        tries = self.tries(view.players)
        begun: dict[object, Begun] = {}
        for idea in close(self.mind.ideas(view, orders, tries.ideas), tries.within):
            bot = idea.begin()
            order = bot(view, orders, rng)
            if order in orders:
                begun.setdefault((order, idea.aim), Begun(idea, order, bot))
        left = [*begun.values()]
        if len({each.order for each in left}) < 2:
            return [Tried(each.idea, each.order, 0.0, None, None) for each in left]
        sums = [0.0] * len(left)
        chances: list[list[float]] = [[] for _ in left]
        ranked = list(range(len(left)))
        dropped: list[int] = []
        trials = 1 + tries.again
        for trial in range(1, trials + 1):
            values = self.outcomes(view, [left[number] for number in ranked], rng.random(), until)
            late = len(values) < len(ranked)
            if late and trial > 1:
                break
            dropped[:0] = ranked[len(values) :]
            ranked = ranked[: len(values)]
            for number, found in zip(ranked, values, strict=True):
                sums[number] += found.of(view.seat)
                chances[number].append(found.chances[view.seat])
            ahead = tries.habit * (trial if tries.margin is None else 1)
            worth = [total + (0.0 if number else ahead) for number, total in enumerate(sums)]
            ranked.sort(key=lambda number: -worth[number])
            if late or trial == trials:
                break
            keep = kept([worth[number] for number in ranked], trial, tries.margin)
            dropped[:0] = ranked[keep:]
            ranked = ranked[:keep]
            if keep == 1:
                break
        places = [*ranked, *dropped]
        return [self._tried(left[place], sums[place], chances[place]) for place in places]

    @staticmethod
    def _tried(begun: Begun, value: float, chances: Sequence[float]) -> Tried:
        chance, first = (fmean(chances), chances[0]) if chances else (None, None)
        return Tried(begun.idea, begun.order, value, chance, first)

    def outcomes(
        self, view: Any, begun: Sequence[Begun], seed: float, until: float | None
    ) -> list[Prospects]:
        """Return the outcome of each idea in one trial, of fewer if time runs out.

        To foresee what others will do takes time, so that is for the last few ideas.
        """
        foreseen = self.foreseen(view.players, until) if len(begun) <= LAST else {}
        values: list[Prospects] = []
        for each in begun:
            if until is not None and time.monotonic() > until:
                break
            values.append(self.outcome(view, each, random.Random(seed), foreseen))
        return values

    def outcome(
        self, view: Any, begun: Begun, rng: random.Random, foreseen: Mapping[int, Bot]
    ) -> Prospects:
        """Return the prospects in the position that an idea led to in one trial."""
        title = TITLES[view.title]
        seat: int = view.seat
        state = title.apply(title.resample(view, rng), seat, begun.order)
        turns = int(self.tries(view.players).rounds * view.players)
        return self.played_on(title, state, view, deepcopy(begun.bot), turns, rng, foreseen)

    def played_on(
        self,
        title: AnyTitle,
        state: Any,
        view: Any,
        mine: Bot,
        turns: int,
        rng: random.Random,
        foreseen: Mapping[int, Bot] = MappingProxyType({}),
    ) -> Prospects:
        """Return the prospects once so many more turns have begun, or the game is over.

        `mine` plays on for the seat whose view this is. Those `foreseen` play for other seats until
        chance decides anything, or the seat's next turn begins.
        """
        others, turn = self.opponents(view.players, rng), view.turn
        steady = self.steady(view.players)
        counted: list[Prospects] = []
        # A Playthrough would keep all positions of all trials, and takes 2 % more time.
        while seats := title.to_move(state):
            seat = seats[0]
            if seat == CHANCE:
                state = title.apply(state, CHANCE, draw(title, state, rng))
                foreseen = {}
                continue
            now = title.view(state, seat)
            if now.turn != turn:
                turn, turns = now.turn, turns - 1
                if steady or not turns:
                    counted.append(self.mind.model.prospects(state))
                if not turns:
                    return mean(counted)
                if turn == view.seat:
                    foreseen = {}
            bot = mine if seat == view.seat else foreseen.get(seat, others[seat])
            state = title.apply(state, seat, bot(now, title.orders(state, seat), rng))
        # An end counts for every turn that would have begun.
        return mean([*counted, *[over(title, state)] * (turns if steady else 1)])

    def tries(self, players: int) -> Tries:
        """Return how often is tried; as usual where others might be foreseen, but nobody thinks.

        To foresee them is what leaves a master no time for more.
        """
        habit = self.mind.habit if players == 2 else 0.0
        usual = Tries(self.effort.ideas, self.effort.again, habit, self.effort.rounds)
        if players in self.mind.foreseen and not self.thinkers:
            return usual
        return self.effort.instead.get(players, usual)

    def foreseen(self, players: int, until: float | None) -> Mapping[int, Bot]:
        """Return the bots that play for those seats of which it is known that they think.

        Once time is up they no longer think.
        """
        bot = self.mind.foreseen.get(players)
        return {} if bot is None else dict.fromkeys(self.thinkers, partial(bot, until=until))

    def steady(self, players: int) -> bool:
        """Return whether the prospects on the way count in a trial, too."""
        return self.mind.steady or (self.effort.steady and players > 2)

    def opponents(self, players: int, rng: random.Random) -> list[Bot]:
        """Return the bot that plays each seat in one trial, unless it is the seat's own."""
        doubted = players == 2 and len(self.others) > 1
        usual = rng.choice(self.others) if doubted else self.others[0]
        foreseen = self.thinkers if players in self.mind.foreseen else ()
        return [self.mind.rollout if seat in foreseen else usual for seat in range(players)]


def close(ideas: Sequence[Idea], within: float) -> list[Idea]:
    """Return the ideas that are at most so many points worse than the first, or may be."""
    least = (ideas[0].points or 0.0) - within if ideas else 0.0
    return [idea for idea in ideas if idea.points is None or idea.points >= least]


def kept(worth: Sequence[float], trials: int, margin: float | None) -> int:
    """Return how many ideas are tried again; `worth` is what they are, the best first."""
    halved = trials & (trials + 1) == 0
    keep = max(2, (len(worth) + 1) // 2) if halved else len(worth)
    return keep if margin is None else sum(each >= worth[0] - margin for each in worth[:keep])


def mean(counted: Sequence[Prospects]) -> Prospects:
    """Return the mean of some prospects."""
    each = [prospects.chances for prospects in counted], [prospects.points for prospects in counted]
    return Prospects(*([*map(fmean, zip(*rows, strict=True))] for rows in each))


def over(title: AnyTitle, state: Any) -> Prospects:
    """Return the prospects in a game that is over: its winners share the win."""
    result = title.result(state)
    places: Sequence[int] = result.places if result else ()
    won = 1 / max(1, places.count(1))
    points = [lines["total"] for lines in result.scores] if result else []
    return Prospects([won * (place == 1) for place in places], points)
