"""Games in the admin, with the moves of finished ones, read-only."""

from datetime import datetime
from typing import Any

from django.contrib import admin

from games.accounts.admin import ReadOnly
from games.play.event_hosts import is_kept_apart
from games.play.models import Game, Log, Player


class PlayerInline(admin.TabularInline):
    """The players of a game."""

    model = Player
    extra = 0
    can_delete = False
    fields = readonly_fields = ("seat", "user", "bot", "door", "waited_for_since", "score", "place")

    def get_queryset(self, request: Any) -> Any:
        """Return the players with their people and open waits."""
        players: Any = super().get_queryset(request)
        return players.with_waits()

    def waited_for_since(self, player: Player) -> datetime | None:
        """Return when the open wait for a player began, if there is one."""
        return player.wait.since if player.wait else None

    def has_add_permission(self, *args: Any) -> bool:
        """Return False: people join games on the site."""
        return False


@admin.register(Game)
class GameAdmin(ReadOnly):
    """Games without their positions, which hold secrets of the players."""

    list_display = ["name", "title", "status", "private", "moves_made", "created", "last_move_at"]
    list_filter = ["status", "title", "private"]
    search_fields = ["name", "players__user__username"]
    exclude = ["state", "beginning", "token"]
    readonly_fields = ["played"]
    inlines = [PlayerInline]

    def played(self, game: Game) -> str:
        """Return the moves of a finished game, a line each, but of none that keeps a secret.

        A game that is compared tells those who still play the same what comes.
        """
        moves = Log(game).after(0) if game.is_over and not is_kept_apart(game) else []
        who = ("chance" if move.seat is None else f"seat {move.seat + 1}" for move in moves)
        return "\n".join(
            f"{move.number} {each}: {move.order}" for move, each in zip(moves, who, strict=True)
        )
