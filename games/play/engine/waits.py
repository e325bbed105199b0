"""Waits: begin and end them as the game waits for players, and write the emails about them."""

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any

from games.play.engine import timing
from games.play.engine.session import GameSession, Played, turn_to_play
from games.play.event_hosts import host_of
from games.play.letters.asking import Turn
from games.play.letters.base import SeatNotification, WaitNotification
from games.play.letters.context import ORDERS
from games.play.models import EndedBy, Game, Holder, Outcome, PlayedBy, Player, Vote, Wait
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


def open_waits(session: GameSession) -> list[Wait]:
    """Return the open waits, by seat."""
    return [player.wait for player in session.players if player.wait]


def settle_waits(session: GameSession, played: Played) -> list[Player]:
    """Begin, keep or end each player's wait after a session, and write the emails about new waits.

    Return the players whose banks have changed; they are not saved. One wait has one email. A
    player keeps their wait while they continue their own turn, or while they are one of several
    who are asked and the others answer first.
    """
    post.debounce(topic=session.game.topic)
    over = waits_over(session, played)
    for wait in over:
        end_wait(session, wait.player, what_ended(wait, played))
    new = newly_asked(session, played)
    begin_waits(session, new, played.stepped_aside)
    return [wait.player for wait in over] + [each for each in new if each.seat == session.on_turn]


def waits_over(session: GameSession, played: Played) -> list[Wait]:
    """Return the open waits that end with what has been played."""
    return [wait for wait in open_waits(session) if wait.player.seat not in played.unanswered]


def newly_asked(session: GameSession, played: Played) -> list[Player]:
    """Return the people whom the game waits for now and who have no open wait."""
    asked = [session.players[seat] for seat in played.asked]
    return [player for player in asked if player.user_id is not None and not player.wait]


def what_ended(wait: Wait, played: Played) -> EndedBy:
    """Return what ended a wait that was open before a session's newest orders."""
    seat = wait.player.seat
    if seat in played.timed_out:
        return EndedBy.CLOCK
    answers = (move for move in played.moves if move.seat == seat and move.number > wait.move)
    answer = next(answers, None)
    return EndedBy.OVER if answer is None else _ANSWERED_BY[PlayedBy(answer.played_by)]


def begin_waits(
    session: GameSession, players: Sequence[Player], stepped_aside: Collection[int] = ()
) -> None:
    """Begin waits for players: start their clocks and send the emails about them.

    Standing orders of the seats `stepped_aside` did not fit. Players whose seats are on offer have
    been told that a bot plays there, and hear no more of it, nor of their turns at the start where
    the event's host tells of it.
    """
    if not players:
        return
    holders = Holder.objects.filter(player__in=players, end_move=None)
    waits = Wait.objects.bulk_create(new_waits(session, players, holders))
    if session.now == session.game.started and host_tells_start(session.game):
        return
    _notify(
        session,
        (
            post.Addressed(
                Turn(
                    game=session.game.pk,
                    seat=wait.player.seat,
                    wait=wait.pk,
                    stepped_aside=wait.player.seat in stepped_aside,
                ),
                wait.player.person,
                until=wait.deadline,
            )
            for wait in waits
            if wait.player.offered_at is None
        ),
    )


def host_tells_start(game: Game) -> bool:
    """Return whether the host of a game's event tells its players of the start."""
    host = host_of(game)
    return host is not None and host.tells_start


def new_waits(
    session: GameSession, players: Iterable[Player], holders: Iterable[Holder]
) -> list[Wait]:
    """Return new waits for players, to be saved, with running clocks; `holders` have the seats."""
    held = {holder.player_id: holder for holder in holders}
    waits = []
    for player in players:
        wait = Wait(player=player, holder=held[player.pk], move=session.number, since=session.now)
        own = session.on_turn == player.seat
        if own:
            timing.begin_turn(session.game, player, turn_to_play(session.turn))
        timing.start(session, wait, timing.budget_of(session.game, player, own=own))
        player.wait = wait
        waits.append(wait)
    return waits


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
    return post.last_asked(
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
    close(session, wait, by)
    wait.save(update_fields=["used", "clock_since", "next_check_at", "ended_at", "ended_by"])
    votes = Vote.objects.filter(about=player, closed=None)
    votes.update(closed=session.now, outcome=_OUTCOMES.get(by, Outcome.NONE))


def end_waits(session: GameSession, by: EndedBy) -> None:
    """End the waits for all players of a game that is not played on, and save these."""
    for wait in open_waits(session):
        end_wait(session, wait.player, by)
        wait.player.save(update_fields=["bank"])


def close(session: GameSession, wait: Wait, by: EndedBy) -> None:
    """End a wait and stop its clock; the caller saves it."""
    timing.stop(session, wait)
    if wait.player.banked_turn == turn_to_play(session.turn_before):
        timing.put_by(session, wait)
    wait.ended_at, wait.ended_by = session.now, by
    wait.player.wait = None


def tell_all(
    session: GameSession, kind: type[SeatNotification], *, but: Sequence[int] = (), **payload: Any
) -> None:
    """Send a notification to every person in the game, except in the seats `but`."""
    _notify(
        session,
        (
            post.Addressed(kind(game=session.game.pk, seat=player.seat, **payload), player.person)
            for player in session.players
            if player.user_id is not None and player.seat not in but
        ),
    )


def _notify(session: GameSession, letters: Iterable[post.Addressed]) -> None:
    post.notify_all(list(letters), schedule_of=session.people.schedule_of)
