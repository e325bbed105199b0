"""Votes: the people at a table decide together."""

from collections import Counter
from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from games.play.errors import PlayError
from games.play.models import Agreement, Ballot, Game, Player, Status, Vote, VoteKind
from games.play.services import absence, pausing, timing
from games.play.services.course import Course
from games.play.services.finishing import stop
from games.play.services.locks import locked_game, own_seat
from games.play.services.pausing import MOST_PAUSES
from games.play.services.waits import keep, write_of_wait
from games.post import services as post

VOTE_TIME = timedelta(hours=72)
MOST_WAITS = 2
"""How often the others may give an absent player more time in one wait."""
ASK_AGAIN = timedelta(days=1)

YES, NO = "yes", "no"
WAIT, BOT, REPLACE, CANCEL = "wait", "bot", "replace", "cancel"


def verdict(ballots: Sequence[str], voters: int, agreement: str) -> str | None:
    """Return the choice that has won, '' if none can any more, None while that is open."""
    counts = Counter(ballots)
    needed = voters if agreement == Agreement.UNANIMOUS else voters // 2 + 1
    for choice, count in counts.items():
        if count >= needed:
            return choice
    return "" if len(ballots) >= voters else None


def voters_of(vote: Vote, players: Sequence[Player]) -> list[Player]:
    """Return who may vote: the people at the table but the absent."""
    return [
        player
        for player in players
        if player.user_id is not None and not player.offered and player.pk != vote.about_id
    ]


def choices_of(vote: Vote) -> list[str]:
    """Return what can be chosen in a vote."""
    if vote.kind != VoteKind.ABSENT:
        return [YES, NO]
    waited = Vote.objects.filter(
        about=vote.about, outcome=WAIT, opened__gte=vote.about.wait_since
    ).count()
    return [*([WAIT] if waited < MOST_WAITS else []), REPLACE, BOT, CANCEL]


@transaction.atomic
def open_vote(*, player: Player, kind: str) -> Vote:
    """Ask the people at the table, and count the asker as the first who is for it.

    Raises PlayError when there is nothing to decide, or it was asked just now.
    """
    game = locked_game(player.game_id)
    now = timezone.now()
    mine = own_seat(player)
    _check_may_ask(game, mine, kind, now)
    vote = Vote.objects.create(
        game=game, kind=kind, opened_by=mine, opened=now, closes=now + VOTE_TIME
    )
    Ballot.objects.create(vote=vote, player=mine, choice=YES)
    _announce(game, vote)
    _settle(game, vote, now)
    return vote


def open_absent(course: Course, player: Player) -> Vote | None:
    """Ask the others what to do about a player whose time has run out, if there are others."""
    game, now = course.game, course.now
    vote = Vote(game=game, kind=VoteKind.ABSENT, about=player, opened=now, closes=now + VOTE_TIME)
    if not voters_of(vote, course.players):
        return None
    vote.save()
    _announce(game, vote)
    return vote


@transaction.atomic
def cast(*, player: Player, vote_id: int, choice: str) -> Vote:
    """Note a player's choice, which they may change while the vote is open; raises PlayError."""
    game = locked_game(player.game_id)
    own_seat(player)
    vote = Vote.objects.filter(pk=vote_id, game=game).select_related("about").first()
    if vote is None or vote.closed:
        raise PlayError("This vote is over; what came of it stands at the table.")
    players = list(Player.objects.at_table(game))
    mine = players[player.seat]
    if mine not in voters_of(vote, players):
        raise PlayError("This vote is for the other people at the table.")
    choices = choices_of(vote)
    if choice not in choices:
        raise PlayError(f"There is no such choice here; choose one of {', '.join(choices)}.")
    Ballot.objects.update_or_create(vote=vote, player=mine, defaults={"choice": choice})
    _touch(game)
    _settle(game, vote, timezone.now())
    return vote


def close_late(game: Game, vote: Vote, now: datetime) -> None:
    """Close a vote of a held game whose time is up."""
    _settle(game, vote, now, late=True)


