"""What must be true afterwards, read from the database, the log and the mail server."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, groupby

from django.conf import settings

from games.play.management.commands.verify_games import problem_of
from games.play.models import Game, Wait
from games.play.pages.history import first_state, walk
from games.post.models import Letter
from games.post.transports.mail import message_id
from tests.soak.house import THREADS

ASKING = "turn"
"""The kind of letters that ask for orders."""

DELAY = 1.0
"""Seconds in which the mail server reads what a worker sent before it was dead."""


def broken(taken: Mapping[str, Sequence[float]], killed: Sequence[float]) -> list[str]:
    """Return every breach of the laws in a sentence.

    `taken` are the moments in which each mail came, by Message-ID, `killed` those in which a worker
    was dead; both in seconds of one clock. Each game replays. Whom play asks is waited for, each
    wait has its letter and no letter is without its wait. Each letter that was sent was taken once,
    each other one never; but what a worker had in hand when it was killed may come again.
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
    """Yield what is wrong with the waits of a game and the letters that ask for orders."""
    asked = dict(_asked(game))
    letters: dict[int, list[Letter]] = {}
    for letter in Letter.objects.filter(topic=game.topic, kind=ASKING, channel=None):
        letters.setdefault(letter.payload["wait"], []).append(letter)
    waits = list(Wait.objects.filter(player__game=game).select_related("player"))
    for wait in waits:
        seat, found = wait.player.seat, letters.pop(wait.pk, [])
        if len(found) != 1:
            yield f"the wait for seat {seat} after move {wait.move} has {len(found)} letters."
        elif wait.ended_at is None and found[0].state != Letter.State.SENT:
            yield f"seat {seat} is waited for, and its letter is {found[0].state}."
        if seat not in asked.get(wait.move, ()):
            yield f"it waited for seat {seat} after move {wait.move}, and play did not."
    for letter in chain.from_iterable(letters.values()):
        yield f"{letter} asks about no wait of the game."
    begun = {(wait.player.seat, wait.move) for wait in waits}
    before: tuple[int, ...] = ()
    for number, seats in sorted(asked.items()):
        for seat in sorted(set(seats) - set(before)):
            if (seat, number) not in begun:
                yield f"play asked seat {seat} after move {number}, and no wait began."
        before = seats
    now = sorted(wait.player.seat for wait in waits if wait.ended_at is None)
    if now != sorted(before):
        yield f"it waits for seats {now}, and play asks {sorted(before)}."


def _asked(game: Game) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Yield whom play waited for after each confirmation, by the number of its last move.

    Bots are left out: they have no waits and no letters.
    """
    title = game.rules()
    people = set(game.players.filter(user__isnull=False).values_list("seat", flat=True))
    state = first_state(game)
    number = 0
    for _, together in groupby(walk(game), key=lambda step: step[0].when):
        *_, (move, state) = together
        number = move.number
        yield number, tuple(people.intersection(title.to_move(state)))
    if not number:
        yield 0, tuple(people.intersection(title.to_move(state)))
