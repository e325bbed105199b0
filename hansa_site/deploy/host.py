"""What `hansa install` and the other commands of a host run, with the system's own Python."""

import signal
import sys

from hosting.commands import main

if __name__ == "__main__":
    # Where the host's connection breaks, the work goes on; where the machine goes down, it ends.
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    sys.exit(main(sys.argv[1:]))
