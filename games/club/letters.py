"""The notifications of the club."""

from dataclasses import dataclass
from datetime import date
from urllib.parse import urlencode

from django.conf import settings
from django.urls import reverse

from games.accounts.models import User
from games.club.models import DailyPuzzle, Report, SavedSearch, TableWish
from games.club.pages.boards import BOARD, called
from games.club.pages.daily import puzzles_by_title
from games.club.pages.finding import Search, open_games
from games.club.pages.puzzle import (
    email_picture_of,
    puzzle_url,
    question_of,
    set_up_of,
    stars_of,
    words_of,
)
from games.drawing.score import listed
from games.play.models import Door
from games.play.models.game import has_seat
from games.post.letters import Written, render
from games.post.models import Letter
from games.post.notifications.base import Notification
from games.post.notifications.notice import notice

PUZZLES = "puzzle of the day"
"""The topic of the emails with puzzles: people can turn it off, or give it its own schedule."""

PUZZLES_STAY = "You can still solve it on the site, with all the others."
"""What people keep who turn them off."""


@dataclass(frozen=True)
class NewGames(Notification):
    """Tells of open games, by their ids, that fit a saved search, by its id.

    Names of games are left out: strangers chose them, and the reader has not asked for these games.
    """

    kind = "new_games"

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
        count = "A new game fits" if one else f"{len(open_still)} new games fit"
        saved = SavedSearch.objects.filter(pk=self.search).first()
        query = f"?{urlencode(saved.as_sent())}" if saved else ""
        all_fitting = reverse("club:open-games") + query
        return notice(
            letter,
            subject="A new game you could join" if one else "New games you could join",
            sentence=f"{count} a search you saved at {settings.SITE_NAME} ({listed(list(whats))}).",
            path=open_still[0].get_absolute_url() if one else all_fitting,
            label="See the game" if one else "See the games",
        )


@dataclass(frozen=True)
class PuzzleOfTheDay(Notification):
    """Shows the puzzle of a `day` in ISO format: its title's id and its number."""

    kind = "puzzle"

    title: str
    number: int
    day: str

    @property
    def topic(self) -> str:
        return PUZZLES

    def key(self, user: User) -> str:
        return f"{self.kind}:{user.pk}:{self.day}"

    def write(self, letter: Letter) -> Written | None:
        """Show the puzzle, or return None if its reader has had enough of them."""
        puzzle = puzzles_by_title().get(self.title, {}).get(self.number)
        if puzzle is None or not DailyPuzzle.objects.filter(user=letter.recipient).exists():
            return None
        question, url = question_of(puzzle), settings.SITE_URL + puzzle_url(puzzle)
        picture = None if letter.channel_id else email_picture_of(puzzle)
        return render(
            letter,
            subject=f"Puzzle of the day: {puzzle.title.name}",
            template="club/letters/puzzle",
            context={
                "question": question,
                "day": date.fromisoformat(self.day),
                "title": puzzle.title.name,
                "set_up": f"{set_up_of(puzzle)}, {stars_of(puzzle)}",
                "picture": picture,
                "words": words_of(puzzle),
                "button_url": url,
                "button_label": "Solve it on the board",
            },
            attachments=(picture,) if picture else (),
            short=f"Puzzle of the day, {puzzle.title.name}. {question}",
            url=url,
        )


@dataclass(frozen=True)
class ReportAnswered(Notification):
    """Says what staff answered to a report, by its id."""

    kind = "report_answered"

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
            subject=f"Your report about {report.subject}",
            sentence=report.get_answer_display(),
            path=reverse("play:lobby"),
            label="Go to my games",
        )


@dataclass(frozen=True)
class WishExpired(Notification):
    """Says that a wish for the next table has expired; `which` tells it from earlier ones."""

    kind = "wish_expired"

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
            subject="We've stopped looking for your next table",
            sentence="You haven't been here for three days, so we've stopped looking for players "
            "for your next table. Would you still like one? Then wait again.",
            path=reverse("club:wait-for-table"),
            label="Wait again",
        )
