"""docs/installing.md by the letter, on machines that systemd boots for it."""

import re
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import pytest
from django.conf import settings

from tests.deploy.installing import (
    BAD_RELEASE,
    BROKEN_RELEASE,
    GOOD_AGAIN,
    NEXT_RELEASE,
    OPEN,
    OWN_CERTIFICATE,
    PEOPLE_MOVE_IN,
    PROCESSES,
    TRUSTING,
    VISITOR,
    kill,
    new_machine,
    sections,
)
from tests.deploy.machine import Machine
from tests.deploy.systems import MIRRORS, new_system

pytestmark = [pytest.mark.machine, pytest.mark.timeout(1800)]

PAGE = sections()
MOVES = """
hansa shell -c "
from games.play.models import Move
print(Move.objects.filter(game={}, seat__isnull=False).count())" | tail -n 1
"""
RUNS = f"systemctl show --property MainPID --value {' '.join(PROCESSES)}; readlink /srv/hansa"
ASKED = """
hansa shell -c "
from games.play.models import Wait
print(Wait.objects.open().get(player__game={}).player.user.username)" | tail -n 1
"""
# How PostgreSQL writes conditions of an index changes with the first dump.
TABLES = """
cd /
runuser -u hansa -- psql -c 'select app, name from django_migrations order by 1, 2' -c "
select table_name, column_name, data_type, is_nullable from information_schema.columns
where table_schema = 'public' order by 1, 2"
"""
NO_CERTIFICATE = "has no certificate yet"
"""Only this machine knows the name."""


def test_two_lines_make_a_site_on_which_people_play_by_email(tmp_path: Path) -> None:
    with new_machine(tmp_path) as computer:
        assert NO_CERTIFICATE in computer.run(PAGE["The site"])
        play_bots_by_email(computer)
        computer.run(TRUSTING + PAGE["How it is"])


@pytest.mark.long
@pytest.mark.parametrize("release", MIRRORS)
def test_the_same_two_lines_on_other_systems(release: str, tmp_path: Path) -> None:
    with new_system(tmp_path, release) as computer:
        assert NO_CERTIFICATE in computer.run(PAGE["The site"], timeout=1200)
        play_bots_by_email(computer)
        computer.run(PAGE["Backups"] + TRUSTING + PAGE["How it is"])