def recount(game: Game, now: datetime) -> None:
    """Close what those who are left at a held game have agreed on without knowing it."""
    for vote in Vote.objects.filter(game=game, closed=None).select_related("about"):
        if game.is_running:
            _settle(game, vote, now)


def _check_may_ask(game: Game, player: Player, kind: str, now: datetime) -> None:
    if not game.is_running:
        raise PlayError("Votes are held while a game runs, and this one does not.")
    if player.user_id is None or player.offered:
        raise PlayError("Your seat is offered to others: take it back first.")
    if kind not in VoteKind.values or kind == VoteKind.ABSENT:
        raise PlayError("This is nothing to vote on.")
    if kind == VoteKind.PAUSE and game.paused:
        raise PlayError("The game is paused already.")
    if kind == VoteKind.PAUSE and game.pauses >= MOST_PAUSES:
        raise PlayError(f"A game can be paused {MOST_PAUSES} times, and this one was.")
    if kind == VoteKind.RESUME and not game.paused:
        raise PlayError("The game is not paused; its clocks run.")
    asked = Vote.objects.filter(game=game, kind=kind)
    if asked.filter(closed=None).exists():
        raise PlayError("This is being voted on already.")
    if asked.exclude(outcome=YES).filter(closed__gt=now - ASK_AGAIN).exists():
        raise PlayError("This was voted on and not wanted; ask again a day later.")


def _announce(game: Game, vote: Vote) -> None:
    """Write to all who may vote and have not."""
    for player in voters_of(vote, list(Player.objects.at_table(game))):
        if player.pk != vote.opened_by_id:
            post.notify(
                kind="vote",
                user=player.user,
                key=f"vote:{vote.pk}:{player.seat}",
                subject_of=game.subject,
                payload={"game": game.pk, "seat": player.seat, "vote": vote.pk},
            )
    _touch(game)


def _settle(game: Game, vote: Vote, now: datetime, *, late: bool = False) -> None:
    """Close a vote that has come to something, and do what it says."""
    course = Course.of(game, now)
    voters = {player.pk for player in voters_of(vote, course.players)}
    ballots = Ballot.objects.filter(vote=vote, player__in=voters).values_list("choice", flat=True)
    outcome = verdict(list(ballots), len(voters), game.agreement)
    if outcome is None and not late:
        return
    vote.closed, vote.outcome = now, outcome or ""
    vote.save()
    if vote.kind == VoteKind.ABSENT:
        _do_about_absent(course, vote)
    elif vote.outcome == YES:
        _do(course, vote)
    else:
        _touch(game)


def _do(course: Course, vote: Vote) -> None:
    game = course.game
    if vote.kind == VoteKind.PAUSE:
        pausing.pause(course)
    elif vote.kind == VoteKind.RESUME:
        pausing.resume(course)
    elif vote.kind == VoteKind.CANCEL:
        stop(game, course, Status.CANCELLED)
    elif vote.kind == VoteKind.END:
        stop(game, course, Status.OVER)


def _do_about_absent(course: Course, vote: Vote) -> None:
    player = course.players[vote.about.seat]
    if vote.outcome == CANCEL:
        stop(course.game, course, Status.CANCELLED)
    elif vote.outcome == BOT:
        absence.give_to_bot(course, player)
    elif vote.outcome == WAIT:
        _wait_again(course, player)
    else:
        if vote.outcome == REPLACE:
            absence.offer(course, player)
        absence.play_late(course, player)


def _wait_again(course: Course, player: Player) -> None:
    """Give an absent player a clock once more; what their bank holds stays."""
    game = course.game
    own = course.on_turn() == player.seat
    timing.start(game, player, course.now, timing.budget_again(game, own=own))
    keep([player])
    write_of_wait(course, player, "more_time", f"{course.now.timestamp():.0f}")
    _touch(game)


def _touch(game: Game) -> None:
    """Let the pages of a held game show what is new."""
    game.version += 1
    game.save()
