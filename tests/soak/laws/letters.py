"""Laws about mails and pushes: each letter comes, once, to its reader, and tells no secrets."""

import html
import math
import re
from collections.abc import Iterator, Mapping, Sequence

from django.conf import settings
from django.utils import timezone

from games.play.models import Game, Player, Wait
from games.play.seat_history import SeatHistory
from games.post.models import Letter
from games.post.transports.mail import message_id
from tests.soak.laws.evidence import Evidence, Seats
from tests.telling import describe

DELAY = 1.0
"""Seconds in which the mail server reads what a worker sent before it was dead."""
State = Letter.State
_TAGS = re.compile(r"<[^>]*>")


def sent(evidence: Evidence) -> Iterator[str]:
    """Each letter that counts as sent has come, each other one never; none that is due waits.

    One that became needless or waits for later may have come, if a worker was killed with it in
    hand.
    """
    letters = {message_id(letter): letter for letter in Letter.objects.all()}
    taken, unnoted = evidence.taken, _unnoted(evidence)
    for name in taken.keys() - letters.keys():
        yield f"A mail or push without a letter: {name}"
    for letter in letters.values():
        # A digest comes for all of its parts.
        times = len(taken.get(message_id(letter.bundle or letter), ()))
        if letter.state == State.SENT and not times:
            yield f"{letter} counts as sent and never came."
        excused = letter.bundle is not None or (
            letter.state in (State.SUPERSEDED, State.WAITING) and message_id(letter) not in unnoted
        )
        if letter.state != State.SENT and times and not excused:
            yield f"{letter} came though it is {letter.state}."
        late = letter.state == State.WAITING and letter.due_at <= timezone.now()
        if letter.state == State.FAILED or late:
            yield f"{letter} is {letter.state}: {letter.error}"


def once(evidence: Evidence) -> Iterator[str]:
    """No letter comes again, but for what a worker had in hand when it was killed."""
    for name in sorted(_unnoted(evidence) - _put_off()):
        first, *others = sorted(evidence.taken[name])
        again = ", ".join(f"{moment - first:.0f} s" for moment in others)
        deaths = (death - first for death in sorted(evidence.killed) if death > first - DELAY)
        yield (
            f"A mail or push came again, and no worker was killed with it in hand: {name}, "
            f"after {again}; the next death was after {next(deaths, math.inf):.0f} s"
        )


def _put_off() -> set[str]:
    """Return the letters that did not come again: needless by now, or put off to a morning."""
    later = Letter.objects.waiting().filter(due_at__gt=timezone.now())
    return {message_id(letter) for letter in [*Letter.objects.superseded(), *later]}


def _unnoted(evidence: Evidence) -> set[str]:
    """Return the letters that were taken and not noted, though nothing died with them in hand.

    One that is needless by now, or put off, would have come again.
    """
    taken = dict(evidence.taken)
    for name in _put_off() & taken.keys():
        taken[name] = [*taken[name], math.inf]
    return set(unexplained(taken, evidence.killed))


def unexplained(taken: Mapping[str, Sequence[float]], killed: Mapping[float, int]) -> list[str]:
    """Return the letters that came again though nothing died before the copy before was noted.

    Each death explains as many as were in hand, taken no longer before it than
    a task may last: the window of which docs/running.md tells.
    """
    copies = sorted(
        (moment, name) for name, moments in taken.items() for moment in sorted(moments)[:-1]
    )
    room = dict(sorted(killed.items()))
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


def doubles(taken: Mapping[str, Sequence[float]]) -> int:
    """Return how many mails came again."""
    return sum(len(moments) - 1 for moments in taken.values())


def addressed(evidence: Evidence) -> Iterator[str]:
    """Each letter goes to its reader, and one about a wait to whom it is for."""
    holders = dict(Wait.objects.values_list("pk", "holder__user"))
    for letter in Letter.objects.select_related("recipient", "channel"):
        wait = letter.payload.get("wait")
        if wait in holders and letter.recipient_id != holders[wait]:
            yield f"{letter} is about a wait for user {holders[wait]}."
        mail = evidence.read.get(message_id(letter))
        own = letter.channel.url if letter.channel else letter.address or letter.reader.email
        for address in set(mail.to if mail else ()) - {own}:
            yield f"{letter} is for {own}, and went to {address}."


def secrets(evidence: Evidence) -> Iterator[str]:
    """No letter tells what only the holders of another seat may know."""
    hidden = {game.topic: _hidden(game) for game in Game.objects.exclude(state=None)}
    for letter in Letter.objects.filter(state=State.SENT):
        mail = evidence.read.get(message_id(letter))
        if mail is None:
            continue
        told = plain(mail.text)
        for sentence, readers in hidden.get(letter.topic, {}).items():
            if sentence in told and letter.recipient_id not in readers:
                yield f"{letter} tells a secret: {sentence}"


def _hidden(game: Game) -> dict[str, set[int | None]]:
    """Return the sentences of a game's log that not everyone may read, each with who may."""
    title, state = game.rules(), game.position()
    players = list(Player.objects.at_table(game))
    history, seats = SeatHistory.of(game, players), Seats(game)
    readers = {seat: {holder.user_id for holder in held} for seat, held in seats}
    hidden: dict[str, set[int | None]] = {}
    for move in game.moves.all():
        names = history.at(move.number)

        def told(viewer: int | None) -> str:
            what = (state, move.rules_seat, move.order, move.events, names)  # noqa: B023
            return plain(html.escape(describe(title, *what, viewer)))

        for seat, own in readers.items():
            if (sentence := told(seat)) != told(None):
                hidden.setdefault(sentence, set()).update(own)
    return hidden


def plain(text: str) -> str:
    """Return what a letter says, without its markup, in one line."""
    return " ".join(html.unescape(_TAGS.sub("", text)).split())
