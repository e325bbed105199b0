"""The examples in docstrings show what is so."""

import doctest
import importlib

import pytest
from django.conf import settings

from games.rules import TITLES

ROOT = settings.ROOT
MODULES = [
    ".".join(path.relative_to(ROOT).with_suffix("").parts)
    for path in sorted(ROOT.glob("games/**/*.py"))
    if ">>> " in path.read_text()
]


@pytest.mark.parametrize("name", MODULES)
def test_an_example_shows_what_is_so(name: str) -> None:
    module = importlib.import_module(name)
    assert doctest.testmod(module, extraglobs={"TITLES": TITLES}).failed == 0


def test_a_wrong_example_is_found() -> None:
    (wrong,) = doctest.DocTestFinder().find(">>> 1 + 1\n3\n", "wrong")
    assert doctest.DocTestRunner().run(wrong, out=lambda text: None).failed == 1
