"""A site to measure, on a database that is thrown away."""

import os
from collections.abc import Iterator
from contextlib import contextmanager

import django
from django.conf import settings
from django.db import connection


@contextmanager
def thrown_away() -> Iterator[None]:
    """Set the site up with an empty database; no worker is there to send what becomes due."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    os.environ.setdefault("LOG_LEVEL", "ERROR")
    os.environ["CELERY_BROKER_URL"] = "memory://"
    django.setup()
    # Good hashes of hundreds of passwords take minutes.
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    settings.STORAGES["staticfiles"]["BACKEND"] = (
        "django.contrib.staticfiles.storage.StaticFilesStorage"
    )
    old = connection.settings_dict["NAME"]
    connection.creation.create_test_db(verbosity=0)
    try:
        yield
    finally:
        connection.creation.destroy_test_db(old, verbosity=0)
