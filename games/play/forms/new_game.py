"""The form for a new game."""

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.core.exceptions import NON_FIELD_ERRORS
from django.http import HttpRequest, QueryDict
from django.utils.translation import gettext, gettext_lazy, pgettext, pgettext_lazy

from games.accounts.models import User
from games.accounts.people import is_member
from games.accounts.requests import UserRequest, number_in
from games.play.forms.once import KEY, new_key, token_of
from games.play.forms.terms import TermsForm, fields_of
from games.play.language import say
from games.play.models import Door, Game
from games.play.pages.boards import BOARD
from games.play.pages.levels import ACCOUNT, BOT, account_choices, level_choices
from games.play.services import Beginning, ScreenSeat, SeatPlan, Terms
from games.play.services.bot_accounts import choices_of
from games.play.services.inviting import LONGEST_ADDRESS
from games.play.services.rematch import SameSeat, name_of_rematch, seats_of_rematch
from games.rules import TITLES
from games.rules.common.message import Quote, message, plural_term
from games.rules.title import AnyTitle, Option, nearest

ME = "me"
FRIEND = "friend"
HERE = "here"
EDITION = "edition"
AGAIN = "again"
"""The field of the button that seats people again; its value are their names, by commas."""
DEFAULT_PLAYERS = 4
OPTION = "option_"
REMATCH = "rematch"
"""The hidden field with the id of the finished game whose rematch the form creates."""
_CSRF = "csrfmiddlewaretoken"
ToldField = tuple[forms.BoundField, list[tuple[Any, str]]]
"""A field with its radio buttons, each with its meaning."""

MOST_SEATS = max(max(title.players) for title in TITLES.values())


