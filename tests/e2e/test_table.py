"""Playing in a real browser: from signing up to answering a displacement."""

import re

from games.accounts.models import User
from games.play import services, visits
from games.play.models import Draft, Game, Player
from games.post.services import sweep
from tests.e2e.conftest import POLL, Visitor
from tests.factories import PASSWORD, UserFactory
from tests.play.factories import draft_turn, game_of, game_of_people, player_to_move

BROKEN = """heading => {
    const [text] = heading.childNodes, broken = [];
    for (const word of text.data.matchAll(/\\S+/g)) {
        const range = document.createRange();
        range.setStart(text, word.index);
        range.setEnd(text, word.index + word[0].length);
        if (range.getClientRects().length > 1) broken.push(word[0]);
    }
    return broken;
}"""
"""The words of a heading that stand on more than one line."""


def sign_up(visitor: Visitor, name: str, mailoutbox) -> User:
    page = visitor.page
    visitor.go("/accounts/signup/")
    page.get_by_label("Name").fill(name)
    page.get_by_label("Email").fill(f"{name.lower()}@example.org")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("main").get_by_role("button", name="Sign up").click()
    page.get_by_role("heading", name="Check your email").wait_for()
    sweep()
    visitor.go(re.search(r"http://testserver(\S+)", mailoutbox[-1].body)[1])
    page.get_by_role("button", name="Confirm address").click()
    page.wait_for_url(visitor.address + "/")
    return User.objects.get(username=name)


def displaced(user: User) -> Player:
    """A new game in which somebody has just displaced the user's first piece."""
    game = game_of(user, *UserFactory.create_batch(2))
    while True:
        player = player_to_move(game)
        if player.user == user:
            view = game.rules().view(game.rules().load(player.game.state), player.seat)
            if view.prompt == "displaced":
                return player
        services.confirm(player=player, version=player.game.version, orders=_attack(player, user))


def _attack(player: Player, user: User) -> list[str]:
    """The user places a trader; the others displace him as soon as they can."""
    if player.user == user:
        return ["place t hamburg-stade.2", "end"]
    title = player.game.rules()
    orders = title.orders(title.load(player.game.state), player.seat)
    texts = [
        title.write(title.load(player.game.state), o) for o in orders.groups.get("displace", ())
    ]
    return [next((text for text in texts if "hamburg-stade.2" in text), "end")]


def press(visitor: Visitor, name: str) -> None:
    visitor.page.get_by_role("button", name=name).first.click()


def test_a_first_game(visitor: Visitor, mailoutbox) -> None:
    page = visitor.page
    user = sign_up(visitor, "Hildegard", mailoutbox)
    page.get_by_role("link", name="New game").first.click()
    page.get_by_label("3 players", exact=True).check()
    page.get_by_label("Seat 2", exact=True).select_option("bot:journeyman")
    page.get_by_label("Seat 3", exact=True).select_option("bot:journeyman")
    press(visitor, "Create game")
    page.get_by_text("Your turn:").wait_for()
    animation = "getComputedStyle(document.querySelector('.target .ring')).animationName"
    assert page.evaluate(animation) == "none"
    # From here on with motion, which the other tests do without.
    page.emulate_media(reduced_motion="no-preference")
    assert page.evaluate(animation) == "breathe"

    # A click on the map, a take-back, and the same by the list.
    page.locator("a.target[aria-label^='Place on']").first.focus()
    page.keyboard.press("Enter")
    page.get_by_role("heading", name="Your draft").wait_for()
    page.locator("#ask .draft").get_by_text("places a trader at").wait_for()
    assert page.locator("#live .drafted").count()
    press(visitor, "Undo")
    page.get_by_role("heading", name="Your draft").wait_for(state="detached")
    page.get_by_label("Place a trader").select_option(index=3)
    press(visitor, "Place")
    page.get_by_role("heading", name="Your draft").wait_for()
    press(visitor, "Confirm and end the turn")
    page.get_by_role("heading", name="Your draft").wait_for(state="detached")
    game = Game.objects.get()
    assert game.moves.filter(seat=0, order__startswith="place t").count() == 1
    assert page.get_by_text("ends the turn").first.is_visible()

    # Displaced, he follows the mail and answers.
    player = displaced(user)
    game = player.game
    mailoutbox.clear()
    sweep()
    bodies = [letter.body for letter in mailoutbox if letter.to == [user.email]]
    links = re.findall(r"http://\S+(/visit/\S+)", "".join(bodies))
    of_game = (link for link in links if visits.read(link.split("/")[2]).game_id == game.pk)
    visitor.go(next(of_game))
    page.get_by_text("You were displaced").wait_for()
    page.locator("#ask select[name=order]").first.select_option(index=0)
    press(visitor, "Place")
    page.get_by_role("heading", name="Your draft").wait_for()
    before = game.moves.filter(seat=player.seat, order__startswith="put").count()
    # The primary button finishes the answer, whatever further pieces there could be.
    page.locator("#ask .confirm .primary").click()
    page.get_by_role("heading", name="Your draft").wait_for(state="detached")
    assert game.moves.filter(seat=player.seat, order__startswith="put").count() > before
    assert page.get_by_text("'s turn:").is_visible()


