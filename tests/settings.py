"""The site's settings, with the embedded database unless the environment names another."""

import os
from pathlib import Path

_VAR = Path(__file__).resolve().parent.parent / "var"
os.environ.setdefault("DATABASE_URL", f"sqlite:///{_VAR / 'db.sqlite3'}")
os.environ.setdefault("SECRET_KEY", "only-for-tests")

from hansa_site.settings import *  # noqa: E402, F403 - these are settings, and read the environment
