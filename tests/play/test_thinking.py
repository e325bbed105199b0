"""Bots that think: their turns are played by workers, once, and a game is never stuck."""

import random
import re
from datetime import timedelta

import pytest
from django.test import Client

from games.accounts.bot_names import bot_name
from games.bots import THINKERS
from games.bots.bot import Advice
from games.play import services
from games.play.errors import NotYourTurn
from games.play.management.commands.verify_games import problem_of
from games.play.models import Game, Move, PlayedBy, Player, VoteKind, Wait
from games.play.pages.cards import cards_of
from games.play.services import clocks, staff
from games.play.services import thinking as service
from games.post import services as post
from games.post.models import Letter
from games.rules.title import CHANCE
from hansa_site import processes
from hansa_site.celery import app
from tests.factories import UserFactory
from tests.play import poll_title
from tests.play.factories import game_of, good_order, player_to_move, short_title, step
from tests.play.thinking import game_that_waits, hurry, quick, think, think_all, waiting
from tests.play.timepiece import Timepiece, timepiece
from tests.play.wait_laws import check_waits

__all__ = ["hurry", "timepiece"]
pytestmark = pytest.mark.django_db

IN_VIEW = {"X-In-View": "yes"}


def everything() -> list[object]:
    kinds = (Game, Player, Wait, Letter, Move)
    return [list(kind.objects.order_by("pk").values()) for kind in kinds]


def by_on_commit(django_capture_on_commit_callbacks, monkeypatch, act) -> list[tuple[str, list]]:
    """The tasks that are asked for once a step is committed."""
    asked: list[tuple[str, list]] = []
    monkeypatch.setattr(post, "send_task", lambda name, args: asked.append((name, args)))
    with django_capture_on_commit_callbacks(execute=True):
        act()
    return asked


# The way of a turn


def test_a_request_never_plays_for_a_thinking_bot(monkeypatch):
    def never(*args):
        raise AssertionError("It thinks in a request.")

    monkeypatch.setitem(THINKERS, "merchant", never)
    game = game_that_waits()
    assert player_to_move(game).bot == "merchant"
    assert not Wait.objects.open().exists()


def test_a_worker_plays_the_turn_and_the_game_goes_on():
    game = game_that_waits()
    seat, before = player_to_move(game).seat, game.moves_made

    assert think(game)
    game.refresh_from_db()
    assert game.thinking_since is None
    assert player_to_move(game).user_id
    played = game.moves.filter(number__gt=before)
    assert played.first().seat == seat
    assert not played.exclude(played_by=PlayedBy.SEAT).exists()
    assert problem_of(game) == ""
    check_waits()


def test_the_task_is_asked_for_once_the_move_is_committed(
    django_capture_on_commit_callbacks, monkeypatch
):
    made = []
    asked = by_on_commit(
        django_capture_on_commit_callbacks, monkeypatch, lambda: made.append(game_that_waits())
    )
    assert asked == [("games.play.tasks.think", [made[0].pk, made[0].moves_made])]


def test_no_task_is_asked_for_when_nobody_has_to_think(
    django_capture_on_commit_callbacks, monkeypatch
):
    def act():
        step(game_of(UserFactory(), "journeyman", "apprentice"), random.Random(1))

    assert by_on_commit(django_capture_on_commit_callbacks, monkeypatch, act) == []
    assert not waiting().exists()


def test_another_turn_is_another_task(django_capture_on_commit_callbacks, monkeypatch):
    def lazy(view, orders, rng, deadline, opponents):
        return Advice(orders.groups["end"][0])

    for level in THINKERS:
        monkeypatch.setitem(THINKERS, level, lazy)
    game = game_that_waits("merchant", "master")
    if player_to_move(game).bot == "master":
        think(game)
        game = step(game, random.Random(1))
        while game.thinking_since is None:
            game = step(game, random.Random(1))
    asked = by_on_commit(django_capture_on_commit_callbacks, monkeypatch, lambda: think(game))
    game.refresh_from_db()
    assert player_to_move(game).bot == "master"
    assert asked == [("games.play.tasks.think", [game.pk, game.moves_made])]


