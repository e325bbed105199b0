"""Votes: who may ask and answer, what wins, and what comes of it."""

from datetime import timedelta

import pytest
from django.core import mail
from hypothesis import given
from hypothesis import strategies as st

from games.accounts.services import close_account
from games.play import services
from games.play.engine.pausing import PAUSE_TIME
from games.play.engine.votes import VOTE_TIME, verdict
from games.play.errors import LostSeat, NotYourTurn, PlayError
from games.play.models import Game, Vote
from games.play.models.pace import AFTER_PAUSE, MAX_PAUSES
from games.play.pages.wording import agreement_of, terms_of
from games.play.services import Terms
from games.post.models import Letter
from games.post.services import sweep as send
from tests.factories import UserFactory
from tests.play.factories import game_of
from tests.play.poll_title import registered
from tests.play.timepiece import Timepiece, asked, at, timepiece

__all__ = ["timepiece"]


@pytest.fixture(autouse=True)
def _registered():
    with registered():
        yield


def poll(people: int = 3, *bots: str, **terms) -> Game:
    return game_of(*UserFactory.create_batch(people), *bots, title="poll", terms=Terms(**terms))


def fresh(game: Game) -> Game:
    return Game.objects.get(pk=game.pk)


def cast(game: Game, vote: Vote, **choices: str) -> Vote:
    """Cast ballots, such as seat1='yes'."""
    for seat, choice in choices.items():
        vote = services.cast(player=at(game, int(seat[4:])), vote_id=vote.pk, choice=choice)
    return vote


def absent(timepiece: Timepiece) -> tuple[Game, Vote]:
    """A game in which the others are asked about the first player."""
    game = poll(hours=48, grace_hours=0)
    timepiece.sweep(hours=48)
    return game, Vote.objects.get(game=game, kind="absent", closed=None)


# What wins


@given(
    st.lists(st.sampled_from(["yes", "no", "wait"]), max_size=5),
    st.integers(1, 5),
    st.sampled_from(["majority", "unanimous"]),
)
def test_nothing_wins_that_too_few_want_and_nothing_loses_that_enough_do(ballots, voters, how):
    ballots = ballots[:voters]
    won = verdict(ballots, voters, lambda choice: how)
    if won:
        share = ballots.count(won) / voters
        assert share == 1 if how == "unanimous" else share > 0.5
    elif won == "":
        assert len(ballots) == voters
    else:
        assert len(ballots) < voters
        assert all(2 * ballots.count(choice) <= voters for choice in ballots) or how == "unanimous"


pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("agreement", "ballots", "status"),
    [
        ("majority", {"seat1": "yes"}, "cancelled"),
        ("majority", {"seat1": "no", "seat2": "no"}, "running"),
        ("unanimous", {"seat1": "yes"}, "running"),
        ("unanimous", {"seat1": "yes", "seat2": "no"}, "running"),
        ("unanimous", {"seat1": "yes", "seat2": "yes"}, "cancelled"),
    ],
)
def test_as_many_must_agree_as_was_told_beforehand(timepiece, agreement, ballots, status):
    game = poll(agreement=agreement, rated=False)
    vote = services.open_vote(player=at(game, 0), kind="cancel")
    cast(game, vote, **ballots)
    assert fresh(game).status == status


@pytest.mark.parametrize(("kind", "status"), [("cancel", "cancelled"), ("end", "over")])
def test_losers_cannot_stop_a_rated_game_without_who_leads(timepiece, kind, status):
    game = poll()
    vote = services.open_vote(player=at(game, 0), kind=kind)
    assert agreement_of(vote, game) == "A choice needs everyone who may vote."
    assert "To cancel or end the game, all of them must agree." in terms_of(game)
    cast(game, vote, seat1="yes")
    assert fresh(game).is_running
    cast(game, vote, seat2="yes")
    assert fresh(game).status == status


def test_more_than_half_may_pause_a_rated_game(timepiece):
    game = poll()
    vote = services.open_vote(player=at(game, 0), kind="pause")
    cast(game, vote, seat1="yes")
    assert fresh(game).paused