class NewGameForm(forms.Form):
    """Title, number of players and options, then seats and the other fields.

    The choices for the first three depend on what has been `chosen` for them so far, so this part
    of the page is fetched again when it changes. The other fields never change and are never
    fetched again: there is a field for every seat that a game can have, and those beyond the number
    of players are ignored.
    """

    name = forms.CharField(
        label=pgettext_lazy("field", "Game name"),
        max_length=60,
        required=False,
        help_text=gettext_lazy("Optional."),
    )
    private = forms.BooleanField(
        label=pgettext_lazy("field", "Private"),
        required=False,
        help_text=gettext_lazy("Only its players see it. People join through the invitation link."),
    )

    def __init__(
        self,
        title: AnyTitle,
        players: int,
        chosen: dict[str, str],
        data: QueryDict | None = None,
        initial: dict[str, str] | None = None,
        accounts: Sequence[tuple[int, str, str]] = (),
    ) -> None:
        super().__init__(data, initial=initial, label_suffix="")
        self.terms = TermsForm(data, initial=initial, label_suffix="")
        self.title = title
        self.players = players
        self.chosen = chosen
        self.key = (data.get(KEY, "") if data else "") or new_key()
        self.initial = {**self.initial, "title": title.id, "players": players}
        titles = [(each.id, say(each.name)) for each in TITLES.values()]
        self.fields["title"] = _radios(pgettext("field", "Game"), titles)
        counts = [
            (
                count,
                say(plural_term("new game", count, "{number} player", "{number} players")),
            )
            for count in title.players
        ]
        self.fields["players"] = _radios(pgettext("field", "Number of players"), counts)
        compatible = title.compatible_options(chosen, players)
        self.options = [option for option in compatible if len(option.values) > 1]
        for option in self.options:
            name = f"{OPTION}{option.name}"
            values = [(value.id, say(value.label)) for value in option.values]
            self.fields[name] = _radios(say(option.label), values)
            wished = chosen.get(option.name)
            self.initial[name] = wished if wished in dict(values) else option.default
        doors = [
            (ME, pgettext("seat", "You")),
            (FRIEND, pgettext("seat", "A friend")),
            (HERE, pgettext("seat", "At this screen")),
            (Door.OPEN, pgettext("seat", "Open to anyone")),
            (Door.INVITED, pgettext("seat", "By invitation link")),
        ]
        for seat in range(MOST_SEATS):
            self.fields[f"seat_{seat}"] = forms.ChoiceField(
                label=pgettext("field", "Seat {number}").format(number=seat + 1),
                choices=doors + level_choices() + account_choices(accounts),
                initial=ME if seat == 0 else Door.OPEN,
                required=seat < players,
                error_messages={
                    "invalid_choice": gettext(
                        "That's not a valid choice for a seat, or not any more. Choose again."
                    )
                },
            )
            friend = pgettext("field", "Friend in seat {number}").format(number=seat + 1)
            self.fields[f"friend_{seat}"] = forms.CharField(
                label=friend,
                max_length=LONGEST_ADDRESS,
                required=False,
                widget=forms.TextInput(
                    attrs={
                        "list": "known",
                        "autocomplete": "off",
                        "placeholder": pgettext("field", "Name or email"),
                        "aria-label": friend,
                        "aria-describedby": "friend-help",
                    }
                ),
            )

    @classmethod
    def of_request(cls, request: UserRequest, finished: Game | None = None) -> "NewGameForm":
        """Return the form for the choices of a request; it is bound only if `is_sent`.

        Before anything is chosen it has what a rematch of the game `finished` would have.
        """
        asked = request.POST if request.method == "POST" else request.GET
        if finished is not None and request.method != "POST":
            asked = QueryDict(urlencode(fields_of_rematch(finished, request.user)))
        title = TITLES.get(asked.get("title", ""), next(iter(TITLES.values())))
        wished = number_in(asked.get("players", ""))
        again = [name for name in asked.get(AGAIN, "").split(",") if name][: MOST_SEATS - 1]
        wished = DEFAULT_PLAYERS if wished is None else wished
        players = nearest(title, max(wished, len(again) + 1))
        chosen = {
            option.name: asked[f"{OPTION}{option.name}"]
            for option in title.options()
            if f"{OPTION}{option.name}" in asked
        }
        accounts = choices_of(request.user)
        if is_sent(request):
            return cls(title, players, chosen, request.POST, accounts=accounts)
        initial = asked.dict()
        initial |= _seated(again, players, initial)
        return cls(title, players, chosen, initial=initial, accounts=accounts)

    def first_fields(self) -> list[forms.BoundField]:
        """Return the fields that determine the available options."""
        return [self["title"], self["players"]]

    def seats(self) -> list[tuple[forms.BoundField, forms.BoundField]]:
        """Return the fields of the seats, each with the field for a friend's name."""
        return [(self[f"seat_{seat}"], self[f"friend_{seat}"]) for seat in range(MOST_SEATS)]

    def board_fields(self) -> list[ToldField]:
        """Return the field of the board, if there is a choice."""
        return self._told([option for option in self.options if option.name == BOARD])

    def variant_fields(self) -> list[ToldField]:
        """Return the fields of the other options."""
        return self._told([option for option in self.options if option.name != BOARD])

    def in_short(self) -> list[str]:
        """Return what is chosen besides the board and the seats, in a few words each."""
        variants = [
            say(value.label)
            for option in self.options
            for value in option.values
            if option.name != BOARD
            and value.id == self[f"{OPTION}{option.name}"].value()
            and (option.name == EDITION or value.id != option.default)
        ]
        if HERE in (self[f"seat_{seat}"].value() for seat in range(self.players)):
            return [
                *variants,
                pgettext("new game", "pass and play, without a clock"),
                pgettext("new game", "not rated"),
                pgettext("new game", "only you see it"),
            ]
        seen = pgettext("new game", "public")
        if self["private"].value():
            seen = pgettext("new game", "private")
        wishes = [self[f"seat_{seat}"].value() or "" for seat in range(self.players)]
        with_bots = any(wish.startswith(ACCOUNT) for wish in wishes)
        return [*self.terms.in_short(with_bots=with_bots), *variants, seen]

    @property
    def folded_errors(self) -> bool:
        """Whether something is wrong with a field that is folded away."""
        shown = {"title", "players", f"{OPTION}{BOARD}", NON_FIELD_ERRORS}
        of_seats = {name for name in self.fields if name.startswith(("seat_", "friend_"))}
        return bool(self.terms.errors or self.errors.keys() - shown - of_seats)

    def _told(self, options: list[Option]) -> list[ToldField]:
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

    def clean(self) -> dict[str, Any]:
        """Check that the creator sits once, a person plays, and private games have no open seat."""
        data = super().clean() or {}
        wishes = [data.get(f"seat_{seat}") for seat in range(self.players)]
        if HERE in wishes:
            self._check_screen(wishes)
            return data
        if wishes.count(ME) > 1:
            raise forms.ValidationError(
                gettext("You can take only one seat. Give the others to someone else.")
            )
        if all(wish and wish.startswith((BOT, ACCOUNT)) for wish in wishes):
            raise forms.ValidationError(
                gettext("A game needs at least one person. Take a seat, or leave one free.")
            )
        accounts = [wish for wish in wishes if wish and wish.startswith(ACCOUNT)]
        if len(set(accounts)) < len(accounts):
            raise forms.ValidationError(gettext("A bot account can have only one seat in a game."))
        self._check_friends(wishes)
        if data.get("private") and Door.OPEN in wishes:
            raise forms.ValidationError(
                gettext("A private game has no open seats. Choose the invitation link for them.")
            )
        return data

    def _check_friends(self, wishes: list[str | None]) -> None:
        """Check that each friend has a name or address, and each only once."""
        seen: set[str] = set()
        for seat, wish in enumerate(wishes):
            if wish != FRIEND:
                continue
            name = self.cleaned_data.get(f"friend_{seat}", "").strip()
            if not name:
                self.add_error(
                    f"friend_{seat}", gettext("Enter your friend's name or email address.")
                )
            elif name.casefold() in seen:
                self.add_error(
                    f"friend_{seat}", gettext("A person can have only one seat in a game.")
                )
            elif "@" not in name and not is_member(name):
                self.add_error(
                    f"friend_{seat}",
                    say(
                        message("Nobody here is called {name}. Try their email.", name=Quote(name))
                    ),
                )
            seen.add(name.casefold())

    def _check_screen(self, wishes: list[str | None]) -> None:
        """Check that everyone sits at one screen or is a bot, and that each has a name."""
        for seat, wish in enumerate(wishes):
            if wish == HERE and not self.cleaned_data.get(f"friend_{seat}", "").strip():
                self.add_error(
                    f"friend_{seat}", gettext("Enter the name of the person at this screen.")
                )
            elif wish and (wish in (FRIEND, *Door.values) or wish.startswith(ACCOUNT)):
                self.add_error(
                    f"seat_{seat}",
                    gettext(
                        "In a pass-and-play game, everyone sits at this screen or is one of our "
                        "bots."
                    ),
                )

    @property
    def is_hot_seat(self) -> bool:
        """Whether people sit at one screen, so that all seats but the bots' are the creator's."""
        return any(self.cleaned_data[f"seat_{seat}"] == HERE for seat in range(self.players))

    def table(self, user: Any) -> dict[str, Any]:
        """Return the arguments of `open_table`; raises IllegalOptions."""
        data = self.cleaned_data
        names = [
            str(user.username) if data[f"seat_{seat}"] == ME else data[f"friend_{seat}"]
            for seat in range(self.players)
        ]
        return {
            "token": self.token(user),
            "name": data["name"],
            "beginning": Beginning.new(self.title.id, self.chosen, self.players),
            "seats": [screen_seat(data[f"seat_{seat}"], name) for seat, name in enumerate(names)],
        }

    def friends(self) -> list[str]:
        """Return the names and addresses of the friends who get a seat."""
        seats = range(self.players)
        asked = [seat for seat in seats if self.cleaned_data[f"seat_{seat}"] == FRIEND]
        return [self.cleaned_data[f"friend_{seat}"].strip() for seat in asked]

    def token(self, user: Any) -> str:
        """Return the token of the game that this form creates."""
        if not isinstance(self.data, QueryDict):
            raise TypeError("Only a form that was sent makes a game.")
        sent = sorted((name, values) for name, values in self.data.lists() if name != _CSRF)
        return token_of(user.pk, self.key, sent)

    def plan(self, user: Any) -> dict[str, Any]:
        """Return the arguments of `create_game`."""
        data = self.cleaned_data
        seats = [data[f"seat_{seat}"] for seat in range(self.players)]
        numbers = [int(wish.removeprefix(ACCOUNT)) for wish in seats if wish.startswith(ACCOUNT)]
        accounts = User.objects.in_bulk(numbers) if numbers else {}
        return {
            "token": self.token(user),
            "title": self.title.id,
            "name": data["name"],
            "private": data["private"],
            # Pass all choices, even those that do not go together, so that the title can say why.
            "options": self.chosen,
            "terms": self.terms.terms(),
            "seats": [_seat(wish, user, accounts) for wish in seats],
        }


