"""Carry out replies with orders: play them, or save them as a draft.

The orders of an email are one draft: all of them are accepted or none. No order is accepted after
one that needs another player's answer or reveals something, so failing orders never leak
information.
"""

from collections.abc import Callable, Sequence
from dataclasses import asdict
from typing import Final

from django.db import transaction

from games.play import services
from games.play.engine.locks import check_running
from games.play.errors import NotYourTurn, PlayError
from games.play.keywords import meanings
from games.play.language import error_text, say, spoken
from games.play.letters.addresses import SeatAddress, orders_address
from games.play.letters.answers import EMPTIED, KEPT, PLAYED, REFUSED, SHOWN, STALE, Result
from games.play.models import Draft, Game, Player
from games.play.pages.confirming import endings_of
from games.play.pages.legal import legal_orders
from games.play.pages.listing import listed_orders
from games.play.pages.primers import new_primers, primers_met
from games.play.replies.parse import (
    DRAFT,
    HELP,
    RESET,
    STATUS,
    UNDO,
    YES,
    ReplyCommand,
    order_checker,
    parse_reply,
)
from games.play.scratch import after_draft, is_closed
from games.post.inbound.replies import Reply
from games.rules.common.message import Message, Notation, message
from games.rules.errors import IllegalOrder, RulesError, cut

MOST_ORDERS = 60

TOO_LONG: Final = message(
    "Your reply is too long to read. Send only your orders, without pictures and without the "
    "message you're replying to."
)
OUTDATED: Final = message("You replied to an old message, and the game has moved on since.")


class BadLine(Exception):
    """An order that is refused; `good` are the orders before it."""

    def __init__(self, good: Sequence[str], number: int, line: str, reason: str) -> None:
        super().__init__(reason)
        self.good = good
        self.number = number
        self.line = line


def carry_out(game: Game, player: Player, reply: Reply, address: SeatAddress) -> Result:
    """Play the orders of a player's reply to an address, or save them as a draft."""
    if not reply.complete:
        return Result(REFUSED, [say(TOO_LONG)])
    is_order = _order_checker(game)
    command = parse_reply(reply, is_order, meanings(spoken()))
    if command.name in (HELP, STATUS, DRAFT, YES):
        return _show(game, player, command.name)
    result = execute(game, player, command, address, OUTDATED)
    if result.since is not None and any(map(is_order, command.below)):
        result.notes.append(say(message("Anything below 'confirm' was ignored.")))
    return result


def execute(
    game: Game, player: Player, command: ReplyCommand, address: SeatAddress, outdated: Message
) -> Result:
    """Carry out what a player's reply to an address says, all of it or nothing.

    `outdated` says why nothing was done after the game has moved on.
    """
    since = game.moves_made
    try:
        check_running(game)
        if address != orders_address(player):
            return Result(STALE, [say(outdated)])
        with transaction.atomic():
            result = _execute(game, player, command)
    except BadLine as bad:
        return _refuse(game, player, bad)
    except (PlayError, RulesError) as error:
        return Result(REFUSED, [error_text(error)])
    result.since = since
    return result


def _order_checker(game: Game) -> Callable[[str], bool]:
    """Return a function that says whether a line is an order in this game, legal or not."""
    if game.state is None:
        return lambda line: False
    return order_checker(game.rules(), game.position())


def _show(game: Game, player: Player, command: str) -> Result:
    """Return the result of a command that changes nothing."""
    notes: list[str] = []
    if command == YES and game.is_running and player.is_waited_for:
        notes = [_instead_of_yes(game, player)]
    return Result(SHOWN, notes, help=command == HELP)


def _instead_of_yes(game: Game, player: Player) -> str:
    """Return what to write instead, for a player who only wrote 'yes'."""
    draft = Draft.objects.of(player)
    if draft and draft.orders:
        return say(
            message(
                "To play your draft ({orders}), reply 'confirm'.",
                orders=Notation("; ".join(draft.orders)),
            )
        )
    legal = legal_orders(game.rules(), game.position(), player.seat)
    only = [example for group in legal for example in group.examples]
    if len(only) == 1:
        return say(
            message(
                "You can only order '{order}'. Reply with that, and 'confirm' below it.",
                order=Notation(only[0]),
            )
        )
    return say(message("Reply with your orders, one per line, and 'confirm' below them."))


