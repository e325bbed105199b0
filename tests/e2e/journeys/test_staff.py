"""A member of staff at a desk: what people on phones ask of them, and what these get."""

from datetime import timedelta
from email.message import EmailMessage

from django.contrib.auth.hashers import PBKDF2PasswordHasher
from playwright.sync_api import Locator

from games.accounts.models import StaffAct, User
from games.league.models import Entry, EntryStatus, TableSeat
from games.play.models import Game, Player
from games.play.services import chat, let_bot_play
from games.post.models import BouncedAddress, Letter
from tests.club.test_pairs import odd_pair
from tests.e2e.journeys.conftest import Walkers
from tests.e2e.journeys.table import Table
from tests.e2e.journeys.town import until
from tests.e2e.journeys.walker import Walker, link, text
from tests.factories import PASSWORD, UserFactory, code_now, second_factor
from tests.league.factories import SeasonFactory, division_of, lose_seat
from tests.play.factories import game_of, play_fast, player_to_move

HOUR = timedelta(hours=1)
STAFF, PLAYER, OTHERS = "13 staff", "13 the one who asks", "13 the others"
INSULT = "Your mother was a heathen and you play like one"
GONE = "550 5.1.1 User unknown"
BOUNCE = """From: MAILER-DAEMON@mx.example.org
To: {to}
Subject: Undelivered Mail Returned to Sender
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="AAA"

--AAA
Content-Type: text/plain

I'm sorry to have to inform you that your message could not be delivered.

--AAA
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example.org

Final-Recipient: rfc822; {address}
Action: failed
Status: 5.1.1
Diagnostic-Code: smtp; {reason}

--AAA--
"""


def test_staff(walkers: Walkers) -> None:
    agnes, wulf, berta = (UserFactory(username=name) for name in ("Agnes", "Wulf", "Berta"))
    warden = UserFactory(username="Warden", is_staff=True, is_superuser=True)
    anew = UserFactory(username="Berta Anew", email="berta.anew@example.org")
    for each in (warden, anew):
        # The site does not read the quick passwords of tests.
        hasher = PBKDF2PasswordHasher()
        each.password = hasher.encode(PASSWORD, hasher.salt())
        each.save()
    second_factor(warden)
    game = play_fast(game_of(agnes, wulf, berta, name="Autumn"), 24)
    chat.say(player=Player.objects.get(game=game, user=wulf), text=INSULT)
    staff = walkers(STAFF, warden.email, "desk")
    asking, other = walkers(PLAYER, agnes.email), walkers(OTHERS, wulf.email)
    asking.sign_in(agnes)
    other.sign_in(wulf)

    report(asking, game)
    sign_in(staff, warden)
    answer(staff)
    assert "talked to the people involved" in text(asking.mail("Your report"))
    staff.tally.part("report")

    bounce(staff, berta)
    find_address(staff, berta)
    staff.tally.part("address that bounces")
    works_again(walkers, berta)

    stuck(staff, game)
    staff.tally.part("stuck player")
    rewind(staff, game)
    staff.tally.part("rewind")
    told(asking, other, game)
    asking.catch_up()
    other.catch_up()

    merge(staff, berta, anew)
    staff.tally.part("two accounts of one person")
    goes_on(walkers, berta, anew, game)

    second = User.objects.get(pk=odd_pair(("Kunz", "Hinz")).pair[1])
    close_second(staff, second)
    staff.tally.part("two accounts at one table")
    assert "closed" in text(walkers(OTHERS, second.email).mail("Your account"))

    lost = lost_seat()
    give_back(staff, lost)
    staff.tally.part("seat of a league given back")
    has_it_back(walkers, lost)
    kinds = list(StaffAct.objects.order_by("pk").values_list("kind", flat=True))
    assert kinds == ["answer", "extend", "rewind", "merge", "suspend", "look", "give_back"]


def report(walker: Walker, game: Game) -> None:
    """Report what somebody said in a chat."""
    page = walker.page
    walker.arrive(game.get_absolute_url(), page.locator("#live"))
    walker.open_panel("Chat")
    walker.tally.clicks += 1
    said = page.locator("#said li", has_text="heathen")
    what = page.get_by_label("What happened?")
    walker.tap(said.get_by_role("link", name="Report"), what)
    walker.type(what, "This is no way to talk.")
    walker.tap(page.get_by_role("button", name="Send report"), page.get_by_text("Sent. Staff look"))
    assert game.get_absolute_url() in page.url
    walker.tally.part("report")


def sign_in(staff: Walker, warden: User) -> None:
    """Sign in with a second factor, which the staff pages ask for."""
    page = staff.page
    staff.arrive("/staff/", page.get_by_label("Password"))
    staff.type(page.get_by_label("Name or email"), warden.username)
    staff.type(page.get_by_label("Password"), PASSWORD)
    code = page.get_by_label("Code")
    staff.tap(page.get_by_role("main").get_by_role("button", name="Sign in"), code)
    staff.type(code, code_now())
    staff.tap(
        page.get_by_role("main").get_by_role("button").first, page.get_by_label("Find a game")
    )
    staff.tally.part("sign in")


