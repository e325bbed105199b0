"""Profile pages: what is told of a person or bot, and to whom."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.accounts import people
from games.accounts.models import Profile, User
from games.club.forms import GamesForm
from games.club.pages.answering import Answering
from games.club.pages.paging import PAGE
from games.club.pages.parts import PARTS
from games.club.pages.results import Results
from games.club.pages.subject import Subject
from games.play.models import Status
from tests.club.factories import answered, finished, scrolled
from tests.factories import UserFactory

pytestmark = pytest.mark.django_db

MONDAY = datetime(2026, 6, 1, 12, tzinfo=UTC)
VISITORS = ("anonymous", "stranger", "player", "blocked", "staff", "self")
ABOUT = "I sail to Visby at dawn."
OWN_PARTS = [name for name, part in PARTS.items() if part.exists is None]
"""The parts that each profile has; those of other rooms are there if these have something."""
SECTIONS = {"about": ABOUT, "games": "By chance", "pace": "Answering times"}


@pytest.fixture
def person() -> User:
    return UserFactory(username="Ada of Ghent")


def page_of(person: User, client: Client) -> str:
    return scrolled(client, reverse("club:person", args=[person.username]))


def games_of(whose: User, client: Client, **filters: str) -> str:
    answer = client.get(reverse("club:person-games", args=[whose.username]), filters)
    assert answer.status_code in (200, 404)
    return answer.text


def words(html: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html))


@pytest.fixture
def visitors(person: User) -> dict[str, User | None]:
    blocked = UserFactory(username="Pest")
    people.block(user=person, other=blocked)
    return {
        "anonymous": None,
        "stranger": UserFactory(username="Stranger"),
        "player": UserFactory(username="Player"),
        "blocked": blocked,
        "staff": UserFactory(username="Boss", is_staff=True),
        "self": person,
    }


@pytest.mark.parametrize("audience", ["everyone", "members", "nobody"])
@pytest.mark.parametrize("part", SECTIONS)
def test_nobody_sees_more_than_they_may(person, visitors, audience, part) -> None:
    """Each page walked by each kind of visitor, for each choice of the person."""
    hidden = {f"shows_{each}": "nobody" for each in SECTIONS}
    told = {"about": ABOUT, "country": "SE", "language": "sv"} | hidden
    Profile.objects.create(user=person, **(told | {f"shows_{part}": audience}))
    # Each took part in a game of their own; the private one is known to the player alone.
    finished(person, visitors["blocked"], name="Harbour Feast")
    finished(person, visitors["player"], private=True, name="Secret Feast")
    answered(person, [MONDAY + timedelta(hours=each) for each in range(12)])
    known = {
        "everyone": set(VISITORS),
        "members": {"stranger", "player", "staff", "self"},
        "nobody": {"staff", "self"},
    }[audience]
    for name, visitor in visitors.items():
        client = Client()
        if visitor is not None:
            client.force_login(visitor)
        page = page_of(person, client)
        assert "Ada of Ghent" in page
        assert "Here since" in page
        for each, sign in SECTIONS.items():
            allowed = name in {"staff", "self"} or (each == part and name in known)
            assert (sign in page) == allowed, f"{each} to {name}"
        assert ("Sweden" in page) == (ABOUT in page)
        assert "Secret Feast" not in page
        for later in set(PARTS) - {"ratings", "results"}:
            url = reverse("club:person-part", args=[person.username, later])
            assert client.get(url).status_code == (200 if f'"{url}"' in page else 404)
        if name == "blocked":
            assert "block" not in words(page).lower().replace("block ada of ghent", "")
        if part != "games" and name != "staff":
            continue
        games = games_of(person, client)
        assert ("Harbour Feast" in games) == ("By chance" in page)
        assert ('href="/people/Ada%20of%20Ghent/games/"' in page) == ("By chance" in page)
        may_see = name in {"player", "self"} and "By chance" in page
        assert ("Secret Feast" in games) == may_see, name


def test_a_private_game_does_not_count_for_those_who_may_not_see_it(client, person) -> None:
    other = UserFactory()
    finished(person, other, private=True)
    finished(person, UserFactory())
    assert Results.of(Subject(person), UserFactory()).total.games == 1
    assert Results.of(Subject(person), other).total.games == 2
    assert Results.of(Subject(person), person).total.games == 2


def test_nobody_has_that_name(client, person) -> None:
    closed = UserFactory(username="Gone", is_active=False)
    assert client.get(reverse("club:person", args=["Nobody"])).status_code == 404
    assert client.get(reverse("club:person", args=["Gone"])).status_code == 410
    assert client.get(reverse("club:person-games", args=["Gone"])).status_code == 404
    assert client.get("/people/ADA of ghent/").status_code == 200
    client.force_login(UserFactory(is_staff=True))
    assert "account is closed" in page_of(closed, client)


def test_results_count_boards_and_chance(person) -> None:
    others = UserFactory.create_batch(3)
    finished(person, *others)
    finished(*others, person)
    finished(person, others[0], board="east", places=(1, 1))
    finished(person, others[0], title="hansa", places=(2, 1))
    finished(person, others[0], status=Status.RUNNING)
    results = Results.of(Subject(person), person)
    assert [(each.name, each.games, each.won) for each in results.boards] == [
        ("Hansa Teutonica: The Hanseatic League", 2, 1),
        ("Hansa", 1, 0),
        ("Hansa Teutonica: The Eastern Hanseatic League", 1, 1),
    ]
    assert (results.total.percent, results.total.percent_by_chance) == (50, 38)


def test_head_to_head_tells_my_own_games_even_private_ones(client, person) -> None:
    me = UserFactory()
    finished(person, me)
    finished(me, UserFactory(), person, private=True)
    finished(person, me, places=(1, 1))
    finished(person, me, title="hansa")
    finished(person, UserFactory())
    told = Results.of(Subject(person), me).together
    assert [(each.name, each.games, each.ahead, each.behind, each.level) for each in told] == [
        ("Hansa Teutonica", 3, 1, 1, 1),
        ("Hansa", 1, 0, 1, 0),
    ]
    assert "You and Ada of Ghent" not in page_of(person, client)
    client.force_login(me)
    assert "You and Ada of Ghent" in page_of(person, client)


@pytest.mark.parametrize(
    ("filters", "listed"),
    [
        ({}, ["Now", "Bremen", "Visby", "Riga"]),
        ({"state": "running"}, ["Now"]),
        ({"state": "finished"}, ["Bremen", "Visby", "Riga"]),
        ({"table": "hansa"}, ["Visby"]),
        ({"table": "teutonica"}, ["Now", "Bremen", "Riga"]),
        ({"table": "teutonica:east"}, ["Riga"]),
        ({"players": "3"}, ["Bremen"]),
        ({"person": " rival "}, ["Visby", "Riga"]),
        ({"result": "won"}, ["Visby"]),
        ({"result": "not_won"}, ["Bremen", "Riga"]),
        ({"person": "Rival", "result": "won", "players": "2"}, ["Visby"]),
    ],
)
def test_games_are_filtered(client, person, filters, listed) -> None:
    rival, other = UserFactory(username="Rival"), UserFactory()
    finished(rival, person, board="east", name="Riga")
    finished(person, rival, title="hansa", name="Visby")
    finished(other, person, UserFactory(), name="Bremen")
    finished(person, other, status=Status.RUNNING, name="Now")
    finished(person, other, status=Status.OPEN, name="Open")
    finished(person, other, status=Status.CANCELLED, name="Never")
    answer = client.get(reverse("club:person-games", args=[person.username]), filters)
    assert [row.name for row in answer.context["rows"]] == listed


@pytest.mark.parametrize(
    ("filters", "sentence"),
    [
        ({"person": "Nobody"}, "No player has that name."),
        ({"table": "chess"}, "Select a valid choice"),
        ({"players": "many", "person": "Nobody"}, "Select a valid choice"),
    ],
)
def test_a_filter_that_makes_no_sense_is_told_and_kept(client, person, filters, sentence) -> None:
    finished(person, UserFactory())
    page = games_of(person, client, **filters)
    assert sentence in page
    assert "person" not in filters or 'value="Nobody"' in page


def test_games_come_in_pages_that_keep_the_filters(client, person) -> None:
    other = UserFactory()
    for _ in range(PAGE + 1):
        finished(person, other)
    first = games_of(person, client, state="finished")
    assert "Page 1" in first
    assert "?state=finished&amp;page=2" in first
    assert words(first).count("1st of 2") == PAGE
    for beyond in ("2", "99", "9" * 30):
        last = games_of(person, client, page=beyond)
        assert "Page 2" in last
        assert words(last).count("1st of 2") == 1
    for nonsense in ("", "0", "-1", "two", "²"):
        assert games_of(person, client, page=nonsense).count("Page 1") == 1


def test_a_page_takes_as_many_queries_however_much_was_played(client, person) -> None:
    me = UserFactory()
    client.force_login(me)

    def queries() -> dict[str, int]:
        name, numbers = [person.username], {}
        urls = [reverse("club:person-part", args=[*name, part]) for part in OWN_PARTS]
        for url in (reverse("club:person", args=name), *urls, f"/people/{person.username}/games/"):
            with CaptureQueriesContext(connection) as seen:
                assert client.get(url).status_code == 200
            numbers[url] = len(seen)
        return numbers

    finished(person, me, "journeyman")
    answered(person, [MONDAY] * 10)
    few = queries()
    for board in ("hanse", "east", "britannia"):
        for _ in range(4):
            finished(person, UserFactory(), me, board=board)
    answered(person, [MONDAY + timedelta(hours=each) for each in range(60)])
    assert queries() == few
    assert max(few.values()) <= 10


def test_answers_are_told_by_hour_in_the_persons_zone_from_ten_on(client, person) -> None:
    person.time_zone = "Asia/Tokyo"
    person.save()
    Profile.objects.create(user=person, shows_pace="everyone")
    finished(person, UserFactory())
    answered(person, [MONDAY] * 9)
    assert Answering.of(person) is None
    assert "Usually answers within" not in page_of(person, client)
    answered(person, [MONDAY + timedelta(hours=4)], taken=timedelta(hours=3))
    told = Answering.of(person)
    assert told is not None
    assert (told.counts[0][21], told.counts[1][1], told.total) == (9, 1, 10)
    assert told.usual == "1 hour"
    assert told.rows[0] == ("Monday", [0, 0, 0, 9])
    page = page_of(person, client)
    assert "Asia/Tokyo" in page
    assert "Monday 21:00: 9" in page
    assert page.count("<rect class=") == 7 * 24


def test_reliability_is_told_from_ten_answers_on(client, person) -> None:
    Profile.objects.create(user=person, shows_pace="everyone")
    finished(person, UserFactory())
    assert "Not known yet" in page_of(person, client)
    answered(person, [MONDAY] * 10)
    told = words(page_of(person, client))
    assert "100%. Answered in time: 10 of the last 10 times." in told
    assert "Played to the end: 1 of the last 1 game." in told


def test_a_bot_has_a_page(client, person) -> None:
    finished("journeyman", person, "journeyman", name="Three")
    finished("random", person, name="Two")
    finished("journeyman", person, private=True, name="Secret")
    client.force_login(person)
    page = client.get(reverse("club:bot", args=["journeyman"])).text
    for title in ("Hansa", "Hansa Teutonica"):
        assert f"<summary>{title}: " in page
    assert page.count('<th scope="row">60 to 70%</th>') == 2
    assert "<h1>Journeyman bot</h1>" in page
    assert "You and Journeyman bot" in page
    page = client.get(reverse("club:bot-games", args=["journeyman"])).text
    assert "1st and 3rd of 3" in page
    assert "Secret" in page
    client.force_login(UserFactory())
    page = client.get(reverse("club:bot-games", args=["journeyman"])).text
    assert "Three" in page
    assert "Secret" not in page
    assert ">Two<" not in page
    assert client.get(reverse("club:bot", args=["clever"])).status_code == 404


def test_names_lead_to_pages(client, person) -> None:
    closed = UserFactory(is_active=False)
    finished(person, "journeyman", closed, status=Status.RUNNING)
    page = client.get(reverse("club:running-games")).text
    assert 'href="/people/Ada%20of%20Ghent/"' in page
    assert 'href="/bots/journeyman/"' in page
    assert f"/people/{closed.username}/" not in page


def test_the_same_filters_are_rendered_once() -> None:
    chosen = {"state": "running", "person": "Nobody"}
    once, twice = (str(GamesForm(chosen)) for _ in range(2))
    assert once is twice
    assert 'value="Nobody"' in once
    assert str(GamesForm({})) != once


def test_the_parts_of_a_page_read_a_person_once(client: Client, person: User) -> None:
    finished(person, UserFactory())
    Profile.objects.update_or_create(
        user=person, defaults={"shows_games": "everyone", "shows_pace": "everyone"}
    )
    answered(person, [MONDAY + timedelta(hours=each) for each in range(30)])
    for part in OWN_PARTS:
        with CaptureQueriesContext(connection) as queries:
            answer = client.get(reverse("club:person-part", args=[person.username, part]))
        assert answer.status_code == 200, part
        people = [query for query in queries if 'FROM "accounts_user"' in query["sql"]]
        assert len(people) == 1, part