def fields_of_rematch(game: Game, user: User) -> dict[str, str]:
    """Return the fields of a form for a game like a finished one, which a person asks for."""
    seats = enumerate(seats_of_rematch(game, user))
    return {
        "title": game.title,
        "players": str(game.players.count()),
        "name": name_of_rematch(game),
        **({"private": "on"} if game.private else {}),
        **{f"{OPTION}{name}": value for name, value in game.options.items()},
        **dict(chain.from_iterable(_same(*each, user).items() for each in seats)),
        **fields_of(Terms.of(game)),
    }


def _same(number: int, seat: SameSeat, user: User) -> dict[str, str]:
    """Return the fields of a seat as a rematch has it."""
    name, plan = f"seat_{number}", seat.plan
    if seat.guest is not None:
        return {name: FRIEND, f"friend_{number}": seat.guest.username}
    if plan.user is not None:
        return {name: ME if plan.user == user else f"{ACCOUNT}{plan.user.pk}"}
    return {name: f"{BOT}{plan.bot}" if plan.bot else plan.door}


def is_sent(request: HttpRequest) -> bool:
    """Return whether the request submits the form, rather than asking to see other choices."""
    return request.method == "POST" and not {"show", AGAIN} & request.POST.keys()


def _seated(names: Sequence[str], players: int, chosen: Mapping[str, str]) -> dict[str, str]:
    """Return the fields of the seats with these people; nothing if there are none.

    Who else was chosen as a friend before makes room; the creator, bots and doors stay.
    """
    fields, left = dict[str, str](), list(names)
    for seat in range(players) if names else ():
        wish = chosen.get(f"seat_{seat}", ME if seat == 0 else Door.OPEN)
        if wish != ME and left:
            fields |= {f"seat_{seat}": FRIEND, f"friend_{seat}": left.pop(0)}
        elif wish == FRIEND:
            door = Door.INVITED if chosen.get("private") else Door.OPEN
            fields |= {f"seat_{seat}": door, f"friend_{seat}": ""}
    return fields


def _radios(label: str, choices: list[tuple[Any, str]]) -> forms.ChoiceField:
    return forms.ChoiceField(label=label, choices=choices, required=False, widget=forms.RadioSelect)


def _seat(wish: str, user: Any, accounts: Mapping[int, User]) -> SeatPlan:
    if wish.startswith(ACCOUNT):
        return SeatPlan(user=accounts[int(wish.removeprefix(ACCOUNT))])
    if wish == ME:
        return SeatPlan(user=user)
    if wish == FRIEND:
        return SeatPlan(door=Door.INVITED)
    if wish.startswith(BOT):
        return SeatPlan(bot=wish.removeprefix(BOT))
    return SeatPlan(door=wish)


def screen_seat(wish: str, name: str) -> ScreenSeat:
    """Return who has a seat, from the values of its two fields."""
    if wish.startswith(BOT):
        return ScreenSeat(bot=wish.removeprefix(BOT))
    return ScreenSeat(name=name.strip())
