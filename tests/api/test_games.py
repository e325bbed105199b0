"""Games as a program sees them: lists, a game by its seat, legal orders, log and record."""

import pytest
from django.test import Client

from games.accounts.models import Scope
from games.api import games as room
from games.api.plain import plain
from games.play import services
from games.play.access import enter
from games.play.models import Game, Player
from games.play.pages.record import record_text
from games.rules import TITLES, record
from tests.api.programs import Program, code_of
from tests.factories import UserFactory
from tests.play.factories import (
    ENDLESS,
    every_title,
    game_of,
    game_of_people,
    play_fast,
    player_to_move,
)

pytestmark = pytest.mark.django_db


def test_the_games_of_a_person_first_those_that_wait_for_them() -> None:
    person, other = UserFactory(), UserFactory()
    open_game = game_of(person, "open")
    waiting = game_of(person, other)
    player = player_to_move(waiting)
    game_of(other, UserFactory())
    told = Program(player.person).get("/games").json()
    assert told["more"] is False
    assert told["games"][0]["id"] == waiting.pk
    assert told["games"][0]["waiting"]
    assert told["games"][0]["since"]
    assert told["games"][0]["url"].endswith(f"/game/{waiting.pk}/")
    if player.person == person:
        assert [game["id"] for game in told["games"]] == [waiting.pk, open_game.pk]
    only = Program(player.person, name="Other").get("/games", {"waiting": "1"}).json()
    assert [game["id"] for game in only["games"]] == [waiting.pk]


def test_games_come_in_pages(monkeypatch) -> None:
    monkeypatch.setattr(room, "PAGE", 2)
    person = UserFactory()
    numbers = {game_of(person, "open").pk for _ in range(3)}
    program = Program(person)
    first, second = (program.get("/games", {"page": page}).json() for page in (1, 2))
    assert (first["more"], second["more"]) == (True, False)
    assert {game["id"] for page in (first, second) for game in page["games"]} == numbers


def test_games_that_are_over_are_listed_apart() -> None:
    game = game_of_people(2, title="hansa")
    game = play_fast(game, ENDLESS)
    person = Player.objects.filter(game=game).first().person
    program = Program(person)
    assert program.get("/games").json()["games"] == []
    (told,) = program.get("/games", {"over": "1"}).json()["games"]
    assert (told["id"], told["status"], told["waiting"]) == (game.pk, "over", False)


@every_title
def test_a_game_is_shown_as_its_seat_sees_it(title) -> None:
    game = game_of_people(title=title)
    player = player_to_move(game)
    for each in Player.objects.at_table(game):
        answer = Program(each.person).get(f"/games/{game.pk}")
        told = answer.json()
        state = player.game.position()
        assert told["view"] == plain(TITLES[title].view(state, each.seat))
        assert told["seat"] == each.seat
        assert told["asked"] is (each.pk == player.pk)
        assert bool(told["question"]) is told["asked"]
        assert [seat["seat"] for seat in told["seats"]] == list(range(3))
        assert answer["ETag"] == f'"{told["version"]}"'
    stranger = Program(UserFactory()).get(f"/games/{game.pk}").json()
    assert stranger["seat"] is None
    assert stranger["view"] == plain(TITLES[title].view(state, None))


def test_a_private_game_is_not_there_for_others() -> None:
    game = game_of_people(private=True)
    stranger = Program(UserFactory())
    for path in ("", "/legal", "/log"):
        assert code_of(stranger.get(f"/games/{game.pk}{path}")) == "not-found"
    assert code_of(stranger.order(game.pk, 1, "end")) == "not-found"
    assert code_of(stranger.get(f"/records/{game.pk}.txt")) == "not-found"


