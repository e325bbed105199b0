"""The environment for reinforcement learning, by PettingZoo's own test and by ours."""

import random
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from games.bots import BOTS
from games.bots.pettingzoo import ACTIONS, OBSERVATIONS, Environment
from games.rules import TITLES, position
from games.rules.errors import IllegalOptions, IllegalOrder
from games.rules.title import CHANCE
from tests.rules.titles import KNOWN
from tests.rules.walks import PAIRED, Case, of_each_kind, walk


# PettingZoo knows by name which of its own games observe more than one array.
@pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be")
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array")
@pytest.mark.parametrize("title", TITLES)
def test_it_passes_the_tests_of_pettingzoo(title: str) -> None:
    api_test(Environment(title, 3), num_cycles=60)
    seed_test(lambda: Environment(title, 3), num_cycles=20)


@pytest.mark.parametrize("case", PAIRED, ids=str)
def test_observations_are_small_numbers_of_one_length_and_tell_what_is_seen(case: Case) -> None:
    observation, title, rng = OBSERVATIONS[case.title_id], case.title, random.Random(1)
    space = Environment(case.title_id, case.players, dict(case.options)).observation_space("seat_1")
    (length,) = space["observation"].shape
    for step in [*of_each_kind(case), walk(case)[-1]]:
        viewer = rng.choice([*range(case.players)])
        row = observation(title.view(step.after, viewer))
        assert len(row) == length
        assert 0 <= min(row) <= max(row) <= 255
        disguised = KNOWN[case.title_id].disguised(step.after, viewer, rng)
        assert observation(title.view(disguised, viewer)) == row
        if step.seat != CHANCE:
            assert observation(title.view(step.before, viewer)) != row


@pytest.mark.parametrize("title", TITLES)
def test_a_game_is_played_by_numbers_to_its_end(title: str) -> None:
    env, rng = Environment(title, 2, render_mode="ansi"), random.Random(2)
    env.reset(seed=3)
    for agent in env.agent_iter():
        if env.terminations[agent]:
            env.step(None)
            continue
        seat = env.possible_agents.index(agent)
        view = env.title.view(env.play.state, seat)
        orders = env.title.orders(env.play.state, seat)
        assert len(env.orders) == len(orders)
        text = env.title.write(env.play.state, BOTS["journeyman"](view, orders, rng))
        number = env.number_of(text)
        assert env.order_of(number) == text
        assert env.observe(agent)["action_mask"][number] == 1
        env.step(number)
    result = env.title.result(env.play.state)
    assert result is not None
    assert position.read(env.render())[0] is env.title
    assert env.agents == []


@pytest.mark.parametrize("title", TITLES)
def test_the_winners_share_the_only_reward(title: str) -> None:
    env, rewards = Environment(title, 2), []
    env.reset(seed=1)
    end = walk(next(case for case in PAIRED if (case.title_id, case.players) == (title, 2)))[-1]
    env.play.state, env.orders = end.before, {0: end.order}
    env.agent_selection = env.possible_agents[end.seat]
    env.step(0)
    result = env.title.result(env.play.state)
    for agent, place in zip(env.possible_agents, result.places, strict=True):
        rewards.append(env.rewards[agent])
        assert bool(env.rewards[agent]) == (place == 1)
    assert sum(rewards) == 1
    assert all(env.terminations.values())


def test_what_is_not_in_the_mask_is_refused() -> None:
    env = Environment("hansa", 3)
    env.reset(seed=1)
    mask: Any = env.observe(env.agent_selection)["action_mask"]
    other = int(np.flatnonzero(mask == 0)[0])
    with pytest.raises(IllegalOrder, match=f"Action {other} is not"):
        env.step(other)
    with pytest.raises(IllegalOrder, match="isn't possible now"):
        env.number_of("end")
    with pytest.raises(IllegalOptions):
        Environment("hansa", 9)
    assert mask.sum() == len(env.orders) < ACTIONS
    assert not env.observe("seat_1" if env.agent_selection == "seat_2" else "seat_2")[
        "action_mask"
    ].any()
