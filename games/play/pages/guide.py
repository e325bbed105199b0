"""The guided first game of a title, a page for each step: nothing of it is stored but the place."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.http import Http404
from django.urls import reverse

from games.accounts.models import User
from games.drawing import DRAWINGS
from games.drawing.choices import Choice, Group
from games.drawing.guide import SEAT, Guide, Step
from games.drawing.protocol import Live
from games.play.lru import LRUCache
from games.play.models import GuideProgress
from games.play.pages.desks import desks_of
from games.rules import TITLES
from games.rules.title import AnyTitle

OTHERWISE = "That's allowed, but for now do what the sentence asks. Nothing has changed."

_lessons = LRUCache(200)


@dataclass(frozen=True)
class Place:
    """A guided game that a person has begun, and where they are in it."""

    title: AnyTitle
    step: int
    count: int


@dataclass(frozen=True)
class Told:
    """What happened on the way to a step, as a sentence; `seat` is whose order it was."""

    seat: int
    sentence: str


@dataclass(frozen=True)
class Lesson:
    """A step of a guided game, or its end, as the page and its fragment show it.

    `number` counts from 1; the end is the number after the last step. `told` is what happened
    since the step before, and `wanted` the order that is asked for, '' at the end. `groups`,
    `picked`, `picked_label` and `picks` are as at the table, the group with that order the first.
    `pointed` says whether an arrow on the board points to what is clicked next.
    """

    title: AnyTitle
    number: int
    count: int
    url: str
    rule: str
    sentence: str
    wanted: str
    told: Sequence[Told]
    board: str
    live: Live
    desk: str
    other_desks: Sequence[str]
    groups: Sequence[Any] = ()
    picked: str | None = None
    picked_label: str = ""
    picks: Sequence[Choice] = ()
    pointed: bool = False
    draft_version: int = 0

    @classmethod
    def of(cls, title: AnyTitle, number: int, picked: str | None = None) -> "Lesson":
        """Return a step of a title's guided game; raises Http404."""
        guide = guide_of(title)
        if not 1 <= number <= len(guide.steps) + 1:
            raise Http404("The guided game has no such step.")
        key = (title.id, number, picked)
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


def guided_titles() -> list[AnyTitle]:
    """Return the titles that have a guided game."""
    return [TITLES[title] for title, drawing in DRAWINGS.items() if drawing.guide()]


def guide_of(title: AnyTitle) -> Guide:
    """Return the guided game of a title; raises Http404 if it has none."""
    guide = DRAWINGS[title.id].guide()
    if guide is None:
        raise Http404("This title has no guided game.")
    return guide


def step_url(title: AnyTitle, number: int) -> str:
    return reverse("play:learn-step", args=[title.id, number])


def begun_by(user: User) -> list[Place]:
    """Return the guided games that a person has begun and not finished, the latest first."""
    rows = GuideProgress.objects.filter(user=user, finished=False).values_list("title", "step")
    guided = {title.id: title for title in guided_titles()}
    return [
        Place(title, min(step, count), count)
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


def _drawn(title: AnyTitle, guide: Guide, number: int, picked: str | None) -> Lesson:
    """Draw a step."""
    drawing, names = DRAWINGS[title.id], guide.names
    step = (*guide.steps, guide.end)[number - 1]
    view = title.view(step.state, SEAT)
    url = step_url(title, number)
    choices = None
    path: tuple[str, ...] = ()
    if step.order:
        choices = drawing.choices(title, title.orders(step.state, SEAT), view, names)
        wanted = choices.of(step.order)
        path = wanted.path if wanted else ()
    if choices is None or picked not in choices.first:
        picked = None
    if picked is not None:
        path = path[1:] if path[0] == picked else ()
    post = f"{url}order"
    live = drawing.live(
        view,
        since=[played.touched for played in step.before],
        names=names,
        choices=choices,
        picked=picked,
        post=post,
        pointer=path[0] if path else "",
    )
    desks = drawing.desks(view, names, choices=choices, picked=picked, post=post)
    own, *others = desks_of(title.id, desks, view.to_move)
    shown: dict[str, Any] = {}
    if choices is not None:
        shown["groups"] = sorted(choices.groups, key=lambda group: not _has(group, step.order))
        shown["pointed"] = 'id="pointer"' in live["body"]
    if choices is not None and picked is not None:
        shown |= {"picked_label": choices.first[picked].label, "picks": choices.after(picked)}
    return Lesson(
        title=title,
        number=number,
        count=len(guide.steps),
        url=url,
        rule=step.rule,
        sentence=step.words,
        wanted=step.order,
        told=_told(title, guide, step),
        board=drawing.static(view.board),
        live=live,
        desk=own,
        other_desks=others,
        picked=picked,
        **shown,
    )


def _told(title: AnyTitle, guide: Guide, step: Step) -> list[Told]:
    """Return what happened before a step, order by order."""
    state, names = step.state, guide.names
    return [
        Told(seat, title.describe(state, seat, text, events, names, SEAT))
        for seat, text, events, _ in step.before
    ]


def _has(group: Group, order: str) -> bool:
    return any(choice.order == order for choice in group.choices)
