"""The pipe of a mail server: whatever fails, the mail is kept there and comes again."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings

from games.post.inbound.address import reply_address
from tests.cases import first

DOMAIN = "reply.example.org"
WRAPPER = "hansa_site/deploy/receive-mail"
NOBODY = b"From: anna@example.org\nTo: nobody@reply.example.org\n\nend\n"
FINE = f"DATABASE_URL='sqlite:////nowhere/db.sqlite3'\nSECRET_KEY='of-this-test'\nREPLY_DOMAIN='{DOMAIN}'\n"


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Path]:
    """A site of its own, with the settings of a file; only its code is the project's."""
    site = tmp_path / "site of a club"
    shutil.copytree(settings.ROOT / "hansa_site", site / "hansa_site", ignore=_without_static)
    for file in ("manage.py", "CHANGELOG.md"):
        shutil.copy(settings.ROOT / file, site)
    (site / "games").symlink_to(settings.ROOT / "games")
    (site / ".venv" / "bin").mkdir(parents=True)
    (site / ".venv" / "bin" / "python").symlink_to(sys.executable)
    (site / ".env").write_text(FINE + f"VAR='{tmp_path / 'var'}'\n")
    return site


def _without_static(folder: str, names: list[str]) -> set[str]:
    return {"static", "__pycache__"} & set(names)


def run(command: list[str | Path], mail: bytes, **env: str) -> subprocess.CompletedProcess[bytes]:
    """Run a command as a mail server does: with hardly any environment, in a folder of its own."""
    paths = os.pathsep.join(path for path in sys.path if path.endswith("site-packages"))
    return subprocess.run(
        command,
        input=mail,
        env={"PATH": "/usr/bin:/bin", "PYTHONPATH": paths, **env},
        cwd="/",
        capture_output=True,
        check=False,
    )


def pipe(site: Path, mail: bytes = NOBODY, *words: str, **env: str) -> tuple[int, str]:
    """Hand a mail to the wrapper; return its status and all that it said."""
    done = run([site / WRAPPER, *words], mail, **env)
    return done.returncode, (done.stdout + done.stderr).decode()


def test_a_mail_that_is_dealt_with_is_done(site: Path) -> None:
    status, said = pipe(site)
    assert status == 0
    assert said.startswith("nowhere\n")


# The shell stumbles over each of these.
@pytest.mark.parametrize(
    "line",
    first(
        2,
        [
            "DEFAULT_FROM_EMAIL=Hansa <hansa@example.org>",
            "EMAIL_URL=smtp://a&b;c:$(false)`false`|d@localhost",
            '((( & exit 3; ]] "',
            "exit 3",
            "\0\N{SNOWMAN}",
        ],
    ),
)
def test_no_line_of_the_environment_loses_a_mail(site: Path, line: str) -> None:
    with (site / ".env").open("a") as file:
        file.write(f"\n{line}\n")
    status, said = pipe(site)
    assert status in (0, os.EX_TEMPFAIL), said


def broken_settings(site: Path) -> None:
    (site / ".env").write_text(FINE + "EMAIL_URL=pigeon://loft\n")


def no_settings(site: Path) -> None:
    (site / ".env").unlink()


def unreadable_settings(site: Path) -> None:
    (site / ".env").write_bytes(b"DATABASE_URL=\xff\xfe\n")


def no_python(site: Path) -> None:
    (site / ".venv" / "bin" / "python").unlink()


def no_django(site: Path) -> None:
    (site / "django.py").write_text("raise ImportError('half an update')")


def a_broken_room(site: Path) -> None:
    (site / "games").unlink()
    (site / "games").mkdir()


def killed(site: Path) -> None:
    (site / "django.py").write_text("import os; os.kill(os.getpid(), 9)")


def an_error_in_a_check(site: Path) -> None:
    with (site / "hansa_site" / "settings.py").open("a") as file:
        file.write("\nSTATIC_URL = 'no-slash'\nROOT_URLCONF = 'nowhere'\n")


@pytest.mark.parametrize(
    "trouble",
    [broken_settings, no_settings, unreadable_settings, no_python, no_django, a_broken_room,
     killed, an_error_in_a_check],
)  # fmt: skip
def test_whatever_keeps_it_from_running_is_tried_again(site: Path, trouble) -> None:
    trouble(site)
    status, said = pipe(site)
    assert status == os.EX_TEMPFAIL, said


@pytest.mark.parametrize("trouble", [broken_settings, no_settings, no_django, a_broken_room])
def test_the_command_alone_says_so_too(site: Path, trouble) -> None:
    trouble(site)
    done = run([sys.executable, site / "manage.py", "receive_mail"], NOBODY)
    assert done.returncode == os.EX_TEMPFAIL, done.stderr


def test_words_that_are_none_are_tried_again(site: Path) -> None:
    assert pipe(site, NOBODY, "--whom", "anna")[0] == os.EX_TEMPFAIL


@pytest.mark.parametrize("url", ["postgres://127.0.0.1:1/hansa", "sqlite:////nowhere/db.sqlite3"])
def test_a_database_that_is_away_is_tried_again(site: Path, monkeypatch, url: str) -> None:
    monkeypatch.setattr(settings, "REPLY_DOMAIN", DOMAIN)
    monkeypatch.setattr(settings, "SECRET_KEY", "of-this-test")
    to = reply_address("turn", "1.0.1")
    mail = f"From: anna@example.org\nTo: {to}\n\nend\n".encode()
    status, said = pipe(site, mail, DATABASE_URL=url)
    assert status == os.EX_TEMPFAIL
    assert "OperationalError" in said
