"""docs/installing.md by the letter, on a machine that systemd boots for it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.deploy.installing import (
    BAD_RELEASE,
    BROKEN_RELEASE,
    CERTIFICATE,
    NEXT_RELEASE,
    OPEN,
    OWN_CERTIFICATE,
    PROCESSES,
    kill,
    new_machine,
    sections,
)
from tests.deploy.machine import Machine

pytestmark = [pytest.mark.machine, pytest.mark.timeout(1800)]

VISITOR = "python3 /project/tests/deploy/visitor.py"
VISITOR_MOVES_IN = """
useradd --create-home visitor
postconf -e 'mydestination = localhost, home.example'
systemctl restart postfix
echo "UNSEEN_MINUTES='0'" >> /etc/hansa.env
systemctl restart hansa.target
"""
MOVES = """
hansa shell -c "
from games.play.models import Move
print(Move.objects.filter(game={}, seat=0).count())" | tail -n 1
"""
RUNS = f"systemctl show --property MainPID --value {' '.join(PROCESSES)}; readlink /srv/hansa"
TABLES = """
runuser -u hansa -- psql -c 'select name from django_migrations order by id' -c '\\d play_game'
"""
TRUSTING = f"export SSL_CERT_FILE={CERTIFICATE}\n"


@pytest.fixture
def computer(tmp_path: Path) -> Iterator[Machine]:
    """A machine that could be new."""
    with new_machine(tmp_path) as found:
        yield found


def test_from_a_new_machine_to_a_club_that_is_restored_and_upgraded(computer: Machine) -> None:
    page = sections()
    told = computer.run(page["The site"])
    assert "cannot be opened" in told, "only this machine knows the name"
    computer.run(OWN_CERTIFICATE + VISITOR_MOVES_IN)
    computer.wait_for(OPEN, patience=120)
    computer.run(f"{VISITOR} sign_up")
    computer.run(page["The first account"].replace("YourName", "Visitor"))
    game = computer.run(f"{VISITOR} play").strip()
    computer.run(f"{VISITOR} answer {game}")

    # Again, it finds all in place, and leaves what the host has changed since.
    before = computer.run(RUNS)
    print(computer.run(TRUSTING + "hansa install"))
    assert computer.run(RUNS) == before
    computer.run(OPEN)

    for name in PROCESSES:
        computer.run(kill(name))
    computer.run(page["Backups"])
    assert computer.run("stat --format=%a club.tar /etc/hansa.env") == "600\n640\n"
    computer.wait_for(f"systemctl is-active {' '.join(PROCESSES)}")
    computer.run(f"{VISITOR} answer {game}")

    # Back to the position of the dump, before the last answer.
    computer.run(page["Restoring"])
    computer.wait_for(f"{VISITOR} look {game}")
    assert computer.run(MOVES.format(game)) == "2\n"
    # The newest email is about a turn that isn't there any more.
    computer.run(f"{VISITOR} answer {game} 1")

    computer.run(NEXT_RELEASE)
    computer.run(page["Upgrading"])
    computer.wait_for(f"{VISITOR} look {game}")
    computer.run(f"{VISITOR} answer {game}")
    assert "9998_next" in computer.run(TABLES)
    computer.run(TRUSTING + page["How it is"])
    assert computer.run("systemctl --failed --quiet") == ""


@pytest.mark.long
def test_an_upgrade_that_fails_goes_back_by_itself(computer: Machine) -> None:
    page = sections()
    computer.run(page["The site"] + OWN_CERTIFICATE)
    upgrade = f"if {page['Upgrading'].strip()} 2>&1; then exit 1; fi"
    before, tables = computer.run(RUNS), computer.run(TABLES)

    # One of two new migrations fails: the other is undone, and nobody has noticed.
    computer.run(NEXT_RELEASE + BAD_RELEASE)
    assert "no_such_thing" in computer.run(upgrade)
    assert computer.run(RUNS) == before
    assert computer.run(TABLES) == tables
    computer.run(OPEN)

    # Web processes do not start after a migration that can't be undone.
    computer.run("git -C /upstream reset --quiet --hard HEAD~2\n" + BROKEN_RELEASE)
    told = computer.run(upgrade, timeout=1200)
    assert "do not answer" in told
    assert "with the database as it was before" in told
    assert computer.run("readlink /srv/hansa") == before.splitlines()[-1] + "\n"
    assert computer.run(TABLES) == tables
    computer.run(OPEN)
    computer.run(TRUSTING + page["How it is"])