def _execute(game: Game, player: Player, command: ReplyCommand) -> Result:
    """Change and confirm the draft as a reply says; raises BadLine, PlayError or RulesError."""
    if len(command.orders) > MOST_ORDERS:
        raise PlayError(
            message(
                "One reply can have at most {number} orders. No turn needs as many.",
                number=MOST_ORDERS,
            )
        )
    draft = Draft.objects.of(player) or Draft()
    earlier = list(draft.orders)
    if command.name == RESET:
        services.reset_draft(player=player, version=game.version, draft_version=draft.version)
        return Result(EMPTIED)
    if command.name == UNDO:
        if not earlier:
            raise PlayError(message("Your draft is empty, so there is nothing to undo."))
        services.undo(player=player, version=game.version, draft_version=draft.version)
        return Result(KEPT if earlier[1:] else EMPTIED)
    # Orders that only end a drafted turn or answer are added to that draft.
    adds = command.adds or (bool(earlier) and command.orders in _endings(game, player, earlier))
    replaces = bool(command.orders) and not adds
    if replaces:
        draft = services.reset_draft(
            player=player, version=game.version, draft_version=draft.version
        ).draft
    draft = _add(game, player, draft, command.orders)
    notes = []
    if replaces and earlier and earlier != draft.orders:
        replaced = message(
            "They replaced your draft: {orders}.", orders=Notation("; ".join(earlier))
        )
        notes = [say(replaced)]
    if not command.confirm:
        return Result(KEPT, notes)
    _confirm(game, player, draft, len(command.orders))
    return Result(PLAYED, notes)


def _endings(game: Game, player: Player, drafted: Sequence[str]) -> list[tuple[str, ...]]:
    """Return the orders that would be added to a draft: the ways to end it."""
    title = game.rules()
    before = game.position()
    try:
        state = after_draft(title, before, player.seat, list(drafted))
        if is_closed(title, state, player.seat):
            state = after_draft(title, before, player.seat, list(drafted[:-1]))
    except IllegalOrder:
        return []
    endings = endings_of(title, state, player.seat)
    return [ending.orders for ending in endings]


def _add(game: Game, player: Player, draft: Draft, orders: Sequence[str]) -> Draft:
    """Add orders to a draft; raises BadLine or NotYourTurn."""
    for number, line in enumerate(orders, 1):
        try:
            draft = services.draft_order(
                player=player, version=game.version, draft_version=draft.version, order=line
            ).draft
        except NotYourTurn:
            raise
        except (PlayError, RulesError) as error:
            raise BadLine(draft.orders, number, cut(line), error_text(error)) from error
    return draft


def _confirm(game: Game, player: Player, draft: Draft, added: int) -> None:
    """Play a draft whose last orders, as many as `added`, are from this email."""
    played = services.confirm_draft(
        player=player, version=game.version, draft_version=draft.version
    )
    # Emails explained what mattered before the first order, and before the first of this email.
    explained = {0, len(draft.orders) - added}
    steps = [step for at, step in enumerate(played.steps) if at in explained]
    services.read_primers(user=player.person, title=game.title, primers=primers_met(steps))


def _refuse(game: Game, player: Player, bad: BadLine) -> Result:
    """Return the result of a wrong line, with what the player may order there instead.

    Nothing can follow a draft that is closed.
    """
    title, before, seat = game.rules(), game.position(), player.seat
    state = after_draft(title, before, seat, list(bad.good))
    closed = is_closed(title, state, seat)
    legal = [] if closed else listed_orders(title, state, seat, bad.line)
    return Result(
        REFUSED,
        [str(bad)],
        wrong=bad.line,
        number=bad.number,
        legal=[asdict(each) for each in legal],
        primers=[primer._asdict() for primer in new_primers(title, before, state, seat)],
    )
