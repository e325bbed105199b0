"""The terms of a new game: time limits, votes, and whether it is rated."""

from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.text import format_lazy
from django.utils.translation import gettext, gettext_lazy, pgettext, pgettext_lazy

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
    label: Any
    sentence: Any
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
        pgettext_lazy("pace", "1 day per turn"),
        gettext_lazy("24 hours per turn, 12 to answer during another player's turn."),
        hours=24,
        reaction_hours=12,
        grace_hours=12,
    ),
    Preset(
        "three",
        pgettext_lazy("pace", "3 days per turn"),
        gettext_lazy("72 hours per turn, 24 to answer during another player's turn."),
        hours=72,
        reaction_hours=24,
        grace_hours=24,
    ),
    Preset(
        "week",
        pgettext_lazy("pace", "1 week per turn"),
        gettext_lazy("No hurry: 7 days per turn, 2 to answer during another player's turn."),
        hours=168,
        reaction_hours=48,
        grace_hours=24,
    ),
    Preset(
        "bank",
        pgettext_lazy("pace", "10-day time bank"),
        gettext_lazy(
            "10 days for the whole game, plus 12 hours per turn, and 12 to answer during another "
            "player's turn. Quick turns save time for slow ones."
        ),
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
        label=pgettext_lazy("field", "Time limit"),
        choices=[
            *((each.id, each.label) for each in PRESETS),
            (OWN, pgettext_lazy("pace", "Custom")),
        ],
        initial=USUAL,
        required=False,
        widget=forms.RadioSelect,
    )
    pace = forms.ChoiceField(
        label=pgettext_lazy("field", "Time is"),
        choices=[
            (Pace.DAYS, pgettext_lazy("pace", "the same for each turn")),
            (Pace.BANK, pgettext_lazy("pace", "a time bank, plus a little per turn")),
        ],
        initial=Pace.DAYS,
        required=False,
    )
    hours = forms.IntegerField(
        label=pgettext_lazy("field", "Hours per turn"),
        initial=72,
        required=False,
        min_value=1,
        max_value=MOST_DAYS * HOURS_OF_DAY,
        help_text=gettext_lazy("With a time bank, what each turn adds."),
    )
    bank_hours = forms.IntegerField(
        label=pgettext_lazy("field", "Hours in the time bank"),
        initial=240,
        required=False,
        min_value=0,
        max_value=MOST_BANK_DAYS * HOURS_OF_DAY,
        help_text=gettext_lazy("Only with a time bank. It never holds more than at first."),
    )
    reaction_hours = forms.IntegerField(
        label=pgettext_lazy("field", "Hours to answer during another player's turn"),
        initial=24,
        required=False,
        min_value=1,
        max_value=MOST_DAYS * HOURS_OF_DAY,
    )
    grace_hours = forms.IntegerField(
        label=pgettext_lazy("field", "Grace period (hours)"),
        initial=24,
        required=False,
        min_value=0,
        max_value=7 * HOURS_OF_DAY,
        help_text=gettext_lazy("After a warning that time's up."),
    )
    on_timeout = forms.ChoiceField(
        label=pgettext_lazy("field", "When time runs out"),
        choices=[
            (OnTimeout.VOTE, pgettext_lazy("time runs out", "The others vote")),
            (OnTimeout.BOT, pgettext_lazy("time runs out", "A bot plays the turn")),
        ],
        initial=OnTimeout.VOTE,
        required=False,
        widget=forms.RadioSelect,
    )
    agreement = forms.ChoiceField(
        label=pgettext_lazy("field", "Votes need"),
        choices=[
            (Agreement.MAJORITY, pgettext_lazy("votes", "More than half")),
            (Agreement.UNANIMOUS, pgettext_lazy("votes", "Everyone")),
        ],
        initial=Agreement.MAJORITY,
        required=False,
        widget=forms.RadioSelect,
    )
    friendly = forms.BooleanField(
        label=pgettext_lazy("field", "Friendly game"),
        required=False,
        help_text=gettext_lazy("Doesn't affect ratings."),
    )
    rated_with_bots = forms.BooleanField(
        label=gettext_lazy("Rated although bots of others play"),
        required=False,
        help_text=gettext_lazy(
            "People are then rated among themselves. Otherwise a game with a bot account is"
            " friendly."
        ),
    )
    least_reliability = forms.ChoiceField(
        label=pgettext_lazy("field", "Reliability"),
        choices=[
            ("", pgettext_lazy("reliability", "Anyone")),
            *(
                (
                    str(least),
                    format_lazy(pgettext_lazy("reliability", "At least {least}%"), least=least),
                )
                for least in LEAST
            ),
        ],
        initial="",
        required=False,
        widget=forms.RadioSelect,
    )
    newcomers = forms.ChoiceField(
        label=pgettext_lazy("field", "Newcomers"),
        choices=[
            ("yes", pgettext_lazy("newcomers", "May join")),
            ("no", pgettext_lazy("newcomers", "Can't join")),
        ],
        initial="yes",
        required=False,
        help_text=format_lazy(
            gettext_lazy(
                "People with fewer than {number} answers, too few to say how reliable they are."
            ),
            number=ENOUGH,
        ),
        widget=forms.RadioSelect,
    )

    OWN_HOURS = ("hours", "reaction_hours", "grace_hours")
    SENTENCES = {
        "preset": [*(each.sentence for each in PRESETS), gettext_lazy("Set the hours below.")],
        "on_timeout": [
            gettext_lazy(
                "They choose whether to wait, offer the seat, give it to a bot or cancel the game."
            ),
            gettext_lazy("Nobody is asked, and the game goes on at once."),
        ],
        "agreement": [
            gettext_lazy(
                "Of the players who may vote. To cancel a rated game or end it early takes "
                "everyone."
            ),
            gettext_lazy("One 'no', or one missing answer, leaves things as they are."),
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
                self.add_error(name, gettext("Enter a whole number of hours."))
        if data.get("pace") == Pace.BANK and not data.get("bank_hours"):
            self.add_error("bank_hours", gettext("A time bank needs some hours to start with."))
        return data

    def in_short(self, *, with_bots: bool = False) -> list[str]:
        """Return the time limit, who may join and whether the game is rated, in a few words each.

        `with_bots` is whether a bot account has a seat, which makes it friendly unless agreed.
        Choices that do not exist count as the usual ones; they are refused when the form is sent.
        """
        presets = {preset.id: preset.label for preset in PRESETS} | {
            OWN: pgettext("new game", "custom time limit")
        }
        said = [str(presets.get(self["preset"].value() or "", presets[USUAL]))]
        least = self["least_reliability"].value()
        if least in {str(each) for each in LEAST}:
            said.append(
                pgettext("new game", "reliability of at least {least}%").format(least=least)
            )
        if self["friendly"].value() or (with_bots and not self["rated_with_bots"].value()):
            return [*said, pgettext("new game", "friendly, not rated")]
        return [*said, pgettext("new game", "rated")]

    def terms(self) -> Terms:
        """Return the `Terms` that `create_game` takes."""
        data = self.cleaned_data
        agreed: dict[str, Any] = {
            "on_timeout": data["on_timeout"] or OnTimeout.VOTE,
            "agreement": data["agreement"] or Agreement.MAJORITY,
            "rated": not data["friendly"],
            "rated_with_bots": data["rated_with_bots"],
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


def fields_of(terms: Terms) -> dict[str, str]:
    """Return the fields of a form that is filled in with some terms."""
    agreed = ("on_timeout", "agreement", "rated", "rated_with_bots", "least_reliability")
    same = {name: getattr(terms, name) for name in (*agreed, "newcomers")}
    preset = next((each.id for each in PRESETS if each.terms(**same) == terms), OWN)
    hours = ("hours", "bank_hours", "reaction_hours", "grace_hours")
    ticked = {"friendly": not terms.rated, "rated_with_bots": terms.rated_with_bots}
    return {
        "preset": preset,
        "pace": terms.pace,
        "on_timeout": terms.on_timeout,
        "agreement": terms.agreement,
        "least_reliability": str(terms.least_reliability or ""),
        "newcomers": "yes" if terms.newcomers else "no",
        **({name: str(getattr(terms, name)) for name in hours} if preset == OWN else {}),
        **{name: "on" for name, on in ticked.items() if on},
    }
