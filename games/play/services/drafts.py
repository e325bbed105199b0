"""Drafts: orders put together, taken back, and seen by nobody else."""

from typing import Any

from django.db import transaction

from games.play.errors import PlayError, Stale
from games.play.models import Draft, Game, Player
from games.play.services.course import Course
from games.play.services.locks import check_asked, check_running, locked_game, own_seat
from games.rules.errors import IllegalOrder
from games.rules.title import Title


def after_draft(title: Title, state: Any, seat: int, orders: list[str]) -> Any:
    """Return the scratch position after a draft's orders; raises IllegalOrder."""
    for text in orders:
        state = title.apply(state, seat, title.read(state, text))
    return state


def is_closed(title: Title, state: Any, seat: int) -> bool:
    """Return whether a draft that came to `state` can only be confirmed or taken back."""
    return seat not in title.to_move(state)


@transaction.atomic
def draft_order(*, player: Player, version: int, draft_version: int, order: str) -> Draft:
    """Add an order to the player's draft after checking it on the position that the draft makes.

    Raises LostSeat, Stale, NotYourTurn, IllegalOrder, or PlayError when the draft is closed.
    """
    game, draft = _open_draft(player, version)
    title = game.rules()
    base = title.load(game.state)
    check_asked(player, title.to_move(base), _names(game))
    if draft.version == draft_version + 1 and draft.orders[-1:] == [order]:
        raise Stale("This order is in your draft already, once.")
    check_draft_version(draft, draft_version)
    state = after_draft(title, base, player.seat, draft.orders)
    if draft.orders and is_closed(title, state, player.seat):
        raise PlayError(
            "What is drafted hands over to others: confirm it first, or take the last order back."
        )
    read = title.read(state, order)
    title.apply(state, player.seat, read)
    return _keep(draft, game.version, [*draft.orders, title.write(state, read)])


@transaction.atomic
def take_back(*, player: Player, version: int, draft_version: int) -> Draft:
    """Take the last order out of the draft."""
    game, draft = _open_draft(player, version)
    check_draft_version(draft, draft_version)
    return _keep(draft, game.version, draft.orders[:-1])


@transaction.atomic
def reset_draft(*, player: Player, version: int, draft_version: int) -> Draft:
    """Empty the draft."""
    game, draft = _open_draft(player, version)
    check_draft_version(draft, draft_version)
    return _keep(draft, game.version, [])


def check_draft_version(draft: Draft, draft_version: int) -> None:
    """Raise Stale unless the click was made on the draft as it is now."""
    if draft.version != draft_version:
        raise Stale(
            "Your draft had changed before this click arrived, so the click was not taken; "
            "here is the draft as it stands."
        )


def recheck_drafts(course: Course, *, confirmed: Player) -> None:
    """Empty the draft of the player who confirmed, and keep of the others what is still legal."""
    game, title = course.game, course.title
    for draft in Draft.objects.filter(player__game=game).select_related("player"):
        if draft.player_id == confirmed.pk:
            _keep(draft, game.version, [])
            continue
        legal = _legal_beginning(title, course.state, draft.player.seat, draft.orders)
        if legal != draft.orders:
            _keep(draft, draft.base, legal)


def _legal_beginning(title: Title, state: Any, seat: int, orders: list[str]) -> list[str]:
    legal: list[str] = []
    for text in orders:
        if is_closed(title, state, seat):
            break
        try:
            state = title.apply(state, seat, title.read(state, text))
        except IllegalOrder:
            break
        legal.append(text)
    return legal


def _open_draft(player: Player, version: int) -> tuple[Game, Draft]:
    game = locked_game(player.game_id)
    check_running(game)
    player = own_seat(player)
    if version != game.version:
        raise Stale(
            "The table has moved on since your page was drawn; see what is new and choose again."
        )
    draft, _ = Draft.objects.get_or_create(player=player)
    return game, draft


def _keep(draft: Draft, base: int, orders: list[str]) -> Draft:
    draft.orders = orders
    draft.base = base
    draft.version += 1
    draft.save()
    return draft


def _names(game: Game) -> list[str]:
    return [player.name for player in Player.objects.at_table(game)]
