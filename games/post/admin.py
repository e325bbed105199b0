"""Letters as the staff sees them."""

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest

from games.post import services
from games.post.models import Letter


@admin.register(Letter)
class LetterAdmin(admin.ModelAdmin):
    """Every letter and its fate; what failed can be sent again."""

    list_display = (
        "created_at", "kind", "recipient", "subject_of", "state", "attempts", "due_at", "error",
    )  # fmt: skip
    list_filter = ("state", "kind")
    list_select_related = ("recipient",)
    search_fields = ("key", "recipient__username", "subject_of")
    date_hierarchy = "created_at"
    actions = ("send_again",)

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Letters are ordered by what happens, not by hand."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Letter | None = None) -> bool:
        """A letter is a record."""
        return False

    @admin.action(description="Send those that failed once more", permissions=["view"])
    def send_again(self, request: HttpRequest, queryset: QuerySet[Letter]) -> None:
        """Give the failed ones of the chosen letters a fresh start."""
        count = services.send_again(letter_ids=list(queryset.values_list("pk", flat=True)))
        messages.info(request, f"{count} letters are on their way again.")