@pytest.mark.long
@pytest.mark.timeout(5400)
def test_a_game_goes_on_through_all_that_happens_to_a_club(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    host = Host()
    with machine_in(tmp_path / "old") as old:
        host.does(old, "The site")
        move_in(old)
        old.run(f"{VISITOR} Host sign_up")
        host.does(old, "The first account")
        game = old.run(f"{VISITOR} Host invite Guest").strip()
        old.run(f"{VISITOR} Guest accept Host")
        play_in_turn(old, game)

        # Again, it finds all in place.
        runs = old.run(RUNS)
        old.run(TRUSTING + "hansa install")
        assert old.run(RUNS) == runs

        for name in PROCESSES:
            old.run(kill(name))
        old.wait_for(f"systemctl is-active {' '.join(PROCESSES)} && {OPEN}")
        play_in_turn(old, game)

        # Back to the position of the dump: the newest emails are about turns that aren't there.
        host.does(old, "Backups")
        assert old.run("stat --format=%a club.tar /etc/hansa.env") == "600\n640\n"
        played = old.run(MOVES.format(game))
        play_in_turn(old, game)
        host.does(old, "Restoring")
        old.wait_for(f"{VISITOR} Guest look {game}")
        assert old.run(MOVES.format(game)) == played
        play_in_turn(old, game, "1")

        old.run(NEXT_RELEASE)
        with playing(old, game):
            host.does(old, "Upgrading")
        assert "9998_next" in old.run(TABLES)
        play_in_turn(old, game)

        old.run("rm club.tar")
        host.does(old, "Backups", again=True)
        old.run(TRUSTING + PAGE["How it is"])
        assert old.run("systemctl --failed --quiet") == ""
        moved = ("club.tar", "/var/mail/host", "/var/mail/guest", "cookies-Host", "cookies-Guest")
        kept = {path: old.run(f"base64 --wrap=0 {path}") for path in moved}
        played = old.run(MOVES.format(game))
    with machine_in(tmp_path / "new") as new:
        new.run(NEXT_RELEASE)
        for path, content in kept.items():
            new.run(f"base64 --decode > {path} <<< {content}")
        host.does(new, "Another machine")
        move_in(new)
        new.run("for name in host guest; do chown $name: /var/mail/$name; done")
        assert new.run(MOVES.format(game)) == played
        new.run(f"{VISITOR} Guest look {game}")
        play_in_turn(new, game)
        new.run(TRUSTING + PAGE["How it is"])
    with capsys.disabled():
        print(f"\n{host.told()}")
    page = (settings.ROOT / "docs" / "installing.md").read_text()
    documented = re.findall(r"^\| ([A-Z][^|]+) \| (\d+) \|", page, re.MULTILINE)
    assert {name: int(count) for name, count in documented} == host.commands


@pytest.mark.long
def test_an_upgrade_that_fails_goes_back_by_itself(tmp_path: Path) -> None:
    with new_machine(tmp_path) as computer:
        computer.run(PAGE["The site"])
        move_in(computer)
        computer.run(f"{VISITOR} Host sign_up")
        game = computer.run(f"{VISITOR} Host invite Guest").strip()
        computer.run(f"{VISITOR} Guest accept Host")
        upgrade = f"if {PAGE['Upgrading'].strip()} 2>&1; then exit 1; fi"
        before, tables = computer.run(RUNS), computer.run(TABLES)

        # One of two new migrations fails: the other is undone, and nobody has noticed.
        computer.run(NEXT_RELEASE + BAD_RELEASE)
        with playing(computer, game):
            assert "no_such_thing" in computer.run(upgrade)
        assert computer.run(RUNS) == before
        assert computer.run(TABLES) == tables

        # Web processes do not start after a migration that can't be undone.
        computer.run("git -C /upstream reset --quiet --hard HEAD~2\n" + BROKEN_RELEASE)
        told = computer.run(upgrade)
        assert "hansa-web crashes" in told
        assert "with the database as it was before" in told
        assert computer.run("readlink /srv/hansa") == before.splitlines()[-1] + "\n"
        assert computer.run(TABLES) == tables

        # What was made is gone, and the next good release is taken.
        computer.run(GOOD_AGAIN + NEXT_RELEASE + PAGE["Upgrading"])
        play_in_turn(computer, game)
        computer.run(TRUSTING + PAGE["How it is"])


@pytest.mark.long
def test_an_installation_that_is_killed_at_any_moment_goes_on(tmp_path: Path) -> None:
    with new_machine(tmp_path) as computer:
        clone, install = PAGE["The site"].splitlines()
        computer.run(clone)
        seconds = 1
        while "Health:" not in computer.run(
            f"timeout --signal KILL {seconds} {install} 2>&1 || [ $? = 137 ]"
        ):
            seconds = seconds * 3 // 2 + 1
        assert seconds > 30, "it was killed more than once"
        # A second one at the same time says so; killed, neither keeps the next one away.
        told = computer.run(f"{install} & sleep 1; {install} 2>&1 || true; wait")
        assert "Another such command runs here" in told
        play_bots_by_email(computer)
        computer.run(TRUSTING + PAGE["How it is"])


class Host:
    """Who does what the page says: how many commands that takes, and how many minutes."""

    def __init__(self) -> None:
        self.commands: dict[str, int] = {}
        self.minutes: dict[str, float] = {}

    def does(self, computer: Machine, title: str, *, again: bool = False) -> None:
        """Run the commands of a section, and count them unless they have been before."""
        start = time.monotonic()
        computer.run(PAGE[title].replace("YourName", "Host"))
        if not again:
            self.commands[title] = len(PAGE[title].splitlines())
            self.minutes[title] = (time.monotonic() - start) / 60

    def told(self) -> str:
        """Return rows for the table of docs/installing.md."""
        return "\n".join(
            f"| {title} | {count} | {self.minutes[title]:.1f} |"
            for title, count in self.commands.items()
        )


@contextmanager
def machine_in(folder: Path) -> Iterator[Machine]:
    folder.mkdir()
    with new_machine(folder) as found:
        yield found


def move_in(computer: Machine) -> None:
    """Let the site be opened by its name, and people have mailboxes."""
    computer.run(OWN_CERTIFICATE + PEOPLE_MOVE_IN)
    computer.wait_for(OPEN, patience=120)


def play_bots_by_email(computer: Machine) -> None:
    """Let somebody sign up, begin a game with bots, and answer two turns by email."""
    move_in(computer)
    computer.run(f"{VISITOR} Host sign_up")
    computer.run(PAGE["The first account"].replace("YourName", "Host"))
    game = computer.run(f"{VISITOR} Host play").strip()
    for _ in range(2):
        computer.run(f"{VISITOR} Host answer {game}")


def play_in_turn(computer: Machine, game: str, back: str = "0") -> None:
    """Let both people answer a turn by email; `back` is how far the first one's lies back."""
    for far in (back, "0"):
        name = computer.run(ASKED.format(game)).strip()
        computer.run(f"{VISITOR} {name} answer {game} {far}")


@contextmanager
def playing(computer: Machine, game: str) -> Iterator[None]:
    """Let two people play while the host does something, and use pages and forms all the time.

    Raises AssertionError if one of them notices: if a page fails, or what they kept is gone.
    """
    with ThreadPoolExecutor() as pool:
        staying = [
            pool.submit(computer.run, f"{VISITOR} {name} stay {game}") for name in ("Host", "Guest")
        ]
        played = pool.submit(play_in_turn, computer, game)
        try:
            yield
            played.result()
        finally:
            computer.run("touch /root/leave")
        assert all(int(kept.result()) > 3 for kept in staying)
        computer.run("rm /root/leave")
