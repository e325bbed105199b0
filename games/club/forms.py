"""The filters of lists of games."""

from collections.abc import Collection, Mapping
from html import escape
from typing import Any

from django import forms
from django.forms.renderers import BaseRenderer
from django.forms.utils import flatatt
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import format_lazy
from django.utils.translation import get_language, gettext, gettext_lazy, ngettext, pgettext_lazy

from games.accounts.countries import language_choices
from games.accounts.models import User
from games.accounts.models.user import has_name
from games.club.pages.finding import FOLLOWED, PACES, STRONG, Search
from games.club.pages.games import FINISHED, NOT_WON, RUNNING, WON, Wanted
from games.play.forms.new_game import MOST_SEATS
from games.play.forms.terms import PRESETS
from games.play.language import labelled
from games.play.pages.boards import tables
from games.rules.common.lru import LRUCache


class Select(forms.Select):
    """A select without groups, rendered without a template for each choice: ten times as fast."""

    def render(
        self,
        name: str,
        value: Any,
        attrs: dict[str, Any] | None = None,
        renderer: BaseRenderer | None = None,
    ) -> SafeString:
        """Return the select as HTML."""
        chosen = self.format_value(value)
        attributes = flatatt(self.build_attrs({**self.attrs, "name": name}, attrs))
        options = "".join(
            f'<option value="{escape(str(value))}"{" selected" * (str(value) in chosen)}>'
            f"{escape(str(label))}</option>"
            for value, label in self.choices
        )
        return mark_safe(f"<select{attributes}>{options}</select>")  # noqa: S308 - escaped above


ANY = ("", pgettext_lazy("choice", "Any"))
COUNTS = [
    ("", pgettext_lazy("choice", "Any number")),
    *((count, str(count)) for count in range(2, MOST_SEATS + 1)),
]

_rendered = LRUCache(1024)


def _at_least(percent: int) -> Any:
    return format_lazy(gettext_lazy("of {percent}% or more"), percent=percent)


def _player(name: str) -> User | None:
    """Return the person with a name, None for no name; raises ValidationError."""
    name = name.strip()
    if not name:
        return None
    person = User.objects.shown().filter(has_name(name), is_active=True).first()
    if person is None:
        raise forms.ValidationError(gettext("No player has that name."))
    return person


class FilterForm(forms.Form):
    """Choose which games are listed. Sent by GET; every field may be missing.

    `names` are the fields that make sense for a list.
    """

    template_name = "club/filter_fields.html"

    table = forms.ChoiceField(
        widget=Select,
        label=pgettext_lazy("field", "Game and board"),
        choices=lambda: [ANY, *tables()],
        required=False,
    )
    players = forms.TypedChoiceField(
        widget=Select,
        label=pgettext_lazy("field", "Players"),
        choices=COUNTS,
        coerce=int,
        empty_value=None,
        required=False,
    )
    person = forms.CharField(label=pgettext_lazy("field", "With"), max_length=30, required=False)
    result = forms.ChoiceField(
        widget=Select,
        label=pgettext_lazy("field", "Result"),
        choices=[
            ANY,
            (WON, pgettext_lazy("choice", "Won")),
            (NOT_WON, pgettext_lazy("choice", "Not won")),
        ],
        required=False,
    )

    def __init__(self, data: Mapping[str, Any], names: Collection[str]) -> None:
        super().__init__(data, label_suffix="")
        for name in self.fields.keys() - set(names):
            del self.fields[name]
        if "person" in self.fields:
            self.fields["person"].widget.attrs["placeholder"] = gettext_lazy("Name of a player")

    def clean_person(self) -> User | None:
        """Return the player with this name."""
        return _player(self.cleaned_data["person"])

    def render(self, *args: Any, **kwargs: Any) -> SafeString:
        """Return the fields as HTML: what has been chosen before is not rendered again."""
        sent = tuple((name, self.data.get(name)) for name in self.fields)
        key = (type(self), sent, self.errors.as_json(), get_language())
        html: SafeString = _rendered.get(
            key, lambda: super(FilterForm, self).render(*args, **kwargs)
        )
        return html

    __str__ = __html__ = render  # Templates call these, which are Django's own render otherwise.


