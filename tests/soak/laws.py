"""What must be true afterwards, read from the database, the log and the mail server."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from django.conf import settings

from games.play.history import first_state, walk
from games.play.management.commands.verify_games import problem_of
from games.play.models import Game, Player
from games.post.envelope import message_id
from games.post.models import Letter
from tests.soak.house import THREADS

ASKING = "turn"
"""Keys of letters that ask for orders begin with it, then game, seat and the wait's first move."""

DELAY = 1.0
"""Seconds in which the mail server reads what a worker sent before it was dead."""


def broken(taken: Mapping[str, Sequence[float]], killed: Sequence[float]) -> list[str]:
    """Return every breach of the laws in a sentence.

    `taken` are the moments in which each mail came, by Message-ID, `killed` those in which a worker
    was dead; both in seconds of one clock. Each game replays. Each wait has its letter and no
    letter is without its wait. Each letter that was sent was taken once, each other one never; but
    what a worker had in hand when it was killed may come again.
    """
    breaches = [
        f"Game {game.pk}: {problem}" for game in Game.objects.all() if (problem := problem_of(game))
    ]
    breaches += [
        f"Game {game.pk}: {sentence}" for game in Game.objects.all() for sentence in _waits(game)
    ]
    letters = {message_id(letter): letter for letter in Letter.objects.all()}
    breaches += [f"A mail without a letter: {name}" for name in taken.keys() - letters.keys()]
    for name, letter in letters.items():
        times = len(taken.get(name, ()))
        if letter.state == Letter.State.SENT and not times:
            breaches.append(f"{letter} counts as sent and never came.")
        elif letter.state != Letter.State.SENT and times:
            breaches.append(f"{letter} came though it is {letter.state}.")
        if letter.state in (Letter.State.WAITING, Letter.State.FAILED):
            breaches.append(f"{letter} is {letter.state}: {letter.error}")
    return breaches + [
        f"A mail came again, and no worker was killed with it in hand: {letters.get(name, name)}"
        for name in unexplained(taken, killed)
    ]


def doubles(taken: Mapping[str, Sequence[float]]) -> int:
    """Return how many mails came again."""
    return sum(len(moments) - 1 for moments in taken.values())


def unexplained(taken: Mapping[str, Sequence[float]], killed: Sequence[float]) -> list[str]:
    """Return the mails that came again though no worker died before it noted the copy before.

    Each worker that died explains as many as it does at once, taken no longer before its death than
    a task may last: the window of which docs/running.md tells.
    """
    copies = sorted(
        (moment, name) for name, moments in taken.items() for moment in sorted(moments)[:-1]
    )
    room = dict.fromkeys(sorted(killed), THREADS)
    left = []
    for moment, name in copies:
        deaths = (
            death
            for death, free in room.items()
            if free and -DELAY <= death - moment <= settings.CELERY_TASK_TIME_LIMIT
        )
        death = next(deaths, None)
        if death is None:
            left.append(name)
        else:
            room[death] -= 1
    return left


def _waits(game: Game) -> Iterator[str]:
    """Yield what is wrong with the letters that ask for orders in a game."""
    asked = dict(_asked(game))
    kept = Counter(
        tuple(map(int, key.split(":")[2:4]))
        for key in Letter.objects.filter(
            subject_of=game.subject, key__startswith=f"{ASKING}:", channel=None
        ).values_list("key", flat=True)
    )
    for (seat, number), times in kept.items():
        if times > 1:
            yield f"{times} letters ask seat {seat} for the same."
        if seat not in asked.get(number, ()):
            yield f"a letter asks seat {seat} after move {number}, and play did not."
    before: tuple[int, ...] = ()
    untold = set()
    for number, seats in sorted(asked.items()):
        for seat in set(seats) - set(before):
            if not kept[seat, number]:
                untold.add((seat, number))
        before = seats
    for player in Player.objects.filter(game=game, wait_move__isnull=False):
        letter = Letter.objects.filter(
            key=f"{ASKING}:{game.pk}:{player.seat}:{player.wait_move}"
        ).first()
        if letter is None:
            untold.add((player.seat, player.wait_move))
        elif letter.state != Letter.State.SENT:
            yield f"seat {player.seat} is waited for, and its letter is {letter.state}."
    for seat, number in sorted(untold):
        yield f"play began to wait for seat {seat} after move {number} without a letter."


def _asked(game: Game) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Yield whom play waited for after each confirmation, by the number of its last move."""
    title = game.rules()
    state = first_state(game)
    number = 0
    for _, together in groupby(walk(game), key=lambda step: step[0].when):
        *_, (move, state) = together
        number = move.number
        yield number, title.to_move(state)
    if not number:
        yield 0, title.to_move(state)
