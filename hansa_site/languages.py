"""Where the catalogues of every language are, and what they are made from."""

import re
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).resolve().parent.parent

ROOMS: Final = (
    "accounts",
    "post",
    "ratings",
    "play",
    "study",
    "club",
    "league",
    "duplicate",
    "api",
)
"""The rooms whose sentences are about the site, not about a game."""


class Domain(NamedTuple):
    """A catalogue by the name of its files, where these are, and the folders of its messages.

    `guides` are the records of guided games, whose comments are messages.
    """

    name: str
    folder: Path
    code: tuple[Path, ...]
    templates: tuple[Path, ...] = ()
    guides: tuple[Path, ...] = ()

    def files(self) -> list[Path]:
        """Return the catalogue of each language."""
        return sorted(self.folder.glob(f"*/LC_MESSAGES/{self.name}.po"))


DOMAINS: Final = (
    Domain(
        "wording",
        ROOT / "games/wording/locale",
        (ROOT / "games/rules", ROOT / "games/bots", ROOT / "games/wording"),
        guides=tuple(sorted((ROOT / "games/wording").glob("*/guide.txt"))),
    ),
    Domain(
        "django",
        ROOT / "hansa_site/locale",
        (
            *(ROOT / "games" / room for room in ROOMS),
            ROOT / "hansa_site",
        ),
        (ROOT / "templates",),
    ),
)
"""What is told about games, and the site around it."""


_EMPTY: Final = re.compile(r'^msgstr(\[\d+\])? ""\n(?!")', re.MULTILINE)


def is_whole(path: Path) -> bool:
    """Return whether there is a catalogue and no message in it is empty."""
    return path.exists() and not _EMPTY.search(path.read_text(encoding="utf-8"))


def compiled(path: Path) -> Path:
    """Return where a catalogue is for programs."""
    return path.with_suffix(".mo")


def is_stale(path: Path) -> bool:
    """Return whether a catalogue has changed since it was compiled."""
    made = compiled(path)
    return not made.exists() or made.stat().st_mtime < path.stat().st_mtime
