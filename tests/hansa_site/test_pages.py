"""What every page of the site has in common."""

from contextlib import closing

import pytest
from django.test import Client

from tests.factories import UserFactory

pytestmark = pytest.mark.django_db


def test_no_page_runs_scripts_of_its_own_making(client: Client) -> None:
    page = client.get("/accounts/login/")
    policy = page["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "script-src" not in policy
    assert "frame-ancestors 'none'" in policy
    # What a script of ours reads is data, which no browser runs.
    data = page.text.count('type="application/json">')
    assert page.text.count("<script") == page.text.count("<script src=") + data
    assert " onclick" not in page.text


def test_what_is_not_there_is_said_kindly(client: Client) -> None:
    page = client.get("/no/such/page/")
    assert page.status_code == 404
    assert "Page not found" in page.text


def test_a_form_that_grew_old_is_not_taken_and_says_so() -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(UserFactory())
    page = client.post("/accounts/profile/", {"username": "Other"})
    assert page.status_code == 403
    assert "Let's try that again" in page.text


@pytest.mark.parametrize("file", ["site.css", "mark.svg", "fonts/alegreya-latin.woff2"])
def test_static_files_are_served_without_being_collected(client: Client, file: str) -> None:
    with closing(client.get(f"/static/{file}")) as answer:
        assert answer.status_code == 200
