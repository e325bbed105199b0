"""Laws about waits: whom play asks is waited for, and each wait has its letter."""

from collections.abc import Iterator
from itertools import chain, groupby

from django.utils import timezone

from games.play.history import walk
from games.play.models import Game, Wait
from games.post.models import Letter
from games.rules.title import CHANCE
from tests.soak.laws.evidence import Evidence, Seats, told_otherwise

ASKING = "turn"
"""The kind of letters that ask for orders."""
State = Letter.State


def waits(evidence: Evidence) -> Iterator[str]:
    """Whom play asks is waited for, from then on, and nobody else."""
    for game in Game.objects.exclude(state=None):
        for sentence in _waits(game):
            yield f"Game {game.pk}: {sentence}"


def letters(evidence: Evidence) -> Iterator[str]:
    """Each wait has one letter, which was sent or has become needless, and none has no wait.

    One whose seat was on offer, or which began with a game of a league, may have none.
    """
    for game in Game.objects.all():
        for sentence in _letters(game):
            yield f"Game {game.pk}: {sentence}"


def _waits(game: Game) -> Iterator[str]:
    seats, asked = Seats(game), dict(_asked(game))
    found = list(Wait.objects.filter(player__game=game).select_related("player"))
    for wait in found:
        if wait.player.seat not in asked.get(wait.move, ()):
            yield f"it waited for seat {wait.player.seat} after move {wait.move}, and play did not."
    begun = {(wait.player.seat, wait.move) for wait in found}
    before: tuple[int, ...] = ()
    for number, now in sorted(asked.items()):
        for seat in sorted(set(now) - set(before)):
            if (seat, number) not in begun and seats.stayed(seat, number):
                yield f"play asked seat {seat} after move {number}, and no wait began."
        before = now
    people = set(game.players.filter(user__isnull=False).values_list("seat", flat=True))
    ended = not game.is_running
    owed = [] if ended else sorted(people.intersection(before))
    open_now = sorted(wait.player.seat for wait in found if wait.ended_at is None)
    if open_now != owed:
        yield f"it waits for seats {open_now}, and play asks {owed}."


def _asked(game: Game) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Yield which seats play waited for after each session, by the number of its last move."""
    title = game.rules()
    seats = title.to_move(game.first_position())
    if seats != (CHANCE,):
        yield 0, seats
    for _, together in groupby(walk(game), key=lambda step: step[0].when):
        *_, (move, state) = together
        yield move.number, title.to_move(state)


def _letters(game: Game) -> Iterator[str]:
    about: dict[int, list[Letter]] = {}
    for letter in Letter.objects.filter(topic=game.topic, channel=None):
        if letter.payload.get("wait"):
            about.setdefault(letter.payload["wait"], []).append(letter)
    for wait in Wait.objects.filter(player__game=game).select_related("player__game", "holder"):
        seat, found = wait.player.seat, about.pop(wait.pk, [])
        asking = [letter for letter in found if letter.kind == ASKING]
        if not asking and told_otherwise(wait):
            continue
        if len(asking) != 1:
            yield f"the wait for seat {seat} after move {wait.move} has {len(asking)} letters."
        elif wait.ended_at is None and not game.paused and not any(map(reaches, found)):
            yield f"seat {seat} is waited for, and its letter is {asking[0].state}."
    for letter in chain.from_iterable(about.values()):
        yield f"{letter} asks about no wait of the game."


def reaches(letter: Letter) -> bool:
    """Return whether a letter was sent, or waits for the end of somebody's quiet hours."""
    later = letter.state == State.WAITING and letter.due_at > timezone.now()
    return letter.state == State.SENT or later
