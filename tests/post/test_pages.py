"""The pages of notifications."""

import os
from datetime import timedelta
from pathlib import Path

import pytest
from allauth.account.models import EmailAddress
from django.core.mail import EmailMultiAlternatives
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from games.accounts.models import User
from games.post import services
from games.post.letters import Attachment
from games.post.models import BouncedAddress, Channel, Letter, Received, Schedule, Tally
from games.post.services.trial import AN_HOUR
from games.post.transports import MAIL, transports
from tests.factories import LetterFactory, UserFactory, sign_in_staff
from tests.post.conftest import Clock, Desk, said

pytestmark = pytest.mark.django_db

TWO_BY_ONE = bytes.fromhex("89504e470d0a1a0a")


@pytest.fixture
def letter_box(settings, tmp_path: Path) -> Path:
    """A site that keeps its mails as files and shows them."""
    settings.DEBUG = True
    settings.EMAIL_BACKEND = "django.core.mail.backends.filebased.EmailBackend"
    settings.EMAIL_FILE_PATH = settings.MAIL_FOLDER = tmp_path
    return tmp_path


def test_a_person_sees_the_fate_of_his_letters_and_of_no_others(client: Client) -> None:
    person = UserFactory()
    LetterFactory(recipient=person, state=Letter.State.SENT, subject="Your turn in Lübeck")
    LetterFactory(recipient=person, state=Letter.State.FAILED, error="550 no such person")
    LetterFactory(subject="Not for you", state=Letter.State.SENT)
    client.force_login(person)
    page = client.get(reverse("post:letters")).text
    assert "Your turn in Lübeck" in page
    assert "550 no such person" in page
    assert "Not for you" not in page


def test_letters_that_were_not_needed_are_only_counted(client: Client) -> None:
    person = UserFactory()
    LetterFactory(recipient=person, state=Letter.State.SUPERSEDED, topic="game:7")
    LetterFactory(recipient=person, kind="trial", topic="game:8")
    client.force_login(person)
    page = client.get(reverse("post:letters")).text
    assert "Test: Game 8" in page
    assert "Game 7" not in page
    assert "1 more not sent" in page


@pytest.mark.parametrize("page", ["post:when", "post:letters"])
def test_who_has_no_address_is_told(client: Client, page: str) -> None:
    client.force_login(UserFactory(confirmed=False))
    assert "can't email you" in client.get(reverse(page)).text


def test_notifications_open_on_settings_and_lead_on_to_the_history(client: Client) -> None:
    client.force_login(UserFactory())
    settings, history = reverse("post:when"), reverse("post:letters")
    tabs = client.get(reverse("accounts:profile")).text
    assert f'href="{settings}"' in tabs
    assert f'href="{history}"' not in tabs
    assert f'href="{history}"' in client.get(settings).text
    assert f'href="{settings}"' in client.get(history).text


def test_many_letters_come_in_pages_and_few_queries(
    client: Client, django_assert_max_num_queries
) -> None:
    person = UserFactory()
    LetterFactory.create_batch(31, recipient=person)
    client.force_login(person)
    with django_assert_max_num_queries(9):
        page = client.get(reverse("post:letters")).text
    assert "Older" in page
    assert "Newer" in client.get(reverse("post:letters") + "?page=2").text


def test_the_mailbox_shows_mails_newest_first_with_their_pictures(
    client: Client, letter_box: Path, writer: Desk
) -> None:
    picture = Attachment("board.png", TWO_BY_ONE, "image/png", content_id="board")
    writer.written = said(
        "First", "see http://testserver/game/1/",
        '<html><head></head><img src="cid:board"></html>', (picture,),
    )  # fmt: skip
    services.deliver(letter_id=LetterFactory().pk)
    (first,) = letter_box.iterdir()
    os.utime(first, (0, 0))
    EmailMultiAlternatives("Second", "later", to=["x@example.org"]).send()
    box = client.get(reverse("post:mailbox")).text
    assert box.index("Second") < box.index("First")
    page = client.get(reverse("post:mail", args=[first.name, 0])).text
    assert '<a href="http://testserver/game/1/"' in page
    assert "<iframe" in page
    inside = client.get(reverse("post:mail-html", args=[first.name, 0]))
    assert "data:image/png;base64,iVBORw0KGgo=" in inside.text
    assert '<base target="_blank">' in inside.text
    assert "sandbox allow-popups" in inside["Content-Security-Policy"]


