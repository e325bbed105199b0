"""The rules page: Markdown as HTML, with its contents and pictures."""

import re
from pathlib import Path

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


ORIGINAL = """\
## The goal

To win, see [below](#the-end).

## The end

- **T1.1** As in T1.2, with 3.
"""
TRANSLATION = """\
## Das Ziel

Siegen, siehe [unten](#das-ende).

## Das Ende

- **T1.1** Mit 3, wie T1.2.
"""


def test_a_translation_has_the_places_of_the_original():
    html = rulebook.render(TRANSLATION, {"the-goal": "<i></i>"}, ORIGINAL)

    assert '<h2 id="the-goal">Das Ziel</h2>' in html
    assert '<a href="#the-end">unten</a>' in html
    assert html.index("unten") < html.index("<i>") < html.index('<h2 id="the-end">')
    assert [entry.id for entry in rulebook.contents(TRANSLATION, ORIGINAL)] == [
        "the-goal", "the-end"
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("before", "after"),
    [("T1.2", "T1.3"), ("3", "4"), ("## Das Ende", "### Das Ende"), ("\n- ", "\nUnd.\n\n- ")],
)
def test_a_translation_lacks_and_adds_nothing(before: str, after: str):
    assert rulebook.is_translation(TRANSLATION, ORIGINAL)
    assert not rulebook.is_translation(TRANSLATION.replace(before, after), ORIGINAL)


def rules_page(title: str, language: str = "en") -> str:
    answer = Client().get(f"/rules/{title}/", headers={"accept-language": language})
    return answer.content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("language", ["en", "de"])
def test_every_link_on_the_page_leads_to_a_place_of_it(title, language, settings):
    settings.LANGUAGES = [("en", "English"), ("de", "Deutsch")]
    page = rules_page(title, language)
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


@pytest.mark.django_db
def test_the_rules_are_in_the_language_of_the_page(settings):
    settings.LANGUAGES = [("en", "English"), ("de", "Deutsch")]
    assert ">Hansa: the rules</h1>" in rules_page("hansa")
    assert ">Hansa: die Regeln</h1>" in rules_page("hansa", "de")
    assert '<article class="rulebook">' in rules_page("hansa", "de")


def test_a_translation_of_other_rules_is_not_shown(tmp_path: Path):
    (tmp_path / "de").mkdir()
    (tmp_path / "nim.md").write_text(ORIGINAL)
    assert rulebook.read(tmp_path, "nim", "de") == (ORIGINAL, ORIGINAL)
    (tmp_path / "de" / "nim.md").write_text(TRANSLATION)
    assert rulebook.read(tmp_path, "nim", "de") == (TRANSLATION, ORIGINAL)
    (tmp_path / "nim.md").write_text(f"{ORIGINAL}- **T1.2** More.\n")
    assert rulebook.read(tmp_path, "nim", "de")[0] == f"{ORIGINAL}- **T1.2** More.\n"
