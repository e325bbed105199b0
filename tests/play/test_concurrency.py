"""Two at once, with real threads: one is played, the other hears a sentence."""

import threading
from datetime import timedelta

import pytest
from django.db import connection, transaction
from django.utils import timezone

from games.accounts import merging
from games.accounts import services as accounts
from games.accounts.errors import NoVacation
from games.accounts.models import User
from games.play import services
from games.play.engine.locks import locked_game
from games.play.errors import LostSeat, NoSeat, PlayError, Stale
from games.play.letters.news import Chat
from games.play.models import Draft, Game, Message, Move, Note, Player, StandingOrder, Vote, Wait
from games.play.services import SeatPlan, Terms, chat
from games.post.models import Letter
from games.post.services import notify
from games.rules import position
from games.study import services as study
from games.study.models import Plan
from tests.factories import UserFactory
from tests.play.factories import FIRST, game_of, game_of_people, player_to_move

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]

AT_ONCE = 4


def together(*calls) -> list:
    """What each call returned or raised, all of them begun at the same moment."""
    gate = threading.Barrier(len(calls))
    results: list = [None] * len(calls)

    def run(number: int) -> None:
        gate.wait()
        try:
            results[number] = calls[number]()
        except PlayError as error:
            results[number] = error
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(number,)) for number in range(len(calls))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results


def waits(call) -> bool:
    """Whether a call by somebody else does not come to an end while this transaction lasts."""

    def run() -> None:
        try:
            call()
        finally:
            connection.close()

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    thread.join(timeout=5)
    return thread.is_alive()


def test_one_of_many_equal_confirmations_counts():
    player = player_to_move(game_of_people())
    version = player.game.version
    results = together(
        *[
            lambda: services.confirm(player=player, version=version, orders=["income 1t", "end"])
            for _ in range(AT_ONCE)
        ]
    )

    assert sum(isinstance(result, Game) for result in results) == 1
    assert sum(isinstance(result, Stale) for result in results) == AT_ONCE - 1
    assert Move.objects.filter(order="income 1t").count() == 1
    assert Letter.objects.filter(kind="turn").count() == 2


@pytest.mark.parametrize("attempt", range(4))
def test_a_turn_confirmed_while_staff_merge_accounts_is_played_or_refused(attempt: int):
    player = player_to_move(game_of_people())
    old, kept, boss = player.person, UserFactory(), UserFactory(is_staff=True)
    version, turn = player.game.version, ["income 1t", "end"]

    def confirm() -> Game | LostSeat:
        try:
            return services.confirm(player=player, version=version, orders=turn)
        except LostSeat as lost:
            return lost

    calls = [
        confirm,
        lambda: merging.merge(old=old, kept=kept, by=boss, reason="They asked"),
        lambda: chat.say(player=Player.objects.get(pk=player.pk), text="Moin"),
    ]
    confirmed, merged, _ = together(*calls)

    assert merged is None
    assert isinstance(confirmed, Game | LostSeat)
    assert not User.objects.filter(pk=old.pk).exists()
    seat = Player.objects.get(pk=player.pk)
    assert seat.user == kept
    assert (seat.last_move > 0) == isinstance(confirmed, Game)


def test_one_of_many_equal_clicks_is_drafted():
    player = player_to_move(game_of_people())
    version = player.game.version
    together(
        *[
            lambda: services.draft_order(
                player=player, version=version, draft_version=0, order="income 1t"
            )
            for _ in range(AT_ONCE)
        ]
    )

    assert Draft.objects.get().orders == ["income 1t"]


def test_a_draft_confirmed_while_it_changes_is_whole():
    player = player_to_move(game_of_people())
    version = player.game.version
    drafted = services.draft_order(
        player=player, version=version, draft_version=0, order="income 1t"
    )
    number = drafted.draft.version
    together(
        lambda: services.confirm_draft(player=player, version=version, draft_version=number),
        lambda: services.undo(player=player, version=version, draft_version=number),
    )

    played = Move.objects.filter(order="income 1t").count()
    assert played in (0, 1)
    assert Draft.objects.get().orders == []


