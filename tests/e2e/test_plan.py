"""A plan in a browser: made, kept over a day, broken by a move, mended, drafted, confirmed."""

import re

from playwright.sync_api import expect

from games.accounts.models import User
from games.play import services
from games.play.models import Draft, Game
from games.study.models import PlanLine
from tests.e2e.conftest import Visitor
from tests.factories import UserFactory
from tests.play.factories import game_of, play_on, player_to_move
from tests.play.timepiece import Timepiece, timepiece

__all__ = ["timepiece"]


def button(visitor: Visitor, name: str) -> None:
    visitor.page.get_by_role("button", name=name).click()


def at_step(visitor: Visitor, words: str) -> None:
    visitor.page.locator(".where").get_by_text(re.compile(words)).wait_for()


def until_turn_of(game: Game, person: User) -> Game:
    """The game played on until a person has a choice in a turn of their own."""
    while True:
        player = player_to_move(game)
        rules, state = game.rules(), game.position()
        choices, view = len(rules.orders(state, player.seat)), rules.view(state, None)
        mine = player.user == person and view.turn == player.seat and view.prompt == "turn"
        if mine and choices > 1:
            return game
        game = play_on(game, 1)


def test_a_plan_of_three_turns(visitor: Visitor, timepiece: Timepiece) -> None:
    page = visitor.page
    me, other = UserFactory(username="Merchant"), UserFactory(username="Anna")
    game = play_on(game_of(me, other, title="teutonica", name="The Herring Table"), 8)
    game = until_turn_of(game, me)
    visitor.sign_in(me)
    visitor.go(game.get_absolute_url())
    page.get_by_role("link", name="Plan", exact=True).click()
    at_step(visitor, "step 0 of 0")
    assert visitor.fits()
    for turn in (2, 3, 4):
        button(visitor, "Let a bot play this turn")
        at_step(visitor, f"turn {turn},")
    page.get_by_label("Name of this branch").fill("North first")
    button(visitor, "Name")
    page.get_by_role("link", name="North first").wait_for()
    page.get_by_label("Note on this step").fill("Then the books.")
    button(visitor, "Save the note")
    page.locator(".remark").get_by_text("Then the books.").wait_for()
    assert visitor.barriers() == []

    # By keyboard to the beginning and back again, and another branch from there.
    page.locator("#ask").focus()
    page.keyboard.press("Home")
    at_step(visitor, "step 0 of")
    page.keyboard.press("ArrowRight")
    at_step(visitor, "step 1 of")
    page.keyboard.press("ArrowLeft")
    at_step(visitor, "step 0 of")

    # Over a day, the other plays on: the plan says by which move it was broken.
    timepiece.go(hours=24)
    game = Game.objects.get(pk=game.pk)
    player, rules, state = player_to_move(game), game.rules(), game.position()
    expected = PlanLine.objects.get().steps[0][1]
    legal = [rules.write(state, order) for order in rules.orders(state, player.seat)]
    other = next(text for text in legal if text != expected)
    services.confirm(player=player, version=game.version, orders=[other])
    until_turn_of(play_on(Game.objects.get(pk=game.pk), 6), me)
    page.reload()
    page.get_by_text("This branch was broken by").wait_for()
    assert visitor.fits()
    button(visitor, "Go on from there")
    page.get_by_text("Here is the present.").wait_for()
    expect(page).to_have_url(re.compile(rf"/game/{game.pk}/plan/"))

    # Mended, it becomes the draft, and is confirmed at the real table.
    button(visitor, "Let a bot play this turn")
    at_step(visitor, "turn 2,")
    button(visitor, "Make this my draft")
    page.get_by_text("Your plan is your draft now").wait_for()
    expect(page).to_have_url(re.compile(rf"/game/{game.pk}/$"))
    assert Draft.objects.get(player__game=game, player__user=me).orders
    made = Game.objects.get(pk=game.pk).moves_made
    page.locator(".confirm .primary").click()
    expect(page.locator(".draft")).to_have_count(0)
    assert Game.objects.get(pk=game.pk).moves_made > made


def test_a_plan_without_scripts(visitor_without_javascript: Visitor) -> None:
    visitor = visitor_without_javascript
    page, me = visitor.page, UserFactory(username="Merchant")
    game = play_on(game_of(me, "journeyman", title="hansa"), 6)
    visitor.sign_in(me)
    visitor.go(f"/game/{game.pk}/plan/")
    button(visitor, "Let a bot play this turn")
    at_step(visitor, "turn 2,")
    page.get_by_role("link", name="Back a step", exact=True).click()
    page.get_by_role("link", name="On a step", exact=True).click()
    at_step(visitor, "turn 2,")


def test_orders_typed_in_a_plan_on_a_phone(phone_visitor: Visitor) -> None:
    page, me = phone_visitor.page, UserFactory(username="Merchant")
    game = game_of(me, "journeyman", "journeyman", title="teutonica")
    phone_visitor.sign_in(me)
    phone_visitor.go(f"/game/{game.pk}/plan/m{game.moves_made}/")
    page.get_by_text("Type orders").click()
    typed = page.locator("#typed")
    typed.fill("incme 1t")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator(".note.warning")).to_be_in_viewport(ratio=1)
    expect(typed).to_have_value("incme 1t")
    typed.fill("income 1t; end")
    page.get_by_role("button", name="Play", exact=True).click()
    at_step(phone_visitor, "step 2 of 2")
    expect(typed).to_have_value("")
    assert phone_visitor.fits()