def test_bots_have_no_vote(timepiece):
    game = poll(1, "random", "journeyman")
    services.open_vote(player=at(game, 0), kind="cancel")
    assert fresh(game).status == "cancelled"


def test_a_vote_is_written_to_all_others_and_may_be_changed(timepiece):
    game = poll(agreement="unanimous")
    vote = services.open_vote(player=at(game, 1), kind="end")
    written = Letter.objects.filter(kind="vote")
    assert sorted(letter.payload["seat"] for letter in written) == [0, 2]
    cast(game, vote, seat0="no")
    cast(game, vote, seat0="yes", seat2="yes")
    assert (fresh(game).status, fresh(game).ended_by) == ("over", "agreement")


def test_a_vote_ends_when_its_time_is_up(timepiece):
    game = poll()
    vote = services.open_vote(player=at(game, 0), kind="cancel")
    timepiece.sweep(seconds=VOTE_TIME.total_seconds())
    vote.refresh_from_db()
    assert vote.outcome == ""
    assert vote.closed == timepiece.now
    with pytest.raises(PlayError, match="is over"):
        cast(game, vote, seat1="yes")


def test_what_was_not_wanted_is_not_asked_again_at_once(timepiece):
    game = poll()
    vote = services.open_vote(player=at(game, 0), kind="cancel")
    with pytest.raises(PlayError, match="already"):
        services.open_vote(player=at(game, 1), kind="cancel")
    cast(game, vote, seat1="no", seat2="no")
    with pytest.raises(PlayError, match="in a day"):
        services.open_vote(player=at(game, 1), kind="cancel")
    timepiece.go(days=1)
    services.open_vote(player=at(game, 1), kind="cancel")


@pytest.mark.parametrize("kind", ["absent", "dance", "resume"])
def test_what_cannot_be_asked_is_refused(timepiece, kind):
    with pytest.raises(PlayError):
        services.open_vote(player=at(poll(), 0), kind=kind)


def test_who_has_lost_his_seat_asks_in_nobodys_name(timepiece):
    game = poll()
    before = at(game, 0)
    game.players.filter(seat=0).update(user=UserFactory())
    with pytest.raises(LostSeat, match="no longer yours"):
        services.open_vote(player=before, kind="pause")
    assert not Vote.objects.exists()


def test_a_choice_that_is_not_there_is_refused(timepiece):
    game = poll()
    vote = services.open_vote(player=at(game, 0), kind="pause")
    with pytest.raises(PlayError, match="yes or no"):
        cast(game, vote, seat1="perhaps")


def test_a_game_that_its_people_ended_takes_no_orders_and_has_nothing_due(timepiece):
    game = poll(2)
    seen = at(game, 0)
    vote = services.open_vote(player=seen, kind="end")
    cast(game, vote, seat1="yes")
    with pytest.raises(NotYourTurn):
        services.confirm(player=seen, version=fresh(game).version, orders=["vote"])
    assert timepiece.sweep(days=100) == 0
    assert not Letter.objects.filter(kind="turn", state="waiting").exists()


# Pauses


def test_clocks_stand_still_in_a_pause_and_go_on_after_it(timepiece):
    game = poll(2, hours=48)
    timepiece.go(hours=10)
    cast(game, services.open_vote(player=at(game, 0), kind="pause"), seat1="yes")
    assert at(game, 0).wait.deadline is None
    assert timepiece.sweep(days=10) == 0
    cast(game, services.open_vote(player=at(game, 1), kind="resume"), seat0="yes")
    assert at(game, 0).wait.deadline == timepiece.now + timedelta(hours=38)


def test_a_pause_ends_by_itself(timepiece):
    game = poll(1, "random", hours=48)
    services.open_vote(player=at(game, 0), kind="pause")
    assert timepiece.sweep(seconds=PAUSE_TIME.total_seconds()) == 1
    assert fresh(game).paused is None
    assert at(game, 0).wait.deadline == timepiece.now + timedelta(hours=48)


