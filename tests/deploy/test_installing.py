"""docs/installing.md by the letter, on a machine that systemd boots for it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.deploy.installing import (
    BACKUP,
    FIRST,
    NEXT_RELEASE,
    OPEN,
    OWN_CERTIFICATE,
    PROCESSES,
    kill,
    new_machine,
    sections,
)
from tests.deploy.machine import Machine

pytestmark = [pytest.mark.machine, pytest.mark.timeout(900)]

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


@pytest.fixture
def computer(tmp_path: Path) -> Iterator[Machine]:
    """A machine that could be new."""
    with new_machine(tmp_path) as found:
        yield found


def test_from_a_new_machine_to_a_club_that_is_restored_and_updated(computer: Machine) -> None:
    page = sections()
    for title in FIRST:
        computer.run(page.pop(title))
    computer.run(page.pop("HTTPS") + OWN_CERTIFICATE)
    computer.run(page.pop("Email") + VISITOR_MOVES_IN)
    computer.wait_for(OPEN, patience=120)
    computer.run(f"{VISITOR} sign_up")
    computer.run(page.pop("The first account").replace("YourName", "Visitor"))
    game = computer.run(f"{VISITOR} play").strip()
    computer.run(f"{VISITOR} answer {game}")

    for name in PROCESSES:
        computer.run(kill(name))
    computer.run(page.pop("Backups") + BACKUP)
    computer.wait_for(f"systemctl is-active {' '.join(PROCESSES)}")
    computer.run(f"{VISITOR} answer {game}")

    # Back to the position of the dump, before the last answer.
    computer.run(page.pop("Restoring"))
    computer.wait_for(f"{VISITOR} look {game}")
    assert computer.run(MOVES.format(game)) == "2\n"
    # The newest email is about a turn that isn't there any more.
    computer.run(f"{VISITOR} answer {game} 1")

    computer.run(NEXT_RELEASE)
    update = page.pop("Updating").replace("file:///project", "file:///next")
    before, after = update.split("ln -sfn")
    computer.run(before)
    computer.run(f"{VISITOR} answer {game}")
    computer.run(f"release=$(ls -d /srv/hansa-* | tail -n 1)\nln -sfn{after}")
    computer.wait_for(f"{VISITOR} look {game}")
    computer.run(f"{VISITOR} answer {game}")
    computer.run(OPEN)
    assert computer.run("systemctl --failed --quiet") == ""
    assert not page, "a section that nothing runs"
