"""The garbage collector: not while bots think, and again afterwards."""

import gc
import random
from typing import Any

import pytest

from games.bots import STRATEGIES
from games.bots.evaluation import chances
from games.bots.garbage import uncollected
from games.bots.model import Model
from games.bots.search import Search
from games.bots.strategy import SearchBudget
from games.rules import TITLES
from games.rules.playthrough import Playthrough


def test_it_is_off_meanwhile_and_on_again_even_after_an_error() -> None:
    assert gc.isenabled()
    with uncollected():
        assert not gc.isenabled()
        with uncollected():
            pass
        assert not gc.isenabled()
    assert gc.isenabled()
    with pytest.raises(ZeroDivisionError), uncollected():
        print(1 / 0)
    assert gc.isenabled()


def test_it_stays_off_where_it_was_off() -> None:
    gc.disable()
    try:
        with uncollected():
            pass
        assert not gc.isenabled()
    finally:
        gc.enable()


def test_playouts_do_without(monkeypatch: pytest.MonkeyPatch) -> None:
    title, seen = TITLES["hansa"], set()
    strengths = Model.strengths

    def noted(self: Model, *given: Any) -> list[float]:
        seen.add(gc.isenabled())
        return strengths(self, *given)

    monkeypatch.setattr(Model, "strengths", noted)
    search = Search(STRATEGIES["hansa"].with_budget(SearchBudget(3, rounds=1)))
    play = Playthrough(title, title.start({}, 3), random.Random(1))
    for (seat,) in play.asked():
        view, orders = title.view(play.state, seat), title.orders(play.state, seat)
        if view.prompt == "turn" and len(search.ranking(view, orders, random.Random(1))) > 1:
            break
        play.answer(seat, STRATEGIES["hansa"].quick)
    assert seen == {False}
    seen.clear()
    chances(view, trials=1)
    assert seen == {False}
    assert gc.isenabled()
