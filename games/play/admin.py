"""Games and moves for staff: to read, not to change."""

from typing import Any

from django.contrib import admin

from games.play.models import Game, Move, Player


class ReadOnly(admin.ModelAdmin):
    """An admin that shows and changes nothing."""

    def has_add_permission(self, *args: Any) -> bool:
        """Return False: games come from the lobby, moves from the table."""
        return False

    def has_change_permission(self, *args: Any) -> bool:
        """Return False: the log is the truth."""
        return False

    def has_delete_permission(self, *args: Any) -> bool:
        """Return False: games stay."""
        return False


class PlayerInline(admin.TabularInline):
    """Who sits at a game."""

    model = Player
    extra = 0
    can_delete = False
    fields = readonly_fields = ["seat", "user", "bot", "door", "wait_since", "score", "place"]

    def has_add_permission(self, *args: Any) -> bool:
        """Return False: people take their seats themselves."""
        return False


@admin.register(Game)
class GameAdmin(ReadOnly):
    """Games without their positions, which hold what players must not know."""

    list_display = ["name", "title", "status", "private", "moves_made", "created", "moved"]
    list_filter = ["status", "title", "private"]
    search_fields = ["name", "players__user__username"]
    exclude = ["state", "token"]
    inlines = [PlayerInline]


@admin.register(Move)
class MoveAdmin(ReadOnly):
    """The log of finished games."""

    list_display = ["game", "number", "seat", "order", "when"]
    list_select_related = ["game"]
    search_fields = ["=game__id"]

    def get_queryset(self, request: Any) -> Any:
        """Return the moves of games that are over: running ones hide some from everybody."""
        return super().get_queryset(request).filter(game__status="over")
