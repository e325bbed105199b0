"""The check of how templates are laid out."""

from pathlib import Path

import pytest

from tests import layout

GOOD = "{% if one %}\n  <p>\n    {{ one }}\n  </p>\n{% endif %}\n"


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("flat.html", GOOD.replace("  ", ""), "not indented"),
        ("deep.html", GOOD.replace("  ", "    "), "not indented"),
        ("flat.svg", "<g>\n<g></g>\n</g>\n", "not indented"),
        ("long.html", f"<p>\n  {'x' * 159}\n</p>\n", "line 2 has 161 characters"),
        ("long.txt", "x" * 161, "line 1 has 161 characters"),
    ],
)
def test_a_template_that_is_badly_laid_out_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, text: str, said: str
) -> None:
    (tmp_path / name).write_text(text)
    assert layout.main(tmp_path) == 1
    told = capsys.readouterr().out
    assert name in told
    assert said in told


@pytest.mark.parametrize(
    ("name", "text"),
    [("good.html", GOOD), ("full.html", f"<p>{'x' * 153}</p>\n"), ("mail.txt", "One\n  two\n")],
)
def test_a_template_that_is_well_laid_out_passes(tmp_path: Path, name: str, text: str) -> None:
    (tmp_path / name).write_text(text)
    assert layout.main(tmp_path) == 0