def answer(staff: Walker) -> None:
    """Answer the report: read it, and say what was done."""
    page = staff.page
    card = page.locator("section.card")
    staff.tap(page.get_by_role("link", name="1 report waiting"), card)
    assert INSULT in card.inner_text()
    staff.hit(card.get_by_label("We've talked to the people involved."))
    staff.type(card.get_by_label("Reason"), "Wulf was asked to keep calm.")
    done = page.get_by_text("No report is waiting for an answer.")
    staff.tap(card.get_by_role("button", name="Send answer"), done)


def bounce(staff: Walker, person: User) -> None:
    """Let the mail server of somebody say that it does not know them."""
    staff.leap(HOUR)
    letter = until(lambda: _letter(person))
    sent = until(lambda: staff.town.mailboxes.senders_of(person.email))
    mail = BOUNCE.format(to=sent[-1], address=person.email, reason=GONE)
    staff.town.send_back(mail, sent[-1])
    until(lambda: BouncedAddress.objects.filter(address=letter.sent_to).exists())


def _letter(person: User) -> Letter | None:
    sent = Letter.objects.filter(recipient=person, state=Letter.State.SENT)
    return sent.exclude(sent_to="").last()


def find_address(staff: Walker, person: User) -> None:
    """Find why somebody gets no emails: by their address, as they wrote from another."""
    search(staff, person.email, staff.page.get_by_role("link", name=person.username))
    page = staff.page
    bounced = page.get_by_text("bounced on")
    staff.tap(page.get_by_role("link", name=person.username), bounced)
    assert GONE in page.get_by_role("main").inner_text()


def search(staff: Walker, words: str, then: Locator) -> None:
    """Search on the first page of the staff."""
    page = staff.page
    field = page.get_by_label("Find a game or a person")
    if not field.count():
        staff.tap(page.get_by_role("main").get_by_role("link", name="Find").first, field)
    staff.type(field, words)
    staff.tap(page.get_by_role("button", name="Find"), then)


def works_again(walkers: Walkers, person: User) -> None:
    """Say on the site that an address works again: one click from any page."""
    walker = walkers(OTHERS, person.email)
    walker.sign_in(person)
    page = walker.page
    fix = page.get_by_role("link", name="Fix this")
    walker.arrive("/", fix)
    works = page.get_by_role("button", name="It works again")
    walker.tap(fix, works)
    walker.tap(works, page.get_by_text(f"We email {person.email}"))
    assert not BouncedAddress.objects.exists()
    walker.tally.part("an address works again")


def stuck(staff: Walker, game: Game) -> None:
    """Give a player more time whom a game waits for."""
    late = player_to_move(game)
    page = staff.page
    card = page.get_by_role("link", name=game.name, exact=True)
    search(staff, game.name, card)
    more = page.locator("summary", has_text="Give more time")
    staff.tap(card.first, more)
    staff.tap(more, page.get_by_label("Hours"))
    staff.type(page.locator("#reason-extend"), "Ill")
    done = page.get_by_text("Done, and recorded in the staff log.")
    staff.tap(page.get_by_role("button", name="Give more time"), done)
    mails: list[EmailMessage] = until(
        lambda: [
            mail
            for mail in staff.town.mailboxes.of(late.person.email)
            if "more time" in mail["Subject"]
        ]
    )
    assert "24 hours" in text(mails[-1]) or "more time" in text(mails[-1])


def rewind(staff: Walker, game: Game) -> None:
    """Take the game back to a move, which all players are told."""
    page = staff.page
    before = Game.objects.get(pk=game.pk).moves_made
    back = page.locator("summary", has_text="Rewind to a move")
    number = page.get_by_label("Last move that counts")
    staff.tap(back, number)
    staff.type(number, str(before - 3))
    staff.type(page.locator("#reason-rewind"), "A wrong click that all agree to undo")
    done = page.get_by_text("Done, and recorded in the staff log.")
    staff.tap(page.get_by_role("button", name="Rewind the game"), done)
    assert Game.objects.get(pk=game.pk).moves_made <= before - 3


def told(asking: Walker, other: Walker, game: Game) -> None:
    """Read that the game went back, by email and at the table."""
    asked = player_to_move(game).person.email
    for walker in (asking, other):
        again = walker.mailbox == asked
        if again:
            # That email alone says it, and waits until they have not seen it on the site.
            walker.leap(HOUR)
        mail = walker.mail(f"{game.name}: your" if again else "back to move")
        assert "A wrong click that all agree to undo" in text(mail)
        page = walker.page
        why = page.get_by_text("A wrong click that all agree to undo").first
        walker.arrive(link(mail, "/visit/", walker.address), page.locator("#live"))
        why.wait_for()
        walker.look()
        walker.tally.part("see the rewind")
    seat = player_to_move(game)
    walker = {asking.mailbox: asking, other.mailbox: other}.get(seat.person.email)
    if walker:
        Table(walker, seat.seat).turn(by_map=True)
        walker.tally.part("turn")


