"""The form for a new cup."""

from typing import Any

from django import forms
from django.http import HttpRequest, QueryDict
from django.utils.translation import gettext, gettext_lazy, ngettext, pgettext, pgettext_lazy

from games.accounts.requests import number_in
from games.league.models.league import FEWEST_SEATS, MOST_SEATS
from games.league.policies import LARGEST_CUP, LONGEST_CUP, SHORTEST_CUP
from games.league.system.schedule import SMALLEST
from games.league.terms import CLOSING
from games.play.forms.new_game import OPTION, ToldField
from games.play.forms.terms import TermsForm
from games.play.language import say
from games.play.pages.boards import BOARD
from games.rules import TITLES
from games.rules.title import AnyTitle

USUAL_SEATS, USUAL_ENTRIES, USUAL_WEEKS = 4, 8, 9
USUAL_PACE = "day"
"""With three days for a turn, as elsewhere, many games would last longer than the cup."""

LINK, EVERYONE = "link", "everyone"


class CupForm(forms.Form):
    """What is played in a cup, by whom, by how many, how fast and for how long.

    The options depend on what has been `chosen` so far, so that part of the page is fetched again
    when it changes.
    """

    name = forms.CharField(label=pgettext_lazy("field", "Name of the cup"), max_length=80)
    open_to = forms.ChoiceField(
        label=pgettext_lazy("field", "Who can join"),
        choices=[
            (LINK, pgettext_lazy("cup", "Only people with the link")),
            (EVERYONE, pgettext_lazy("cup", "Everyone")),
        ],
        initial=LINK,
        required=False,
        widget=forms.RadioSelect,
    )
    entries = forms.IntegerField(
        label=pgettext_lazy("field", "Players in the cup"),
        min_value=SMALLEST,
        max_value=LARGEST_CUP,
        initial=USUAL_ENTRIES,
        help_text=gettext_lazy("The cup starts as soon as they have all joined."),
    )
    weeks = forms.IntegerField(
        label=pgettext_lazy("field", "Weeks"),
        min_value=SHORTEST_CUP,
        max_value=LONGEST_CUP,
        initial=USUAL_WEEKS,
    )

    def __init__(
        self,
        title: AnyTitle,
        seats: int,
        chosen: dict[str, str],
        data: QueryDict | None = None,
        initial: dict[str, str] | None = None,
    ) -> None:
        super().__init__(data, initial=initial, label_suffix="")
        self.fields["weeks"].help_text = _after_the_last_day()
        self.terms = TermsForm(
            data, initial={"preset": USUAL_PACE, **(initial or {})}, label_suffix=""
        )
        self.title, self.seats, self.chosen = title, seats, chosen
        self.initial = {**self.initial, "title": title.id, "seats": seats}
        titles = [(each.id, say(each.name)) for each in TITLES.values()]
        self.fields["title"] = _radios(pgettext("field", "Game"), titles)
        counts = [
            (count, ngettext("{number} player", "{number} players", count).format(number=count))
            for count in seats_of(title)
        ]
        self.fields["seats"] = _radios(pgettext("field", "Players at each table"), counts)
        compatible = title.compatible_options(chosen, seats)
        self.options = [option for option in compatible if len(option.values) > 1]
        for option in self.options:
            name = f"{OPTION}{option.name}"
            values = [(value.id, say(value.label)) for value in option.values]
            self.fields[name] = _radios(say(option.label), values)
            wished = chosen.get(option.name)
            self.initial[name] = wished if wished in dict(values) else option.default

    @classmethod
    def of_request(cls, request: HttpRequest) -> "CupForm":
        """Return the form for the choices of a request; it is bound only if it was sent."""
        asked = request.POST if request.method == "POST" else request.GET
        title = TITLES.get(asked.get("title", ""), next(iter(TITLES.values())))
        wished = number_in(asked.get("seats", ""))
        wanted = USUAL_SEATS if wished is None else wished
        seats = min(seats_of(title), key=lambda number: abs(number - wanted))
        chosen = {
            option.name: asked[f"{OPTION}{option.name}"]
            for option in title.options()
            if f"{OPTION}{option.name}" in asked
        }
        if request.method == "POST" and "show" not in request.POST:
            return cls(title, seats, chosen, request.POST)
        return cls(title, seats, chosen, initial=asked.dict())

    def first_fields(self) -> list[forms.BoundField]:
        """Return the fields that determine the available options."""
        return [self["title"], self["seats"]]

    def doors(self) -> list[tuple[Any, str]]:
        """Return the choices of who can join, each with what it means."""
        sentences = [
            gettext("The cup and its games are private."),
            gettext(
                "The cup is listed under Leagues, and its games are public. People you've blocked "
                "can't join."
            ),
        ]
        return [*zip(self["open_to"], sentences, strict=True)]

    def option_fields(self) -> list[ToldField]:
        """Return the fields of the options, the board first, each with what its choices mean."""
        options = sorted(self.options, key=lambda option: option.name != BOARD)
        fields = [(self[f"{OPTION}{option.name}"], option.values) for option in options]
        return [
            (
                field,
                [(radio, say(value.sentence)) for radio, value in zip(field, values, strict=True)],
            )
            for field, values in fields
        ]

    def is_valid(self) -> bool:
        """Return whether the form and its time limits are valid."""
        return all([super().is_valid(), self.terms.is_valid()])

    def plan(self) -> dict[str, Any]:
        """Return the arguments of `create_cup`, but for its organizer."""
        data = self.cleaned_data
        return {
            "name": data["name"],
            "title": self.title.id,
            # Pass all choices, even those that do not go together, so that the title can say why.
            "options": self.chosen,
            "seats": self.seats,
            "terms": self.terms.terms(),
            "weeks": data["weeks"],
            "entries": data["entries"],
            "private": data["open_to"] != EVERYONE,
        }


def seats_of(title: AnyTitle) -> list[int]:
    """Return how many can play at a table of a league of this title."""
    return [count for count in title.players if FEWEST_SEATS <= count <= MOST_SEATS]


def _after_the_last_day() -> str:
    return ngettext(
        "How long the cup lasts. Games still open then go on for {number} more day, with half the "
        "time for each turn; then bots finish them.",
        "How long the cup lasts. Games still open then go on for {number} more days, with half the "
        "time for each turn; then bots finish them.",
        CLOSING.days,
    ).format(number=CLOSING.days)


def _radios(label: str, choices: list[tuple[Any, str]]) -> forms.ChoiceField:
    return forms.ChoiceField(label=label, choices=choices, required=False, widget=forms.RadioSelect)
