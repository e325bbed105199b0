"""Laws about who sits where, and what they vote."""

from collections.abc import Iterator
from datetime import datetime
from itertools import pairwise

from django.db.models import Q

from games.play.models import Agreement, Game, Holder, Outcome, Vote, VoteKind
from games.post.models import Letter
from tests.soak.laws.evidence import Evidence, Seats

CHOICES = (Outcome.YES, Outcome.WAIT, Outcome.REPLACE, Outcome.BOT, Outcome.CANCEL)


def seats(evidence: Evidence) -> Iterator[str]:
    """Each seat has one holder at any time: the next begins where the one before ends."""
    for game in Game.objects.all():
        for seat, held in Seats(game):
            for sentence in _handed_on(game, seat, held):
                yield f"Game {game.pk}: {sentence}"


def _handed_on(game: Game, seat: int, held: list[Holder]) -> Iterator[str]:
    for one, after in pairwise(held):
        if one.until is None or one.until > after.since or (one.end_move or 0) > after.first_move:
            yield f"seat {seat} has two holders, {one} and {after}, after {after.since}."
        elif one.until < after.since or one.end_move != after.first_move:
            yield f"nobody holds seat {seat} between {one} and {after}."
    player, last = game.players.get(seat=seat), held[-1]
    if (last.user_id, last.bot) != (player.user_id, player.bot) or last.until is not None:
        yield f"seat {seat} is held by {player.name}, not by {last}."


def listed(evidence: Evidence) -> Iterator[str]:
    """A public game is in the list of games with free seats while one is free for anyone."""
    for game in Game.objects.filter(private=False):
        free = (
            game.players.filter(offered_at__isnull=False)
            if game.is_running
            else game.players.filter(door="open", game__status="open")
        )
        if free.exists() != (game.free_since is not None):
            yield f"Game {game.pk} has {free.count()} free seats, since {game.free_since}."


def votes(evidence: Evidence) -> Iterator[str]:
    """Each vote is decided by as many people as must agree, each of them counted once."""
    decided = Vote.objects.exclude(closed=None).filter(outcome__in=CHOICES)
    for vote in decided.select_related("game", "opened_by"):
        supporters = {
            cast.user
            for cast in evidence.notes.ballots
            if (cast.vote, cast.choice) == (vote.pk, vote.outcome) and cast.when <= vote.closed
        }
        if vote.opened_by is not None and vote.outcome == Outcome.YES:
            supporters |= _people(vote, vote.opened).get(vote.opened_by.seat, set())
        needed = _needed(vote)
        if len(supporters) < needed:
            yield f"{vote} was decided by {len(supporters)} of {needed}."
    for game in Game.objects.all():
        paused = decided.filter(game=game, kind=VoteKind.PAUSE, outcome=Outcome.YES).count()
        if game.pauses != paused:
            yield f"Game {game.pk} was paused {game.pauses} times, and {paused} were agreed on."


def _needed(vote: Vote) -> int:
    """Return how many must have agreed at least when a vote was decided."""
    people = _people(vote, vote.closed)
    voters = sum(map(len, people.values()))
    # Whoever's seat is on offer has no vote. They may have been back, so this is the least.
    offers = Letter.objects.filter(kind="offered", topic=vote.game.topic)
    voters -= len({each.payload["offered"] for each in offers} & people.keys())
    agreement = vote.agreement(vote.game, vote.outcome)
    return voters if agreement == Agreement.UNANIMOUS else voters // 2 + 1


def _people(vote: Vote, moment: datetime | None) -> dict[int, set[int]]:
    """Return the people who held a seat at a moment, by seat, but for whom the vote is about."""
    held = Holder.objects.filter(player__game=vote.game, since__lte=moment, user__isnull=False)
    there = held.filter(Q(until=None) | Q(until__gt=moment)).exclude(player=vote.about_id)
    return {seat: {user} for seat, user in there.values_list("player__seat", "user")}