def test_the_last_seat_goes_to_one():
    game = game_of(UserFactory(), "journeyman", "open")
    guests = UserFactory.create_batch(3)
    results = together(
        *[lambda guest=guest: services.join(game=game, user=guest) for guest in guests]
    )

    assert sum(isinstance(result, NoSeat) for result in results) == 2
    assert Player.objects.filter(user__in=guests).count() == 1
    assert Game.objects.get().is_running


def test_one_form_sent_many_times_at_once_makes_one_game():
    creator = UserFactory()

    def send() -> Game:
        return services.create_once(
            token="of-one-form",
            creator=creator,
            title=FIRST,
            seats=[SeatPlan(user=creator), SeatPlan(bot="journeyman"), SeatPlan(bot="journeyman")],
            options={},
        )

    made = together(*[send] * AT_ONCE)
    assert {game.pk for game in made} == {Game.objects.get().pk}


def test_a_position_is_planned_from_once_however_often_it_is_clicked_at_once():
    game = game_of_people()
    text = position.write(game.rules(), game.position())
    plans = together(
        *[lambda: study.plan_position(user=game.creator, text=text, name="", seat=None)] * AT_ONCE
    )
    assert {plan.pk for plan in plans} == {Plan.objects.get().pk}


def late_game() -> tuple[Game, Player]:
    """A game whose player to move has no time left, with them."""
    game = game_of_people(terms=Terms(grace_hours=0, on_timeout="bot"))
    player = player_to_move(game)
    past = timezone.now() - timedelta(minutes=1)
    Wait.objects.update(deadline=past, next_check_at=past)
    return game, player


def test_of_many_sweeps_at_once_one_plays():
    game, player = late_game()
    done = together(*[services.sweep] * AT_ONCE)

    assert sum(done) == 1
    assert Player.objects.get(pk=player.pk).timeouts == 1
    assert set(game.moves.filter(turn=1).values_list("played_by", flat=True)) == {"clock"}


def test_a_player_who_confirms_as_time_runs_out_has_played_or_hears_why():
    game, player = late_game()
    version = player.game.version
    results = together(
        lambda: services.confirm(player=player, version=version, orders=["end"]), services.sweep
    )

    played_by = game.moves.filter(seat=player.seat, turn=1).latest("number").played_by
    if isinstance(results[0], Stale):
        assert "time ran out" in str(results[0])
        assert played_by == "clock"
    else:
        assert played_by == ""
        assert Player.objects.get(pk=player.pk).timeouts == 0


def test_a_sweep_leaves_what_somebody_holds_to_the_next():
    game, _ = late_game()
    with transaction.atomic():
        Game.objects.select_for_update().get(pk=game.pk)
        assert together(services.sweep) == [0]
    assert services.sweep() == 1


def test_the_last_two_votes_cast_at_once_close_a_vote_once():
    game = game_of_people(3, terms=Terms(agreement="unanimous"))
    players = list(Player.objects.filter(game=game))
    vote = services.open_vote(player=players[0], kind="cancel")
    together(
        *[
            lambda player=player: services.cast(player=player, vote_id=vote.pk, choice="yes")
            for player in players[1:]
        ]
    )

    assert Game.objects.get().status == "cancelled"
    assert vote.ballots.count() == 3


def test_an_offered_seat_goes_to_one():
    game = game_of_people()
    Player.objects.filter(game=game, seat=0).update(offered_at=timezone.now())
    heirs = UserFactory.create_batch(AT_ONCE)
    results = together(*[lambda heir=heir: services.join(game=game, user=heir) for heir in heirs])

    assert sum(isinstance(result, NoSeat) for result in results) == AT_ONCE - 1
    assert Player.objects.filter(user__in=heirs).count() == 1


