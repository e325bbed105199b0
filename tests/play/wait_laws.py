"""What is true of waits at any time, read from the database."""

from games.play.models import EndedBy, Game, Holder, Wait
from games.rules.title import last_order


def check_waits() -> None:
    """Hold the laws about the waits of all games."""
    for game in Game.objects.all():
        waits = list(Wait.objects.filter(player__game=game).select_related("player", "holder"))
        # Whom the rules ask is waited for, and nobody else: people by waits, a bot by the game.
        to_move = game.rules().to_move(game.position()) if game.is_running else ()
        asked = game.players.filter(seat__in=to_move).order_by("seat")
        people = [player.seat for player in asked if player.user_id]
        assert sorted(wait.player.seat for wait in waits if wait.ended_at is None) == people
        # The site itself ends a turn in which nothing else is left.
        for seat in to_move:
            assert last_order(game.rules(), game.position(), seat) is None
        assert (game.thinking_since is not None) == (len(people) < len(to_move))
        for wait in waits:
            check_wait(game, wait)


def check_wait(game: Game, wait: Wait) -> None:
    """Hold the laws about one wait."""
    holder = wait.holder
    assert holder.player_id == wait.player_id
    assert holder.since <= wait.since
    if wait.ended_at is None:
        assert holder.end_move is None
        assert holder.user_id == wait.player.user_id is not None
        assert (wait.clock_since is None) == bool(game.paused)
        return
    assert wait.ended_at >= wait.since
    assert holder.until is None or wait.ended_at <= holder.until
    assert wait.clock_since is None
    lost = {
        EndedBy.BOT: ["voted", "staff"],
        EndedBy.TAKEN: ["taken"],
        EndedBy.LEFT: ["left", "closed"],
    }
    if wait.ended_by in lost:
        after = Holder.objects.filter(player=wait.player, since=wait.ended_at)
        assert after.filter(came__in=lost[EndedBy(wait.ended_by)]).exists()
    elif wait.ended_by == EndedBy.OVER:
        assert game.ended == wait.ended_at
    elif wait.ended_by == EndedBy.REWOUND:
        assert game.rewinds.filter(at=wait.ended_at).exists()
    elif game.rewinds.filter(at__gte=wait.ended_at).exists():
        pass  # the answer may have been undone
    else:
        answer = game.moves.filter(seat=wait.player.seat, number__gt=wait.move).first()
        assert answer.when <= wait.ended_at
        told = {EndedBy.ANSWERED: ("", "site"), EndedBy.STANDING: ("standing",)}
        assert answer.played_by in told.get(EndedBy(wait.ended_by), ("clock", "standing"))
