"""A game of Hansa in a real browser: the map is clicked, and a sale asks another person."""

from playwright.sync_api import Locator

from games.play.models import Game
from tests.e2e.conftest import POLL, Visitor
from tests.factories import UserFactory
from tests.play.factories import game_of, laid, play_out
from tests.rules.hansa_positions import ANN, BEN, position


def target(visitor: Visitor, order: str) -> Locator:
    """What gives an order by one click, on the map or on a desk."""
    return visitor.page.locator(f"""a[hx-vals='{{"order":"{order}"}}']""")


def click(visitor: Visitor, order: str) -> None:
    """Give an order by a click on the map or a desk, and wait for the draft to grow."""
    drafted = visitor.page.locator(".draft li")
    before = drafted.count()
    target(visitor, order).first.click()
    drafted.nth(before).wait_for()


def press(visitor: Visitor, name: str) -> None:
    """Press a confirmation, and wait until nothing is drafted any more."""
    visitor.page.get_by_role("button", name=name).first.click()
    visitor.page.get_by_role("heading", name="Your draft").wait_for(state="detached")


def played(game: Game, seat: int) -> list[str]:
    return list(game.moves.filter(seat=seat).order_by("number").values_list("order", flat=True))


def test_booths_and_a_whole_turn_by_clicks_on_the_map(visitor: Visitor) -> None:
    page, user = visitor.page, UserFactory()
    visitor.sign_in(user)
    visitor.go("/")
    page.get_by_role("link", name="New game").first.click()
    page.get_by_label("Hansa", exact=True).check()
    page.get_by_label("2 players", exact=True).check()
    page.get_by_label("Seat 2", exact=True).select_option("bot:journeyman")
    page.get_by_role("button", name="Create game").click()
    for city in ("danzig", "stockholm", "riga"):
        click(visitor, f"booths {city}")
        press(visitor, "Confirm")
    game = Game.objects.get()
    assert played(game, ANN)[:3] == ["booths danzig", "booths stockholm", "booths riga"]

    laid(game, position(players=2, talers=5, warehouses={"danzig": "red1 blue2", "kalmar": "red3"}))
    page.reload()
    click(visitor, "sail danzig")
    target(visitor, "buy red1").first.wait_for()
    click(visitor, "buy blue2")
    assert not target(visitor, "buy red1").count()
    click(visitor, "sail kalmar")
    click(visitor, "buy red3")
    assert page.locator("#live .drafted").count()
    assert played(game, ANN)[3:] == []
    press(visitor, "Confirm and end the turn")
    page.get_by_text("ends the turn").first.wait_for()
    assert played(game, ANN)[3:] == ["sail danzig", "buy blue2", "sail kalmar", "buy red3", "end"]


def test_a_sale_asks_another_person_who_answers_on_his_desk(
    desk_visitor: Visitor, phone_visitor: Visitor
) -> None:
    ann, ben = UserFactory.create_batch(2)
    game = laid(
        game_of(ann, ben, "journeyman", title="hansa"),
        position(
            players=3,
            ship="danzig",
            booths={"danzig": "Ann 2"},
            unsold={"Ann": "red1 red2", "Ben": "red1 red3 blue1", "Cleo": "red2"},
        ),
    )
    for visitor, user in ((desk_visitor, ann), (phone_visitor, ben)):
        visitor.sign_in(user)
        visitor.go(game.get_absolute_url())
    click(desk_visitor, "sell red1 red2")
    press(desk_visitor, f"Confirm {ben.username} will choose")
    desk_visitor.page.get_by_text(f"{ben.username} chooses what to lose").wait_for()

    phone_visitor.page.clock.fast_forward(POLL)
    phone_visitor.page.get_by_text("A sale costs you a red marker").wait_for()
    assert target(phone_visitor, "lose red3").count()
    assert not target(phone_visitor, "lose blue1").count()
    click(phone_visitor, "lose red1")
    press(phone_visitor, "Confirm")
    assert played(game, BEN)[-1] == "lose red1"
    desk_visitor.page.clock.fast_forward(POLL)
    desk_visitor.page.get_by_text("Your turn:").wait_for()


def test_a_table_in_the_middle_of_a_turn_has_no_barrier(visitor: Visitor) -> None:
    user = UserFactory()
    game = laid(
        game_of(user, "journeyman", "journeyman", "journeyman", title="hansa"),
        position(
            ship="danzig",
            talers=5,
            booths={"danzig": "Ann 2, Ben 1, Cleo 3, Dan 1", "kalmar": "Ben 12"},
            unsold={"Ann": "red1 red2 red2 blue1 blue3 green2", "Ben": "red1 red3 brown2"},
            sold={"Ann": "yellow1 yellow1 yellow2 purple1 purple2", "Dan": "green1 green3"},
            warehouses={"danzig": "red3 blue1", "lubeck": "green1 yellow3"},
        ),
    )
    visitor.sign_in(user)
    for path in ("", "?pick=sell:red", "?pick=good:red1"):
        visitor.go(f"/game/{game.pk}/{path}")
        assert visitor.barriers() == [], path
        assert visitor.fits(), path


def test_four_long_names_and_their_score_sheet_fit_the_page(visitor: Visitor) -> None:
    people = [UserFactory(username=f"Wiltfang{number}Moller") for number in range(4)]
    game = play_out(game_of(*people, title="hansa"))
    visitor.sign_in(people[0])
    visitor.go(game.get_absolute_url())
    assert visitor.page.get_by_role("table", name="Score sheet").is_visible()
    assert visitor.barriers() == []
    assert visitor.fits()
