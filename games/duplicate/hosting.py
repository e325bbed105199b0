"""What decides about the games of duplicates: nobody learns from one what comes in their own."""

from collections.abc import Collection, Mapping
from datetime import datetime, timedelta
from typing import Any, Final

from django.utils.translation import gettext

from games.duplicate.draws import WeekSources
from games.duplicate.models import BotAnswer, Duplicate, DuplicateGame
from games.duplicate.models.duplicate import KIND
from games.duplicate.pages.words import week_name, week_url
from games.duplicate.setups import LEVEL, PERSON
from games.play.event_hosts import Comparison, EventHost, Place
from games.play.models import Game, Player, VoteKind


def obstacle_to_joining(game: Game, user: Any) -> str:
    """Return why nobody takes another's seat: each person plays alone."""
    return gettext("In a duplicate everyone plays alone, at a table of their own.")


def grace(game: Game, player: Player, now: datetime) -> timedelta:
    """Return no more time: the clocks run longer than the duplicate."""
    return timedelta()


def places(games: Collection[int]) -> Mapping[int, Place]:
    """Return the duplicates of games by their ids, with their pages."""
    found = DuplicateGame.objects.filter(game__in=games).select_related("duplicate")
    return {each.game_id: _place(each.duplicate) for each in found}


def _place(duplicate: Duplicate) -> Place:
    return Place(week_name(duplicate), week_url(duplicate))


class KeptSources(WeekSources):
    """What the games of a duplicate draw from while it is not closed; answers of bots are kept."""

    def __init__(self, duplicate: Duplicate) -> None:
        super().__init__(bytes.fromhex(duplicate.secret), duplicate.week)
        self.duplicate = duplicate

    def answer(self, digest: str, seat: int) -> str:
        """Return the order that a bot has played in a position, '' if none has been kept."""
        kept = BotAnswer.objects.filter(duplicate=self.duplicate, digest=digest, seat=seat)
        return kept.values_list("order", flat=True).first() or ""

    def keep(self, digest: str, seat: int, order: str) -> str:
        """Keep the order of a bot in a position; return it, or what was kept before."""
        if self.duplicate.closed_at is not None:
            return order
        answer = BotAnswer(duplicate=self.duplicate, digest=digest, seat=seat, order=order)
        # Of several at once the first is kept.
        BotAnswer.objects.bulk_create([answer], ignore_conflicts=True)
        return self.answer(digest, seat) or order


def sources(game: Game) -> KeptSources:
    """Return what a game of a duplicate draws from."""
    return KeptSources(Duplicate.objects.get(event=game.event_id))


def may_see(game: Game, user: Any) -> bool:
    """Return whether a visitor whose own game is over may see a game with a result."""
    if not user.is_authenticated:
        return False
    theirs = DuplicateGame.objects.filter(game=game, place__isnull=False).values("duplicate")
    return DuplicateGame.objects.finished_by(user).filter(duplicate__in=theirs).exists()


def ended(game: Game) -> None:
    """Note that a game is over, and its result if it was played to its end in time."""
    own = DuplicateGame.objects.filter(game=game).first()
    if own is None or game.ended is None:
        return
    own.ended_at = game.ended
    # Whoever closes it at this moment comes before or after.
    duplicate = Duplicate.objects.select_for_update(no_key=True).get(pk=own.duplicate_id)
    in_time = duplicate.closed_at is None and game.ended < duplicate.played_until
    if game.is_over and game.result is not None and in_time:
        points, *others = [scores["total"] for scores in game.result["scores"]]
        own.place, own.points = game.result["places"][PERSON], points
        own.lead = points - max(others)
    own.save(update_fields=["ended_at", "place", "points", "lead"])


def counts_until(game: Game) -> datetime:
    """Return when the two weeks of a game's duplicate are over."""
    return Duplicate.objects.get(event=game.event_id).played_until


HOST: Final = EventHost(
    kind=KIND,
    obstacle_to_joining=obstacle_to_joining,
    grace=grace,
    places=places,
    stand_in=LEVEL,
    # One person decides alone: they can only play on, or leave.
    forbidden_votes=frozenset(VoteKind),
    comparison=Comparison(sources=sources, may_see=may_see, ended=ended, counts_until=counts_until),
)
