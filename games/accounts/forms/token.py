"""The form of a new token."""

from typing import Any

from django import forms
from django.utils.html import format_html
from django.utils.translation import gettext_lazy, pgettext_lazy

from games.accounts.models import LONGEST_TOKEN_NAME, Scope, User


def _named(scope: Scope) -> str:
    """Return what a scope allows, with the name by which programs know it."""
    return format_html('<span>{} <code class="soft small">{}</code></span>', scope.label, scope)


class TokenForm(forms.Form):
    """Say what a new token of an account is for."""

    name = forms.CharField(
        label=pgettext_lazy("field", "Name"),
        max_length=LONGEST_TOKEN_NAME,
        help_text=gettext_lazy("What the program is called, so that you know it later."),
    )
    scopes = forms.MultipleChoiceField(
        label=pgettext_lazy("field", "The program may"),
        widget=forms.CheckboxSelectMultiple,
        required=False,
        help_text=gettext_lazy("Whatever everyone can see, it can see too."),
    )
    days = forms.TypedChoiceField(
        label=pgettext_lazy("field", "It works for"),
        choices=[
            (30, pgettext_lazy("token", "30 days")),
            (90, pgettext_lazy("token", "90 days")),
            (365, pgettext_lazy("token", "a year")),
        ],
        coerce=int,
        initial=90,
    )

    def __init__(self, user: User, data: Any = None) -> None:
        super().__init__(data)
        self.offered = Scope.offered_to(user)
        scopes: Any = self.fields["scopes"]
        scopes.choices = [(scope.value, _named(scope)) for scope in self.offered]

    def clean_scopes(self) -> list[Any]:
        """Keep each scope once, in the order in which they are listed."""
        return [scope.value for scope in self.offered if scope in self.cleaned_data["scopes"]]
