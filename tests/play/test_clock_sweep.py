"""What the sweep does when its time has come: remind, warn, ask the others, play."""

import logging
from datetime import UTC, date, datetime, timedelta

import pytest
from django.core import mail

from games.accounts.models import User, Vacation
from games.play import services
from games.play.errors import LostSeat, NoSeat, NotYourTurn, Stale
from games.play.models import Draft, Game, Log, Note, Player, StandingOrder, Vote, Wait
from games.play.services import Terms
from games.play.services import clocks as clock_service
from games.post import services as post
from games.post.models import Letter, Schedule
from games.post.services import sweep as send
from tests.factories import UserFactory
from tests.play import poll_title
from tests.play.factories import game_of, game_of_people
from tests.play.poll_title import registered
from tests.play.timepiece import START, Timepiece, asked, at, give, timepiece

__all__ = ["timepiece"]
pytestmark = pytest.mark.django_db

BOT = Terms(on_timeout="bot")


@pytest.fixture(autouse=True)
def _registered():
    with registered():
        yield


def poll(*seats, **terms) -> Game:
    seats = seats or UserFactory.create_batch(3)
    return game_of(*seats, title="poll", terms=Terms(**terms))


def letters(kind: str) -> list[int]:
    """Whom letters of a kind were written to, by seat."""
    found = Letter.objects.filter(kind=kind).order_by("pk")
    return [letter.payload["seat"] for letter in found]


def hours(count: float) -> timedelta:
    return timedelta(hours=count)


# How long a player has


def test_a_turn_and_an_answer_have_their_own_clocks(timepiece: Timepiece):
    game = poll(hours=48, reaction_hours=12)
    assert at(game, 0).wait.deadline == START + hours(48)
    timepiece.go(hours=1)
    give(game, 0, "vote")
    assert at(game, 0).wait is None
    assert [at(game, seat).wait.deadline for seat in (1, 2)] == [START + hours(13)] * 2


def test_going_on_with_a_turn_does_not_turn_its_clock_back(timepiece: Timepiece):
    game = game_of_people(terms=Terms(hours=48))
    timepiece.go(hours=1)
    player = asked(game)
    services.confirm(player=player, version=player.game.version, orders=["income 1t"])
    assert asked(game).wait.deadline == START + hours(48)


def test_the_clock_of_a_turn_stands_still_while_others_answer(timepiece: Timepiece):
    game = poll(hours=48, reaction_hours=12)
    timepiece.go(hours=10)
    give(game, 0, "vote")
    timepiece.go(hours=5)
    give(game, 1, "say no", "say no")
    give(game, 2, "say no")
    assert at(game, 0).wait.deadline == timepiece.now + hours(38)
    give(game, 0, "end")
    # The next turn, and the next one of the same player, have the whole time.
    assert at(game, 1).wait.deadline == timepiece.now + hours(48)


def test_a_turn_that_had_run_out_goes_on_with_the_time_of_an_answer(timepiece: Timepiece):
    game = poll(hours=48, reaction_hours=12)
    timepiece.sweep(hours=48)
    timepiece.go(hours=10)
    give(game, 0, "vote")
    give(game, 1, "say no", "say no")
    give(game, 2, "say no")
    assert at(game, 0).wait.warned_at is None
    assert at(game, 0).wait.deadline == timepiece.now + hours(12)


def test_a_bank_pays_for_what_a_turn_takes_longer(timepiece: Timepiece):
    game = poll(pace="bank", bank_hours=100, hours=10, reaction_hours=5)
    assert at(game, 0).wait.deadline == START + hours(110)
    timepiece.go(hours=50)
    give(game, 0, "vote")
    assert at(game, 0).bank == hours(60)
    for seat, orders in ((1, ["say no"] * 2), (2, ["say no"])):
        give(game, seat, *orders)
    # The same turn goes on: it has added to the bank already.
    assert at(game, 0).wait.deadline == timepiece.now + hours(60)
    assert at(game, 1).bank == hours(100)
    timepiece.go(hours=1)
    give(game, 0, "end")
    assert at(game, 0).bank == hours(59)
    assert at(game, 1).wait.deadline == timepiece.now + hours(110)


def test_a_bank_never_holds_more_than_at_first(timepiece: Timepiece):
    game = poll(pace="bank", bank_hours=100, hours=10)
    timepiece.go(hours=2)
    give(game, 0, "vote")
    assert at(game, 0).bank == hours(100)


