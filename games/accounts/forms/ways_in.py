"""The ways in by password, code or second factor: django-allauth's forms, in this site's words."""

from typing import TYPE_CHECKING, Any, ClassVar

from allauth.account import forms as allauth
from allauth.core import context
from allauth.mfa.base import forms as mfa
from allauth.mfa.totp import forms as totp
from django import forms
from django.contrib.auth.hashers import make_password
from django.core.validators import MaxLengthValidator
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy, pgettext_lazy

from games.accounts.contribution import invited_address
from games.accounts.models import User
from games.accounts.names import stored
from games.accounts.passwords import LONGEST
from games.accounts.spellings import one_spelling

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

_HINT = gettext_lazy("At least 8 characters, and not a common password.")

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