@pytest.mark.parametrize("file", ["../db.sqlite3", "..%2Fsecret_key", "none.log", ".log"])
def test_the_mailbox_shows_nothing_but_mails(client: Client, letter_box: Path, file: str) -> None:
    assert client.get(f"/post/mailbox/{file}/0/").status_code == 404


def test_a_number_that_is_not_there(client: Client, letter_box: Path) -> None:
    EmailMultiAlternatives("One", "text", to=["x@example.org"]).send()
    (file,) = [path.name for path in letter_box.iterdir()]
    assert client.get(f"/post/mailbox/{file}/1/").status_code == 404


@pytest.mark.parametrize("path", ["", "x.log/0/", "x.log/0/html/"])
def test_there_is_no_mailbox_on_a_real_site(client: Client, settings, path: str) -> None:
    settings.DEBUG = False
    assert client.get(f"/post/mailbox/{path}").status_code == 404


def test_the_staff_sees_letters_and_sends_failed_ones_again(client: Client) -> None:
    sign_in_staff(client)
    letter = LetterFactory(state=Letter.State.FAILED, error="550", attempts=10)
    page = client.get("/admin/post/letter/?state__exact=failed")
    assert letter.recipient.username in page.text
    client.post("/admin/post/letter/", {"action": "send_again", "_selected_action": [letter.pk]})
    letter.refresh_from_db()
    assert letter.state == Letter.State.WAITING
    assert letter.attempts == 0


@pytest.mark.parametrize("at_once", [True, False])
def test_the_staff_lets_emails_go_to_an_address_again(client: Client, at_once: bool) -> None:
    user = UserFactory()
    came_back(user)
    number = BouncedAddress.objects.get().pk
    sign_in_staff(client)
    if at_once:
        action = {"action": "delete_selected", "_selected_action": [number]}
        client.post("/admin/post/bouncedaddress/", {**action, "post": "yes"})
    else:
        client.post(f"/admin/post/bouncedaddress/{number}/delete/", {"post": "yes"})
    assert not BouncedAddress.objects.exists()
    user.refresh_from_db()
    assert not user.mail_came_back


def test_the_staff_does_not_read_what_was_drafted(client: Client) -> None:
    sign_in_staff(client)
    letter = LetterFactory(payload={"notes": ["You had drafted income."]})
    page = client.get(f"/admin/post/letter/{letter.pk}/change/")
    assert letter.key in page.text
    assert "drafted" not in page.text


# What becomes of letters.


def test_the_page_says_what_each_letter_waits_for(client: Client, clock: Clock) -> None:
    person = UserFactory(time_zone="Europe/Berlin")
    client.force_login(person)
    at = {"recipient": person, "created_at": clock.now}
    LetterFactory(**at, due_at=clock.now + timedelta(hours=3))
    LetterFactory(**at, due_at=clock.now + timedelta(hours=4), attempts=2)
    LetterFactory(**at, state=Letter.State.UNWANTED, error="You chose to get no letters.")
    digest = LetterFactory(**at, state=Letter.State.SENT, sent_at=clock.now, subject="2 things")
    LetterFactory(**at, state=Letter.State.SENT, subject="Your move", bundle=digest)
    LetterFactory(**at, state=Letter.State.SUPERSEDED, subject="A vote", bundle=digest)
    page = client.get(reverse("post:letters")).text
    for sentence in (
        "2 Mar 2026, 13:00 · waits until Mon 2 Mar 2026, 16:00",
        "tried 2 times, next at Mon 2 Mar 2026, 17:00",
        "You chose to get no letters.",
        "· Your move",
        'A vote <span class="soft">(not needed)</span>',
    ):
        assert sentence in page


