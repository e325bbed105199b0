"""A game on which the rules fail is set aside, told to staff once, and can be resumed."""

import logging
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from games.accounts.models import StaffAct
from games.play import services
from games.play.engine.aside import set_aside
from games.play.errors import NotYourTurn, PlayError
from games.play.models import Game, Player, Status, Vote, Wait
from games.play.services import staff, thinking
from games.post.services import sweep as sweep_letters
from hansa_site import health
from tests.factories import UserFactory, sign_in_staff
from tests.play.factories import game_of, play_fast, player_to_move, sitting
from tests.play.test_replies import reply

pytestmark = pytest.mark.django_db

PAWN = {"two_player": "pawn"}
WHY = "The program is mended"


def lose_pawn(game: Game, **fields: Any) -> Game:
    """Let the cached position of a game be one that its rules cannot play."""
    state = game.position()
    state.frames = ()
    for name, value in fields.items():
        setattr(state, name, value)
    state.added = state.added._replace(pawn=0, walked=False)
    Game.objects.filter(pk=game.pk).update(state=game.rules().dump(state))
    return Game.objects.get(pk=game.pk)


@pytest.fixture
def game() -> Game:
    """Two people play with the pawn, which is lost."""
    people = [UserFactory(), UserFactory()]
    return lose_pawn(play_fast(game_of(*people, title="teutonica", options=PAWN), 12))


@pytest.fixture
def bots_game() -> Game:
    """A master is on turn, whom no worker asks."""
    game = play_fast(game_of(UserFactory(), "master", title="teutonica", options=PAWN), 12)
    Game.objects.filter(pk=game.pk).update(thinking_since=timezone.now() - thinking.GIVE_UP)
    return lose_pawn(game, turn=1)


def failures(caplog: pytest.LogCaptureFixture) -> list[logging.LogRecord]:
    return [each for each in caplog.records if "is set aside" in each.getMessage()]


def fail(game: Game) -> None:
    """Let the rules fail on an order of the player on turn."""
    order = {"order": "pawn 5", "version": game.version, "draft_version": 0}
    client = sitting(player_to_move(game))
    assert client.post(f"{game.get_absolute_url()}order", order)["Location"] == f"/game/{game.pk}/"
    assert Game.objects.get(pk=game.pk).set_aside_at is not None


def test_the_sweep_fails_once_and_tells_once(bots_game: Game, caplog) -> None:
    for _ in range(3):
        services.sweep()
    [told] = failures(caplog)
    assert not [each for each in caplog.records if "The clock of" in each.getMessage()]
    assert told.exc_info[0] is KeyError
    game = Game.objects.get()
    assert game.set_aside_at is not None
    assert game.thinking_since is None


def test_a_worker_sets_it_aside_as_well(bots_game: Game, caplog, monkeypatch) -> None:
    Game.objects.update(thinking_since=timezone.now())
    for _ in range(2):
        assert not services.think(game_id=bots_game.pk, number=bots_game.moves_made)
    assert len(failures(caplog)) == 1
    assert Game.objects.get().set_aside_at is not None


def test_a_page_that_fails_says_so_instead_of_failing_again(game: Game, caplog) -> None:
    client = sitting(player_to_move(game))
    kept = {name: value for name, value in game.state.items() if name != "spaces"}
    Game.objects.update(state=kept)
    url = game.get_absolute_url()
    for _ in range(2):
        page = client.get(url)
        assert page.status_code == 409
        assert "This game is set aside" in page.text
    assert len(failures(caplog)) == 1
    poll = client.get(f"{url}poll?version=0", headers={"HX-Request": "true"})
    assert poll["HX-Refresh"] == "true"


def test_a_page_that_does_not_fail_says_so_too(game: Game, caplog) -> None:
    fail(game)
    page = sitting(player_to_move(game)).get(game.get_absolute_url())
    assert page.status_code == 200
    sheet = page.text.partition('id="ask"')[2].partition("</section>")[0]
    assert "This game is set aside" in sheet
    assert 'name="order"' not in sheet
    assert len(failures(caplog)) == 1


def test_a_reply_by_email_is_answered_so(game: Game, caplog, settings, mailoutbox) -> None:
    settings.REPLY_DOMAIN = "reply.example.org"
    player = player_to_move(game)
    for _ in range(2):
        reply(player, "pawn 5\nconfirm")
        sweep_letters()
        assert "This game is set aside" in mailoutbox[-1].body
    assert len(failures(caplog)) == 1
    assert Game.objects.get().moves_made == game.moves_made


