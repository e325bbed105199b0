"""The page about the library says what is so: its programs run, its bot is as short as told."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "rules-as-a-library.md").read_text("utf-8")
PROGRAMS = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)


def test_the_programs_of_the_page_run_and_print_what_it_shows(capsys):
    exec("\n".join(PROGRAMS), {})
    (shown,) = re.findall(r"```text\n(.*?)```", PAGE, re.DOTALL)
    *_, last = capsys.readouterr().out.splitlines()
    assert last == shown.strip()


def test_the_bot_of_the_page_has_ten_lines():
    (bot,) = (program for program in PROGRAMS if program.startswith("def bot"))
    assert len(bot.splitlines()) == 10
