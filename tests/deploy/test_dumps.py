"""A dump takes the place of the database whole, or nothing has changed."""

import tarfile
from pathlib import Path

import pytest

from hosting import club as clubs
from hosting import dumps
from hosting.club import Club
from hosting.machine import Failed
from tests.deploy.pretending import SETTINGS, Pretend, dumped

CLUB = Club(clubs.parse(SETTINGS))
RELEASE = Path("/srv/hansa-2026-01-01-000000")


@pytest.fixture
def machine(tmp_path: Path) -> Pretend:
    machine = Pretend(tmp_path / "machine", {"verify_games": "1 games match their logs."})
    machine.write(clubs.FILE, SETTINGS)
    dumped(machine)
    return machine


@pytest.fixture
def dump(machine: Pretend) -> Path:
    return dumps.make(machine)


def test_what_was_there_is_dumped_before_it_goes(machine: Pretend, dump: Path) -> None:
    machine.commands.clear()
    told = dumps.restore(machine, CLUB, RELEASE, dump)
    assert "hansa-1.dump" in told
    assert "1 games match" in told
    order = [machine.commands.index(machine.did(each)[-1]) for each in (
        "pg_restore", "start hansa-backup", "stop hansa.target", "hansa_new rename", " migrate",
        "start hansa-web.socket", "drop database hansa_before", "verify_games")]  # fmt: skip
    assert order == sorted(order)


def test_a_dump_that_cannot_be_read_stops_nothing(machine: Pretend, dump: Path) -> None:
    machine.answers["^pg_restore"] = 1
    with pytest.raises(Failed, match="nothing has changed"):
        dumps.restore(machine, CLUB, RELEASE, dump)
    assert not machine.did("systemctl stop|rename")
    assert machine.did("drop database hansa_new")


def test_a_dump_that_does_not_fit_the_release_gives_way_again(machine: Pretend, dump: Path) -> None:
    machine.answers[" migrate "] = 1
    with pytest.raises(Failed, match="does not fit"):
        dumps.restore(machine, CLUB, RELEASE, dump)
    renamed = [each.partition("alter database ")[2] for each in machine.did("rename")]
    assert renamed == [
        "hansa rename to hansa_before postgres", "hansa_new rename to hansa postgres",
        "hansa rename to hansa_new postgres", "hansa_before rename to hansa postgres",
    ]  # fmt: skip
    assert machine.did("start hansa-web.socket")


def test_games_that_do_not_match_are_told_and_the_site_runs(machine: Pretend, dump: Path) -> None:
    machine.answers["verify_games"] = 1
    assert "Look at these games" in dumps.restore(machine, CLUB, RELEASE, dump)
    assert machine.did("start hansa-web.socket")


def test_an_archive_has_dump_and_settings_and_only_root_may_read_it(
    machine: Pretend, dump: Path, tmp_path: Path
) -> None:
    archive = tmp_path / "club.tar"
    dumps.pack(machine, dump, archive)
    assert archive.stat().st_mode & 0o777 == 0o600
    assert dumps.settings_in(archive) == SETTINGS
    assert dumps.same_secret(CLUB, archive)
    assert not dumps.same_secret(Club({"SECRET_KEY": "another"}), archive)
    dumps.restore(machine, CLUB, RELEASE, archive)
    with pytest.raises(Failed, match="cannot be written"):
        dumps.pack(machine, dump, archive)


def test_what_is_no_archive_is_named(machine: Pretend, tmp_path: Path) -> None:
    other = tmp_path / "other.tar"
    with tarfile.open(other, "w") as tar:
        tar.add(__file__, "something")
    with pytest.raises(Failed, match="no archive"):
        dumps.settings_in(other)
    with pytest.raises(Failed, match="no archive"):
        dumps.restore(machine, CLUB, RELEASE, other)
    with pytest.raises(Failed, match="no file"):
        dumps.restore(machine, CLUB, RELEASE, tmp_path / "nothing")


def test_a_dump_that_was_not_made_is_named(tmp_path: Path) -> None:
    with pytest.raises(Failed, match="No dump was made"):
        dumps.make(Pretend(tmp_path))


def test_a_database_elsewhere_is_not_touched(machine: Pretend, dump: Path) -> None:
    club = Club({**CLUB.settings, "DATABASE_URL": "postgres://hansa:x@10.0.0.1/hansa"})
    with pytest.raises(Failed, match="another machine"):
        dumps.restore(machine, club, RELEASE, dump)
    assert not machine.did("pg_restore|psql|stop")
