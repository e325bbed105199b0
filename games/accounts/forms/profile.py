"""What people say about themselves and how they like the site: name, profile, rest, display."""

from functools import cache
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy, pgettext_lazy

from games.accounts import former
from games.accounts.bot_names import is_bot_name
from games.accounts.countries import country_choices, language_choices
from games.accounts.display import DARK, LIGHT, SYSTEM, Display
from games.accounts.languages import listed
from games.accounts.models import NAME_IS_TAKEN, Profile, User
from games.accounts.names import look_of, stored
from games.accounts.zones import known_zones


@cache
def time_zones() -> list[tuple[str, list[tuple[str, str]]]]:
    """Return the time zones by region, as choices of a select."""
    regions: dict[str, list[tuple[str, str]]] = {}
    for name in sorted(known_zones()):
        region, _, place = name.partition("/")
        if place:
            regions.setdefault(region, []).append((name, place.replace("_", " ")))
    return [("", [("UTC", "UTC")]), *regions.items()]


class NameForm(forms.ModelForm):
    """A form with the name of an account."""

    def clean_username(self) -> str:
        """Refuse a name that looks like another's."""
        name = stored(self.cleaned_data["username"])
        others = User.objects.filter(look=look_of(name)).exclude(pk=self.instance.pk)
        # A person who had the name before bots did keeps it.
        of_bot = is_bot_name(name) and self.instance.look != look_of(name)
        if of_bot or others.exists() or former.is_kept(name, self.instance):
            raise forms.ValidationError(NAME_IS_TAKEN)
        return name


class BotAccountForm(NameForm):
    """Name a new bot account."""

    class Meta:
        model = User
        fields = ("username",)
        labels = {"username": pgettext_lazy("field", "Name")}
        help_texts = {"username": gettext_lazy("Other players see it. It can't be changed later.")}


class ProfileForm(NameForm):
    """Change the name, the time zone and the language."""

    time_zone = forms.ChoiceField(
        choices=time_zones,
        label=pgettext_lazy("field", "Time zone"),
        help_text=gettext_lazy("Used for every time on the site and in emails."),
    )

    language = forms.ChoiceField(
        label=pgettext_lazy("field", "Language"),
        choices=lambda: list(listed().items()),
        help_text=gettext_lazy("Used on the site and in emails to you."),
        required=False,
    )

    class Meta:
        model = User
        fields = ("username", "time_zone", "language")
        labels = {"username": pgettext_lazy("field", "Name")}
        help_texts = {"username": gettext_lazy("Other players see it. You can sign in with it.")}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Ask for a language only where there are several."""
        super().__init__(*args, **kwargs)
        if len(listed()) < 2:
            del self.fields["language"]

    def clean_language(self) -> str:
        """Keep the language where none is named."""
        language: str = self.cleaned_data["language"]
        return language or self.instance.language


class AboutForm(forms.ModelForm):
    """Change what the profile tells, and to whom."""

    country = forms.ChoiceField(
        label=pgettext_lazy("field", "Country"), choices=country_choices, required=False
    )
    language = forms.ChoiceField(
        label=pgettext_lazy("field", "Language"),
        choices=language_choices,
        required=False,
        help_text=gettext_lazy("The one you like to chat in."),
    )

    class Meta:
        model = Profile
        fields = (
            "country", "language", "about", "shows_about", "shows_games", "shows_pace",
            "named_in_open_data",
        )  # fmt: skip
        labels = {
            "about": gettext_lazy("A line about you"),
            "shows_about": gettext_lazy("Who sees these three"),
            "shows_games": gettext_lazy("Who sees your games and statistics"),
            "shows_pace": gettext_lazy("Who sees your reliability and when you answer"),
            "named_in_open_data": gettext_lazy("My name in open data"),
        }
        help_texts = {
            "about": gettext_lazy("At most 160 characters."),
            "shows_games": gettext_lazy(
                "Your name and rated results are always public. "
                "Private games are only shown to people who may see them."
            ),
            "shows_pace": gettext_lazy(
                "A table that asks for reliability checks yours all the same."
            ),
            "named_in_open_data": gettext_lazy(
                "Each month's public rated games can be downloaded by everyone. Unless you check "
                "this, a pseudonym stands for you there."
            ),
        }


HOURS = [("", pgettext_lazy("hour", "Not set")), *[(hour, f"{hour:02}:00") for hour in range(24)]]


class RestForm(forms.ModelForm):
    """Change the weekly time off."""

    sleeps_from = forms.TypedChoiceField(
        label=pgettext_lazy("field", "Bedtime"),
        choices=HOURS,
        coerce=int,
        empty_value=None,
        required=False,
    )
    sleeps_to = forms.TypedChoiceField(
        label=pgettext_lazy("field", "Wake-up time"),
        choices=HOURS,
        coerce=int,
        empty_value=None,
        required=False,
        help_text=gettext_lazy(
            "At most 12 hours apart. Leave both unset to let your clocks run day and night."
        ),
    )

    class Meta:
        model = User
        fields = ("sleeps_from", "sleeps_to", "weekends_off")
        labels = {"weekends_off": pgettext_lazy("field", "Weekends off")}
        help_texts = {"weekends_off": gettext_lazy("Your clocks stop on Saturdays and Sundays.")}


class VacationForm(forms.Form):
    """Book a vacation."""

    first = forms.DateField(
        label=pgettext_lazy("field", "First day"), widget=forms.DateInput({"type": "date"})
    )
    last = forms.DateField(
        label=pgettext_lazy("field", "Last day"), widget=forms.DateInput({"type": "date"})
    )


class DisplayForm(forms.Form):
    """Choose how the site looks and behaves in this browser."""

    theme = forms.ChoiceField(
        label=pgettext_lazy("field", "Colours"),
        choices=[
            (SYSTEM, pgettext_lazy("colours", "Same as my device")),
            (LIGHT, pgettext_lazy("colours", "Light")),
            (DARK, pgettext_lazy("colours", "Dark")),
        ],
        widget=forms.RadioSelect,
    )
    sound = forms.BooleanField(
        label=gettext_lazy("Play a sound when it's my turn"),
        required=False,
        help_text=gettext_lazy("While a page is open."),
    )
    go_on = forms.BooleanField(
        label=gettext_lazy("Go to my next game automatically"),
        required=False,
        help_text=gettext_lazy("When I've confirmed a turn and another table waits for me."),
    )
    at_once = forms.BooleanField(
        label=gettext_lazy("Confirm my turn with its last click"),
        required=False,
        help_text=gettext_lazy(
            "When nothing else is left to do. What displaces a piece or reveals something still"
            " waits for the button."
        ),
    )
    letters = forms.BooleanField(
        label=gettext_lazy("Single letters are shortcuts on the whole page of a game"),
        required=False,
        help_text=gettext_lazy(
            "Otherwise only while the map has the focus. Press ? there to see them."
        ),
    )

    def switches(self) -> list[forms.BoundField]:
        """Return the fields that are on or off."""
        return [self["sound"], self["go_on"], self["at_once"], self["letters"]]

    def display(self) -> Display:
        """Return what was chosen."""
        return Display(**self.cleaned_data)
