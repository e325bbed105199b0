"""`python -m games.lab`: train and tune bots, generate puzzles, measure bots and ratings."""

import sys

from games.lab.commands import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
