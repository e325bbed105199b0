"""What a person fills in to create a game."""

from typing import Any

from django import forms
from django.http import HttpRequest

from games.bots import BOTS
from games.play.models import Door
from games.play.services import SeatPlan
from games.play.terms import TermsForm
from games.rules import TITLES
from games.rules.title import Title, nearest

ME = "me"
DEFAULT_PLAYERS = 4
OPTION = "option_"


class NewGameForm(forms.Form):
    """Seats and options for one title and one number of players, which the page's links choose.

    Offered are the options that go together with those `chosen` so far.
    """

    name = forms.CharField(
        label="Name of the game",
        max_length=60,
        required=False,
        help_text="Left empty, it gets a number.",
    )
    private = forms.BooleanField(
        label="Private",
        required=False,
        help_text="Only its players see it; people come by the invitation link.",
    )

    def __init__(
        self, title: Title, players: int, chosen: dict[str, str], *args: Any, **kwargs: Any
    ) -> None:
        super().__init__(*args, label_suffix="", **kwargs)
        self.terms = TermsForm(*args, label_suffix="", **kwargs)
        self.title = title
        self.players = players
        self.counts = list(title.players)
        self.titles = list(TITLES.values())
        self.chosen = chosen
        offered = title.offered(chosen, players)
        self.options = [option for option in offered if len(option.values) > 1]
        for option in self.options:
            self.fields[f"{OPTION}{option.name}"] = forms.ChoiceField(
                label=option.label,
                choices=[(value.id, value.label) for value in option.values],
                initial=option.default,
                required=False,
                widget=forms.RadioSelect,
            )
        doors = [(ME, "You"), (Door.OPEN, "Open to anyone"), (Door.INVITED, "By invitation link")]
        bots = [(f"bot:{kind}", f"Bot: {kind}") for kind in BOTS]
        for seat in range(players):
            self.fields[f"seat_{seat}"] = forms.ChoiceField(
                label=f"Seat {seat + 1}",
                choices=doors + bots,
                initial=ME if seat == 0 else Door.OPEN,
            )

    @classmethod
    def of_request(cls, request: HttpRequest) -> "NewGameForm":
        """Return the form for the title and number of players that the request names."""
        asked = request.POST if request.method == "POST" else request.GET
        title = TITLES.get(asked.get("title", ""), next(iter(TITLES.values())))
        wished = asked.get("players", "")
        readable = wished.isascii() and wished.isdigit() and len(wished) < 4
        players = nearest(title, int(wished) if readable else DEFAULT_PLAYERS)
        chosen = {
            name.removeprefix(OPTION): value
            for name, value in asked.items()
            if name.startswith(OPTION)
        }
        if request.method == "POST":
            return cls(title, players, chosen, request.POST)
        return cls(title, players, chosen, initial=dict(asked.items()))

    def seats(self) -> list[forms.BoundField]:
        """Return the fields of the seats."""
        return [self[f"seat_{seat}"] for seat in range(self.players)]

    def option_fields(self) -> list[tuple[forms.BoundField, list[tuple[Any, str]]]]:
        """Return the fields of the options, each with its radio buttons and what they mean."""
        fields = [(self[f"{OPTION}{option.name}"], option.values) for option in self.options]
        return [
            (field, [(radio, value.sentence) for radio, value in zip(field, values, strict=True)])
            for field, values in fields
        ]

    def is_valid(self) -> bool:
        """Return whether the game can be, its clock too."""
        return all([super().is_valid(), self.terms.is_valid()])

    def clean(self) -> dict[str, Any]:
        """Check that the creator sits once, bots not alone, and nobody open in a private game."""
        data = super().clean() or {}
        wishes = [data.get(f"seat_{seat}") for seat in range(self.players)]
        if wishes.count(ME) > 1:
            raise forms.ValidationError("You can have one seat only; give the others to somebody.")
        if all(wish and wish.startswith("bot:") for wish in wishes):
            raise forms.ValidationError(
                "A game needs a person: take a seat yourself, or leave one to others."
            )
        if data.get("private") and Door.OPEN in wishes:
            raise forms.ValidationError(
                "A private game has no open seats; choose the invitation link for them."
            )
        return data

    def plan(self, user: Any) -> dict[str, Any]:
        """Return what `create_game` takes."""
        data = self.cleaned_data
        return {
            "title": self.title.id,
            "name": data["name"],
            "private": data["private"],
            # All that was chosen, also what is not offered with the rest: the title says why.
            "options": self.chosen,
            "terms": self.terms.terms(),
            "seats": [_seat(data[f"seat_{seat}"], user) for seat in range(self.players)],
        }


def _seat(wish: str, user: Any) -> SeatPlan:
    if wish == ME:
        return SeatPlan(user=user)
    if wish.startswith("bot:"):
        return SeatPlan(bot=wish.removeprefix("bot:"))
    return SeatPlan(door=wish)
