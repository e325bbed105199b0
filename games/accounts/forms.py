"""The forms of accounts: django-allauth's with this site's labels, and the profile."""

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar

from allauth.account import forms as allauth
from allauth.core import context
from allauth.mfa.base import forms as mfa
from allauth.mfa.totp import forms as totp
from allauth.mfa.webauthn import forms as passkeys
from django import forms
from django.contrib.auth.hashers import make_password
from django.core.validators import MaxLengthValidator
from django.forms.fields import InvalidJSONInput
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy, pgettext_lazy

from games.accounts import former
from games.accounts.bot_names import is_bot_name
from games.accounts.contribution import invited_address
from games.accounts.countries import country_choices, language_choices
from games.accounts.display import DARK, LIGHT, SYSTEM, Display
from games.accounts.languages import listed
from games.accounts.models import NAME_IS_TAKEN, Profile, User
from games.accounts.names import look_of, stored
from games.accounts.passwords import LONGEST
from games.accounts.spellings import one_spelling
from games.accounts.zones import known_zones

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

_HINT = gettext_lazy("At least 8 characters, and not a common password.")


@cache
def time_zones() -> list[tuple[str, list[tuple[str, str]]]]:
    """Return the time zones by region, as choices of a select."""
    regions: dict[str, list[tuple[str, str]]] = {}
    for name in sorted(known_zones()):
        region, _, place = name.partition("/")
        if place:
            regions.setdefault(region, []).append((name, place.replace("_", " ")))
    return [("", [("UTC", "UTC")]), *regions.items()]


LONGEST_TEXT = 320
"""Characters in a field to which a library gives no length: an address, a name or a code."""


class LabelledForm(forms.Form):
    """Give the fields of a form this site's labels, hints and lengths, and remove placeholders."""

    labels: ClassVar[dict[str, tuple["StrOrPromise", "StrOrPromise"]]] = {}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, field in self.fields.items():
            field.widget.attrs.pop("placeholder", None)
            if name in self.labels:
                field.label, field.help_text = self.labels[name]
            if isinstance(field, forms.CharField) and field.max_length is None:
                _limit(field)


def _limit(field: forms.CharField) -> None:
    """Give a text field the length that a library did not.

    The browser does not cut off what is longer: nobody would see that of a password.
    """
    field.max_length = LONGEST if isinstance(field, allauth.PasswordField) else LONGEST_TEXT
    field.validators.append(MaxLengthValidator(field.max_length))


class AddressForm(LabelledForm):
    """A form with an email address, which is taken in its one spelling."""

    def clean_email(self) -> str:
        """Check the address in its one spelling."""
        self.cleaned_data["email"] = one_spelling(self.cleaned_data["email"])
        address: str = super().clean_email()  # type: ignore[misc]  # a form of django-allauth has it
        return address


class LoginForm(LabelledForm, allauth.LoginForm):
    """Sign in by name or email address."""

    labels: ClassVar = {
        "login": (pgettext_lazy("field", "Name or email"), ""),
        "remember": (pgettext_lazy("field", "Stay signed in"), ""),
    }

    def user_credentials(self) -> dict[str, str]:
        """Return the password with either the name or the address, as no name contains an '@'.

        Hashing is slow: trying both would reveal by its duration which addresses are known.
        """
        credentials: dict[str, str] = super().user_credentials()
        if "email" in credentials:
            credentials.pop("username", None)
            credentials["email"] = one_spelling(credentials["email"])
        else:
            credentials["username"] = stored(credentials["username"])
        return credentials


class SignupForm(AddressForm, allauth.SignupForm):
    """Sign up with a name, an address and a password."""

    labels: ClassVar = {
        "username": (pgettext_lazy("field", "Name"), gettext_lazy("Other players see it.")),
        "email": (
            pgettext_lazy("field", "Email"),
            gettext_lazy("We'll email you when it's your turn. Nobody else sees it."),
        ),
        "password1": (pgettext_lazy("field", "Password"), _HINT),
    }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Fill in the address to which the visitor was invited."""
        super().__init__(*args, **kwargs)
        if address := invited_address(context.request):
            email = self.fields["email"]
            email.initial = address
            email.help_text = gettext_lazy("You were invited here, so there's nothing to confirm.")

    def try_save(self, request: HttpRequest) -> tuple[User | None, HttpResponse | None]:
        """Sign up, or email the owner of a known address. Both hash a password."""
        if self.account_already_exists:
            make_password(self.cleaned_data["password1"])
        saved: tuple[User | None, HttpResponse | None] = super().try_save(request)
        return saved


class InvitedSignupForm(SignupForm):
    """Sign up by an emailed invitation that was opened in this browser, with its address.

    Whatever address the form is sent with, that one is taken.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        email = self.fields["email"]
        email.disabled = True
        # The query of the page's address must not give another.
        self.initial["email"] = email.initial
        email.widget = forms.HiddenInput()


class AddEmailForm(AddressForm, allauth.AddEmailForm):
    """Change the email address."""

    labels: ClassVar = {
        "email": (
            pgettext_lazy("field", "New address"),
            gettext_lazy("It replaces your current address once you confirm it."),
        )
    }


class ResetPasswordForm(AddressForm, allauth.ResetPasswordForm):
    """Ask for a link to choose a new password."""

    labels: ClassVar = {"email": (pgettext_lazy("field", "Email"), "")}


class ResetPasswordKeyForm(LabelledForm, allauth.ResetPasswordKeyForm):
    """Choose a new password with such a link."""

    labels: ClassVar = {
        "password1": (pgettext_lazy("field", "New password"), _HINT),
        "password2": (pgettext_lazy("field", "Repeat new password"), ""),
    }


