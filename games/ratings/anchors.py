"""The fixed strengths of bots, which ratings hold on to."""

from collections.abc import Iterable, Mapping

from django.db import transaction
from django.utils import timezone

from games.ratings.hyper import ANCHORS
from games.ratings.models import Anchor
from games.ratings.skill import Estimate


def anchors_of(title: str) -> dict[str, float]:
    """Return the strength of each bot at a title: as computed here, else as shipped."""
    stored = Anchor.objects.filter(title=title).values_list("bot", "mean")
    return {bot: each.mean for bot, each in ANCHORS.get(title, {}).items()} | dict(stored)


def all_anchors() -> list[Anchor]:
    """Return every bot's strength at every title, the strongest first; one query.

    Those that were not computed here are as shipped: not saved, and with 0 games.
    """
    shipped = {
        (title, bot): Anchor(
            title=title, bot=bot, mean=each.mean, deviation=each.deviation, games=0
        )
        for title, strengths in ANCHORS.items()
        for bot, each in strengths.items()
    }
    stored = {(each.title, each.bot): each for each in Anchor.objects.all()}
    return sorted((shipped | stored).values(), key=lambda each: (-each.mean, each.bot))


@transaction.atomic
def set_anchors(
    title: str, strengths: Mapping[str, Estimate], games: Mapping[str, int]
) -> Iterable[Anchor]:
    """Store the strengths of bots at a title, and return them."""
    now = timezone.now()
    return [
        Anchor.objects.update_or_create(
            title=title,
            bot=bot,
            defaults={
                "mean": strength.mean,
                "deviation": strength.deviation,
                "games": games[bot],
                "computed_at": now,
            },
        )[0]
        for bot, strength in strengths.items()
    ]
