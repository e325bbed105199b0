"""Votes of a locked game: open one about an absent player, count ballots, carry out the result."""

from collections import Counter
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from functools import partial

from games.play.engine import absence, pausing, timing
from games.play.engine.finishing import stop
from games.play.engine.session import GameSession
from games.play.engine.waits import tell_of_wait
from games.play.letters.asking import MoreTime, VoteCalled
from games.play.models import Agreement, Ballot, Game, Outcome, Player, Status, Vote, VoteKind, Wait
from games.post import services as post

VOTE_TIME = timedelta(hours=72)


def verdict(ballots: Sequence[str], voters: int, agreement: Callable[[str], str]) -> str | None:
    """Return the winning choice, '' if everyone has voted without one, None while it is open.

    `agreement` returns how many must agree on a choice.
    """
    for choice, count in Counter(ballots).items():
        everyone = agreement(choice) == Agreement.UNANIMOUS
        if count >= (voters if everyone else voters // 2 + 1):
            return choice
    return "" if len(ballots) >= voters else None


def open_absent(session: GameSession, player: Player) -> Vote | None:
    """Ask the others what to do about a player who ran out of time; None if nobody can vote."""
    game, now = session.game, session.now
    vote = Vote(game=game, kind=VoteKind.ABSENT, about=player, opened=now, closes=now + VOTE_TIME)
    if not vote.voters(session.players):
        return None
    vote.save()
    announce(game, vote)
    return vote


def close_late(game: Game, vote: Vote, now: datetime) -> None:
    """Close a vote of a locked game when its time is up."""
    settle(game, vote, now, late=True)


def recount(game: Game, now: datetime) -> None:
    """Close votes that are now decided because a player left. The game is locked."""
    votes = Vote.objects.filter(game=game, closed=None).select_related("about")
    for number in list(votes.values_list("pk", flat=True)):
        # What an earlier one decided may have closed it: a pause, or the end of the game.
        vote = votes.filter(pk=number).first()
        if vote is not None:
            settle(game, vote, now)


def announce(game: Game, vote: Vote) -> None:
    """Send a notification to every player who may vote, except the one who called the vote."""
    for player in vote.voters(list(Player.objects.at_table(game))):
        if player.pk != vote.opened_by_id:
            letter = VoteCalled(game=game.pk, seat=player.seat, vote=vote.pk)
            post.notify(letter, user=player.person, until=vote.closes)
    touch(game)


def settle(game: Game, vote: Vote, now: datetime, *, late: bool = False) -> None:
    """Close a vote if it is decided, or if it is `late`, and carry out the result."""
    session = GameSession(game, now)
    voters = {player.pk for player in vote.voters(session.players)}
    ballots = Ballot.objects.filter(vote=vote, player__in=voters).values_list("choice", flat=True)
    outcome = verdict(list(ballots), len(voters), partial(vote.agreement, game))
    if outcome is None and not late:
        return
    vote.closed, vote.outcome = now, outcome or Outcome.NONE
    vote.save()
    if vote.about is not None:
        _do_about_absent(session, vote, session.players[vote.about.seat])
    elif vote.outcome == Outcome.YES:
        _do(session, vote)
    else:
        touch(game)


def touch(game: Game) -> None:
    """Save a locked game as a new version, so that pages refresh."""
    game.version += 1
    game.save()


def _do(session: GameSession, vote: Vote) -> None:
    game = session.game
    if vote.kind == VoteKind.PAUSE:
        pausing.pause(session)
    elif vote.kind == VoteKind.RESUME:
        pausing.resume(session)
    elif vote.kind == VoteKind.CANCEL:
        stop(game, session, Status.CANCELLED)
    elif vote.kind == VoteKind.END:
        stop(game, session, Status.OVER)


def _do_about_absent(session: GameSession, vote: Vote, player: Player) -> None:
    if vote.outcome == Outcome.CANCEL:
        stop(session.game, session, Status.CANCELLED)
    elif vote.outcome == Outcome.BOT:
        absence.give_to_bot(session, player)
    elif vote.outcome == Outcome.WAIT and player.wait is not None:
        _wait_again(session, player.wait)
    else:
        if vote.outcome == Outcome.REPLACE:
            absence.offer(session, player)
        absence.play_late(session, player)


def _wait_again(session: GameSession, wait: Wait) -> None:
    """Restart an absent player's clock; what is left in their time bank stays there."""
    game = session.game
    own = session.on_turn == wait.player.seat
    timing.start(session, wait, game.more_time(own=own))
    wait.save()
    tell_of_wait(session, wait, MoreTime, f"{session.now.timestamp():.0f}")
    touch(game)