def merge(staff: Walker, old: User, kept: User) -> None:
    """Make one account of two: someone has lost a password, and made a second one."""
    page = staff.page
    search(staff, old.email, page.get_by_role("link", name=old.username, exact=True))
    merging = page.locator("summary", has_text="Merge into another account")
    staff.tap(page.get_by_role("link", name=old.username, exact=True), merging)
    staff.tap(merging, page.get_by_label("Account that stays"))
    staff.type(page.get_by_label("Account that stays"), kept.username)
    staff.type(page.locator("#reason-merge"), "Wrote from both addresses")
    sure = page.get_by_role("button", name="Merge the accounts")
    staff.tap(page.get_by_role("button", name="Compare the accounts"), sure)
    both = page.get_by_role("table").inner_text()
    assert old.email in both
    assert kept.email in both
    staff.tap(sure, page.get_by_text("Done, and recorded in the staff log."))
    assert page.get_by_role("heading", name=kept.username).count()


def goes_on(walkers: Walkers, old: User, kept: User, game: Game) -> None:
    """Read about it at both addresses, sign in to the account that stayed, and play on there."""
    before = walkers(OTHERS, old.email)
    assert f"{old} is now part of {kept}" in text(before.mail("Your two accounts are one now"))
    walker = walkers(OTHERS, kept.email)
    mail = walker.mail("Your two accounts are one now")
    page = walker.page
    walker.arrive(link(mail, "/login/", walker.address), page.get_by_label("Password"))
    walker.type(page.get_by_label("Name or email"), old.email)
    walker.type(page.get_by_label("Password"), PASSWORD)
    card = page.get_by_role("link", name=game.name)
    walker.tap(page.get_by_role("main").get_by_role("button", name="Sign in"), card)
    walker.tap(card.first, page.locator("#live"))
    seat = player_to_move(game)
    if seat.user == kept:
        Table(walker, seat.seat).turn(by_map=True)
    assert Player.objects.filter(game=game, user=kept).exists()
    walker.tally.part("sign in to the account that stays")


def close_second(staff: Walker, second: User) -> None:
    """Find two accounts of one person, of which one always loses to the other, and close it."""
    page = staff.page
    staff.arrive("/staff/", page.get_by_role("link", name="1 odd pair of players to look at"))
    pair = page.get_by_role("link", name="Kunz and Hinz")
    staff.tap(page.get_by_role("link", name="1 odd pair of players to look at"), pair)
    staff.tap(pair, page.get_by_role("heading", name="Games"))
    address = page.url.removeprefix(staff.address)
    closing = page.locator("summary", has_text="Close the account")
    staff.tap(page.get_by_role("link", name=second.username, exact=True).first, closing)
    sure = page.get_by_role("button", name="Close the account")
    staff.tap(closing, sure)
    staff.type(page.locator("#reason-account"), "The second account of Kunz, in one game with him")
    staff.tap(sure, page.get_by_text("This account is closed."))
    note = page.get_by_label("Note", exact=True)
    staff.arrive(address, note)
    staff.type(note, "One person: Hinz is closed.")
    done = page.get_by_text("Noted, and recorded in the staff log.")
    staff.tap(page.get_by_role("button", name="Mark as looked at"), done)


def lost_seat() -> TableSeat:
    """A seat in a season, which its person has lost and a bot plays."""
    season = SeasonFactory()
    people = [UserFactory(username=name) for name in ("Ilsabe", "Jost", "Metta")]
    table = division_of(season, people, [(0, 1, 2)]).tables.get()
    seat = lose_seat(table, 1)
    let_bot_play(game=table.game, seat=1)
    Entry.objects.filter(pk=seat.entry_id).update(status=EntryStatus.LEFT)
    return seat


def give_back(staff: Walker, lost: TableSeat) -> None:
    """Give a seat back to somebody who lost it through no fault of theirs."""
    page, league = staff.page, lost.table.division.season.league
    season = page.get_by_role("link", name=league.name)
    staff.tap(page.get_by_role("link", name="Leagues", exact=True).last, season)
    giving = page.locator("summary", has_text="Give a seat back")
    staff.tap(season, giving)
    sure = page.get_by_role("button", name="Give the seat back")
    staff.tap(giving, sure)
    assert "Jost" in page.get_by_label("Seat", exact=True).inner_text()
    staff.type(page.locator("#reason-give-back"), "Our mail server was away for a day.")
    staff.tap(sure, page.get_by_text("Done, and recorded in the staff log."))
    assert not giving.count()


def has_it_back(walkers: Walkers, lost: TableSeat) -> None:
    """Read why, and find the seat at the table and the season's result open again."""
    person = lost.entry.user
    assert person is not None
    walker = walkers(OTHERS, person.email)
    mail = text(walker.mail("a decision by staff"))
    assert "Our mail server was away for a day." in mail
    walker.sign_in(person)
    page = walker.page
    walker.arrive(lost.table.game.get_absolute_url(), page.locator("#live"))
    assert Player.objects.get(game=lost.table.game, user=person).seat == lost.seat
    walker.tally.part("a seat that came back")
