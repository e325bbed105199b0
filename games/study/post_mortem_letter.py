"""The email after a game: its turning points, as pictures and in words."""

from dataclasses import dataclass
from itertools import zip_longest

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext, gettext_lazy, ngettext, pgettext_lazy

from games.play.access import Access
from games.play.language import say
from games.play.letters.base import SeatNotification
from games.play.letters.context import LetterContext
from games.post.letters import Written, compose, sentences
from games.rules.common.message import term
from games.study.models import Analysis, AnalysisState
from games.study.pages.post_mortem import WIDTH, Point, attachment_of, points_of

POST_MORTEMS = "post-mortem"
"""The topic of these emails: people can turn them off, or give them their own schedule."""

POST_MORTEMS_STAY = gettext_lazy("They stay on the page of each game.")
"""What people keep who turn them off."""


@dataclass(frozen=True)
class TurningPoints(SeatNotification):
    """Shows a player the turning points of their game, which is over."""

    kind = "post_mortem"
    label = pgettext_lazy("notification", "Turning points")

    @property
    def topic(self) -> str:
        return POST_MORTEMS

    def compose(self, context: LetterContext) -> Written | None:
        """Show the turning points, or return None if the game is not over any more."""
        game = context.game
        analysis = Analysis.objects.filter(game=game, state=AnalysisState.DONE).first()
        if analysis is None or not game.is_over:
            return None
        access = Access.read(game, context.letter.reader, context.players, context.state)
        points = points_of(access, analysis)
        mailed = context.letter.channel_id is None
        pictures = [attachment_of(access, point) for point in points] if mailed else []
        url = settings.SITE_URL + reverse("study:post-mortem", args=[game.pk])
        subject = context.subject(term("email", "{game}: the turning points"))
        asked = _sentence(points)
        return compose(
            context.letter,
            subject=subject,
            template="study/letters/post_mortem",
            context=lambda: {
                "game": game,
                "sentence": asked,
                "points": list(zip_longest(points, pictures)),
                "width": WIDTH,
                "button_url": url,
                "button_label": gettext("Open the post-mortem"),
            },
            attachments=tuple(pictures),
            short=sentences(subject, asked, *(_short(point) for point in points)),
            push=say(subject),
            url=url,
        )


def _sentence(points: list[Point]) -> str:
    if not points:
        return gettext("No turn of this game lost much: you all played well.")
    said = ngettext(
        "{number} turn cost the most chance to win.",
        "{number} turns cost the most chance to win.",
        len(points),
    )
    return said.format(number=len(points))


def _short(point: Point) -> str:
    return gettext("Move {number}: {player}").format(number=point.row.number, player=point.row.name)
