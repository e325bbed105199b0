"""A refused request is one line of the log, an error has its traceback."""

import logging

import pytest
from django.core.exceptions import BadRequest, DisallowedHost, PermissionDenied
from django.http import Http404, HttpRequest
from django.test import Client
from django.urls import path

from hansa_site import urls
from hansa_site.logs import JsonFormatter, LineFormatter

ERRORS = {
    "missing": Http404,
    "denied": PermissionDenied,
    "bad": BadRequest,
    "host": DisallowedHost,
    "broken": ValueError,
}


def fail(request: HttpRequest, how: str) -> None:
    raise ERRORS[how]("why")


urlpatterns = [path("fail/<str:how>/", fail), *urls.urlpatterns]
handler500 = urls.handler500

pytestmark = [pytest.mark.urls(__name__), pytest.mark.django_db]


def logged(client: Client, caplog: pytest.LogCaptureFixture, how: str) -> tuple[int, str]:
    """Return the status of a page that fails, and what standard error gets."""
    client.raise_request_exception = False
    status = client.get(f"/fail/{how}/").status_code
    (stderr,) = (each for each in logging.root.handlers if type(each) is logging.StreamHandler)
    return status, "\n".join(map(stderr.format, caplog.records))


@pytest.mark.parametrize(
    ("how", "status"), [("missing", 404), ("denied", 403), ("bad", 400), ("host", 400)]
)
def test_a_refused_request_is_one_line(
    client: Client, caplog: pytest.LogCaptureFixture, how: str, status: int
):
    answered, text = logged(client, caplog, how)

    assert answered == status
    assert text
    assert "\n" not in text
    assert f"/fail/{how}" not in text


def test_an_error_has_its_traceback(client: Client, caplog: pytest.LogCaptureFixture):
    status, text = logged(client, caplog, "broken")

    assert status == 500
    assert "Traceback" in text
    assert "ValueError: why" in text
    assert "/fail/broken" not in text
    assert "/fail/<str:how>/" in text


@pytest.mark.parametrize("name", ["lines", "json"])
def test_an_address_that_is_no_page_is_not_in_the_log(
    client: Client, caplog: pytest.LogCaptureFixture, name: str
):
    assert client.get("/fail/a-secret/mistyped/").status_code == 404
    formatter = LineFormatter() if name == "lines" else JsonFormatter()
    (line,) = map(formatter.format, caplog.records)
    assert "Not Found: no page of ours" in line
    assert "a-secret" not in line
