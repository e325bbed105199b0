"""What people tell about themselves and to whom, and whom they follow and block."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import IntegrityError, connection, transaction
from django.test import Client
from django.urls import reverse

from games.accounts import exporting, people
from games.accounts.countries import country_name, language_name
from games.accounts.models import Audience, Block, Follow, NamePart, Profile, User
from games.accounts.people import NoSearch, NoTie, Shown
from games.accounts.spellings import has_beginning
from tests.factories import UserFactory

pytestmark = pytest.mark.django_db

ABOUT = {
    "country": "SE",
    "language": "sv",
    "about": "I sail to Visby.",
    "shows_about": "members",
    "shows_games": "nobody",
    "shows_pace": "everyone",
}


@pytest.fixture
def person() -> User:
    return UserFactory(username="Ingeborg")


@pytest.fixture
def other() -> User:
    return UserFactory(username="Óskar")


def test_what_people_tell_is_saved(client: Client, person: User) -> None:
    client.force_login(person)
    page = client.post(reverse("accounts:about"), ABOUT, follow=True)
    assert "Saved." in page.text
    told = Profile.of(person)
    assert {name: getattr(told, name) for name in ABOUT} == ABOUT
    assert country_name(told.country) == "Sweden"
    assert language_name(told.language) == "Swedish"


@pytest.mark.parametrize(
    ("field", "value", "sentence"),
    [
        ("country", "XX", "Select a valid choice"),
        ("language", "tlh", "Select a valid choice"),
        ("about", "x" * 161, "at most 160 characters"),
        ("shows_pace", "friends", "Select a valid choice"),
    ],
)
def test_what_cannot_be_told_is_refused_and_nothing_is_lost(
    client: Client, person: User, field: str, value: str, sentence: str
) -> None:
    client.force_login(person)
    page = client.post(reverse("accounts:about"), ABOUT | {field: value})
    assert sentence in page.text
    assert field == "about" or "I sail to Visby." in page.text
    assert not Profile.objects.exists()


def test_nothing_is_told_before_someone_tells_it(person: User) -> None:
    told = Profile.of(person)
    assert (told.country, told.language, told.about) == ("", "", "")
    assert country_name("") == language_name("") == ""


@pytest.mark.parametrize("audience", Audience.values)
def test_nobody_sees_more_than_the_person_chose(person: User, other: User, audience: str) -> None:
    told = Profile(user=person, shows_about=audience, shows_games=audience, shows_pace=audience)
    blocked = UserFactory()
    people.block(user=person, other=blocked)
    visitors = {
        "anonymous": AnonymousUser(),
        "stranger": other,
        "blocked": blocked,
        "staff": UserFactory(is_staff=True),
        "self": person,
    }
    seen = {name for name, visitor in visitors.items() if people.shown_to(told, visitor).games}
    may = {
        "everyone": {"anonymous", "stranger", "blocked", "staff", "self"},
        "members": {"stranger", "staff", "self"},
        "nobody": {"staff", "self"},
    }
    assert seen == may[audience]


def test_each_part_has_its_own_audience(person: User, other: User) -> None:
    told = Profile(user=person, shows_about="nobody", shows_games="everyone", shows_pace="members")
    assert people.shown_to(told, AnonymousUser()) == Shown(about=False, games=True, pace=False)
    assert people.shown_to(told, other) == Shown(about=False, games=True, pace=True)


@pytest.mark.parametrize(
    ("tie", "untie", "rows"),
    [
        (people.follow, people.unfollow, Follow.objects),
        (people.block, people.unblock, Block.objects),
    ],
)
def test_a_tie_is_there_once_until_it_ends(person, other, tie, untie, rows) -> None:
    for _ in range(2):
        tie(user=person, other=other)
    assert rows.filter(user=person, other=other).count() == 1
    for _ in range(2):
        untie(user=person, other=other)
    assert not rows.exists()


@pytest.mark.parametrize("tie", [people.follow, people.block])
def test_nobody_is_tied_to_themselves_or_to_too_many(person, other, tie, monkeypatch) -> None:
    with pytest.raises(NoTie, match="yourself"):
        tie(user=person, other=person)
    monkeypatch.setattr("games.accounts.people.MOST", 1)
    tie(user=person, other=other)
    tie(user=person, other=other)
    with pytest.raises(NoTie, match="the most"):
        tie(user=person, other=UserFactory())


@pytest.mark.parametrize("model", [Follow, Block])
def test_the_database_itself_refuses_ties_to_oneself(person, model) -> None:
    more = {"since": person.date_joined} if model is Block else {}
    with pytest.raises(IntegrityError), transaction.atomic():
        model.objects.create(user=person, other=person, **more)


def test_whoever_blocks_follows_no_more_and_the_other_notices_nothing(person, other) -> None:
    people.follow(user=person, other=other)
    people.follow(user=other, other=person)
    people.block(user=person, other=other)
    assert list(Follow.objects.values_list("user", "other")) == [(other.pk, person.pk)]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("an", ["Anna", "Ännchen", "Hanna", "Marian"]),
        (" ANNA ", ["Anna", "Hanna"]),
        ("Änn", ["Ännchen", "Anna", "Hanna"]),
        ("ЯНИ", ["Янина"]),
        ("1lse", ["Ilse"]),
        ("%%", []),
        ("gone", []),
    ],
)
def test_people_are_found_by_a_part_of_their_name(text: str, found: list[str]) -> None:
    for name in ("Hanna", "Ännchen", "Marian", "Anna", "Ilse", "Янина"):
        UserFactory(username=name)
    UserFactory(username="Gone", is_active=False)
    assert [each.username for each in people.search(text)] == found


def test_people_are_found_by_the_name_that_they_have_now(person: User) -> None:
    person.username = "Ragnhild"
    person.save()
    person.save(update_fields=["username"])
    assert not people.search("geb")
    assert list(people.search("nhi")) == [person]


def test_of_many_people_the_first_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(people, "MOST_FOUND", 2)
    for name in ("Annabel", "Anna", "Annette", "Hanna", "Johanna", "Susanna"):
        UserFactory(username=name)
    assert [each.username for each in people.search("anna")] == ["Anna", "Annabel"]
    assert [each.username for each in people.search("hanna")] == ["Hanna", "Johanna"]


@pytest.mark.parametrize(("is_whole", "index"), [(True, "whole_names"), (False, "ends_of_names")])
def test_an_index_has_the_parts_of_names(person: User, is_whole: bool, index: str) -> None:
    parts = NamePart.objects.filter(has_beginning("geb"), is_whole=is_whole).order_by("part")
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SET LOCAL enable_seqscan = off")
    assert index in parts.explain()


def test_guests_are_found_once_they_have_an_account() -> None:
    guest = UserFactory(username="Gunhild", guest=True)
    assert not people.search("gunh")
    guest.guest = False
    guest.save(update_fields=["guest"])
    assert list(people.search("gunh")) == [guest]


@pytest.mark.parametrize("text", ["", " a ", "x" * 31])
def test_a_search_needs_a_few_letters(text: str) -> None:
    with pytest.raises(NoSearch):
        people.search(text)


def test_an_export_has_whom_one_blocks_but_not_who_blocks_one(person, other) -> None:
    people.follow(user=person, other=other)
    people.block(user=other, other=person)
    assert '"Óskar"' in dict(exporting.collect(person))["profile.json"]
    assert '"Ingeborg"' in dict(exporting.collect(other))["profile.json"]
    people.unfollow(user=person, other=other)
    assert "Óskar" not in str(dict(exporting.collect(person)))
