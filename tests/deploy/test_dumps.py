"""A dump takes the place of the database whole, or nothing has changed."""

import errno
import gzip
import os
import subprocess
import tarfile
from pathlib import Path

import pytest
from django.conf import settings

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
    renamed = [each.partition(" --command ")[2] for each in machine.did("rename")]
    swap = "alter database hansa rename to {}; alter database {} rename to hansa postgres"
    assert renamed == [
        swap.format("hansa_before", "hansa_new"),
        swap.format("hansa_new", "hansa_before"),
    ]
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
    with pytest.raises(Failed, match="not an archive"):
        dumps.settings_in(other)
    with pytest.raises(Failed, match="not an archive"):
        dumps.restore(machine, CLUB, RELEASE, other)
    with pytest.raises(Failed, match="no file"):
        dumps.restore(machine, CLUB, RELEASE, tmp_path / "nothing")


@pytest.mark.parametrize("cut", [2000, 600, 100])
def test_an_archive_of_which_a_part_is_missing_changes_nothing(
    cut: int, machine: Pretend, dump: Path, tmp_path: Path
) -> None:
    dump.write_text("a dump" * 100)
    archive = tmp_path / "club.tar"
    dumps.pack(machine, dump, archive)
    archive.write_bytes(archive.read_bytes()[:cut])
    with pytest.raises(Failed, match=r"Copy it again|not an archive"):
        dumps.settings_in(archive)
    machine.commands.clear()
    machine.answers["^pg_restore"] = 1
    if cut < 1000:
        with pytest.raises(Failed):
            dumps.restore(machine, CLUB, RELEASE, archive)
    assert not machine.did("stop|rename")


def test_an_archive_that_was_compressed_and_cut_is_told(
    machine: Pretend, dump: Path, tmp_path: Path
) -> None:
    archive = tmp_path / "club.tar"
    dumps.pack(machine, dump, archive)
    archive.write_bytes(gzip.compress(archive.read_bytes())[:-40])
    with pytest.raises(Failed, match="only a part of one"):
        dumps.restore(machine, CLUB, RELEASE, archive)
    assert not machine.did("stop|rename")


def test_an_archive_that_does_not_fit_on_the_disk_leaves_nothing(
    machine: Pretend, dump: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*of: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(tarfile.TarFile, "addfile", full)
    with pytest.raises(Failed, match="No space left"):
        dumps.pack(machine, dump, tmp_path / "club.tar")
    assert not (tmp_path / "club.tar").exists()


@pytest.mark.parametrize("answers", [{}, {"start hansa-backup": 1}], ids=["nothing", "an error"])
def test_a_dump_that_was_not_made_is_told_with_the_end_of_its_log(
    answers: dict[str, str | int], tmp_path: Path
) -> None:
    log = {"^journalctl": "pg_dump: error: No space left on device"}
    with pytest.raises(Failed, match="No space left"):
        dumps.make(Pretend(tmp_path, {**answers, **log}))


def test_a_dump_that_fails_leaves_no_part_of_one(tmp_path: Path) -> None:
    program, folder = tmp_path / "bin" / "pg_dump", tmp_path / "dumps"
    program.parent.mkdir()
    folder.mkdir()
    (folder / "hansa-2026-01-01T000000.dump.part").touch()
    for says, left in (("echo whole", 1), ("echo part; exit 1", 1)):
        program.write_text(f'#!/bin/sh\nexec >"${{2#--file=}}"\n{says}\n')
        program.chmod(0o755)
        subprocess.run(
            [settings.ROOT / "hansa_site/deploy/backup", folder],
            env={"PATH": f"{program.parent}:{os.environ['PATH']}", "DATABASE_URL": ""}, check=False,
        )  # fmt: skip
        assert len(list(folder.iterdir())) == left


def test_a_database_elsewhere_is_not_touched(machine: Pretend, dump: Path) -> None:
    club = Club({**CLUB.settings, "DATABASE_URL": "postgres://hansa:x@10.0.0.1/hansa"})
    with pytest.raises(Failed, match="another machine"):
        dumps.restore(machine, club, RELEASE, dump)
    assert not machine.did("pg_restore|psql|stop")
