"""Nothing that is too long is read, and files are read only where a form has one."""

import re
from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.handlers.wsgi import WSGIRequest
from django.core.wsgi import get_wsgi_application
from django.http import QueryDict
from django.test import Client, RequestFactory
from django.test.client import BOUNDARY, MULTIPART_CONTENT, encode_multipart
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from games.accounts.intake import LONGEST, LONGEST_IN_ADDRESS, LONGEST_PATH, Intake, intake_of
from games.accounts.templatetags.ways_in import way_in
from games.api.middleware import PREFIX
from games.api.problems import problem_of
from games.post.models import Schedule
from games.post.unsubscribe import unsubscribe_url
from games.rules.position import MAX_CHARACTERS
from games.study.plan.text import LONGEST_TEXT
from hansa_site.middleware import NO_FILES, TOO_BIG
from hansa_site.wsgi import counted
from tests.factories import UserFactory, sign_in_staff
from tests.hansa_site.nasty import addresses
from tests.play.factories import game_of

pytestmark = pytest.mark.django_db

MOST = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
DEPLOY = Path(settings.ROOT) / "hansa_site" / "deploy"

TAKES = {
    "study:read-record": Intake(2 * LONGEST_TEXT, parts=True),
    "study:positions": Intake(2 * MAX_CHARACTERS),
    "study:play-position": Intake(2 * MAX_CHARACTERS),
    "study:position-file": Intake(2 * MAX_CHARACTERS),
    "study:plans": Intake(2 * MAX_CHARACTERS),
    "post:unsubscribe": Intake(parts=True),
}
"""Every address that takes more than others."""
PARTS = [name for name, takes in TAKES.items() if takes.parts]


class Unread:
    """A body that nobody may read."""

    def read(self, size: int = -1) -> bytes:
        raise AssertionError("it was read")

    readline = read


def every_path() -> list[str]:
    """A path to each address; what stands in it need not exist."""
    routes = [re.sub(r"%\(\w+\)s", "1", route) for route, _ in addresses()]
    return [*routes, "/nowhere/", "/nowhere.php", "/static/nothing.css"]


def refused(client: Client, path: str, length: object, kind: str) -> tuple[int, str]:
    """What a body is answered that nobody may read."""
    sent = {"wsgi.input": Unread(), "CONTENT_LENGTH": str(length), "CONTENT_TYPE": kind}
    page = client.generic("POST", path, **sent)
    return page.status_code, page.text


def told(path: str, sentence: object, status: int) -> str:
    """What an answer says: a page to people, and problem details to programs."""
    return problem_of(status)[1] if path.startswith(PREFIX) else str(sentence)


@pytest.mark.parametrize("kind", ["application/x-www-form-urlencoded", MULTIPART_CONTENT, "x/y"])
def test_a_request_that_is_too_long_is_read_nowhere(client: Client, kind: str) -> None:
    for path in every_path():
        status, text = refused(client, path, MOST + 1, kind)
        assert (status, told(path, TOO_BIG, 413) in text) == (413, True), path


@pytest.mark.parametrize("length", ["1e9", "-1", "²", f"{'0' * 12}{MOST + 1}", "9" * 5_000])
def test_a_length_that_is_no_number_or_hides_how_long_it_is_counts_as_too_long(
    client: Client, length: str
) -> None:
    status, text = refused(client, "/accounts/login/", length, "application/x-www-form-urlencoded")
    assert (status, str(TOO_BIG) in text) == (413, True)


def test_files_are_read_nowhere_but_where_a_form_has_one(client: Client) -> None:
    person = UserFactory()
    client.force_login(person)
    taken = {reverse(f"{name}", args=["1"] if name == "post:unsubscribe" else []) for name in PARTS}
    for path in set(every_path()) - taken:
        status, text = refused(client, path, 1_000, MULTIPART_CONTENT)
        assert (status, told(path, NO_FILES, 415) in text) == (415, True), path
    body = encode_multipart(BOUNDARY, {"List-Unsubscribe": "One-Click"})
    page = client.generic("POST", unsubscribe_url(person, ""), body, MULTIPART_CONTENT)
    assert page.status_code == 200
    assert person.schedules.get(topic="").mode == Schedule.Mode.NONE


def test_a_file_never_touches_the_disk(client: Client) -> None:
    client.force_login(UserFactory())
    for size in (1_000, MOST - 1_000):
        file = SimpleUploadedFile("game.txt", b"x" * size)
        with patch("tempfile.NamedTemporaryFile", side_effect=AssertionError("it was written")):
            page = client.post(reverse("study:read-record"), {"file": file})
        assert 'role="alert"' in page.text