def test_who_talks_waits_for_no_game_and_no_game_waits_for_him():
    player = player_to_move(game_of_people())
    with transaction.atomic():
        locked_game(player.game_id)
        assert not waits(lambda: chat.say(player=player, text="Wait for me!"))
        Player.objects.filter(game=player.game_id).update(offered_at=None)


def test_letters_do_not_wait_for_a_person_who_changes_when_he_rests():
    player = player_to_move(game_of_people())
    rest = {"sleeps_from": 22, "sleeps_to": 7, "weekends_off": False}
    with transaction.atomic():
        accounts.change_rest(user=player.user, **rest)
        assert not waits(
            lambda: notify(Chat(game=player.game_id, seat=player.seat, message=1), user=player.user)
        )


def test_vacation_is_not_booked_twice_at_once():
    user = UserFactory()
    first = timezone.localdate() + timedelta(days=3)
    last = first + timedelta(days=2)

    def book() -> None:
        try:
            accounts.book_vacation(user=user, first=first, last=last)
        except NoVacation as error:
            raise PlayError(str(error)) from error

    together(*[book] * AT_ONCE)
    assert user.vacations.count() == 1


def lost_while_doing(act) -> tuple[object, Player]:
    """What somebody gets who acts for a seat at the moment at which another takes it.

    The taker holds the game first; what is done for the seat waits, and then it is another's.
    """
    game = game_of_people()
    player = player_to_move(game)
    Player.objects.filter(pk=player.pk).update(offered_at=timezone.now())
    begun, results = threading.Event(), []

    def run() -> None:
        begun.wait()
        try:
            results.append(act(player))
        except LostSeat as error:
            results.append(error)
        finally:
            connection.close()

    thread = threading.Thread(target=run)
    thread.start()
    with transaction.atomic():
        services.join(game=game, user=UserFactory(username="Heir"))
        begun.set()
        thread.join(timeout=1)
    thread.join(timeout=20)
    return results[0], Player.objects.get(pk=player.pk)


ACTS = {
    "draft": lambda player: services.draft_order(
        player=player, version=newest(player), draft_version=0, order="income 1t"
    ),
    "take back": lambda player: services.undo(
        player=player, version=newest(player), draft_version=0
    ),
    "reset": lambda player: services.reset_draft(
        player=player, version=newest(player), draft_version=0
    ),
    "confirm": lambda player: services.confirm(
        player=player, version=newest(player), orders=["end"]
    ),
    "confirm the draft": lambda player: services.confirm_draft(
        player=player, version=newest(player), draft_version=0, then=["end"]
    ),
    "say": lambda player: chat.say(player=player, text="Still me?"),
    "read": lambda player: chat.read(player=player, upto=7),
    "note": lambda player: chat.note(player=player, text="My secret plan."),
    "settle": lambda player: services.set_standing_order(
        player=player, asked="displaced", filled={"how": "none", "hours": ""}
    ),
    "remove-standing-order": lambda player: services.remove_standing_order(
        player=player, asked="displaced"
    ),
    "call a vote": lambda player: services.open_vote(player=player, kind="pause"),
    "vote": lambda player: services.cast(player=player, vote_id=0, choice="yes"),
    "come back": lambda player: services.come_back(player=player),
}


def newest(player: Player) -> int:
    """The version that the game will have once the seat is taken, as if the page knew."""
    return player.game.version + 1


@pytest.mark.parametrize("act", ACTS)
def test_nobody_acts_for_a_seat_that_they_have_just_lost(act):
    result, seat = lost_while_doing(ACTS[act])

    assert isinstance(result, LostSeat), result
    assert "no longer yours. Heir has it now" in str(result)
    assert seat.user.username == "Heir"
    assert seat.seen_message == 0
    assert not Message.objects.exists()
    assert not Note.objects.exists()
    assert not Draft.objects.exists()
    assert not StandingOrder.objects.exists()
    assert not Vote.objects.exists()
    assert not Move.objects.filter(order="end").exists()
