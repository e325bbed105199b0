"""`python -m games`: titles, boards, games among bots, records, speed."""

import os
import sys

from games.bots import BOTS
from games.rules.commands import main

READER_LEFT = 141
"""The exit code that a shell reports for a program ended by a closed pipe."""


def run() -> int:
    """Run the command that the arguments name; stop when the reader, such as `head`, closes."""
    try:
        return main(sys.argv[1:], BOTS)
    except BrokenPipeError:
        # Python flushes what is left at the end; that must not fail either.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return READER_LEFT


if __name__ == "__main__":
    sys.exit(run())
