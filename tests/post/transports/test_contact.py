"""Apple takes pushes only of a site that says whom to write to."""

import pytest
from django.core.checks import run_checks

from games.post import contact, services
from games.post.errors import PostError
from games.post.models import Channel, Letter
from games.post.transports import public_http, transports
from games.post.transports.public_http import Response
from tests.factories import UserFactory
from tests.post import conftest
from tests.post.conftest import Desk
from tests.post.transports.test_webpush import PUBLIC, SECRET

IPHONE = "https://web.push.apple.com/QOx"
ANDROID = "https://fcm.googleapis.com/fcm/send/x"


def told(**how: bool) -> set[str]:
    return {message.id for message in run_checks(**how)}


@pytest.mark.parametrize(
    ("address", "site", "subject", "reached"),
    [
        ("boss@example.org", "http://localhost:8000", "mailto:boss@example.org", True),
        ("", "https://hansa.example.org", "https://hansa.example.org", True),
        ("boss at example", "https://hansa.example.org", "https://hansa.example.org", True),
        ("", "http://hansa.example.org", "http://hansa.example.org", False),
        ("", "https://localhost:8000", "https://localhost:8000", False),
        ("", "https://192.168.1.2", "https://192.168.1.2", False),
        ("boss@localhost", "https://127.0.0.1", "https://127.0.0.1", False),
    ],
)
def test_whom_push_services_can_write_to(
    settings, address: str, site: str, subject: str, reached: bool
) -> None:
    settings.CONTACT, settings.SITE_URL, settings.DEBUG = address, site, False
    assert (contact.subject(), contact.can_be_reached()) == (subject, reached)
    warning = "hansa_site.W002"
    assert (warning in told(include_deployment_checks=True)) == (not reached)
    assert warning not in told(), "whoever tries the site at home can do nothing about it"
    for endpoint in (IPHONE, ANDROID):
        if reached or endpoint == ANDROID:
            transports()["push"].check(endpoint)
        else:
            with pytest.raises(PostError, match="contact address"):
                transports()["push"].check(endpoint)


@pytest.mark.django_db
def test_an_iphone_that_was_connected_is_told_and_not_tried(
    settings, monkeypatch: pytest.MonkeyPatch, desk: Desk
) -> None:
    settings.CONTACT, settings.SITE_URL = "", "http://localhost:8000"
    posted: list[str] = []
    monkeypatch.setattr(public_http, "post", lambda url, *_: posted.append(url) or Response(201))
    keys = {"p256dh": PUBLIC, "auth": SECRET}
    phone = Channel.objects.create(user=UserFactory(), kind="push", url=IPHONE, keys=keys)
    conftest.order(phone.user, "wait:1")
    services.sweep()
    phone.refresh_from_db()
    assert posted == []
    assert "contact address" in phone.error
    assert phone.active, "it works again once there is one"
    assert Letter.objects.get(channel=phone).state == Letter.State.FAILED