def test_letters_that_were_not_needed_are_shown_on_demand(client: Client) -> None:
    person = UserFactory()
    LetterFactory(recipient=person, state=Letter.State.SUPERSEDED, subject="Not needed")
    client.force_login(person)
    assert "Not needed" not in client.get(reverse("post:letters")).text
    assert "Not needed" in client.get(reverse("post:letters") + "?all").text


def test_who_wonders_sends_himself_a_test_but_not_for_ever(client: Client, mailoutbox) -> None:
    person = UserFactory()
    client.force_login(person)
    for _ in range(AN_HOUR):
        client.post(reverse("post:try"))
    assert "Try again later" in client.post(reverse("post:try"), follow=True).text
    services.sweep()
    assert [mail.to for mail in mailoutbox] == [[person.email]] * AN_HOUR


def test_who_has_a_broken_address_is_told_and_mends_it(client: Client) -> None:
    person = UserFactory()
    BouncedAddress.objects.create(address=person.email, reason="550 no such person")
    client.force_login(person)
    assert "550 no such person" in client.get(reverse("post:letters")).text
    page = client.post(reverse("post:works-again"), follow=True).text
    assert "550 no such person" not in page
    assert not BouncedAddress.objects.exists()


# When and where they come.

WISH = {"mode": "digest", "minutes": 30, "hour": 8, "reminders": [25, 90]}


def test_a_person_chooses_his_rhythm(client: Client) -> None:
    person = UserFactory()
    client.force_login(person)
    client.post(reverse("post:when"), {**WISH, "quiet_from": "22", "quiet_to": "0"})
    schedule = services.schedule_of(person)
    assert (schedule.mode, schedule.minutes, schedule.hour) == ("digest", 30, 8)
    assert (schedule.reminders, schedule.quiet_from, schedule.quiet_to) == ([25, 90], 22, 0)
    client.post(reverse("post:when"), {**WISH, "quiet_from": "", "quiet_to": "", "reminders": []})
    schedule = services.schedule_of(person)
    assert (schedule.reminders, schedule.quiet_from, schedule.quiet_to) == ([], None, None)


@pytest.mark.parametrize(
    "wrong",
    [
        {"mode": "sometimes"}, {"minutes": 0}, {"minutes": 1441}, {"hour": 24}, {"reminders": [33]},
        {"quiet_from": "22"}, {"quiet_to": "0"}, {"quiet_from": "5", "quiet_to": "5"},
    ],
)  # fmt: skip
def test_what_makes_no_sense_is_not_kept(client: Client, wrong: dict[str, object]) -> None:
    client.force_login(UserFactory())
    page = client.post(reverse("post:when"), {**WISH, **wrong})
    assert "errorlist" in page.text
    assert not Schedule.objects.exists()


def test_the_page_says_when_quiet_hours_and_sleep_differ_and_makes_them_one(
    client: Client,
) -> None:
    person = UserFactory(weekends_off=True)
    client.force_login(person)
    when = reverse("post:when")
    assert "your clocks" not in client.get(when).text
    client.post(when, {**WISH, "quiet_from": "22", "quiet_to": "8"})
    page = client.get(when).text
    assert "No emails come from 22:00 to 08:00, but your clocks run then." in page
    assert "No emails while I sleep" not in page

    client.post(when, {"keep": "quiet"})
    person.refresh_from_db()
    assert (person.sleeps_from, person.sleeps_to, person.weekends_off) == (22, 8, True)
    assert "your clocks" not in client.get(when).text

    client.post(when, {**WISH, "quiet_from": "21", "quiet_to": "8"})
    assert "your clocks are stopped from 22:00 to 08:00" in client.get(when).text
    client.post(when, {"keep": "sleep"})
    schedule = services.schedule_of(person)
    assert (schedule.quiet_from, schedule.quiet_to, schedule.mode, schedule.reminders) == (
        22,
        8,
        "digest",
        [25, 90],
    )


