"""The terms of a new game: time limits, votes, and whether it is rated."""

from dataclasses import dataclass
from typing import Any

from django import forms

from games.play.models import Agreement, OnTimeout, Pace
from games.play.reliability import ENOUGH
from games.play.services import Terms

OWN = "own"
MOST_DAYS = 30
MOST_BANK_DAYS = 90
HOURS_OF_DAY = 24
LEAST = (80, 90, 95)
"""The reliability that a game can ask for, in percent."""


@dataclass(frozen=True)
class Preset:
    """A preset of time limits: its id, and a sentence that explains it."""

    id: str
    label: str
    sentence: str
    hours: int
    reaction_hours: int
    grace_hours: int
    pace: str = Pace.DAYS
    bank_hours: int = 0

    def terms(self, **agreed: Any) -> Terms:
        """Return the `Terms` with these time limits; `agreed` are their other fields."""
        return Terms(
            pace=self.pace,
            hours=self.hours,
            bank_hours=self.bank_hours,
            reaction_hours=self.reaction_hours,
            grace_hours=self.grace_hours,
            **agreed,
        )


PRESETS = (
    Preset(
        "day",
        "1 day per turn",
        "24 hours per turn, 12 to answer during another player's turn.",
        hours=24,
        reaction_hours=12,
        grace_hours=12,
    ),
    Preset(
        "three",
        "3 days per turn",
        "72 hours per turn, 24 to answer during another player's turn.",
        hours=72,
        reaction_hours=24,
        grace_hours=24,
    ),
    Preset(
        "week",
        "1 week per turn",
        "No hurry: 7 days per turn, 2 to answer during another player's turn.",
        hours=168,
        reaction_hours=48,
        grace_hours=24,
    ),
    Preset(
        "bank",
        "10-day time bank",
        "10 days for the whole game, plus 12 hours per turn, and 12 to answer during another "
        "player's turn. Quick turns save time for slow ones.",
        pace=Pace.BANK,
        hours=12,
        bank_hours=240,
        reaction_hours=12,
        grace_hours=12,
    ),
)
USUAL = "three"


