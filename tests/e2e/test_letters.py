"""From a letter to the table, and chat there."""

from games.play import visits
from games.play.models import Draft, Message, Player
from games.play.services import chat
from tests.e2e.conftest import Visitor
from tests.factories import UserFactory
from tests.play.factories import game_of, game_of_people, play_on, player_to_move


def link(player: Player) -> str:
    return visits.visit_url(player.user, player.game).partition("testserver")[2]


def test_a_letter_opens_the_table_and_no_other_page(visitor: Visitor) -> None:
    page = visitor.page
    player = player_to_move(game_of_people(private=True))
    visitor.go(link(player))
    assert visitor.barriers() == []
    page.get_by_role("button", name=f"Play as {player.user.username}").click()
    page.get_by_text("Your turn:").wait_for()
    assert visitor.fits()
    page.get_by_role("button", name="Take a trader").first.click()
    page.get_by_role("heading", name="Your draft").wait_for()
    assert Draft.objects.get(player=player).orders == ["income 1t"]

    visitor.go("/accounts/profile/")
    page.get_by_label("Password").first.wait_for()
    visitor.go(player.game.get_absolute_url())
    page.get_by_text("for this game only").wait_for()
    page.get_by_role("button", name="Sign out").click()
    page.get_by_role("link", name="Sign in").first.wait_for()


def test_people_talk_and_keep_notes(visitor: Visitor) -> None:
    page = visitor.page
    user = UserFactory()
    game = play_on(game_of(user, UserFactory(), "journeyman"), 1)
    others = Player.objects.select_related("user", "game").exclude(user=user)
    other = others.get(game=game, user__isnull=False)
    chat.say(player=other, text="Moin! <b>Who</b> takes Stade?")
    visitor.sign_in(user)
    visitor.go(game.get_absolute_url())
    link = page.get_by_role("link", name="1 new message")
    link.or_(page.get_by_role("tab", name="Chat 1")).filter(visible=True).click()
    page.get_by_text("Moin! <b>Who</b> takes Stade?").wait_for()
    # Seen for a while, it is no longer new. The browser tells on its own time what is in view.
    page.wait_for_timeout(200)
    page.clock.fast_forward(4_000)
    page.locator("#unread").wait_for(state="detached")

    box = page.get_by_label("Message all players")
    box.fill("I do.")
    page.get_by_role("button", name="Send").click()
    page.locator("#said").get_by_text("I do.").wait_for()
    assert box.input_value() == ""
    # What is being written stays when others speak.
    box.fill("And then")
    chat.say(player=other, text="Good.")
    page.clock.fast_forward(15_000)
    page.locator("#said").get_by_text("Good.").wait_for()
    assert box.input_value() == "And then"

    visitor.open_panel("Notes")
    page.get_by_label("My notes on this game").fill("Stade first")
    page.get_by_role("button", name="Save").click()
    page.get_by_text("Note saved.").wait_for()
    assert visitor.barriers() == []
    assert visitor.fits()


def test_talk_needs_no_scripts(visitor_without_javascript: Visitor) -> None:
    visitor = visitor_without_javascript
    page = visitor.page
    user = UserFactory()
    game = game_of(user, "journeyman", "journeyman")
    visitor.sign_in(user)
    visitor.go(game.get_absolute_url())
    page.get_by_role("link", name="Chat").click()
    page.get_by_label("Message all players").fill("Moin")
    page.get_by_role("button", name="Send").click()
    page.locator("#said").get_by_text("Moin").wait_for()
    assert Message.objects.get().author == user.username
