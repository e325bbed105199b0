"""The security page says what is so: its numbers are those of the code."""

import re
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from allauth.account import app_settings as account
from allauth.core.internal.cryptokit import generate_user_code
from allauth.core.internal.ratelimit import Rate, parse_rates
from allauth.mfa import app_settings as mfa
from django.conf import settings

from games.accounts import adapter, deletion, exporting, passwords, people, tokens
from games.api import auth
from games.club.views.people import SEARCHES
from games.play import visits
from games.play.services import chat, hot_seat, inviting
from games.post.inbound import mail, reception
from games.post.services import channels, pruning, trial
from games.study.plan import text as plan_text
from games.study.plan import tree
from games.study.services import analysis, own_tables, plans, studies
from games.study.views import hints
from games.study.views.analysis import COMPARISONS
from games.study.views.own_tables import RECORDS
from games.study.views.plan import BOT_TURNS
from games.study.views.positions import CHANGES

ROOT = Path(__file__).resolve().parents[2]
PAGE = " ".join((ROOT / "docs" / "security.md").read_text("utf-8").split())

_TEST = re.compile(r"`([\w/]+\.py)::(test_\w+)`")

SPANS = {60: "a minute", 300: "5 minutes", 3600: "an hour"}


def rates(action: str) -> list[Rate]:
    return parse_rates(account.RATE_LIMITS[action])


def row(what: str) -> str:
    return re.search(rf"\| {re.escape(what)}[^|]* \| ([^|]*) \|", PAGE)[1]


@pytest.mark.parametrize(
    ("what", "action", "per"),
    [
        ("failing to sign in to one account from one network address", "login_failed", "key"),
        ("failing to sign in from one network address", "login_failed", "ip"),
        ("signing in, with or without success", "login", "ip"),
        ("signing up, asking for a password or a code", "signup", "ip"),
        ("signing up, asking for a password or a code", "reset_password", "ip"),
        ("signing up, asking for a password or a code", "request_login_code", "ip"),
        ("wrong codes of a second factor", "login_failed", "key"),
        ("emails about accounts to one address, asked for", "letter_from_here", "key"),
        ("emails about accounts to one address in all", "letter", "key"),
        ("guests who begin to play or to learn from one network address", "guest", "ip"),
        ("answers to puzzles from one network address", "puzzle", "ip"),
    ],
)
def test_limits_by_address(what: str, action: str, per: str) -> None:
    (rate,) = [rate for rate in rates(action) if rate.per == per]
    assert row(what) == f"{rate.amount} in {SPANS[rate.duration]}"


def test_limit_of_passkeys() -> None:
    (rate,) = parse_rates(mfa.RATE_LIMITS["webauthn_login"])
    assert rate.per == "ip"
    assert row("requests to sign in with a passkey") == f"{rate.amount} in {SPANS[rate.duration]}"


@pytest.mark.parametrize("action", ["reset_password", "request_login_code", "confirm_email"])
def test_no_stranger_uses_up_what_counts_by_the_account_alone(action: str) -> None:
    assert all(rate.per == "ip" for rate in rates(action))


def test_limits_in_the_database() -> None:
    assert row("invitations by one person") == f"{inviting.MOST_A_DAY} in a day"
    assert timedelta(days=1) == inviting.DAY
    assert row("invitations to one game") == str(inviting.MOST)
    assert row("test emails") == f"{trial.AN_HOUR} in an hour"
    given_up = f"each given up after {channels.GIVEN_UP} failures in a row over at least a day"
    assert timedelta(days=1) == channels.GIVEN_UP_AFTER
    assert row("devices and services of one person") == f"{channels.MOST}, {given_up}"
    assert row("messages in one game") == f"{chat.MOST} in a minute"
    assert timedelta(minutes=1) == chat.MINUTE
    assert row("exports of one person's data") == "one in a day"
    assert timedelta(days=1) == exporting.EVERY
    longest = f"{own_tables.MOST_CHARACTERS} characters and {own_tables.MOST_ORDERS} orders"
    assert row("records that one person reads in") == (
        f"{RECORDS} in a minute, each with {longest} at most"
    )
    assert row("positions that one person has drawn") == f"{CHANGES} in a minute"
    assert row("pass-and-play tables") == str(hot_seat.MOST)
    assert row("tokens of one person") == str(tokens.MOST)
    together = auth.TOGETHER * auth.REQUESTS
    assert row("requests of one token").startswith(f"{auth.REQUESTS} and {together} in a minute")
    assert row("searches for people") == f"{SEARCHES} in a minute"
    branches = f"{tree.MOST_LINES}, each of {tree.MOST_TURNS} turns at most"
    assert row("branches of one person's plans") == branches
    assert row("text of a plan") == f"{plan_text.LONGEST_TEXT} characters"
    assert row("comments on studies by one person") == f"{studies.MOST} in a minute"
    assert timedelta(minutes=1) == studies.MINUTE
    assert row("comments on one study") == str(studies.MOST_COMMENTS)
    positions = f"{plans.MOST_POSITIONS}, each with {tree.MOST_LINES} branches"
    assert row("positions of their own that") == positions
    assert row("turns that bots play in one person's plans") == f"{BOT_TURNS} in a minute"
    assert row("hints for one person") == f"{hints.MOST} in a minute"
    assert row("analyses that one person asks for") == f"{analysis.MOST_A_DAY} in a day"
    assert row("turns of analysed games that one person compares") == f"{COMPARISONS} in a minute"
    assert row("people whom one person follows") == f"{people.MOST} each"
    assert row("replies to emails") == f"{reception.ANSWERS_A_DAY} in a day"
    assert row("size of an incoming email") == f"{mail.MAX_SIZE // 1024} KB"


