"""Drafts after a confirmation: the confirmed one is emptied, the others keep their legal orders."""

from typing import Any

from games.play.engine.session import GameSession
from games.play.models import Draft, Player
from games.play.scratch import is_closed
from games.rules.errors import IllegalOrder
from games.rules.title import AnyTitle


def recheck_drafts(session: GameSession, *, confirmed: Player | None) -> None:
    """Empty the confirming player's draft, and cut the others' at their first illegal order."""
    game, title = session.game, session.title
    seats = {player.pk: player.seat for player in session.players}
    for draft in session.drafts:
        if confirmed is not None and draft.player_id == confirmed.pk:
            keep(draft, game.version, [])
            continue
        legal = _legal_beginning(title, session.state, seats[draft.player_id], draft.orders)
        if legal != draft.orders:
            keep(draft, draft.base, legal)


def keep(draft: Draft, base: int, orders: list[str]) -> Draft:
    """Save a draft with new orders, made on version `base` of the game; return it."""
    draft.orders = orders
    draft.base = base
    draft.version += 1
    draft.save()
    return draft


def _legal_beginning(title: AnyTitle, state: Any, seat: int, orders: list[str]) -> list[str]:
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
