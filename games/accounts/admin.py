"""Users in the staff pages."""

from typing import Any

from allauth.mfa.admin import AuthenticatorAdmin
from allauth.mfa.models import Authenticator
from allauth.usersessions.admin import UserSession
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.db.models import QuerySet
from django.http import HttpRequest

from games.accounts import services
from games.accounts.models import User, Vacation


class ReadOnly(admin.ModelAdmin):
    """An admin page on which nothing can be changed."""

    def has_add_permission(self, *args: Any) -> bool:
        """Return False."""
        return False

    def has_change_permission(self, *args: Any) -> bool:
        """Return False."""
        return False

    def has_delete_permission(self, *args: Any) -> bool:
        """Return False."""
        return False


class VacationInline(admin.TabularInline):
    """A user's vacations, read-only: booking is up to the user and moves their clocks."""

    model = Vacation
    extra = 0
    can_delete = False
    readonly_fields = ("first", "last")

    def has_add_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Return False."""
        return False


@admin.register(User)
class PersonAdmin(UserAdmin):
    """Django's pages for users, without first and last names.

    Deleting a user closes their account. Time off is read-only: it is up to the user and moves
    their clocks. Bot accounts are read-only: nobody may sign in to one by a password given here.
    """

    list_display = ("username", "email", "is_active", "is_staff", "date_joined")
    search_fields = ("username", "email")
    inlines = (VacationInline,)
    readonly_fields = ("owner", "time_zone", "sleeps_from", "sleeps_to", "weekends_off")
    fieldsets = (
        (None, {"fields": ("username", "password")}),
        ("Person", {"fields": ("email", "time_zone", "language", "owner")}),
        ("Time off", {"fields": ("sleeps_from", "sleeps_to", "weekends_off")}),
        (
            "Permissions",
            {"fields": ("is_active", "is_staff", "is_superuser", "groups", "user_permissions")},
        ),
        ("Dates", {"fields": ("last_login", "date_joined")}),
    )

    def has_change_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Return False for bot accounts."""
        changes: bool = super().has_change_permission(request, obj)
        return changes and not (obj and obj.is_bot_account)

    def get_deleted_objects(self, objs: Any, request: HttpRequest) -> Any:
        """Return what is deleted with a user. Their seats are not: closing hands them on first."""
        deleted, counts, lacking, _ = super().get_deleted_objects(objs, request)
        return deleted, counts, lacking, []

    def delete_model(self, request: HttpRequest, obj: User) -> None:
        """Close an account."""
        services.close_account(user=obj)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        """Close the chosen accounts."""
        for user in queryset:
            services.close_account(user=user)


# Where people are signed in from is for nobody else to see.
admin.site.unregister(UserSession)
admin.site.unregister(Authenticator)


@admin.register(Authenticator)
class SecondFactorAdmin(AuthenticatorAdmin):
    """Second factors, to delete for users who lost theirs. Their secrets stay sealed."""

    search_fields = ("user__username",)
    fields = readonly_fields = ("user", "type", "created_at", "last_used_at")

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Return False: users set up their own."""
        return False
