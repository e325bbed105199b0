"""`python -m games.bots`: train the models of who will win, and measure how well bots play."""

import sys

from games.bots.commands import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
