"""Who is waited for, and the letters that tell them."""

from datetime import datetime, timedelta

from games.play.models import Player, Vote
from games.play.services import timing
from games.play.services.course import Course, turn_to_play
from games.post import services as post

MOVED = "moved"
"""The outcome of a vote about a player who moved after all."""


KEPT = [
    "user",
    "bot",
    "last_move",
    "wait_move",
    "wait_since",
    "confirmed_version",
    "score",
    "place",
    "bank",
    "banked_turn",
    "clock_since",
    "budget",
    "used",
    "deadline",
    "overdue",
    "grace_until",
    "attend",
    "reminders",
    "timeouts",
    "timed_out_turn",
    "bot_turn",
    "offered",
]
"""What a course changes of a player."""

OF_A_WAIT = ("turn", "reminder", "warning", "more_time", "resumed")
"""Letters that ask for orders; votes, talk and answers to a mail outlast the wait."""

APART = timedelta(hours=1)
"""Two letters about one wait never come closer than this."""


def settle_waits(course: Course) -> None:
    """Begin, keep or end each person's wait after a course, and write the letters of the new ones.

    One wait has one letter: a player who only goes on with the turn he is in keeps his wait, and so
    does one of several who are asked while the others answer.
    """
    asked = course.to_move()
    post.stir(subject_of=course.game.subject)
    for player in course.players:
        if player.user_id is None:
            continue
        if player.seat not in asked:
            end_wait(course, player)
        elif not goes_on(course, player):
            end_wait(course, player)
            begin_wait(course, player)
    keep(course.players)


def keep(players: list[Player]) -> None:
    """Write what has become of players whose game is held."""
    Player.objects.bulk_update(players, KEPT)


def goes_on(course: Course, player: Player) -> bool:
    """Return whether a player who is asked was already being asked for the same thing."""
    if not player.is_waited_for:
        return False
    same_turn = course.on_turn() == player.seat and course.turn == course.turn_before
    return same_turn or player.seat in course.still_asked


def begin_wait(course: Course, player: Player, *, taken: bool = False) -> None:
    """Play waits for the player from now on: his clock runs, and a letter says so.

    `taken` says that he has just taken the seat over from somebody who may have got that letter.
    """
    game = course.game
    player.wait_move = course.number
    player.wait_since = course.now
    own = course.on_turn() == player.seat
    if own:
        timing.begin_turn(game, player, turn_to_play(course.turn))
    timing.start(game, player, course.now, timing.budget_of(game, player, own=own))
    heir = f"{player.user_id}:" if taken else ""
    post.notify(
        kind="turn",
        user=player.user,
        key=f"turn:{game.pk}:{player.seat}:{heir}{course.number}",
        subject_of=game.subject,
        payload={
            "game": game.pk,
            "seat": player.seat,
            "wait": player.wait_move,
            "stepped_aside": player.seat in course.stepped_aside,
        },
        until=player.deadline,
    )


def write_of_wait(course: Course, player: Player, kind: str, which: str) -> datetime:
    """Write an urgent letter about a wait, and return when its player may read it.

    What was still to be sent about the wait is put aside for it; after what was sent it comes APART
    at the earliest.
    """
    game = course.game
    post.supersede(subject_of=game.subject, user=player.user, kinds=OF_A_WAIT)
    told = told_of_wait(course, player)
    letter = post.notify(
        kind=kind,
        user=player.user,
        key=f"{kind}:{game.pk}:{player.seat}:{player.wait_move}:{which}",
        subject_of=game.subject,
        payload={"game": game.pk, "seat": player.seat, "wait": player.wait_move},
        urgent=True,
        not_before=told + APART if told else None,
    )
    return letter.due_at


def told_of_wait(course: Course, player: Player) -> datetime | None:
    """Return when the newest letter about a player's wait was sent, or is to be."""
    return post.last_told(
        user=player.user,
        subject_of=course.game.subject,
        kinds=OF_A_WAIT,
        since=player.wait_since,
    )


def end_wait(course: Course, player: Player) -> None:
    """Play waits for the player no more: a letter that was not sent stays unsent."""
    if not player.is_waited_for:
        return
    post.supersede(subject_of=course.game.subject, user=player.user, kinds=OF_A_WAIT)
    if player.banked_turn == turn_to_play(course.turn_before):
        timing.put_by(course.game, player, course.now)
    timing.clear(player)
    player.wait_move = None
    player.wait_since = None
    Vote.objects.filter(about=player, closed=None).update(closed=course.now, outcome=MOVED)


def tell_all(
    course: Course,
    kind: str,
    *,
    but: tuple[int, ...] = (),
    which: str = "",
    urgent: bool = False,
) -> None:
    """Write a letter of a kind to every person at the table; `which` of them in this game."""
    game = course.game
    for player in course.players:
        if player.user_id is not None and player.seat not in but:
            post.notify(
                kind=kind,
                user=player.user,
                key=f"{kind}:{game.pk}:{player.seat}{which}",
                subject_of=game.subject,
                payload={"game": game.pk, "seat": player.seat},
                urgent=urgent,
            )
