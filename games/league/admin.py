"""Leagues and their seasons in the admin: only what changes no season that has been opened."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from games.accounts.admin import ReadOnly
from games.league.models import Entry, League, Season


class EntryInline(admin.TabularInline):
    """The entries of a season."""

    model = Entry
    extra = 0
    can_delete = False
    fields = readonly_fields = ("user", "division", "position", "status", "final_rank", "moves")

    def get_queryset(self, request: Any) -> Any:
        """Return the entries with their people and divisions."""
        return super().get_queryset(request).select_related("user", "division__season__league")

    def has_add_permission(self, *args: Any) -> bool:
        """Return False: people register on the site."""
        return False


@admin.register(League)
class LeagueAdmin(ReadOnly):
    """Leagues without their tokens, with which people enter private ones.

    They can be renamed, or open no more seasons.
    """

    list_display = ["name", "kind", "title", "seats", "private", "open"]
    list_filter = ["kind", "title", "private"]
    search_fields = ["name", "slug"]
    readonly_fields = (
        "slug", "kind", "title", "options", "seats", "terms", "weeks", "private", "least_entries",
        "creator", "created",
    )  # fmt: skip
    fields = ("name", "open", *readonly_fields)

    def has_change_permission(self, request: HttpRequest, obj: League | None = None) -> bool:
        """Return whether the member of staff may change leagues."""
        return admin.ModelAdmin.has_change_permission(self, request, obj)


@admin.register(Season)
class SeasonAdmin(ReadOnly):
    """Seasons and their entries."""

    list_display = ["league", "number", "status", "starts_at", "ends_at"]
    list_filter = ["status", "league"]
    list_select_related = ["league"]
    inlines = [EntryInline]
