"""People who read German: a stranger on a phone, friends by link and by mail, and by mail alone.

Whatever they see is German; what is English by mistake, their walker finds on each screen.
"""

import random
from datetime import timedelta
from email.message import EmailMessage

from games.accounts.models import User
from games.play.models import Game, Player
from tests.e2e.conftest import POLL
from tests.e2e.journeys.conftest import Walkers
from tests.e2e.journeys.programs import thunderbird
from tests.e2e.journeys.table import Table
from tests.e2e.journeys.town import until
from tests.e2e.journeys.walker import Walker, english_in, link, text
from tests.factories import PASSWORD, UserFactory
from tests.play.factories import game_of, good_order, play_out, player_to_move, step

GERMAN, BRITISH = "de-DE", "en-GB"
HOST, GUEST, FRIEND = "Ada", "Bert", "Cora"
QUIET = timedelta(hours=1)
TURNS = 3
REPLIES = 4


def test_stranger_in_german(walkers: Walkers) -> None:
    host = UserFactory(username="Wulf", language="de")
    open_game = game_of(host, "open", title="teutonica", name="Runde bei Wulf")
    walker = walkers("15 stranger in German", "hildegard@example.org", locale=GERMAN)
    page = walker.page
    walker.go("/")
    walker.look()
    play = page.get_by_role("button", name="Jetzt spielen").first
    walker.tap(play, page.locator("#ask"))
    table = Table(walker)
    for _ in range(2):
        table.turn(by_map=True)
    speak(walker, "English")
    speak(walker, "Deutsch")
    learn = page.get_by_role("link", name="In fünf Minuten lernen").first
    walker.arrive("/learn/", learn)
    walker.tap(learn, page.get_by_text("Schritt 1 von"))
    speak(walker, "English")
    speak(walker, "Deutsch")
    walker.tap(page.get_by_role("link", name="Registrieren").first, page.get_by_label("Name"))
    sign_up(walker, "Hildegard")
    confirm_address(walker)
    walker.arrive("/", page.get_by_role("heading", name="Meine Partien"))
    assert page.locator(f"a[href*='/game/{table.pk}/']").count()
    join(walker, open_game)
    assert User.objects.get(username="Hildegard").language == "de"
    table = Table(walker, seat=1)
    table.others_play()
    table.turn(by_map=True)


def test_friends_in_german(walkers: Walkers) -> None:
    way = "16 friends in German"
    ada = UserFactory(username=HOST, language="de")
    host = walkers(way, ada.email, "desk", locale=GERMAN)
    host.sign_in(ada)
    guest = walkers(way, "bert@example.org", locale=GERMAN)
    friend = walkers(way, "cora@example.org", locale=BRITISH)
    address = invite(host)
    host.page.get_by_label("Jemanden einladen").fill(friend.mailbox)
    invited = host.page.get_by_text("Eingeladen", exact=True)
    host.tap(host.page.get_by_role("button", name="Einladen", exact=True), invited)
    accept_mail(friend, FRIEND)
    accept_link(guest, address)
    game = Game.objects.get()
    assert game.is_running
    assert User.objects.get(username=GUEST).language == "de"
    assert User.objects.get(username=FRIEND).language == "en"
    friends = {HOST: host, GUEST: guest, FRIEND: friend}
    tables = {}
    for player in Player.objects.at_table(game):
        walker = friends[player.name]
        walker.arrive(game.get_absolute_url(), walker.page.locator("#ask"))
        tables[player.name] = Table(walker, player.seat)
    for _ in range(TURNS):
        table = tables[player_to_move(game).name]
        table.walker.page.clock.fast_forward(POLL)
        table.others_play()
        table.turn(by_map=table.walker.touches)
    talk(guest, host)
    asking = wait_for_mail(game, friend)
    asks = friend.page.locator("#ask :is(.choices, .confirm)")
    friend.arrive(link(asking, "/visit/", friend.address), asks)
    friend.sign_in(User.objects.get(username=FRIEND))
    friend.arrive(game.get_absolute_url(), asks)
    speak(friend, "Deutsch")
    tables[FRIEND].turn(by_map=True)
    assert_german(wait_for_mail(game, friend))