def test_a_bot_that_thinks_answers_in_others_turns_at_once():
    with poll_title.registered():
        me = UserFactory()
        game = game_of(me, "merchant", "master", title="poll")
        player = player_to_move(game)
        services.confirm(player=player, version=player.game.version, orders=["vote"])
        game.refresh_from_db()
        assert game.thinking_since is None
        assert player_to_move(game).user == me
        assert {1, 2} <= set(game.moves.values_list("seat", flat=True))


@short_title
def test_a_game_with_thinking_bots_comes_to_its_end(title):
    game = game_of(UserFactory(), "merchant", "master", title=title)
    rng, turns = random.Random(1), 0
    while game.is_running:
        turns += think_all()
        game.refresh_from_db()
        if game.is_running:
            game = step(game, rng)
            check_waits()
    assert turns > 10
    assert game.thinking_since is None
    assert problem_of(game) == ""


def test_only_the_worker_for_bots_takes_these_tasks():
    assert app.amqp.router.route({}, service.bots.TASK)["queue"].name == "bots"
    other = app.amqp.router.route({}, "games.play.tasks.sweep_clocks")["queue"].name
    assert other == app.conf.task_default_queue != "bots"
    assert processes.command("bots", {})[-2:] == ["--queues", "bots"]
    assert "--queues" not in processes.command("worker", {})


# Never stuck, never twice


def test_the_same_task_twice_plays_once():
    game = game_that_waits()
    assert think(game)
    after = everything()
    assert not think(game)
    assert everything() == after


def test_two_workers_at_once_play_once(monkeypatch):
    """While one thinks, the other plays; what the first has found is dropped."""
    game = game_that_waits()

    def overtaken(view, orders, rng, deadline, opponents):
        monkeypatch.setitem(THINKERS, "merchant", quick)
        services.think(game_id=game.pk, number=game.moves_made)
        return quick(view, orders, rng, deadline, opponents)

    monkeypatch.setitem(THINKERS, "merchant", overtaken)
    assert not think(game)
    assert problem_of(Game.objects.get()) == ""
    assert not waiting().exists()


def meanwhile(monkeypatch: pytest.MonkeyPatch, act) -> bool:
    """Let something happen while a bot thinks; return whether its orders were played."""

    def thinker(view, orders, rng, deadline, opponents):
        monkeypatch.setitem(THINKERS, "merchant", quick)
        act()
        return quick(view, orders, rng, deadline, opponents)

    game = Game.objects.get()
    monkeypatch.setitem(THINKERS, "merchant", thinker)
    return think(game)


def test_what_a_vote_or_a_pause_changes_does_not_matter_to_a_bot(monkeypatch):
    game = game_that_waits()
    mine = game.players.get(seat=0)
    voted = meanwhile(monkeypatch, lambda: services.open_vote(player=mine, kind=VoteKind.PAUSE))
    game.refresh_from_db()
    assert voted
    assert game.paused
    assert player_to_move(game).user_id, "players, and bots, may move while a game is paused"
    check_waits()


def test_a_game_that_ends_meanwhile_is_not_played_on(monkeypatch):
    game = game_that_waits()
    moves = game.moves_made
    me = game.players.get(seat=0).user
    assert not meanwhile(monkeypatch, lambda: services.leave(game=game, user=me))
    game.refresh_from_db()
    assert game.status == "cancelled"
    assert (game.moves_made, game.thinking_since) == (moves, None)


def test_a_game_that_is_taken_back_meanwhile_is_not_played_on(monkeypatch):
    game = game_that_waits()
    by = UserFactory(is_staff=True)

    def rewind():
        staff.rewind(game=game, number=0, by=by, reason="A test")

    assert not meanwhile(monkeypatch, rewind)
    game.refresh_from_db()
    assert not game.moves.filter(seat=1).exists()
    check_waits()


