"""The table as pages: fragment and page, polls, stale clicks, history and record."""

import random
import re

import pytest
from django.contrib.messages import get_messages
from django.test import Client

from games.play import services
from games.play.engine.session import GameSession
from games.play.models import Draft, Game, Player
from games.rules import record, replay
from tests.factories import UserFactory
from tests.play.factories import (
    game_of,
    game_of_people,
    play_on,
    play_out,
    play_until,
    player_to_move,
    sitting,
    step,
)

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}


def click(player: Player, path: str, number: int, **data) -> dict:
    return {
        "path": f"/game/{player.game_id}/{path}",
        "data": {"version": player.game.version, "draft_version": number, **data},
    }


@pytest.fixture
def player() -> Player:
    return player_to_move(game_of_people())


def test_a_click_without_htmx_redirects_to_the_table(player):
    answer = sitting(player).post(**click(player, "order", 0, order="income 1t"))

    assert answer["Location"] == player.game.get_absolute_url()
    assert Draft.objects.get().orders == ["income 1t"]


def test_a_click_with_htmx_gets_the_fragment_without_the_land(player):
    client = sitting(player)
    page = client.get(player.game.get_absolute_url()).content.decode()
    answer = client.post(**click(player, "order", 0, order="income 1t"), headers=HTMX)

    fragment = answer.content.decode()
    assert "Your draft" in fragment
    assert 'id="live"' in fragment
    assert "hx-swap-oob" in fragment
    assert "<html" not in fragment
    assert page.count("<svg") > fragment.count("<svg")
    assert len(fragment) < len(page) / 2


def test_the_same_click_twice_gets_the_table_and_a_sentence(player):
    client = sitting(player)
    client.post(**click(player, "order", 0, order="income 1t"), headers=HTMX)
    answer = client.post(**click(player, "order", 0, order="income 1t"), headers=HTMX)

    assert "already in your draft" in answer.content.decode()
    assert Draft.objects.get().orders == ["income 1t"]


def test_confirming_twice_gets_the_table_and_a_sentence(player):
    client = sitting(player)
    client.post(**click(player, "order", 0, order="income 1t"))
    once = client.post(**click(player, "confirm", 1, then="end"))
    twice = client.post(**click(player, "confirm", 1, then="end"))

    assert [str(said) for said in get_messages(once.wsgi_request)] == []
    assert "counted once" in str(next(iter(get_messages(twice.wsgi_request))))
    assert player.game.moves.filter(order="income 1t").count() == 1


def test_an_illegal_order_gets_its_sentence(player):
    answer = sitting(player).post(**click(player, "order", 0, order="dance"), headers=HTMX)

    assert answer.status_code == 200
    assert "dance" in answer.content.decode()


@pytest.mark.parametrize("number", ["", "-1", "x", "9" * 30])
def test_nonsense_instead_of_a_version_is_stale(player, number):
    data = {"order": "income 1t", "version": number, "draft_version": "0"}
    answer = sitting(player).post(f"/game/{player.game_id}/order", data, headers=HTMX)

    assert "moved on" in answer.content.decode()


def test_a_draft_is_taken_back_and_reset_by_buttons(player):
    client = sitting(player)
    client.post(**click(player, "order", 0, order="income 1t"))
    client.post(**click(player, "draft", 1, undo="last"))
    client.post(**click(player, "order", 2, order="income 2t"))
    client.post(**click(player, "draft", 3, undo="all"))

    assert Draft.objects.get().orders == []


def test_a_poll_is_quiet_until_something_happens(player):
    client = Client()
    url = f"/game/{player.game_id}/poll?version={player.game.version}"
    assert client.get(url).status_code == 204
    services.confirm(player=player, version=player.game.version, orders=["end"])
    answer = client.get(url)

    assert answer.status_code == 200
    assert "ends the turn" in answer.content.decode()


def test_a_poll_costs_one_query(player, django_assert_num_queries):
    url = f"/game/{player.game_id}/poll?version={player.game.version}"
    with django_assert_num_queries(1):
        Client().get(url)


def test_a_waiting_room_brings_in_who_has_joined_and_no_field():
    game = game_of(user := UserFactory(), "open", "open")
    client = Client()
    client.force_login(user)
    url = f"/game/{game.pk}/poll?room=1&version={game.version}"
    services.join(game=game, user=UserFactory(username="Hildegard"))
    answer = client.get(url)

    assert answer["X-Fragment"]
    assert "HX-Refresh" not in answer
    assert "Hildegard" in answer.content.decode()
    assert not re.search(r"<(textarea|select|input (?!type=.hidden))", answer.content.decode())