def test_sleep_weekends_and_vacation_do_not_count(timepiece: Timepiece):
    user = UserFactory(sleeps_from=22, sleeps_to=8, weekends_off=True)
    Vacation.objects.create(user=user, first=date(2026, 3, 5), last=date(2026, 3, 5))
    game = poll(user, "random", hours=48)
    # Monday 10 hours from noon, Tuesday and Wednesday 14 each, Thursday none, Friday 8 to 18.
    assert at(game, 0).wait.deadline == datetime(2026, 3, 6, 18, tzinfo=UTC)


# Reminders and warnings


def test_reminders_come_at_the_chosen_parts_of_the_clock_once_each(timepiece: Timepiece):
    game = poll(hours=100)
    assert timepiece.sweep(hours=49) == 0
    assert timepiece.sweep(hours=1) == 1
    assert timepiece.sweep() == 0
    assert timepiece.sweep(hours=39) == 0
    assert timepiece.sweep(hours=1) == 1
    assert letters("reminder") == [0, 0]
    assert at(game, 0).wait.next_check_at == at(game, 0).wait.deadline


def test_each_person_chooses_his_reminders(timepiece: Timepiece):
    user = UserFactory()
    Schedule.objects.create(user=user, topic="", reminders=[20])
    game = poll(user, "random", hours=100)
    assert at(game, 0).wait.next_check_at == START + hours(20)


def test_who_wants_no_reminders_any_more_gets_none(timepiece: Timepiece):
    game = poll(hours=100)
    Schedule.objects.create(user=at(game, 0).user, topic="", reminders=[])
    timepiece.sweep(hours=50)
    assert letters("reminder") == []
    assert at(game, 0).wait.next_check_at == at(game, 0).wait.deadline


def test_a_late_sweep_reminds_once(timepiece: Timepiece):
    poll(hours=100)
    timepiece.sweep(hours=95)
    assert letters("reminder") == [0]


def test_when_time_has_run_out_a_warning_comes_and_a_grace_begins(timepiece: Timepiece):
    game = poll(hours=48, grace_hours=6)
    timepiece.sweep(hours=48)
    player = at(game, 0)
    assert letters("warning") == [0]
    assert letters("reminder") == []
    assert player.wait.warned_at == timepiece.now
    assert player.wait.next_check_at == player.wait.grace_until == timepiece.now + hours(6)
    assert give(game, 0, "vote").is_running
    assert at(game, 0).wait is None


def test_a_late_sweep_takes_no_grace_from_the_player(timepiece: Timepiece):
    game = poll(hours=48, grace_hours=6)
    timepiece.sweep(days=30)
    assert letters("warning") == [0]
    assert timepiece.sweep(hours=5) == 0
    assert timepiece.sweep(hours=1) == 1
    assert Vote.objects.get(game=game).about == at(game, 0)


def night_owl(**how) -> User:
    """Somebody whose clocks run in their quiet hours, from ten to eight."""
    user = UserFactory(**how)
    Schedule.objects.create(user=user, topic="", quiet_from=22, quiet_to=8)
    return user


def test_the_grace_counts_from_when_the_letter_may_be_read(timepiece: Timepiece):
    game = poll(night_owl(), "random", hours=12, grace_hours=6)
    timepiece.sweep(hours=6)
    timepiece.sweep(hours=6)
    morning = datetime(2026, 3, 3, 8, tzinfo=UTC)
    assert Letter.objects.get(kind="warning").due_at == morning
    assert at(game, 0).wait.grace_until == morning + hours(6)
    assert timepiece.sweep(hours=13) == 0
    assert timepiece.sweep(hours=1) == 1


def test_a_time_out_in_the_night_is_told_in_one_letter(timepiece: Timepiece):
    timepiece.go(hours=10)
    poll(night_owl(), "random", hours=2, grace_hours=6)
    timepiece.sweep(hours=1)
    timepiece.sweep(hours=1)
    waiting = Letter.objects.waiting().get(payload__seat=0)
    assert (waiting.kind, waiting.due_at) == ("warning", datetime(2026, 3, 3, 8, tzinfo=UTC))


def test_no_reminder_comes_before_what_it_reminds_of(timepiece: Timepiece):
    timepiece.go(hours=10)
    poll(night_owl(), "random", hours=24)
    for _ in range(24):
        timepiece.sweep(hours=1)
    turn = Letter.objects.get(kind="turn")
    assert turn.due_at == datetime(2026, 3, 3, 8, tzinfo=UTC)
    # Half of the time is gone at ten, nine tenths of it in the evening.
    reminders = list(Letter.objects.filter(kind="reminder").values_list("due_at", flat=True))
    assert reminders[0] >= turn.due_at + hours(1)
    assert len(reminders) == 2


