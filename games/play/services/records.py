"""Games that were played elsewhere or by bots, entered as games between people."""

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime

from django.db import transaction

from games.accounts.models import User
from games.play.engine.finishing import save
from games.play.engine.recorded import play_recorded
from games.play.engine.session import GameSession
from games.play.engine.telling import tell_ratings
from games.play.engine.waits import close, new_waits, newly_asked, waits_over, what_ended
from games.play.models import Game, Holder, Wait
from games.play.services.seats import SeatPlan, Terms, begin, create_game
from games.rules.record import Record

Answering = Callable[[int, datetime], datetime]
"""Returns when the player in a seat, who is asked at a moment, plays."""


@transaction.atomic
def play_record(
    *,
    known: Record,
    people: Sequence[User],
    name: str,
    terms: Terms,
    began: datetime,
    answered: Answering,
) -> Game:
    """Play a record as a game of `people`, in seat order, that began at a moment in the past.

    The first of them created it. Its moves, waits, result and ratings are those that real play
    would have left, but nobody is notified. Raises IllegalOptions or IllegalOrder where today's
    rules do not allow what the record says.
    """
    game = create_game(
        creator=people[0],
        title=known.title,
        seats=[SeatPlan(user=person) for person in people],
        options=known.options,
        name=name,
        terms=terms,
        start=False,
    )
    game.created = game.idle_since = began
    holders = Holder.objects.filter(player__game=game)
    holders.update(since=began)
    session = begin(game, began)
    play_recorded(session, known.orders)
    waits = _settled(session, holders)
    while session.number < len(known.orders):
        seat = known.orders[session.number].seat
        session.go_to(answered(seat, session.now))
        play_recorded(session, known.orders, seat)
        waits += _settled(session, holders)
    Wait.objects.bulk_create(waits)
    save(session, session.played(), session.players)
    if game.is_over:
        tell_ratings(game)
    return game


def _settled(session: GameSession, holders: Iterable[Holder]) -> list[Wait]:
    """End the waits that are over, and return the new ones; all of them are saved at the end."""
    played = session.played()
    for wait in waits_over(session, played):
        close(session, wait, what_ended(wait, played))
    return new_waits(session, newly_asked(session, played), holders)
