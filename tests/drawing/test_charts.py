"""Charts: what is drawn fits, and says the same in words."""

import random
import re
from itertools import pairwise
from xml.etree import ElementTree

import pytest

from games.drawing import DRAWINGS, charts
from games.drawing.seats import COLOURS
from games.rules import TITLES
from games.wording import ENGLISH, WORDINGS

NAMES = ["Ann & Ben", "<Cleo>", "Dan", 'E"ve', "Fay"]


def elements(chart: str) -> ElementTree.Element:
    return ElementTree.fromstring(chart)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("moments", [1, 2, 90])
def test_lines_are_told_apart_by_dashes_and_marks_and_end_at_their_numbers(seats, moments):
    rng = random.Random(seats)
    values = [[rng.randrange(60) for _ in range(moments)] for _ in range(seats)]
    chart = charts.over_time(
        values, "Points", names=NAMES, across="Turn", dots=[charts.Dot(1, moments - 1, 0)]
    )
    root = elements(chart)
    assert root.get("aria-label") == "Points"
    lines = [path for path in root.iter("path") if path.get("stroke") in COLOURS]
    assert len(lines) == seats
    assert len({line.get("stroke-dasharray") for line in lines}) == seats
    assert re.findall(r'href="#m(\d)"', chart) == [str(seat) for seat in range(seats)]
    ends = [each.text for each in root.iter("tspan") if each.get("class") == "value"]
    assert ends == [str(row[-1]) for row in values]


def test_labels_at_the_ends_of_lines_keep_apart_and_on_the_chart():
    rng = random.Random(1)
    for _ in range(200):
        heights = [rng.choice([8.0, 100.0, 240.0, rng.uniform(8, 270)]) for _ in range(5)]
        placed = charts._apart(heights, 280)
        ordered = sorted(placed)
        assert all(b - a >= charts.GAP - 1e-6 for a, b in pairwise(ordered))
        assert ordered[-1] <= 280


@pytest.mark.parametrize("most", [1, 2, 3, 7, 20, 61, 99, 240, 4000])
def test_an_axis_has_a_few_ticks(most):
    ticks = charts._ticks(0, most, charts._every(most, 4))
    assert 2 <= len(ticks) <= 5


def test_levels_that_meet_are_drawn_side_by_side():
    root = elements(charts.over_time([[0, 1], [0, 1]], "Book", steps=("2", "3")))
    paths = [path.get("d") for path in root.iter("path") if path.get("stroke") in COLOURS]
    assert len(set(paths)) == 2


def test_a_bar_is_as_long_as_its_number_says():
    root = elements(charts.bars([0, 5, 10], "Cities", most=20))
    assert [bar.get("width") for bar in root.iter("rect")] == ["0%", "25%", "50%"]


@pytest.mark.parametrize("title", DRAWINGS)
def test_every_title_has_words_for_its_figures(title):
    rules, words = TITLES[title], WORDINGS[title].figure_words(ENGLISH)
    state = rules.start(rules.complete({}, rules.players[0]), rules.players[0])
    for figures in rules.figures(state):
        assert {"total", *words.sources} >= figures.points.keys()
        assert words.levels.keys() == figures.levels.keys()
        for level, steps in words.steps.items():
            assert figures.levels[level] < len(steps)


@pytest.mark.parametrize("seats", [2, 5])
@pytest.mark.parametrize("names", [NAMES, ()])
def test_chances_lie_between_the_ends_and_where_their_moves_do(seats, names):
    rng = random.Random(seats)
    values = [[rng.random() for _ in range(4)] for _ in range(seats)]
    at = [4, 9, 50, 80]
    dots = [charts.Dot(1, 2, 0)] if names else []
    chart = charts.chances(
        values, at, "Chances", height=100, names=names[:seats], dots=dots, across="Move"
    )
    root = elements(chart)
    lines = [path for path in root.iter("path") if path.get("stroke") in COLOURS]
    assert len({line.get("stroke-dasharray") for line in lines}) == len(lines) == seats
    for line, row in zip(lines, values, strict=True):
        points = [point.split() for point in line.get("d")[1:].split("L")]
        assert [int(x) for x, _ in points] == at
        heights = [float(y) for _, y in points]
        assert all(0 <= y <= 100 for y in heights)
        assert sorted(heights) == sorted(heights, key=lambda y: -row[heights.index(y)])
    words = "".join(root.itertext())
    assert ("Move 0" in words) == bool(names)
    assert ("100%" in words) == bool(names)


@pytest.mark.parametrize("at", [(3, 4, 5), (3, 4, 50), (0, 100), (98, 99, 100)])
def test_numbered_moments_never_cover_each_other_on_a_phone(at):
    for seed in range(400):
        rng = random.Random(seed)
        heights = [float(rng.randint(charts.ROOM, 270)) for _ in at]
        dots = [charts.Dot(number, each, 0) for number, each in enumerate(at, 1)]
        root = elements("".join(["<svg>", *charts._dots(dots, 100, heights), "</svg>"]))
        found = [
            (float(mark.get("x").rstrip("%")), float(mark.get("y")) + float(circle.get("cy")))
            for mark in root.findall("svg")
            for circle in mark.findall("circle")
            if circle.get("class") == "dot"
        ]
        assert [x for x, _ in found] == [*at]
        assert min(y for _, y in found) >= 9.5
        for number, (x, y) in enumerate(found):
            for other_x, other_y in found[:number]:
                apart = abs(x - other_x) >= charts.NEAR or abs(y - other_y) >= charts.GAP
                assert apart, (seed, found)


def test_charts_say_percent_as_the_language_of_the_page_does():
    def german(share):
        return f"{share:.0%}".replace("%", "\N{NO-BREAK SPACE}%")

    drawn = [
        charts.shares([charts.Share("First", 0.5, 0.4, 0.6)], "Wins", german),
        charts.pairs([charts.Pair("Book", 40.0, 20.0)], "First", german),
        charts.chances([[0.5, 1.0], [0.5, 0.0]], [0, 4], "Chances", names="AB", percent=german),
    ]
    for chart in drawn:
        words = "".join(elements(chart).itertext())
        assert "%" in words
        assert not re.search(r"\d%", words)