def told_at(timepiece: Timepiece, user: User, most: int) -> list[tuple[str, float]]:
    """The kinds of emails that somebody gets, and how many hours after the start, hour by hour."""
    for _ in range(4 * most):
        timepiece.sweep(minutes=15)
        send()
    sent = Letter.objects.filter(recipient=user, state="sent").order_by("sent_at")
    return [
        (kind, (at - START).total_seconds() / 3600)
        for kind, at in sent.values_list("kind", "sent_at")
    ]


def test_when_play_slows_down_is_before_the_clock_has_run_out(timepiece: Timepiece):
    """With 24 hours of quiet in a turn of 24 hours, the email came when the time had run out."""
    user = UserFactory()
    Schedule.objects.create(user=user, mode="quiet", minutes=24 * 60, reminders=[50, 90])
    poll(user, *UserFactory.create_batch(2), hours=24)
    told = told_at(timepiece, user, 25)
    assert told[:3] == [("turn", 6), ("reminder", 12), ("reminder", 21.75)]
    assert told[3][0] == "warning"


@pytest.mark.parametrize("mode", ["quiet", "digest", "unseen"])
def test_a_reminder_that_is_due_before_the_first_email_lets_that_go_in_its_place(
    timepiece: Timepiece, mode: str
):
    user = UserFactory()
    # The digest is in nineteen hours, and would leave a day.
    Schedule.objects.create(user=user, mode=mode, minutes=24 * 60, hour=7, reminders=[25, 50])
    game = poll(user, *UserFactory.create_batch(2), hours=48)
    told = told_at(timepiece, user, 30)
    first = (("turn", 12.0),) if mode != "unseen" else (("turn", 0.25), ("reminder", 12.0))
    assert tuple(told) == (*first, ("reminder", 24.0))
    (asking,) = [
        each for each in mail.outbox if "your move" in each.subject and user.email in each.to
    ]
    assert game.name in asking.subject
    assert Letter.objects.filter(kind="turn", recipient=user).get().state == "sent"


def test_a_vote_is_asked_while_there_is_time_to_answer(timepiece: Timepiece):
    user = UserFactory()
    Schedule.objects.create(user=user, mode="quiet", minutes=24 * 60, reminders=[])
    game = poll(UserFactory(), user, UserFactory(), hours=400)
    vote = services.open_vote(player=at(game, 2), kind="pause")
    for _ in range(60):
        timepiece.sweep(hours=1)
        send()
        if not vote.ballots.filter(player=at(game, 0)).exists():
            services.cast(player=at(game, 0), vote_id=vote.pk, choice="no")
        post.debounce(topic=game.topic)
    letter = Letter.objects.get(kind="vote", recipient=user)
    assert letter.state == "sent"
    assert vote.closes - letter.sent_at >= timedelta(hours=24)


def test_with_a_grace_of_nothing_it_is_told_that_time_has_run_out(timepiece: Timepiece):
    game = poll(hours=48, grace_hours=0)
    timepiece.sweep(hours=48)
    assert letters("warning") == [0]
    send()
    (told,) = [each for each in mail.outbox if "time has run out" in each.subject]
    assert told.to == [at(game, 0).user.email]
    assert "the others decide how the game goes on" in told.body


def test_with_a_grace_of_nothing_it_is_told_what_the_bot_has_played(timepiece: Timepiece):
    game = poll(hours=48, grace_hours=0, on_timeout="bot")
    timepiece.sweep(hours=48)
    assert letters("played") == [0]
    send()
    (told,) = [each for each in mail.outbox if "your time ran out" in each.subject]
    assert told.to == [at(game, 0).user.email]
    assert "a bot has played for you this time" in told.body
    assert "vote." in told.body


# A bot plays


def test_a_bot_plays_the_whole_turn_and_the_log_knows_why(timepiece: Timepiece):
    game = game_of_people(terms=Terms(hours=48, grace_hours=0, on_timeout="bot"))
    seat = asked(game).seat
    timepiece.sweep(hours=48)
    moves = list(game.moves.filter(turn=1, seat=seat))
    assert {move.played_by for move in moves} == {"clock"}
    assert asked(game).seat != seat
    assert at(game, seat).timeouts == 1
    assert letters("warning") == []


def test_a_bot_plays_a_turn_on_after_the_others_have_answered(timepiece: Timepiece):
    game = poll(hours=48, grace_hours=0, on_timeout="bot")
    timepiece.sweep(hours=48)
    give(game, 1, "say no", "say no")
    give(game, 2, "say no")
    mine = list(game.moves.filter(seat=0))
    assert (mine[0].order, mine[-1].order) == ("vote", "end")
    assert {move.played_by for move in mine} == {"clock"}
    # The turn is over and with it what the bot does for them.
    assert at(game, 1).is_waited_for
    assert not at(game, 0).is_waited_for


