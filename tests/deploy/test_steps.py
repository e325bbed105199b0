"""The steps of an installation: each does only what is missing, and leaves what a host changed."""

import hashlib
from pathlib import Path

import pytest
from django.conf import settings

from hosting import club as clubs
from hosting import steps
from hosting.club import Club
from hosting.machine import Failed
from tests.deploy.pretending import SETTINGS, Pretend

CLUB = Club(clubs.parse(SETTINGS))
ELSEWHERE = Club(
    {
        "SITE_URL": "https://club.example",
        "DATABASE_URL": "postgres://hansa:x@10.0.0.1/hansa",
        "CELERY_BROKER_URL": "redis://10.0.0.1/0",
        "EMAIL_URL": "smtps://me:x@smtp.example.org",
    }
)
INSTALLED = "^dpkg-query .*Status"
COMPILED = "-c import games$"
"""What asks whether a release is compiled."""


@pytest.mark.parametrize(
    ("club", "packages"),
    [
        (CLUB, "git python3-venv postgresql redis-server postfix caddy"),
        (ELSEWHERE, "git python3-venv caddy"),
    ],
    ids=["here", "elsewhere"],
)
def test_the_packages_of_the_parts_on_this_machine_are_installed(
    club: Club, packages: str, tmp_path: Path
) -> None:
    bare = Pretend(tmp_path, {INSTALLED: 1})
    steps.packages(bare, club)
    assert bare.did("^apt-get .* install")[0].endswith(f" install --yes {packages}")
    there = Pretend(tmp_path, {INSTALLED: "install ok installed"})
    steps.packages(there, club)
    assert not there.did("apt-get")


def test_a_package_that_was_removed_is_installed_again(tmp_path: Path) -> None:
    machine = Pretend(tmp_path, {INSTALLED: "deinstall ok config-files"})
    steps.packages(machine, ELSEWHERE)
    assert machine.did("^apt-get .* install")


def test_packages_that_cannot_be_had_are_named(tmp_path: Path) -> None:
    machine = Pretend(tmp_path, {INSTALLED: 1, "^apt-get .* install": 100})
    with pytest.raises(Failed, match=r"git, python3-venv, caddy could not.*network"):
        steps.packages(machine, ELSEWHERE)


def test_rules_and_bots_are_compiled_where_that_can_be_done(tmp_path: Path) -> None:
    bare = Pretend(tmp_path, {INSTALLED: 1, COMPILED: 1})
    assert steps.bots(bare, CLUB, tmp_path) == "compiled"
    assert bare.did("^apt-get .* gcc python3-dev")
    assert bare.did("^nice .* hansa_site.compiling")
    there = Pretend(tmp_path, {INSTALLED: "install ok installed", COMPILED: 1})
    assert steps.bots(there, CLUB, tmp_path) == "compiled"
    assert not there.did("apt-get")


def test_a_compiler_that_was_removed_is_missed_only_when_there_is_work_for_it(
    tmp_path: Path,
) -> None:
    machine = Pretend(tmp_path, {INSTALLED: 1})
    assert steps.bots(machine, CLUB, tmp_path) == "they are compiled"
    assert not machine.did("apt-get|hansa_site.compiling")


@pytest.mark.parametrize("fails", ["^apt-get", "hansa_site.compiling"])
def test_bots_that_cannot_be_compiled_stop_no_installation_that_does_not_insist(
    fails: str, tmp_path: Path
) -> None:
    machine = Pretend(tmp_path, {INSTALLED: 1, COMPILED: 1, fails: 1})
    told = steps.bots(machine, CLUB, tmp_path)
    assert told.startswith("not compiled, so that they take longer to think. This failed: ")
    insisting = Club({**CLUB.settings, "HANSA_COMPILED": "1"})
    with pytest.raises(Failed, match=r"HANSA_COMPILED is 1 in /etc/hansa\.env"):
        steps.bots(machine, insisting, tmp_path)


