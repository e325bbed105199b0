"""The notifications of the club."""

from dataclasses import dataclass
from urllib.parse import urlencode

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext, pgettext_lazy

from games.accounts.models import User
from games.club.models import Report, SavedSearch, TableWish
from games.club.pages.finding import Search, open_games
from games.play.language import spoken
from games.play.models import Door
from games.play.models.game import has_seat
from games.play.pages.boards import BOARD, called
from games.post.letters import Written
from games.post.models import Letter
from games.post.notifications.base import Notification
from games.post.notifications.notices import notice
from games.rules.common.message import Notation, plural, series


@dataclass(frozen=True)
class NewGames(Notification):
    """Tells of open games, by their ids, that fit a saved search, by its id.

    Names of games are left out: strangers chose them, and the reader has not asked for these games.
    """

    kind = "new_games"
    label = pgettext_lazy("notification", "New games")

    search: int
    games: list[int]

    def key(self, user: User) -> str:
        return f"{self.kind}:{self.search}:{max(self.games)}"

    def write(self, letter: Letter) -> Written | None:
        """Name the games that can still be joined, or return None if there are none."""
        if letter.recipient is None:
            return None
        joinable = open_games(Search(), letter.recipient)
        open_still = list(joinable.filter(has_seat(door=Door.OPEN.value), pk__in=self.games))
        if not open_still:
            return None
        whats = dict.fromkeys(called(game.title, game.options.get(BOARD)) for game in open_still)
        one = len(open_still) == 1
        saved = SavedSearch.objects.filter(pk=self.search).first()
        query = f"?{urlencode(saved.as_sent())}" if saved else ""
        all_fitting = reverse("club:open-games") + query
        return notice(
            letter,
            subject=gettext("A new game you could join")
            if one
            else gettext("New games you could join"),
            sentence=spoken().say(
                plural(
                    len(open_still),
                    "A new game fits a search you saved at {site} ({games}).",
                    "{number} new games fit a search you saved at {site} ({games}).",
                    site=Notation(settings.SITE_NAME),
                    games=series([Notation(each) for each in whats]),
                )
            ),
            path=open_still[0].get_absolute_url() if one else all_fitting,
            label=gettext("See the game") if one else gettext("See the games"),
        )


@dataclass(frozen=True)
class ReportAnswered(Notification):
    """Says what staff answered to a report, by its id."""

    kind = "report_answered"
    label = pgettext_lazy("notification", "Report answered")

    report: int

    def key(self, user: User) -> str:
        return f"{self.kind}:{self.report}"

    def write(self, letter: Letter) -> Written | None:
        reports = Report.objects.select_related("person", "game").exclude(answer="")
        report = reports.filter(pk=self.report).first()
        if report is None:
            return None
        return notice(
            letter,
            subject=report.subject,
            sentence=str(report.get_answer_display()),
            path=reverse("play:lobby"),
            label=gettext("Go to my games"),
        )


@dataclass(frozen=True)
class WishExpired(Notification):
    """Says that a place on the waiting list has expired; `which` tells it from earlier ones."""

    kind = "wish_expired"
    label = pgettext_lazy("notification", "Waiting list")

    which: str

    def key(self, user: User) -> str:
        return f"{self.kind}:{user.pk}:{self.which}"

    def write(self, letter: Letter) -> Written | None:
        """Say so, or return None if its reader has made or dropped the wish since."""
        expired = TableWish.objects.filter(user=letter.recipient).exclude(expired_at=None)
        if not expired.exists():
            return None
        return notice(
            letter,
            subject=gettext("We've stopped looking for a table for you"),
            sentence=gettext(
                "You haven't been here for three days, so you're no longer on the waiting list."
                " If you'd still like to play, join it again."
            ),
            path=reverse("club:wait-for-table"),
            label=gettext("Join the waiting list again"),
        )
