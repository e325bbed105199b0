"""Votes: players call them and cast ballots."""

from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from games.play.engine.locks import locked_game, own_seat
from games.play.engine.votes import VOTE_TIME, announce, settle, touch
from games.play.errors import PlayError
from games.play.keywords import in_words
from games.play.language import spoken
from games.play.models import Ballot, Game, Outcome, Player, Vote
from games.play.policies import choices_in, obstacle_to_vote
from games.rules.common.message import choice as one_of
from games.rules.common.message import message

ASK_AGAIN = timedelta(days=1)


@transaction.atomic
def open_vote(*, player: Player, kind: str) -> Vote:
    """Call a vote of the players; the caller votes yes.

    Raises LostSeat, or PlayError if there is nothing to decide or the vote failed within a day.
    """
    game = locked_game(player.game_id)
    now = timezone.now()
    mine = own_seat(player)
    _check_may_ask(game, mine, kind, now)
    vote = Vote.objects.create(
        game=game, kind=kind, opened_by=mine, opened=now, closes=now + VOTE_TIME
    )
    Ballot.objects.create(vote=vote, player=mine, choice=Outcome.YES)
    announce(game, vote)
    settle(game, vote, now)
    return vote


@transaction.atomic
def cast(*, player: Player, vote_id: int, choice: str) -> Vote:
    """Record a player's choice, which they can change while the vote is open.

    Raises LostSeat or PlayError.
    """
    game = locked_game(player.game_id)
    own_seat(player)
    vote = Vote.objects.filter(pk=vote_id, game=game).select_related("about").first()
    if vote is None or vote.closed:
        raise PlayError(message("This vote is over. The game page shows the result."))
    players = list(Player.objects.at_table(game))
    mine = players[player.seat]
    if mine not in vote.voters(players):
        raise PlayError(message("This vote is for the other players."))
    choices = choices_in(vote, game)
    if choice not in choices:
        raise PlayError(
            message(
                "That's not a choice here. Choose {choices}.",
                choices=one_of(in_words(each, spoken()) for each in choices),
            )
        )
    Ballot.objects.update_or_create(vote=vote, player=mine, defaults={"choice": choice})
    touch(game)
    settle(game, vote, timezone.now())
    return vote


def _check_may_ask(game: Game, player: Player, kind: str, now: datetime) -> None:
    if obstacle := obstacle_to_vote(game, player, kind):
        raise PlayError(obstacle)
    asked = Vote.objects.filter(game=game, kind=kind)
    if asked.filter(closed=None).exists():
        raise PlayError(message("There is already a vote on this."))
    if asked.exclude(outcome=Outcome.YES).filter(closed__gt=now - ASK_AGAIN).exists():
        raise PlayError(message("That vote failed. You can ask again in a day."))
