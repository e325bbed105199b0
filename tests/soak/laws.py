"""What must be true afterwards, read from the database, the log and the mail server."""

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import groupby

from games.play.history import first_state, walk
from games.play.management.commands.verify_games import problem_of
from games.play.models import Game, Player
from games.post.envelope import message_id
from games.post.models import Letter

ASKING = "turn"
"""Keys of letters that ask for orders begin with it, then game, seat and the wait's first move."""


def broken(taken: Mapping[str, int], killed: int) -> list[str]:
    """Return every breach of the laws in a sentence.

    Each game replays. Each wait has its letter and no letter is without its wait. Each letter that
    was sent was taken once, each other one never; a worker that was killed may have sent again
    what the mail server was just taking.
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
        times = taken.get(name, 0)
        if letter.state == Letter.State.SENT and not times:
            breaches.append(f"{letter} counts as sent and never came.")
        elif letter.state != Letter.State.SENT and times:
            breaches.append(f"{letter} came though it is {letter.state}.")
        if letter.state in (Letter.State.WAITING, Letter.State.FAILED):
            breaches.append(f"{letter} is {letter.state}: {letter.error}")
    if doubles(taken) > killed * 4:
        breaches.append(f"{doubles(taken)} mails came twice, with {killed} workers killed.")
    return breaches


def doubles(taken: Mapping[str, int]) -> int:
    """Return how many mails came more than once."""
    return sum(times - 1 for times in taken.values())


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
    for number, seats in sorted(asked.items()):
        for seat in set(seats) - set(before):
            if not kept[seat, number]:
                yield f"play began to wait for seat {seat} after move {number} without a letter."
        before = seats
    for player in Player.objects.filter(game=game, wait_move__isnull=False):
        letter = Letter.objects.get(key=f"{ASKING}:{game.pk}:{player.seat}:{player.wait_move}")
        if letter.state != Letter.State.SENT:
            yield f"seat {player.seat} is waited for, and its letter is {letter.state}."


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