def test_a_bot_gives_an_answer_whole_and_leaves_the_turn_alone(timepiece: Timepiece):
    game = poll(hours=48, reaction_hours=5, grace_hours=0, on_timeout="bot")
    give(game, 0, "vote")
    give(game, 2, "say yes")
    timepiece.sweep(hours=5)
    late = game.moves.filter(seat=1)
    assert len(late) == 2
    assert {move.played_by for move in late} == {"clock"}
    assert at(game, 0).is_waited_for
    assert at(game, 1).bot_turn is None


def test_who_comes_too_late_hears_why(timepiece: Timepiece):
    game = poll(hours=48, grace_hours=0, on_timeout="bot")
    seen = at(game, 0)
    timepiece.sweep(hours=48)
    with pytest.raises(Stale, match="Your time ran out"):
        services.confirm(player=seen, version=seen.game.version, orders=["vote"])


def test_a_draft_goes_with_the_turn(timepiece: Timepiece):
    game = poll(hours=48, grace_hours=0, on_timeout="bot")
    player = at(game, 0)
    services.draft_order(player=player, version=player.game.version, draft_version=0, order="vote")
    timepiece.sweep(hours=48)
    assert Draft.objects.get(player=player).orders == []


def test_an_answer_to_the_last_minute_counts(timepiece: Timepiece):
    game = poll(hours=48, grace_hours=24, on_timeout="bot")
    timepiece.sweep(hours=48)
    timepiece.go(hours=24)
    give(game, 0, "vote")
    assert timepiece.sweep() == 0
    assert at(game, 0).timeouts == 0


# A seat on offer


def absent_twice(timepiece: Timepiece, *seats, **how) -> Game:
    """A game whose first player has let their time run out in two waits."""
    seats = seats or (UserFactory(), "random")
    terms = Terms(hours=48, grace_hours=0, on_timeout="bot")
    game = game_of(*seats, title="poll", terms=terms, **how)
    for _ in range(2):
        timepiece.sweep(hours=48)
    return game


def test_a_seat_that_timed_out_twice_is_offered_and_played_for(timepiece: Timepiece):
    game = poll(UserFactory(), "random", hours=48, grace_hours=0, on_timeout="bot")
    timepiece.sweep(hours=48)
    assert at(game, 0).offered_at is None
    timepiece.sweep(hours=48)
    player = at(game, 0)
    assert player.offered_at
    assert letters("offered") == [0]
    assert game in Game.objects.joinable()
    assert game not in Game.objects.watchable()
    assert player.wait.deadline - player.wait.clock_since == hours(6)
    played = game.moves.filter(played_by="clock").count()
    assert timepiece.sweep(hours=6) == 1
    assert game.moves.filter(played_by="clock").count() > played


def test_an_answer_in_time_between_two_that_are_late_counts_for_nothing(timepiece: Timepiece):
    game = poll(*UserFactory.create_batch(2), hours=48, grace_hours=0, on_timeout="bot")
    timepiece.sweep(hours=48)
    give(game, 1, "say no", "say no")
    give(game, 1, "vote")
    give(game, 0, "say no", "say no")
    give(game, 1, "end")
    assert at(game, 0).timeouts == 1
    timepiece.sweep(hours=48)
    assert at(game, 0).offered_at


@pytest.mark.parametrize(("turns", "forgiven"), [(9, False), (10, True)])
def test_ten_turns_in_time_make_up_for_one_that_was_not(
    timepiece: Timepiece, monkeypatch, turns: int, forgiven: bool
):
    monkeypatch.setattr(poll_title, "LAST", 100)
    game = poll(UserFactory(), "random", hours=48, grace_hours=0, on_timeout="bot")
    timepiece.sweep(hours=48)
    while turns:
        state = Game.objects.get(pk=game.pk).state
        give(game, 0, "say no" if any(state["owed"]) else "end" if state["voted"] else "vote")
        turns -= state["turn"] == 0 and state["voted"] and not any(state["owed"])
    timepiece.sweep(hours=48)
    assert bool(at(game, 0).offered_at) is not forgiven


def test_what_the_bot_played_for_him_is_news_to_a_player(timepiece: Timepiece):
    game = game_of_people(terms=Terms(hours=48, grace_hours=0, on_timeout="bot"))
    late = asked(game)
    timepiece.sweep(hours=48)
    played = game.moves.filter(seat=late.seat, played_by="clock")
    late.refresh_from_db()
    news = Log(Game.objects.get(pk=game.pk)).news_after(late.last_move)
    assert played.exists()
    assert set(played) <= set(news)


