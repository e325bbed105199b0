"""Forms of the notification settings."""

from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.dates import WEEKDAYS
from django.utils.translation import gettext_lazy, pgettext_lazy

from games.accounts.models import User
from games.post import services
from games.post.models import WEBHOOKS, Channel, Schedule

LONGEST_WAIT = 24 * 60
"""Minutes."""

HOURS = [(hour, f"{hour:02}:00") for hour in range(24)]
REMINDERS = [
    (25, gettext_lazy("a quarter of my time is gone")),
    (50, gettext_lazy("half of my time is gone")),
    (75, gettext_lazy("three quarters of my time are gone")),
    (90, gettext_lazy("nine tenths of my time are gone")),
]

EVERYTHING = pgettext_lazy("channel", "Everything")
ONLY_ASKS = pgettext_lazy("channel", "Only what asks me for something")
WAITS = {
    0: pgettext_lazy("channel", "at once"),
    15: pgettext_lazy("channel", "after 15 minutes"),
    60: pgettext_lazy("channel", "after an hour"),
    180: pgettext_lazy("channel", "after 3 hours"),
}


class ScheduleForm(forms.Form):
    """A user's notification schedule for one topic."""

    mode = forms.ChoiceField(
        label=pgettext_lazy("field", "Email me"),
        choices=Schedule.Mode.choices,
        widget=forms.RadioSelect,
        help_text=gettext_lazy(
            "With the first choice, an email about your turn waits a little, and isn't sent if "
            "you've seen the question on the site by then. With the third, emails wait while "
            "a device or service tells you at once. Reminders come either way."
        ),
    )
    minutes = forms.IntegerField(
        label=pgettext_lazy("field", "Wait (minutes)"),
        min_value=1,
        max_value=LONGEST_WAIT,
        help_text=gettext_lazy(
            "For 'Only if I haven't played by then', and for 'When play slows down', which waits "
            "until nothing has changed for this long. It waits less if your clock needs it."
        ),
    )
    hour = forms.TypedChoiceField(
        label=gettext_lazy("Time of the daily email"),
        choices=HOURS,
        coerce=int,
        help_text=gettext_lazy("For 'Once a day or a week', and for the puzzle of the day."),
    )
    weekday = forms.TypedChoiceField(
        label=pgettext_lazy("field", "On"),
        choices=[("", pgettext_lazy("weekday", "every day")), *WEEKDAYS.items()],
        coerce=int,
        empty_value=None,
        required=False,
        help_text=gettext_lazy("For 'Once a day or a week'."),
    )
    reminders = forms.TypedMultipleChoiceField(
        label=pgettext_lazy("field", "Remind me when"),
        choices=REMINDERS,
        coerce=int,
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=gettext_lazy("Reminders come right away, whatever you chose above."),
    )

    def __init__(self, user: User, topic: str, data: QueryDict | None = None) -> None:
        self.user = user
        self.topic = topic
        now = services.schedule_of(user, topic)
        initial = {name: getattr(now, name) for name in self.base_fields}
        super().__init__(data, initial=initial, label_suffix="")

    def save(self) -> None:
        """Save the schedule and reschedule waiting letters."""
        services.set_schedule(user=self.user, topic=self.topic, **self.cleaned_data)


class UsualScheduleForm(ScheduleForm):
    """A user's schedule for all topics without one of their own."""

    quiet_from = forms.TypedChoiceField(
        label=pgettext_lazy("field", "Quiet from"),
        choices=[("", pgettext_lazy("hour", "no quiet hours")), *HOURS],
        coerce=int,
        empty_value=None,
        required=False,
    )
    quiet_to = forms.TypedChoiceField(
        label=pgettext_lazy("field", "until"),
        choices=[("", pgettext_lazy("hour", "no quiet hours")), *HOURS],
        coerce=int,
        empty_value=None,
        required=False,
        help_text=gettext_lazy(
            "We send nothing in these hours (your time zone), by email or to your devices and "
            "services. Replies to your own emails still come."
        ),
    )

    def clean(self) -> dict[str, Any]:
        """Require both quiet hours or neither, and that they differ."""
        data = super().clean() or {}
        begin, end = data.get("quiet_from"), data.get("quiet_to")
        if (begin is None) != (end is None) or (begin is not None and begin == end):
            self.add_error(
                "quiet_to",
                gettext_lazy("Choose two different hours, or 'no quiet hours' in both places."),
            )
        return data


class WebhookForm(forms.Form):
    """A new webhook."""

    kind = forms.ChoiceField(
        label=pgettext_lazy("field", "Service"),
        choices=[(kind.value, kind.label) for kind in WEBHOOKS],
    )
    url = forms.URLField(
        label=pgettext_lazy("field", "Webhook URL"),
        max_length=500,
        assume_scheme="https",
        help_text=gettext_lazy("It starts with https:// and is a secret between you and us."),
    )


class ChannelSettingsForm(forms.Form):
    """What a device or service gets, and how soon."""

    only_asks = forms.TypedChoiceField(
        label=pgettext_lazy("field", "It gets"),
        choices=[("no", EVERYTHING), ("yes", ONLY_ASKS)],
        coerce="yes".__eq__,
    )
    wait = forms.TypedChoiceField(
        label=pgettext_lazy("field", "How soon"), choices=list(WAITS.items()), coerce=int
    )

    def __init__(self, channel: Channel, data: QueryDict | None = None) -> None:
        initial = {"only_asks": "yes" if channel.only_asks else "no", "wait": channel.wait}
        super().__init__(data, initial=initial, label_suffix="", auto_id=f"id_{channel.pk}_%s")
