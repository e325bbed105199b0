"""The ways in by passkey: django-allauth's forms, which answer half a passkey with a sentence."""

from collections.abc import Callable
from typing import Any, ClassVar

from allauth.mfa.webauthn import forms as allauth
from django import forms
from django.forms.fields import InvalidJSONInput
from django.utils.translation import gettext_lazy, pgettext_lazy

from games.accounts.forms.ways_in import LabelledForm

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


class AddPasskeyForm(PasskeyForm, allauth.AddWebAuthnForm):
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


class RenamePasskeyForm(LabelledForm, allauth.EditWebAuthnForm):
    """Rename a passkey."""

    labels: ClassVar = {"name": (pgettext_lazy("field", "Name"), "")}
    name = forms.CharField(max_length=LONGEST_PASSKEY_NAME)


class AuthenticateByPasskeyForm(PasskeyForm, allauth.AuthenticateWebAuthnForm):
    """Use a passkey as the second factor."""


class LoginByPasskeyForm(PasskeyForm, allauth.LoginWebAuthnForm):
    """Sign in with a passkey alone."""


class ReauthenticateByPasskeyForm(PasskeyForm, allauth.ReauthenticateWebAuthnForm):
    """Ask for a passkey again."""
