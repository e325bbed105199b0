"""`python -m games.rules`: titles, boards, games among bots, records, speed.

The one place where rules and bots meet; nothing in the rules imports it.
"""

import os
import sys

from games.bots import BOTS
from games.rules.commands import main

READER_LEFT = 141
"""What a shell reports of a program that the signal of a closed pipe ended."""


def run() -> int:
    """Run the command of the arguments; a reader that has enough, as `head` has, ends it."""
    try:
        return main(sys.argv[1:], BOTS)
    except BrokenPipeError:
        # What is still unwritten must not complain either when Python flushes it at the end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return READER_LEFT


if __name__ == "__main__":
    sys.exit(run())
