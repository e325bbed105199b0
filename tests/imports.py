"""Check which room imports which, as `pyproject.toml` has it; say nothing if all is well."""

import contextlib
import io
import sys

from importlinter.cli import lint_imports


def main() -> int:
    """Print what is broken; return the exit status."""
    # The module importlinter.cli does nothing when it is run by itself.
    told = io.StringIO()
    with contextlib.redirect_stdout(told):
        status: int = lint_imports()
    if status:
        print(told.getvalue())
    return status


if __name__ == "__main__":
    sys.exit(main())
