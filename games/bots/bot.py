"""The type of a bot."""

import random
from collections.abc import Callable
from typing import Any

from games.rules.title import Order, Orders

Bot = Callable[[Any, Orders, random.Random], Order]
"""Returns one of `orders`, which is not empty, from what `view` shows and nothing else."""
