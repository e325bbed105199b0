"""A game as a record text: export, fixture and bug report in one."""

from games.play.models import Game, Player
from games.rules import record
from games.rules.replay import result_text, sheet_lines


def record_text(game: Game, seat: int | None) -> str:
    """Return a game's record as a seat may know it; a finished game hides nothing."""
    title = game.rules()
    entries = [
        record.Entry(
            move.rules_seat,
            move.order
            if game.is_over
            else title.redact(move.rules_seat, move.order, move.events, seat),
        )
        for move in game.moves.only("seat", "order", "events", "number")
    ]
    state = None if game.state is None else title.load(game.state)
    result = None if state is None else title.result(state)
    written = record.Record(
        title=game.title,
        players=tuple(player.name for player in Player.objects.at_table(game)),
        options=game.options,
        orders=tuple(entries),
        rules_version=game.rules_version,
        started=game.started,
        ended=game.ended,
        result=result_text(result),
    )
    sheet = [*sheet_lines(result), f"digest {title.digest(state)}"] if result else []
    return record.write(written, sheet)
