"""The compose file has every process of a site, none with more rights than it needs."""

import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.conf import settings

from hansa_site import processes

FOLDER = settings.ROOT / "hansa_site/deploy/containers"
COMPOSE: dict[str, Any] = yaml.safe_load((FOLDER / "compose.yaml").read_text())
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]
RUN = ["-m", "hansa_site.processes"]
PARTS = {"database", "queue", "proxy"}
LOOK = """
from hansa_site.wsgi import application
from django.core.management import call_command
from django.test import Client
call_command("check", fail_level="WARNING")
page = Client().get("/rules/teutonica/", headers={"host": "localhost", "accept-language": "de"})
assert page.status_code == 200 and 'lang="de"' in page.text, page.text
"""
"""Ask for a page with texts and a catalogue, which needs no database."""
PAGE = (settings.ROOT / "docs/containers.md").read_text()


def test_every_process_is_a_service_and_runs_as_in_the_table() -> None:
    assert set(SERVICES) == {*processes.TABLE, *PARTS, "tables"}
    for name in processes.TABLE:
        assert SERVICES[name]["command"][:3] == [*RUN, name]
    for name in SERVICES:
        assert f"`{name}`" in PAGE


@pytest.mark.parametrize("name", SERVICES)
def test_a_service_writes_only_to_its_volumes_and_has_no_rights(name: str) -> None:
    service = SERVICES[name]
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert service.get("cap_add", []) == (["NET_BIND_SERVICE"] if name == "proxy" else [])
    assert name == "proxy" or "ports" not in service
    for volume in service.get("volumes", []):
        kept = volume.partition(":")[0]
        assert kept in COMPOSE["volumes"] or volume.endswith(":ro")


def test_nothing_starts_before_what_it_needs_is_well() -> None:
    for name in (*processes.TABLE, "tables"):
        for other, needed in SERVICES[name]["depends_on"].items():
            healthy = needed["condition"] == "service_healthy"
            assert healthy == ("healthcheck" in SERVICES[other])
    assert "healthcheck" in SERVICES["web"]


def test_the_image_runs_as_nobody_with_rights_and_its_base_can_be_chosen() -> None:
    lines = (FOLDER / "Containerfile").read_text().splitlines()
    assert "FROM ${BASE}" in lines
    assert lines.index("USER 990:990") < lines.index('ENTRYPOINT ["/srv/hansa/.venv/bin/python"]')
    copied = re.findall(r"^COPY (.*) \S+$", "\n".join(lines), re.MULTILINE)
    assert all((settings.ROOT / each).exists() for line in copied for each in line.split())


@pytest.mark.git
def test_the_files_of_the_image_are_enough(tmp_path: Path) -> None:
    text = (FOLDER / "Containerfile").read_text()
    copied = [
        word for line in re.findall(r"^COPY (.*) \S+$", text, re.MULTILINE) for word in line.split()
    ]
    listed = ["git", "-C", settings.ROOT, "ls-files", "--", *copied]
    names = subprocess.run(listed, stdout=subprocess.PIPE, text=True, check=True).stdout.split("\n")
    for name in filter(None, names):
        place = tmp_path / name
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(settings.ROOT / name, place)
    for command in (["-m", "hansa_site.catalogues", "compile"], ["-c", LOOK]):
        done = subprocess.run(
            [sys.executable, *command], cwd=tmp_path, env={"DEBUG": "1"},
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stdout


def test_every_variable_is_in_the_example_or_has_a_value() -> None:
    used = set(re.findall(r"\$\{([A-Z_]+)(?::\?[^}]*)?\}", (FOLDER / "compose.yaml").read_text()))
    example = re.findall(r"^([A-Z_]+)=", (FOLDER / "example.env").read_text(), re.MULTILINE)
    assert used <= set(example)
    every = set(re.findall(r"\$\{([A-Z_]+)", (FOLDER / "compose.yaml").read_text()))
    assert every <= {*example, *re.findall(r"`([A-Z_]+)`", PAGE)}


def test_the_stop_of_a_service_waits_as_long_as_systemd_does() -> None:
    for name in ("worker", "bots"):
        unit = settings.ROOT / f"hansa_site/deploy/systemd/hansa-{name}@.service"
        assert f"TimeoutStopSec={SERVICES[name]['stop_grace_period'][:-1]}\n" in unit.read_text()
