"""Exporting one's data: everything of one's own, nothing of others' secrets, for a week."""

import io
import json
import re
from datetime import timedelta
from zipfile import ZipFile

import pytest
from allauth.mfa.models import Authenticator
from django.apps import apps
from django.db import models
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.accounts import contributions, deletion, exporting, staff
from games.accounts.errors import ExportRefused
from games.accounts.models import DataExport, ExportChunk, StaffAct, User
from games.accounts.tasks import sweep_accounts
from games.play import services
from games.play.models import (
    Game,
    Holder,
    Player,
)
from games.play.services import chat
from games.post import services as post
from games.post.models import Channel
from games.rules import record
from tests.accounts.furnishing import furnish
from tests.factories import UserFactory
from tests.play.factories import game_of, play_on, play_out
from tests.play.timepiece import Timepiece, at, timepiece

__all__ = ["timepiece"]
pytestmark = [pytest.mark.engine, pytest.mark.django_db]

PAGE = "accounts:data"

IN_FILES = {
    "account.EmailAddress": "email-addresses.json",
    "accounts.Block": "profile.json",
    "accounts.Closing": "account.json",
    "accounts.DataExport": "exports.json",
    "accounts.Follow": "profile.json",
    "accounts.PersonalToken": "tokens.json",
    "accounts.Profile": "profile.json",
    "accounts.StaffAct": "staff.json",
    "accounts.User": "account.json",
    "accounts.Vacation": "vacations.json",
    "study.DailyPuzzle": "puzzles/daily.json",
    "study.PuzzleAnswer": "puzzles/answers.json",
    "club.Pseudonym": "open-data.json",
    "club.Report": "reports.json",
    "club.SavedSearch": "tables/searches.json",
    "club.TableWish": "tables/waiting.json",
    "mfa.Authenticator": "second-factors.json",
    "study.Analysis": "games/analyses.json",
    "play.Ballot": "games/votes.json",
    "study.Comment": "games/comments.json",
    "play.Draft": "games/drafts.json",
    "play.Game": "games/games.json",
    "study.Guess": "games/guesses.json",
    "study.GuideProgress": "games/guided.json",
    "duplicate.DuplicateGame": "duplicates/games.json",
    "league.Entry": "leagues/entries.json",
    "league.League": "leagues/cups.json",
    "league.Substitute": "leagues/substitute.json",
    "league.TableSeat": "leagues/tables.json",
    "play.Holder": "games/seats.json",
    "play.Invitation": "games/invitations.json",
    "play.Message": "games/chat.json",
    "play.Note": "games/notes.json",
    "study.Plan": "games/plans.json",
    "study.RecommendationVote": "games/proposals.json",
    "play.Player": "games/seats.json",
    "play.FollowedGame": "games/followed.json",
    "play.ReadPrimer": "games/primers.json",
    "play.StandingOrder": "games/standing-orders.json",
    "play.ConditionalLine": "games/conditional-turns.json",
    "play.Vote": "games/votes.json",
    "play.Wait": "games/waits.json",
    "post.Channel": "notifications/channels.json",
    "post.Letter": "notifications/sent.json",
    "post.Received": "notifications/replies.json",
    "post.Schedule": "notifications/settings.json",
    "ratings.Effect": "ratings.json",
    "ratings.Rating": "ratings.json",
    "ratings.ResultSeat": "results.json",
    "usersessions.UserSession": "sessions.json",
}
"""Every table with rows of a person, and where an export has them."""

LEFT_OUT = {
    "account.EmailConfirmation": "the site confirms addresses with signed links",
    "accounts.ExportChunk": "is the export itself",
    "accounts.FormerName": "has only hashes of the name of an account that became this one",
    "accounts.NamePart": "is the name again, in pieces",
    "accounts.User_groups": "are rights of staff, which others give",
    "accounts.User_user_permissions": "are rights of staff, too",
    "admin.LogEntry": "is the staff's own record of what they did",
    "club.SeatFigures": "is computed from the records of games",
    "club.Standing": "is computed from ratings",
    "league.Apart": "is the staff's own note, and names others",
    "play.Move": "is in the records of games",
    "post.FormerReader": "leads old links to unsubscribe to the account that was merged into",
    "ratings.Flag_people": "is what staff look into, and names others",
}
"""Tables that refer to people, and why an export does without them."""

