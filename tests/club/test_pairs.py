"""Odd pairs of players and planned deletions, as staff see them."""

import random
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from games.accounts import deletion
from games.accounts.models import StaffAct, User
from games.accounts.staff import NoReason
from games.ratings.collusion import NotTheirs, look_at, mark
from games.ratings.models import Flag, Part, ResultSeat
from games.ratings.services import record
from tests.factories import UserFactory, sign_in_staff
from tests.ratings.factories import START, finished, seat

pytestmark = pytest.mark.django_db

WHY = "Brothers who share a flat"


@pytest.fixture
def desk() -> Client:
    desk = Client()
    desk.boss = sign_in_staff(desk)
    return desk


def odd_pair(names: tuple[str, str] = ("Winner", "Loser"), first: int = 100) -> Flag:
    """Two people of whom one always wins, among others who play with neither."""
    pair = [UserFactory(username=name) for name in names]
    others = UserFactory.create_batch(12)
    rng = random.Random(1)
    for number in range(12):
        record(finished(rng.sample(others, 3), game=first + number, day=1))
    for number in range(9):
        record(finished(pair, game=first + 50 + number, day=2))
    known = set(Flag.objects.values_list("pk", flat=True))
    mark(now=START + timedelta(days=10))
    return Flag.objects.exclude(pk__in=known).get()


def test_staff_see_what_was_seen_who_and_in_which_games(desk: Client) -> None:
    assert "No odd pair of players to look at." in desk.get("/staff/").text
    flag = odd_pair()
    assert "1 odd pair of players to look at" in desk.get("/staff/").text
    page = desk.get("/staff/pairs/").text
    assert "Winner and Loser" in page
    assert flag.detail in page
    page = desk.get(f"/staff/pairs/{flag.pk}/").text
    assert flag.detail in page
    assert flag.get_suspicion_display() in page
    assert page.count("place 1 of 2, 49 points") == page.count("place 2 of 2, 48 points") == 9
    assert page.count("/staff/game/") == 9
    for person in flag.people.all():
        assert f"/staff/person/{person.pk}/" in page
        assert f"/staff/pairs/{flag.pk}/" in desk.get(f"/staff/person/{person.pk}/").text


def test_a_pair_is_looked_at_with_a_note_and_nothing_happens_to_it(desk: Client) -> None:
    flag = odd_pair()
    before = list(User.objects.order_by("pk").values())
    path = f"/staff/pairs/{flag.pk}/"
    assert "Say why" in desk.post(path, {"reason": " "}).text
    long = "x" * 501
    assert long in desk.post(path, {"reason": long}).text, "what was typed is kept"
    assert not StaffAct.objects.exists()
    assert "recorded in the staff log" in desk.post(path, {"reason": WHY}, follow=True).text
    act = StaffAct.objects.get()
    assert (act.kind, act.by, act.reason) == ("look", desk.boss, WHY)
    assert act.details == f"pair {flag.pk}"
    assert WHY in desk.get("/staff/pairs/").text
    assert "No odd pair of players to look at." in desk.get("/staff/").text
    assert list(User.objects.order_by("pk").values()) == before
    mark(now=START + timedelta(days=11))
    assert not Flag.objects.to_look_at().exists(), "it stays looked at when it is seen again"


def test_nobody_looks_at_a_pair_they_belong_to() -> None:
    flag = odd_pair()
    with pytest.raises(NotTheirs):
        look_at(flag=flag, by=flag.people.first(), note=WHY)
    with pytest.raises(NoReason):
        look_at(flag=flag, by=UserFactory(), note="")


def test_a_pair_stays_to_be_seen_when_an_account_is_gone(desk: Client) -> None:
    flag = odd_pair()
    User.objects.get(username="Loser").delete()
    assert "Winner and Former player" in desk.get("/staff/pairs/").text
    assert "place 2 of 2" in desk.get(f"/staff/pairs/{flag.pk}/").text


def test_games_that_were_left_are_listed_as_such(desk: Client) -> None:
    winner, leaver, third = (UserFactory(username=name) for name in ("Win", "Leave", "Third"))
    for number in range(5):
        left = finished([winner, third, leaver], game=number + 1, day=number)
        left.seats[2:] = [
            seat(2, leaver, part=Part.LEFT),
            seat(2, "journeyman", 3, part=Part.TOOK_OVER),
        ]
        record(left)
    mark(now=START + timedelta(days=10))
    page = desk.get(f"/staff/pairs/{Flag.objects.get().pk}/").text
    assert page.count("<td>left</td>") == page.count("place 1 of 3") == 5
    assert ResultSeat.objects.filter(part=Part.LEFT).count() == 5


def test_pages_of_pairs_take_as_many_queries_for_many(
    desk: Client, django_assert_max_num_queries
) -> None:
    flag = odd_pair()
    odd_pair(("More", "Less"), first=300)
    odd_pair(("Most", "Least"), first=500)
    for path in ("/staff/pairs/", f"/staff/pairs/{flag.pk}/"):
        desk.get(path)
        with django_assert_max_num_queries(12):
            assert desk.get(path).status_code == 200


def test_staff_see_which_accounts_will_be_deleted_and_when(desk: Client) -> None:
    assert "No account is waiting to be deleted." in desk.get("/staff/deletions/").text
    person = UserFactory(username="Leaving")
    closing = deletion.ask(user=person)
    assert "1 account waiting to be deleted" in desk.get("/staff/").text
    page = desk.get("/staff/deletions/").text
    assert "Leaving" in page
    assert timezone.localtime(closing.due_at).strftime("%H:%M") in page
    assert "They asked to delete it" in desk.get(f"/staff/person/{person.pk}/").text
    deletion.keep(user=person)
    assert "Leaving" not in desk.get("/staff/deletions/").text
