"""Dates: as a language writes them, and never by a format that only English has."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from django.utils import translation
from django.utils.formats import date_format

from games.play.pages.ago import ago
from hansa_site.languages import ROOT
from tests.sentences import ENGLISH

NAMED = re.compile(r"[A-Z_]+_FORMAT|c|l")
"""A format of each language, the one for programs, or a day of the week."""


@pytest.mark.parametrize(
    ("code", "form", "told"),
    [
        ("en", "DATE_FORMAT", "Tue 3 Mar 2026"),
        ("en", "MONTH_DAY_FORMAT", "3 March"),
        ("en", "SHORT_DATETIME_FORMAT", "Tue 3 Mar 14:05"),
        ("de", "DATE_FORMAT", "Di, 3. März 2026"),
        ("de", "MONTH_DAY_FORMAT", "3. März"),
        ("de", "SHORT_DATETIME_FORMAT", "Di, 3. März, 14:05"),
        ("de", "YEAR_MONTH_FORMAT", "März 2026"),
    ],
)
def test_dates_are_as_the_language_writes_them(code, form, told):
    with translation.override(code):
        assert date_format(datetime(2026, 3, 3, 14, 5, tzinfo=UTC), form) == told


def test_how_long_ago_is_in_the_case_that_follows():
    now = datetime(2026, 3, 3, 14, 5, tzinfo=UTC)
    moment = now - timedelta(days=3, hours=1)
    for code, told in {"en": "3 days, 1 hour", "de": "3 Tagen, 1 Stunde"}.items():
        with translation.override(code):
            assert ago(moment, now).replace("\N{NO-BREAK SPACE}", " ") == told


def test_no_template_spells_out_how_a_date_is_written():
    for path in (path for path in (ROOT / "templates").rglob("*") if path.is_file()):
        place = f"/{path.relative_to(ROOT).as_posix()}"
        if not any(skipped in place for skipped in ENGLISH):
            found = re.findall(r"""\|(?:date|time):(?:"([^"]*)"|'([^']*)')""", path.read_text())
            assert all(NAMED.fullmatch("".join(form)) for form in found), place


def test_no_code_spells_out_how_a_date_is_written():
    for path in (ROOT / "games").rglob("*.py"):
        for form in re.findall(r"""date_format\([^"'\n]*["']([^"']*)["']""", path.read_text()):
            assert NAMED.fullmatch(form), path