def test_a_wait_that_begins_in_a_pause_has_its_whole_clock_after_it(timepiece):
    game = poll(1, "random", hours=48, reaction_hours=10)
    services.open_vote(player=at(game, 0), kind="pause")
    player = at(game, 0)
    services.confirm(player=player, version=fresh(game).version, orders=["vote"])
    assert at(game, 0).wait.deadline is None
    timepiece.go(days=1)
    services.open_vote(player=at(game, 0), kind="resume")
    assert at(game, 0).wait.deadline == timepiece.now + timedelta(hours=48)


def test_a_game_is_paused_only_so_often(timepiece):
    game = poll(1, "random")
    for _ in range(MAX_PAUSES):
        services.open_vote(player=at(game, 0), kind="pause")
        services.open_vote(player=at(game, 0), kind="resume")
    with pytest.raises(PlayError, match="3 times"):
        services.open_vote(player=at(game, 0), kind="pause")


def test_a_pause_puts_the_question_about_an_absent_player_aside(timepiece):
    game, vote = absent(timepiece)
    cast(game, services.open_vote(player=at(game, 1), kind="pause"), seat2="yes")
    vote.refresh_from_db()
    assert vote.outcome == "paused"
    timepiece.sweep(seconds=PAUSE_TIME.total_seconds())
    assert not Vote.objects.filter(game=game, kind="absent", closed=None).exists()
    timepiece.sweep(seconds=AFTER_PAUSE.total_seconds())
    assert Vote.objects.filter(game=game, kind="absent", closed=None).exists()
    assert at(game, 0).timeouts == 1


def test_of_two_votes_that_a_leaver_decides_a_pause_closes_the_other(timepiece):
    game = game_of(*UserFactory.create_batch(4), terms=Terms(hours=48, grace_hours=0))
    seat = asked(game).seat
    one, other, leaver = {0, 1, 2, 3} - {seat}
    pause = services.open_vote(player=at(game, one), kind="pause")
    services.cast(player=at(game, other), vote_id=pause.pk, choice="yes")
    timepiece.sweep(hours=48)
    vote = Vote.objects.get(game=game, kind="absent", closed=None)
    services.cast(player=at(game, one), vote_id=vote.pk, choice="bot")
    services.cast(player=at(game, other), vote_id=vote.pk, choice="wait")
    assert not fresh(game).paused
    services.leave(game=game, user=at(game, leaver).user)
    vote.refresh_from_db()
    assert fresh(game).paused
    assert vote.outcome == "paused"
    assert not game.moves.filter(played_by="clock").exists()


# Absent players


def test_the_others_are_asked_about_an_absent_player_and_he_is_not(timepiece):
    game, vote = absent(timepiece)
    assert vote.about == at(game, 0)
    written = Letter.objects.filter(kind="vote")
    assert sorted(letter.payload["seat"] for letter in written) == [1, 2]
    with pytest.raises(PlayError, match="other players"):
        cast(game, vote, seat0="wait")


def test_he_may_still_move_and_the_question_is_gone(timepiece):
    game, vote = absent(timepiece)
    player = at(game, 0)
    services.confirm(player=player, version=fresh(game).version, orders=["vote"])
    vote.refresh_from_db()
    assert (vote.closed, vote.outcome) == (timepiece.now, "moved")


def test_waiting_gives_a_whole_clock_and_is_offered_twice_at_most(timepiece):
    game, vote = absent(timepiece)
    for _ in range(2):
        assert "wait" in vote.choices()
        cast(game, vote, seat1="wait", seat2="wait")
        assert at(game, 0).wait.deadline == timepiece.now + timedelta(hours=48)
        timepiece.sweep(hours=48)
        vote = Vote.objects.get(game=game, closed=None)
    assert "wait" not in vote.choices()
    assert at(game, 0).timeouts == 1
    with pytest.raises(PlayError, match="not a choice"):
        cast(game, vote, seat1="wait")


