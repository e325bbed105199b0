"""What the command lines of rules and lab share: arguments refused in one sentence."""

import argparse
from typing import Final, NoReturn

BAD_ARGUMENTS: Final = 2
"""The exit code for arguments that do not go together."""


class Refused(Exception):
    """Arguments that do not go together; its text says why."""


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one sentence, without the usage."""

    def error(self, message: str) -> NoReturn:
        raise Refused(f"{message[0].upper()}{message[1:]}{'' if message[-1] in '.!?' else '.'}")


def positive(text: str) -> int:
    """Return a number of things of which there must be one at least, for `type=` of an argument."""
    try:
        number = int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number") from None
    if number < 1:
        raise argparse.ArgumentTypeError(f"{number} is too few, the least is 1")
    return number
