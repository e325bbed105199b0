"""Who is waited for, and the letters that tell them."""

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

OF_A_WAIT = ("turn", "reminder", "warning")
"""Letters that ask for orders; votes, talk and answers to a mail outlast the wait."""


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
