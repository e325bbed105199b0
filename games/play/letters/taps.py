"""Taps: answers that one button gives, each at an address for one question and one person.

The address is signed, so nobody can guess it, and whoever has it need not sign in, as with an
address for replies by email. It names that address, and with it what was asked. It holds as long as
the device or service that shows the button is connected.
"""

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final

from django.conf import settings
from django.core import signing
from django.urls import reverse

from games.play.language import say, spoken
from games.play.letters.addresses import SeatAddress, VoteAddress, orders_address, seat_address
from games.play.letters.context import LetterContext
from games.play.models import Draft, Vote
from games.play.pages.wording import choice_of
from games.play.policies import choices_in
from games.play.scratch import Scratch, is_closed
from games.post.inbound.address import Address
from games.post.letters import Answer
from games.rules.common.message import term
from games.rules.title import AnyTitle, last_order

MOST: Final = 3
"""The most buttons; of more, phones show only some."""

ORDER, DRAFT, CHOICE = "order", "draft", "choice"
"""What a tap gives: one order, the draft as it was, or a choice in a vote."""

_SALT = "games.play.taps"
_DIGEST = 16


@dataclass(frozen=True)
class Tap:
    """An answer to what an address asks, by the user with an id, through the channel with an id.

    `value` is an order, the `digest` of a draft, or a choice.
    """

    address: SeatAddress
    user: int
    channel: int
    kind: str
    value: str

    @property
    def url(self) -> str:
        """The page that shows the question; a POST there answers it."""
        address = self.address
        named = [address.kind, address.payload, self.user, self.channel, self.kind, self.value]
        token = signing.Signer(salt=_SALT).sign_object(named)
        return settings.SITE_URL + reverse("play:answer", args=[token])


def read(token: str) -> Tap | None:
    """Return the tap in a token, or None if this site did not make it."""
    try:
        kind, payload, *rest = signing.Signer(salt=_SALT).unsign_object(token)
    except (signing.BadSignature, ValueError):
        return None
    address = seat_address(Address(kind, payload))
    return None if address is None else Tap(address, *rest)


def label_of_draft() -> str:
    """Return what the button of a draft says."""
    return say(term("button", "Play my draft"))


def digest(orders: Sequence[str]) -> str:
    """Return a short fingerprint of a draft."""
    return hashlib.sha256(json.dumps(orders).encode()).hexdigest()[:_DIGEST]


def in_vote(context: LetterContext, vote: Vote) -> tuple[Answer, ...]:
    """Return the choices of a vote, none if they are too many for buttons."""
    choices = choices_in(vote, context.game)
    if context.letter.channel_id is None or len(choices) > MOST:
        return ()
    address = VoteAddress(vote.pk, context.seat.seat)
    return tuple(
        _answer(context, address, CHOICE, choice, choice_of(vote, choice)) for choice in choices
    )


def in_wait(context: LetterContext, draft: Draft, drafted: Scratch) -> tuple[Answer, ...]:
    """Return the answers to a wait that leave nothing more to ask: the draft, or one order.

    None for email, in which one replies, nor during a pause, nor where there are rules to explain
    or something to choose from that nobody else may see.
    """
    game, title, seat = context.game, context.game.rules(), context.seat.seat
    if context.letter.channel_id is None or game.paused:
        return ()
    if context.view.prompt in context.wording.secret or context.new_primers(drafted.state):
        return ()
    address = orders_address(context.seat)
    if draft.orders:
        whole = len(drafted.lines) == len(draft.orders)
        if not (whole and is_complete(title, drafted.state, seat)):
            return ()
        return (_answer(context, address, DRAFT, digest(draft.orders), label_of_draft()),)
    return tuple(
        _answer(context, address, ORDER, text, label)
        for text, label in _only_orders(context, title, seat)
    )


def is_complete(title: AnyTitle, state: Any, seat: int) -> bool:
    """Return whether nothing is left to ask of a seat after its orders led to a position.

    The site ends a turn in which nothing else is left.
    """
    return is_closed(title, state, seat) or last_order(title, state, seat) is not None


def _only_orders(context: LetterContext, title: AnyTitle, seat: int) -> Iterator[tuple[str, str]]:
    """Yield all orders of a seat with their labels, none if they are many or more follows one."""
    state, names = context.state, context.names
    few = list(islice(title.orders(state, seat), MOST + 1))
    if len(few) > MOST:
        return
    after = (title.apply(state, seat, order) for order in few)
    if not all(is_complete(title, each, seat) for each in after):
        return
    for order in few:
        text = title.write(state, order)
        yield text, context.wording.label(context.view, order, text, names, spoken())


def _answer(
    context: LetterContext, address: SeatAddress, kind: str, value: str, label: str
) -> Answer:
    letter = context.letter
    tap = Tap(address, letter.reader.pk, letter.channel_id or 0, kind, value)
    return Answer(name=kind if kind == DRAFT else value, label=label, url=tap.url)