def test_how_long_things_last() -> None:
    minutes = settings.ACCOUNT_LOGIN_BY_CODE_TIMEOUT // 60
    assert PAGE.count(f"for {minutes} minutes") == 2
    assert f"opens one game, for {visits.LASTS.days} days" in PAGE
    assert f"Sessions last {settings.SESSION_COOKIE_AGE // 86400} days" in PAGE
    assert f"or the second factor, given once more, and {deletion.WAIT.days} days." in PAGE
    assert f"password within the last {account.REAUTHENTICATION_TIMEOUT // 60} minutes" in PAGE
    assert f"expires after {exporting.LASTS.days} days" in PAGE
    assert row("exports of people's data").endswith(f"for {exporting.LASTS.days} days")
    assert f"at most {exporting.MOST // 1024**2} MB" in PAGE
    assert f"in the outbox for {pruning.KEPT_ACCOUNT_LETTERS.days} days" in PAGE
    assert f"are given up after {adapter.LINKS_LAST.days} day." in PAGE


def test_how_hard_things_are_to_guess() -> None:
    assert f"at least {passwords.LEAST} characters" in PAGE
    assert f"at most {passwords.LONGEST}," in PAGE
    code = generate_user_code(**account.LOGIN_BY_CODE_FORMAT)
    assert len(code.replace("-", "")) == 8
    assert "eight letters" in PAGE
    assert account.LOGIN_BY_CODE_MAX_ATTEMPTS == 3
    assert "three tries" in PAGE
    assert mfa.RECOVERY_CODE_COUNT == 10
    assert "ten recovery codes" in PAGE


def test_the_letters_say_how_long_their_links_and_codes_work() -> None:
    def text(name: str) -> str:
        return (ROOT / "templates/account" / name).read_text("utf-8")

    minutes = settings.ACCOUNT_LOGIN_BY_CODE_TIMEOUT // 60
    for name in ("email/login_code_message.txt", "email/login_code_message.html"):
        assert f"within {minutes} minutes" in text(name)
    assert f"works for {minutes} minutes" in text("confirm_login_code.html")
    assert account.EMAIL_CONFIRMATION_EXPIRE_DAYS == 3
    assert settings.PASSWORD_RESET_TIMEOUT == 3 * 86400
    for name in ("email_confirmation", "email_confirmation_signup", "password_reset_key"):
        for kind in ("txt", "html"):
            assert "for 3 days" in text(f"email/{name}_message.{kind}")


def test_every_promise_names_the_tests_that_hold_it() -> None:
    """Each line of each table has them in its last column, but in that of whom the site trusts."""
    promises = [row for header, row in table_rows() if header != ["Who", "With what"]]
    assert len(promises) > 100
    assert [row[0] for row in promises if not _TEST.search(row[-1])] == []
    named = {name for row in promises for name in _TEST.findall(row[-1])}
    assert [f"{file}::{test}" for file, test in sorted(named) if not is_test(file, test)] == []


def test_every_chapter_of_promises_has_such_a_table() -> None:
    text = (ROOT / "docs" / "security.md").read_text("utf-8")
    chapters = dict(re.findall(r"^## (.*)$\n((?:(?!## ).*\n?)*)", text, re.MULTILINE))
    held = {name for name, part in chapters.items() if "| Test |\n" in part}
    assert chapters.keys() - held == {"Whom the site trusts", "How to report a vulnerability"}


def table_rows() -> Iterator[tuple[list[str], list[str]]]:
    """Each row of each table of the page with its header, as cells."""
    header: list[str] = []
    for line in (ROOT / "docs" / "security.md").read_text("utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if not line.startswith("|"):
            header = []
        elif not header:
            header = cells
        elif not set(line) <= set("| -"):
            yield header, cells


def is_test(file: str, test: str) -> bool:
    """Return whether pytest finds a test of this name in a file below tests/."""
    path = ROOT / "tests" / file
    return path.is_file() and f"\ndef {test}(" in path.read_text("utf-8")


def test_the_readme_leads_here() -> None:
    assert "[docs/security.md](docs/security.md)" in (ROOT / "README.md").read_text("utf-8")
