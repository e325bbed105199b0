"""What a bot is."""

import random
from collections.abc import Callable
from typing import Any

from games.rules.title import Order, Orders

Bot = Callable[[Any, Orders, random.Random], Order]
"""Answers one of `orders`, which is not empty, on what `view` shows and nothing else."""
