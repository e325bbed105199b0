"""What a person fills in to create a game."""

from typing import Any

from django import forms
from django.http import HttpRequest

from games.bots import BOTS
from games.play.models import Door
from games.play.services import SeatPlan
from games.rules import TITLES
from games.rules.errors import IllegalOptions
from games.rules.title import Option, Title

ME = "me"
DEFAULT_PLAYERS = 4


def playable_counts(title: Title) -> list[int]:
    """Return the numbers of players that the title can be played with by its plain options."""
    return [count for count in title.players if _goes(title, {}, count)]


def open_options(title: Title, players: int) -> list[Option]:
    """Return the options in which something can be chosen with so many players."""
    found = []
    for option in title.options():
        values = tuple(
            value for value in option.values if _goes(title, {option.name: value.id}, players)
        )
        if len(values) > 1:
            found.append(Option(option.name, option.label, values, option.default))
    return found


def _goes(title: Title, options: dict[str, str], players: int) -> bool:
    try:
        title.complete(options, players)
    except IllegalOptions:
        return False
    return True


class NewGameForm(forms.Form):
    """Seats and options for one title and one number of players, which the page's links choose."""

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

    def __init__(self, title: Title, players: int, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, label_suffix="", **kwargs)
        self.title = title
        self.players = players
        self.counts = playable_counts(title)
        self.titles = list(TITLES.values())
        self.options = open_options(title, players)
        for option in self.options:
            self.fields[f"option_{option.name}"] = forms.ChoiceField(
                label=option.label,
                choices=[(value.id, f"{value.label}: {value.sentence}") for value in option.values],
                initial=option.default,
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
        counts = playable_counts(title)
        wished = asked.get("players", "")
        players = int(wished) if wished.isascii() and wished.isdigit() else DEFAULT_PLAYERS
        if players not in counts:
            players = min(counts, key=lambda count: abs(count - DEFAULT_PLAYERS))
        return cls(title, players, request.POST if request.method == "POST" else None)

    def seats(self) -> list[forms.BoundField]:
        """Return the fields of the seats."""
        return [self[f"seat_{seat}"] for seat in range(self.players)]

    def option_fields(self) -> list[forms.BoundField]:
        """Return the fields of the options."""
        return [self[f"option_{option.name}"] for option in self.options]

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
            "options": {option.name: data[f"option_{option.name}"] for option in self.options},
            "seats": [_seat(data[f"seat_{seat}"], user) for seat in range(self.players)],
        }


def _seat(wish: str, user: Any) -> SeatPlan:
    if wish == ME:
        return SeatPlan(user=user)
    if wish.startswith("bot:"):
        return SeatPlan(bot=wish.removeprefix("bot:"))
    return SeatPlan(door=wish)