def test_a_lost_task_is_asked_for_again_then_played_by_the_sweep(
    timepiece: Timepiece, django_capture_on_commit_callbacks, monkeypatch
):
    game = game_that_waits()
    timepiece.go(seconds=59)

    def sweep():
        services.sweep()

    def asked():
        return by_on_commit(django_capture_on_commit_callbacks, monkeypatch, sweep)

    assert asked() == []
    timepiece.go(seconds=1)
    assert asked() == [("games.play.tasks.think", [game.pk, game.moves_made])]
    timepiece.go(minutes=3, seconds=59)
    assert len(asked()) == 1
    timepiece.go(seconds=1)
    assert timepiece.sweep() == 1
    assert timepiece.sweep() == 0
    game.refresh_from_db()
    assert game.thinking_since is None
    assert player_to_move(game).user_id
    assert not think(game)
    check_waits()


def test_a_sweep_plays_the_turns_of_all_who_think(timepiece: Timepiece):
    game = game_that_waits("merchant", "master", "merchant")
    assert timepiece.sweep(minutes=5) == 1
    assert player_to_move(game).user_id


@pytest.mark.parametrize("answer", [ZeroDivisionError, ("nonsense",)])
def test_a_thinking_bot_that_fails_plays_as_the_quick_one(monkeypatch, caplog, answer):
    def broken(view, orders, rng, deadline, opponents):
        if isinstance(answer, type):
            raise answer
        return Advice(answer)

    monkeypatch.setitem(THINKERS, "merchant", broken)
    game = game_that_waits()
    seat = player_to_move(game).seat
    expected = good_order(game, seat, random.Random(1))
    assert think(game)
    assert game.moves.filter(seat=seat).last().order
    assert game.moves.get(number=game.moves_made + 1).order == expected
    assert caplog.text.count("Bot merchant") == 1, "it is not asked again in this turn"


# What it sees, and what others see of it


def test_a_thinking_bot_is_given_its_seats_view_and_who_plays_and_nothing_else(monkeypatch):
    game = game_that_waits("merchant", "journeyman", title="hansa")
    seat, title, position = player_to_move(game).seat, game.rules(), game.position()
    given = []

    def spy(view, orders, rng, deadline, opponents):
        given.append((view, orders))
        assert opponents == ["", "merchant", "journeyman"]
        return quick(view, orders, rng, deadline, opponents)

    monkeypatch.setitem(THINKERS, "merchant", spy)
    assert think(game)
    state = position
    for (view, orders), move in zip(
        given, game.moves.filter(number__gt=game.moves_made), strict=False
    ):
        assert view == title.view(state, seat)
        assert list(orders) == list(title.orders(state, seat))
        state = title.apply(state, seat, title.read(state, move.order))
    assert all(view.seat == seat != CHANCE for view, _ in given)


def test_the_page_says_who_thinks_and_asks_sooner():
    game = game_that_waits()
    client = Client()
    client.force_login(game.players.get(seat=0).user)
    page = client.get(game.get_absolute_url()).content.decode()
    assert f"{player_to_move(game).name} is thinking." in page
    assert 'hx-trigger="every 2s, shown"' in page
    answer = client.get(f"{game.get_absolute_url()}poll", {"version": game.version, "waiting": 0})
    assert answer.status_code == 204

    think(game)
    answer = client.get(f"{game.get_absolute_url()}poll", {"version": game.version, "waiting": 0})
    page = answer.content.decode()
    assert "is thinking" not in page
    assert 'hx-trigger="every 5s, shown"' in page
    assert 'style="--step:' in page


def test_lists_of_games_say_that_a_bot_thinks():
    game = game_that_waits()
    listed = Game.objects.for_lists().filter(pk=game.pk)
    assert "a bot is thinking" in cards_of(list(listed.all()))[0].about
    think(game)
    assert "thinking" not in cards_of(list(listed.all()))[0].about


