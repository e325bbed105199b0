"""What is read of games, players, moves and drafts."""

from collections.abc import Collection
from typing import TYPE_CHECKING, Any

from django.apps import apps
from django.db.models import F, FilteredRelation, Prefetch, Q, QuerySet
from django.db.models.functions import Coalesce

from games.play.errors import AppendOnly

if TYPE_CHECKING:
    from games.play.models import Draft, Move


class GameQuerySet(QuerySet["Game"]):
    """Games, read by who may see them and where they stand."""

    def light(self) -> "GameQuerySet":
        """Games without their positions: what is enough to see whether anything is new."""
        return self.only("version", "status", "private", "creator", "title")

    def for_lists(self) -> "GameQuerySet":
        """Everything that a list of games shows, in three queries at most."""
        players = apps.get_model("play.Player")
        seats = players.objects.select_related("user").order_by("seat")
        return self.defer("state", "result").prefetch_related(Prefetch("players", seats))

    def of(self, user: Any) -> "GameQuerySet":
        """The user's games that are not over: the longest wait for them first.

        A game that has not begun is its creator's too, so that they can still fill or cancel it.
        """
        seat = FilteredRelation("players", condition=Q(players__user=user))
        return (
            self.annotate(seat=seat, waits=F("seat__wait_since"))
            .filter(Q(seat__isnull=False) | Q(creator=user, status="open"))
            .filter(status__in=["open", "running"])
            .order_by(F("waits").asc(nulls_last=True), Coalesce("moved", "created").desc())
        )

    def names(self, numbers: Collection[int]) -> dict[int, str]:
        """Return the names of the games with these numbers, as far as there are such games."""
        return dict(self.filter(pk__in=numbers).values_list("pk", "name"))

    def finished_of(self, user: Any) -> "GameQuerySet":
        """The user's games that are over, the newest first."""
        return self.filter(players__user=user, status="over").order_by("-ended")

    def joinable(self) -> "GameQuerySet":
        """Public games in which anybody may sit down, in an absent player's seat too, by age."""
        seat = Q(status="open", players__door="open") | Q(
            status="running", players__offered__isnull=False
        )
        return self.filter(seat, private=False).order_by("created").distinct()

    def watchable(self) -> "GameQuerySet":
        """Public games that run and that nobody can join, the liveliest first."""
        full = self.filter(status="running", private=False).exclude(players__offered__isnull=False)
        return full.order_by("-moved")


class PlayerQuerySet(QuerySet["Player"]):
    """Seats of games."""

    def at_table(self, game: Any) -> "PlayerQuerySet":
        """A game's players with their people, by seat."""
        return self.filter(game=game).select_related("user").order_by("seat")


class MoveQuerySet(QuerySet["Move"]):
    """The log; it is added to and read, never changed."""

    def after(self, number: int) -> "MoveQuerySet":
        """The moves that came after one."""
        return self.filter(number__gt=number)

    def until(self, number: int) -> "MoveQuerySet":
        """The moves up to one, and that one."""
        return self.filter(number__lte=number)

    def news_after(self, number: int) -> "MoveQuerySet":
        """What is told to somebody who has seen the moves up to one; setting up is no news."""
        return self.after(number).exclude(turn=0)

    def newest(self, count: int) -> "list[Move]":
        """The last moves, in the order they were played."""
        return list(self.order_by("-number")[:count])[::-1]

    def update(self, **kwargs: Any) -> int:
        """Refuse: moves stay as they are."""
        raise AppendOnly("Moves that were played stay as they are.")

    def delete(self) -> Any:
        """Refuse: moves stay in the log."""
        raise AppendOnly("Moves that were played stay in the log.")


class DraftQuerySet(QuerySet["Draft"]):
    """What players are putting together."""

    def of(self, player: Any) -> "Draft | None":
        """The draft of a player, if there is one."""
        return next(iter(self.filter(player=player)), None)


class MessageQuerySet(QuerySet["Message"]):
    """What was said."""

    def with_authors(self) -> "MessageQuerySet":
        """Messages with who wrote them."""
        return self.select_related("holder__user", "holder__player")

    def unread_by(self, player: Any) -> "MessageQuerySet":
        """What others have said at a player's table since they looked."""
        said = self.filter(game=player.game_id, pk__gt=player.seen_message)
        return said.exclude(holder__user=player.user_id)


class VoteQuerySet(QuerySet["Vote"]):
    """What people decide together."""

    def asking(self, user: Any) -> "VoteQuerySet":
        """Open votes that wait for an answer of the user."""
        seats = apps.get_model("play.Player").objects.filter(user=user, offered=None)
        return (
            self.filter(closed=None, game__players__in=seats)
            .exclude(about__in=seats)
            .exclude(ballots__player__in=seats)
        )
