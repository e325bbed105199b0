"""The kinds of notifications about games: their register, and rows of older versions."""

import inspect
import json
from importlib import import_module
from pkgutil import iter_modules

import pytest

from games.play import letters
from games.play.letters import KINDS
from games.play.letters.base import GameNotification
from games.play.letters.context import ORDERS, VOTE
from games.play.models import Game
from games.post.models import Letter
from games.post.notifications import kinds, names_of, notification_of
from tests.factories import UserFactory

AT = {"game": 12, "seat": 0}
PAYLOADS = {
    "answer": {
        **AT,
        "number": 9,
        "subject": "Re: Your move",
        "result": {
            "outcome": "refused",
            "notes": ["No."],
            "wrong": "x",
            "number": 2,
            "legal": [{"examples": ["end"], "more": 0}],
            "since": 3,
            "help": False,
        },
    },
    "annulled": {**AT, "act": 8},
    "cancelled": {**AT, "by": 1},
    "chat": {**AT, "message": 2},
    "former": {"game": 12, "number": 9, "subject": "Re: x"},
    "goes_on": {**AT, "pause": 1},
    "invitation": {"game": 12, "by": 1, "invitation": 4},
    "more_time": {**AT, "wait": 3},
    "offered": {**AT, "offered": 1},
    "over": AT,
    "pause_ends": {**AT, "pause": 1},
    "paused": {**AT, "pause": 1},
    "played": {**AT, "wait": 3},
    "reminder": {**AT, "wait": 3},
    "resumed": {**AT, "wait": 3},
    "rewound": {**AT, "rewind": 5},
    "seat": {"game": 12, "taker": None},
    "seat_changed": {"game": 12, "holder": 6},
    "started": AT,
    "still_wanted": {"game": 12, "which": "1"},
    "turn": {**AT, "wait": 3},
    "vote": {**AT, "vote": 4},
    "warning": {**AT, "wait": 3},
}
"""What the rows of each kind have at least."""


def of_games() -> list[str]:
    """The kinds of letters about games that play itself writes."""
    return [
        name
        for name, kind in kinds().items()
        if issubclass(kind, GameNotification) and kind.__module__.startswith(letters.__name__)
    ]


def test_every_kind_that_there_is_stands_in_the_register():
    found = set()
    for module in iter_modules(letters.__path__):
        name = f"{letters.__name__}.{module.name}"
        for _, kind in inspect.getmembers(import_module(name), inspect.isclass):
            own = issubclass(kind, GameNotification) and kind.__module__ == name
            if own and not inspect.isabstract(kind):
                found.add(f"{name}.{kind.__name__}")
    assert found == set(KINDS)


@pytest.mark.parametrize("name", PAYLOADS)
def test_a_row_is_read_as_it_was_written(name: str):
    notification = notification_of(Letter(kind=name, payload=PAYLOADS[name]))
    assert notification.game == 12
    assert notification.topic == Game(pk=12).topic == "game:12"
    again = Letter(kind=name, payload=json.loads(json.dumps(row(notification)["payload"])))
    assert notification_of(again) == notification


def row(notification: GameNotification) -> dict:
    return notification.row(UserFactory.build(pk=7))


@pytest.mark.parametrize("name", of_games())
def test_what_identifies_a_letter_is_in_its_key(name: str):
    """Two people, and two games or seats or waits, never share a letter."""
    assert set(PAYLOADS) == set(of_games())
    payload = PAYLOADS[name]
    keys = {row(notification_of(Letter(kind=name, payload=payload)))["key"]}
    fields = "game seat wait vote number pause message offered which invitation times"
    for field in fields.split():
        if field in kinds()[name].__dataclass_fields__:
            other = {**payload, field: "99" if field == "which" else 99}
            keys.add(row(notification_of(Letter(kind=name, payload=other)))["key"])
    assert len(keys) > 1
    assert all(key.startswith(f"{name}:") for key in keys)
    assert all(len(key) < Letter._meta.get_field("key").max_length for key in keys)


def test_what_asks_for_orders_is_put_aside_with_its_wait():
    asking = set(names_of(asks=ORDERS)) & set(of_games())
    assert asking == {"turn", "reminder", "warning", "more_time", "resumed"}
    assert names_of(asks=VOTE) == ["vote"]


def test_only_what_cannot_wait_is_urgent():
    urgent = {name for name in of_games() if kinds()[name].urgent}
    assert urgent == {"reminder", "warning", "more_time", "resumed", "played", "pause_ends"}
