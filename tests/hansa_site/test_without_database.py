"""While the database is away, every page says so in a sentence; nothing is a mere error."""

import re
import socket
from contextlib import closing

import pytest
from django.db import InterfaceError, OperationalError, connection
from django.db.backends.utils import CursorWrapper
from django.test import Client
from psycopg.errors import DiskFull

from hansa_site.views import RETRY_AFTER
from tests import parts
from tests.factories import UserFactory
from tests.play.factories import game_of


def tells(page: object) -> bool:
    return (
        page.status_code == 503
        and "database isn't answering" in page.text
        and page["Retry-After"] == str(RETRY_AFTER)
    )


@pytest.fixture
def client() -> Client:
    return Client(raise_request_exception=False)


@pytest.mark.django_db
@pytest.mark.parametrize("error", [OperationalError("gone"), InterfaceError("closed")])
@pytest.mark.parametrize("path", ["/", "/accounts/login/", "/accounts/profile/", "/feeds/"])
def test_a_page_says_so(
    client: Client, monkeypatch: pytest.MonkeyPatch, path: str, error: Exception
) -> None:
    client.force_login(UserFactory())

    def fail(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(CursorWrapper, "execute", fail)
    assert tells(client.get(path))


@pytest.mark.django_db
def test_the_page_looks_like_the_site(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise OperationalError("gone")

    monkeypatch.setattr(CursorWrapper, "execute", fail)
    page = client.get("/accounts/login/", HTTP_COOKIE="sessionid=abcdefghijklmnop")
    assert tells(page)
    files = re.findall(r'(?:href|src)="(/static/[^"]+)"', page.text)
    assert {file.rpartition("/")[2].partition(".")[0] for file in files} >= {"site", "dark", "mark"}
    # Someone who has never been here gets them without the database, too.
    for file in files:
        with closing(client.get(file)) as answer:
            assert answer.status_code == 200


@pytest.mark.django_db
def test_a_full_disk_is_called_so(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    client.force_login(UserFactory())

    def fail(*_: object, **__: object) -> None:
        cause = DiskFull("could not extend file: No space left on device")
        raise OperationalError(str(cause)) from cause

    monkeypatch.setattr(CursorWrapper, "execute", fail)
    page = client.get("/")
    assert page.status_code == 503
    assert "disk is full" in page.text
    assert "database isn't answering" not in page.text


@pytest.mark.django_db(transaction=True)
def test_it_may_go_in_the_middle_of_a_request(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    person = UserFactory()
    game = game_of(person, "journeyman", "journeyman")
    client.force_login(person)
    execute = CursorWrapper.execute
    for before in range(50):
        done = []

        def fail_at_last(self: CursorWrapper, *args: object, done=done, before=before) -> object:
            done.append(args)
            if len(done) > before:
                raise OperationalError("server closed the connection unexpectedly")
            return execute(self, *args)

        with monkeypatch.context() as patch:
            patch.setattr(CursorWrapper, "execute", fail_at_last)
            page = client.post(f"/game/{game.pk}/confirm", {"version": game.version})
        if len(done) <= before:
            break
        assert tells(page), f"it went after {before} queries"
    assert before > 5
    assert page.status_code == 302


@pytest.mark.django_db
def test_other_failures_are_still_ours(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise ZeroDivisionError

    client.force_login(UserFactory())
    monkeypatch.setattr(CursorWrapper, "execute", fail)
    page = client.get("/")
    assert page.status_code == 500
    assert "Something broke" in page.text


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("way", ["refuses", "hangs"])
def test_a_real_server_that_is_away(
    client: Client, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        port = silent.getsockname()[1] if way == "hangs" else parts.free_port()
        connection.close()
        with monkeypatch.context() as patch:
            patch.setitem(connection.settings_dict, "PORT", port)
            patch.setitem(connection.settings_dict, "OPTIONS", {"connect_timeout": 2})
            page = client.get("/accounts/login/", HTTP_COOKIE="sessionid=abcdefghijklmnop")
            assert tells(page)
        connection.close()
    assert client.get("/accounts/login/").status_code == 200


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_a_real_server_that_ends_the_connection(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    person = UserFactory()
    client.force_login(person)
    execute, done = CursorWrapper.execute, []
    page = client.get("/accounts/profile/")
    assert page.status_code == 200
    pid = connection.connection.info.backend_pid

    def ended(self: CursorWrapper, *args: object) -> object:
        done.append(args)
        if len(done) == 2:
            with closing(connection.copy()) as other:
                execute(other.cursor(), "SELECT pg_terminate_backend(%s)", [pid])
        return execute(self, *args)

    with monkeypatch.context() as patch:
        patch.setattr(CursorWrapper, "execute", ended)
        page = client.get("/accounts/profile/")
    assert tells(page)
    connection.close()  # as a server does before each request if it is of no use any more
    assert client.get("/accounts/profile/").status_code == 200
