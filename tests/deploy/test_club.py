"""The settings of a club: asked for once, kept, and read alike by everybody."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings

from hosting import club as clubs
from hosting.machine import Failed
from tests.deploy.pretending import SETTINGS, Pretend

EXAMPLE = (settings.ROOT / "hansa_site/deploy/hansa.env").read_text()


def test_the_address_makes_a_file_that_only_root_and_the_site_read(tmp_path: Path) -> None:
    machine = Pretend(tmp_path)
    clubs.settled(machine, EXAMPLE, "https://Club.example/")
    file = tmp_path / "etc/hansa.env"
    found = clubs.known(machine)
    assert file.stat().st_mode & 0o777 == 0o640
    assert found.host == "club.example"
    assert found.reply_domain == "reply.club.example"
    assert found.own_database
    assert found.own_queue
    assert "hansa.example.org" not in file.read_text()
    assert len(found.settings["SECRET_KEY"]) > 50
    assert machine.did("chown root:hansa")


def test_each_club_has_its_own_secret_which_nobody_is_told(tmp_path: Path) -> None:
    first, second = Pretend(tmp_path / "a"), Pretend(tmp_path / "b")
    for machine in (first, second):
        told = clubs.settled(machine, EXAMPLE, "club.example")
        secret = clubs.known(machine).settings["SECRET_KEY"]
        assert secret not in " ".join([told, *machine.told, *machine.commands])
    assert clubs.known(first).settings["SECRET_KEY"] != secret


def test_what_is_there_stays(tmp_path: Path) -> None:
    machine = Pretend(tmp_path)
    clubs.settled(machine, EXAMPLE, "club.example")
    file = tmp_path / "etc/hansa.env"
    file.write_text(file.read_text() + "CONTACT='us@club.example'\n")
    before = file.read_text()
    clubs.settled(machine, EXAMPLE)
    clubs.settled(machine, EXAMPLE, "club.example")
    assert file.read_text() == before


def test_an_empty_secret_is_filled_and_a_file_that_all_can_read_is_closed(tmp_path: Path) -> None:
    machine = Pretend(tmp_path)
    machine.write(clubs.FILE, SETTINGS.replace("of-this-club", ""), 0o644)
    clubs.settled(machine, EXAMPLE)
    assert clubs.known(machine).settings["SECRET_KEY"]
    assert (tmp_path / "etc/hansa.env").stat().st_mode & 0o777 == 0o640


def test_another_address_than_that_of_the_settings_is_refused(tmp_path: Path) -> None:
    machine = Pretend(tmp_path)
    machine.write(clubs.FILE, SETTINGS)
    with pytest.raises(Failed, match=r"is club\.example"):
        clubs.settled(machine, EXAMPLE, "other.example")


def test_where_nobody_answers_the_option_is_named(tmp_path: Path) -> None:
    with pytest.raises(Failed, match="hansa install --address"):
        clubs.settled(Pretend(tmp_path), EXAMPLE)
    assert not (tmp_path / "etc").exists()


def test_with_another_mail_server_this_machine_has_none(tmp_path: Path) -> None:
    machine = Pretend(tmp_path)
    machine.typed = ["club.example", "smtps://me:p%27w@smtp.example.org"]
    clubs.settled(machine, EXAMPLE)
    found = clubs.known(machine)
    assert not found.own_mail
    assert found.reply_domain == ""
    assert found.settings["EMAIL_URL"] == "smtps://me:p%27w@smtp.example.org"


def test_a_file_from_elsewhere_is_taken_with_its_secret(tmp_path: Path) -> None:
    machine = Pretend(tmp_path)
    clubs.settled(machine, EXAMPLE, given=SETTINGS)
    assert clubs.known(machine).settings["SECRET_KEY"] == "of-this-club"


def test_a_file_from_elsewhere_is_not_left_unread(tmp_path: Path) -> None:
    """Where other settings are, the host is told; where they are the same, all goes on."""
    machine = Pretend(tmp_path)
    clubs.settled(machine, EXAMPLE, given=SETTINGS)
    assert "as it was" in clubs.settled(machine, EXAMPLE, given=SETTINGS)
    with pytest.raises(Failed, match="says something else"):
        clubs.settled(machine, EXAMPLE, given=SETTINGS.replace("reply.", "answer."))
    assert machine.at(clubs.FILE).read_text() == SETTINGS


@pytest.mark.parametrize("given", ["A='1'\n", "nonsense", SETTINGS.replace("https://", "")])
def test_what_is_no_file_of_settings_is_not_kept(given: str, tmp_path: Path) -> None:
    machine = Pretend(tmp_path)
    with pytest.raises(Failed, match="the settings that you gave"):
        clubs.settled(machine, EXAMPLE, given=given)
    assert not machine.at(clubs.FILE).exists()


def test_django_warns_of_nothing_on_a_site_that_is_installed_so(tmp_path: Path) -> None:
    machine = Pretend(tmp_path)
    clubs.settled(machine, EXAMPLE, "club.example")
    env = {**clubs.known(machine).settings, "VAR": str(tmp_path), "PATH": os.environ["PATH"]}
    done = subprocess.run(
        [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"],
        env=env, cwd=settings.ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("text", ["", "localhost", "10.0.0.1", "club", "a b.example", "-a.example"])
def test_what_gets_no_certificate_is_no_address(text: str) -> None:
    with pytest.raises(Failed, match="name in the DNS"):
        clubs.address(text)


def test_a_name_may_have_digits() -> None:
    assert clubs.parse("AWS_EC2_METADATA_DISABLED='true'") == {"AWS_EC2_METADATA_DISABLED": "true"}


@pytest.mark.parametrize("line", ["nonsense", "NAME='open", "NAME='a' b", "name='a'"])
def test_a_line_that_is_no_setting_is_named_without_what_it_says(line: str) -> None:
    with pytest.raises(Failed, match="Line 2") as told:
        clubs.parse(f"A='1'\n{line}\n")
    assert line not in str(told.value)


def test_settings_that_say_too_little_are_named(tmp_path: Path) -> None:
    machine = Pretend(tmp_path)
    machine.write(clubs.FILE, "SITE_URL='https://club.example'\n")
    with pytest.raises(Failed, match="DATABASE_URL"):
        clubs.known(machine)


@pytest.mark.parametrize(("text", "told"), [
    (b"SITE_URL='club.example'\nDATABASE_URL='postgres:///hansa'\n", "SITE_URL in .* is no URL"),
    (SETTINGS.encode() + b"EMAIL_URL='smtp://me:se[cret@x'\n", r"EMAIL_URL in \S+ is no URL\.$"),
    (b"SITE_URL='\xff'\n", "UTF-8"),
])  # fmt: skip
def test_settings_that_nobody_can_read_are_named(text: bytes, told: str, tmp_path: Path) -> None:
    machine = Pretend(tmp_path)
    machine.write(clubs.FILE, "")
    machine.at(clubs.FILE).write_bytes(text)
    with pytest.raises(Failed, match=told):
        clubs.known(machine)


def test_what_is_filled_in_is_the_same_to_a_shell() -> None:
    value = 'a b$c`d"e\\f'
    text = clubs.filled(EXAMPLE, {"EMAIL_URL": value})
    shell = subprocess.run(
        ["sh", "-ec", f'{text}\nprintf %s "$EMAIL_URL"'],
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    assert shell.stdout == value == clubs.parse(text)["EMAIL_URL"]
    with pytest.raises(Failed, match="%27"):
        clubs.filled(EXAMPLE, {"EMAIL_URL": "it's"})
