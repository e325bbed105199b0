"""The guided first game of a title, a page for each step: nothing of it is stored but the place."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.http import Http404
from django.urls import reverse
from django.utils.translation import gettext_lazy

from games.accounts.models import User
from games.drawing import DRAWINGS
from games.play.language import spoken
from games.play.pages.guided import Begun, guided_titles
from games.rules.common.lru import LRUCache
from games.rules.common.message import Message
from games.rules.title import AnyTitle
from games.study.models import GuideProgress
from games.study.pages.board_page import BoardPage, PlayedOrder
from games.wording import WORDINGS
from games.wording.guide import SEAT, Guide, Step
from games.wording.seats import colour_names

OTHERWISE = gettext_lazy("That's legal, but try what the lesson asks first. Nothing has changed.")

_lessons = LRUCache(200)


@dataclass(frozen=True)
class Lesson:
    """A step of a guided game, or its end, as the page and its fragment show it.

    `number` counts from 1; the end is the number after the last step. `played` is what happened
    since the step before; `board_page.wanted` is the order that is asked for, '' at the end.
    """

    title: AnyTitle
    number: int
    count: int
    rule: str
    sentence: str
    played: Sequence[PlayedOrder]
    board_page: BoardPage

    @classmethod
    def of(cls, title: AnyTitle, number: int, picked: str | None = None) -> "Lesson":
        """Return a step of a title's guided game; raises Http404."""
        guide = guide_of(title)
        if not 1 <= number <= len(guide.steps) + 1:
            raise Http404("The guided game has no such step.")
        key = (title.id, number, picked, spoken().code)
        lesson: Lesson = _lessons.get(key, lambda: _drawn(title, guide, number, picked))
        return lesson

    @property
    def over(self) -> bool:
        """Whether this is the end."""
        return self.number > self.count

    @property
    def back(self) -> str:
        """The URL of the step before, '' if there is none."""
        return step_url(self.title, self.number - 1) if self.number > 1 else ""

    @property
    def skip(self) -> str:
        """The URL of the next step, '' if there is none."""
        return "" if self.over else step_url(self.title, self.number + 1)


def guide_of(title: AnyTitle) -> Guide:
    """Return the guided game of a title; raises Http404 if it has none."""
    guide = WORDINGS[title.id].guide()
    if guide is None:
        raise Http404("This title has no guided game.")
    return guide


def names_of(guide: Guide) -> Sequence[str]:
    """Return the names of the players: their colours."""
    return colour_names(spoken())[: guide.players]


def step_url(title: AnyTitle, number: int) -> str:
    return reverse("study:learn-step", args=[title.id, number])


def begun_by(user: User) -> list[Begun]:
    """Return the guided games that a person has begun and not finished, the latest first."""
    rows = GuideProgress.objects.filter(user=user, finished=False).values_list("title", "step")
    guided = {title.id: title for title in guided_titles()}
    return [
        Begun(title, min(step, count), count)
        for name, step in rows
        if (title := guided.get(name)) and (count := len(guide_of(title).steps))
    ]


def is_asked_for(title: AnyTitle, number: int, text: str) -> bool:
    """Return whether an order is what a step asks for; raises IllegalOrder if it is not legal."""
    steps = guide_of(title).steps
    if not 1 <= number <= len(steps):
        raise Http404("The guided game has no such step.")
    step = steps[number - 1]
    order = title.read(step.state, text)
    title.apply(step.state, SEAT, order)
    return title.write(step.state, order) == step.order


def is_elsewhere(title: AnyTitle, number: int, picked: str) -> bool:
    """Return whether a first click leads only to other orders than a step asks for."""
    guide = guide_of(title)
    if not 1 <= number <= len(guide.steps):
        return False
    step = guide.steps[number - 1]
    view, orders = title.view(step.state, SEAT), title.orders(step.state, SEAT)
    after = DRAWINGS[title.id].choices(title, orders, view, spoken(), names_of(guide)).after(picked)
    return bool(after) and all(choice.order != step.order for choice in after)


def _drawn(title: AnyTitle, guide: Guide, number: int, picked: str | None) -> Lesson:
    """Draw a step."""
    step = (*guide.steps, guide.end)[number - 1]
    board_page = BoardPage.of(
        title,
        step.state,
        SEAT,
        names_of(guide),
        url=step_url(title, number),
        acts=bool(step.order),
        picked=picked,
        wanted=step.order,
        since=[played.touched for played in step.before],
    )
    return Lesson(
        title=title,
        number=number,
        count=len(guide.steps),
        rule=step.rule,
        sentence=spoken().say(Message(step.words)),
        played=_played(title, guide, step),
        board_page=board_page,
    )


def _played(title: AnyTitle, guide: Guide, step: Step) -> list[PlayedOrder]:
    """Return what happened before a step, order by order."""
    state, names, wording = step.state, names_of(guide), WORDINGS[title.id]
    return [
        PlayedOrder(seat, wording.describe(state, seat, text, events, names, SEAT, spoken()))
        for seat, text, events, _ in step.before
    ]
