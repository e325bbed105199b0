"""Any title as an environment of PettingZoo's AEC API, an optional extra.

    from games.bots.pettingzoo import Environment
    env = Environment(title, players=3)

Nothing else imports this module, so the bots need neither PettingZoo nor NumPy.
"""

import random
from collections.abc import Mapping
from itertools import islice
from typing import Any, Final
from zlib import crc32

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv

from games.bots import OBSERVATIONS
from games.rules import TITLES, position
from games.rules.common.message import Notation, message
from games.rules.errors import IllegalOrder, quote
from games.rules.playthrough import Playthrough
from games.rules.title import Order

ACTIONS: Final = 1 << 14
"""The size of the action space: several times as many as any position has had orders."""

Observation = dict[str, NDArray[np.uint8] | NDArray[np.int8]]


class Environment(AECEnv[str, Observation, int]):
    """A game of one title. Chance moves on its own; agents are 'seat_1', 'seat_2' and so on.

    An observation has what the agent's view shows as 'observation', and as 'action_mask' the
    numbers of its legal orders. `order_of` and `number_of` translate between numbers and orders as
    text. The number of an order is the same in every position, unless another legal order has it.
    The only reward comes at the end: one, shared by the winners. Raises IllegalOptions.
    """

    def __init__(
        self,
        title: str = next(iter(TITLES)),
        players: int = 4,
        options: Mapping[str, str] | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.render_mode = render_mode
        self.title = TITLES[title]
        self.chosen = self.title.complete(options or {}, players)
        self.play = self._begin(players, None)
        self.orders: dict[int, Order] = {}
        self.metadata = {
            "name": f"{title}_v0",
            "render_modes": ["ansi"],
            "is_parallelizable": False,
        }
        self.possible_agents = [f"seat_{seat + 1}" for seat in range(players)]
        self.agents: list[str] = []
        length = len(OBSERVATIONS[title](self.title.view(self.play.state, 0)))
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0, 255, (length,), np.uint8),
                    "action_mask": spaces.Box(0, 1, (ACTIONS,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(ACTIONS) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game; the same seed has the same chance."""
        self.play = self._begin(len(self.possible_agents), seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[0]
        self._go_on()

    def _begin(self, players: int, seed: int | None) -> Playthrough:
        state = self.title.start(self.chosen, players)
        return Playthrough(self.title, state, random.Random(seed))

    def step(self, action: int | None) -> None:
        """Give the order of this number; raises IllegalOrder if it is none of a legal order."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        order = None if action is None else self.orders.get(int(action))
        if order is None:
            raise IllegalOrder(
                message(
                    "Action {action} is not in the mask. Choose one in it.",
                    action=Notation(str(action)),
                )
            )
        self._cumulative_rewards[agent] = 0.0
        self.play.apply(self.possible_agents.index(agent), order)
        self._clear_rewards()
        self._go_on()
        self._accumulate_rewards()

    def _go_on(self) -> None:
        """Let chance move, and find out who is next, or who has won."""
        seats = next(self.play.asked(), ())
        self.orders = {}
        result = self.title.result(self.play.state)
        if result is None:
            self.agent_selection = self.possible_agents[seats[0]]
            self.orders = self._numbered(seats[0])
            return
        for agent, place in zip(self.possible_agents, result.places, strict=True):
            self.rewards[agent] = (place == 1) / result.places.count(1)
            self.terminations[agent] = True

    def _numbered(self, seat: int) -> dict[int, Order]:
        """Return the legal orders by number; an order whose number is taken has the next one."""
        numbered: dict[int, Order] = {}
        for order in islice(self.title.orders(self.play.state, seat), ACTIONS):
            number = crc32(self.title.write(self.play.state, order).encode()) % ACTIONS
            while number in numbered:
                number = (number + 1) % ACTIONS
            numbered[number] = order
        return numbered

    def order_of(self, action: int) -> str:
        """Return the legal order of a number, as text; raises KeyError if there is none."""
        return self.title.write(self.play.state, self.orders[action])

    def number_of(self, text: str) -> int:
        """Return the number of a legal order; raises IllegalOrder."""
        order = self.title.read(self.play.state, text)
        for number, legal in self.orders.items():
            if legal == order:
                return number
        raise IllegalOrder(message("'{order}' isn't possible now.", order=quote(text)))

    def observe(self, agent: str) -> Observation:
        """Return what an agent sees, and what it may do if it is to move."""
        seat = self.possible_agents.index(agent)
        view = self.title.view(self.play.state, seat)
        mask = np.zeros(ACTIONS, np.int8)
        if agent == self.agent_selection:
            mask[[*self.orders]] = 1
        return {
            "observation": np.array(OBSERVATIONS[self.title.id](view), np.uint8),
            "action_mask": mask,
        }

    def render(self) -> str | None:
        """Return the whole position as text, with all that is hidden."""
        return position.write(self.title, self.play.state) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Do nothing: the environment holds nothing open."""