NEED_MORE = {"games/analyses.json", "results.json", "staff.json"}
"""Files that need a finished game or staff to have something in them: they have their own tests."""


@pytest.fixture
def person() -> User:
    return UserFactory(username="Merchant", email="merchant@example.org")


def files_of(user: User) -> dict[str, str]:
    return dict(exporting.collect(user))


def unpacked(content: bytes) -> dict[str, str]:
    with ZipFile(io.BytesIO(content)) as archive:
        assert archive.testzip() is None
        return {name: archive.read(name).decode() for name in archive.namelist()}


def download(client: Client, export: DataExport):
    return client.get(reverse("accounts:download", args=[export.pk]))


def made(user: User) -> DataExport:
    export = exporting.ask(user=user)
    exporting.make(export_id=export.pk)
    export.refresh_from_db()
    return export


def test_every_table_about_people_is_in_the_export_or_says_why_not() -> None:
    persons = {User, Player, Holder}
    found = set()
    for model in apps.get_models(include_auto_created=True):
        fields = [field for field in model._meta.fields if isinstance(field, models.ForeignKey)]
        if any(field.related_model in persons for field in fields):
            found.add(model._meta.label)
    assert found - IN_FILES.keys() - LEFT_OUT.keys() == set()


def test_the_readme_tells_of_each_file_and_each_file_is_there(person: User) -> None:
    game = play_on(game_of(person, UserFactory()), 1)
    files = files_of(person)
    told = set(re.findall(r"^(\S+\.(?:json|txt))$", files.pop("README.txt"), re.MULTILINE))
    assert told - {"games/*.txt"} == files.keys() - {f"games/{game.pk}.txt"}
    assert set(IN_FILES.values()) <= told


def test_the_readme_is_in_the_language_of_its_reader(person: User) -> None:
    english = files_of(person)["README.txt"]
    person.language = "de"
    german = files_of(person)["README.txt"]
    # Only the names of files and the address of the site are the same.
    assert not {line for line in english.splitlines() if line.count(" ") > 4}.intersection(
        german.splitlines()
    )
    assert re.findall(r"^\S+$", english, re.MULTILINE) == re.findall(r"^\S+$", german, re.MULTILINE)


def test_everything_of_a_person_is_in_it(person: User) -> None:
    game = play_on(game_of(person, UserFactory()), 4)
    furnish(person, "mine", game)
    vote = services.open_vote(player=game.players.get(user=person), kind="pause")
    deletion.ask(user=person)
    exporting.ask(user=person)
    files = files_of(person)
    read = {name: json.loads(text) for name, text in files.items() if name.endswith(".json")}

    assert {name for name, content in read.items() if not content} == NEED_MORE
    assert read["games/drafts.json"][0]["orders"] == ["mine order"]
    assert read["games/standing-orders.json"][0]["wish"] == {"mine": "mine"}
    account = read["account.json"]
    assert account["username"] == "Merchant"
    assert account["will_be_deleted"]
    columns = {field.attname for field in User._meta.concrete_fields}
    assert account.keys() == columns - contributions.SECRET | {"will_be_deleted", "bot_accounts"}
    assert [each["username"] for each in account["bot_accounts"]] == ["mine bot"]
    assert read["email-addresses.json"][0]["email"] == "merchant@example.org"
    assert read["vacations.json"] == [{"first": "2030-01-01", "last": "2030-01-02"}]
    assert [factor["type"] for factor in read["second-factors.json"]] == ["totp"]
    assert read["notifications/sent.json"][-1]["subject"] == "mine letter"
    hook, phone = read["notifications/channels.json"]
    assert (hook["kind"], hook["host"]) == ("json", "hooks.example.org")
    assert (phone["kind"], phone["label"]) == ("push", "mine phone")
    untold = {"id", "user_id", "url", "keys", "session_key", "unanswered_since", "failed_at"}
    columns = {field.attname for field in Channel._meta.concrete_fields}
    assert phone.keys() == columns - untold | {"host"}
    assert "mine:1" in [each["topic"] for each in read["notifications/settings.json"]]
    (told,) = read["games/games.json"]
    assert told["game"] == game.pk
    assert record.read(files[told["record"]]).title == game.title
    assert read["games/notes.json"][0]["text"] == "mine note"
    assert read["games/chat.json"][0]["text"] == "mine chat"
    assert read["games/comments.json"][0]["text"] == "mine comment"
    assert read["games/plans.json"][0]["branches"][0]["notes"] == {"1": "mine step"}
    assert read["games/seats.json"][0]["seat"] in (1, 2)
    assert read["games/votes.json"]["called"][0]["kind"] == vote.kind
    assert read["games/votes.json"]["cast"][0]["choice"] == "yes"
    assert read["games/waits.json"]


