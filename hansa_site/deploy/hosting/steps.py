"""The steps of an installation. Each finds out what is missing, does that, and says so.

A step that finds everything in place changes nothing, so all of them can be done again at any time.
They return a sentence for the host, and raise Failed.
"""

import re
import socket
import time
from collections.abc import Collection, Iterable
from pathlib import Path
from typing import Final

from hosting.club import EXAMPLE_HOST, FILE, USER, Club
from hosting.machine import Failed, Machine
from hosting.releases import manage

HOME: Final = "/var/lib/hansa"
DUMPS: Final = "/var/backups/hansa"
UNITS: Final = "/etc/systemd/system"
CADDYFILE: Final = "/etc/caddy/Caddyfile"
REDIS_CONF: Final = "/etc/redis/redis.conf"
PROCESSES: Final = ("hansa-web", "hansa-worker@1", "hansa-bots@1", "hansa-beat")
WEB_PORTS: Final = (80, 443)
PATIENCE: Final = 30
APT_PATIENCE: Final = 600
"""Seconds to wait for another program that uses apt."""
_NEW_BUFFERS = (2, 6, 4)
COMPILER: Final = ("gcc", "python3-dev")
"""The packages of Debian that compiling takes."""
_INSTALLED = "install ok installed"


def packages(machine: Machine, club: Club) -> str:
    """Install the packages of Debian that the parts on this machine are from."""
    wanted = ["git", "python3-venv"]
    wanted += ["postgresql"] if club.own_database else []
    wanted += ["redis-server"] if club.own_queue else []
    wanted += ["postfix"] if club.own_mail else []
    wanted += [] if other_web_server(machine) else ["caddy"]
    missing = [name for name in wanted if not _is_installed(machine, name)]
    if missing:
        # A machine that has just been made often updates itself first.
        try:
            machine.run("dpkg", "--configure", "-a")
            _apt_get(machine, "update")
            _apt_get(machine, "install", "--yes", *missing)
        except Failed as failed:
            raise Failed(
                f"The packages {', '.join(missing)} could not be installed. Is there a network, "
                f"and does `apt-get install` work? Then run this again.\n{failed}"
            ) from failed
    return f"installed {', '.join(missing)}" if missing else "all are there"


def bots(machine: Machine, club: Club, release: Path) -> str:
    """Compile the rules and bots of a release, unless that was done.

    Where it fails, bots only take longer to think, but this raises Failed if the settings insist.
    """
    wanted = club.settings.get("HANSA_COMPILED")
    if wanted == "0":
        return "not compiled, as the settings say"
    python = ("env", f"--chdir={release}", "HANSA_COMPILED=1", release / ".venv/bin/python")
    if machine.succeeds(*python, "-c", "import games"):
        return "they are compiled"
    missing = [name for name in COMPILER if not _is_installed(machine, name)]
    try:
        if missing:
            _apt_get(machine, "install", "--yes", "--no-install-recommends", *missing)
        # It takes minutes, in which games go on.
        machine.run(
            "nice", "-n", "19", "env", f"--chdir={release}", "HANSA_COMPILED=0",
            release / ".venv/bin/python", "-m", "hansa_site.compiling",
        )  # fmt: skip
    except Failed as failed:
        if wanted == "1":
            raise Failed(
                f"Rules and bots can't be compiled, but HANSA_COMPILED is 1 in {FILE}. Without "
                f"that line, they run all the same, only slower.\n{failed}"
            ) from failed
        return f"not compiled, so that they take longer to think. {failed}"
    return "compiled"


def user(machine: Machine) -> str:
    """Add the user of the site, who can sign in nowhere."""
    there = machine.succeeds("id", USER)
    if not there:
        machine.run(
            "useradd", "--system", "--user-group", "--home-dir", HOME, "--no-create-home",
            "--shell", "/usr/sbin/nologin", USER,
        )  # fmt: skip
    machine.run("install", "-d", "-o", USER, "-g", USER, "-m", "750", machine.at(HOME))
    return f"{USER} is there" if there else f"added {USER}"


def database(machine: Machine, club: Club) -> str:
    """Make the role and the database of the site; PostgreSQL knows it by the name of its user."""
    if not club.own_database:
        return "on another machine"
    machine.run("systemctl", "enable", "--quiet", "--now", "postgresql")
    if not _comes(machine, "pg_isready", "--quiet"):
        raise Failed(
            "PostgreSQL runs here, but it does not answer. `pg_lsclusters` shows its clusters: "
            "one must be online at port 5432."
        )
    made = []
    if not sql(machine, f"select 1 from pg_roles where rolname = '{USER}'"):  # noqa: S608
        machine.run("createuser", USER, user="postgres")
        made.append("role")
    if not sql(machine, f"select 1 from pg_database where datname = '{USER}'"):  # noqa: S608
        machine.run("createdb", "--owner", USER, USER, user="postgres")
        made.append("database")
    return f"made the {' and the '.join(made)}" if made else "it is there"


