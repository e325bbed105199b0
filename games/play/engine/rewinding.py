"""Take a game back to an earlier move; the undone moves are kept aside."""

from datetime import datetime

from django.db.models import Max

from games.play.engine.finishing import close_votes, finish
from games.play.engine.session import SETTING_UP, GameSession
from games.play.engine.waits import end_waits, tell_all
from games.play.history import state_after
from games.play.letters.news import Rewound
from games.play.models import (
    ConditionalLine,
    Draft,
    EndedBy,
    Game,
    Holder,
    LineStatus,
    Move,
    Outcome,
    PlayedBy,
    Rewind,
)
from games.play.models.packed import COLUMNS

KEPT = ("number", *COLUMNS)
"""What a rewind keeps of each move besides `when`, as a packed log does."""

TURNS = ("banked_turn", "timed_out_turn", "bot_turn")
"""What a player's row says of turns."""


def rewind(game: Game, number: int, reason: str, now: datetime) -> Rewind:
    """Take a locked, running game back to the position after move `number`, and play on.

    A game that was set aside no longer is.

    Waits, votes, drafts and conditional lines end, standing orders and who holds the seats stay.
    Chance and bots follow until a person must act.
    """
    session = GameSession(game, now)
    close_votes(session, Outcome.REWOUND)
    end_waits(session, EndedBy.REWOUND)
    Draft.objects.filter(player__game=game).delete()
    ConditionalLine.objects.waiting(game).update(status=LineStatus.REWOUND)
    state, turn = state_after(game, number), _turn_after(game, number)
    undone = game.moves.after(number)
    done = Rewind.objects.create(
        game=game,
        number=number,
        at=now,
        reason=reason,
        moves=[
            {name: getattr(move, name) for name in KEPT} | {"when": move.when.isoformat()}
            for move in undone
        ],
    )
    undone.take_out(done)
    _forget(game, number, turn)
    game.set_aside_at = None
    game.state, game.moves_made, game.turn = session.title.dump(state), number, turn
    session = GameSession(game, now)
    session.still_asked.clear()
    session.go_on()
    finish(session, None)
    tell_all(session, Rewound, rewind=done.pk)
    return done


def _turn_after(game: Game, number: int) -> int:
    """Return the number of the turn in which the move after this one was played."""
    if not Move.objects.filter(game=game, number=number).exclude(turn=SETTING_UP).exists():
        return SETTING_UP
    return Move.objects.get(game=game, number=number + 1).turn


def _forget(game: Game, number: int, turn: int) -> None:
    """Let players and holders refer only to moves and turns that are left."""
    holders = Holder.objects.filter(player__game=game)
    for name in ("first_move", "end_move"):
        holders.filter(**{f"{name}__gt": number + 1}).update(**{name: number + 1})
    for player in game.players.all():
        newest = game.moves.filter(seat=player.seat, played_by=PlayedBy.SEAT).aggregate(
            newest=Max("number")
        )
        player.last_move = newest["newest"] or 0
        player.confirmed_version = None
        for name in TURNS:
            if (getattr(player, name) or 0) > turn:
                setattr(player, name, None)
        # Chat writes this row without locking the game.
        player.save(update_fields=["last_move", "confirmed_version", *TURNS])
