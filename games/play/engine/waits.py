"""Waits: begin and end them as the game waits for players, and write the emails about them."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from games.play.engine import timing
from games.play.engine.session import GameSession, turn_to_play
from games.play.letters.base import SeatNotification, WaitNotification
from games.play.letters.scene import ORDERS
from games.play.letters.turn import Turn
from games.play.models import EndedBy, Holder, Outcome, PlayedBy, Player, Vote, Wait
from games.post import services as post

_ANSWERED_BY = {
    PlayedBy.SEAT: EndedBy.ANSWERED,
    PlayedBy.STANDING: EndedBy.STANDING,
    PlayedBy.PLANNED: EndedBy.STANDING,
    PlayedBy.CLOCK: EndedBy.CLOCK,
    PlayedBy.SITE: EndedBy.ANSWERED,
}

_OUTCOMES = {
    EndedBy.ANSWERED: Outcome.MOVED,
    EndedBy.STANDING: Outcome.MOVED,
    EndedBy.BOT: Outcome.REPLACED,
    EndedBy.LEFT: Outcome.LEFT,
    EndedBy.OVER: Outcome.OVER,
    EndedBy.REWOUND: Outcome.REWOUND,
}
"""How a vote about an absent player ends with their wait, by what ended that."""

APART = timedelta(hours=1)
"""The shortest time between two emails about the same wait."""


def settle_waits(session: GameSession) -> None:
    """Begin, keep or end each player's wait after a session, and write the emails about new waits.

    Saving the session saves what this changes in players. One wait has one email. A player keeps
    their wait while they continue their own turn, or while they are one of several who are asked
    and the others answer first.
    """
    asked = session.to_move()
    post.debounce(topic=session.game.topic)
    people = [player for player in session.players if player.user_id is not None]
    for player in people:
        if player.wait and not (player.seat in asked and goes_on(session, player)):
            end_wait(session, player, what_ended(session, player))
    begin_waits(session, [each for each in people if each.seat in asked and not each.wait])


def what_ended(session: GameSession, player: Player) -> EndedBy:
    """Return what ended a wait that was open before a session."""
    if player.seat in session.timed_out:
        return EndedBy.CLOCK
    answers = (move for move in session.moves if move.seat == player.seat)
    answer = next(answers, None)
    return EndedBy.OVER if answer is None else _ANSWERED_BY[PlayedBy(answer.played_by)]


def goes_on(session: GameSession, player: Player) -> bool:
    """Return whether a waiting player is still being asked for the same thing."""
    same_turn = session.on_turn() == player.seat and session.turn == session.turn_before
    return same_turn or player.seat in session.still_asked


def begin_waits(session: GameSession, players: Sequence[Player]) -> None:
    """Begin waits for players: start their clocks and send the emails about them.

    Players whose seats are on offer have been told that a bot plays there, and hear no more of it.
    """
    if not players:
        return
    holders = Holder.objects.filter(player__in=players, end_move=None)
    held = {holder.player_id: holder for holder in holders}
    for player in players:
        player.wait = Wait(
            player=player, holder=held[player.pk], move=session.number, since=session.now
        )
        own = session.on_turn() == player.seat
        if own:
            timing.begin_turn(session, player, turn_to_play(session.turn))
        timing.start(session, player.wait, timing.budget_of(session.game, player, own=own))
    waits = Wait.objects.bulk_create(player.wait for player in players if player.wait)
    session.notify(
        post.Addressed(_turn(session, wait), wait.player.person, until=wait.deadline)
        for wait in waits
        if wait.player.offered_at is None
    )


def _turn(session: GameSession, wait: Wait) -> Turn:
    seat = wait.player.seat
    aside = seat in session.stepped_aside
    return Turn(game=session.game.pk, seat=seat, wait=wait.pk, stepped_aside=aside)


def tell_of_wait(
    session: GameSession, wait: Wait, kind: type[WaitNotification], which: str, **payload: Any
) -> datetime:
    """Send an email about a wait, and return when its player may read it.

    Unsent emails about the wait are superseded. After a sent one, the new email follows at the
    earliest APART later. `which` tells it from others of its kind about the same wait.
    """
    player = wait.player
    post.supersede(topic=session.game.topic, user=player.person, asks=ORDERS)
    told = told_of_wait(session, wait)
    letter = post.notify(
        kind(game=session.game.pk, seat=player.seat, wait=wait.pk, which=which, **payload),
        user=player.person,
        not_before=told + APART if told else None,
    )
    return letter.due_at


def told_of_wait(session: GameSession, wait: Wait) -> datetime | None:
    """Return when the newest email about a wait was sent or is due, or None."""
    return post.last_told(
        user=wait.player.person,
        topic=session.game.topic,
        asks=ORDERS,
        since=wait.since,
    )


def end_wait(session: GameSession, player: Player, by: EndedBy) -> None:
    """End the wait for a player, if there is one, and drop its unsent emails."""
    wait = player.wait
    if wait is None:
        return
    post.supersede(topic=session.game.topic, user=player.person, asks=ORDERS)
    timing.stop(session, wait)
    if player.banked_turn == turn_to_play(session.turn_before):
        timing.put_by(session, wait)
    wait.ended_at, wait.ended_by = session.now, by
    wait.save(update_fields=["used", "clock_since", "next_check_at", "ended_at", "ended_by"])
    player.wait = None
    votes = Vote.objects.filter(about=player, closed=None)
    votes.update(closed=session.now, outcome=_OUTCOMES.get(by, Outcome.NONE))


def tell_all(
    session: GameSession, kind: type[SeatNotification], *, but: tuple[int, ...] = (), **payload: Any
) -> None:
    """Send a notification to every person in the game, except in the seats `but`."""
    session.notify(
        post.Addressed(kind(game=session.game.pk, seat=player.seat, **payload), player.person)
        for player in session.players
        if player.user_id is not None and player.seat not in but
    )
