"""The version of the program: the newest one in CHANGELOG.md."""

import re
from pathlib import Path
from typing import Final


def newest(changelog: str) -> str:
    """Return the first version of a changelog; raises ValueError if it has none."""
    found = re.search(r"^## \[(\d+\.\d+\.\d+)\]", changelog, re.MULTILINE)
    if found is None:
        raise ValueError("The changelog has no line such as '## [1.0.0] - 2026-12-01'.")
    return found[1]


VERSION: Final = newest(Path(__file__).parents[1].joinpath("CHANGELOG.md").read_text("utf-8"))
