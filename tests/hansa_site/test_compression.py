"""What is text goes over the wire compressed, from gunicorn as from `make play`."""

import gzip

import pytest
from django.http import FileResponse, HttpRequest, HttpResponse
from django.test import Client
from django.urls import path

from hansa_site import urls

pytestmark = [pytest.mark.django_db, pytest.mark.urls(__name__)]

ACCEPTS = {"Accept-Encoding": "gzip, deflate, br"}
TEXT = b"herring " * 500


def reply(request: HttpRequest, kind: str) -> HttpResponse:
    return HttpResponse(TEXT, content_type=kind.replace("-of-", "/"))


def stream(request: HttpRequest) -> FileResponse:
    return FileResponse([TEXT], content_type="text/plain")


urlpatterns = [
    path("reply/<str:kind>/", reply),
    path("stream/", stream),
    *urls.urlpatterns,
]
handler500 = urls.handler500


def test_a_page_is_several_times_smaller(client: Client) -> None:
    plain = client.get("/rules/teutonica/", follow=True)
    packed = client.get("/rules/teutonica/", headers=ACCEPTS, follow=True)
    assert packed["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in packed["Vary"]
    assert len(packed.content) * 4 < len(plain.content)
    assert int(packed["Content-Length"]) == len(packed.content)
    assert gzip.decompress(packed.content).startswith(b"<!doctype html>")
    assert "Content-Encoding" not in plain


@pytest.mark.parametrize(
    ("kind", "packed"),
    [
        ("text-of-html", True),
        ("text-of-calendar; charset=utf-8", True),
        ("image-of-svg+xml", True),
        ("application-of-json", True),
        ("application-of-atom+xml", True),
        ("image-of-png", False),
        ("application-of-zip", False),
    ],
)
def test_only_what_gains_by_it_is_compressed(client: Client, kind: str, packed: bool) -> None:
    page = client.get(f"/reply/{kind}/", headers=ACCEPTS)
    assert page.has_header("Content-Encoding") is packed
    assert (gzip.decompress(page.content) if packed else page.content) == TEXT


def test_a_stream_flows_as_it_is(client: Client) -> None:
    page = client.get("/stream/", headers=ACCEPTS)
    assert b"".join(page.streaming_content) == TEXT
    assert "Content-Encoding" not in page


def test_sizes_do_not_tell_what_a_page_says(client: Client) -> None:
    sizes = {len(client.get("/reply/text-of-html/", headers=ACCEPTS).content) for _ in range(20)}
    assert len(sizes) > 3
