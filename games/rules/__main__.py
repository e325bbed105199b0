"""`python -m games.rules`: titles, boards, games among bots, records, speed.

The one place where rules and bots meet; nothing in the rules imports it.
"""

import sys

from games.bots import BOTS
from games.rules.commands import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], BOTS))
