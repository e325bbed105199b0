"""The example of settings is read alike everywhere; units and docs have every process."""

import configparser
import re
import shlex
import subprocess
from pathlib import Path

import pytest
from django.conf import settings
from dotenv import dotenv_values

from hansa_site import processes

DEPLOY = settings.ROOT / "hansa_site" / "deploy"
PAGE = (settings.ROOT / "docs" / "running.md").read_text()
UNITS = sorted((DEPLOY / "systemd").glob("*.service"))
RUN = "/srv/hansa/.venv/bin/python -m hansa_site.processes "

PG_DUMP = """#!/bin/sh
for option; do case $option in --file=*) echo dump > "${option#--file=}";; esac; done
[ "$option" = good ]
"""


def test_the_file_of_settings_is_the_same_to_the_site_a_shell_and_systemd() -> None:
    file = DEPLOY / "hansa.env"
    to_the_site = dotenv_values(file)
    shell = subprocess.run(
        ["sh", "-ec", 'set -a; . "$1"; env -0', "sh", file],
        env={"PATH": "/usr/bin:/bin"},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    to_a_shell = dict(entry.split("=", 1) for entry in shell.stdout.split("\0") if entry)
    assert len(to_the_site) > 8
    assert to_the_site.items() <= to_a_shell.items()
    # systemd takes what stands between single quotes as it is, and knows no other shell.
    lines = [line for line in file.read_text().splitlines() if not line.startswith("#")]
    quoted = dict(line.split("=", 1) for line in lines)
    assert to_the_site == {name: value[1:-1] for name, value in quoted.items()}
    assert all(shlex.quote(value[1:-1]) in (value, value[1:-1]) for value in quoted.values())


def test_every_setting_of_the_example_is_in_the_docs() -> None:
    table = PAGE.partition("## The environment")[2].partition("\n## ")[0]
    named = set(re.findall(r"`([A-Z_]+)`", table))
    assert set(dotenv_values(DEPLOY / "hansa.env")) <= named


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.stem)
def test_a_unit_runs_a_process_of_the_table_as_the_site(unit: Path) -> None:
    read = configparser.ConfigParser(interpolation=None, strict=False)
    read.optionxform = str  # type: ignore[assignment,method-assign]
    read.read_string(unit.read_text())
    service = read["Service"]
    assert service["User"] == service["Group"] == "hansa"
    assert service["EnvironmentFile"] == "/etc/hansa.env"
    if unit.stem == "hansa-backup":
        return
    name = unit.stem.removeprefix("hansa-").removesuffix("@")
    instance = " %i" if unit.stem.endswith("@") else ""
    assert service["ExecStart"] == f"{RUN}{name}{instance}"
    assert name in processes.TABLE
    assert service["Restart"] == "always"
    # Whatever ends a task in hand has had its time before the whole is killed.
    if name == "worker":
        assert int(service["TimeoutStopSec"]) > settings.CELERY_TASK_TIME_LIMIT


def test_every_process_has_a_unit_and_a_line_in_the_docs() -> None:
    stems = {unit.stem.removesuffix("@") for unit in UNITS}
    assert stems == {f"hansa-{name}" for name in (*processes.TABLE, "backup")}
    for name, process in processes.TABLE.items():
        assert f"| `{name}` | {process.many} | {process.does} |" in PAGE


@pytest.mark.parametrize("name", processes.TABLE)
def test_a_process_reads_its_settings_from_the_environment(name: str) -> None:
    env = {"WEB_LISTEN": "a:1", "WEB_PROCESSES": "7", "WORKER_PROCESSES": "8", "MAIL_LISTEN": "b:2"}
    command = " ".join(processes.command(name, env, "3"))
    expected = {
        "web": ["--bind a:1", "--workers 7"],
        "worker": ["--concurrency 8", "--pool prefork", "worker3@"],
        "bots": ["--queues bots", "--pool prefork", "bots3@", "nice"],
        "beat": ["beat"],
        "mail": ["--listen b:2"],
    }
    assert all(part in command for part in expected[name])


@pytest.mark.parametrize("arguments", [[], ["nothing"], ["web", "1", "2"]])
def test_a_wrong_name_is_answered_with_the_names(arguments: list[str], capsys) -> None:
    assert processes.main(arguments) == 2
    said = capsys.readouterr().err
    assert all(name in said for name in processes.TABLE)


def test_commands_run_with_the_settings_of_the_file(tmp_path: Path) -> None:
    file = tmp_path / "hansa.env"
    values = {
        "SECRET_KEY": "x",
        "DATABASE_URL": f"sqlite:///{tmp_path}/db",
        "SITE_URL": "https://a.example",
        "VAR": str(tmp_path),
    }
    file.write_text("".join(f"{name}='{value}'\n" for name, value in values.items()))
    show = "from django.conf import settings; print(settings.SITE_URL)"
    done = subprocess.run(
        [DEPLOY / "hansa", "shell", "--command", show],
        env={"PATH": "/usr/bin:/bin", "HANSA_ENV": str(file), "HANSA_USER": "root"},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    assert done.stdout.splitlines()[-1] == "https://a.example"


def test_a_dump_is_made_and_only_the_newest_are_kept(tmp_path: Path) -> None:
    tools, dumps = tmp_path / "bin", tmp_path / "dumps"
    tools.mkdir()
    dumps.mkdir()
    dump = tools / "pg_dump"
    dump.write_text(PG_DUMP)
    dump.chmod(0o755)
    for day in range(1, 5):
        (dumps / f"hansa-2026-01-0{day}.dump").write_text("old")

    def backup(url: str) -> int:
        env = {"PATH": f"{tools}:/usr/bin:/bin", "DATABASE_URL": url}
        return subprocess.run([DEPLOY / "backup", dumps, "3"], env=env, check=False).returncode

    assert backup("bad") != 0
    assert len(list(dumps.glob("*.dump"))) == 4
    assert backup("good") == 0
    kept = sorted(path.name for path in dumps.glob("*.dump"))
    assert kept[:2] == ["hansa-2026-01-03.dump", "hansa-2026-01-04.dump"]
    assert len(kept) == 3


def test_each_variable_that_the_settings_read_has_its_row() -> None:
    source = (settings.ROOT / "hansa_site" / "settings.py").read_text()
    read = set(re.findall(r'env\.\w+\(\s*"([A-Z_]+)"', source))
    rows = "".join(line for line in PAGE.splitlines(keepends=True) if line.startswith("| `"))
    assert len(read) > 25
    assert {name for name in read if f"`{name}`" not in rows} == set()