def queue(machine: Machine, club: Club) -> str:
    """Let Redis write nothing to the disk: a full disk would stop the site, and all may be lost."""
    if not club.own_queue:
        return "on another machine"
    file = machine.at(REDIS_CONF)
    text = file.read_text("utf-8")
    machine.run("systemctl", "enable", "--quiet", "--now", "redis-server")
    if 'save ""' in text.splitlines():
        return "Redis keeps all in memory"
    with file.open("a", encoding="utf-8") as opened:
        opened.write('save ""\n')
    machine.run("systemctl", "restart", "redis-server")
    return "Redis keeps all in memory from now on"


def tables(machine: Machine, release: Path) -> str:
    """Bring the tables and the files that browsers load to a release, and check its settings.

    The processes of the release before can work with the new tables.
    """
    manage(machine, release, "check", "--deploy", "--fail-level", "WARNING")
    told = manage(machine, release, "migrate")
    new = sum(line.startswith("  Applying ") for line in told.splitlines())
    manage(machine, release, "collectstatic", "--noinput", "--verbosity", "0")
    return f"{new} migrations" if new else "they are those of this release"


def is_stale(machine: Machine, club: Club, release: Path) -> bool:
    """Return whether a process runs that was started from the folder of another release."""
    for name in process_names(club):
        show = ("systemctl", "show", "--property", "MainPID", "--value", f"{name}.service")
        folder = f"/proc/{machine.run(*show)}/cwd"
        runs = machine.succeeds("test", "-e", folder)
        if runs and machine.run("readlink", folder) != str(release.resolve()):
            return True
    return False


def known_units(machine: Machine) -> set[str]:
    """Return the names of the site's units that this machine has."""
    return {file.name for file in machine.at(UNITS).glob(f"{USER}*")}


def units(machine: Machine, release: Path) -> bool:
    """Give systemd the units of a release; return whether any of them changed."""
    source = release / "hansa_site/deploy/systemd"
    changed = False
    for file in sorted(each for each in source.rglob("*") if each.is_file()):
        changed |= machine.write(f"{UNITS}/{file.relative_to(source)}", file.read_text("utf-8"))
    if changed:
        machine.run("systemctl", "daemon-reload")
    return changed


def process_names(club: Club) -> list[str]:
    """Return the processes that a site has unless its host says otherwise."""
    return [*PROCESSES, *(["hansa-mail"] if club.reply_domain else [])]


def is_on(machine: Machine, name: str) -> bool:
    """Return whether a process starts with the machine."""
    return machine.succeeds("systemctl", "is-enabled", "--quiet", name)


def processes(machine: Machine, club: Club, known: Collection[str], *, restart: bool) -> str:
    """Start the processes of the site, now and whenever the machine starts.

    What the host has disabled stays so, such as beat on a second machine: of the units that were
    known before, where the site has been started once.
    """
    names = process_names(club)
    off = []
    if is_on(machine, PROCESSES[0]):
        off = [name for name in names if _unit(name) in known and not is_on(machine, name)]
    wanted = [name for name in names if name not in off]
    machine.run("systemctl", "enable", "--quiet", "--now", "hansa-web.socket", *wanted)
    machine.run("systemctl", "enable", "--quiet", "--now", "hansa.target")
    if restart:
        machine.run("systemctl", "restart", "hansa.target")
    but = f", but {' and '.join(off)}, which you have disabled" if off else ""
    return ("restarted" if restart else "they run") + but


def web_server(machine: Machine, club: Club, release: Path) -> str:
    """Let Caddy serve the site by HTTPS, unless another web server is there or its file is written.

    What a host has written into Caddy's file stays.
    """
    if other_web_server(machine):
        return (
            f"another one listens at port {WEB_PORTS[1]} or {WEB_PORTS[0]}: let it lead to the "
            "site as in hansa_site/deploy/nginx.conf"
        )
    file = machine.at(CADDYFILE)
    now = file.read_text("utf-8") if file.exists() else ""
    if _names(now, club.host):
        machine.run("systemctl", "enable", "--quiet", "--now", "caddy")
        return f"Caddy serves {club.host}"
    ours = (release / "hansa_site/deploy/Caddyfile").read_text("utf-8")
    if now and not _is_as_installed(machine, "caddy", CADDYFILE):
        raise Failed(
            f"Caddy serves something else here. Add what is in {release}/hansa_site/deploy/"
            f"Caddyfile to {CADDYFILE}, with {club.host}, and install again."
        )
    ours = caddyfile_for(machine.run("caddy", "version"), ours)
    machine.write(CADDYFILE, ours.replace(EXAMPLE_HOST, club.host))
    machine.run("systemctl", "enable", "--quiet", "caddy")
    machine.run("systemctl", "restart", "caddy")
    return f"Caddy serves {club.host} from now on"


def caddyfile_for(version: str, text: str) -> str:
    """Return a file of Caddy's in the words of a version, which is what `caddy version` says.

    Before 2.6.4 the buffers of requests had other names.
    Source: https://github.com/caddyserver/caddy/pull/5367.
    """
    number = re.match(r"v?(\d+)\.(\d+)\.(\d+)", version)
    if number is None or tuple(map(int, number.groups())) >= _NEW_BUFFERS:
        return text
    return re.sub(
        r"^([ \t]*)request_buffers (\w+)",
        r"\1buffer_requests\n\1max_buffer_size \2",
        text,
        flags=re.MULTILINE,
    )


