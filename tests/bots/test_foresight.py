"""Masters foresee those who take time to think, as far as it is sure what these will do."""

import random
import time
from dataclasses import replace
from typing import Any

import pytest

from games.bots import BOTS, STRATEGIES
from games.bots import search as search_module
from games.bots import strategy as strategy_module
from games.bots.levels import thinker_of
from games.bots.search import Search, close
from games.bots.strategy import CachedBot, Foresight, SearchBudget
from games.rules import TITLES
from games.rules.playthrough import draw, play_out
from games.rules.title import CHANCE, AnyOrders, Order


def asked_first(title_id: str, players: int) -> tuple[Any, AnyOrders]:
    """Return what a seat sees, and its orders, where there are several good candidates first."""
    title, strategy = TITLES[title_id], STRATEGIES[title_id].master
    played = play_out(title, {}, [strategy.quick] * players, random.Random(3))
    for _, seat, _, state, _ in played.steps:
        if seat != CHANCE:
            view, orders = title.view(state, seat), title.orders(state, seat)
            if len(close(strategy.candidates(view, orders, 3), 1.0)) > 1:
                return view, orders
    raise AssertionError("No seat had any candidates.")


@pytest.mark.parametrize("players", [3, 4])
def test_a_master_foresees_the_turns_of_those_who_search_where_it_can(players: int) -> None:
    """They are people, merchants and masters; no other level ever thinks, nor does one untold."""
    asked = set()

    def foreseen(
        view: Any, orders: AnyOrders, rng: random.Random, deadline: float | None = None
    ) -> Order:
        asked.add(view.seat)
        assert deadline == soon
        return strategy.rollout(view, orders, rng)

    strategy = STRATEGIES["hansa"]
    strategies = {
        "hansa": strategy._replace(
            masters=strategy.master._replace(
                foresight={4: Foresight(foreseen, strategy.master.foresight[4].budget)}
            )
        )
    }
    view, orders = asked_first("hansa", players)
    think, soon = thinker_of("master", strategies), time.monotonic() + 60
    others = [seat for seat in range(players) if seat != view.seat]
    for levels in (["merchant", "", "apprentice"], ["journeyman", "random", "master"]):
        opponents = ["master"] * players
        for seat, level in zip(others, levels, strict=False):
            opponents[seat] = level
        asked.clear()
        think(view, orders, random.Random(4), soon, opponents)
        thinking = {seat for seat in others if opponents[seat] in ("", "merchant", "master")}
        assert asked == (thinking if players == 4 else set())
    asked.clear()
    think(view, orders, random.Random(4))
    assert asked == set()
    merchants = thinker_of("merchant", strategies)
    merchants(view, orders, random.Random(4), None, ["merchant"] * players)
    assert asked == set()


def test_only_what_follows_for_sure_is_foreseen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Chance ends that, and so does the next turn of the seat that thinks."""
    title, strategy, sure = TITLES["hansa"], STRATEGIES["hansa"], 0
    gone: list[int] = []
    ends: set[str] = set()
    met: set[str] = set()

    def drawn(*given: Any) -> Order:
        ends.add("chance")
        return draw(*given)

    def mine(view: Any, orders: AnyOrders, rng: random.Random) -> Order:
        if view.turn == view.seat and gone:
            ends.add("turn")
        return strategy.rollout(view, orders, rng)

    def foreseen(view: Any, orders: AnyOrders, rng: random.Random) -> Order:
        nonlocal sure
        assert not ends
        sure += 1
        if view.turn == view.seat:
            gone.append(view.seat)
        return strategy.rollout(view, orders, rng)

    monkeypatch.setattr(search_module, "draw", drawn)
    search = Search(strategy.with_budget(SearchBudget(1, average=True)))
    everyone = dict.fromkeys(range(4), foreseen)
    played = play_out(title, {}, [strategy.quick] * 4, random.Random(3))
    for _, seat, _, state, _ in played.steps[15::20]:
        if seat != CHANCE:
            view = title.view(state, seat)
            search.play_on(title, state, view, mine, 8, random.Random(5), everyone)
            met |= ends
            ends.clear()
            gone.clear()
    assert sure
    assert met == {"chance", "turn"}


@pytest.mark.parametrize("players", [3, 4])
def test_merchants_of_hansa_are_deterministic_and_masters_know_what_they_will_do(
    players: int,
) -> None:
    title, merchants = TITLES["hansa"], BOTS["merchant"]
    foreseen = STRATEGIES["hansa"].master.foresight[players].bot
    played = play_out(title, {}, [STRATEGIES["hansa"].rollout] * players, random.Random(3))
    for _, seat, _, state, _ in played.steps[3::25]:
        if seat != CHANCE:
            view, orders = title.view(state, seat), title.orders(state, seat)
            kept = title.view(title.load(title.dump(state)), seat)
            asked = [(merchants, view, 1), (merchants, kept, 2), (foreseen, view, 3)]
            assert len({bot(seen, orders, random.Random(rng)) for bot, seen, rng in asked}) == 1


def test_a_cached_order_is_not_searched_for_again(monkeypatch: pytest.MonkeyPatch) -> None:
    view, orders = asked_first("hansa", 4)
    asked = []

    def bot(
        view: Any, orders: AnyOrders, rng: random.Random, deadline: float | None = None
    ) -> Order:
        asked.append(view.ship)
        return orders[len(asked) % 2]

    monkeypatch.setattr(strategy_module, "CACHED", 2)
    cached, rng = CachedBot(bot), random.Random(1)
    views = [replace(view, ship=ship) for ship in (1, 2, 1, 2, 3, 1)]
    given = [cached(each, orders, rng) for each in views]
    assert asked == [1, 2, 3, 1]
    assert given[:4] == [orders[1], orders[0]] * 2


def test_an_order_given_in_haste_is_not_cached() -> None:
    view, orders = asked_first("hansa", 4)
    deadlines = []

    def bot(
        view: Any, orders: AnyOrders, rng: random.Random, deadline: float | None = None
    ) -> Order:
        deadlines.append(deadline)
        return orders[0]

    cached, rng, past, soon = CachedBot(bot), random.Random(1), 0.0, time.monotonic() + 60
    for deadline in (past, soon, past, soon, None):
        cached(view, orders, rng, deadline)
    assert deadlines == [past, soon]
