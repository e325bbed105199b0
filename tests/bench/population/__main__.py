"""`python -m tests.bench.population`: fill the database of DATABASE_URL for measuring."""

import os
import sys

import django


def main() -> None:
    """Run the command with the arguments of the program."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    from tests.bench.population.command import Command  # noqa: PLC0415 - needs Django

    Command().run_from_argv(["python -m", "tests.bench.population", *sys.argv[1:]])


if __name__ == "__main__":
    main()
