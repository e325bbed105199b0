"""The forms of records that are read in, and of pass-and-play tables."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext, gettext_lazy, pgettext, pgettext_lazy

from games.accounts.direction import bare, without_controls
from games.play.forms.new_game import HERE, screen_seat
from games.play.forms.once import KEY, new_key, token_of
from games.play.models.player import LONGEST_NICKNAME
from games.play.pages.levels import level_choices
from games.play.services import ScreenSeat
from games.study.plan.text import LONGEST_TEXT
from games.study.services.own_tables import MOST_CHARACTERS


class RecordForm(forms.Form):
    """A record, pasted or as a file; a file counts before what is pasted."""

    text = forms.CharField(
        label=pgettext_lazy("field", "Paste the record"),
        required=False,
        strip=False,
        max_length=LONGEST_TEXT,
        widget=forms.Textarea(
            attrs={"rows": 14, "spellcheck": "false", "autocapitalize": "off", "class": "code"}
        ),
    )
    file = forms.FileField(
        label=pgettext_lazy("field", "Or choose a file"),
        required=False,
        widget=forms.FileInput(attrs={"accept": ".txt,text/plain"}),
    )
    name = forms.CharField(
        label=pgettext_lazy("field", "Name"),
        max_length=60,
        required=False,
        help_text=gettext_lazy("Optional: what to call it here."),
    )

    def __init__(self, data: Any = None, files: Any = None) -> None:
        super().__init__(data, files, label_suffix="")

    def clean_file(self) -> bytes:
        """Return what the file holds; of a file that is too long no more than shows it.

        As from other fields, characters that change the direction of text are dropped.
        """
        file = self.cleaned_data.get("file")
        data: bytes = b"" if file is None else file.read(4 * MOST_CHARACTERS + 1)
        text = data.decode(errors="surrogateescape")  # what is no text is told to its reader later
        return without_controls(text).encode(errors="surrogateescape")

    def clean(self) -> dict[str, Any]:
        """Check that there is a record, and show the text of a file instead of what was pasted."""
        data = super().clean() or {}
        if data.get("file"):
            text = data["file"].decode(errors="replace")[: MOST_CHARACTERS + 1]
            self.data = {**self.data, "text": text, "name": data.get("name", "")}
        elif not data.get("text", "").strip() and "file" not in self.errors:
            raise forms.ValidationError(gettext("Paste a record, or choose a file."))
        return data

    def record(self) -> str | bytes:
        """Return the record as it came."""
        found: str | bytes = self.cleaned_data["file"] or self.cleaned_data["text"]
        return found


class SeatsForm(forms.Form):
    """Who has the seats of a pass-and-play table: people by name, and bots.

    The names of a seat are `names` at first. The same form sent twice has the same `token`.
    """

    def __init__(self, names: Sequence[str], data: QueryDict | None = None) -> None:
        super().__init__(data, label_suffix="")
        self.names = names
        self.key = (data.get(KEY, "") if data else "") or new_key()
        for seat, name in enumerate(names):
            self.fields[f"seat_{seat}"] = forms.ChoiceField(
                label=pgettext("field", "Seat {number}").format(number=seat + 1),
                choices=[(HERE, pgettext("choice", "At this screen")), *level_choices()],
            )
            named = pgettext("field", "Name in seat {number}").format(number=seat + 1)
            self.fields[f"name_{seat}"] = forms.CharField(
                label=named,
                max_length=LONGEST_NICKNAME,
                required=False,
                initial=bare(name)[:LONGEST_NICKNAME],
                widget=forms.TextInput(attrs={"autocomplete": "off", "aria-label": named}),
            )

    def rows(self) -> list[tuple[forms.BoundField, forms.BoundField]]:
        """Return the fields of the seats, each with that of its name."""
        return [(self[f"seat_{seat}"], self[f"name_{seat}"]) for seat in range(len(self.names))]

    def seats(self) -> list[ScreenSeat]:
        """Return who has each seat."""
        data = self.cleaned_data
        return [
            screen_seat(data[f"seat_{seat}"], data[f"name_{seat}"])
            for seat in range(len(self.names))
        ]

    def token(self, user: Any, place: str) -> str:
        """Return the token of the table that this form opens at a place."""
        return token_of(user.pk, self.key, place, sorted(self.cleaned_data.items()))