def test_an_absent_player_is_told_of_the_offer_and_of_no_turn_after_it(timepiece: Timepiece):
    game = absent_twice(timepiece)
    told = Letter.objects.filter(recipient=at(game, 0).user, kind="turn")
    before = told.count()
    assert letters("offered") == [0]
    assert timepiece.sweep(hours=6) == 1
    assert told.count() == before


def test_an_absent_player_comes_back_by_moving(timepiece: Timepiece):
    game = absent_twice(timepiece)
    order = "say yes" if any(Game.objects.get(pk=game.pk).state["owed"]) else "vote"
    give(game, 0, order)
    assert at(game, 0).offered_at is None
    assert game not in Game.objects.joinable()


def test_an_absent_player_takes_his_seat_back_with_a_whole_clock(timepiece: Timepiece):
    game = absent_twice(timepiece)
    services.come_back(player=at(game, 0))
    player = at(game, 0)
    assert player.offered_at is None
    assert player.wait.deadline - timepiece.now >= hours(24)


def test_another_takes_the_seat_and_finds_nothing_private(timepiece: Timepiece):
    game = absent_twice(timepiece)
    old = at(game, 0)
    Note.objects.create(player=old, text="Always bluffs.")
    StandingOrder.objects.create(player=old, asked="vote", wish={})
    heir = UserFactory()
    services.join(game=game, user=heir)
    player = at(game, 0)
    gone = Letter.objects.get(kind="seat")
    assert (gone.recipient, gone.payload["taker"]) == (old.user, heir.pk)
    assert (player.user, player.timeouts, player.offered_at) == (heir, 0, None)
    assert not Note.objects.exists()
    assert not StandingOrder.objects.exists()
    turn = Letter.objects.get(kind="turn", recipient=heir)
    assert turn.state == "waiting"
    assert not Letter.objects.filter(kind="turn", recipient=old.user, state="waiting").exists()
    with pytest.raises(LostSeat):
        services.come_back(player=old)


def test_the_seat_of_a_private_game_is_for_the_link(timepiece: Timepiece):
    game = absent_twice(timepiece, private=True)
    assert game not in Game.objects.joinable()
    with pytest.raises(NoSeat):
        services.join(game=game, user=UserFactory())
    heir = UserFactory()
    services.join(game=game, user=heir, invited=True)
    assert at(game, 0).user == heir


def test_a_seat_that_is_not_offered_stays_taken(timepiece: Timepiece):
    game = poll()
    with pytest.raises(NoSeat, match="no seat is free"):
        services.join(game=game, user=UserFactory())


# The sweep itself


def test_a_game_that_breaks_does_not_stop_the_others(timepiece: Timepiece, monkeypatch, caplog):
    broken, sound = poll(hours=48), poll(hours=48)
    warn = clock_service._warn

    def fail(session, player):
        if session.game.pk == broken.pk:
            raise RuntimeError
        warn(session, player)

    monkeypatch.setattr(clock_service, "_warn", fail)
    with caplog.at_level(logging.CRITICAL, logger=clock_service.__name__):
        timepiece.sweep(hours=48)
    assert at(broken, 0).wait.warned_at is None
    assert at(sound, 0).wait.warned_at


@pytest.mark.parametrize("grace_hours", [0, 24])
def test_a_sweep_that_fails_half_way_has_done_nothing(timepiece, monkeypatch, caplog, grace_hours):
    game = poll(hours=48, grace_hours=grace_hours)

    def fail(**_):
        raise RuntimeError("a torn page")

    def everything():
        kinds = (Game, Player, Vote, Letter)
        return [list(kind.objects.order_by("pk").values()) for kind in kinds]

    before = everything()
    with monkeypatch.context() as broken, caplog.at_level(logging.CRITICAL):
        broken.setattr("games.post.services.notify", fail)
        assert timepiece.sweep(hours=48) == 0
    assert everything() == before
    assert timepiece.sweep() == 1
    assert at(game, 0).wait.warned_at == timepiece.now


def test_nothing_is_due_in_a_game_that_is_over(timepiece: Timepiece):
    game = game_of("random", "journeyman", title="poll")
    assert game.is_over
    assert not Wait.objects.filter(next_check_at__isnull=False).exists()


def test_somebody_who_is_not_asked_cannot_play_when_time_is_up(timepiece: Timepiece):
    game = poll(hours=48, grace_hours=0, on_timeout="bot")
    timepiece.sweep(hours=48)
    with pytest.raises(NotYourTurn):
        give(game, 0, "vote")