class TermsForm(forms.Form):
    """The time limits of a new game, how its players decide, and whether it is rated.

    A preset fills in the hours; custom limits ask for them.
    """

    preset = forms.ChoiceField(
        label="Time limit",
        choices=[*((each.id, each.label) for each in PRESETS), (OWN, "Custom")],
        initial=USUAL,
        required=False,
        widget=forms.RadioSelect,
    )
    pace = forms.ChoiceField(
        label="Time is",
        choices=[
            (Pace.DAYS, "the same for each turn"),
            (Pace.BANK, "a time bank, plus a little per turn"),
        ],
        initial=Pace.DAYS,
        required=False,
    )
    hours = forms.IntegerField(
        label="Hours per turn",
        initial=72,
        required=False,
        min_value=1,
        max_value=MOST_DAYS * HOURS_OF_DAY,
        help_text="With a time bank, what each turn adds.",
    )
    bank_hours = forms.IntegerField(
        label="Hours in the time bank",
        initial=240,
        required=False,
        min_value=0,
        max_value=MOST_BANK_DAYS * HOURS_OF_DAY,
        help_text="Only with a time bank. It never holds more than at first.",
    )
    reaction_hours = forms.IntegerField(
        label="Hours to answer during another player's turn",
        initial=24,
        required=False,
        min_value=1,
        max_value=MOST_DAYS * HOURS_OF_DAY,
    )
    grace_hours = forms.IntegerField(
        label="Grace period (hours)",
        initial=24,
        required=False,
        min_value=0,
        max_value=7 * HOURS_OF_DAY,
        help_text="After a warning that time's up.",
    )
    on_timeout = forms.ChoiceField(
        label="When time runs out",
        choices=[
            (OnTimeout.VOTE, "The others vote"),
            (OnTimeout.BOT, "A bot plays the turn"),
        ],
        initial=OnTimeout.VOTE,
        required=False,
        widget=forms.RadioSelect,
    )
    agreement = forms.ChoiceField(
        label="Votes need",
        choices=[(Agreement.MAJORITY, "More than half"), (Agreement.UNANIMOUS, "Everyone")],
        initial=Agreement.MAJORITY,
        required=False,
        widget=forms.RadioSelect,
    )
    friendly = forms.BooleanField(
        label="Friendly game",
        required=False,
        help_text="Doesn't affect ratings.",
    )
    least_reliability = forms.ChoiceField(
        label="Reliability",
        choices=[("", "Anyone"), *((str(least), f"At least {least}%") for least in LEAST)],
        initial="",
        required=False,
        widget=forms.RadioSelect,
    )
    newcomers = forms.ChoiceField(
        label="Newcomers",
        choices=[("yes", "May join"), ("no", "Can't join")],
        initial="yes",
        required=False,
        help_text=f"People with fewer than {ENOUGH} answers, too few to say how reliable they are.",
        widget=forms.RadioSelect,
    )

    OWN_HOURS = ("hours", "reaction_hours", "grace_hours")
    SENTENCES = {
        "preset": [*(each.sentence for each in PRESETS), "Set the hours below."],
        "on_timeout": [
            "They choose whether to wait, offer the seat, give it to a bot or cancel the game.",
            "Nobody is asked, and the game goes on at once.",
        ],
        "agreement": [
            "Of the players who may vote. To cancel a rated game or end it early takes everyone.",
            "One 'no', or one missing answer, leaves things as they are.",
        ],
    }

    def told(self, name: str) -> list[tuple[Any, str]]:
        """Return the radio buttons of a field, each with its meaning."""
        return list(zip(self[name], self.SENTENCES[name], strict=True))

    def presets(self) -> list[tuple[Any, str]]:
        """Return the radio buttons of the presets."""
        return self.told("preset")

    def timeouts(self) -> list[tuple[Any, str]]:
        """Return the radio buttons of what happens when time runs out."""
        return self.told("on_timeout")

    def agreements(self) -> list[tuple[Any, str]]:
        """Return the radio buttons of how many players must agree."""
        return self.told("agreement")

    def hours_fields(self) -> list[forms.BoundField]:
        """Return the fields of custom time limits."""
        names = ("pace", "hours", "bank_hours", "reaction_hours", "grace_hours")
        return [self[name] for name in names]

    @property
    def is_own(self) -> bool:
        """Whether the fields of custom time limits are in use."""
        return bool(self["preset"].value() == OWN)

    def clean(self) -> dict[str, Any]:
        """Require the hours of custom time limits; ignore the fields that a preset does not use."""
        data = super().clean() or {}
        if data.get("preset") != OWN:
            for name in ("pace", "bank_hours", *self.OWN_HOURS):
                self.errors.pop(name, None)
            return data
        for name in self.OWN_HOURS:
            if data.get(name) is None and name not in self.errors:
                self.add_error(name, "Enter a whole number of hours.")
        if data.get("pace") == Pace.BANK and not data.get("bank_hours"):
            self.add_error("bank_hours", "A time bank needs some hours to start with.")
        return data

    def in_short(self) -> list[str]:
        """Return the time limit, who may join and whether the game is rated, in a few words each.

        Choices that do not exist count as the usual ones; they are refused when the form is sent.
        """
        presets = {preset.id: preset.label for preset in PRESETS} | {OWN: "custom time limit"}
        said = [presets.get(self["preset"].value() or "", presets[USUAL])]
        least = self["least_reliability"].value()
        if least in {str(each) for each in LEAST}:
            said.append(f"reliability of at least {least}%")
        return [*said, "friendly, not rated" if self["friendly"].value() else "rated"]

    def terms(self) -> Terms:
        """Return the `Terms` that `create_game` takes."""
        data = self.cleaned_data
        agreed: dict[str, Any] = {
            "on_timeout": data["on_timeout"] or OnTimeout.VOTE,
            "agreement": data["agreement"] or Agreement.MAJORITY,
            "rated": not data["friendly"],
            "least_reliability": int(data["least_reliability"] or 0),
            "newcomers": data["newcomers"] != "no" or not data["least_reliability"],
        }
        if data["preset"] == OWN:
            pace = data["pace"] or Pace.DAYS
            return Terms(
                pace=pace,
                bank_hours=data["bank_hours"] if pace == Pace.BANK else 0,
                **{name: data[name] for name in self.OWN_HOURS},
                **agreed,
            )
        preset = next(each for each in PRESETS if each.id == (data["preset"] or USUAL))
        return preset.terms(**agreed)
