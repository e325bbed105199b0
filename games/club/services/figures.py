"""Keep the figures of finished games."""

import logging
from collections.abc import Iterable

from django.db import transaction

from games.club.figures import VERSION, Figures
from games.club.models import Crowd, GameFigures, SeatFigures, Variant
from games.play.models import Game, Holder, Player
from games.play.pages.boards import BOARD
from games.rules.errors import RulesError

log = logging.getLogger(__name__)


def figures_of(game: Game) -> Figures | None:
    """Return the figures of a game that is over; None if its log does not replay.

    They are computed when they are first asked for, and kept. Before the end this is None too.
    """
    if not game.is_over or game.state is None:
        return None
    kept = GameFigures.objects.filter(game=game, version=VERSION).first()
    if kept is None:
        kept = keep_figures(game)
    return Figures.from_json(kept.data) if kept.data else None


def keep_figures(game: Game) -> GameFigures:
    """Compute and save the figures of a game that is over; safe to do again, or at once twice.

    Those of a hot-seat game are for its own page only: nothing counts them.
    """
    try:
        figures = Figures.of(game)
    except RulesError:
        log.exception("Game %s does not replay, so it has no figures", game.pk)
        figures = None
    players = list(game.players.all())
    counts = figures is not None and not game.hot_seat
    held: list[Holder] = []
    if counts:
        played = Holder.objects.filter(player__game=game).exclude(until__lt=game.started)
        held = list(played.select_related("user"))
    with transaction.atomic():
        data = {} if figures is None else figures.to_json()
        variant = _variant(game, len(players), held) if counts else None
        kept, _ = GameFigures.objects.update_or_create(
            game=game,
            defaults={
                "version": VERSION,
                "variant": variant,
                "ended_by": game.ended_by,
                "data": data,
            },
        )
        kept.seats.all().delete()
        if figures is not None and counts:
            SeatFigures.objects.bulk_create(_seats(kept, figures, players, held))
    return kept


def _variant(game: Game, players: int, held: Iterable[Holder]) -> Variant:
    bots = {
        bool(holder.bot) or (holder.user is not None and holder.user.is_bot_account)
        for holder in held
    }
    if bots == {True, False}:
        crowd = Crowd.MIXED
    else:
        crowd = Crowd.BOTS if bots == {True} else Crowd.PEOPLE
    options = (f"{name}={value}" for name, value in sorted(game.options.items()) if name != BOARD)
    variant, _ = Variant.objects.get_or_create(
        title=game.title,
        board=game.rules().view(game.position(), None).board,
        players=players,
        options=" ".join(options),
        crowd=crowd,
    )
    return variant


def _seats(
    kept: GameFigures, figures: Figures, players: list[Player], held: list[Holder]
) -> list[SeatFigures]:
    winners = [player.place for player in players].count(1)
    rows = []
    for player in players:
        holders = [holder for holder in held if holder.player_id == player.pk]
        only = holders[0] if len(holders) == 1 else None
        rows.append(
            SeatFigures(
                figures=kept,
                seat=player.seat,
                user_id=only.user_id if only else None,
                bot=only.bot if only else "",
                starts=(player.seat - figures.starter) % len(players),
                first=figures.firsts[player.seat],
                won=(1 / winners if player.place == 1 else 0.0) if winners else None,
                points={line: row[player.seat][-1] for line, row in figures.points.items()},
            )
        )
    return rows
