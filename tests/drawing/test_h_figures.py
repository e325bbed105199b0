"""The figures of Hansa's rules page."""

from pathlib import Path
from xml.etree import ElementTree

import pytest

from games.drawing.hansa.figures import figures, lands

PAGE = Path(__file__).parents[2] / "docs" / "rules" / "hansa.md"


@pytest.mark.parametrize("rule", figures())
def test_a_figure_stands_under_a_rule_of_the_page(rule: str) -> None:
    assert f"**{rule}**" in PAGE.read_text(encoding="utf-8")


@pytest.mark.parametrize("rule", figures())
def test_a_figure_is_well_formed_and_finds_all_that_it_uses(rule: str) -> None:
    drawn = ElementTree.fromstring(f"<div>{figures()[rule]}{lands()}</div>")
    ids = {element.get("id") for element in drawn.iter()}
    uses = {element.get("href") for element in drawn.iter() if element.get("href")}
    assert uses
    assert {str(use).removeprefix("#") for use in uses} <= ids
