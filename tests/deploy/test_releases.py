"""Releases in folders of their own: whole or gone, changed at once, and changed back."""

import subprocess
from pathlib import Path

import pytest
from django.conf import settings

from hosting import club as clubs
from hosting import health, installing, releases, upgrading
from hosting.machine import Failed
from tests.deploy.pretending import SETTINGS, Pretend, dumped

pytestmark = pytest.mark.git
AS_SOMEBODY = ("-c", "user.name=x", "-c", "user.email=x@example.org")
NEW_UNIT = "hansa_site/deploy/systemd/hansa-new.service"
MIGRATIONS = """accounts
 [X] 0001_initial
 [X] 0002_more
empty
 (no migrations)
league
 [ ] 0001_initial
play
 [X] 0001_initial
 [X] 0002_squashed (2 squashed migrations)
 [ ] 0003_next
 [ ] 0004_more
"""


def git(folder: Path, *words: str) -> str:
    command = ["git", *AS_SOMEBODY, "-C", folder, *words]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


def commit(folder: Path, file: str) -> str:
    """Commit a file to a repository and return the commit."""
    (folder / file).parent.mkdir(parents=True, exist_ok=True)
    (folder / file).write_text(file)
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "--message", file)
    return git(folder, "rev-parse", "HEAD")


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A repository as the project's, with a release."""
    folder = tmp_path / "home"
    folder.mkdir()
    git(folder, "init", "--quiet", "--initial-branch", "main")
    commit(folder, "hansa_site/deploy/systemd/hansa-web.service")
    git(folder, "tag", "--annotate", "v1", "--message", "one")
    return folder


@pytest.fixture
def machine(tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch) -> Pretend:
    """A machine on which its first release is installed."""
    monkeypatch.setattr(health, "wait", lambda *of: None)
    machine = Pretend(tmp_path / "machine", {"showmigrations": MIGRATIONS})
    machine.write(clubs.FILE, SETTINGS)
    folder = machine.at("/srv/hansa-2026-01-01-000000")
    git(home, "clone", "--quiet", str(home), str(folder))
    releases.switch(machine, folder)
    dumped(machine)
    return machine


def folders(machine: Pretend) -> list[str]:
    return sorted(each.name for each in machine.at("/srv").glob("hansa-*") if each.is_dir())


def test_the_points_of_return_are_the_newest_migrations_that_were_applied() -> None:
    assert upgrading.points_of_return(MIGRATIONS) == {"league": "zero", "play": "0002_squashed"}


def test_an_upgrade_changes_to_the_newest_commit(machine: Pretend, home: Path) -> None:
    wanted = commit(home, "more")
    upgrading.upgrade(machine)
    (install,) = machine.did("hansa install --release")
    new = Path(install.rpartition(" ")[2])
    assert releases.commit(machine, new) == wanted
    assert releases.origin(machine, new) == str(home)
    # Everything that may fail without harm comes before the dump, and this before the rest.
    order = [machine.commands.index(machine.did(each)[0]) for each in (
        "pip install", "showmigrations", "start hansa-backup", "hansa install")]  # fmt: skip
    assert order == sorted(order)


def test_the_newest_release_is_not_made_again(machine: Pretend) -> None:
    assert "is the newest" in upgrading.upgrade(machine)
    assert not machine.did("clone|hansa-backup")


def test_the_newest_is_that_of_the_source_not_of_where_it_is_from(
    home: Path, machine: Pretend, tmp_path: Path
) -> None:
    fork = tmp_path / "fork"
    git(home, "clone", "--quiet", str(home), str(fork))
    assert releases.newest(machine, str(fork), "HEAD") == git(home, "rev-parse", "HEAD")
    mine = commit(fork, "mine")
    assert releases.newest(machine, str(fork), "HEAD") == mine
    assert releases.newest(machine, str(fork), "main") == mine


def test_an_upgrade_can_go_to_a_tag(machine: Pretend, home: Path) -> None:
    first = git(home, "rev-parse", "HEAD")
    commit(home, "more")
    assert releases.newest(machine, str(home), "v1") == first
    assert "is the newest" in upgrading.upgrade(machine, "v1")
    with pytest.raises(Failed, match="no branch or tag v9"):
        upgrading.upgrade(machine, "v9")


def test_an_older_release_is_refused(machine: Pretend, home: Path) -> None:
    commit(home, "more")
    git(releases.current(machine), "pull", "--quiet")
    with pytest.raises(Failed, match=r"v1 .* is older than what runs"):
        upgrading.upgrade(machine, "v1")
    assert not machine.did("clone|systemctl")


