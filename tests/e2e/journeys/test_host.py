"""The host of a club: a new machine, the first members, an update, crashes, another machine."""

import re
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_string, policy
from email.message import EmailMessage
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests import parts
from tests.deploy.installing import (
    BAD_RELEASE,
    GOOD_AGAIN,
    NEXT_RELEASE,
    OPEN,
    OWN_CERTIFICATE,
    PARTS,
    PEOPLE_MOVE_IN,
    SITE,
    VISITOR,
    kill,
    new_machine,
    sections,
)
from tests.deploy.machine import Machine
from tests.e2e.journeys.conftest import TALLIES, walking_in
from tests.e2e.journeys.test_stranger import sign_up
from tests.e2e.journeys.town import Mailboxes, Town
from tests.e2e.journeys.walker import Tally, Walker
from tests.factories import code_now
from tests.running import clock

pytestmark = pytest.mark.machine

WAY, BESIDE = "12 host", "12 the first member"
WITH_METRICS = """
echo "METRICS_TOKEN='a-token'" >> /etc/hansa.env
systemctl restart hansa.target
"""
MAIN_PROCESS = "systemctl show --property MainPID --value '{}'"
RECOVERS_WITHIN = 60


class Post(Mailboxes):
    """The mailboxes of people who have accounts on a machine."""

    def __init__(self, machine: Machine) -> None:
        super().__init__()
        self._machine = machine
        self._known: dict[str, list[EmailMessage]] = defaultdict(list)

    def of(self, address: str) -> list[EmailMessage]:
        """Return the mails of an address, the oldest first."""
        name, known = address.partition("@")[0], self._known[address]
        text = self._machine.run(f"cat /var/mail/{name} 2>/dev/null || true")
        new = re.split(r"^From .*\n", text, flags=re.MULTILINE)[1 + len(known) :]
        known += [message_from_string(each, policy=policy.default) for each in new]
        return known


class Club(Town):
    """The site of a club on a machine of its own."""

    def __init__(self, machine: Machine) -> None:
        super().__init__(f"https://{SITE}", Post(machine), mail_port=0)
        self.machine = machine


@contextmanager
def browser_on(machine: Machine, browser: Browser, folder: Path) -> Iterator[Browser]:
    """A browser that reaches what listens on a machine, which has no other network."""
    command = folder / "chromium"
    command.write_text(
        f'#!/bin/sh\nexec nsenter --target {machine.leader} --net {parts.chromium()} "$@"\n'
    )
    command.chmod(0o755)
    opened = browser.browser_type.launch(
        executable_path=command,
        # The visitor of tests/deploy checks the certificate; a browser would need it in a store.
        args=["--no-sandbox", "--disable-dev-shm-usage", "--ignore-certificate-errors",
              f"--host-resolver-rules=MAP {SITE} 127.0.0.1"],
    )  # fmt: skip
    yield opened
    opened.close()


