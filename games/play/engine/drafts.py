"""Drafts after a confirmation: one is played, the others keep what is still legal."""

from typing import Any

from games.play.engine.session import GameSession
from games.play.models import Draft, Player
from games.play.scratch import is_closed
from games.rules.errors import IllegalOrder
from games.rules.title import Title


def recheck_drafts(session: GameSession, *, confirmed: Player) -> None:
    """Empty the draft of the player who confirmed, and keep of the others what is still legal."""
    game, title = session.game, session.title
    for draft in Draft.objects.filter(player__game=game).select_related("player"):
        if draft.player_id == confirmed.pk:
            keep(draft, game.version, [])
            continue
        legal = _legal_beginning(title, session.state, draft.player.seat, draft.orders)
        if legal != draft.orders:
            keep(draft, draft.base, legal)


def keep(draft: Draft, base: int, orders: list[str]) -> Draft:
    """Save a draft with these orders, as made on version `base` of the game; return it."""
    draft.orders = orders
    draft.base = base
    draft.version += 1
    draft.save()
    return draft


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