def test_a_home_that_cannot_be_reached_changes_nothing(machine: Pretend, home: Path) -> None:
    home.rename(home.with_name("moved"))
    with pytest.raises(Failed, match="nothing has changed"):
        upgrading.upgrade(machine)


def test_an_upgrade_that_its_host_stops_goes_back(
    machine: Pretend, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = releases.current(machine)
    commit(home, "more")
    run = machine._done

    def stopped(*command: str | Path, **how: str) -> object:
        if "--release" in command:
            raise KeyboardInterrupt
        return run(*command, **how)

    monkeypatch.setattr(machine, "_done", stopped)
    with pytest.raises(Failed, match="It was stopped"):
        upgrading.upgrade(machine)
    assert folders(machine) == [before.name]


@pytest.mark.parametrize("fails", ["pip install", "catalogues compile", "showmigrations"])
def test_what_fails_before_the_dump_changes_nothing(
    fails: str, machine: Pretend, home: Path
) -> None:
    before = releases.current(machine)
    commit(home, "more")
    machine.answers[fails] = 1
    with pytest.raises(Failed, match=fails.split(maxsplit=1)[0]):
        upgrading.upgrade(machine)
    assert releases.current(machine) == before
    assert not machine.did("migrate --|systemctl|install --release")
    # The next attempt removes what is left, and goes through.
    machine.answers[fails] = MIGRATIONS
    upgrading.upgrade(machine)
    assert len(folders(machine)) == 2


def test_a_failing_step_lets_the_release_before_run_again(machine: Pretend, home: Path) -> None:
    before = releases.current(machine)
    commit(home, NEW_UNIT)
    machine.answers["install --release"] = 1
    unit = machine.at("/etc/systemd/system/hansa-new.service")
    machine.write("/etc/systemd/system/hansa-new.service", "new")
    with pytest.raises(Failed, match="runs as before"):
        upgrading.upgrade(machine)
    assert releases.current(machine) == before
    assert not unit.exists()
    undone = [each.partition(" ")[2] for each in machine.did(" migrate ")]
    assert undone == [
        "migrate league zero --verbosity 0",
        "migrate play 0002_squashed --verbosity 0",
    ]
    assert not machine.did("pg_restore")
    assert folders(machine) == [before.name]
    assert releases.unfinished(machine) == []


def test_what_cannot_be_undone_is_restored_from_the_dump(machine: Pretend, home: Path) -> None:
    before = releases.current(machine)
    commit(home, "more")
    machine.answers["install --release"] = machine.answers["migrate league zero"] = 1
    with pytest.raises(Failed, match="database as it was before"):
        upgrading.upgrade(machine)
    assert len(machine.did("^pg_restore")) == 1
    assert releases.current(machine) == before
    assert machine.commands.index(machine.did("^pg_restore")[0]) < machine.commands.index(
        machine.did("start hansa-web.socket")[0]
    )


def test_what_was_left_half_made_is_removed_but_not_what_runs(machine: Pretend) -> None:
    now = releases.current(machine)
    machine.at("/srv/hansa-2026-02-02-000000").mkdir()
    for name in (now.name, "hansa-2026-02-02-000000"):
        machine.at(f"/srv/{name}{releases.UNFINISHED}").touch()
    assert [each.name for each in releases.unfinished(machine)] == ["hansa-2026-02-02-000000"]
    installing.remove_unfinished(machine)
    assert releases.unfinished(machine) == []
    assert now.exists()


def test_the_two_releases_before_stay(machine: Pretend) -> None:
    for day in range(2, 6):
        machine.at(f"/srv/hansa-2026-01-0{day}-000000").mkdir()
    machine.at("/srv/hansa-of-mine").mkdir()
    releases.switch(machine, machine.at("/srv/hansa-2026-01-04-000000"))
    assert releases.remove_old(machine) == ["hansa-2026-01-01-000000"]
    assert len(folders(machine)) == 5


def test_a_full_disk_is_named_before_anything_is_made(
    machine: Pretend, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(releases, "NEEDED", 10**18)
    with pytest.raises(Failed, match="MB free"):
        releases.make(machine, settings.ROOT)
    assert len(folders(machine)) == 1


def test_a_folder_in_the_place_of_the_link_stays(tmp_path: Path) -> None:
    machine = Pretend(tmp_path)
    machine.at("/srv/hansa").mkdir(parents=True)
    with pytest.raises(Failed, match="not a link"):
        releases.switch(machine, machine.at("/srv/hansa-2026-01-01-000000"))
