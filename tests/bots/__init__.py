"""Tests of bots and standing orders."""

from games.bots import BOTS, LEVELS

QUICK = [bot for bot in BOTS if bot not in LEVELS or not LEVELS[bot].thinks]
"""The bots that do not take time to think."""
