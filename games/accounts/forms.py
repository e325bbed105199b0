"""The forms of accounts: django-allauth's, in the words of this site, and the profile."""

from functools import cache
from typing import ClassVar
from zoneinfo import available_timezones

from allauth.account import forms as allauth
from allauth.mfa.base import forms as mfa
from allauth.mfa.totp import forms as totp
from django import forms
from django.contrib.auth.hashers import make_password
from django.http import HttpRequest, HttpResponse

from games.accounts.models import NAME_IS_TAKEN, User
from games.accounts.names import look_of

_HINT = "At least eight characters beside your name, none of the usual ones."


@cache
def time_zones() -> list[tuple[str, list[tuple[str, str]]]]:
    """Return the zones that people live in, by region, as choices of a select."""
    regions: dict[str, list[tuple[str, str]]] = {}
    for name in sorted(available_timezones()):
        region, _, place = name.partition("/")
        if region in {"Africa", "America", "Asia", "Atlantic", "Australia", "Europe", "Pacific"}:
            regions.setdefault(region, []).append((name, place.replace("_", " ")))
    return [("", [("UTC", "UTC")]), *regions.items()]


class InOurWords:
    """Gives the fields of a form their labels and hints, and no placeholder that doubles them."""

    words: ClassVar[dict[str, tuple[str, str]]] = {}

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        for name, field in self.fields.items():
            field.widget.attrs.pop("placeholder", None)
            if name in self.words:
                field.label, field.help_text = self.words[name]


class LoginForm(InOurWords, allauth.LoginForm):
    """Signs in by name or address."""

    words: ClassVar = {"login": ("Name or email", ""), "remember": ("Stay signed in here", "")}

    def user_credentials(self) -> dict[str, str]:
        """Return the password with the name or with the address: no name looks like an address.

        Passwords are slow to check. Trying both would tell by time which addresses are known.
        """
        credentials = super().user_credentials()
        if "email" in credentials:
            credentials.pop("username", None)
        return credentials


class SignupForm(InOurWords, allauth.SignupForm):
    """A name, an address, a password; the time zone comes from the browser."""

    words: ClassVar = {
        "username": ("Name", "The others at the table see it."),
        "email": ("Email", "It tells you when it is your turn. Nobody else sees it."),
        "password1": ("Password", _HINT),
    }
    time_zone = forms.CharField(required=False, widget=forms.HiddenInput)

    def clean_time_zone(self) -> str:
        """Drop what is no time zone: nobody is kept from signing up by an odd browser."""
        name = self.cleaned_data["time_zone"]
        return name if name in available_timezones() else ""

    def try_save(self, request: HttpRequest) -> tuple[User | None, HttpResponse | None]:
        """Sign up, or write to the owner of a known address: both hash a password."""
        if self.account_already_exists:
            make_password(self.cleaned_data["password1"])
        return super().try_save(request)


class AddEmailForm(InOurWords, allauth.AddEmailForm):
    """Another address instead of the present one."""

    words: ClassVar = {
        "email": ("New address", "It takes the other's place as soon as you follow the link to it.")
    }


class ResetPasswordForm(InOurWords, allauth.ResetPasswordForm):
    """Asks for a link to choose a new password."""

    words: ClassVar = {"email": ("Email", "")}


class ResetPasswordKeyForm(InOurWords, allauth.ResetPasswordKeyForm):
    """Chooses a new password with such a link."""

    words: ClassVar = {
        "password1": ("New password", _HINT),
        "password2": ("Once more", ""),
    }


class ChangePasswordForm(InOurWords, allauth.ChangePasswordForm):
    """Chooses a new password, knowing the present one."""

    words: ClassVar = {
        "password1": ("New password", _HINT),
        "password2": ("Once more", ""),
    }


class RequestLoginCodeForm(InOurWords, allauth.RequestLoginCodeForm):
    """Asks for a code to sign in with."""

    words: ClassVar = {"email": ("Email", "")}


class ConfirmLoginCodeForm(InOurWords, allauth.ConfirmLoginCodeForm):
    """Signs in with such a code."""

    words: ClassVar = {"code": ("Code", "Letters and dashes as they stand in the email.")}


class ReauthenticateForm(InOurWords, allauth.ReauthenticateForm):
    """Asks for the password again."""

    words: ClassVar = {"password": ("Password", "")}


class ActivateTOTPForm(InOurWords, totp.ActivateTOTPForm):
    """Takes the first code of an app."""

    words: ClassVar = {"code": ("Code", "The six figures that the app shows now.")}


class AuthenticateForm(InOurWords, mfa.AuthenticateForm):
    """Asks for a code of the second factor."""

    words: ClassVar = {"code": ("Code", "")}


class ReauthenticateByCodeForm(InOurWords, mfa.ReauthenticateForm):
    """Asks for a code of the second factor again."""

    words: ClassVar = {"code": ("Code", "")}


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

    def clean_username(self) -> str:
        """Refuse a name that looks like another's."""
        name = self.cleaned_data["username"]
        if User.objects.filter(look=look_of(name)).exclude(pk=self.instance.pk).exists():
            raise forms.ValidationError(NAME_IS_TAKEN)
        return name


HOURS = [("", "Not set"), *[(hour, f"{hour:02}:00") for hour in range(24)]]


class RestForm(forms.ModelForm):
    """When a person's clocks stand still, week by week."""

    sleeps_from = forms.TypedChoiceField(
        label="I go to sleep at", choices=HOURS, coerce=int, empty_value=None, required=False
    )
    sleeps_to = forms.TypedChoiceField(
        label="I get up at",
        choices=HOURS,
        coerce=int,
        empty_value=None,
        required=False,
        help_text="At most twelve hours. Leave both unset if every hour may count.",
    )

    class Meta:
        model = User
        fields = ("sleeps_from", "sleeps_to", "weekends_off")
        labels = {"weekends_off": "Weekends off"}
        help_texts = {"weekends_off": "Saturdays and Sundays do not count."}


class VacationForm(forms.Form):
    """Days off in a row."""

    first = forms.DateField(label="First day", widget=forms.DateInput({"type": "date"}))
    last = forms.DateField(label="Last day", widget=forms.DateInput({"type": "date"}))
