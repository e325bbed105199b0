"""Analyses of finished games: asked for, worked out by the workers of bots, kept.

Those that no player has asked for are for post-mortems: they let bots think first.
"""

import logging
from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext

from games.accounts.models import User
from games.play.errors import PlayError
from games.play.models import Game, Player
from games.play.services.thinking import bots_have_to_think
from games.post import services as post
from games.study import analysing
from games.study.models import METHOD, Analysis, AnalysisState, JudgedTurn

log = logging.getLogger(__name__)

TASK: Final = "games.study.tasks.analyse"
SECONDS: Final = 2.0
"""A worker takes so long in one go, then bots at other tables have theirs."""
MOST_A_DAY: Final = 20
"""The most analyses that a person may ask for in a day."""
ASK_AGAIN: Final = timedelta(minutes=2)
"""After this time without progress the sweep asks the workers again."""
MOST_TRIES: Final = 5
"""After this many times it gives up."""
PATIENCE: Final = timedelta(seconds=10)
"""An analysis that nobody waits for looks again after this time whether bots still think."""


@transaction.atomic
def ask_for_analysis(*, game: Game, user: User) -> Analysis:
    """Have a finished game analysed; return the analysis, which may be there already.

    Raises PlayError if the game can't be analysed, if the person is not one of its players, or
    if they have asked for too many.
    """
    if not analysing.can_be_analysed(game):
        raise PlayError(gettext("Only finished games can be analysed."))
    at_screen = game.hot_seat and game.creator_id == user.pk
    if not at_screen and not Player.objects.filter(game=game, user=user).exists():
        raise PlayError(gettext("Only the players of a game can have it analysed."))
    now = timezone.now()
    kept = Analysis.objects.select_for_update().filter(game=game).first()
    if kept is not None and not _is_to_redo(kept):
        if kept.is_patient and kept.is_unfinished:
            kept.asked_by = user
            kept.save(update_fields=["asked_by"])
            _enqueue_on_commit(kept)
        return kept
    today = Analysis.objects.filter(asked_by=user, asked_at__gt=now - timedelta(days=1))
    if today.count() >= MOST_A_DAY:
        raise PlayError(
            gettext("You have asked for {most} analyses today. Ask again tomorrow.").format(
                most=MOST_A_DAY
            )
        )
    fresh = {
        "asked_by": user, "asked_at": now, "state": AnalysisState.ASKED, "turns": [], "total": 0,
        "worked_at": now, "tries": 0, "method": METHOD,
    }  # fmt: skip
    if kept is None:
        # Somebody else may ask at the same moment.
        kept, _ = Analysis.objects.get_or_create(game=game, defaults=fresh)
    else:
        Analysis.objects.filter(pk=kept.pk).update(**fresh)
        kept.refresh_from_db()
    _enqueue_on_commit(kept)
    return kept


@transaction.atomic
def begin_patient_analysis(*, game: Game) -> None:
    """Have a finished game analysed for which no player waits, unless it has an analysis."""
    now = timezone.now()
    fresh = {"asked_at": now, "worked_at": now}
    analysis, new = Analysis.objects.get_or_create(game=game, defaults=fresh)
    if new:
        _enqueue_on_commit(analysis)


def _is_to_redo(analysis: Analysis) -> bool:
    """Return whether an analysis may be asked for once more."""
    outdated = analysis.is_done and analysis.method < METHOD
    return outdated or analysis.state == AnalysisState.FAILED


def work_on_analysis(*, game_id: int) -> bool:
    """Work out the next turns of an analysis, if it still wants any; return whether it did.

    The game is not locked. If two workers do the same turns, those of the first are kept.
    """
    analysis = Analysis.objects.unfinished().select_related("game").filter(game=game_id).first()
    if analysis is None:
        return False
    if analysis.is_patient and bots_have_to_think():
        _let_bots_think(analysis)
        return False
    try:
        judged, total = analysing.judge(analysis.game, len(analysis.turns), SECONDS)
    except Exception:
        log.exception("The analysis of game %s", game_id)
        Analysis.objects.unfinished().filter(pk=analysis.pk).update(state=AnalysisState.FAILED)
        return False
    return _keep(analysis, judged, total)


def _let_bots_think(analysis: Analysis) -> None:
    """Ask a worker for an analysis again a little later."""
    now = timezone.now()
    Analysis.objects.unfinished().filter(pk=analysis.pk).update(worked_at=now, tries=0)
    post.send_task(TASK, [analysis.game_id], at=now + PATIENCE)


@transaction.atomic
def _keep(before: Analysis, judged: Sequence[JudgedTurn], total: int) -> bool:
    """Add turns to an analysis unless somebody else has, and ask for the next ones."""
    unfinished = Analysis.objects.unfinished().select_for_update()
    analysis = unfinished.filter(pk=before.pk, asked_at=before.asked_at).first()
    if analysis is None or len(analysis.turns) != len(before.turns):
        return False
    analysis.turns += [list(turn) for turn in judged]
    analysis.total = total
    done = len(analysis.turns) >= total
    analysis.state = AnalysisState.DONE if done else AnalysisState.RUNNING
    analysis.worked_at, analysis.tries = timezone.now(), 0
    analysis.save()
    if not done:
        _enqueue_on_commit(analysis)
    return True


def sweep_analyses(*, now: datetime | None = None) -> int:
    """Ask again for the analyses that workers owe, give up the hopeless; return how many."""
    now = now or timezone.now()
    stale = list(Analysis.objects.stale(now - ASK_AGAIN).values_list("pk", flat=True))
    for pk in stale:
        with transaction.atomic():
            _take_up(pk, now)
    return len(stale)


def _take_up(pk: int, now: datetime) -> None:
    stale = Analysis.objects.stale(now - ASK_AGAIN).select_for_update(skip_locked=True)
    analysis = stale.filter(pk=pk).first()
    if analysis is None:
        return
    if analysis.tries >= MOST_TRIES:
        analysis.state = AnalysisState.FAILED
    else:
        analysis.tries += 1
        analysis.worked_at = now
        _enqueue_on_commit(analysis)
    analysis.save()


def _enqueue_on_commit(analysis: Analysis) -> None:
    transaction.on_commit(partial(post.send_task, TASK, [analysis.game_id]), robust=True)
