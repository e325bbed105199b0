"""Tables that form by themselves, and searches that tell when a game comes."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from games.accounts.models import Follow, User
from games.accounts.people import block
from games.club.letters import NewGames
from games.club.models import SavedSearch, TableWish
from games.club.pages.finding import (
    FOLLOWED,
    Search,
    finished_games,
    open_games,
    running_games,
)
from games.club.services.searches import MOST, tell_searchers
from games.club.services.seating import form_tables, wait_for_table
from games.play.models import FollowedGame, Game
from games.play.services import Terms, cancel_game, join
from games.post.models import Letter
from tests.factories import PASSWORD, UserFactory
from tests.play.factories import game_of
from tests.play.writing import write

pytestmark = pytest.mark.django_db


def wish(user: User | None = None, **more) -> User:
    user = user or UserFactory()
    usual = {"tables": ["teutonica"], "players": [3], "paces": ["three"], "rated": True}
    wait_for_table(user=user, **(usual | more))
    return user


def seated(game: Game) -> set[User]:
    return {player.user for player in game.players.all()}


def test_those_who_wait_longest_sit_down_together_as_soon_as_they_are_enough():
    people = [wish() for _ in range(2)]
    assert form_tables() == []
    people.append(wish())
    late = wish()
    (game,) = form_tables()
    assert seated(game) == set(people)
    assert game.is_running
    assert (game.hours, game.reaction_hours, game.rated) == (72, 24, True)
    assert [each.user for each in TableWish.objects.all()] == [late]
    assert form_tables() == []
    told = Letter.objects.filter(topic=game.topic).values_list("recipient", flat=True)
    assert set(told) == {person.pk for person in people}


@pytest.mark.parametrize(
    "other",
    [
        {"tables": ["hansa"]},
        {"players": [4]},
        {"paces": ["week"]},
        {"rated": False},
    ],
)
def test_who_wants_something_else_waits_on(other):
    wish()
    wish()
    wish(**other)
    assert form_tables() == []


def test_any_board_suits_who_wants_one():
    wish(tables=["teutonica:east"])
    wish()
    wish(tables=["hansa", "teutonica"])
    (game,) = form_tables()
    assert game.options["board"] == "east"


def test_two_of_whom_one_has_blocked_the_other_do_not_sit_down_together():
    one, other = wish(), wish()
    block(user=other, other=one)
    third = wish()
    assert form_tables() == []
    fourth = wish()
    (game,) = form_tables()
    assert seated(game) == {one, third, fourth}


def test_who_has_not_been_here_for_long_is_not_seated():
    people = [wish() for _ in range(3)]
    long_ago = timezone.now() - timedelta(days=4)
    TableWish.objects.filter(user=people[0]).update(since=long_ago)
    assert form_tables() == []
    (letter,) = Letter.objects.filter(kind="wish_expired")
    assert letter.recipient == people[0]
    told = write(letter)
    assert told.subject == "We've stopped looking for a table for you"
    assert "You haven't been here for three days" in told.text
    assert "/games/next-table/" in told.text
    assert form_tables() == []
    assert Letter.objects.filter(kind="wish_expired").count() == 1, "once"

    client = Client()
    client.post("/accounts/login/", {"login": people[0].username, "password": PASSWORD})
    assert form_tables() == [], "a wish that has expired seats nobody"
    assert "We've stopped looking for a table for you." in client.get("/games/").text
    page = client.get("/games/next-table/").text
    assert "You hadn't visited for three days" in page
    assert "Join the waiting list again" in page
    wish(people[0])
    assert write(letter) is None, "waiting again"
    (game,) = form_tables()
    assert seated(game) == set(people)


def test_a_wish_is_made_changed_and_taken_back_on_its_page(client: Client):
    person = UserFactory()
    client.force_login(person)
    page = "/games/next-table/"
    assert "Choose at least one game." in client.post(page, {"players": ["3"]}).text
    sent = {"tables": ["hansa"], "players": ["5"], "paces": ["day"], "rated": "yes"}
    assert "No game allows that number of players." in client.post(page, sent).text
    sent["players"] = ["3", "4"]
    assert "Stop waiting" in client.post(page, sent, follow=True).text
    since = TableWish.objects.get().since
    client.post(page, sent | {"rated": "no"})
    kept = TableWish.objects.get()
    assert (kept.since, kept.players, kept.rated) == (since, [3, 4], False)
    assert "You&#x27;re on the waiting list." in client.get("/games/").text.replace("'", "&#x27;")
    client.post("/games/next-table/stop")
    assert not TableWish.objects.exists()


def new_games(person: User) -> list[Letter]:
    return list(Letter.objects.filter(kind="new_games", recipient=person))


def test_a_saved_search_tells_of_each_new_game_once(client: Client):
    person, host = UserFactory(), UserFactory()
    client.force_login(person)
    game_of(host, "open", "open", options={"board": "east"}, name="There before")
    client.post("/games/searches/save", {"table": "teutonica:east", "rated": "", "pace": "x"})
    assert SavedSearch.objects.get().wanted == {"table": "teutonica:east"}
    page = client.get("/games/").text
    assert "Game and board: Hansa Teutonica: The Eastern" in page

    assert tell_searchers() == 0
    game_of(host, "open", name="Another board")
    game_of(person, "open", "open", options={"board": "east"}, name="My own")
    found = game_of(host, "open", "open", options={"board": "east"}, name="<b>Buy</b>")
    assert tell_searchers() == 1
    assert tell_searchers() == 0
    (letter,) = new_games(person)
    assert letter.payload["games"] == [found.pk]
    game_of(host, "open", "open", options={"board": "east"})
    assert tell_searchers() == 1
    both = NewGames(
        search=letter.payload["search"], games=list(Game.objects.values_list("pk", flat=True))
    )
    assert "/games/?table=teutonica%3Aeast" in both.write(letter).text

    number = SavedSearch.objects.get().pk
    stranger = Client()
    stranger.force_login(host)
    stranger.post(f"/games/searches/{number}/remove")
    assert SavedSearch.objects.exists()
    client.post(f"/games/searches/{number}/remove")
    assert not SavedSearch.objects.exists()


def test_what_a_saved_search_tells_is_true_when_it_is_sent(client: Client, mailoutbox):
    person, host = UserFactory(), UserFactory()
    game = game_of(host, "open", title="hansa", name="Buy my pills")
    letter = Letter(kind="new_games", recipient=person)
    written = NewGames(search=1, games=[game.pk]).write(letter)
    assert "A new game fits a search you saved" in written.text
    assert "Hansa" in written.text
    assert game.get_absolute_url() in written.text
    assert "pills" not in written.text + written.html + written.subject
    cancel_game(game=game, user=host)
    assert NewGames(search=1, games=[game.pk]).write(letter) is None


@pytest.mark.parametrize("seats", [1, 2, 3])
def test_a_saved_search_counts_games_and_not_their_free_seats(seats: int):
    person = UserFactory()
    letter = Letter(kind="new_games", recipient=person)
    one = game_of(UserFactory(), *["open"] * seats)
    written = NewGames(search=1, games=[one.pk]).write(letter)
    assert "A new game fits" in written.text
    assert one.get_absolute_url() in written.text
    two = game_of(UserFactory(), *["open"] * seats, title="hansa")
    both = NewGames(search=1, games=[one.pk, two.pk])
    assert "2 new games fit" in both.write(letter).text
    join(game=two, user=person)
    assert "A new game fits" in both.write(letter).text, "a seat of one's own is no news"


def test_no_list_of_games_names_one_twice():
    person = UserFactory()
    others = UserFactory.create_batch(3)
    for other in others:
        Follow.objects.create(user=person, other=other)
    for seats in (("open", "open"), (others[1], "open", "open"), (others[1], others[2])):
        game_of(others[0], *seats)
        game_of(person, *seats)
    over = game_of(person, *others)
    Game.objects.filter(pk=over.pk).update(status="over")
    for game in Game.objects.all():
        FollowedGame.objects.create(user=others[0], game=game)
        FollowedGame.objects.create(user=person, game=game)
    games = Game.objects.all()
    follows = Search(who=FOLLOWED)
    for found in (
        games.of(person), games.finished_of(person), games.joinable(), games.watchable(),
        games.joinable().welcoming(person), games.visible_to(person), games.followed_by(person),
        *(look(search, person) for look in (open_games, running_games, finished_games)
          for search in (Search(), follows, Search(person=others[1]))),
    ):  # fmt: skip
        numbers = [game.pk for game in found]
        assert len(numbers) == len(set(numbers)), found.query


def test_blockers_and_what_is_no_search_tell_nothing(client: Client):
    person, host = UserFactory(), UserFactory()
    client.force_login(person)
    assert "Choose what you" in client.post("/games/searches/save", follow=True).text
    client.post("/games/searches/save", {"rated": "yes"})
    client.post("/games/searches/save", {"rated": "yes"})
    assert SavedSearch.objects.count() == 1, "the same once"
    block(user=host, other=person)
    game_of(host, "open", terms=Terms())
    assert tell_searchers() == 0
    for pace in ("day", "three", "slow", "bank"):
        client.post("/games/searches/save", {"pace": pace})
    answer = client.post("/games/searches/save", {"table": "hansa"}, follow=True)
    assert "You can save 5 searches." in answer.text.replace("&#x27;", "'")
    assert SavedSearch.objects.count() == MOST