@pytest.fixture
def tallies(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[tuple[Tally, Tally]]:
    """What the host's way costs, and that of somebody who joins them, by a clock that is right."""
    monkeypatch.setenv(clock.FILE, str(tmp_path / "clock"))
    both = Tally(WAY), Tally(BESIDE)
    yield both
    request.config.stash[TALLIES] += both


def test_host(tallies: tuple[Tally, Tally], browser: Browser, tmp_path: Path) -> None:
    tally, beside = tallies
    old, new = tmp_path / "old", tmp_path / "new"
    old.mkdir()
    new.mkdir()
    with new_machine(old) as machine:
        club, page = install(machine, tally)
        tally.part("install")
        with (
            browser_on(machine, browser, old) as chromium,
            walking_in(chromium, club, tally, "host@home.example", "desk") as host,
            walking_in(chromium, club, beside, "guest@home.example") as member,
        ):
            open_staff_pages(host, page["The first account"])
            tally.part("first account")
            game = first_game(host, member)
            tally.part("first members")
            beside.part("join")
            upgrade(machine, page["Upgrading"], game, tally)
            tally.part("upgrades")
            crash_each_part(host, game)
            tally.part("crashes")
            look_at_figures(host)
            tally.part("health and metrics")
            paste(machine, page["Backups"], tally)
            known = host.page.context.storage_state()
            assert not host.errors
            assert not member.errors
        kept = {
            path: machine.run(f"base64 --wrap=0 {path}")
            for path in ("/root/club.tar", "/var/mail/guest")
        }
    with new_machine(new) as machine:
        for path, content in kept.items():
            machine.run(f"base64 --decode > {path} <<< {content}")
        # The archive is copied.
        tally.clicks += 1
        club, _ = install(machine, tally, "Another machine")
        machine.run("chown guest: /var/mail/guest")
        machine.run(f"{VISITOR} Guest answer {game}")
        tally.part("another machine")
        with (
            browser_on(machine, browser, new) as chromium,
            walking_in(chromium, club, tally, "host@home.example", "desk") as host,
        ):
            host.page.context.add_cookies(known["cookies"])
            host.arrive("/staff/health/", host.page.get_by_text("Everything works."))
            host.arrive("/", host.page.get_by_role("link", name="Hostess"))
            assert not host.errors


def paste(machine: Machine, commands: str, tally: Tally) -> None:
    """Run the commands of a section; that counts as one click."""
    with tally.waiting():
        machine.run(commands)
    tally.clicks += 1


def install(machine: Machine, tally: Tally, title: str = "The site") -> tuple[Club, dict[str, str]]:
    """Do what a section of the page says, up to a site that answers; return it and the page."""
    page = sections()
    paste(machine, page[title], tally)
    machine.run(OWN_CERTIFICATE + PEOPLE_MOVE_IN)
    with tally.waiting():
        machine.wait_for(OPEN, patience=120)
    return Club(machine), page


def open_staff_pages(host: Walker, promotion: str) -> None:
    """Sign up, become a superuser, and set up the second factor that staff need."""
    page = host.page
    host.arrive("/", page.get_by_role("link", name="Sign up").first)
    sign_up(host, "Hostess")
    staff = page.get_by_role("link", name="Staff", exact=True)
    assert not staff.count()
    paste(machine_of(host), promotion.replace("YourName", "Hostess"), host.tally)
    host.arrive("/", staff)
    host.tap(staff, page.locator(".key"))
    host.type(page.get_by_label("Code"), code_now(page.locator(".key").inner_text()))
    saved = page.get_by_role("link", name="I've saved them")
    host.tap(page.get_by_role("button", name="Turn on"), saved)
    host.tap(saved, page.get_by_role("button", name="Find"))


def first_game(host: Walker, member: Walker) -> str:
    """Invite the first member, who signs up by the link; they also play bots, by email.

    Returns the number of the game with bots.
    """
    page = host.page
    host.tap(page.get_by_role("link", name="My games"), page.get_by_role("link", name="New game"))
    host.tap(page.get_by_role("link", name="New game"), page.get_by_label("Seat 2", exact=True))
    page.get_by_label("Seat 2", exact=True).select_option("invited")
    host.tally.clicks += 2
    host.tap(page.get_by_role("button", name="Create game").last, page.locator("#invitation"))
    path = page.locator("#invitation").input_value().removeprefix(host.address)
    member.arrive(path, member.page.get_by_role("link", name="Sign up").first)
    sign_up(member, "Guest")
    member.tap(member.page.get_by_role("button", name="Take my seat"), member.page.locator("#room"))
    with_bots = member.page.locator("form[action='/play/teutonica/'] > button")
    member.tap(member.page.get_by_role("link", name="Hansa").first, with_bots)
    member.tap(with_bots, member.page.locator("#ask"))
    found = re.search(r"/game/(\d+)/", member.page.url)
    assert found
    member.page.goto("about:blank")
    machine_of(host).run(f"{VISITOR} Guest answer {found[1]}")
    return found[1]


def upgrade(machine: Machine, commands: str, game: str, tally: Tally) -> None:
    """Change to a release that fails, which goes back by itself, then to a good one."""
    machine.run(NEXT_RELEASE + BAD_RELEASE)
    paste(machine, f"if {commands.strip()}; then exit 1; fi", tally)
    machine.run(f"{OPEN} && {VISITOR} Guest answer {game}")
    machine.run(GOOD_AGAIN)
    paste(machine, commands, tally)
    machine.wait_for(OPEN)
    machine.run(f"{VISITOR} Guest answer {game}")


def crash_each_part(host: Walker, game: str) -> None:
    """Kill one part after the other, each of which must be back without the host."""
    machine = machine_of(host)
    for part in PARTS:
        listed = machine.run(f"systemctl list-units --plain --no-legend '{part}.service'")
        unit = listed.split()[0]
        before = machine.run(MAIN_PROCESS.format(unit))
        start, seen = time.monotonic(), host.page.url
        # A page that asks for news would meet the gap.
        host.page.goto("about:blank")
        machine.run(kill(unit))
        machine.wait_for(
            f"[ $({MAIN_PROCESS.format(unit)}) != 0 ] && "
            f"[ $({MAIN_PROCESS.format(unit)}) != {before.strip()} ] && {OPEN}",
            patience=RECOVERS_WITHIN,
        )
        host.tally.longest = max(host.tally.longest, time.monotonic() - start)
        host.page.goto(seen)
        host.look()
    machine.run(f"{VISITOR} Guest answer {game}")


def look_at_figures(host: Walker) -> None:
    """Look at the health on its page, and at what Prometheus reads."""
    page, machine = host.page, machine_of(host)
    staff = page.get_by_role("link", name="Staff", exact=True)
    health = page.get_by_role("link", name="Health")
    host.tap(staff, health)
    host.tap(health, page.get_by_text("Everything works."))
    paste(machine, WITH_METRICS, host.tally)
    figures = (
        "curl --fail --silent -H 'Authorization: Bearer a-token' http://127.0.0.1:8000/metrics"
    )
    told = machine.wait_for(f"{OPEN} && {figures} -H 'Host: {SITE}'")
    assert "site_healthy 1.0" in told
    assert 'site_count{what="running_games"} 1.0' in told


def machine_of(walker: Walker) -> Machine:
    """Return the machine of the site on which somebody walks."""
    assert isinstance(walker.town, Club)
    return walker.town.machine
