"""Sentences of libraries that the site's catalogues say better."""

from pathlib import Path

import allauth
import django.contrib.auth
import pytest
from django.urls import reverse
from django.utils.translation import gettext, override

from hansa_site import catalogues
from hansa_site.library_words import SENTENCES

LIBRARIES = (allauth, django.contrib.auth)


@pytest.mark.parametrize("sentence", SENTENCES)
def test_each_is_what_a_library_says(sentence):
    paths = [Path(library.__file__).parent / "locale" for library in LIBRARIES]
    theirs = [catalogues.read(path / "de/LC_MESSAGES/django.po") for path in paths]
    assert any(sentence in catalogue for catalogue in theirs)


def test_ours_comes_first(client, db):
    with override("de"):
        assert gettext("This password is too common.") == "Dieses Passwort ist zu gängig."
    guess = {"login": "Ann", "password": "wrong"}
    answer = client.post(reverse("account_login"), guess, headers={"accept-language": "de"})
    assert "Name oder Passwort stimmt nicht." in answer.text
