"""The filters of a list of games."""

from django import forms
from django.http import QueryDict

from games.accounts.models import User
from games.club.pages.boards import tables
from games.club.pages.games import FINISHED, NOT_WON, RUNNING, WON, Wanted
from games.play.forms.new_game import MOST_SEATS


class GamesForm(forms.Form):
    """Choose which games of a person or bot are listed. Sent by GET; every field may be missing."""

    state = forms.ChoiceField(
        label="Status",
        choices=[("", "Running and finished"), (RUNNING, "Running"), (FINISHED, "Finished")],
        required=False,
    )
    table = forms.ChoiceField(
        label="Game and board", choices=lambda: [("", "Any"), *tables()], required=False
    )
    players = forms.TypedChoiceField(
        label="Players",
        choices=[("", "Any number"), *((count, str(count)) for count in range(2, MOST_SEATS + 1))],
        coerce=int,
        empty_value=None,
        required=False,
    )
    other = forms.CharField(label="With", max_length=30, required=False)
    result = forms.ChoiceField(
        label="Result", choices=[("", "Any"), (WON, "Won"), (NOT_WON, "Not won")], required=False
    )

    def __init__(self, data: QueryDict) -> None:
        super().__init__(data, label_suffix="")
        self.fields["other"].widget.attrs["placeholder"] = "Name of a player"

    def clean_other(self) -> User | None:
        """Return the player with this name."""
        name = self.cleaned_data["other"].strip()
        if not name:
            return None
        other = User.objects.filter(username__iexact=name, is_active=True).first()
        if other is None:
            raise forms.ValidationError("No player has that name.")
        return other

    def wanted(self) -> Wanted:
        """Return which games are wanted; fields that make no sense are left out."""
        self.is_valid()
        return Wanted(**{name: value for name, value in self.cleaned_data.items() if value})
