"""Where people stopped in guided games."""

from dataclasses import dataclass

from django.db.models import Count

from games.play.pages.guided import guided_titles
from games.rules.title import AnyTitle
from games.study.models import GuideProgress
from games.study.pages.guide import guide_of


@dataclass(frozen=True)
class Stops:
    """The steps of a guided game, each with its words and the number of people who stopped there.

    `begun` is how many people did the first step, `finished` how many of them came to the end.
    """

    title: AnyTitle
    begun: int
    finished: int
    steps: list[tuple[int, str, int]]


def stops_of_guides() -> list[Stops]:
    """Return where people are who have an account or play as guests; one query."""
    places = GuideProgress.objects.order_by().values_list("title", "finished", "step")
    counts = {tuple(row): count for *row, count in places.annotate(Count("pk"))}
    found = []
    for title in guided_titles():
        steps = guide_of(title).steps
        stopped = [counts.get((title.id, False, number), 0) for number in range(1, len(steps) + 1)]
        finished = sum(n for (name, done, _), n in counts.items() if name == title.id and done)
        numbered = zip(range(1, len(steps) + 1), steps, stopped, strict=True)
        rows = [(number, step.words, count) for number, step, count in numbered]
        found.append(Stops(title, finished + sum(stopped), finished, rows))
    return found