def test_mailer_in_german(walkers: Walkers) -> None:
    host = UserFactory(username="Wulf", language="de")
    game = game_of(host, "open", "journeyman", title="teutonica", name="Runde bei Wulf")
    walker = walkers("17 by mail in German", "hildegard@example.org", locale=GERMAN)
    walker.go("/accounts/signup/")
    sign_up(walker, "Hildegard")
    confirm_address(walker)
    walker.arrive("/", walker.page.get_by_role("link", name=game.name))
    join(walker, game)
    walker.page.close()
    asking = wait_for_mail(game, walker)
    assert "bestätigen" in text(asking)
    told = reply(walker, asking, "Hilfe")
    assert "Jetzt möglich" in text(told)
    dice = random.Random(4)
    for number in range(REPLIES):
        player = game.players.get(user__username="Hildegard")
        order = good_order(Game.objects.get(pk=game.pk), player.seat, dice)
        assert order
        if number == 1:
            refused = reply(walker, asking, f"x{order}", "bestätigen")
            assert "Es wurde nichts gespielt." in text(refused)
            kept = reply(walker, asking, order)
            assert "Dein Entwurf, noch nicht bestätigt" in text(kept)
            assert "Dein Entwurf ist leer" in text(reply(walker, kept, "zurück"))
        before = Game.objects.get(pk=game.pk).moves_made
        asking = reply(walker, asking, order, "bestätigen")
        assert Game.objects.get(pk=game.pk).moves_made > before, text(asking)
        if player.seat not in seats_asked(game):
            asking = wait_for_mail(game, walker)
    play_out(Game.objects.get(pk=game.pk))
    walker.town.leap(QUIET)
    over = walker.mail("zu Ende")
    assert "Wertungsblatt" in text(over)
    assert_german(over)


def speak(walker: Walker, language: str) -> None:
    """Choose another language in the menu of a phone, on a page without a foot; the page stays."""
    page, url = walker.page, walker.page.url
    walker.hit(page.locator(".opener"))
    walker.locale = {"Deutsch": GERMAN, "English": BRITISH}[language]
    choice = page.locator(".menu").get_by_role("button", name=language, exact=True)
    spoken = page.locator(f"html[lang={walker.locale[:2]}]")
    walker.tap(choice, spoken, hidden=True)
    assert page.url == url


def sign_up(walker: Walker, name: str) -> None:
    """Fill in the page on which one signs up, and send it."""
    fill_in(walker, name)
    button = walker.page.get_by_role("main").get_by_role("button", name="Registrieren")
    walker.tap(button, walker.page.get_by_role("heading", name="Sieh in dein Postfach"))


def fill_in(walker: Walker, name: str) -> None:
    """Type a name, an address and a password."""
    page = walker.page
    walker.type(page.get_by_label("Name"), name)
    walker.type(page.get_by_label("E-Mail"), walker.mailbox)
    walker.type(page.get_by_label("Passwort"), PASSWORD)


def confirm_address(walker: Walker) -> None:
    """Follow the link of the mail that comes to those who sign up."""
    mail = walker.mail("Willkommen")
    assert_german(mail)
    button = walker.page.get_by_role("button", name="Adresse bestätigen")
    walker.arrive(link(mail, "/accounts/", walker.address), button)
    menu = walker.page.get_by_role("button", name="Menü")
    walker.tap(button, menu.or_(walker.page.locator("#ask, #room")))


def join(walker: Walker, game: Game) -> None:
    """Find an open game and take its free seat."""
    page = walker.page
    seat = page.get_by_role("button", name="Platz einnehmen")
    walker.tap(page.get_by_role("link", name=game.name), seat)
    walker.tap(seat, page.locator("#ask"))


