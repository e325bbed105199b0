"""The Atom feed of the puzzles of the day. It is public, as the puzzles are."""

from datetime import UTC, date, datetime, time
from typing import Final

from django.conf import settings
from django.urls import reverse
from django.utils.feedgenerator import Atom1Feed
from django.utils.html import format_html
from django.utils.translation import gettext

from games.accounts.languages import address_here
from games.play.language import labelled
from games.study.pages.daily import days_before
from games.study.pages.puzzle import (
    picture_url,
    puzzle_url,
    question_of,
    set_up_of,
    stars_of,
    words_of,
)

DAYS: Final = 14
"""How many days the feed goes back."""


def feed(today: date) -> str:
    """Return the feed on a day, which is one of UTC; it is the same all day."""
    found = Atom1Feed(
        title=gettext("{site}: puzzle of the day").format(site=settings.SITE_NAME),
        link=settings.SITE_URL + reverse("study:puzzles"),
        description=None,
        author_name=settings.SITE_NAME,
        feed_url=settings.SITE_URL + address_here(reverse("study:puzzle-feed")),
        feed_guid=f"tag:{settings.SITE_HOST},2026:puzzles",
    )
    for day, puzzle in days_before(today, DAYS):
        moment = datetime.combine(day, time(), tzinfo=UTC)
        found.add_item(
            title=labelled(puzzle.title.name, question_of(puzzle)),
            link=settings.SITE_URL + puzzle_url(puzzle),
            description=format_html(
                '<p>{}, {}</p><p><img src="{}" alt="{}"></p>',
                set_up_of(puzzle),
                stars_of(puzzle),
                settings.SITE_URL + picture_url(puzzle),
                gettext("The board. {position}").format(position=words_of(puzzle)),
            ),
            unique_id=f"tag:{settings.SITE_HOST},2026:puzzle-{day.isoformat()}",
            updateddate=moment,
            pubdate=moment,
        )
    return found.writeString("utf-8")
