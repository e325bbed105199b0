"""A pass-and-play table, a record and a position by clicks, with scripts and without."""

import random
from pathlib import Path

from games.play import services
from games.play.models import Game
from tests.e2e.conftest import Visitor
from tests.factories import UserFactory
from tests.play.factories import good_order, hot_seat_game

RECORD = Path("tests/records/hansa/2-players-piles.txt")


def test_two_people_pass_a_phone(visitor: Visitor) -> None:
    user, page, rng = UserFactory(), visitor.page, random.Random(1)
    visitor.sign_in(user)
    game = hot_seat_game(user, ("Ann", "Bea"), missions="on", two_player="neutral")
    for _ in range(2):
        visitor.go(game.get_absolute_url())
        now = Game.objects.get()
        seat = now.rules().to_move(now.position())[0]
        name = ("Ann", "Bea")[seat]
        page.get_by_text(f"Pass the screen to {name}").wait_for()
        assert not page.locator("#side [name=order]").count()
        page.get_by_role("button", name=f"I'm {name}").click()
        page.locator("#side [name=order]").first.wait_for()
        assert visitor.fits()
        while (now := Game.objects.get()).at_screen == seat:
            order = good_order(now, seat, rng)
            player = now.players.get(seat=seat)
            services.confirm(player=player, version=now.version, orders=[order])
    assert visitor.barriers() == []


def test_a_position_by_clicks_on_the_board(visitor: Visitor) -> None:
    page = visitor.page
    visitor.sign_in(UserFactory())
    visitor.go("/positions/")
    page.locator("#live a.target[aria-label='Change Hamburg–Stade'] .hit").first.click()
    page.get_by_label("Space 1").select_option("t1")
    page.get_by_label("Space 2").select_option("m2")
    page.get_by_label("Space 3").select_option("m2")
    page.get_by_role("button", name="Change", exact=True).click()
    page.get_by_text("Seat 2 has 5 merchants").wait_for()
    assert visitor.fits()
    page.get_by_label("Space 3").select_option("-")
    page.get_by_role("button", name="Change", exact=True).click()
    page.locator("#text", has_text="route hamburg-stade: t1 m2 -").wait_for()
    assert visitor.fits()
    page.get_by_label("What to change").select_option("seat:3")
    page.locator("#field-prestige").fill("12")
    page.locator("#field-prestige").press("Enter")
    page.locator("#text", has_text="seat 3: prestige 12").wait_for()
    page.locator("#text").fill("title: teutonica\nplayers: 3\nturn: 7")
    page.get_by_role("button", name="Show this text").click()
    page.get_by_text("Line 3, column 7: '7' should be a seat, a number from 1 to 3").wait_for()
    assert visitor.fits()
    assert visitor.barriers() == []


def test_without_scripts_a_record_is_read_and_played_on_from(
    visitor_without_javascript: Visitor,
) -> None:
    visitor, page = visitor_without_javascript, visitor_without_javascript.page
    visitor.sign_in(UserFactory())
    visitor.go("/records/new/")
    page.get_by_label("Paste the record").fill(RECORD.read_text().replace("1: sail", "1: swim"))
    page.get_by_role("button", name="Import", exact=True).click()
    page.get_by_text("'swim' is not an order").wait_for()
    page.get_by_role("button", name="Import only the first").click()
    page.get_by_role("link", name="Edit this position").click()
    page.get_by_label("What to change").select_option("city:riga")
    page.get_by_role("button", name="Show", exact=True).click()
    page.get_by_label("Booths of Red").fill("3")
    page.get_by_role("button", name="Change", exact=True).click()
    assert "booths riga: 3" in page.locator("#text").input_value()
    page.get_by_role("button", name="Play on from here").click()
    page.get_by_label("Seat 2", exact=True).select_option("bot:journeyman")
    page.get_by_role("button", name="Open the table").click()
    page.locator("#ask").wait_for()
    assert Game.objects.filter(hot_seat=True, status="running").count() == 1
