"""What `hansa install` and the other commands of a host run, with the system's own Python."""

import sys

from hosting.commands import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