@pytest.mark.parametrize("keep", ["quiet", "sleep", "", "both"])
def test_hours_that_nobody_may_rest_are_not_made_one(client: Client, keep: str) -> None:
    person = UserFactory()
    client.force_login(person)
    client.post(reverse("post:when"), {**WISH, "quiet_from": "8", "quiet_to": "22"})
    page = client.post(reverse("post:when"), {"keep": keep}, follow=True).text
    assert "Choose the hours first, at most 12." in page
    assert "Stop my clocks" not in page
    person.refresh_from_db()
    assert person.sleeps_from is None


def test_a_game_has_a_rhythm_of_its_own_as_long_as_one_likes(client: Client) -> None:
    person = UserFactory()
    LetterFactory(recipient=person, topic="test:4")
    client.force_login(person)
    assert "Test 4" in client.get(reverse("post:when")).text
    about = reverse("post:about", args=["test:4"])
    client.post(about, {**WISH, "mode": "none"})
    assert services.schedule_of(person, "test:4").mode == "none"
    assert services.schedule_of(person, "test:5").mode == "unseen"
    assert "Never" in client.get(reverse("post:when")).text
    client.post(about, {"drop": ""})
    assert services.schedule_of(person, "test:4").mode == "unseen"


def test_nobody_has_a_rhythm_for_what_he_gets_no_letters_about(client: Client) -> None:
    LetterFactory(topic="test:4")
    client.force_login(UserFactory())
    about = reverse("post:about", args=["test:4"])
    assert client.get(about).status_code == client.post(about, WISH).status_code == 404


def test_a_person_adds_tries_and_removes_a_webhook(client: Client) -> None:
    person = UserFactory()
    client.force_login(person)
    page = client.post(
        reverse("post:webhooks"), {"kind": "json", "url": "https://hook.example/x"}, follow=True
    )
    channel = Channel.objects.get(user=person)
    assert transports()["json"].secret(channel) in page.text
    client.post(reverse("post:channel", args=[channel.pk]), {"try": ""})
    assert Letter.objects.get(channel=channel).kind == "trial"
    Channel.objects.update(active=False, failures=20, error="It answered with 404.")
    assert "It answered with 404." in client.get(reverse("post:when")).text
    client.post(reverse("post:channel", args=[channel.pk]), {"on": ""})
    assert Channel.objects.get().active
    client.post(reverse("post:channel", args=[channel.pk]), {"remove": ""})
    assert not Channel.objects.exists()


def test_a_person_chooses_what_a_service_gets_and_how_soon(client: Client) -> None:
    person = UserFactory()
    client.force_login(person)
    one, other = (
        Channel.objects.create(user=person, kind="json", url=f"https://x.example/{number}")
        for number in range(2)
    )
    client.post(reverse("post:channel", args=[one.pk]), {"only_asks": "yes", "wait": "60"})
    for each in (one, other):
        each.refresh_from_db()
    assert (one.only_asks, one.wait) == (True, 60)
    assert (other.only_asks, other.wait) == (False, 0)
    page = client.get(reverse("post:when")).text
    for channel, chosen in ((one, ("yes", "60")), (other, ("no", "0"))):
        for name, value in zip(("only_asks", "wait"), chosen, strict=True):
            _, _, select = page.partition(f'id="id_{channel.pk}_{name}"')
            assert f'<option value="{value}" selected>' in select.partition("</select>")[0]
    for wrong in ({"only_asks": "no"}, {"only_asks": "no", "wait": "7"}, {"wait": "0"}):
        client.post(reverse("post:channel", args=[one.pk]), wrong)
        one.refresh_from_db()
        assert (one.only_asks, one.wait) == (True, 60)


@pytest.mark.parametrize("url", ["http://hook.example/", "https://127.0.0.1/", "nonsense"])
def test_a_webhook_that_cannot_be_is_not_added(client: Client, url: str) -> None:
    client.force_login(UserFactory())
    page = client.post(reverse("post:webhooks"), {"kind": "json", "url": url})
    assert "errorlist" in page.text
    assert not Channel.objects.exists()


