"""Results and marked pairs in the admin, read-only."""

from typing import Any

from django.contrib import admin

from games.accounts.admin import ReadOnly
from games.ratings.models import Flag, Result, ResultSeat


class SeatInline(admin.TabularInline):
    """Who played in a game."""

    model = ResultSeat
    extra = 0
    can_delete = False
    fields = readonly_fields = ("seat", "user", "bot", "part", "gave_up", "place", "score")


@admin.register(Result)
class ResultAdmin(ReadOnly):
    """Results of games, and why some are not rated."""

    list_display = ["game", "title", "board", "players", "ended", "kind", "reason"]
    list_filter = ["title", "kind", "reason"]
    search_fields = ["=game", "seats__user__username"]
    inlines = [SeatInline]


@admin.register(Flag)
class FlagAdmin(ReadOnly):
    """Pairs of people whose games look odd; nothing happens to them automatically."""

    list_display = ["suspicion", "title", "names", "detail", "first_seen", "last_seen"]
    list_filter = ["suspicion", "title"]
    search_fields = ["people__username"]

    def get_queryset(self, request: Any) -> Any:
        """Return the pairs with their names."""
        return super().get_queryset(request).prefetch_related("people")

    @admin.display(description="people")
    def names(self, flag: Flag) -> str:
        """Return the names of the pair."""
        return ", ".join(person.username for person in flag.people.all())