def invite(host: Walker) -> str:
    """Create a game for three with two seats for guests; return the path of its invitation."""
    page = host.page
    new = page.get_by_role("link", name="Neue Partie")
    host.arrive("/", new)
    three = page.get_by_text("3 Personen", exact=True)
    host.tap(new, three)
    host.hit(three)
    page.get_by_label("Platz 4", exact=True).wait_for(state="hidden")
    for seat in ("Platz 2", "Platz 3"):
        page.get_by_label(seat, exact=True).select_option("invited")
    host.hit(page.get_by_text("Ändern", exact=True))
    host.hit(page.get_by_text("1 Woche pro Zug"))
    create = page.get_by_role("button", name="Partie erstellen").last
    host.tap(create, page.get_by_label("Einladungslink"))
    return page.get_by_label("Einladungslink").input_value().removeprefix(host.address)


def accept_mail(friend: Walker, name: str) -> None:
    """Follow an invitation from a German to a page in one's own language, and sign up there."""
    mail = friend.mail("lädt dich zu einem Brettspiel ein")
    assert_german(mail)
    page = friend.page
    german = friend.locale == GERMAN
    seat = page.get_by_role("button", name="Platz einnehmen" if german else "Take my seat")
    friend.arrive(link(mail, "/invited/", friend.address), seat)
    friend.type(page.get_by_label("Name"), name)
    friend.type(page.get_by_label("Passwort" if german else "Password"), PASSWORD)
    friend.tap(seat, page.locator("#room, #ask"))


def accept_link(guest: Walker, address: str) -> None:
    """Follow a link that a friend has sent, and sign up for a seat."""
    page = guest.page
    seat = page.get_by_role("button", name="Platz einnehmen")
    guest.arrive(address, seat)
    fill_in(guest, GUEST)
    guest.tap(seat, page.get_by_role("heading", name="Sieh in dein Postfach"))
    confirm_address(guest)


def talk(one: Walker, other: Walker) -> None:
    """Say something to those at the table."""
    one.open_panel("Chat")
    one.type(one.page.locator("#chat-text"), "Moin zusammen!")
    said = "#said :text('Moin zusammen!')"
    one.tap(one.page.get_by_role("button", name="Senden"), one.page.locator(said))
    other.page.clock.fast_forward(3 * POLL)
    other.page.locator(said).wait_for(state="attached")


def seats_asked(game: Game) -> tuple[int, ...]:
    """The seats that a game waits for now."""
    now = Game.objects.get(pk=game.pk)
    return tuple(now.rules().to_move(now.position()))


def wait_for_mail(game: Game, walker: Walker) -> EmailMessage:
    """Let the others play until a game waits for somebody, and return what they are mailed."""
    dice = random.Random(5)
    user = User.objects.get(email=walker.mailbox)
    walker.catch_up()
    while user.seats.get(game=game).seat not in seats_asked(game):
        step(Game.objects.get(pk=game.pk), dice)
    walker.town.leap(QUIET)
    return walker.mail(f"{game.name}: ")


def reply(walker: Walker, asking: EmailMessage, *lines: str) -> EmailMessage:
    """Reply to a mail of a game; return the answer, which is German."""
    walker.catch_up()
    with walker.tally.waiting():
        walker.town.send(thunderbird(asking, "\n".join(lines)))
        answer: EmailMessage = until(lambda: _answer(walker))
    walker.tally.keys += len("\n".join(lines))
    assert_german(answer)
    return answer


def _answer(walker: Walker) -> EmailMessage | None:
    return next((mail for mail in walker.catch_up() if mail["Subject"].startswith("Re:")), None)


def assert_german(mail: EmailMessage) -> None:
    """Hold a mail against the law that nothing in it is English, but for orders."""
    html = mail.get_body(("html",))
    assert html is not None
    assert '<html lang="de"' in html.get_content()
    assert not english_in(f"{mail['Subject']}\n{text(mail)}")