def test_its_clocks_stop_and_nobody_can_move(game: Game) -> None:
    fail(game)
    player = player_to_move(game)
    wait = Wait.objects.open().get()
    assert (wait.next_check_at, wait.deadline) == (None, None)
    with pytest.raises(NotYourTurn, match="set aside"):
        services.confirm(player=player, version=player.game.version, orders=["end"])
    assert services.sweep() == 0


def test_whoever_leaves_it_is_gone_and_nobody_plays_on(game: Game) -> None:
    fail(game)
    mover = player_to_move(game)
    for player in (mover, Player.objects.exclude(pk=mover.pk).get()):
        services.leave(game=game, user=player.user)
        game.refresh_from_db()
        assert game.moves_made == mover.game.moves_made
        assert not Wait.objects.open().filter(deadline__isnull=False).exists()
    assert game.status == Status.CANCELLED
    assert game.set_aside_at is None, "staff have nothing to decide"


def test_a_seat_that_is_taken_in_it_has_no_clock_yet(game: Game) -> None:
    fail(game)
    game.players.filter(waits__ended_at=None).update(offered_at=timezone.now())
    newcomer = UserFactory()
    services.join(game=game, user=newcomer)
    wait = Wait.objects.open().get()
    assert wait.holder.user == newcomer
    assert (wait.clock_since, wait.deadline) == (None, None)


def test_staff_see_it_and_rewind_it(game: Game, client: Client) -> None:
    boss = sign_in_staff(client)
    fail(game)
    assert game.name in client.get("/staff/").text
    page = client.get(f"/staff/game/{game.pk}/").text
    assert "has been set aside since" in page
    assert "Replace a player" not in page, "it would be refused"
    with pytest.raises(PlayError, match="still fail"):
        staff.put_back(game=game, by=boss, reason=WHY)
    client.post(f"/staff/game/{game.pk}/rewind", {"number": "10", "reason": WHY})
    again = Game.objects.get()
    assert (again.set_aside_at, again.moves_made) == (None, 10)
    assert Wait.objects.open().get().next_check_at is not None
    assert sitting(player_to_move(again)).get(game.get_absolute_url()).status_code == 200


def test_staff_resume_it_once_the_rules_are_mended(client: Client) -> None:
    sign_in_staff(client)
    good = play_fast(game_of(UserFactory(), UserFactory(), title="teutonica", options=PAWN), 12)
    fail(lose_pawn(good))
    seat = player_to_move(good)
    Game.objects.update(state=good.state)
    answer = client.post(f"/staff/game/{good.pk}/put-back", {"reason": WHY}, follow=True)
    assert "recorded in the staff log" in answer.text
    game = Game.objects.get()
    assert game.set_aside_at is None
    wait = Wait.objects.open().get()
    assert wait.deadline is not None
    assert wait.next_check_at is not None
    assert StaffAct.objects.get().kind == "put_back"
    page = sitting(seat).get(good.get_absolute_url())
    assert page.status_code == 200
    assert "set aside" not in page.text


def test_who_was_absent_has_a_whole_clock_once_it_is_resumed(client: Client) -> None:
    boss = sign_in_staff(client)
    good = play_fast(game_of(UserFactory(), UserFactory(), title="teutonica", options=PAWN), 12)
    fail(lose_pawn(good))
    absent, now = Wait.objects.open().get().player, timezone.now()
    vote = Vote.objects.create(game=good, kind="absent", about=absent, opened=now, closes=now)
    Wait.objects.open().update(warned_at=now)
    Game.objects.update(state=good.state)
    staff.put_back(game=good, by=boss, reason=WHY)
    vote.refresh_from_db()
    assert vote.outcome == "extended"
    wait = Wait.objects.open().get()
    assert wait.warned_at is None
    # When time is up again, the others are asked again.
    Wait.objects.open().update(next_check_at=now, deadline=now, warned_at=now)
    assert services.sweep() == 1
    assert Vote.objects.filter(about=absent, closed=None).exists()


def test_an_error_of_the_site_itself_sets_nothing_aside(game: Game) -> None:
    with pytest.raises(KeyError) as caught:
        {}["nothing"]
    assert not set_aside(game.pk, caught.value)
    assert Game.objects.get().set_aside_at is None


def test_a_table_that_waits_for_nothing_more_is_not_overdue(game: Game) -> None:
    Wait.objects.open().update(next_check_at=timezone.now() - 2 * health.LATE)
    fail(game)
    assert not Wait.objects.open().filter(next_check_at__isnull=False).exists()


def test_a_plan_that_fails_stops_no_game(game: Game) -> None:
    client = sitting(player_to_move(game))
    client.raise_request_exception = False
    client.get(f"{game.get_absolute_url()}plan/m{game.moves_made}/")
    assert Game.objects.get().set_aside_at is None