def test_nobody_touches_the_webhook_of_another(client: Client) -> None:
    channel = Channel.objects.create(user=UserFactory(), kind="json", url="https://x.example/")
    client.force_login(UserFactory())
    for what in ("remove", "on", "try"):
        answer = client.post(reverse("post:channel", args=[channel.pk]), {what: ""})
        assert answer.status_code == 404
    assert Channel.objects.exists()
    assert "x.example" not in client.get(reverse("post:when")).text


@pytest.mark.parametrize("name", ["letters", "when", "try", "works-again", "webhooks"])
def test_these_pages_are_for_people_who_are_signed_in(client: Client, name: str) -> None:
    for answer in (client.get(reverse(f"post:{name}")), client.post(reverse(f"post:{name}"))):
        assert answer.status_code == 302
        assert answer.url.startswith("/accounts/login/")


EVERYWHERE = [
    "/",
    "/post/letters/when/",
    "/rules/",
    "/accounts/profile/",
    "/accounts/email/",
    "/game/new/",
]


def came_back(user: User) -> None:
    letter = LetterFactory(recipient=user, sent_to=user.email)
    assert services.mark_bounced(letter=letter, reason="550 no such user")


@pytest.mark.parametrize("page", EVERYWHERE)
def test_every_page_says_that_an_address_sleeps_until_it_is_mended(client: Client, page) -> None:
    user = UserFactory()
    client.force_login(user)
    client.get(page)
    with CaptureQueriesContext(connection) as before:
        client.get(page)

    came_back(user)
    with CaptureQueriesContext(connection) as asleep:
        shown = client.get(page).content.decode()
    assert f"Our email to {user.email} bounced" in shown
    assert 'href="/post/letters/"' in shown
    assert len(asleep) == len(before) + 1

    client.post(reverse("post:works-again"))
    client.get("/")
    with CaptureQueriesContext(connection) as after:
        assert "bounced" not in client.get(page).content.decode()
    assert len(after) == len(before)


def test_another_address_says_nothing_of_the_one_that_sleeps(client: Client) -> None:
    user = UserFactory()
    came_back(user)
    client.force_login(user)
    EmailAddress.objects.filter(user=user).update(email="new@example.org")
    assert "bounced" not in client.get("/").content.decode()

    EmailAddress.objects.filter(user=user).update(email=user.email)
    assert "bounced" in client.get("/").content.decode()


@pytest.mark.parametrize("model", ["letter", "channel", "schedule", "bouncedaddress", "received"])
def test_the_staff_reads_everything_and_no_secret_address(client: Client, model: str) -> None:
    sign_in_staff(client)
    person = UserFactory()
    channel = Channel.objects.create(user=person, kind="json", url="https://x.example/secret")
    LetterFactory(recipient=person, channel=channel, due_at=timezone.now() - timedelta(days=2))
    Schedule.objects.create(user=person)
    BouncedAddress.objects.create(address=person.email)
    Received.objects.create(user=person, message_id="<1@x>", outcome="played")
    page = client.get(f"/admin/post/{model}/")
    assert page.status_code == 200
    if model == "letter":
        assert "Waiting: 1" in page.text
        assert "has been due for 2\xa0days" in page.text
    if model == "channel":
        detail = client.get(f"/admin/post/channel/{channel.pk}/change/").text
        assert "x.example/secret" not in page.text + detail


def test_while_the_mail_server_takes_nothing_pages_that_speak_of_emails_say_so(
    client: Client,
) -> None:
    def told(path: str) -> bool:
        return "isn't taking emails right now" in client.get(path).text

    client.force_login(UserFactory())
    paths = ["/post/letters/when/", "/post/letters/", "/accounts/password/reset/done/"]
    assert not any(map(told, paths))
    LetterFactory.create_batch(3, attempts=1, error="535 who are you")
    assert [*filter(told, paths)] == paths
    client.logout()
    sign_in_staff(client)
    assert "has taken no email for an hour" in client.get("/staff/").text
    Tally.objects.create(transport=MAIL, since=timezone.now(), taken=1)
    assert not any(map(told, paths))