@pytest.mark.parametrize(("size", "status"), [(10, 403), (MOST, 403), (MOST + 1, 413)])
def test_a_body_without_a_length_is_counted(size: int, status: int) -> None:
    """No more of it is read than shows that it is too long; then it is a request like others."""
    body = BytesIO(b"x" * (size + 1_000_000 * (size > MOST)))
    environ = (
        RequestFactory().post("/accounts/login/", "", "application/x-www-form-urlencoded").environ
    )
    environ |= {
        "HTTP_TRANSFER_ENCODING": "chunked",
        "wsgi.input_terminated": True,
        "wsgi.input": body,
        "HTTP_HOST": "testserver",
    }
    said: list[str] = []
    counted(get_wsgi_application())(environ, lambda line, headers: said.append(line))
    assert said[0].startswith(str(status))
    assert body.tell() == size


def test_head_gets_the_header_of_the_page_and_no_body() -> None:
    def answered(method: str, path: str) -> tuple[str, dict[str, str], bytes]:
        said: list[Any] = []
        environ = RequestFactory().generic(method, path).environ
        response = get_wsgi_application()(environ, lambda *told: said.extend(told))
        body = b"".join(response)
        response.close()
        (line, header) = said
        return line, dict(header), body

    for path in ("/", "/nowhere/", "/static/site.css", "/robots.txt", "/healthz"):
        line, header, page = answered("GET", path)
        assert page
        told = answered("HEAD", path)
        assert (told[0], told[2]) == (line, b""), path
        assert told[1].keys() == header.keys(), path
        assert told[1]["Content-Type"] == header["Content-Type"]


def test_what_comes_in_chunks_is_a_form_like_any_other() -> None:
    seen: list[QueryDict] = []

    def application(environ: dict[str, Any], start_response: Callable[..., Any]) -> list[bytes]:
        seen.append(WSGIRequest(environ).POST)
        return []

    environ = RequestFactory().post("/", "", "application/x-www-form-urlencoded").environ
    environ |= {
        "HTTP_TRANSFER_ENCODING": "chunked",
        "CONTENT_TYPE": "application/x-www-form-urlencoded",
        "wsgi.input_terminated": True,
        "wsgi.input": BytesIO(b"a=1&b=2"),
    }
    counted(application)(environ, lambda *_: None)
    assert seen == [QueryDict("a=1&b=2")]


def test_views_that_take_more_than_others_are_these() -> None:
    def walk(resolver: URLResolver, space: str) -> Iterator[tuple[str, Intake]]:
        for each in resolver.url_patterns:
            if isinstance(each, URLPattern):
                yield f"{space}{each.name}", intake_of(each.callback)
            else:
                yield from walk(each, space + (f"{each.namespace}:" if each.namespace else ""))

    assert {name: takes for name, takes in walk(get_resolver(), "") if takes != Intake()} == TAKES


def test_a_field_that_is_too_long_is_answered_with_a_sentence(client: Client) -> None:
    person = UserFactory()
    game = game_of(person, UserFactory())
    client.force_login(person)
    for fields in ({"text": "x" * (LONGEST + 1)}, {"x" * (LONGEST + 1): "x"}):
        page = client.post(reverse("play:say", args=[game.pk]), fields)
        assert page.status_code == 400
        assert f"has {LONGEST + 1} characters, and it can have at most {LONGEST}" in page.text
    assert client.get("/people/", {"q": "x" * (LONGEST_IN_ADDRESS + 1)}).status_code == 404
    assert client.get(f"/people/{'x' * LONGEST_PATH}/").status_code == 404
    page = client.post(reverse("study:positions"), {"text": "x" * (MAX_CHARACTERS + 1)})
    assert f"at most {MAX_CHARACTERS:,} letters" in page.text


def test_a_page_with_a_long_address_links_to_sign_in_without_a_way_back(rf: RequestFactory) -> None:
    short, long = (
        rf.get(f"/{'x' * (length - 1)}") for length in (LONGEST_IN_ADDRESS, LONGEST_PATH)
    )
    assert (
        way_in({"request": short}, "account_login") == f"/accounts/login/?next=%2F{short.path[1:]}"
    )
    assert way_in({"request": long}, "account_login") == "/accounts/login/"


def test_staff_can_search_for_as_many_words_as_an_address_has(client: Client) -> None:
    """Each is a condition of its own, and databases take only so many."""
    sign_in_staff(client)
    for words, status in ((LONGEST_IN_ADDRESS // 2, 200), (LONGEST_IN_ADDRESS, 404)):
        page = client.get("/admin/accounts/user/", {"q": "a " * words})
        assert page.status_code == status


@pytest.mark.parametrize(
    ("file", "limit"),
    [
        ("Caddyfile", r"request_body \{\s+max_size (\d+)MB"),
        ("nginx.conf", "max_body_size (\\d+)m;"),
    ],
)
def test_the_servers_in_front_refuse_what_is_much_too_long(file: str, limit: str) -> None:
    found = re.search(limit, (DEPLOY / file).read_text())
    assert MOST < int(found[1]) * 1_000_000 <= 2 * MOST