def test_results_are_in_it(person: User) -> None:
    game = play_out(game_of(person, UserFactory()))
    (told,) = json.loads(files_of(person)["results.json"])
    assert told["game"] == game.pk
    assert told["place"] == game.players.get(user=person).place
    assert json.loads(files_of(person)["ratings.json"]).keys() == {"ratings", "boards"}


def test_what_staff_did_about_a_person_is_in_it_but_not_why(person: User) -> None:
    warden = UserFactory(username="Warden")
    staff.record(StaffAct.Kind.SUSPEND, by=warden, reason="Osprey reported them", about=person)
    text = "".join(files_of(person).values())
    assert json.loads(files_of(person)["staff.json"])[0]["kind"] == "suspend"
    assert "Osprey" not in text
    assert "Warden" not in text


def test_nothing_of_others_and_nothing_that_opens_the_account_is_in_it(person: User) -> None:
    other = UserFactory(username="Other", email="walrus@example.net")
    game = play_on(game_of(person, other), 4)
    furnish(person, "osprey", game)
    furnish(other, "walrus", game)
    services.open_vote(player=game.players.get(user=other), kind="pause")
    files = files_of(person)
    text = "".join(files.values())
    assert "osprey note" in text
    assert "walrus" not in text
    assert json.loads(files["games/votes.json"]) == {"called": [], "cast": []}
    words = ("hook", "endpoint", "public", "auth", "feed", "session")
    for secret in (*(f"osprey-{word}" for word in words), person.password, game.token):
        assert secret not in text
    for factor in Authenticator.objects.all():
        assert not any(str(value) in text for value in factor.data.values())


def test_what_the_former_player_of_a_seat_set_is_not_the_next_one_s(timepiece: Timepiece) -> None:
    leaver, heir = UserFactory(), UserFactory()
    game = game_of(leaver, UserFactory(), UserFactory(), private=False)
    chat.say(player=at(game, 0), text="Farewell")
    services.open_vote(player=at(game, 0), kind="pause")
    timepiece.go(hours=1)
    services.leave(game=Game.objects.get(pk=game.pk), user=leaver)
    timepiece.go(hours=1)
    services.join(game=Game.objects.get(pk=game.pk), user=heir)
    heirs, leavers = files_of(heir), files_of(leaver)
    assert "Farewell" not in heirs["games/chat.json"]
    assert "Farewell" in leavers["games/chat.json"]
    assert json.loads(heirs["games/votes.json"])["called"] == []
    assert len(json.loads(leavers["games/votes.json"])["called"]) == 1


def test_of_a_private_game_that_one_has_left_there_is_only_the_number(person: User) -> None:
    game = game_of(UserFactory(), person, UserFactory(), private=True)
    Game.objects.filter(pk=game.pk).update(name="The Herring Table")
    services.leave(game=Game.objects.get(pk=game.pk), user=person)
    files = files_of(person)
    assert json.loads(files["games/games.json"]) == [{"game": game.pk, "private": True}]
    assert len(json.loads(files["games/seats.json"])) == 1
    assert "Herring" not in "".join(files.values())


def test_one_click_one_email_one_zip(client: Client, person: User, mailoutbox) -> None:
    client.force_login(person)
    page = client.post(reverse(PAGE), follow=True)
    assert "collecting your data" in page.text
    for _ in range(2):
        sweep_accounts()
    post.sweep()
    (mail,) = [mail for mail in mailoutbox if mail.subject == "Your data is ready"]
    assert mail.to == ["merchant@example.org"]
    link = re.search(r"Download your data: http://testserver(\S+)", mail.body)[1]
    answer = client.get(link)
    content = b"".join(answer.streaming_content)
    assert answer["Content-Length"] == str(len(content))
    assert "attachment" in answer["Content-Disposition"]
    assert "no-store" in answer["Cache-Control"]
    files = unpacked(content)
    assert files.keys() >= {"README.txt", "account.json", "games/games.json"}
    assert ">Download<" in client.get(reverse(PAGE)).text