def test_an_open_page_notices_the_others(desk_visitor: Visitor) -> None:
    visitor = desk_visitor
    users = UserFactory.create_batch(3)
    player = player_to_move(game_of(*users))
    other = next(user for user in users if user != player.user)
    visitor.sign_in(other)
    visitor.go(player.game.get_absolute_url())
    visitor.page.get_by_text(f"{player.user.username}'s turn:").wait_for()
    services.confirm(player=player, version=player.game.version, orders=["income 1t", "end"])

    visitor.page.clock.fast_forward(POLL)
    visitor.page.get_by_text("takes a trader as income").first.wait_for()
    assert visitor.page.locator("#side").count() == 1
    assert visitor.page.locator("#live").count() == 1


def test_a_long_name_leaves_room_for_the_ways_to_other_pages(desk_visitor: Visitor) -> None:
    user = UserFactory()
    game = game_of(user, "journeyman", "journeyman")
    Game.objects.filter(pk=game.pk).update(name="An evening of Hansa Teutonica among friends")
    desk_visitor.sign_in(user)
    desk_visitor.go(game.get_absolute_url())
    name, ways = (
        desk_visitor.page.locator(each).bounding_box() for each in (".game-name", ".ways")
    )
    assert name
    assert ways
    assert ways["y"] < name["y"] + name["height"]
    assert name["x"] + name["width"] <= ways["x"]


def test_a_second_tab_hears_a_sentence(desk_visitor: Visitor) -> None:
    visitor = desk_visitor
    user = UserFactory()
    player = player_to_move(game_of(user, "journeyman", "journeyman"))
    visitor.sign_in(user)
    visitor.go(player.game.get_absolute_url())
    services.draft_order(
        player=player, version=player.game.version, draft_version=0, order="income 1t"
    )
    press(visitor, "Take 2 traders")

    visitor.page.get_by_role("alert").get_by_text("Your draft changed").wait_for()
    assert Draft.objects.get().orders == ["income 1t"]


def test_a_turn_without_javascript(visitor_without_javascript: Visitor) -> None:
    visitor = visitor_without_javascript
    user = UserFactory()
    game = game_of(user, "journeyman", "journeyman")
    visitor.sign_in(user)
    visitor.go(game.get_absolute_url())
    page = visitor.page
    page.locator("a.target[aria-label^='Place on']").first.focus()
    page.keyboard.press("Enter")
    press(visitor, "Merchant to")
    with page.expect_navigation():
        press(visitor, "Confirm and end the turn")

    assert game.moves.filter(order__startswith="place m", seat=0).count() == 1


def test_no_word_of_a_draft_s_heading_breaks_on_a_german_phone(phone_visitor: Visitor):
    game = game_of_people()
    draft_turn(game)
    user = player_to_move(game).user
    User.objects.filter(pk=user.pk).update(language="de")
    phone_visitor.sign_in(user)
    phone_visitor.go(game.get_absolute_url())
    heading = phone_visitor.page.get_by_role("heading", name="Dein Entwurf")
    assert heading.evaluate(BROKEN) == []
    phone_visitor.page.get_by_role("button", name="Alles zurücknehmen").wait_for()
