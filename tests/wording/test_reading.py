"""What `tests.reading` finds in a page in the pseudo-language, and what it lets pass."""

import re

import pytest

from tests import reading
from tests.pseudo import translated


def page(text: str) -> str:
    """A page whose parts in square brackets are translated."""
    while "[" in text:
        text = re.sub(r"\[([^][]*)\]", lambda found: translated(found[1]), text)
    return text


@pytest.mark.parametrize(
    "text",
    [
        "<p>[It is your turn.] [Choose a city.]</p>",
        "<p>[Place [a trader] at] <b>[Bremen]</b></p>",
        '<p>[Bonus markers]: <kbd>place t hamburg-stade.2</kbd> <a href="/x/">[Back]</a></p>',
        '<p>Lübeck, <span lang="de">Deutsch</span>, Ρέγγα, 12, https://example.org/rules</p>',
        '<input type="hidden" value="place t"><script>const words = "some words";</script>',
    ],
)
def test_what_is_translated_passes(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("<p>[It is] your <b>[turn].</b></p>", "MISSING 'your' in <p>"),
        ('<a title="Your turn" href="/">[Go]</a>', "MISSING 'Your' in <a title>"),
        ('<svg aria-label="[Board of] places"></svg>', "MISSING 'places' in <svg aria-label>"),
        ("<li>[You have] [two traders].</li>", "GLUED"),
        ("<p>[Your turn.] [choose a city.]</p>", "GLUED"),
    ],
)
def test_what_is_not_is_found(text: str, wrong: str) -> None:
    (first,) = found(text)
    assert first.startswith(wrong)


def found(text: str) -> list[str]:
    names = reading.names()
    return [wrong for each in reading.in_html(page(text)) for wrong in reading.wrongs(each, names)]
