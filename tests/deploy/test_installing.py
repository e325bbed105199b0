"""docs/installing.md by the letter, on a machine that systemd boots for it."""

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings

from tests.deploy.machine import Machine, machine

pytestmark = [pytest.mark.machine, pytest.mark.timeout(900)]

PAGE = (settings.ROOT / "docs" / "installing.md").read_text()
VISITOR = "python3 /project/tests/deploy/visitor.py"
PIP = "[global]\nno-index = true\nfind-links = /wheels\ndisable-pip-version-check = true\n"


CERTIFICATE = "/var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt"
OPEN = f"curl --fail --silent --cacert {CERTIFICATE} https://hansa.example.org/healthz"
# Nobody outside can confirm a name that only this machine knows.
OWN_CERTIFICATE = """
sed -i '1i { \\n local_certs \\n skip_install_trust \\n }' /etc/caddy/Caddyfile
systemctl restart caddy
"""
VISITOR_MOVES_IN = """
useradd --create-home visitor
postconf -e 'mydestination = localhost, home.example'
systemctl restart postfix
echo "UNSEEN_MINUTES='0'" >> /etc/hansa.env
systemctl restart hansa.target
"""
# A release with a new column, of which the processes of the old one know nothing.
NEXT_RELEASE = """
git clone --quiet file:///project /next && cd /next
last=$(ls games/play/migrations/0*.py | tail -n 1 | xargs basename --suffix .py)
cat > games/play/migrations/9999_next.py <<EOF
from django.db import migrations, models

class Migration(migrations.Migration):
    dependencies = [("play", "$last")]
    operations = [migrations.AddField("game", "next", models.IntegerField(db_default=1))]
EOF
git add --all && git -c user.name=x -c user.email=x@example.org commit --quiet -m next
"""
MOVES = """
hansa shell -c "
from games.play.models import Move
print(Move.objects.filter(game={}, seat=0).count())" | tail -n 1
"""
FIRST = (
    "Packages", "The program", "The database", "The queue", "The settings", "The processes"
)  # fmt: skip
PROCESSES = ("hansa-web", "hansa-worker@1", "hansa-bots@1", "hansa-beat", "hansa-mail")


def sections() -> dict[str, str]:
    """Return the commands of each section of the page, in their order."""
    parts = re.split(r"^## (.+)\n", PAGE, flags=re.MULTILINE)[1:]
    found = {}
    for title, text in zip(parts[::2], parts[1::2], strict=True):
        blocks = re.findall(r"```sh\n(.*?)```", text, re.DOTALL)
        found[title] = "".join(blocks).replace("<this project>", "file:///project")
    return found


@pytest.fixture
def computer(tmp_path: Path) -> Iterator[Machine]:
    """A machine that could be new, with what it would download."""
    wheels = tmp_path / "wheels"
    # With Debian's own Python, as it is on the machine.
    subprocess.run(["/usr/bin/python3", "-m", "venv", tmp_path / "venv"], check=True)
    subprocess.run(
        [
            tmp_path / "venv" / "bin" / "pip", "download", "--quiet",
            "--disable-pip-version-check", "--require-hashes", "--dest", wheels,
            "--requirement", settings.ROOT / "requirements" / "prod.txt",
        ],
        check=True,
    )  # fmt: skip
    folders = {wheels: "/wheels", settings.ROOT: "/project"}
    with machine(tmp_path, {"/etc/pip.conf": PIP}, folders) as found:
        found.run("git config --system --add safe.directory '*'")
        found.run("chown redis: /var/lib/redis")
        # Debian makes it when PostgreSQL is installed.
        found.run("pg_createcluster $(ls /usr/lib/postgresql | tail -n 1) main --start")
        yield found


def test_from_a_new_machine_to_a_club_that_is_restored_and_updated(computer: Machine) -> None:
    page = sections()
    for title in FIRST:
        computer.run(page.pop(title))
    computer.run(page.pop("HTTPS") + OWN_CERTIFICATE)
    computer.run(page.pop("Email") + VISITOR_MOVES_IN)
    computer.wait_for(OPEN, patience=120)
    computer.run(f"{VISITOR} sign_up")
    game = computer.run(f"{VISITOR} play").strip()
    computer.run(f"{VISITOR} answer {game}")

    for name in PROCESSES:
        computer.run(f"systemctl kill --kill-whom main --signal KILL {name}")
    computer.run(page.pop("Backups"))
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
