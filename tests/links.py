"""Find symbolic links in the repository: they point at one machine, and replace what is there."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LINK = "120000"
"""The mode of a symbolic link in git's index."""


def links(folder: Path = ROOT) -> list[str]:
    """Return the paths of the links that git tracks in a folder; none if it isn't a repository."""
    listing = ["git", "-C", str(folder), "ls-files", "--stage", "-z"]
    try:
        index = subprocess.run(listing, capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return []
    rows = (row.partition("\t") for row in index.split("\0") if row)
    return [path for mode, _, path in rows if mode.startswith(LINK)]


def main() -> int:
    """Name each link; return the exit status."""
    found = links()
    for path in found:
        print(f"{path} is a symbolic link. Remove it with: git rm --cached {path}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
