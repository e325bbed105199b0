"""However long the text of a record is, whoever pastes it soon gets a sentence."""

from http import HTTPStatus

import pytest
from django.test import Client
from django.urls import reverse

from games.study.plan.text import LONGEST_TEXT
from games.study.services.own_tables import MOST_CHARACTERS
from tests.factories import UserFactory
from tests.long_values import cpu_below

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("piece", ["\n", "\r\n", " \n", ".", "(", "{a}", "[", "# \n"])
def test_a_long_record_is_refused_at_once(client: Client, piece: str) -> None:
    client.force_login(UserFactory())
    for size in (MOST_CHARACTERS, LONGEST_TEXT):
        for text in (
            "x" + piece * (size // len(piece) - 1),
            "x" + piece * (size // len(piece) + 1),
        ):
            with cpu_below(2, size):
                page = client.post(reverse("study:read-record"), {"text": text})
            # Encoded, most of these characters are three, and a whole request has a limit, too.
            if page.status_code == HTTPStatus.REQUEST_ENTITY_TOO_LARGE:
                assert "shorten it and send it again" in page.text
            else:
                assert 'id="mistake"' in page.text or 'class="errorlist' in page.text
