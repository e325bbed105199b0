"""The commands of a host: what they say, and with which status they end."""

import errno
import fcntl
import json
import os
import re
import socket
import subprocess
import tarfile
import time
from pathlib import Path
from threading import Thread

import pytest
from django.conf import settings

from hosting import club as clubs
from hosting import commands, dumps, health, installing, releases, status
from hosting.machine import Failed, Machine
from tests.deploy.pretending import SETTINGS, Pretend, dumped
from tests.deploy.test_releases import commit, git

pytestmark = pytest.mark.git
ACTIVE = {
    "^systemctl show .*Listen": "127.0.0.1:8000 (Stream)",
    "^systemctl show .*MainPID": "77",
    "^test -e /proc": 1,
    "^systemctl show": "ActiveState=active\nNRestarts=0",
    "^dpkg-query .*Status": "install ok installed",
}
STUCK = "\n".join(
    json.dumps({"arrival_time": when, "recipients": [{"address": "a", "delay_reason": why}]})
    for when, why in ((2000, "refused"), (1000, "timed out"), (time.time() + 9e9, "just sent"))
)
GOOD = {"healthy": True, "database": {"state": "ok"}, "redis": {"state": "not used"}}


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A clone of the project, as a host has it."""
    home, clone = tmp_path_factory.mktemp("home"), tmp_path_factory.mktemp("clones") / "clone"
    git(home, "init", "--quiet", "--initial-branch", "main")
    for name in ("hansa.env", "Caddyfile", "systemd/hansa-web.service"):
        place = home / "hansa_site/deploy" / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text((settings.ROOT / "hansa_site/deploy" / name).read_text())
    commit(home, "requirements/prod.txt")
    git(home, "clone", "--quiet", str(home), str(clone))
    return clone


@pytest.fixture
def machine(tmp_path: Path, checkout: Path, monkeypatch: pytest.MonkeyPatch) -> Pretend:
    """A new machine with a clone of the project, on which all that is started works."""
    monkeypatch.setattr(installing, "CHECKOUT", checkout)
    monkeypatch.setattr(health, "said", lambda machine: GOOD)
    monkeypatch.setattr(health, "STEADY", 0)
    for module in (status, commands):
        monkeypatch.setattr(module, "unreachable", lambda club, patience=0: "")
    machine = Pretend(tmp_path / "machine", ACTIVE)
    machine.at("/run/systemd/system").mkdir(parents=True)
    machine.write("/etc/redis/redis.conf", "")
    dumped(machine)
    return machine


def hansa(machine: Machine, *words: str) -> int:
    return commands.main(words, machine)


def test_a_new_machine_becomes_a_site_and_stays_one(machine: Pretend) -> None:
    assert hansa(machine, "install", "--address", "club.example") == 0
    assert machine.told[-1].startswith("Open https://club.example, sign up")
    release = releases.current(machine)
    machine.commands.clear()
    assert hansa(machine, "install") == 0
    assert releases.current(machine) == release
    assert not machine.did("pip|restart (hansa|caddy|redis)|apt-get (update|install)|git clone")
    assert hansa(machine, "status") == 0
    assert machine.told[-1] == "Everything works."


def test_processes_of_another_release_are_started_anew(machine: Pretend) -> None:
    hansa(machine, "install", "--address", "club.example")
    machine.answers["^test -e /proc"] = ""
    machine.answers["^readlink /proc/77/cwd"] = "/srv/hansa-2025-01-01-000000"
    assert hansa(machine, "status") == 1
    machine.commands.clear()
    hansa(machine, "install")
    assert machine.did("restart hansa.target")


def test_an_installation_that_was_cut_off_goes_on(machine: Pretend) -> None:
    machine.answers["pip install"] = 1
    assert hansa(machine, "install", "--address", "club.example") == 1
    assert releases.current(machine) is None
    secret = clubs.known(machine).settings["SECRET_KEY"]
    machine.answers["pip install"] = ""
    assert hansa(machine, "install") == 0
    assert clubs.known(machine).settings["SECRET_KEY"] == secret
    assert len(list(machine.at("/srv").glob("hansa-*"))) == 1, "and no mark"


def test_an_archive_brings_settings_and_games_to_another_machine(
    machine: Pretend, tmp_path: Path
) -> None:
    old = Pretend(tmp_path / "old")
    old.write(clubs.FILE, SETTINGS)
    dumped(old)
    archive = tmp_path / "club.tar"
    dumps.pack(old, dumps.make(old), archive)
    assert hansa(machine, "install", "--archive", str(archive)) == 0
    assert clubs.known(machine).settings["SECRET_KEY"] == "of-this-club"
    assert machine.did("pg_restore")
    # On a machine with a site, games would be lost that nobody has asked for.
    machine.commands.clear()
    assert hansa(machine, "install", "--archive", str(archive)) == 1
    assert not machine.did("pg_restore|systemctl")


def test_backup_and_restore(machine: Pretend, tmp_path: Path) -> None:
    assert hansa(machine, "backup") == 1
    hansa(machine, "install", "--address", "club.example")
    assert hansa(machine, "restore") == 1
    assert hansa(machine, "backup") == 0
    assert machine.told[-1] == str(dumps.newest(machine))
    assert hansa(machine, "backup", str(tmp_path / "club.tar")) == 0
    assert hansa(machine, "restore", str(tmp_path / "club.tar")) == 0
    assert not any("SECRET_KEY" in told for told in machine.told)
    machine.write(clubs.FILE, SETTINGS)
    assert hansa(machine, "restore", str(tmp_path / "club.tar")) == 0
    assert "SECRET_KEY" in machine.told[-1]


def test_an_archive_without_settings_is_refused_before_anything_is_done(
    machine: Pretend, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    hansa(machine, "install", "--address", "club.example")
    archive = tmp_path / "club.tar"
    with tarfile.open(archive, "w") as tar:
        tar.addfile(tarfile.TarInfo(dumps.DUMP))
    machine.commands.clear()
    assert hansa(machine, "restore", str(archive)) == 1
    assert "has no hansa.env" in capsys.readouterr().err
    assert not machine.did("pg_restore|psql|systemctl (stop|start)")


@pytest.mark.parametrize("words", [
    ("install", "--settings", "{}/no"), ("install", "--settings", "{}"),
    ("install", "--archive", "{}/no"), ("install", "--archive", "{}"),
    ("restore", "{}/no"), ("restore", "{}"), ("backup", "{}"), ("upgrade", "no-such-tag"),
])  # fmt: skip
def test_what_is_not_there_is_a_sentence(
    words: tuple[str, ...], machine: Pretend, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    if words[0] != "install":
        hansa(machine, "install", "--address", "club.example")
    before = releases.current(machine)
    assert hansa(machine, *(word.format(tmp_path) for word in words)) == 1
    assert re.fullmatch(rf"hansa {words[0]}: [^\n]+\.\n", capsys.readouterr().err)
    assert releases.current(machine) == before


def test_two_at_once_are_refused(machine: Pretend, capsys: pytest.CaptureFixture[str]) -> None:
    with machine.at(commands.LOCK).open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        assert hansa(machine, "install", "--address", "club.example") == 1
    assert "Wait until it ends" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        (
            {"^systemctl show .*hansa-beat": "ActiveState=failed\nNRestarts=9"},
            "hansa-beat is failed",
        ),
        ({"showmigrations": "play\n [ ] 0003_next"}, "tables are not those"),
        ({"^stat ": "root:root"}, "can be read by others"),
        ({"^pg_isready": 2}, "postgresql does not run"),
        ({"^postfix status": 1}, "postfix does not run"),
        ({"^postqueue": STUCK}, "2 emails have waited.*because: timed out"),
    ],
    ids=["process", "tables", "settings", "database", "mail server", "emails"],
)
def test_what_is_wrong_is_told_with_what_helps(
    wrong: dict[str, str | int], told: str, machine: Pretend
) -> None:
    hansa(machine, "install", "--address", "club.example")
    machine.answers = {**wrong, **machine.answers}
    assert hansa(machine, "status") == 1
    assert any(re.search(told, each) for each in machine.told)
    assert machine.told[-1] == "Something is wrong."


@pytest.mark.parametrize(("answers", "said"), [(0, True), (2, False)])
def test_tables_that_cannot_be_read_are_told_unless_it_is_known_why(
    answers: int, said: bool, machine: Pretend
) -> None:
    hansa(machine, "install", "--address", "club.example")
    machine.answers = {"^pg_isready": answers, "showmigrations": 1, **machine.answers}
    assert hansa(machine, "status") == 1
    assert any("showmigrations" in each for each in machine.told) == said


def test_a_full_disk_is_told_once(machine: Pretend, monkeypatch: pytest.MonkeyPatch) -> None:
    hansa(machine, "install", "--address", "club.example")
    monkeypatch.setattr(status, "LEAST_FREE", 10**18)
    assert hansa(machine, "status") == 1
    assert len([each for each in machine.told if "of the disk" in each]) == 1


def test_an_old_dump_is_told(machine: Pretend) -> None:
    hansa(machine, "install", "--address", "club.example")
    hansa(machine, "backup")
    assert hansa(machine, "status") == 0
    os.utime(dumps.newest(machine), (0, 0))
    assert hansa(machine, "status") == 1
    assert "more than a day old" in machine.told[-2]


def test_a_half_made_release_and_a_failing_part_are_told(
    machine: Pretend, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert hansa(machine, "status") == 1
    hansa(machine, "install", "--address", "club.example")
    machine.at(f"/srv/hansa-2026-02-02-000000{releases.UNFINISHED}").touch()
    monkeypatch.setattr(health, "said", lambda machine: {**GOOD, "beat": {"state": "failing"}})
    assert hansa(machine, "status") == 1
    told = "\n".join(machine.told)
    assert "hansa-2026-02-02-000000 is half-made" in told
    assert "beat is failing" in told


def test_a_process_that_crashes_again_and_again_is_named_and_not_waited_for(
    machine: Pretend, monkeypatch: pytest.MonkeyPatch
) -> None:
    count = iter(range(1000))
    monkeypatch.setattr(health, "states", lambda *of: {"hansa-web": ("active", next(count))})
    machine.write(clubs.FILE, SETTINGS)
    with pytest.raises(Failed, match="hansa-web crashes"):
        health.wait(machine, clubs.known(machine))
    assert next(count) == health.CRASHES + 1


def test_a_process_that_crashes_once_may_still_run(
    machine: Pretend, monkeypatch: pytest.MonkeyPatch
) -> None:
    count = iter([0, 1, 1, 1])
    monkeypatch.setattr(health, "states", lambda *of: {"hansa-web": ("active", next(count))})
    machine.write(clubs.FILE, SETTINGS)
    health.wait(machine, clubs.known(machine))


@pytest.mark.parametrize(
    ("raised", "told"),
    [
        (
            OSError(errno.ENOSPC, "No space left on device", "/srv/x"),
            "No space left on device: /srv/x",
        ),
        (KeyboardInterrupt(), "hansa status"),
    ],
    ids=["disk", "stopped"],
)
def test_whatever_stops_a_command_is_a_sentence(
    raised: BaseException, told: str, machine: Pretend,
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    def stop(*of: object, **how: object) -> None:
        raise raised

    monkeypatch.setattr(installing, "install", stop)
    assert hansa(machine, "install") > 0
    assert told in capsys.readouterr().err


def test_a_site_that_does_not_answer_is_told(tmp_path: Path) -> None:
    with pytest.raises(Failed, match="do not answer"):
        health.said(Pretend(tmp_path, {"Listen": "127.0.0.1:1 (Stream)"}))


def test_the_site_is_asked_without_the_proxy_that_downloads_need(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:1")
    with socket.create_server(("127.0.0.1", 0)) as server:
        place = f"127.0.0.1:{server.getsockname()[1]}"
        thread = Thread(target=_answer, args=(server,), daemon=True)
        thread.start()
        assert health.said(Pretend(tmp_path, {"Listen": place})) == {"healthy": True}
        thread.join(timeout=10)


def _answer(server: socket.socket) -> None:
    opened, _ = server.accept()
    with opened:
        opened.recv(1 << 16)
        opened.sendall(b'HTTP/1.0 200 OK\r\n\r\n{"healthy": true}')


@pytest.mark.parametrize(
    ("missing", "told"), [("/run/systemd/system", "systemd"), ("apt-get", "Debian or Ubuntu")]
)
def test_what_is_no_machine_for_a_site_is_told_at_once(
    missing: str, told: str, machine: Pretend, capsys: pytest.CaptureFixture[str]
) -> None:
    if missing.startswith("/"):
        machine.at(missing).rmdir()
    else:
        machine.answers = {f"command -v {missing}": 1, **machine.answers}
    assert hansa(machine, "install", "--address", "club.example") == 1
    assert told in capsys.readouterr().err
    assert not machine.at(clubs.FILE).exists()


def test_a_command_gets_nothing_of_roots_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgres://elsewhere/")
    assert "DATABASE_URL" not in Machine(tmp_path).run("env")
    with pytest.raises(Failed, match="the reason"):
        Machine(tmp_path).run("sh", "-c", "echo the reason >&2; exit 3")


def test_only_root_installs() -> None:
    command = [settings.ROOT / "hansa_site/deploy/hansa", "install"]
    done = subprocess.run(
        ["setpriv", "--reuid=65534", "--clear-groups", *command] if is_root() else command,
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 77
    assert "sudo" in done.stderr


@pytest.mark.parametrize("words", [[], ["--help"]])
def test_whoever_asks_is_told_of_both_kinds_of_commands(words: list[str]) -> None:
    done = subprocess.run(
        [settings.ROOT / "hansa_site/deploy/hansa", *words],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    for word in ("install", "upgrade", "backup", "restore", "status", "hansa help"):
        assert word in done.stdout


def is_root() -> bool:
    return subprocess.run(["id", "-u"], capture_output=True, check=True).stdout == b"0\n"
