"""Reports to staff, and their answers."""

from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from games.accounts import staff
from games.accounts.models import StaffAct, User
from games.club.errors import ClubError
from games.club.letters import ReportAnswered
from games.club.models import About, Answer, Report
from games.play.models import Game, Message
from games.post import services as post

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
) -> Report:
    """Report a message, a person or a game to staff; raises ClubError.

    A second report of the same while the first is open is added to it.
    """
    User.objects.select_for_update(no_key=True).get(pk=by.pk)
    text = text.replace("\r\n", "\n").replace("\0", "").strip()
    if not text:
        raise ClubError("Say what happened, so that staff can look into it.")
    if len(text) > LONGEST:
        raise ClubError(f"That's {len(text)} characters. Use at most {LONGEST}.")
    about = About.MESSAGE if message else About.PERSON if person else About.GAME
    if message is not None:
        game, person = message.game, message.holder.user
    now = timezone.now()
    mine = Report.objects.filter(by=by)
    same = mine.filter(about=about, person=person, game=game, message=message, answer="").first()
    if same is not None:
        same.text = f"{same.text}\n\n{text}"[: 2 * LONGEST]
        same.save(update_fields=["text"])
        return same
    if mine.filter(at__gt=now - DAY).count() >= MOST_A_DAY:
        raise ClubError(f"You've sent {MOST_A_DAY} reports in a day. Send more tomorrow.")
    return Report.objects.create(
        about=about,
        by=by,
        person=person,
        game=game,
        message=message,
        quoted=message.text if message else "",
        text=text,
        at=now,
    )


@transaction.atomic
def answer(*, report_id: int, answer: str, by: User, reason: str) -> Report:
    """Answer an open report, and tell who sent it; raises ClubError or NoReason."""
    found = Report.objects.select_for_update(no_key=True, of=("self",)).filter(pk=report_id).first()
    if found is None or found.answer:
        raise ClubError("This report has been answered already.")
    if answer not in Answer.values:
        raise ClubError("Choose one of the answers.")
    if by.pk in (found.by_id, found.person_id):
        raise ClubError("This report is yours or about you. Leave it to another member of staff.")
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
