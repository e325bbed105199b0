"""People as the staff sees them."""

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.http import HttpRequest

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
    """Django's own pages, without the names that people do not have here."""

    list_display = ("username", "email", "is_active", "is_staff", "date_joined")
    search_fields = ("username", "email")
    inlines = (VacationInline,)
    readonly_fields = ("sleeps_from", "sleeps_to", "weekends_off")
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
