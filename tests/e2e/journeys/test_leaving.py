"""Somebody who leaves: export, deletion, stopped by mail, deleted again; and what others see."""

import zipfile
from datetime import timedelta

from django.contrib.auth.hashers import PBKDF2PasswordHasher
from playwright.sync_api import Locator

from games.accounts.models import User
from tests.e2e.journeys.conftest import Walkers
from tests.e2e.journeys.town import until
from tests.e2e.journeys.walker import Walker, link
from tests.factories import PASSWORD, UserFactory
from tests.play.factories import game_of, play_fast, play_out

WAY, OTHERS = "9 the one who leaves", "9 the others"
DAY = timedelta(days=1)
WEEK = 7
STOP = "/delete/stop/"


def test_leaving(walkers: Walkers) -> None:
    agnes, wulf, berta = (UserFactory(username=name) for name in ("Agnes", "Wulf", "Berta"))
    # The site does not read the quick passwords of tests.
    hasher = PBKDF2PasswordHasher()
    agnes.password = hasher.encode(PASSWORD, hasher.salt())
    agnes.save()
    over = play_out(game_of(agnes, wulf, name="Winter"))
    running = play_fast(game_of(agnes, wulf, berta, name="Spring"), 30)
    walker, other = walkers(WAY, agnes.email), walkers(OTHERS, wulf.email, "desk")
    walker.sign_in(agnes)
    other.sign_in(wulf)
    page, tally = walker.page, walker.tally
    walker.go("/")
    settings = page.get_by_role("link", name="Settings", exact=True)
    data = page.get_by_role("link", name="Your data")
    walker.tap(page.get_by_role("button", name="Menu"), settings)
    walker.tap(settings, data)
    walker.tap(data, export_button(walker))
    export(walker)
    tally.part("export")

    walker.go("/accounts/data/")
    walker.tap(page.get_by_role("link", name="Delete account"), delete_button(walker))
    walker.tap(delete_button(walker), page.get_by_label("Password"))
    walker.type(page.get_by_label("Password"), PASSWORD)
    keep = page.get_by_role("button", name="Keep my account")
    walker.tap(page.get_by_role("button", name="Continue"), keep)
    tally.part("delete")

    walker.leap(DAY)
    walker.arrive(link(walker.mail("delet"), STOP, walker.address), keep)
    walker.tap(keep, page.get_by_role("heading", name="Your account stays"))
    walker.mail("stays")
    tally.part("stop it by mail")

    walker.go("/accounts/delete/")
    walker.look()
    walker.tap(delete_button(walker), page.get_by_label("Password").or_(keep))
    if not keep.count():
        walker.type(page.get_by_label("Password"), PASSWORD)
        walker.tap(page.get_by_role("button", name="Continue"), keep)
    tally.part("delete again")
    for _ in range(WEEK + 1):
        walker.leap(DAY)
    until(lambda: not User.objects.filter(pk=agnes.pk).exists())
    walker.catch_up()
    walker.go("/")
    walker.look()

    former = other.page.get_by_text("Former player").filter(visible=True)
    other.arrive(over.get_absolute_url(), former)
    arrived = other.page.get_by_text("plays for a player who closed their account")
    other.arrive(running.get_absolute_url(), arrived)
    other.tally.part("look")
    other.catch_up()
    for path in ("/", over.get_absolute_url(), running.get_absolute_url()):
        other.go(path)
        assert "Agnes" not in other.page.content()
    assert other.page.request.get(f"{other.address}/people/Agnes/").status == 410


def export(walker: Walker) -> None:
    """Ask for the data, wait for the link, and open what it leads to."""
    page = walker.page
    walker.tap(export_button(walker), page.get_by_text("collecting your data"))
    with walker.tally.waiting():
        page.get_by_role("link", name="Download").wait_for()
    walker.look()
    with page.expect_download() as download:
        walker.hit(page.get_by_role("link", name="Download"))
    with zipfile.ZipFile(download.value.path()) as copy:
        names = copy.namelist()
        readme = copy.read(next(name for name in names if name.endswith("README.txt"))).decode()
    assert {"games/games.json", "games/seats.json"} <= set(names)
    assert "games/chat.json" in readme


def export_button(walker: Walker) -> Locator:
    """What asks for a copy of the data."""
    return walker.page.get_by_role("button", name="Export my data")


def delete_button(walker: Walker) -> Locator:
    """What asks for the deletion."""
    return walker.page.get_by_role("button", name="Delete my account")
