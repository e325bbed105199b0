"""The forms on the page of standing orders, one for each question a player can be asked."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.template.loader import render_to_string
from django.utils.functional import cached_property
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from games.bots import STANDING_ORDERS
from games.bots.standing_orders import CHOOSE, Field, Question, Wish
from games.play.language import spoken
from games.play.models import Game, Player, StandingOrder
from games.rules.common.message import Message

LONGEST = 4000


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


class Places(forms.Widget):
    """A list of places in order, one select for each, and some more to choose.

    `places` are those of a Field. The value has an id in each line.
    """

    MORE = 3
    use_fieldset = True

    def __init__(self, places: Sequence[tuple[Message, Sequence[tuple[str, str]]]]) -> None:
        super().__init__()
        self.places = places
        self.known = {place for _, named in places for place, _ in named}

    def value_from_datadict(self, data: Any, files: Any, name: str) -> str:
        """Return what was chosen, without selects left empty."""
        return "\n".join(filter(None, data.getlist(name)))

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        """Return the selects as HTML, no more than there are places.

        An id that is unknown stays as it is, to be corrected.
        """
        chosen = str(value or "").splitlines()[: len(self.known)]
        rows = [(self._options(place), "" if place in self.known else place) for place in chosen]
        more = [(self._options(""), "")] * self.MORE
        return render_to_string("play/places.html", {"name": name, "rows": [*rows, *more]})

    def _options(self, chosen: str) -> SafeString:
        """Return the options of a select, one of them chosen if it is among them."""
        plain = format_html('<option value="{}">', chosen)
        selected = format_html('<option value="{}" selected>', chosen)
        return mark_safe(self.options.replace(plain, selected, 1))  # noqa: S308 - of escaped parts

    @cached_property
    def options(self) -> SafeString:
        """The options of each select, none of them chosen."""
        return format_html_join(
            "",
            '<optgroup label="{}">{}</optgroup>',
            (
                (
                    spoken().say(heading),
                    format_html_join("", '<option value="{}">{}</option>', named),
                )
                for heading, named in self.places
            ),
        )


def _form_field(field: Field) -> forms.Field:
    say = spoken().say
    help_text = say(field.help) if field.help else ""
    common: dict[str, Any] = {"label": say(field.label), "help_text": help_text}
    if field.kind == "choice":
        return forms.ChoiceField(
            choices=[(value, say(label)) for value, label in field.choices],
            initial=field.choices[0][0],
            widget=forms.RadioSelect,
            error_messages={"required": say(CHOOSE), "invalid_choice": say(CHOOSE)},
            **common,
        )
    widget: forms.Widget = forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"})
    if field.kind == "places":
        widget = Places(field.places)
    return forms.CharField(max_length=LONGEST, required=False, widget=widget, **common)


def _as_text(value: Any) -> str:
    if isinstance(value, list):
        return "\n".join(value)
    return "" if value is None else str(value)


@dataclass
class StandingOrderRow:
    """One question of a player, with its id, in words, and whether it is `asked_now`.

    `told` is its standing order in sentences, '' if there is none.
    """

    id: str
    label: str
    sentence: str
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
    title, language = game.rules(), spoken()
    view = title.view(game.position(), player.seat)
    orders = StandingOrder.objects.filter(player=player)
    wishes = {order.asked: order.wish for order in orders}
    return [
        StandingOrderRow(
            id=question.asked,
            label=language.say(question.label),
            sentence=language.say(question.sentence),
            form=WishForm(
                question,
                wishes.get(question.asked),
                data if question.asked == asked else None,
            ),
            told=language.say_all(standing.tell(view, question.asked, wishes[question.asked]))
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