class GamesForm(FilterForm):
    """Choose which games of a person or bot are listed."""

    state = forms.ChoiceField(
        widget=Select,
        label=pgettext_lazy("field", "Status"),
        choices=[
            ("", gettext_lazy("Running and finished")),
            (RUNNING, pgettext_lazy("choice", "Running")),
            (FINISHED, pgettext_lazy("choice", "Finished")),
        ],
        required=False,
    )

    field_order = ["state", "table", "players", "person", "result"]

    def __init__(self, data: Mapping[str, Any]) -> None:
        super().__init__(data, self.field_order)

    def wanted(self) -> Wanted:
        """Return which games are wanted; fields that make no sense are left out."""
        self.is_valid()
        return Wanted(**{name: value for name, value in self.cleaned_data.items() if value})


OPEN_FIELDS = {"table", "players", "pace", "rated", "language", "reliability", "who"}
"""The fields of SearchForm for open games."""


class SearchForm(FilterForm):
    """Choose which games to join, watch or look up."""

    pace = forms.ChoiceField(
        widget=Select,
        label=pgettext_lazy("field", "Pace"),
        choices=[ANY, *((name, label) for name, (label, _) in PACES.items())],
        required=False,
    )
    rated = forms.ChoiceField(
        widget=Select,
        label=pgettext_lazy("field", "Rated"),
        choices=[
            ("", pgettext_lazy("choice", "Either")),
            ("yes", pgettext_lazy("choice", "Rated")),
            ("no", pgettext_lazy("choice", "Friendly")),
        ],
        required=False,
    )
    reliability = forms.TypedChoiceField(
        widget=Select,
        label=pgettext_lazy("field", "Asks for a reliability"),
        choices=[ANY, *((least, _at_least(least)) for least in (80, 90, 95))],
        coerce=int,
        empty_value=None,
        required=False,
    )
    language = forms.ChoiceField(
        widget=Select,
        label=pgettext_lazy("field", "Language"),
        choices=lambda: [ANY, *language_choices()[1:]],
        required=False,
    )
    who = forms.ChoiceField(
        widget=Select,
        label=pgettext_lazy("field", "Played by"),
        choices=[
            ("", pgettext_lazy("choice", "Anyone")),
            (FOLLOWED, gettext_lazy("People I follow")),
            (STRONG, pgettext_lazy("choice", "Strong players")),
        ],
        required=False,
    )
    name = forms.CharField(
        label=pgettext_lazy("field", "Name of the game"), max_length=60, required=False
    )

    field_order = [
        "table",
        "players",
        "pace",
        "rated",
        "reliability",
        "language",
        "who",
        "person",
        "result",
        "name",
    ]

    def __init__(self, data: Mapping[str, Any], names: Collection[str]) -> None:
        super().__init__(data, names)
        if "result" in self.fields:
            self.fields["result"].label = pgettext_lazy("field", "Their result")

    def search(self) -> Search:
        """Return which games are wanted; fields that make no sense are left out."""
        self.is_valid()
        return Search(**{name: value for name, value in self.cleaned_data.items() if value})

    def words(self) -> list[str]:
        """Return what is wanted, a text for each field that is filled in."""
        self.is_valid()
        wanted = ((self[name], value) for name, value in self.cleaned_data.items() if value)
        return [
            labelled(
                str(field.label), str(dict(getattr(field.field, "choices", ())).get(value, value))
            )
            for field, value in wanted
        ]


class TableWishForm(forms.Form):
    """At which tables a person wants the next seat."""

    tables = forms.MultipleChoiceField(
        label=pgettext_lazy("field", "Game and board"),
        choices=lambda: list(tables()),
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": gettext_lazy("Choose at least one game.")},
    )
    players = forms.TypedMultipleChoiceField(
        label=pgettext_lazy("field", "Players"),
        choices=lambda: [
            (count, ngettext("{number} player", "{number} players", count).format(number=count))
            for count in range(2, MOST_SEATS + 1)
        ],
        coerce=int,
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": gettext_lazy("Choose at least one number of players.")},
    )
    paces = forms.MultipleChoiceField(
        label=pgettext_lazy("field", "Pace"),
        choices=[(preset.id, preset.label) for preset in PRESETS],
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": gettext_lazy("Choose at least one pace.")},
    )
    rated = forms.TypedChoiceField(
        label=pgettext_lazy("field", "Rated"),
        choices=[
            ("yes", pgettext_lazy("choice", "Rated games")),
            ("no", pgettext_lazy("choice", "Friendly games")),
        ],
        coerce=lambda value: value == "yes",
        widget=forms.RadioSelect,
        initial="yes",
    )
