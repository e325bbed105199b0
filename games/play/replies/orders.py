"""Take replies to emails of a game: play their orders or save them as a draft, and write back.

The orders of an email are one draft: all of them are taken or none. No order is accepted after one
that needs another player's answer or reveals something, so failing orders never leak information.
"""

from collections.abc import Callable, Sequence
from dataclasses import asdict
from typing import Any

from django.db import transaction

from games.accounts.models import User
from games.drawing import DRAWINGS
from games.play import services
from games.play.engine.locks import check_running
from games.play.errors import NotYourTurn, PlayError
from games.play.letters.addresses import holders_of, is_current, seat_of
from games.play.letters.answer import EMPTIED, KEPT, PLAYED, REFUSED, STALE, TOLD, Reply
from games.play.models import Draft, Game, Player
from games.play.pages.confirming import endings_of
from games.play.pages.legal import legal_orders
from games.play.pages.listing import listed_orders
from games.play.pages.primers import new_primers
from games.play.replies.handler import owner_of, taken
from games.play.replies.parse import (
    CONFIRM,
    DRAFT,
    HELP,
    RESET,
    STATUS,
    UNDO,
    YES,
    Wish,
    understand,
)
from games.play.scratch import after_draft, is_closed
from games.post.inbound.replies import Incoming, Outcome
from games.rules.errors import IllegalOrder, RulesError, cut
from games.rules.title import AnyTitle

MOST_ORDERS = 60

TOO_LONG = (
    "Your email is too long to read. Send only your orders, without pictures and without the email "
    "you are replying to."
)


class BadLine(Exception):
    """An order that cannot be taken; `good` are the orders before it."""

    def __init__(self, good: Sequence[str], number: int, line: str, reason: str) -> None:
        super().__init__(reason)
        self.good = good
        self.number = number
        self.line = line


def take(incoming: Incoming) -> Outcome:
    """Carry out a reply and write back."""
    return taken(
        incoming,
        seat_of(incoming.payload),
        holders_of(incoming.payload),
        lambda game, player: _reply(game, player, incoming),
    )


def owner(payload: str) -> tuple[User, str] | None:
    """Return the person to whom an address was given and the game's topic, or None."""
    return owner_of(holders_of(payload))


def _reply(game: Game, player: Player, incoming: Incoming) -> Reply:
    if not incoming.complete:
        return Reply(REFUSED, [TOO_LONG])
    wish = _wish(game, incoming)
    if wish.command in (HELP, STATUS, DRAFT, YES):
        return _told(game, player, wish.command)
    try:
        check_running(game)
    except PlayError as over:
        return Reply(REFUSED, [str(over)])
    if not is_current(incoming.payload, player):
        return Reply(
            STALE,
            ["You replied to an old email, and the game has moved on since."],
        )
    before = Draft.objects.of(player)
    drafted = list(before.orders) if before else []
    since = game.moves_made
    try:
        with transaction.atomic():
            reply = _done(game, player, wish, drafted)
    except BadLine as bad:
        return _refused(game, player, bad)
    except (PlayError, RulesError) as error:
        return Reply(REFUSED, [str(error)])
    reply.since = since
    reply.notes += _unread(game, wish)
    return reply


def _wish(game: Game, incoming: Incoming) -> Wish:
    """Return what a reply asks for, by its HTML if only that is clear.

    Mail programs break the lines of the text but not of the HTML. It counts only if it begins with
    all that was read of the text.
    """
    is_order, names = _speller(game), (incoming.user.username, incoming.called)
    wish = understand(incoming.lines, is_order, names)
    read, unbroken = (
        "".join("".join(each).split()) for each in (incoming.lines, incoming.unbroken)
    )
    if wish.clear or not unbroken.startswith(read):
        return wish
    other = understand(incoming.unbroken, is_order, names)
    return other if other.clear else wish


def _told(game: Game, player: Player, command: str) -> Reply:
    notes: list[str] = []
    if command == YES and game.is_running and player.is_waited_for:
        notes = [_instead_of_yes(game, player)]
    return Reply(TOLD, notes, help=command == HELP)


def _instead_of_yes(game: Game, player: Player) -> str:
    """Return what to write instead, for a player who only wrote 'yes'."""
    draft = Draft.objects.of(player)
    if draft and draft.orders:
        return f"To play your draft ({'; '.join(draft.orders)}), reply '{CONFIRM}'."
    legal = legal_orders(game.rules(), game.position(), player.seat)
    only = [example for group in legal for example in group.examples]
    if len(only) == 1:
        return f"You can only order '{only[0]}'. Reply with that, and '{CONFIRM}' below it."
    return f"Reply with your orders, one per line, and '{CONFIRM}' below them."


