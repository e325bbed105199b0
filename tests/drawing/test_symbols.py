"""Symbols are files: each is fit to be drawn, and says so by its name if it is not."""

from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from games.drawing.symbols import read, symbol, theme

ROOT = Path(__file__).parents[2] / "games" / "drawing"
FILES = sorted(ROOT.rglob("symbols/*"))
OPEN = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">'


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(ROOT)))
def test_a_file_is_a_symbol(file):
    drawn = ET.fromstring(f"<svg>{read(file).group()}</svg>")
    assert len(list(drawn.iter())) == len(list(ET.parse(file).iter())) + 1


def test_the_theme_has_each_colour_once_and_no_other_than_symbols_have():
    used = {
        element.get(key)
        for file in FILES
        for element in ET.parse(file).iter()
        for key in ("fill", "stroke")
    }
    assert sorted(theme().values()) == sorted(used - {None, "none"})


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("<svg><path></svg>", "not well-formed"),
        ('<svg xmlns="http://www.w3.org/2000/svg"/>', "viewBox"),
        (f"{OPEN}<script>alert(1)</script></svg>", "<script>"),
        (f'{OPEN}<path onclick="alert(1)"/></svg>', "onclick"),
        (f'{OPEN}<path id="m0"/></svg>', "id"),
        (f'{OPEN}<path fill="#123456"/></svg>', "#123456"),
    ],
)
def test_a_file_that_is_not_one_is_named(tmp_path, text, fault):
    file = tmp_path / "broken.svg"
    file.write_text(text)
    with pytest.raises(ValueError, match=r"broken\.svg") as raised:
        read(file)
    assert fault in str(raised.value)


def test_a_symbol_takes_other_colours_by_their_names_in_the_theme():
    drawn = symbol("games.drawing", "trader").inside({"seat": "#0072b2"})
    assert "#0072b2" in drawn
    assert theme()["seat"] not in drawn
    assert theme()["seat's light"] in drawn
