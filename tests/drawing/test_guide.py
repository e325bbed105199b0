"""The guided first games: each step is a real position, and asks for a legal order."""

import re

import pytest

from games.drawing import DRAWINGS
from games.drawing.choices import Choice
from games.rules import TITLES
from games.rules.title import AnyTitle
from games.wording import ENGLISH
from games.wording.guide import SEAT, Guide, Step
from tests.docs.test_rules_page import PAGES, on_page
from tests.nim import NimWording

ASKED = {
    "teutonica": (
        "place t", "displace", "put t", "move", "claim .* develop", "claim .* office", "marker",
        "income", "end",
    ),
    "hansa": ("booths", "sail", "buy", "build", "sell", "lose", "replenish", "end"),
}  # fmt: skip
"""What a beginner does at least once, as orders begin."""

GUIDES = {title: guide for title, drawing in DRAWINGS.items() if (guide := drawing.wording.guide())}
STEPS = [
    pytest.param(TITLES[title], guide, step, id=f"{title}-{number}")
    for title, guide in GUIDES.items()
    for number, step in enumerate(guide.steps, 1)
]

each_guide = pytest.mark.parametrize("title", GUIDES)
each_step = pytest.mark.parametrize(("title", "guide", "step"), STEPS)


@each_guide
def test_it_has_12_to_15_steps_and_asks_for_everything(title: str) -> None:
    steps = GUIDES[title].steps
    assert 12 <= len(steps) <= 15
    for asked in ASKED[title]:
        assert any(re.match(asked, step.order) for step in steps), asked


@each_guide
def test_words_are_short_and_rules_exist(title: str) -> None:
    guide = GUIDES[title]
    letter = next(each for each in PAGES if guide.steps[0].rule.startswith(each))
    for step in (*guide.steps, guide.end):
        assert step.rule in on_page(letter), step.rule
        most = 1 if step.order else 2
        assert 1 <= len(re.findall(r"[.!](?: |$)", step.words)) <= most, step.words
        assert len(step.words) <= 180, step.words


def test_a_claim_takes_a_bonus_marker() -> None:
    guide = GUIDES["teutonica"]
    played = [each for step in (*guide.steps, guide.end) for each in step.before]
    taken = [each.text for each in played for event in each.events if event[0] == "took"]
    asked = [step.order for step in guide.steps]
    assert any(text in asked for text in taken)


@each_step
def test_what_is_asked_is_legal_and_leads_on(title: AnyTitle, guide: Guide, step: Step) -> None:
    assert SEAT in title.to_move(step.state)
    order = title.read(step.state, step.order)
    assert title.write(step.state, order) == step.order
    after = title.apply(step.state, SEAT, order)
    following = (*guide.steps, guide.end)[guide.steps.index(step) + 1]
    played, *rest = following.before
    assert (played.seat, played.text, played.events) == (SEAT, step.order, after.events)
    for each in rest:
        after = title.apply(after, each.seat, title.read(after, each.text))
    assert title.digest(after) == title.digest(following.state)


@each_step
def test_it_can_be_clicked(title: AnyTitle, guide: Guide, step: Step) -> None:
    view = title.view(step.state, SEAT)
    orders = title.orders(step.state, SEAT)
    choices = DRAWINGS[title.id].choices(title, orders, view, ENGLISH)
    found: list[Choice] = [
        choice
        for first in choices.first
        for choice in choices.after(first)
        if choice.order == step.order
    ]
    assert len(found) == 1


def test_a_title_without_the_file_has_none() -> None:
    assert NimWording().guide() is None