def test_a_waiting_room_turns_into_the_table():
    game = game_of(UserFactory(), "journeyman", "open")
    url = f"/game/{game.pk}/poll?room=1&version={game.version}"
    assert Client().get(url).status_code == 204
    services.join(game=game, user=UserFactory())

    assert Client().get(url)["HX-Refresh"] == "true"


@pytest.mark.parametrize("cancelled", [False, True])
@pytest.mark.parametrize(
    "click", ["order", "draft", "confirm", "typed", "primers", "hint", "ask", "come-back", "vote/1"]
)
def test_a_click_in_a_game_that_has_not_begun_leads_to_its_waiting_room(click, cancelled):
    game = game_of(UserFactory(), "open")
    if cancelled:
        services.cancel_game(game=game, user=game.creator)
    client = sitting(game.players.get(seat=0))
    answer = client.post(f"{game.get_absolute_url()}{click}", headers={"HX-Request": "true"})
    assert (answer.status_code, answer["HX-Redirect"]) == (204, game.get_absolute_url())


def test_the_table_needs_few_queries(django_assert_max_num_queries):
    def on_turn(session: GameSession) -> bool:
        # An answer in another player's turn costs one more, for its standing order.
        own = session.number >= 40 and session.to_move() == (0,)
        return own and session.title.view(session.state, 0).prompt == "turn"

    game = play_until(
        game_of(UserFactory(), "journeyman", "journeyman", "journeyman", "journeyman"),
        on_turn,
        1000,
    )
    player = player_to_move(game)
    client = sitting(player)
    client.get(game.get_absolute_url())

    # Session, person, game, players, moves, draft.
    with django_assert_max_num_queries(6):
        client.get(game.get_absolute_url())


def test_the_way_to_learn_is_there_until_one_has_finished_a_game():
    new, old = UserFactory.create_batch(2)
    Game.objects.filter(pk=game_of(old, "journeyman").pk).update(status="over")
    shown = {}
    for user in (new, old):
        game = game_of(user, "journeyman")
        page = sitting(game.players.get(seat=0)).get(game.get_absolute_url()).text
        shown[user] = "> in five minutes<" in page
    assert shown == {new: True, old: False}


def test_what_happened_since_my_last_move_stands_on_the_page():
    game = game_of_people()
    first = player_to_move(game)
    services.confirm(player=first, version=first.game.version, orders=["end"])
    rng = random.Random(4)
    while player_to_move(game).seat != first.seat and game.is_running:
        game = step(game, rng)
    first.refresh_from_db()
    page = sitting(first).get(game.get_absolute_url()).content.decode()

    assert "Since your move" in page
    for move in game.moves.filter(number__gt=first.last_move):
        assert f"/game/{game.pk}/move/{move.number}/" in page


def test_every_move_has_a_page():
    game = play_on(game_of_people(), 10)
    for number in (0, 1, game.moves_made):
        answer = Client().get(f"/game/{game.pk}/move/{number}/")
        assert answer.status_code == 200
    assert Client().get(f"/game/{game.pk}/move/{game.moves_made + 1}/").status_code == 404


def test_the_record_replays_to_the_same_game():
    game = play_out(game_of(UserFactory(), "journeyman", "random"))
    text = Client().get(f"/game/{game.pk}/record.txt").content.decode()
    read = record.read(text)
    state = replay.replay(read)

    assert game.rules().dump(state) == Game.objects.get().state
    assert read.result


def test_a_finished_table_shows_its_score_sheet():
    game = play_out(game_of(UserFactory(), "journeyman", "random"))
    page = Client().get(game.get_absolute_url()).content.decode()

    assert "Score sheet" in page
    for scores in game.result["scores"]:
        assert str(scores["total"]) in page
    assert "poll?version" not in page


@pytest.mark.parametrize("pick", ["space:nowhere.1", "action:income", "x", "<script>"])
def test_any_pick_shows_a_table(player, pick):
    answer = sitting(player).get(player.game.get_absolute_url(), {"pick": pick})

    assert answer.status_code == 200
    assert "<script>" not in answer.content.decode().replace("<script ", "")


def test_there_is_no_script_in_a_page(player):
    page = sitting(player).get(player.game.get_absolute_url()).content.decode()

    assert page.count("<script") == page.count("<script src=") + page.count("<script defer src")
    assert " onclick" not in page
