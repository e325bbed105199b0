"""Letters as the staff sees them."""

from typing import Any

from django.contrib import admin, messages
from django.db.models import Count, QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from games.post import services
from games.post.models import BouncedAddress, Cadence, Channel, Letter, Received


class RecordAdmin(admin.ModelAdmin):
    """What nobody adds or changes by hand."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        """It is made by what happens."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """It is a record."""
        return False


@admin.register(Letter)
class LetterAdmin(RecordAdmin):
    """Every letter and its fate; what failed can be sent again.

    What it is to say may be for its reader alone, as an answer about his draft.
    """

    exclude = ("payload", "sealed")
    change_list_template = "post/admin_letters.html"
    list_display = (
        "created_at", "kind", "recipient", "address", "channel", "subject_of", "state", "attempts",
        "due_at", "error",
    )  # fmt: skip
    list_filter = ("state", "kind", ("channel", admin.EmptyFieldListFilter))
    list_select_related = ("recipient", "channel")
    search_fields = ("key", "recipient__username", "address", "subject_of")
    date_hierarchy = "created_at"
    actions = ("send_again",)

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Show above the list how many letters there are of each state, and what is overdue."""
        counts = dict(Letter.objects.values_list("state").annotate(Count("pk")).order_by())
        overdue = Letter.objects.due(timezone.now()).first()
        context = {
            "counts": [(state.label, state, counts.get(state, 0)) for state in Letter.State],
            "overdue": overdue and overdue.due_at,
            **(extra_context or {}),
        }
        return super().changelist_view(request, context)

    @admin.action(description="Send those that failed once more", permissions=["view"])
    def send_again(self, request: HttpRequest, queryset: QuerySet[Letter]) -> None:
        """Give the failed ones of the chosen letters a fresh start."""
        count = services.send_again(letter_ids=list(queryset.values_list("pk", flat=True)))
        messages.info(request, f"{count} letters are on their way again.")


@admin.register(Channel)
class ChannelAdmin(RecordAdmin):
    """Webhooks and how they do; their addresses are secrets of their owners."""

    list_display = ("created_at", "user", "kind", "active", "failures", "error")
    list_filter = ("active", "kind")
    list_select_related = ("user",)
    search_fields = ("user__username",)
    exclude = ("url",)
    actions = ("switch_on",)

    @admin.action(description="Switch on again", permissions=["view"])
    def switch_on(self, request: HttpRequest, queryset: QuerySet[Channel]) -> None:
        """Let webhooks that were given up begin afresh."""
        for channel in queryset:
            services.switch_on(channel=channel)
        messages.info(request, "They are told again from now on.")


@admin.register(Cadence)
class CadenceAdmin(RecordAdmin):
    """How people want to be told."""

    list_display = ("user", "subject_of", "mode", "minutes", "hour", "quiet_from", "quiet_to")
    list_filter = ("mode",)
    list_select_related = ("user",)
    search_fields = ("user__username", "subject_of")


@admin.register(BouncedAddress)
class BouncedAddressAdmin(RecordAdmin):
    """Addresses that mail came back from; to delete one is to try it again."""

    list_display = ("address", "bounced_at", "reason")
    search_fields = ("address",)
    date_hierarchy = "bounced_at"


@admin.register(Received)
class ReceivedAdmin(RecordAdmin):
    """Mails that came in and what became of them."""

    list_display = ("received_at", "user", "subject_of", "outcome", "message_id")
    list_filter = ("outcome",)
    list_select_related = ("user",)
    search_fields = ("user__username", "message_id", "subject_of")
    date_hierarchy = "received_at"