def test_a_game_that_has_not_changed_is_not_sent_again(django_assert_num_queries) -> None:
    game = game_of_people()
    player = player_to_move(game)
    program = Program(player.person)
    tag = program.get(f"/games/{game.pk}")["ETag"]
    with django_assert_num_queries(2):
        answer = program.get(f"/games/{game.pk}", If_None_Match=tag)
    assert answer.status_code == 304
    assert answer.content == b""
    assert answer["ETag"] == tag
    assert answer["Cache-Control"] == "private, no-cache"
    assert "Authorization" in answer["Vary"]
    services.open_vote(player=player, kind="pause")
    answer = program.get(f"/games/{game.pk}", If_None_Match=tag)
    assert answer.status_code == 200
    assert answer["ETag"] != tag


@every_title
def test_legal_orders_are_those_of_the_rules(title) -> None:
    game = game_of_people(title=title)
    player = player_to_move(game)
    told = Program(player.person).get(f"/games/{game.pk}/legal").json()
    state = player.game.position()
    rules = TITLES[title]
    texts = [text for group in told["orders"].values() for text in group]
    assert told["cut"] == []
    assert texts == [rules.write(state, order) for order in rules.orders(state, player.seat)]
    assert told["version"] == player.game.version
    other = Player.objects.filter(game=game).exclude(pk=player.pk).first()
    assert Program(other.person).get(f"/games/{game.pk}/legal").json()["orders"] == {}
    assert code_of(Program(UserFactory()).get(f"/games/{game.pk}/legal")) == "not-found"


def test_long_lists_of_orders_are_cut(monkeypatch) -> None:
    monkeypatch.setattr(room, "MOST_ORDERS", 1)
    game = game_of_people()
    told = Program(player_to_move(game).person).get(f"/games/{game.pk}/legal").json()
    assert told["cut"]
    assert all(len(group) == 1 for group in told["orders"].values())


def test_the_log_goes_on_where_the_program_was(monkeypatch) -> None:
    monkeypatch.setattr(room, "MOST_MOVES", 3)
    game = game_of_people(2, title="hansa")
    game = play_fast(game, ENDLESS)
    fresh = Game.objects.get(pk=game.pk)
    program = Program(Player.objects.filter(game=game).first().person)
    moves, after = [], 0
    while True:
        told = program.get(f"/games/{game.pk}/log", {"after": after}).json()
        moves += told["moves"]
        if not told["more"] or len(moves) > 60:
            break
        after = told["moves"][-1]["number"]
    assert [move["number"] for move in moves] == list(range(1, len(moves) + 1))
    assert moves[0]["seat"] is None
    assert all(move["text"] and move["by"] for move in moves)
    assert all((move["by"] == "chance") == (move["seat"] is None) for move in moves)
    rest = program.get(f"/games/{game.pk}/log", {"after": fresh.moves_made}).json()
    assert rest["moves"] == []
    assert rest["more"] is False


def test_a_game_that_has_not_begun_has_no_log_and_no_view() -> None:
    person = UserFactory()
    game = game_of(person, "open")
    program = Program(person)
    assert code_of(program.get(f"/games/{game.pk}/log")) == "not-found"
    told = program.get(f"/games/{game.pk}").json()
    assert (told["view"], told["asked"], told["status"]) == (None, False, "open")
    assert program.get(f"/games/{game.pk}/legal").json()["orders"] == {}


def test_a_record_is_that_of_the_page() -> None:
    game = game_of_people(2, title="hansa")
    player = player_to_move(game)
    answer = Program(player.person).get(f"/records/{game.pk}.txt")
    assert answer["Content-Type"].startswith("text/plain")
    assert answer.text == record_text(enter(user=player.person, game_id=game.pk))
    assert record.read(answer.text).title == "hansa"
    public = Program(player.person, Scope.LEAGUE_READ, name="Other")
    assert public.get(f"/records/{game.pk}.txt").status_code == 200
    Game.objects.filter(pk=game.pk).update(private=True)
    assert code_of(public.get(f"/records/{game.pk}.txt")) == "not-found"
    assert Client().get(f"/api/v1/records/{game.pk}.txt").status_code == 401
