"""People as the staff sees them."""

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin

from games.accounts.models import User


@admin.register(User)
class PersonAdmin(UserAdmin):
    """Django's own pages, without the names that people do not have here."""

    list_display = ("username", "email", "is_active", "is_staff", "date_joined")
    search_fields = ("username", "email")
    fieldsets = (
        (None, {"fields": ("username", "password")}),
        ("Person", {"fields": ("email", "time_zone", "language")}),
        (
            "Permissions",
            {"fields": ("is_active", "is_staff", "is_superuser", "groups", "user_permissions")},
        ),
        ("Dates", {"fields": ("last_login", "date_joined")}),
    )
