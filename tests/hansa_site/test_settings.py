"""What the environment says, and what holds when it says nothing."""

import json
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings

ASKED = (
    "DEBUG", "SECRET_KEY", "ALLOWED_HOSTS", "SESSION_COOKIE_SECURE", "CSRF_COOKIE_SECURE",
    "SECURE_SSL_REDIRECT", "SECURE_HSTS_SECONDS", "CELERY_BROKER_URL", "EMAIL_BACKEND",
    "EMAIL_HOST", "EMAIL_USE_TLS", "DEFAULT_FROM_EMAIL", "CSRF_TRUSTED_ORIGINS",
    "SECRET_KEY_FALLBACKS", "LANGUAGES",
)  # fmt: skip
READ = f"""
import json
from hansa_site import settings
kept = {{name: getattr(settings, name) for name in {ASKED}}}
kept["DATABASE"] = settings.DATABASES["default"]
print(json.dumps(kept))
"""


def read(var: Path, **env: str) -> subprocess.CompletedProcess[str]:
    """Read the settings in a fresh process, with nothing but the given environment."""
    return subprocess.run(
        [sys.executable, "-c", READ],
        env={"PATH": os.environ["PATH"], "VAR": str(var), **env},
        cwd=settings.ROOT,
        capture_output=True,
        text=True,
        check=False,
    )


def values(var: Path, **env: str) -> dict[str, object]:
    done = read(var, **env)
    assert not done.returncode, done.stderr
    return json.loads(done.stdout)


CLUB = {
    "DATABASE_URL": "postgres://hansa@db/hansa",
    "CELERY_BROKER_URL": "redis://cache/0",
    "EMAIL_URL": "submission://hansa:secret@mail.example.org:587",
    "SITE_URL": "https://hansa.example.org",
    "SECRET_KEY": "s" * 50,
}


def test_a_language_that_is_begun_is_offered_to_those_who_translate_it(tmp_path: Path) -> None:
    listed = values(tmp_path, DEBUG="1")["LANGUAGES"]
    begun = values(tmp_path, DEBUG="1", BEGUN_LANGUAGES="fr,xx")["LANGUAGES"]
    assert begun == [*listed, ["fr", "Français"], ["xx", "xx"]]


def test_a_site_to_work_on_is_embedded(tmp_path: Path) -> None:
    kept = values(tmp_path, DEBUG="1")
    assert kept["DEBUG"] is True
    assert kept["DATABASE"]["ENGINE"] == "django.db.backends.sqlite3"
    assert kept["CELERY_BROKER_URL"] == "filesystem://localhost"
    assert kept["EMAIL_BACKEND"] == "django.core.mail.backends.filebased.EmailBackend"
    assert kept["SESSION_COOKIE_SECURE"] is False
    assert (tmp_path / "broker" / "queue").is_dir()


def test_the_embedded_secret_is_made_once_and_read_by_its_owner_only(tmp_path: Path) -> None:
    first, second = values(tmp_path, DEBUG="1"), values(tmp_path, DEBUG="1")
    assert first["SECRET_KEY"] == second["SECRET_KEY"]
    assert len(first["SECRET_KEY"]) >= 50
    assert stat.S_IMODE((tmp_path / "secret_key").stat().st_mode) == 0o600


def test_a_club_names_its_parts(tmp_path: Path) -> None:
    kept = values(tmp_path, **CLUB)
    assert kept["DEBUG"] is False
    assert kept["DATABASE"]["ENGINE"] == "django.db.backends.postgresql"
    assert kept["CELERY_BROKER_URL"] == "redis://cache/0"
    assert kept["EMAIL_BACKEND"] == "django.core.mail.backends.smtp.EmailBackend"
    assert kept["EMAIL_HOST"] == "mail.example.org"
    assert kept["EMAIL_USE_TLS"] is True
    assert kept["DEFAULT_FROM_EMAIL"] == "Hansa <hansa@hansa.example.org>"
    assert "hansa.example.org" in kept["ALLOWED_HOSTS"]
    assert kept["CSRF_TRUSTED_ORIGINS"] == ["https://hansa.example.org"]
    assert not (tmp_path / "secret_key").exists()


def test_https_makes_cookies_secure(tmp_path: Path) -> None:
    kept = values(tmp_path, **CLUB)
    assert kept["SESSION_COOKIE_SECURE"] is True
    assert kept["CSRF_COOKIE_SECURE"] is True
    assert kept["SECURE_SSL_REDIRECT"] is True
    assert kept["SECURE_HSTS_SECONDS"] == 365 * 86400


def test_earlier_keys_stand_in_a_list(tmp_path: Path) -> None:
    assert values(tmp_path, **CLUB)["SECRET_KEY_FALLBACKS"] == []
    kept = values(tmp_path, **CLUB, SECRET_KEY_FALLBACKS="one,two")
    assert kept["SECRET_KEY_FALLBACKS"] == ["one", "two"]


def test_connections_are_kept_by_each_thread_or_by_a_pool(tmp_path: Path) -> None:
    database = values(tmp_path, **CLUB)["DATABASE"]
    assert database["CONN_MAX_AGE"] > 0
    assert "pool" not in database["OPTIONS"]
    pooled = values(tmp_path, **CLUB, DATABASE_POOL="3")["DATABASE"]
    assert pooled["CONN_MAX_AGE"] == 0
    assert pooled["OPTIONS"]["pool"]["max_size"] == 3


def test_behind_pgbouncer_no_cursor_outlives_a_transaction(tmp_path: Path) -> None:
    assert not values(tmp_path, **CLUB)["DATABASE"].get("DISABLE_SERVER_SIDE_CURSORS")
    database = values(tmp_path, **CLUB, PGBOUNCER="1")["DATABASE"]
    assert database["DISABLE_SERVER_SIDE_CURSORS"] is True


@pytest.mark.parametrize("name", ["DATABASE_URL", "SECRET_KEY"])
def test_a_club_is_told_what_is_missing(tmp_path: Path, name: str) -> None:
    done = read(tmp_path, **{**CLUB, name: ""})
    assert done.returncode
    assert f"{name} is not set" in done.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("command", ["migrate", "collectstatic", "verify_games", "receive_mail"])
def test_no_command_falls_back_to_an_embedded_site(tmp_path: Path, command: str) -> None:
    done = subprocess.run(
        [sys.executable, "manage.py", command],
        env={"PATH": os.environ["PATH"], "VAR": str(tmp_path)},
        cwd=settings.ROOT,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode
    assert "DATABASE_URL is not set" in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_an_unknown_way_of_mailing_is_told_the_known_ones(tmp_path: Path) -> None:
    done = read(tmp_path, **{**CLUB, "EMAIL_URL": "pigeon://loft"})
    assert done.returncode
    assert "Use submission://" in done.stderr