def test_bots_are_not_compiled_where_the_settings_say_so(tmp_path: Path) -> None:
    machine = Pretend(tmp_path)
    steps.bots(machine, Club({**CLUB.settings, "HANSA_COMPILED": "0"}), tmp_path)
    assert not machine.commands


def test_role_and_database_are_made_once(tmp_path: Path) -> None:
    new = Pretend(tmp_path)
    steps.database(new, CLUB)
    assert len(new.did("^createuser|^createdb")) == 2
    half = Pretend(tmp_path, {"pg_roles": "1"})
    steps.database(half, CLUB)
    assert half.did("^createuser|^createdb") == ["createdb --owner hansa hansa"]
    whole = Pretend(tmp_path, {"pg_roles": "1", "pg_database": "1"})
    steps.database(whole, CLUB)
    assert not whole.did("^createuser|^createdb")


def test_a_database_that_does_not_answer_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(steps, "PATIENCE", 1)
    with pytest.raises(Failed, match="pg_lsclusters"):
        steps.database(Pretend(tmp_path, {"pg_isready": 2}), CLUB)


def test_what_is_elsewhere_is_left_alone(tmp_path: Path) -> None:
    machine = Pretend(tmp_path)
    steps.database(machine, ELSEWHERE)
    steps.queue(machine, ELSEWHERE)
    steps.mail_server(machine, ELSEWHERE)
    assert machine.commands == []


def test_redis_is_told_once(tmp_path: Path) -> None:
    machine = Pretend(tmp_path)
    machine.write(steps.REDIS_CONF, "save 3600 1\n")
    steps.queue(machine, CLUB)
    steps.queue(machine, CLUB)
    assert (tmp_path / "etc/redis/redis.conf").read_text() == 'save 3600 1\nsave ""\n'
    assert len(machine.did("restart redis")) == 1


def caddy(folder: Path, text: str, brought: str) -> Pretend:
    """A machine with a file of Caddy's, whose package has brought perhaps another one."""
    digest = hashlib.md5(brought.encode(), usedforsecurity=False).hexdigest()
    ours = hashlib.md5(text.encode(), usedforsecurity=False).hexdigest()
    machine = Pretend(
        folder, {"Conffiles": f" {steps.CADDYFILE} {digest}", "^md5sum": f"{ours}  file"}
    )
    machine.write(steps.CADDYFILE, text)
    return machine


def test_caddys_own_page_gives_way(tmp_path: Path) -> None:
    machine = caddy(tmp_path, ":80\n", ":80\n")
    steps.web_server(machine, CLUB, settings.ROOT)
    text = (tmp_path / "etc/caddy/Caddyfile").read_text()
    assert "\nclub.example {" in text
    assert "hansa.example.org" not in text
    assert machine.did("restart caddy")


def test_caddy_gets_its_file_in_the_words_of_its_version() -> None:
    text = "{\n\trequest_buffers 3MB\n}\n"
    assert steps.caddyfile_for("v2.10.0 h1:fonubSaQKF1Y=", text) == text
    old = "{\n\tbuffer_requests\n\tmax_buffer_size 3MB\n}\n"
    assert steps.caddyfile_for("2.6.2", text) == old


@pytest.mark.parametrize(
    "address", ["club.example", "https://club.example:443,", "a, club.example"]
)
def test_what_a_host_has_written_for_caddy_stays(tmp_path: Path, address: str) -> None:
    machine = caddy(tmp_path, f"{{ local_certs }}\n{address} {{ }}\n", ":80\n")
    steps.web_server(machine, CLUB, settings.ROOT)
    assert (tmp_path / "etc/caddy/Caddyfile").read_text().startswith("{ local_certs }")
    assert not machine.did("restart")


