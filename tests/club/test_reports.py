"""Reports to staff, and their answers."""

import pytest
from django.test import Client

from games.accounts.models import StaffAct, User
from games.accounts.services import close_account
from games.accounts.staff import NoReason
from games.club.errors import ClubError
from games.club.letters import ReportAnswered
from games.club.models import Report
from games.club.services import reports
from games.play.services import chat
from games.post.models import Letter
from tests.factories import UserFactory, sign_in_staff
from tests.play.factories import game_of
from tests.play.timepiece import at

pytestmark = pytest.mark.django_db

WHY = "Rude twice"


@pytest.fixture
def ann() -> User:
    return UserFactory(username="Ann")


@pytest.fixture
def client(ann: User) -> Client:
    client = Client()
    client.force_login(ann)
    return client


def send(client: Client, about: str, number: int, text: str = "It happened") -> str:
    return client.post(f"/report/{about}/{number}/", {"text": text}, follow=True).text


def test_a_message_a_person_and_a_game_are_reported_where_they_are(client, ann):
    ben = UserFactory(username="Ben")
    game = game_of(ann, ben)
    message = chat.say(player=at(game, 1), text="Go away")
    page = client.get(f"/game/{game.pk}/chat/").text
    assert f"/report/message/{message.pk}/" in page
    assert f"/report/game/{game.pk}/" in client.get(f"/game/{game.pk}/").text
    assert f"/report/person/{ben.pk}/" in client.get("/people/Ben/").text
    assert "Go away" in client.get(f"/report/message/{message.pk}/").text
    for about, number in (("message", message.pk), ("person", ben.pk), ("game", game.pk)):
        assert "Staff look into it" in send(client, about, number)
    found = Report.objects.get(about="message")
    assert (found.by, found.person, found.game, found.quoted) == (ann, ben, game, "Go away")
    for _ in range(2):  # the second time because the first got no answer
        assert "Staff look into it" in send(client, "message", message.pk, "Again\n\nand again")
    assert Report.objects.count() == 3, "the same is one report"
    assert Report.objects.get(about="message").text == "It happened\n\nAgain\n\nand again"


def test_what_one_may_not_see_is_not_reported(client):
    game = game_of(UserFactory(), UserFactory(), private=True)
    message = chat.say(player=at(game, 0), text="Secret")
    gone = UserFactory(is_active=False)
    for about, number in (
        ("game", game.pk),
        ("message", message.pk),
        ("person", gone.pk),
        ("person", 999),
        ("weather", 1),
    ):
        answer = client.get(f"/report/{about}/{number}/")
        assert answer.status_code == 404
        assert "Secret" not in answer.text
    assert not Report.objects.exists()


def test_what_cannot_be_sent_is_said_and_kept(client, monkeypatch):
    ben = UserFactory()
    assert "Say what happened" in send(client, "person", ben.pk, " ")
    long = "x" * (reports.LONGEST + 1)
    page = send(client, "person", ben.pk, long)
    assert "Use at most 2000" in page
    assert long in page
    monkeypatch.setattr(reports, "MOST_A_DAY", 1)
    send(client, "person", ben.pk)
    assert "reports in a day" in send(client, "person", UserFactory().pk)


def test_what_would_make_an_open_report_too_long_is_said_and_kept(client):
    ben = UserFactory()
    first, second, third = ("x" * reports.LONGEST, "y" * (reports.LONGEST - 12), "z" * 9)
    for text in (first, second):
        assert "Staff look into it" in send(client, "person", ben.pk, text)
    page = send(client, "person", ben.pk, third)
    assert "Use at most 8 characters" in page
    assert third in page
    assert Report.objects.get().text == f"{first}\n\n{second}"
    assert "Staff look into it" in send(client, "person", ben.pk, third[1:])


