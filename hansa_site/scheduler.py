"""The scheduler of beat: it keeps when each task was last started, in a file.

Celery's own keeps that in a database file, which a full disk can leave so that beat never starts
again. This one starts without the file, and goes on if it can't be written.
"""

import json
import logging
from datetime import datetime
from pathlib import Path
from typing import Any

from celery.beat import Scheduler

log = logging.getLogger(__name__)


class FileScheduler(Scheduler):
    """Starts tasks when they are due, and those that were due while beat was away."""

    def __init__(self, *args: Any, schedule_filename: str, **kwargs: Any) -> None:
        self._file = Path(schedule_filename)
        super().__init__(*args, **kwargs)

    def setup_schedule(self) -> None:
        """Read the schedule in the settings, and when its tasks were last started."""
        super().setup_schedule()
        for name, moment in self._known().items():
            if name in self.schedule:
                self.schedule[name].last_run_at = moment

    def sync(self) -> None:
        """Write when tasks were last started."""
        moments = {
            name: entry.last_run_at.isoformat()
            for name, entry in self.schedule.items()
            if entry.last_run_at
        }
        new = self._file.with_name(f"{self._file.name}.new")
        try:
            new.write_text(json.dumps(moments))
            new.replace(self._file)
        except OSError as error:
            log.warning("Beat could not write when tasks were started: %s", error)

    @property
    def info(self) -> str:
        """Return what Celery's banner says of it."""
        return f"    . file -> {self._file}"

    def _known(self) -> dict[str, datetime]:
        try:
            known = json.loads(self._file.read_text())
            return {name: datetime.fromisoformat(moment) for name, moment in known.items()}
        except (OSError, ValueError, TypeError, AttributeError) as error:
            log.info("Beat does not know when tasks were last started: %s", error)
            return {}
