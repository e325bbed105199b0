"""Passkeys, through a real browser with an authenticator that is only software."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from allauth.mfa.models import Authenticator
from django.conf import settings as site
from playwright.sync_api import CDPSession

from games.accounts.models import User
from tests.e2e.conftest import Visitor
from tests.factories import PASSWORD, UserFactory

DEVICE = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


@pytest.fixture
def person(live_server, settings) -> User:
    settings.SITE_URL = live_server.url
    return UserFactory(username="Hildegard")


@contextmanager
def device(visitor: Visitor, **properties: object) -> Iterator[CDPSession]:
    """Let the browser have a device that keeps passkeys."""
    session = visitor.page.context.new_cdp_session(visitor.page)
    session.send("WebAuthn.enable")
    session.send("WebAuthn.addVirtualAuthenticator", {"options": DEVICE | properties})
    yield session
    session.send("WebAuthn.disable")


def sign_in_by_password(visitor: Visitor, person: User) -> None:
    page = visitor.page
    visitor.go("/accounts/login/")
    page.get_by_label("Name or email").fill(person.username)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("main").get_by_role("button", name="Sign in").click()


def add_passkey(visitor: Visitor, *, alone: bool = True) -> None:
    """Add a passkey from the security page, just after signing in."""
    page = visitor.page
    visitor.go("/accounts/profile/")
    page.get_by_role("link", name="Security").click()
    page.get_by_role("link", name="Add a passkey").click()
    page.get_by_label("Name").fill("My phone")
    page.get_by_label("Sign in with it alone").set_checked(alone)
    assert visitor.barriers() == []
    assert visitor.fits()
    page.get_by_role("button", name="Add passkey").click()
    page.get_by_text("Passkey added.").wait_for()


def sign_out(visitor: Visitor) -> None:
    visitor.page.context.clear_cookies(name=site.SESSION_COOKIE_NAME)


def test_a_passkey_is_added_and_signs_in_alone(phone_visitor: Visitor, person: User) -> None:
    visitor, page = phone_visitor, phone_visitor.page
    with device(visitor):
        sign_in_by_password(visitor, person)
        add_passkey(visitor)
        assert Authenticator.objects.filter(user=person, type="webauthn").count() == 1
        sign_out(visitor)

        visitor.go("/accounts/login/?next=/accounts/profile/")
        page.get_by_role("button", name="Use a passkey").click()
        page.wait_for_url(visitor.address + "/accounts/profile/")
        visitor.go("/accounts/2fa/webauthn/")
        assert page.get_by_text("My phone").is_visible()
        assert visitor.barriers() == []
        assert visitor.fits()


def test_a_password_alone_is_not_enough_with_a_passkey(desk_visitor: Visitor, person: User) -> None:
    visitor, page = desk_visitor, desk_visitor.page
    with device(visitor):
        sign_in_by_password(visitor, person)
        add_passkey(visitor, alone=False)
        sign_out(visitor)
        sign_in_by_password(visitor, person)
        page.get_by_role("heading", name="Your second factor").wait_for()
        assert visitor.barriers() == []
        page.get_by_role("button", name="Use passkey").click()
        page.get_by_role("button", name="Hildegard").wait_for()

        # Removing it asks who one is, and the passkey is an answer.
        visitor.go("/accounts/2fa/webauthn/")
        page.get_by_role("link", name="Remove My phone").click()
        page.get_by_role("link", name="Use a passkey").click()
        page.get_by_role("button", name="Use passkey").click()
        page.get_by_role("button", name="Remove passkey").click()
        page.get_by_text("Passkey removed.").wait_for()
    assert not Authenticator.objects.filter(user=person).exists()


def test_a_device_without_the_passkey_is_told_so(desk_visitor: Visitor, person: User) -> None:
    page = desk_visitor.page
    with device(desk_visitor):
        desk_visitor.go("/accounts/login/")
        page.get_by_role("button", name="Use a passkey").click()
        page.get_by_text("No passkey was used.").wait_for()