def test_others_are_told_whom_the_game_waits_for():
    game = game_that_waits()
    with pytest.raises(NotYourTurn, match=bot_name(game.pk, 1)):
        services.confirm(player=game.players.get(seat=0), version=game.version, orders=["end"])


# Letters


def test_the_letter_about_a_turn_comes_when_the_bot_has_moved():
    game = game_that_waits()
    turns = Letter.objects.filter(kind="turn")
    before = turns.count()
    think(game)
    assert turns.count() == before + 1
    assert turns.latest("pk").recipient == game.players.get(seat=0).user


def test_a_game_that_begins_with_a_bot_is_told_of_once():
    """Who is asked first gets the letter about their turn, the others that about the start."""
    people = UserFactory.create_batch(2)
    while not (game := game_of("merchant", *people)).thinking_since:
        pass  # the first player is drawn
    letters = Letter.objects.filter(topic=game.topic)
    assert not letters.exists()
    think_all()
    told = letters.values_list("kind", "recipient")
    first = player_to_move(game).user
    other = next(person for person in people if person != first)
    assert sorted(told) == [("started", other.pk), ("turn", first.pk)]


def test_the_sweep_stops_at_no_broken_game(timepiece: Timepiece, monkeypatch, caplog):
    games = [game_that_waits(), game_that_waits()]
    take_up = service.take_up

    def broken(game, now):
        if game.pk == games[0].pk:
            raise ZeroDivisionError
        return take_up(game, now=now)

    monkeypatch.setattr(clocks.thinking, "take_up", broken)
    assert timepiece.sweep(minutes=5) == 1
    assert list(waiting()) == [games[0]]
    assert f"game {games[0].pk}" in caplog.text


def test_a_game_waits_for_no_longer_than_the_sweep_allows():
    assert service.ASK_AGAIN < service.GIVE_UP <= timedelta(minutes=5)


def test_a_table_shows_a_bots_turn_move_by_move(client: Client) -> None:
    game = game_that_waits()
    client.force_login(game.players.get(seat=0).user)
    page = client.get(game.get_absolute_url()).text
    assert f"shown={game.moves_made}" in page
    shown = game.moves_made
    assert think(game)
    game.refresh_from_db()
    url = f"{game.get_absolute_url()}poll"
    for number in range(shown + 1, game.moves_made):
        text = client.get(url, {"version": 0, "shown": number - 1}, headers=IN_VIEW).text
        assert f'id="bot-replay-{number}"' in text
        assert f"shown={number}" in text
    unseen = client.get(url, {"version": 0, "shown": shown}).text
    assert "bot-replay" not in unseen, "a hidden tab learns at once that it is its person's turn"
    for up_to_date in (game.moves_made - 1, game.moves_made, 10**6, ""):
        text = client.get(url, {"version": 0, "shown": up_to_date}, headers=IN_VIEW).text
        assert "bot-replay" not in text
        assert 'id="panel-' not in text


def test_chance_is_shown_with_the_move_that_asked_for_it(client: Client) -> None:
    game = game_of(UserFactory(), "merchant", "merchant", title="hansa")
    rng = random.Random(1)
    while not (draws := game.moves.filter(turn__gt=0, seat=None, on_turn__gt=0)):
        if game.thinking_since is None:
            game = step(game, rng)
        else:
            think(game)
            game.refresh_from_db()
    client.force_login(game.players.get(seat=0).user)
    # Chance has answered; what the bot does with that it thinks about anew.
    assert think(game)
    first = draws.order_by("number")[0]
    url = f"{game.get_absolute_url()}poll"
    text = client.get(url, {"version": 0, "shown": first.number - 2}, headers=IN_VIEW).text
    shown = re.search(r'id="bot-replay-(\d+)"', text)
    assert shown is not None
    assert int(shown[1]) >= first.number
    assert game.moves.get(number=int(shown[1]) + 1).seat is not None
