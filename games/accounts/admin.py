"""People as the staff sees them."""

from typing import Any

from allauth.mfa.admin import AuthenticatorAdmin
from allauth.mfa.models import Authenticator
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.db.models import QuerySet
from django.http import HttpRequest

from games.accounts import services
from games.accounts.models import User, Vacation


class VacationInline(admin.TabularInline):
    """A person's vacations, to look at: booking them is his own affair and moves his clocks."""

    model = Vacation
    extra = 0
    can_delete = False
    readonly_fields = ("first", "last")

    def has_add_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Return False."""
        return False


@admin.register(User)
class PersonAdmin(UserAdmin):
    """Django's own pages, without the names that people do not have here.

    To delete a person is to close their account; when they rest is their own affair and moves their
    clocks.
    """

    list_display = ("username", "email", "is_active", "is_staff", "date_joined")
    search_fields = ("username", "email")
    inlines = (VacationInline,)
    readonly_fields = ("time_zone", "sleeps_from", "sleeps_to", "weekends_off")
    fieldsets = (
        (None, {"fields": ("username", "password")}),
        ("Person", {"fields": ("email", "time_zone", "language")}),
        ("Rest", {"fields": ("sleeps_from", "sleeps_to", "weekends_off")}),
        (
            "Permissions",
            {"fields": ("is_active", "is_staff", "is_superuser", "groups", "user_permissions")},
        ),
        ("Dates", {"fields": ("last_login", "date_joined")}),
    )

    def get_deleted_objects(self, objs: Any, request: HttpRequest) -> Any:
        """Return what goes with a person, without their seats: those are handed on first."""
        deleted, counts, lacking, _ = super().get_deleted_objects(objs, request)
        return deleted, counts, lacking, []

    def delete_model(self, request: HttpRequest, obj: User) -> None:
        """Close an account."""
        services.close_account(user=obj)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        """Close the chosen accounts."""
        for user in queryset:
            services.close_account(user=user)


admin.site.unregister(Authenticator)


@admin.register(Authenticator)
class SecondFactorAdmin(AuthenticatorAdmin):
    """Second factors, to be deleted for people who have lost theirs; their secrets are sealed."""

    search_fields = ("user__username",)
    fields = readonly_fields = ("user", "type", "created_at", "last_used_at")

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Return False: people set up their own."""
        return False
