"""The forms on the page of standing orders, one for each question a player can be asked."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django import forms

from games.bots import STANDING_ORDERS
from games.bots.standing_orders import Field, Question, Wish
from games.play.models import Game, Player, StandingOrder

LONGEST = 4000
CHOOSE = "Choose one of these."


class WishForm(forms.Form):
    """The form of one question, filled with the player's standing order if there is one."""

    def __init__(self, question: Question, wish: Wish | None, data: Any = None) -> None:
        initial = {name: _as_text(value) for name, value in (wish or {}).items()}
        super().__init__(data, prefix=question.asked, initial=initial, label_suffix="")
        for each in question.fields:
            self.fields[each.name] = _form_field(each)

    def filled(self) -> dict[str, str]:
        """Return the fields' values as text, once the form is valid."""
        return {name: str(value) for name, value in self.cleaned_data.items()}


class NamesField(forms.CharField):
    """A text field for a list of `names`, such as the board's routes."""

    names: Sequence[str] = ()


def _form_field(field: Field) -> forms.Field:
    common: dict[str, Any] = {"label": field.label, "help_text": field.help}
    if field.kind == "choice":
        return forms.ChoiceField(
            choices=field.choices,
            initial=field.choices[0][0],
            widget=forms.RadioSelect,
            error_messages={"required": CHOOSE, "invalid_choice": CHOOSE},
            **common,
        )
    widget: forms.Widget = forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"})
    if field.kind == "lines":
        widget = forms.Textarea(attrs={"rows": 4, "autocapitalize": "off", "spellcheck": "false"})
    made = NamesField(max_length=LONGEST, required=False, widget=widget, **common)
    made.names = field.names
    return made


def _as_text(value: Any) -> str:
    if isinstance(value, list):
        return "\n".join(value)
    return "" if value is None else str(value)


@dataclass
class StandingOrderRow:
    """One question with its standing order as a sentence, '' if none; whether it is `asked_now`."""

    question: Question
    form: WishForm
    told: str
    asked_now: bool


def standing_order_rows(
    game: Game, player: Player, *, asked: str = "", data: Any = None
) -> list[StandingOrderRow]:
    """Return a row for each question of a running game; the form of `asked` is bound to `data`."""
    standing = STANDING_ORDERS.get(game.title)
    if standing is None:
        return []
    title = game.rules()
    view = title.view(game.position(), player.seat)
    orders = StandingOrder.objects.filter(player=player)
    wishes = {order.asked: order.wish for order in orders}
    return [
        StandingOrderRow(
            question=question,
            form=WishForm(
                question,
                wishes.get(question.asked),
                data if question.asked == asked else None,
            ),
            told=standing.tell(view, question.asked, wishes[question.asked])
            if question.asked in wishes
            else "",
            asked_now=standing.asked_now(view) == question.asked,
        )
        for question in standing.questions(view)
    ]


def has_standing_order(game: Game, seat: int, asked: str) -> bool:
    """Return whether a seat has a standing order that answers a question at once, if it fits."""
    orders = StandingOrder.objects.filter(player__game=game, player__seat=seat, asked=asked)
    return any(STANDING_ORDERS[game.title].answers(asked, order.wish) for order in orders)