def _done(game: Game, player: Player, wish: Wish, drafted: list[str]) -> Reply:
    """Draft and confirm the orders of a reply; raises BadLine, PlayError or RulesError."""
    if len(wish.orders) > MOST_ORDERS:
        raise PlayError(f"An email can have at most {MOST_ORDERS} orders. No turn needs as many.")
    if wish.command == RESET:
        _emptied(game, player)
        return Reply(EMPTIED)
    if wish.command == UNDO:
        if not drafted:
            raise PlayError("Your draft is empty, so there is nothing to undo.")
        _undone(game, player)
        return Reply(KEPT if drafted[1:] else EMPTIED)
    # Orders that only end a drafted turn or answer are added to that draft.
    goes_on = wish.adds or (bool(drafted) and wish.orders in _stops(game, player, drafted))
    draft = Draft.objects.of(player) or Draft()
    if wish.orders and not goes_on:
        draft = _emptied(game, player)
    for number, line in enumerate(wish.orders, 1):
        try:
            draft = services.draft_order(
                player=player, version=game.version, draft_version=draft.version, order=line
            )
        except NotYourTurn:
            raise
        except (PlayError, RulesError) as error:
            raise BadLine(draft.orders, number, cut(line), str(error)) from error
    notes = []
    if drafted and wish.orders and not goes_on and drafted != draft.orders:
        notes = [f"They replaced your draft: {'; '.join(drafted)}."]
    if not wish.confirm:
        return Reply(KEPT, notes)
    played = services.confirm_draft(
        player=player, version=game.version, draft_version=draft.version
    )
    # Emails have told what mattered before the first order, and before the first of this email.
    told = {0, len(draft.orders) - len(wish.orders)}
    met = [primer for at, each in enumerate(played.met) if at in told for primer in each]
    services.read_primers(user=player.person, title=game.title, primers=met)
    return Reply(PLAYED, notes)


def _emptied(game: Game, player: Player) -> Draft:
    draft = Draft.objects.of(player) or Draft()
    return services.reset_draft(player=player, version=game.version, draft_version=draft.version)


def _undone(game: Game, player: Player) -> None:
    draft = Draft.objects.of(player) or Draft()
    services.undo(player=player, version=game.version, draft_version=draft.version)


def _stops(game: Game, player: Player, drafted: Sequence[str]) -> list[tuple[str, ...]]:
    """Return the orders that would be added to a draft: the ways to end it."""
    title = game.rules()
    before = game.position()
    try:
        state = after_draft(title, before, player.seat, list(drafted))
        if is_closed(title, state, player.seat):
            state = after_draft(title, before, player.seat, list(drafted[:-1]))
    except IllegalOrder:
        return []
    endings = endings_of(title, state, player.seat, DRAWINGS[game.title])
    return [ending.orders for ending in endings]


def _refused(game: Game, player: Player, bad: BadLine) -> Reply:
    """Return the answer to a wrong line, with what the player may order there instead.

    Nothing can follow a draft that is closed.
    """
    title, before, seat = game.rules(), game.position(), player.seat
    state = after_draft(title, before, seat, list(bad.good))
    closed = is_closed(title, state, seat)
    legal = [] if closed else listed_orders(title, state, seat, bad.line)
    return Reply(
        REFUSED,
        [str(bad)],
        wrong=bad.line,
        number=bad.number,
        legal=[asdict(each) for each in legal],
        primers=[primer._asdict() for primer in new_primers(title, before, state, seat)],
    )


def _unread(game: Game, wish: Wish) -> list[str]:
    """Return a warning if there are orders where they are ignored."""
    if any(map(_speller(game), wish.after)):
        return ["Anything below 'confirm' was ignored."]
    return []


def _speller(game: Game) -> Callable[[str], bool]:
    """Return a function that tells whether a line is an order in this game, legal or not."""
    if game.state is None:
        return lambda line: False
    return speller(game.rules(), game.position())


def speller(title: AnyTitle, state: Any) -> Callable[[str], bool]:
    """Return a function that tells whether a line is an order in a position, legal or not."""

    def is_order(line: str) -> bool:
        try:
            title.read(state, line)
        except IllegalOrder:
            return False
        return True

    return is_order
