"""Letters, channels, schedules and received emails in the admin."""

from typing import Any

from django.contrib import admin, messages
from django.db.models import Count, QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from games.post import services
from games.post.models import BouncedAddress, Channel, Letter, Received, Schedule


class RecordAdmin(admin.ModelAdmin):
    """Rows that cannot be added or changed by hand."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Return False: the site adds these rows itself."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Return False: rows are a record."""
        return False


@admin.register(Letter)
class LetterAdmin(RecordAdmin):
    """All letters and their delivery; failed ones can be sent again.

    Payloads are not shown, because they may be private, like an answer about a draft.
    """

    exclude = ("payload", "sealed")
    change_list_template = "post/admin_letters.html"
    list_display = (
        "created_at", "kind", "recipient", "address", "channel", "topic", "state", "attempts",
        "due_at", "error",
    )  # fmt: skip
    list_filter = ("state", "kind", ("channel", admin.EmptyFieldListFilter))
    list_select_related = ("recipient", "channel")
    search_fields = ("key", "recipient__username", "address", "topic")
    date_hierarchy = "created_at"
    actions = ("send_again",)

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Show how many letters are in each state, and whether any is overdue."""
        counts = dict(Letter.objects.values_list("state").annotate(Count("pk")).order_by())
        overdue = Letter.objects.due(timezone.now()).first()
        context = {
            "counts": [(state.label, state, counts.get(state, 0)) for state in Letter.State],
            "overdue": overdue and overdue.due_at,
            **(extra_context or {}),
        }
        return super().changelist_view(request, context)

    @admin.action(description="Send failed emails again", permissions=["view"])
    def send_again(self, request: HttpRequest, queryset: QuerySet[Letter]) -> None:
        """Queue the chosen failed letters again."""
        count = services.send_again(letter_ids=list(queryset.values_list("pk", flat=True)))
        messages.info(
            request,
            "1 email is waiting to be sent again."
            if count == 1
            else f"{count} emails are waiting to be sent again.",
        )


@admin.register(Channel)
class ChannelAdmin(RecordAdmin):
    """Devices, chats and webhooks, and whether they work, without what would let staff use them."""

    list_display = (
        "created_at", "user", "kind", "label", "active", "failures", "sent_at", "answered_at",
        "unanswered_since", "error",
    )  # fmt: skip
    list_filter = ("active", "kind")
    list_select_related = ("user",)
    search_fields = ("user__username",)
    exclude = ("url", "keys", "session_key")
    actions = ("switch_on",)

    @admin.action(description="Turn on again", permissions=["view"])
    def switch_on(self, request: HttpRequest, queryset: QuerySet[Channel]) -> None:
        """Turn on what was turned off for failing."""
        for channel in queryset:
            services.switch_on(channel=channel)
        messages.info(request, "Turned on.")


@admin.register(Schedule)
class ScheduleAdmin(RecordAdmin):
    """Users' notification schedules."""

    list_display = (
        "user", "topic", "mode", "minutes", "hour", "weekday", "quiet_from", "quiet_to",
    )  # fmt: skip
    list_filter = ("mode",)
    list_select_related = ("user",)
    search_fields = ("user__username", "topic")


@admin.register(BouncedAddress)
class BouncedAddressAdmin(RecordAdmin):
    """Bounced addresses; deleting one starts sending to it again."""

    list_display = ("address", "bounced_at", "reason")
    search_fields = ("address",)
    date_hierarchy = "bounced_at"

    def delete_model(self, request: HttpRequest, obj: BouncedAddress) -> None:
        """Forget that an address bounced, which its owner is told no more."""
        services.forget_bounce(address=obj.address)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[BouncedAddress]) -> None:
        """Forget that several addresses bounced."""
        for address in queryset.values_list("address", flat=True):
            services.forget_bounce(address=address)


@admin.register(Received)
class ReceivedAdmin(RecordAdmin):
    """Received emails and their outcome."""

    list_display = ("received_at", "user", "topic", "outcome", "message_id")
    list_filter = ("outcome",)
    list_select_related = ("user",)
    search_fields = ("user__username", "message_id", "topic")
    date_hierarchy = "received_at"
