"""What a confirm costs the database, by the number of players."""

import random
from contextlib import suppress
from datetime import date

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.accounts.models import User, Vacation
from games.play import services
from games.play.errors import PlayError
from games.play.models import Draft, Game, StandingOrder
from games.post.models import Channel, Letter, Schedule
from tests.cases import first
from tests.factories import UserFactory
from tests.play.factories import draft_turn, game_of, good_order, play_fast, player_to_move

pytestmark = pytest.mark.django_db

MOST = 25
"""The most statements of a confirm in which the turn goes on to another, BEGIN and COMMIT too."""
TURNS = 5
TABLES = range(2, 6)
LARGEST_FIRST = [(players, mode) for players in reversed(TABLES) for mode in Schedule.Mode]


def settings_of(user: User, mode: str) -> None:
    """Give a person all that may change when they are told, and when their time runs."""
    Schedule.objects.create(user=user, mode=mode, reminders=[30, 60, 90])
    Vacation.objects.create(user=user, first=date(2040, 1, 1), last=date(2040, 1, 9))
    for number in range(2):
        Channel.objects.create(user=user, kind="json", url=f"https://example.org/{number}")


def confirmed(game: Game) -> tuple[Game, list[str]]:
    """Confirm the turn of the player to move; return the statements that it took."""
    with suppress(PlayError):
        draft_turn(game)
    player = player_to_move(game)
    draft = Draft.objects.get(player=player)
    with CaptureQueriesContext(connection) as captured:
        session, _ = services.confirm_draft(
            player=player, version=player.game.version, draft_version=draft.version
        )
    return session.game, [query["sql"] for query in captured]


def costs(players: int, mode: str) -> list[list[str]]:
    """The statements of some confirms at a table of people; in each the turn goes on."""
    users = UserFactory.create_batch(players)
    for user in users:
        settings_of(user, mode)
    game = play_fast(game_of(*users), 20)
    for player in game.players.all():
        wish = {"places": [], "otherwise": "ask", "hours": 12}
        StandingOrder.objects.create(player=player, asked="displaced", wish=wish)
    taken = []
    while len(taken) < TURNS:
        turn = game.turn
        game, statements = confirmed(game)
        if game.turn > turn:
            taken.append(statements)
    return taken


@pytest.mark.parametrize(("players", "mode"), first(len(Schedule.Mode), LARGEST_FIRST))
def test_a_confirm_takes_few_statements(players: int, mode: str):
    for statements in costs(players, mode):
        assert len(statements) <= MOST, "\n".join(statements)
    # The others were told, through each of their webhooks too.
    assert Letter.objects.filter(kind="turn").count() >= TURNS


def test_more_players_take_no_more_statements():
    """What each of them has set beforehand is read at once, not one by one."""
    most = [max(map(len, costs(players, Schedule.Mode.NOW))) for players in TABLES]
    assert most == [most[0]] * len(most)


def test_a_confirm_reads_the_game_and_its_players_once():
    for statements in costs(4, Schedule.Mode.NOW):
        read = [sql.split(" FROM ")[1] for sql in statements if sql.startswith("SELECT")]
        for table in ("play_game", "play_player", "play_draft", "post_schedule"):
            assert sum(each.startswith(f'"{table}"') for each in read) == 1, "\n".join(read)


def test_letters_that_wait_for_quiet_are_put_off_together():
    users = UserFactory.create_batch(4)
    for user in users:
        Schedule.objects.create(user=user, mode=Schedule.Mode.QUIET)
    game = play_fast(game_of(*users), 20)
    for user in users:
        Letter.objects.filter(recipient=user).update(state=Letter.State.WAITING)
    _, statements = confirmed(game)
    puts_off = [sql for sql in statements if 'SET "due_at"' in sql]
    assert len(puts_off) == 1


def test_an_order_reads_the_position_and_the_draft_once(client: Client):
    game = play_fast(game_of(*UserFactory.create_batch(3)), 20)
    player = player_to_move(game)
    client.force_login(player.person)
    order = good_order(game, player.seat, random.Random(1), ())
    sent = {"order": order, "version": game.version, "draft_version": 0}
    # Nothing is kept from an earlier page, and the draft is there.
    Draft.objects.get_or_create(player=player)
    with CaptureQueriesContext(connection) as captured:
        page = client.post(f"/game/{game.pk}/order", sent, HTTP_HX_REQUEST="true")
    assert page.status_code == 200
    assert Draft.objects.get(player=player).orders == [order]
    read = [query["sql"] for query in captured if query["sql"].startswith("SELECT")]
    for column in ('"play_game"."state"', '"play_draft"."orders"'):
        assert sum(column in sql for sql in read) == 1, "\n".join(read)