@pytest.mark.parametrize(
    "text",
    ["other.example { }\n", "www.club.example { }\n", "club.example.org { }\n",
     "other.example { } # not club.example\n"],
)  # fmt: skip
def test_a_caddy_that_serves_something_else_is_named(tmp_path: Path, text: str) -> None:
    machine = caddy(tmp_path, text, ":80\n")
    with pytest.raises(Failed, match="serves something else"):
        steps.web_server(machine, CLUB, settings.ROOT)
    assert (tmp_path / "etc/caddy/Caddyfile").read_text() == text


def test_another_web_server_stays_and_its_host_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(steps, "_is_taken", lambda port: port == 443)
    machine = Pretend(tmp_path, {"is-active": 3, INSTALLED: 1})
    assert "nginx.conf" in steps.web_server(machine, CLUB, settings.ROOT)
    steps.packages(machine, CLUB)
    assert "caddy" not in machine.did("^apt-get .* install")[0]


def test_postfix_is_set_up_once(tmp_path: Path) -> None:
    machine = Pretend(tmp_path, {"^postconf my": "myhostname = old.example"})
    steps.mail_server(machine, CLUB)
    (changes,) = machine.did("^postconf -e")
    assert "myhostname = club.example" in changes
    assert "{ { reply.club.example = smtp:[127.0.0.1]:2525 } }" in changes
    assert machine.did("restart postfix")
    # What it says then is what it was told.
    said = changes.removeprefix("postconf -e ")
    names = ("myhostname", "message_size_limit", "inet_interfaces", "relay_domains",
             "transport_maps", "smtpd_recipient_restrictions", "unverified_recipient_reject_code",
             "address_verify_negative_refresh_time")  # fmt: skip
    for name in names:
        said = said.replace(f" {name} = ", f"\n{name} = ")
    again = Pretend(tmp_path, {"^postconf my": said})
    steps.mail_server(again, CLUB)
    assert not again.did("restart|-e")


def test_units_are_written_once_and_a_changed_one_again(tmp_path: Path) -> None:
    machine = Pretend(tmp_path)
    assert steps.units(machine, settings.ROOT)
    assert not steps.units(machine, settings.ROOT)
    assert len(machine.did("daemon-reload")) == 1
    unit = tmp_path / "etc/systemd/system/hansa-web.service"
    unit.write_text("[Service]\n")
    assert steps.units(machine, settings.ROOT)
    assert "hansa_site.processes web" in unit.read_text()


def test_without_replies_nothing_takes_them(tmp_path: Path) -> None:
    machine = Pretend(tmp_path)
    steps.processes(machine, ELSEWHERE, set(), restart=False)
    assert not machine.did("hansa-mail|restart")
    steps.processes(machine, CLUB, set(), restart=True)
    assert machine.did("enable.*hansa-mail")
    assert machine.did("restart hansa.target")


def test_what_a_host_has_disabled_stays_so_and_what_is_new_starts(tmp_path: Path) -> None:
    machine = Pretend(tmp_path, {"is-enabled --quiet hansa-(beat|mail)": 1})
    told = steps.processes(
        machine, CLUB, {"hansa-web.service", "hansa-beat.service"}, restart=False
    )
    (enabled,) = machine.did("enable .*hansa-web.socket")
    assert "hansa-beat" not in enabled
    assert "hansa-mail" in enabled
    assert "hansa-beat, which you have disabled" in told
    # Where nothing has been started yet, nobody has disabled anything.
    new = Pretend(tmp_path, {"is-enabled": 1})
    steps.processes(new, CLUB, {"hansa-beat.service"}, restart=False)
    assert new.did("enable .*hansa-beat")


def test_the_command_of_another_program_stays(tmp_path: Path) -> None:
    machine = Pretend(tmp_path)
    steps.command(machine)
    steps.command(machine)
    link = tmp_path / "usr/local/bin/hansa"
    assert str(link.readlink()) == "/srv/hansa/hansa_site/deploy/hansa"
    link.unlink()
    link.write_text("another")
    with pytest.raises(Failed, match="another program"):
        steps.command(machine)
