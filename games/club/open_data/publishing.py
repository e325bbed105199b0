"""Make the files of open data, and publish each month as a whole.

A month is made again when its fingerprint changes: when somebody in it deletes their account, no
longer allows their name, or allows it. Each function owns its transactions.
"""

import hashlib
import logging
import sys
import time
from collections.abc import Iterator
from datetime import timedelta
from tempfile import TemporaryFile
from typing import IO, Final

from django.db import transaction
from django.utils import timezone

from games.club.models import OpenChunk, OpenFile, OpenMonth
from games.club.open_data import contents
from games.club.open_data.contents import Month

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

log = logging.getLogger(__name__)

LONGEST: Final = 3 * 3600
"""Seconds that a worker may take for all months of a night."""

LEVEL: Final = 12
"""How hard the files are compressed, from 1 to 19."""


def publish_all(seconds: float) -> list[str]:
    """Make the months that are over and not published as they should be; return which.

    No month is begun after so many seconds; the next night does what is left.
    """
    start = time.monotonic()
    # What a worker left that was killed.
    dead = timezone.now() - timedelta(seconds=LONGEST)
    OpenMonth.objects.filter(published=False, begun_at__lt=dead).delete()
    made = []
    for month in _months():
        if time.monotonic() - start > seconds:
            break
        if publish(month):
            made.append(str(month))
    return made


def publish(month: Month) -> bool:
    """Make the files of a month unless they are as they should be; return whether they were made.

    Until they are complete, visitors get those of before.
    """
    made_from, games = contents.fingerprint(month)
    published = OpenMonth.objects.filter(month=str(month), published=True)
    before = published.first()
    if (before.made_from if before else "") == (made_from if games else ""):
        return False
    if not games:
        published.delete()
        return True
    new = OpenMonth.objects.create(
        month=str(month), begun_at=timezone.now(), made_from=made_from, games=games
    )
    with TemporaryFile() as records, TemporaryFile() as lines:
        new.games = _write(month, records, lines)
        _store(new, f"games-{month}.txt.zst", records)
        _store(new, f"games-{month}.jsonl.zst", lines)
    with transaction.atomic():
        published.delete()
        new.published = True
        new.save(update_fields=["published", "games"])
    log.info("Published %s games of %s", new.games, month)
    return True


def _months() -> Iterator[Month]:
    """Yield the months that are over, from the first in which a rated game ended."""
    month = contents.first_month()
    while month is not None and month.next.begins <= timezone.now():
        yield month
        month = month.next


def _write(month: Month, records: IO[bytes], lines: IO[bytes]) -> int:
    """Write the games of a month, compressed, and return how many."""
    games = 0
    with (
        zstd.open(records, "wt", level=LEVEL, encoding="utf-8", newline="\n") as as_records,
        zstd.open(lines, "wt", level=LEVEL, encoding="utf-8", newline="\n") as as_lines,
    ):
        for record, line in contents.written(month):
            as_records.write(f"{record}\n")
            as_lines.write(f"{line}\n")
            games += 1
    return games


def _store(month: OpenMonth, name: str, content: IO[bytes]) -> None:
    content.seek(0)
    digest = hashlib.sha256()
    file = OpenFile.objects.create(month=month, name=name)
    for number, part in enumerate(iter(lambda: content.read(OpenChunk.CHUNK), b"")):
        OpenChunk.objects.create(file=file, number=number, content=part)
        digest.update(part)
        file.size += len(part)
    file.sha256 = digest.hexdigest()
    file.save(update_fields=["size", "sha256"])
