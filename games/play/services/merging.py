"""Make the seats of two accounts those of one person; their games go on as they were."""

from django.db.models import F, Q

from games.accounts.errors import CannotMerge
from games.accounts.merging import move_rows
from games.accounts.models import User
from games.play.letters.news import Cancelled
from games.play.letters.seats import Invited, SeatTaken
from games.play.models import (
    UNFINISHED,
    ConditionalLine,
    FollowedGame,
    Game,
    Holder,
    Invitation,
    Player,
    ReadPrimer,
)
from games.post.models import Letter

NAMED_BY = {Invited.kind: "by", Cancelled.kind: "by", SeatTaken.kind: "taker"}
"""The kinds of letters that name a person besides their reader, and where they have the id."""


def lock(old: User, kept: User) -> None:
    """Lock the games of both that are not over, in order, as whoever changes several games does."""
    seated = Player.objects.filter(user__in=[old, kept], game__status__in=UNFINISHED)
    created = Game.objects.filter(creator__in=[old, kept], status__in=UNFINISHED)
    games = Game.objects.filter(Q(pk__in=seated.values("game")) | Q(pk__in=created.values("pk")))
    list(games.order_by("pk").select_for_update(no_key=True).values_list("pk"))


def check(old: User, kept: User) -> None:
    """Raise CannotMerge if both had a seat in a game: nobody plays against themselves."""
    held = Holder.objects.filter(user=old).values("player__game")
    shared = Game.objects.filter(pk__in=held, players__holders__user=kept).order_by("pk").first()
    if shared is not None:
        raise CannotMerge(
            f"{old.called} and {kept.called} both have or had a seat in {shared.called} (game "
            f"{shared.pk}). Two seats of one game can't be one person's, so these accounts stay "
            "apart."
        )


def move(old: User, kept: User) -> None:
    """Move a person's seats and games, and what they have read and follow."""
    Game.objects.filter(Q(players__user=old) | Q(creator=old), status__in=UNFINISHED).update(
        version=F("version") + 1
    )
    move_rows(Player, "user", old, kept)
    move_rows(Holder, "user", old, kept)
    move_rows(ConditionalLine, "user", old, kept)
    move_rows(Game, "creator", old, kept)
    move_rows(Invitation, "host", old, kept)
    move_rows(Invitation, "guest", old, kept)
    move_rows(FollowedGame, "user", old, kept, once=["game"])
    move_rows(ReadPrimer, "user", old, kept, once=["title", "name"])
    for kind, field in NAMED_BY.items():
        for letter in Letter.objects.filter(kind=kind, **{f"payload__{field}": old.pk}):
            letter.payload[field] = kept.pk
            letter.save(update_fields=["payload"])
