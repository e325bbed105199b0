"""The forms of accounts."""

from functools import cache
from zoneinfo import available_timezones

from allauth.account.forms import SignupForm as AllauthSignupForm
from django import forms

from games.accounts.models import User


@cache
def time_zones() -> list[tuple[str, list[tuple[str, str]]]]:
    """Return the zones that people live in, by region, as choices of a select."""
    regions: dict[str, list[tuple[str, str]]] = {}
    for name in sorted(available_timezones()):
        region, _, place = name.partition("/")
        if region in {"Africa", "America", "Asia", "Atlantic", "Australia", "Europe", "Pacific"}:
            regions.setdefault(region, []).append((name, place.replace("_", " ")))
    return [("", [("UTC", "UTC")]), *regions.items()]


class SignupForm(AllauthSignupForm):
    """A name, an address, a password; the time zone comes from the browser."""

    time_zone = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        name = self.fields["username"]
        name.label = "Name"
        name.help_text = "The others at the table see it."
        self.fields["email"].label = "Email"
        self.fields["email"].help_text = "It tells you when it is your turn. Nobody else sees it."
        self.fields["password1"].help_text = "At least eight characters, none of the usual ones."
        for field in self.fields.values():
            field.widget.attrs.pop("placeholder", None)

    def clean_time_zone(self) -> str:
        """Drop what is no time zone: nobody is kept from signing up by an odd browser."""
        name = self.cleaned_data["time_zone"]
        return name if name in available_timezones() else ""


class ProfileForm(forms.ModelForm):
    """What a person may change about himself."""

    time_zone = forms.ChoiceField(
        choices=time_zones,
        help_text="All times on the site and in your mails are told in it.",
    )

    class Meta:
        model = User
        fields = ("username", "time_zone")
        labels = {"username": "Name"}
        help_texts = {"username": "The others at the table see it. You can sign in with it."}
