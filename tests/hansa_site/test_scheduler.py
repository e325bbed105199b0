"""Beat remembers when it started tasks, and goes on whatever becomes of its file."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from hansa_site.celery import app
from hansa_site.scheduler import FileScheduler

LONG_AGO = datetime(2026, 3, 2, 12, tzinfo=UTC)


def scheduler(file: Path) -> FileScheduler:
    return FileScheduler(app, schedule_filename=str(file))


def test_a_task_that_was_due_while_beat_was_away_is_started(tmp_path: Path) -> None:
    first = scheduler(tmp_path / "beat.json")
    for entry in first.schedule.values():
        assert app.now() - entry.last_run_at < timedelta(minutes=1)
        entry.last_run_at = LONG_AGO
    first.close()
    again = scheduler(tmp_path / "beat.json")
    assert again.schedule.keys() == app.conf.beat_schedule.keys()
    assert all(entry.last_run_at == LONG_AGO for entry in again.schedule.values())
    assert all(entry.is_due().is_due for entry in again.schedule.values())


@pytest.mark.parametrize("left", ["", "{", "[1]", '{"note-beat": 3}', '{"gone": "2026-03-02"}'])
def test_a_file_that_a_full_disk_has_left_keeps_it_from_nothing(left: str, tmp_path: Path) -> None:
    file = tmp_path / "beat.json"
    file.write_text(left)
    begun = scheduler(file)
    assert "note-beat" in begun.schedule
    begun.sync()
    assert scheduler(file).schedule["note-beat"].last_run_at == (
        begun.schedule["note-beat"].last_run_at
    )


def test_without_room_for_its_file_it_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "beat.json"
    begun = scheduler(file)
    begun.sync()
    before = file.read_text()

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(Path, "write_text", full)
        begun.sync()
    assert file.read_text() == before
