"""The figures of the rules page."""

from pathlib import Path
from xml.etree import ElementTree

import pytest

from games.drawing.teutonica.figures import FIGURES, figures, lands

PAGE = Path(__file__).parents[2] / "docs" / "rules" / "teutonica.md"


@pytest.mark.parametrize("rule", FIGURES)
def test_a_figure_stands_under_a_rule_of_the_page(rule):
    assert f"**{rule}**" in PAGE.read_text(encoding="utf-8")


@pytest.mark.parametrize("rule", FIGURES)
def test_a_figure_is_well_formed_and_finds_its_land(rule):
    drawn = ElementTree.fromstring(f"<div>{figures()[rule]}{lands()}</div>")
    ids = {element.get("id") for element in drawn.iter()}
    uses = {element.get("href") for element in drawn.iter() if element.get("href")}

    assert {use.removeprefix("#") for use in uses if use.startswith("#land-")} <= ids