def _names(text: str, host: str) -> bool:
    """Return whether a file of Caddy's has a host, outside comments and longer names."""
    return bool(re.search(rf"^[^#\n]*(?<![\w.-]){re.escape(host)}(?![\w.-])", text, re.MULTILINE))


def mail_server(machine: Machine, club: Club) -> str:
    """Let Postfix send the emails of the site, and give it the replies."""
    if not club.own_mail:
        return "on another machine"
    replies = club.reply_domain
    wanted = {"myhostname": club.host, "message_size_limit": "1000000"}
    if replies:
        to = club.settings.get("MAIL_LISTEN", "127.0.0.1:2525").rpartition(":")
        verified = f"{replies} = reject_unverified_recipient"
        wanted |= {
            "inet_interfaces": "all",
            "relay_domains": replies,
            "transport_maps": f"inline:{{ {{ {replies} = smtp:[{to[0]}]:{to[2]} }} }}",
            "smtpd_recipient_restrictions": (
                f"check_recipient_access inline:{{ {{ {verified} }} }}"
            ),
            "unverified_recipient_reject_code": "550",
            "address_verify_negative_refresh_time": "1m",
        }
    found = dict.fromkeys(wanted, "")
    for line in machine.run("postconf", *wanted).splitlines():
        name, _, value = line.partition(" = ")
        found[name.strip()] = value.strip()
    changes = [f"{name} = {value}" for name, value in wanted.items() if found[name] != value]
    machine.run("systemctl", "enable", "--quiet", "--now", "postfix")
    if not changes:
        return "Postfix is set up"
    machine.run("postconf", "-e", *changes)
    # It listens at other addresses only after a restart.
    machine.run("systemctl", "restart", "postfix")
    return f"set {', '.join(sorted(change.partition(' ')[0] for change in changes))} of Postfix"


def backups(machine: Machine) -> str:
    """Let a dump be made every night."""
    machine.run("install", "-d", "-o", USER, "-g", USER, "-m", "700", machine.at(DUMPS))
    machine.run("systemctl", "enable", "--quiet", "--now", "hansa-backup.timer")
    return f"every night in {DUMPS}"


def command(machine: Machine) -> str:
    """Make `hansa` a command of this machine."""
    link = machine.at("/usr/local/bin/hansa")
    wanted = "/srv/hansa/hansa_site/deploy/hansa"
    if link.is_symlink() and str(link.readlink()) == wanted:
        return "`hansa` is one"
    if link.exists():
        raise Failed(f"{link} is another program. Move it away.")
    link.unlink(missing_ok=True)
    link.parent.mkdir(parents=True, exist_ok=True)
    link.symlink_to(wanted)
    return "`hansa` is one from now on"


def other_web_server(machine: Machine) -> bool:
    """Return whether anything but Caddy listens at the ports of a web server."""
    if machine.succeeds("systemctl", "is-active", "--quiet", "caddy"):
        return False
    return any(_is_taken(port) for port in WEB_PORTS)


def _unit(name: str) -> str:
    """Return the file of a process's unit, which is one for all with the same word before the @."""
    word, at, _ = name.partition("@")
    return f"{word}{at}.service"


def _comes(machine: Machine, *command: str) -> bool:
    """Return whether a command succeeds within PATIENCE seconds."""
    for _ in range(PATIENCE):
        if machine.succeeds(*command):
            return True
        time.sleep(1)
    return False


def _is_taken(port: int) -> bool:
    try:
        socket.create_server(("", port)).close()
    except OSError:
        return True
    return False


def _is_installed(machine: Machine, name: str) -> bool:
    query = ("dpkg-query", "--show", "--showformat", "${Status}", name)
    return machine.succeeds(*query) and machine.run(*query) == _INSTALLED


def _is_as_installed(machine: Machine, package: str, path: str) -> bool:
    """Return whether a file of settings is the one that its package has brought."""
    listed = machine.run("dpkg-query", "--show", "--showformat", "${Conffiles}", package)
    sums = dict(_pairs(line.split() for line in listed.splitlines()))
    found: str = machine.run("md5sum", machine.at(path)).split()[0]
    return sums.get(path) == found


def _pairs(rows: Iterable[list[str]]) -> Iterable[tuple[str, str]]:
    return ((row[0], row[1]) for row in rows if len(row) > 1)


def sql(machine: Machine, query: str) -> str:
    """Do something as the superuser of this machine's PostgreSQL; return rows as text.

    Raises Failed.
    """
    return machine.run(
        "psql", "--no-psqlrc", "--quiet", "--tuples-only", "--no-align", "-v", "ON_ERROR_STOP=1",
        "--command", query, "postgres", user="postgres",
    )  # fmt: skip


def _apt_get(machine: Machine, *words: str) -> None:
    machine.run("apt-get", "-o", f"DPkg::Lock::Timeout={APT_PATIENCE}", *words)
