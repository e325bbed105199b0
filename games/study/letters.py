"""The notifications about puzzles."""

from dataclasses import dataclass
from datetime import date

from django.conf import settings
from django.utils.translation import gettext, gettext_lazy, pgettext_lazy

from games.accounts.models import User
from games.post.letters import Written, compose
from games.post.models import Letter
from games.post.notifications.base import Notification
from games.study.models import DailyPuzzle
from games.study.pages.daily import puzzles_by_title
from games.study.pages.puzzle import (
    email_picture_of,
    puzzle_url,
    question_of,
    set_up_of,
    stars_of,
    words_of,
)

PUZZLES = "puzzle of the day"
"""The topic of the emails with puzzles: people can turn it off, or give it its own schedule."""

PUZZLES_STAY = gettext_lazy("You can still solve it on the site, with all the others.")
"""What people keep who turn them off."""


@dataclass(frozen=True)
class PuzzleOfTheDay(Notification):
    """Shows the puzzle of a `day` in ISO format: its title's id and its number."""

    kind = "puzzle"
    label = pgettext_lazy("notification", "Puzzle")

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
        return compose(
            letter,
            subject=gettext("Puzzle of the day: {title}").format(title=puzzle.title.name),
            template="study/letters/puzzle",
            context=lambda: {
                "question": question,
                "day": date.fromisoformat(self.day),
                "title": puzzle.title.name,
                "set_up": f"{set_up_of(puzzle)}, {stars_of(puzzle)}",
                "picture": picture,
                "words": words_of(puzzle),
                "button_url": url,
                "button_label": gettext("Solve it on the board"),
            },
            attachments=(picture,) if picture else (),
            short=gettext("Puzzle of the day, {title}. {question}").format(
                title=puzzle.title.name, question=question
            ),
            url=url,
        )