class ChangePasswordForm(LabelledForm, allauth.ChangePasswordForm):
    """Change the password, given the current one."""

    labels: ClassVar = {
        "password1": (pgettext_lazy("field", "New password"), _HINT),
        "password2": (pgettext_lazy("field", "Repeat new password"), ""),
    }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["oldpassword"].label = pgettext_lazy("field", "Current password")


class SetPasswordForm(LabelledForm, allauth.SetPasswordForm):
    """Choose a password for an account that has none."""

    labels: ClassVar = {
        "password1": (pgettext_lazy("field", "New password"), _HINT),
        "password2": (pgettext_lazy("field", "Repeat new password"), ""),
    }


class RequestLoginCodeForm(AddressForm, allauth.RequestLoginCodeForm):
    """Ask for a code to sign in with."""

    labels: ClassVar = {"email": (pgettext_lazy("field", "Email"), "")}


class ConfirmLoginCodeForm(LabelledForm, allauth.ConfirmLoginCodeForm):
    """Sign in with such a code."""

    labels: ClassVar = {
        "code": (
            pgettext_lazy("field", "Code"),
            gettext_lazy("As it is in the email, with letters and dashes."),
        )
    }


class ReauthenticateForm(LabelledForm, allauth.ReauthenticateForm):
    """Ask for the password again."""

    labels: ClassVar = {"password": (pgettext_lazy("field", "Password"), "")}


class ActivateTOTPForm(LabelledForm, totp.ActivateTOTPForm):
    """Turn on the second factor with the first code of an app."""

    labels: ClassVar = {
        "code": (pgettext_lazy("field", "Code"), gettext_lazy("The 6 digits the app shows now."))
    }


class AuthenticateForm(LabelledForm, mfa.AuthenticateForm):
    """Ask for a code of the second factor."""

    labels: ClassVar = {"code": (pgettext_lazy("field", "Code"), "")}


class ReauthenticateByCodeForm(LabelledForm, mfa.ReauthenticateForm):
    """Ask for a code of the second factor again."""

    labels: ClassVar = {"code": (pgettext_lazy("field", "Code"), "")}


LONGEST_PASSKEY_NAME = 60
"""Characters in the name of a passkey."""

PASSKEY_FAILED = gettext_lazy("That passkey didn't work. Try again, or sign in another way.")


LONGEST_CREDENTIAL = 20_000
"""Characters in what a browser says about a passkey, more than with all its certificates."""


class CredentialField(forms.JSONField):
    """What a browser says about a passkey. It counts once: the form never shows it again."""

    widget = forms.HiddenInput

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        # Checked before it is parsed, as what comes out has no length.
        self.max_length = LONGEST_CREDENTIAL

    def to_python(self, value: Any) -> Any:
        """Parse it; raises ValidationError, also if it is too long or too deep."""
        if isinstance(value, str) and len(value) > LONGEST_CREDENTIAL:
            raise forms.ValidationError(PASSKEY_FAILED)
        try:
            return super().to_python(value)
        except RecursionError:
            raise forms.ValidationError(PASSKEY_FAILED) from None

    def bound_data(self, data: Any, initial: Any) -> Any:
        """Return nothing to show."""
        return InvalidJSONInput()


class PasskeyForm(LabelledForm):
    """Refuse with a sentence what no browser sends, such as half a passkey."""

    credential = CredentialField()

    def clean_credential(self) -> Any:
        """Check what the browser says about a passkey, and turn every error into a sentence."""
        check = getattr(super(), "clean_credential", lambda: self.cleaned_data["credential"])
        return _in_a_sentence(check)

    def clean(self) -> dict[str, Any]:
        """Do the same where a new passkey is checked."""
        cleaned: dict[str, Any] = _in_a_sentence(super().clean) or {}
        return cleaned


def _in_a_sentence(check: Callable[[], Any]) -> Any:
    try:
        return check()
    except forms.ValidationError as error:
        if getattr(error, "code", "") != "incorrect_code":
            raise
    except (TypeError, ValueError, LookupError, AttributeError):
        # What is wrong inside is of interest only to people who sent it on purpose.
        pass
    raise forms.ValidationError(PASSKEY_FAILED)


class AddPasskeyForm(PasskeyForm, passkeys.AddWebAuthnForm):
    """Add a passkey."""

    labels: ClassVar = {
        "name": (
            pgettext_lazy("field", "Name"),
            gettext_lazy("To tell your passkeys apart, such as 'Phone'."),
        ),
        "passwordless": (
            pgettext_lazy("field", "Sign in with it alone"),
            gettext_lazy(
                "Without a password. Your device makes sure it's you, by fingerprint, face or PIN."
            ),
        ),
    }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # The passkey is on the device by now: a long name is cut off, not refused.
        self.fields["name"].widget.attrs["maxlength"] = LONGEST_PASSKEY_NAME
        self.fields["passwordless"].initial = True

    def clean_name(self) -> str:
        """Cut off a name that is too long."""
        name: str = super().clean_name()
        return name[:LONGEST_PASSKEY_NAME]


class RenamePasskeyForm(LabelledForm, passkeys.EditWebAuthnForm):
    """Rename a passkey."""

    labels: ClassVar = {"name": (pgettext_lazy("field", "Name"), "")}
    name = forms.CharField(max_length=LONGEST_PASSKEY_NAME)


class AuthenticateByPasskeyForm(PasskeyForm, passkeys.AuthenticateWebAuthnForm):
    """Use a passkey as the second factor."""


class LoginByPasskeyForm(PasskeyForm, passkeys.LoginWebAuthnForm):
    """Sign in with a passkey alone."""


class ReauthenticateByPasskeyForm(PasskeyForm, passkeys.ReauthenticateWebAuthnForm):
    """Ask for a passkey again."""


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
