"""The months of open data, as the page shows them."""

from dataclasses import dataclass
from datetime import date

from games.club.models import OpenFile, OpenMonth

EXAMPLE = """\
# Since Python 3.14: from compression import zstd
from backports import zstd
from games.rules import record, replay

name = "games-2026-11.txt.zst"
with zstd.open(name, "rt", encoding="utf-8") as file:
    for game in record.read_several(file):
        print(game.title, game.players, game.result)
        replay.replay(game)
"""
"""A program that reads a file and plays its games through."""


@dataclass(frozen=True)
class MonthRow:
    """A month by its first day, with the number of its games and its files."""

    begins: date
    games: int
    files: list[OpenFile]


def month_rows() -> list[MonthRow]:
    """Return the published months, the newest first, in two queries."""
    months = OpenMonth.objects.filter(published=True).order_by("-month").prefetch_related("files")
    return [
        MonthRow(
            begins=date.fromisoformat(f"{month.month}-01"),
            games=month.games,
            files=sorted(month.files.all(), key=lambda file: file.name, reverse=True),
        )
        for month in months
    ]


def published_files() -> list[OpenFile]:
    """Return all published files by name."""
    return list(OpenFile.objects.filter(month__published=True).order_by("name"))


def checksums() -> str:
    """Return the SHA-256 of all published files, as `sha256sum --check` reads it."""
    return "".join(f"{file.sha256}  {file.name}\n" for file in published_files())
