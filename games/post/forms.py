"""What a person fills in to say how he wants to be told."""

from typing import Any

from django import forms

from games.accounts.models import User
from games.post import services
from games.post.models import Cadence, Channel

LONGEST_WAIT = 24 * 60
"""Minutes."""

HOURS = [(hour, f"{hour:02}:00") for hour in range(24)]
REMINDERS = [
    (25, "a quarter of my time is gone"),
    (50, "half of my time is gone"),
    (75, "three quarters of my time are gone"),
    (90, "nine tenths of my time are gone"),
]


class CadenceForm(forms.Form):
    """How a person wants to be told of one subject."""

    mode = forms.ChoiceField(
        label="Letters come", choices=Cadence.Mode.choices, widget=forms.RadioSelect
    )
    minutes = forms.IntegerField(
        label="Minutes without a change",
        min_value=1,
        max_value=LONGEST_WAIT,
        help_text="For letters that wait until nothing has changed for a while.",
    )
    hour = forms.TypedChoiceField(
        label="Hour of the daily letter", choices=HOURS, coerce=int, help_text="For once a day."
    )
    reminders = forms.TypedMultipleChoiceField(
        label="Remind me when",
        choices=REMINDERS,
        coerce=int,
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text="Reminders do not wait for quiet or for the daily letter.",
    )

    def __init__(self, user: User, subject_of: str, *args: Any, **kwargs: Any) -> None:
        self.user = user
        self.subject_of = subject_of
        now = services.cadence_of(user, subject_of)
        initial = {name: getattr(now, name) for name in self.base_fields}
        super().__init__(*args, initial=initial, label_suffix="", **kwargs)

    def save(self) -> None:
        """Keep it and plan the letters that wait by it."""
        services.set_cadence(user=self.user, subject_of=self.subject_of, **self.cleaned_data)


def _hour(value: str) -> int | None:
    return int(value) if value else None


class UsualCadenceForm(CadenceForm):
    """How a person wants to be told of all subjects without a wish of their own."""

    quiet_from = forms.TypedChoiceField(
        label="Quiet from",
        choices=[("", "no quiet hours"), *HOURS],
        coerce=_hour,
        empty_value=None,
        required=False,
    )
    quiet_to = forms.TypedChoiceField(
        label="until",
        choices=[("", "no quiet hours"), *HOURS],
        coerce=_hour,
        empty_value=None,
        required=False,
        help_text="Nothing is sent in these hours of your time zone, to no webhook either; only "
        "answers to your own mails are.",
    )

    def clean(self) -> dict[str, Any]:
        """See to it that quiet hours have a beginning and another end."""
        data = super().clean()
        begin, end = data.get("quiet_from"), data.get("quiet_to")
        if (begin is None) != (end is None) or (begin is not None and begin == end):
            self.add_error(
                "quiet_to", "Choose two different hours, or no quiet hours in both places."
            )
        return data


class ChannelForm(forms.Form):
    """Another webhook."""

    kind = forms.ChoiceField(label="What is there", choices=Channel.Kind.choices)
    url = forms.URLField(
        label="Address of the webhook",
        max_length=500,
        assume_scheme="https",
        help_text="It begins with https:// and is a secret between you and us.",
    )
