"""Reports to staff, and their answers."""

from datetime import timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext

from games.accounts import staff
from games.accounts.models import StaffAct, User
from games.club.errors import CannotAnswer, ClubError
from games.club.letters import ReportAnswered
from games.club.models import About, Answer, Report
from games.play.models import Game, Message
from games.post import services as post
from games.study.models import Comment, Plan

MOST_A_DAY = 10
LONGEST = 2000
DAY = timedelta(days=1)


@transaction.atomic
def report(
    *,
    by: User,
    text: str,
    person: User | None = None,
    game: Game | None = None,
    message: Message | None = None,
    comment: Comment | None = None,
    study: Plan | None = None,
) -> Report:
    """Report a message, a comment, a study, a person or a game to staff; raises ClubError.

    A second report of the same while the first is open is added to it, unless it says the same.
    """
    User.objects.select_for_update(no_key=True).get(pk=by.pk)
    text = text.replace("\r\n", "\n").replace("\0", "").strip()
    if not text:
        raise ClubError(gettext("Say what happened, so that staff can look into it."))
    if len(text) > LONGEST:
        raise ClubError(
            gettext("That's {number} characters. Use at most {most}.").format(
                number=len(text), most=LONGEST
            )
        )
    about, quoted = About.PERSON if person else About.GAME, ""
    if message is not None:
        about, quoted = About.MESSAGE, message.text
        game, person = message.game, message.holder.user
    elif comment is not None:
        about, quoted = About.COMMENT, comment.text
        game, person = comment.plan.game, comment.author
    elif study is not None:
        about, quoted = About.STUDY, written_in(study)
        game, person = study.game, study.user
    now = timezone.now()
    mine = Report.objects.filter(by=by)
    same = mine.filter(
        about=about, person=person, game=game, message=message, comment=comment, answer=""
    ).first()
    if same is not None:
        if f"\n\n{text}\n\n" not in f"\n\n{same.text}\n\n":
            room = 2 * LONGEST - len(f"{same.text}\n\n")
            if len(text) > room:
                raise ClubError(
                    gettext(
                        "Staff haven't answered your report about this yet, and with this it would "
                        "be too long. Use at most {most} characters, or wait for their answer."
                    ).format(most=max(room, 0))
                )
            same.text = f"{same.text}\n\n{text}"
            same.save(update_fields=["text"])
        return same
    if mine.filter(at__gt=now - DAY).count() >= MOST_A_DAY:
        raise ClubError(
            gettext("You've sent {most} reports in a day. Send more tomorrow.").format(
                most=MOST_A_DAY
            )
        )
    return Report.objects.create(
        about=about,
        by=by,
        person=person,
        game=game,
        message=message,
        comment=comment,
        quoted=quoted,
        text=text,
        at=now,
    )


def written_in(study: Plan) -> str:
    """Return the names and notes of a study's branches: what its owner wrote in it."""
    return "\n".join(
        text for line in study.lines.all() for text in (line.name, *line.notes.values()) if text
    )


@transaction.atomic
def answer(*, report_id: int, answer: str, by: User, reason: str) -> Report:
    """Answer an open report, and tell who sent it; raises CannotAnswer or NoReason."""
    found = Report.objects.select_for_update(no_key=True, of=("self",)).filter(pk=report_id).first()
    if found is None or found.answer:
        raise CannotAnswer("This report has been answered already.")
    if answer not in Answer.values:
        raise CannotAnswer("Choose one of the answers.")
    if by.pk in (found.by_id, found.person_id):
        raise CannotAnswer(
            "This report is yours or about you. Leave it to another member of staff."
        )
    staff.record(
        StaffAct.Kind.ANSWER,
        by=by,
        reason=reason,
        game=found.game_id,
        about=found.person,
        details=f"report {found.pk}: {answer}",
    )
    found.answer, found.answered_by, found.answered_at = answer, by, timezone.now()
    found.save(update_fields=["answer", "answered_by", "answered_at"])
    if found.by is not None:
        post.notify(ReportAnswered(report=found.pk), user=found.by)
    return found
