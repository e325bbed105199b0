"""Who is waited for, and the letters that tell them."""

from games.play.models import Player
from games.play.services.course import Course
from games.post import services as post


def settle_waits(course: Course, *, turn_before: int) -> None:
    """Begin, keep or end each person's wait after a course, and write the letters of the new ones.

    One wait has one letter: a player who only goes on with the turn he is in keeps his wait, and so
    does one of several who are asked while the others answer.
    """
    asked = course.to_move()
    for player in course.players:
        if player.user_id is None:
            continue
        if player.seat not in asked:
            end_wait(course, player)
        elif not goes_on(course, player, turn_before):
            end_wait(course, player)
            begin_wait(course, player)
    Player.objects.bulk_update(
        course.players,
        ["last_move", "wait_move", "wait_since", "confirmed_version", "score", "place"],
    )


def goes_on(course: Course, player: Player, turn_before: int) -> bool:
    """Return whether a player who is asked was already being asked for the same thing."""
    if not player.is_waited_for:
        return False
    same_turn = course.on_turn() == player.seat and course.turn == turn_before
    return same_turn or player.seat in course.still_asked


def begin_wait(course: Course, player: Player) -> None:
    """Play waits for the player from now on: a letter says so."""
    game = course.game
    player.wait_move = course.number
    player.wait_since = course.now
    post.notify(
        kind="turn",
        user=player.user,
        key=f"turn:{game.pk}:{player.seat}:{course.number}",
        subject_of=game.subject,
        payload={"game": game.pk, "seat": player.seat, "since": player.last_move},
    )


def end_wait(course: Course, player: Player) -> None:
    """Play waits for the player no more: a letter that was not sent stays unsent."""
    if player.is_waited_for:
        post.supersede(subject_of=course.game.subject, user=player.user)
        player.wait_move = None
        player.wait_since = None


def tell_all(course: Course, kind: str, *, but: tuple[int, ...] = ()) -> None:
    """Write a letter of a kind to every person at the table."""
    game = course.game
    for player in course.players:
        if player.user_id is not None and player.seat not in but:
            post.notify(
                kind=kind,
                user=player.user,
                key=f"{kind}:{game.pk}:{player.seat}",
                subject_of=game.subject,
                payload={"game": game.pk, "seat": player.seat},
            )
