"""What docs/installing.md says, and new machines on which to do it."""

import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.conf import settings

from tests.deploy.machine import Machine, machine

SITE = "club.example"
"""The name that is put where the page has an example."""
PROCESSES = ("hansa-web", "hansa-worker@1", "hansa-bots@1", "hansa-beat", "hansa-mail")
PARTS = (*PROCESSES, "postgresql@*", "redis-server", "caddy", "postfix@-")
CERTIFICATE = "/var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt"
OPEN = f"curl --fail --silent --cacert {CERTIFICATE} https://{SITE}/healthz"
# Nobody outside can confirm a name that only this machine knows.
OWN_CERTIFICATE = """
sed -i '1i { \\n local_certs \\n skip_install_trust \\n }' /etc/caddy/Caddyfile
systemctl restart caddy
"""
VISITOR = "python3 /project/tests/deploy/visitor.py"
PEOPLE_MOVE_IN = """
for name in host guest; do useradd --create-home $name; done
postconf -e 'mydestination = localhost, home.example'
systemctl restart postfix
echo "UNSEEN_MINUTES='0'" >> /etc/hansa.env
systemctl restart hansa.target
"""
"""People with mailboxes on the machine, who play at once by what their emails say."""
TRUSTING = f"export SSL_CERT_FILE={CERTIFICATE}\n"
# Debian sets Postfix up when it is installed, but may not have done so where this machine is from.
# Without /etc/aliases.db it takes no mail for anybody on the machine.
NEW_POSTFIX = """
export DEBIAN_FRONTEND=noninteractive
rm --force /etc/postfix/main.cf /etc/aliases /etc/aliases.db /etc/mailname
echo PURGE | debconf-communicate postfix
dpkg-reconfigure postfix </dev/null
systemctl restart postfix
"""
HOME = """
git clone --quiet --upload-pack "git -c safe.directory='*' upload-pack" file:///project /upstream
"""
"""Where the project is at home, as far as a machine without a network can know."""
NEXT_RELEASE = """
cd /upstream
last=$(ls games/play/migrations/0*.py | tail -n 1 | xargs basename --suffix .py)
cat > games/play/migrations/9998_next.py <<EOF
from django.db import migrations, models

class Migration(migrations.Migration):
    dependencies = [("play", "$last")]
    operations = [migrations.AddField("game", "next", models.IntegerField(db_default=1))]
EOF
git add --all && git -c user.name=x -c user.email=x@example.org commit --quiet -m next
"""
"""A release with a new column, of which the processes of the old one know nothing."""
BAD_RELEASE = """
cd /upstream
cat > games/play/migrations/9999_bad.py <<EOF
from django.db import migrations

class Migration(migrations.Migration):
    dependencies = [("play", "9998_next")]
    operations = [migrations.RunSQL("select no_such_thing", migrations.RunSQL.noop)]
EOF
git add --all && git -c user.name=x -c user.email=x@example.org commit --quiet -m bad
"""
"""The same with a second migration, which fails."""
BROKEN_RELEASE = """
cd /upstream
last=$(ls games/play/migrations/0*.py | tail -n 1 | xargs basename --suffix .py)
cat > games/play/migrations/9998_broken.py <<EOF
from django.db import migrations

class Migration(migrations.Migration):
    dependencies = [("play", "$last")]
    operations = [migrations.RunSQL("create table leftover (id integer)")]
EOF
echo 'raise RuntimeError("no pages today")' >> hansa_site/wsgi.py
git add --all && git -c user.name=x -c user.email=x@example.org commit --quiet -m broken
"""
"""One whose migration cannot be undone, and whose web processes do not start."""
GOOD_AGAIN = "git -C /upstream reset --quiet --hard HEAD~"
DEBIANS_PYTHON = "/usr/bin/python3"
PIP = "[global]\nno-index = true\nfind-links = /wheels\ndisable-pip-version-check = true\n"


def sections() -> dict[str, str]:
    """Return the commands of each section of the page that has some, with a host's answers."""
    page = (settings.ROOT / "docs" / "installing.md").read_text()
    _, *parts = re.split(r"^## (.+)\n", page, flags=re.MULTILINE)
    found = {
        title: "".join(re.findall(r"```sh\n(.*?)```", text, re.DOTALL))
        for title, text in zip(parts[::2], parts[1::2], strict=True)
    }
    return {title: _answered(commands) for title, commands in found.items() if commands}


def _answered(commands: str) -> str:
    """Return commands as root runs them where nobody is there to answer questions."""
    known = commands.replace("sudo ", "").replace("<this project>", "file:///upstream")
    return re.sub(r"hansa install$", f"hansa install --address {SITE}", known, flags=re.MULTILINE)


def kill(name: str) -> str:
    """Return what kills the main process of a unit at once."""
    return f"systemctl kill --kill-whom main --signal KILL '{name}'"


@contextmanager
def new_machine(folder: Path) -> Iterator[Machine]:
    """Boot a machine that could be new, with what it would download."""
    wheels = folder / "wheels"
    subprocess.run(
        [
            sys.executable, "-m", "pip", "--python", DEBIANS_PYTHON, "download", "--quiet",
            "--disable-pip-version-check", "--require-hashes", "--dest", wheels,
            "--requirement", settings.ROOT / "requirements" / "prod.txt",
        ],
        check=True,
    )  # fmt: skip
    folders = {wheels: "/wheels", settings.ROOT: "/project"}
    files = {"/etc/pip.conf": PIP, "/etc/hosts": f"127.0.0.1 localhost {SITE}\n"}
    with machine(folder, files, folders) as found:
        found.run("chown redis: /var/lib/redis; chown postgres: /var/lib/postgresql")
        # Debian makes it when PostgreSQL is installed.
        found.run("pg_createcluster $(ls /usr/lib/postgresql | tail -n 1) main --start")
        found.run(NEW_POSTFIX + HOME)
        yield found
