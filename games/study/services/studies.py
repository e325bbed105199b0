"""Studies: plans of finished games that their owners share, and what readers say about them."""

from datetime import timedelta
from typing import Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext

from games.accounts.models import User
from games.play.engine.locks import locked_game
from games.play.errors import PlayError
from games.study.models import Comment, Plan
from games.study.plan.text import LONGEST_NAME
from games.study.plan.tree import Place, copies_of
from games.study.services import recommendations
from games.study.services.plans import GONE, keep_copy

LONGEST_COMMENT: Final = 2000
LONGEST_NOTES: Final = 5000
"""The most characters of the notes that a player adds to the study of their game."""
MOST_COMMENTS: Final = 500
"""The most comments on a study."""

MOST: Final = 10
MINUTE: Final = timedelta(minutes=1)
"""A person can write MOST comments within this time."""


@transaction.atomic
def share_plan(*, place: Place) -> Place:
    """Share the plan of a place as a study (games.study.pages.study says with whom).

    The game must be over: what its players know of it is no secret any more. Raises PlayError.
    """
    plan = place.plan
    if plan.game_id is None:
        raise PlayError(gettext("Only the plan of a game can be shared."))
    game, plan = locked_game(plan.game_id), _locked(plan)
    if not game.is_over:
        raise PlayError(gettext("You can share a plan once its game is over."))
    if game.hot_seat:
        raise PlayError(
            gettext("Nobody else sees this game, so there is nobody to share the plan with.")
        )
    if plan.user is None or plan.user.guest:
        raise PlayError(gettext("Sign up to share your plans."))
    if plan.shared_at is None:
        plan.shared_at = timezone.now()
        plan.save(update_fields=["shared_at"])
    return _again(plan, place)


@transaction.atomic
def withdraw_study(*, place: Place) -> Place:
    """Let nobody else see a plan any more, and delete what was said about it, and votes."""
    plan = _locked(place.plan)
    plan.comments.all().delete()
    recommendations.withdraw(plan)
    plan.shared_at = None
    plan.save(update_fields=["shared_at"])
    return _again(plan, place)


@transaction.atomic
def comment(
    *, place: Place, user: User, text: str, token: str = "", longest: int = LONGEST_COMMENT
) -> Comment:
    """Say something about a place of a study, or return the comment with its form's token, if any.

    It has `longest` characters at most. Raises PlayError.
    """
    plan, owner = _locked(place.plan), place.owner
    User.objects.select_for_update(no_key=True).get(pk=user.pk)
    if not plan.is_open:
        raise PlayError(gettext("This study is no longer shared."))
    if owner is not None and not plan.lines.filter(pk=owner.pk, end__gte=place.depth).exists():
        raise PlayError(GONE)
    if user.guest:
        raise PlayError(gettext("Sign up to comment on studies."))
    # Browsers count a line break as one character and send it as two.
    text = text.replace("\r\n", "\n").replace("\0", "").strip()
    if not text:
        raise PlayError(gettext("Write something first."))
    if len(text) > longest:
        raise PlayError(
            gettext("Too long: {number} of {most} characters. Please shorten it.").format(
                number=len(text), most=longest
            )
        )
    said = Comment.objects.filter(token=token).first() if token else None
    if said is not None:
        return said
    now = timezone.now()
    if user.comments.filter(sent__gt=now - MINUTE).count() >= MOST:
        raise PlayError(
            gettext(
                "That was {most} comments in a minute. Wait a moment, then send it again."
            ).format(most=MOST)
        )
    if plan.comments.count() >= MOST_COMMENTS:
        raise PlayError(
            gettext("This study has {most} comments, which is the most.").format(most=MOST_COMMENTS)
        )
    return Comment.objects.create(
        plan=plan,
        line=owner,
        depth=place.depth,
        author=user,
        text=text,
        sent=now,
        token=token,
    )


@transaction.atomic
def delete_comment(*, comment: Comment, user: User) -> None:
    """Delete a comment of one's own, or one on a study of one's own; raises PlayError."""
    if user.pk not in (comment.author_id, comment.plan.user_id):
        raise PlayError(gettext("Only its author and the owner of the study can delete a comment."))
    Comment.objects.filter(pk=comment.pk).delete()


def take_study(*, plan: Plan, user: User, name: str) -> Plan:
    """Copy a study into the plans of a person, as a position of their own; raises PlayError."""
    if user.guest:
        raise PlayError(gettext("Sign up to keep plans of your own."))
    new = Plan(
        seat=plan.seat,
        title=plan.title,
        name=name[:LONGEST_NAME],
        open=plan.open,
        root=plan.root,
        digest=plan.digest,
    )
    return keep_copy(user=user, plan=new, lines=copies_of(plan))


def _locked(plan: Plan) -> Plan:
    locked = Plan.objects.select_for_update(of=("self",)).filter(pk=plan.pk).first()
    if locked is None:
        raise PlayError(GONE)
    return locked


def _again(plan: Plan, place: Place) -> Place:
    """Return the same place of a plan as it is now, its beginning if the place is gone."""
    line = place.line
    found = None if line is None else Place.on(plan, line.pk, place.depth)
    return found or Place.beginning(plan)
