#!/usr/bin/env python3
"""The project's commands."""

import os
import sys
import traceback


def main() -> None:
    """Run the command that is named."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "hansa_site.settings")
    if sys.argv[1:2] == ["play"]:
        # The one command that is never for a real site.
        os.environ.setdefault("DEBUG", "1")
    from django.core.management import execute_from_command_line  # noqa: PLC0415 - may be missing

    execute_from_command_line(sys.argv)


def take_mail() -> None:
    """Run `receive_mail`: whatever fails, also before Django runs, is to be tried again.

    A mail server sends a mail back to its author at any other exit status.
    """
    try:
        main()
    except SystemExit as end:
        sys.exit(end.code and os.EX_TEMPFAIL)
    except Exception:  # noqa: BLE001 - that is meant
        traceback.print_exc()
        sys.exit(os.EX_TEMPFAIL)


if __name__ == "__main__":
    if sys.argv[1:2] == ["receive_mail"]:
        take_mail()
    else:
        main()
