"""What this room adds to accounts: what it knows about a person, and how two become one."""

from collections.abc import Iterator
from typing import Any

from django.db.models import F
from django.utils.translation import gettext_lazy

from games.accounts.contribution import Contribution, File
from games.accounts.merging import move_rows
from games.accounts.models import User
from games.rules import position
from games.study.models import (
    Analysis,
    Comment,
    DailyPuzzle,
    Guess,
    GuideProgress,
    Plan,
    PuzzleAnswer,
    RecommendationVote,
)
from games.study.services.recommendations import forget_votes, recount, recount_votes_of


def write(user: User) -> Iterator[File]:
    """Yield the files about what a person has thought about games."""
    yield "games/plans.json", list(_plans(user))
    comments = Comment.objects.filter(author=user).order_by("pk")
    yield (
        "games/comments.json",
        list(comments.values("sent", "text", study=F("plan"), game=F("plan__game"))),
    )
    guides = GuideProgress.objects.filter(user=user).order_by("title")
    yield "games/guided.json", list(guides.values("title", "step", "finished", "changed"))
    analyses = Analysis.objects.filter(asked_by=user).order_by("pk")
    yield "games/analyses.json", list(analyses.values("game", "asked_at", "state"))
    guesses = Guess.objects.filter(user=user).order_by("pk")
    yield "games/guesses.json", list(guesses.values("game", "number", "seat", "orders", "at"))
    answers = PuzzleAnswer.objects.filter(user=user).order_by("pk")
    fields = ("title", "number", "orders", "chance", "right", "at")
    yield "puzzles/answers.json", list(answers.values(*fields))
    votes = RecommendationVote.objects.filter(user=user)
    study, game = F("recommendation__plan"), F("recommendation__plan__game")
    yield "games/proposals.json", list(votes.values("at", study=study, game=game))
    daily = DailyPuzzle.objects.filter(user=user)
    yield "puzzles/daily.json", list(daily.values("since", "last_day"))


def _plans(user: User) -> Iterator[dict[str, Any]]:
    """Yield a person's plans with their branches, as they keep them."""
    for plan in Plan.objects.filter(user=user).prefetch_related("lines"):
        yield {
            "game": plan.game_id,
            "name": plan.name,
            "after_move": plan.number,
            "seat": plan.seat,
            "created": plan.created,
            "shared_at": plan.shared_at,
            "position": _position(plan),
            "branches": [
                {
                    "branch": line.pk,
                    "of": line.parent_id,
                    "after_step": line.fork,
                    "name": line.name,
                    "steps": [[seat, order] for seat, order, _ in line.steps],
                    "notes": line.notes,
                    "changed": line.changed,
                }
                for line in plan.lines.all()
            ],
        }


def _position(plan: Plan) -> str:
    """Return the text of a person's own position; that of a game is in its record."""
    if plan.game_id is not None:
        return ""
    return position.write(plan.rules(), plan.rules().load(plan.root))


def move(old: User, kept: User) -> None:
    """Move a person's plans, comments, analyses, guesses, and how far they are in guided games."""
    move_rows(Analysis, "asked_by", old, kept)
    move_rows(Plan, "user", old, kept)
    move_rows(Comment, "author", old, kept)
    _move_guides(old, kept)
    _move_answers(old, kept)
    _move_guesses(old, kept)
    move_rows(DailyPuzzle, "user", old, kept, once=[])
    _move_votes(old, kept)


def _move_votes(old: User, kept: User) -> None:
    """One person has one vote for a study, and none for their own."""
    mine = RecommendationVote.objects.filter(user__in=[old, kept])
    proposed = list(mine.values_list("recommendation", flat=True))
    move_rows(RecommendationVote, "user", old, kept, once=["recommendation"])
    RecommendationVote.objects.filter(user=kept, recommendation__plan__user=kept).delete()
    recount(proposed)


def _move_answers(old: User, kept: User) -> None:
    """Of two answers to a puzzle the first counts, as always."""
    for theirs in PuzzleAnswer.objects.filter(user=old):
        later = PuzzleAnswer.objects.filter(user=kept, title=theirs.title, number=theirs.number)
        later.filter(at__gt=theirs.at).delete()
    move_rows(PuzzleAnswer, "user", old, kept, once=["title", "number"])


def _move_guesses(old: User, kept: User) -> None:
    """Of two guesses at a turn the first counts, as always, unless that turn was undone."""
    Guess.objects.undone().filter(user__in=[old, kept]).delete()
    for theirs in Guess.objects.filter(user=old):
        later = Guess.objects.filter(user=kept, game=theirs.game_id, number=theirs.number)
        later.filter(at__gt=theirs.at).delete()
    move_rows(Guess, "user", old, kept, once=["game", "number"])


def _move_guides(old: User, kept: User) -> None:
    """Of two ways through one guided game keep the one that came further."""
    for theirs in GuideProgress.objects.filter(user=old):
        own = GuideProgress.objects.filter(user=kept, title=theirs.title).first()
        if own and (theirs.finished, theirs.step) > (own.finished, own.step):
            own.delete()
    move_rows(GuideProgress, "user", old, kept, once=["title"])


ACCOUNTS = Contribution(
    files={
        "games/plans.json": gettext_lazy(
            "Your plans: positions of games, by the number of the move before, or of your own, and"
            " your branches. A step is a seat from 0, or -1 for chance, and an order. Only you can"
            " see them, except those that you have shared."
        ),
        "games/comments.json": gettext_lazy("Your comments on studies."),
        "games/guided.json": gettext_lazy("How far you have come in guided games."),
        "games/analyses.json": gettext_lazy("The analyses of finished games that you asked for."),
        "games/guesses.json": gettext_lazy(
            "Your guesses at turns of games, by the number of the move that the turn begins with."
            " Only you can see them."
        ),
        "puzzles/answers.json": gettext_lazy("Your first answers to puzzles."),
        "games/proposals.json": gettext_lazy(
            "The studies that you propose for the games to learn from."
        ),
        "puzzles/daily.json": gettext_lazy("Since when you get the puzzle of the day by email."),
    },
    write=write,
    move=move,
    closes=forget_votes,
    activity_changed=recount_votes_of,
)