def test_the_absent_player_is_told_at_once_that_the_others_wait(timepiece):
    game = poll(hours=48, grace_hours=6)
    timepiece.sweep(hours=48)
    timepiece.sweep(hours=6)
    cast(game, Vote.objects.get(game=game, closed=None), seat1="wait", seat2="wait")
    told = Letter.objects.get(kind="more_time")
    assert (told.recipient, told.due_at) == (at(game, 0).user, timepiece.now)
    send()
    text = next(each.body for each in mail.outbox if "you have more time" in each.subject)
    assert "the others voted to wait for you" in text
    assert "Your time runs out Fri 6 Mar 18:00 (UTC), 2 days after we sent this." in text


@pytest.mark.parametrize(("hours", "reaction_hours"), [(10, 5), (200, 100)])
def test_waiting_gives_a_day_and_leaves_the_bank_as_it_is(timepiece, hours, reaction_hours):
    game = poll(
        pace="bank", bank_hours=100, hours=hours, reaction_hours=reaction_hours, grace_hours=0
    )
    timepiece.sweep(hours=100 + hours)
    cast(game, Vote.objects.get(game=game, closed=None), seat1="wait", seat2="wait")
    assert at(game, 0).wait.deadline == timepiece.now + timedelta(hours=24)
    timepiece.go(hours=4)
    services.confirm(player=at(game, 0), version=fresh(game).version, orders=["vote"])
    assert at(game, 0).bank == timedelta(hours=20)


def test_waiting_for_an_answer_leaves_the_bank_as_it_is(timepiece):
    game = poll(pace="bank", bank_hours=100, hours=10, reaction_hours=5, grace_hours=0)
    services.confirm(player=at(game, 0), version=fresh(game).version, orders=["vote"])
    timepiece.sweep(hours=5)
    about = at(game, 1)
    cast(game, Vote.objects.get(game=game, about=about, closed=None), seat0="wait", seat2="wait")
    assert at(game, 1).wait.deadline == timepiece.now + timedelta(hours=5)
    assert at(game, 1).bank == timedelta(hours=100)


def test_a_bot_may_have_the_seat_for_good(timepiece):
    game, vote = absent(timepiece)
    user = at(game, 0).user
    cast(game, vote, seat1="bot", seat2="bot")
    player = at(game, 0)
    assert (player.user, player.bot) == (None, "journeyman")
    assert game.moves.filter(seat=0).exists()
    assert not Letter.objects.filter(recipient=user, state="waiting", kind="turn").exists()
    assert Letter.objects.get(kind="seat").recipient == user


def test_a_replacement_is_sought_and_the_bot_plays_meanwhile(timepiece):
    game, vote = absent(timepiece)
    cast(game, vote, seat1="replace", seat2="replace")
    assert at(game, 0).offered_at == timepiece.now
    assert game.moves.filter(seat=0, played_by="clock").exists()
    assert game in Game.objects.joinable()


def test_the_game_may_be_cancelled(timepiece):
    game, vote = absent(timepiece)
    cast(game, vote, seat1="cancel", seat2="cancel")
    assert fresh(game).status == "cancelled"


@pytest.mark.parametrize("ballots", [{}, {"seat1": "bot"}, {"seat1": "bot", "seat2": "wait"}])
def test_when_the_others_do_not_agree_the_bot_plays_the_turn(timepiece, ballots):
    game, vote = absent(timepiece)
    cast(game, vote, **ballots)
    timepiece.sweep(seconds=VOTE_TIME.total_seconds())
    assert game.moves.filter(seat=0, played_by="clock").exists()
    assert at(game, 0).user is not None


def test_with_nobody_to_ask_the_bot_plays_at_once(timepiece):
    game = poll(1, "random", hours=48, grace_hours=0)
    timepiece.sweep(hours=48)
    assert not Vote.objects.exists()
    assert game.moves.filter(seat=0, played_by="clock").exists()


def test_a_vote_of_somebody_who_left_does_not_count(timepiece):
    game, vote = absent(timepiece)
    cast(game, vote, seat1="cancel")
    close_account(user=at(game, 1).user)
    assert fresh(game).is_running
    cast(game, vote, seat2="wait")
    vote.refresh_from_db()
    assert vote.outcome == "wait"
