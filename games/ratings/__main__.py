"""`python -m games.ratings simulate`: measure the model on simulated clubs."""

import sys

from games.ratings import simulate

COMMANDS = {"simulate": simulate.main}


def run(arguments: list[str]) -> int:
    """Run the command that the first argument names."""
    command = COMMANDS.get(arguments[0] if arguments else "")
    if command is None:
        print(f"Name a command: {', '.join(COMMANDS)}.", file=sys.stderr)
        return 2
    return command(arguments[1:])


if __name__ == "__main__":
    sys.exit(run(sys.argv[1:]))
