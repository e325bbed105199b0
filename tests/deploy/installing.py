"""What docs/installing.md says, and new machines on which to do it."""

import re
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.conf import settings

from tests.deploy.machine import Machine, machine

SITE = "club.example"
"""The name that is put where the page has an example."""
FIRST = (
    "Packages", "The program", "The database", "The queue", "The settings", "The processes"
)  # fmt: skip
PROCESSES = ("hansa-web", "hansa-worker@1", "hansa-bots@1", "hansa-beat", "hansa-mail")
PARTS = (*PROCESSES, "postgresql@*", "redis-server", "caddy", "postfix@-")
CERTIFICATE = "/var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt"
OPEN = f"curl --fail --silent --cacert {CERTIFICATE} https://{SITE}/healthz"
# Nobody outside can confirm a name that only this machine knows.
OWN_CERTIFICATE = """
sed -i '1i { \\n local_certs \\n skip_install_trust \\n }' /etc/caddy/Caddyfile
systemctl restart caddy
"""
# Debian sets Postfix up when it is installed, but may not have done so where this machine is from.
# Without /etc/aliases.db it takes no mail for anybody on the machine.
NEW_POSTFIX = """
export DEBIAN_FRONTEND=noninteractive
rm --force /etc/postfix/main.cf /etc/aliases /etc/aliases.db /etc/mailname
echo PURGE | debconf-communicate postfix
dpkg-reconfigure postfix </dev/null
systemctl restart postfix
"""
BACKUP = "systemctl start hansa-backup\n"
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
PIP = "[global]\nno-index = true\nfind-links = /wheels\ndisable-pip-version-check = true\n"


def sections() -> dict[str, str]:
    """Return the commands of each section of the page, in their order, with the name of a site."""
    page = (settings.ROOT / "docs" / "installing.md").read_text()
    head, *parts = re.split(r"^## (.+)\n", page, flags=re.MULTILINE)
    name = _commands(head).replace("hansa.example.org", SITE)
    return {
        title: name + _commands(text).replace("<this project>", "file:///project")
        for title, text in zip(parts[::2], parts[1::2], strict=True)
    }


def _commands(text: str) -> str:
    return "".join(re.findall(r"```sh\n(.*?)```", text, re.DOTALL))


def kill(name: str) -> str:
    """Return what kills the main process of a unit at once."""
    return f"systemctl kill --kill-whom main --signal KILL '{name}'"


@contextmanager
def new_machine(folder: Path) -> Iterator[Machine]:
    """Boot a machine that could be new, with what it would download."""
    wheels = folder / "wheels"
    # With Debian's own Python, as it is on the machine.
    subprocess.run(["/usr/bin/python3", "-m", "venv", folder / "venv"], check=True)
    subprocess.run(
        [
            folder / "venv" / "bin" / "pip", "download", "--quiet",
            "--disable-pip-version-check", "--require-hashes", "--dest", wheels,
            "--requirement", settings.ROOT / "requirements" / "prod.txt",
        ],
        check=True,
    )  # fmt: skip
    folders = {wheels: "/wheels", settings.ROOT: "/project"}
    files = {"/etc/pip.conf": PIP, "/etc/hosts": f"127.0.0.1 localhost {SITE}\n"}
    with machine(folder, files, folders) as found:
        found.run("git config --system --add safe.directory '*'")
        found.run("chown redis: /var/lib/redis; chown postgres: /var/lib/postgresql")
        # Debian makes it when PostgreSQL is installed.
        found.run("pg_createcluster $(ls /usr/lib/postgresql | tail -n 1) main --start")
        found.run(NEW_POSTFIX)
        yield found
