"""The rules page: Markdown as HTML, with its contents and pictures."""

import re

import pytest
from django.test import Client

from games.drawing import DRAWINGS
from games.play.pages import rulebook
from games.rules import TITLES
from games.wording import ENGLISH


def test_the_rules_page_reads_its_markdown():
    text = "# Rules\n\n## T1 Setup\n- T1.1 One\n  and more.\n- T1.2 Two <b>\n\n"
    text += "| a | b |\n|---|---|\n| 1 | **2** |\n"
    html = rulebook.render(text)

    assert '<h2 id="T1">T1 Setup</h2>' in html
    assert "T1.2 Two &lt;b&gt;" in html
    assert '<div class="scroll" tabindex="0"><table>' in html
    assert "<td><strong>2</strong></td>" in html


def test_a_numbered_rule_can_be_linked_to_and_may_hold_a_table():
    html = rulebook.render(
        "- **T1.2** Worth\n  the last.\n\n  | a | |\n  | --- | --- |\n  | 1 | 2 |\n"
    )

    assert '<li id="T1.2">' in html
    assert "<th>a</th>\n<td></td>" in html


def test_a_rule_that_is_named_leads_to_where_it_stands():
    text = "## T1 As T1.2\n- **T1.2** As in T1, *T1.2*, T1.3 & [T1](x).\n\n"
    html = rulebook.render(f"{text}| a |\n| --- |\n| T1.2 |\n")

    link = '<a href="#T1.2">T1.2</a>'
    assert "T1 As T1.2</h2>" in html
    assert (
        f'<strong>T1.2</strong> As in <a href="#T1">T1</a>, <em>{link}</em>, T1.3 &amp; '
        '<a href="x">T1</a>.'
    ) in html
    assert f"<td>{link}</td>" in html


def test_a_figure_stands_at_the_end_of_its_rule():
    html = rulebook.render("- **T1.2** Worth\n- **T1.3** More\n", {"T1.2": "<figure></figure>"})

    assert html.index("Worth") < html.index("<figure>") < html.index("More")


def test_a_heading_without_a_number_has_its_words_as_an_id():
    assert '<h3 id="one-turn-told">One turn, told</h3>' in rulebook.render("### One turn, told\n")


def test_a_figure_of_a_heading_stands_beside_what_is_below_it():
    text = "### The goal\n\nTo win.\n\n### The end\n\nAt once.\n"
    html = rulebook.render(text, {"the-goal": "<i></i>", "the-end": "<b></b>"})
    order = ["The goal", 'class="lesson"', "To win", "<i>", "The end", "At once", "<b>"]
    places = [html.index(part) for part in order]
    assert places == sorted(places)
    assert html.count("<div") == html.count("</div>")


def test_the_contents_have_numbers_apart_and_parts_below():
    text = "# Rules\n## How to play\n### The goal\n### A turn\n## T1 Setup\n- **T1.1** One\n"
    first, second = rulebook.contents(text)
    assert (first.id, first.number, first.words) == ("how-to-play", "", "How to play")
    assert [part.id for part in first.entries] == ["the-goal", "a-turn"]
    assert (second.id, second.number, second.words) == ("T1", "T1", "Setup")


def rules_page(title: str) -> str:
    return Client().get(f"/rules/{title}/").content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize("title", TITLES)
def test_every_link_on_the_page_leads_to_a_place_of_it(title):
    page = rules_page(title)
    ids = re.findall(r'\bid="([^"]+)"', page)
    named = set(re.findall(r'\bhref="#([^"]+)"|url\(#([^)]+)\)', page))
    assert {one or other for one, other in named} <= set(ids)
    assert len(ids) == len(set(ids))


@pytest.mark.django_db
@pytest.mark.parametrize("title", TITLES)
def test_the_contents_lead_to_every_heading(title):
    contents, _, text = rules_page(title).partition('<article class="rulebook">')
    headings = re.findall(r'<h[23] id="([^"]+)"', text)
    assert (
        re.findall(r'<a href="#([^"]+)"', contents.partition('<nav class="contents')[2]) == headings
    )
    assert headings[0] == "how-to-play"


@pytest.mark.django_db
@pytest.mark.parametrize("title", TITLES)
def test_every_figure_is_on_the_page(title):
    page = rules_page(title)
    figures = "".join(DRAWINGS[title].rule_figures(ENGLISH).values())
    assert page.count("<figure>") == figures.count("<figure>") > 5