def test_staff_answer_and_the_reporter_hears_it(client, ann):
    ben = UserFactory(username="Ben")
    send(client, "person", ben.pk, "They wrote <b>spam</b>")
    found = Report.objects.get()
    desk = Client()
    boss = sign_in_staff(desk)
    assert "1 report waiting" in desk.get("/staff/").text
    assert "They wrote &lt;b&gt;spam" in desk.get("/staff/reports/").text
    page = f"/staff/reports/{found.pk}"
    assert "checked>" in desk.post(page, {"answer": "talked"}).text, "the choice is kept"
    for data, said in (
        ({"answer": "talked"}, "Say why"),
        ({"answer": "shrug", "reason": WHY}, "Choose one of the answers."),
        ({"answer": "talked", "reason": WHY}, "recorded in the staff log"),
        ({"answer": "nothing", "reason": WHY}, "has been answered already"),
    ):
        assert said in desk.post(page, data, follow=True).text
    act = StaffAct.objects.get()
    assert (act.by, act.about, act.kind) == (boss, ben, "answer")
    letter = Letter.objects.get(kind="report_answered")
    assert letter.recipient == ann
    written = ReportAnswered(report=found.pk).write(letter)
    assert "talked to the people involved" in written.text
    assert written.subject == "Your report about Ben"
    assert WHY not in written.text
    assert "No report is waiting" in desk.get("/staff/reports/").text


def test_an_answer_names_what_was_reported(ann):
    ben = UserFactory(username="Ben")
    game = game_of(ann, ben, name="Feast")
    message = chat.say(player=at(game, 1), text="Go away")
    about = [
        reports.report(by=ann, text="Bad", **what).subject
        for what in ({"message": message}, {"game": game}, {"person": ben})
    ]
    assert about == [
        "Your report about a message in Feast",
        "Your report about Feast",
        "Your report about Ben",
    ]
    close_account(user=ben)
    assert Report.objects.get(about="person").subject == "Your report about a player"


def test_staff_do_not_read_who_reported_them(ann):
    desk = Client()
    boss = sign_in_staff(desk)
    reports.report(by=ann, text="They shouted", person=boss)
    assert "They shouted" not in desk.get("/staff/reports/").text
    assert "They shouted" not in desk.get(f"/staff/person/{boss.pk}/").text
    assert "No report is waiting" in desk.get("/staff/").text
    other = Client()
    sign_in_staff(other)
    assert "They shouted" in other.get("/staff/reports/").text


def test_nobody_answers_a_report_of_their_own_or_about_them(ann):
    boss = UserFactory(is_staff=True)
    about = reports.report(by=ann, text="Bad", person=boss)
    with pytest.raises(ClubError, match="another member of staff"):
        reports.answer(report_id=about.pk, answer="nothing", by=boss, reason=WHY)
    own = reports.report(by=boss, text="Bad", person=ann)
    with pytest.raises(ClubError, match="another member of staff"):
        reports.answer(report_id=own.pk, answer="nothing", by=boss, reason=WHY)
    with pytest.raises(NoReason):
        reports.answer(report_id=about.pk, answer="nothing", by=UserFactory(), reason="")
    assert not Letter.objects.filter(kind="report_answered").exists()


def test_a_message_is_reported_from_the_table_and_one_goes_on_there(client, ann):
    game = game_of(ann, UserFactory())
    own = chat.say(player=at(game, 0), text="Well met")
    other = chat.say(player=at(game, 1), text="Go away")
    beside = f"/game/{game.pk}/chat/"
    page = client.get(beside, headers={"HX-Request": "true"}).text
    assert f"/report/message/{other.pk}/" in page
    assert f"/report/message/{own.pk}/" not in page
    assert f"what {at(game, 1).name} said on" in page, "links to two places need two names"
    sent = client.post(f"/report/message/{other.pk}/", {"text": "Rude"})
    assert sent.url == game.get_absolute_url()
    client.logout()
    assert "/report/message/" not in client.get(beside, headers={"HX-Request": "true"}).text