def test_the_link_works_only_for_its_owner(client: Client, person: User) -> None:
    export = made(person)
    answer = download(client, export)
    assert answer.url.startswith("/accounts/login/?next=")
    client.force_login(UserFactory())
    assert download(client, export).status_code == 404
    client.force_login(person)
    assert download(client, export).status_code == 200


def test_it_expires_and_is_removed(client: Client, person: User, timepiece: Timepiece) -> None:
    export = made(person)
    timepiece.go(days=6, hours=23)
    sweep_accounts()
    client.force_login(person)
    assert download(client, export).status_code == 200
    timepiece.go(hours=1)
    page = download(client, export)
    assert page.status_code == 404
    assert "has expired" in page.text
    sweep_accounts()
    assert not DataExport.objects.exists()
    assert not ExportChunk.objects.exists()


def test_once_a_day(client: Client, person: User, timepiece: Timepiece) -> None:
    client.force_login(person)
    client.post(reverse(PAGE))
    timepiece.go(hours=23)
    page = client.post(reverse(PAGE), follow=True)
    assert "once a day, next on Tuesday at 12:00." in page.text
    assert DataExport.objects.count() == 1
    timepiece.go(hours=1)
    client.post(reverse(PAGE))
    assert DataExport.objects.count() == 2
    exporting.ask(user=UserFactory())


def test_it_is_stored_in_pieces(person: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exporting, "CHUNK", 1000)
    export = made(person)
    assert export.chunks.count() > 1
    assert "README.txt" in unpacked(b"".join(exporting.content_of(export)))


def test_too_much_is_refused_with_a_sentence(
    client: Client, person: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    write = exporting.write_zip
    monkeypatch.setattr(exporting, "write_zip", lambda user, file: write(user, file, 100))
    export = made(person)
    assert export.made_at is None
    client.force_login(person)
    assert "larger than the 100 MB" in client.get(reverse(PAGE)).text
    assert download(client, export).status_code == 404


def test_a_worker_that_dies_is_replaced_and_two_make_one(
    person: User, timepiece: Timepiece, monkeypatch: pytest.MonkeyPatch
) -> None:
    export = exporting.ask(user=person)

    def die(*_: object) -> None:
        raise MemoryError

    with monkeypatch.context() as patch:
        patch.setattr(exporting, "write_zip", die)
        exporting.sweep()
    exporting.sweep()
    export.refresh_from_db()
    assert export.made_at is None, "it could still be at it"
    timepiece.go(minutes=10)
    exporting.sweep()
    export.refresh_from_db()
    assert export.made_at is not None
    pieces = export.chunks.count()
    exporting.make(export_id=export.pk)
    assert export.chunks.count() == pieces


def test_what_fails_again_and_again_is_given_up(
    client: Client, person: User, timepiece: Timepiece, monkeypatch: pytest.MonkeyPatch
) -> None:
    exporting.ask(user=person)

    def fail(*_: object) -> None:
        raise ValueError("a record that cannot be written")

    monkeypatch.setattr(exporting, "write_zip", fail)
    for _ in range(exporting.MOST_ATTEMPTS + 1):
        exporting.sweep()
        timepiece.go(minutes=10)
    client.force_login(person)
    assert "You can ask again now" in client.get(reverse(PAGE)).text
    exporting.ask(user=person)
    with pytest.raises(ExportRefused):
        exporting.ask(user=person)


def test_who_is_gone_needs_no_export(person: User, monkeypatch: pytest.MonkeyPatch) -> None:
    export = exporting.ask(user=person)
    write = exporting.write_zip

    def and_go(user: User, file: io.BytesIO) -> None:
        write(user, file)
        User.objects.filter(pk=user.pk).delete()

    monkeypatch.setattr(exporting, "write_zip", and_go)
    exporting.make(export_id=export.pk)
    assert not ExportChunk.objects.exists()


def test_the_page_costs_the_same_for_many(
    client: Client, person: User, django_assert_num_queries
) -> None:
    client.force_login(person)
    client.get(reverse(PAGE))
    with django_assert_num_queries(6):
        client.get(reverse(PAGE))
    now = timezone.now()
    for days in range(1, 20):
        asked_at = now - timedelta(days=days)
        DataExport.objects.create(user=person, asked_at=asked_at, next_try_at=asked_at)
    with django_assert_num_queries(6):
        client.get(reverse(PAGE))
