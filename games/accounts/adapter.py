"""Adapt django-allauth: emails through the outbox, names, rate limits, second factors."""

import time
from datetime import timedelta
from typing import Any, ClassVar
from urllib.parse import urlencode, urlsplit

from allauth.account import app_settings
from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.authentication import get_authentication_records
from allauth.account.internal.flows.login import record_authentication
from allauth.account.internal.stagekit import clear_login
from allauth.account.models import EmailConfirmationHMAC
from allauth.core import context, ratelimit
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from allauth.mfa.utils import is_mfa_enabled
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import REDIRECT_FIELD_NAME, update_session_auth_hash
from django.contrib.auth.models import AbstractBaseUser
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import get_language, gettext_lazy, pgettext, pgettext_lazy

from games.accounts import former, guests
from games.accounts.bot_names import is_bot_name
from games.accounts.contribution import (
    AccountLetter,
    contributions,
    invited_address,
    return_path,
    send_letter,
)
from games.accounts.languages import language_of
from games.accounts.models import NAME_IS_TAKEN, User
from games.accounts.names import look_of, stored
from games.accounts.seal import SECOND_FACTOR, seal, unseal
from games.accounts.zones import zone_of

ENOUGH = gettext_lazy(
    "We've sent several emails to this address within the hour, so we didn't send another. "
    "Look for them, also in your spam folder, or try again later."
)

LINKS_LAST = timedelta(days=1)
"""How long we try to send a link. The link itself works longer."""

_WAYS = {
    "reauthenticate": pgettext_lazy("button", "Use your password"),
    "mfa_reauthenticate": pgettext_lazy(
        "button", "Use a code from your authenticator app, or a recovery code"
    ),
    "mfa_reauthenticate:webauthn": pgettext_lazy("button", "Use a passkey"),
}


def _ways_of_reader(address: str) -> dict[str, str]:
    """Return the language and time zone of the owner of an address, else the page's and ours."""
    owner = User.objects.filter(emailaddress__email__iexact=address).first()
    if owner is None:
        return {"language": get_language(), "zone": settings.TIME_ZONE}
    return {"language": language_of(owner), "zone": owner.time_zone}


class AccountAdapter(DefaultAccountAdapter):
    """Send emails about accounts through the outbox, in the site's layout."""

    error_messages: ClassVar = {
        **DefaultAccountAdapter.error_messages,
        "username_taken": NAME_IS_TAKEN,
    }

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Queue an email about an account, unless the address had too many within the hour.

        Work and response are the same whether or not the address is known here.
        """
        if not self._may_write_to(email):
            messages.warning(self.request, ENOUGH)
            return
        code_lasts = timedelta(seconds=app_settings.LOGIN_BY_CODE_TIMEOUT)
        works = {
            "activate_url": timedelta(days=app_settings.EMAIL_CONFIRMATION_EXPIRE_DAYS),
            "password_reset_url": timedelta(seconds=settings.PASSWORD_RESET_TIMEOUT),
            "code": code_lasts,
        }
        words = {name: context[name] for name in works if name in context}
        lasts = max((works[name] for name in words), default=LINKS_LAST)
        send_letter(
            AccountLetter(
                template=template_prefix,
                address=email,
                words=words,
                moments={"works_until": timezone.now() + lasts},
                lasts=code_lasts if "code" in words else LINKS_LAST,
                **_ways_of_reader(email),
            )
        )

    def get_email_confirmation_url(
        self, request: HttpRequest, emailconfirmation: EmailConfirmationHMAC
    ) -> str:
        """Return the link that confirms an address, on the site's own host.

        Opened in another browser, it leads through the sign-in page back to the page on which the
        person signed up. The browser in which they signed up goes there anyway.
        """
        url = _on_our_host(super().get_email_confirmation_url(request, emailconfirmation))
        if not (back := return_path(request)):
            return url
        sign_in = f"{reverse('account_login')}?{urlencode({REDIRECT_FIELD_NAME: back})}"
        return f"{url}?{urlencode({REDIRECT_FIELD_NAME: sign_in})}"

    def is_email_verified(self, request: HttpRequest, email: str) -> bool:
        """Return whether an invitation that was emailed to this address was opened here."""
        verified: bool = super().is_email_verified(request, email)
        return verified or invited_address(request).lower() == email.lower() != ""

    def pre_login(
        self, request: HttpRequest, user: AbstractBaseUser, **kwargs: Any
    ) -> HttpResponse | None:
        """Let nobody sign in to a bot account, whichever way they have found."""
        if isinstance(user, User) and user.is_bot_account:
            clear_login(request)
            refused: HttpResponse = self.respond_user_inactive(request, user)
            return refused
        response: HttpResponse | None = super().pre_login(request, user, **kwargs)
        return response

    def login(self, request: HttpRequest, user: AbstractBaseUser) -> None:
        """Sign somebody in, and go on in the language in which they see the next page."""
        if isinstance(user, User):
            translation.activate(language_of(user))
        super().login(request, user)

    def post_login(
        self, request: HttpRequest, user: AbstractBaseUser, *, signup: bool, **kwargs: Any
    ) -> HttpResponse:
        """Make a guest who has signed up a person with an account, with the seat of an invitation.

        By now they have confirmed an address, or the invitation has proved it.
        """
        if signup and isinstance(user, User):
            guests.claim(user)
            for each in contributions():
                each.signed_up(request, user)
        response: HttpResponse = super().post_login(request, user, signup=signup, **kwargs)
        return response

    def get_reset_password_from_key_url(self, key: str) -> str:
        """Return the link to choose a new password, on the site's own host."""
        return _on_our_host(super().get_reset_password_from_key_url(key))

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """Also refuse a name that looks like another person's; a guest may keep theirs."""
        username = stored(username)
        guest = getattr(self.request, "guest", None)
        look = look_of(username)
        own = guest is not None and guest.look == look
        username = super().clean_username(username, shallow or own)
        taken = (
            is_bot_name(username)
            or User.objects.filter(look=look).exists()
            or former.is_kept(username)
        )
        if not shallow and not own and taken:
            raise self.validation_error("username_taken")
        return username

    def new_user(self, request: HttpRequest) -> AbstractBaseUser:
        """Return the browser's guest, who keeps their games, or a new user."""
        guest = getattr(request, "guest", None)
        return guests.signing_up(guest) if guest else super().new_user(request)

    def save_user(
        self, request: HttpRequest, user: User, form: Any, commit: bool = True
    ) -> AbstractBaseUser:
        """Also save the browser's time zone, the page's language, and that a password was given."""
        user.time_zone = zone_of(request)
        user.language = get_language()
        saved: AbstractBaseUser = super().save_user(request, user, form, commit)
        record_authentication(request, saved, "password")
        return saved

    def is_reauthentication_required(self, *, app: str, **kwargs: Any) -> bool:
        """Let the password given to sign up or in also do to set up the first second factor."""
        required: bool = super().is_reauthentication_required(app=app, **kwargs)
        first = app == "allauth.mfa" and not is_mfa_enabled(self.request.user)
        return required and not (first and self._has_just_given_password())

    def reauthenticate(self, user: User, password: str) -> bool:
        """Return whether this is the user's password; they stay signed in.

        Django replaces a weak old hash when it sees the password, and sessions end with the hash.
        """
        before = user.password
        is_theirs: bool = super().reauthenticate(user, password)
        user.refresh_from_db(fields=["password"])
        if is_theirs and user.password != before:
            update_session_auth_hash(context.request, user)
        return is_theirs

    def get_reauthentication_methods(self, user: AbstractBaseUser) -> list[dict[str, Any]]:
        """Return the ways to confirm who one is, in this site's words."""
        found: list[dict[str, Any]] = super().get_reauthentication_methods(user)
        return [{**each, "description": _WAYS[each["id"]]} for each in found]

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        """Count failures by account and IP address together.

        Someone who fails on purpose locks themselves out of the account, not its owner.
        """
        account = super()._get_login_attempts_cache_key(request, **credentials)
        return f"{self.get_client_ip(request)} {account}"

    def _has_just_given_password(self) -> bool:
        """Return whether the person gave their password in this session a few minutes ago."""
        records = get_authentication_records(self.request, self.request.user)
        given = [record["at"] for record in records if record["method"] == "password"]
        return bool(time.time() - max(given, default=0) < app_settings.REAUTHENTICATION_TIMEOUT)

    def _may_write_to(self, email: str) -> bool:
        """Count an email to an address, by IP address and in total; return whether it may go."""
        limits = {
            "letter_from_here": f"{self.get_client_ip(self.request)} {email.lower()}",
            "letter": email.lower(),
        }
        return all(
            ratelimit.consume(self.request, action=action, key=key)
            for action, key in limits.items()
        )


class SecondFactorAdapter(DefaultMFAAdapter):
    """Encrypt the secrets of second factors in the database, and name the site to passkeys."""

    error_messages: ClassVar = {
        **DefaultMFAAdapter.error_messages,
        "incorrect_code": gettext_lazy(
            "That code is wrong. The app shows a new one every 30 seconds."
        ),
        "unverified_email": gettext_lazy("Confirm your email address first."),
    }

    def encrypt(self, text: str) -> str:
        """Encrypt a secret."""
        return seal(text, SECOND_FACTOR)

    def decrypt(self, encrypted_text: str) -> str:
        """Decrypt a secret."""
        return unseal(encrypted_text, SECOND_FACTOR)

    def get_public_key_credential_rp_entity(self) -> dict[str, str]:
        """Return whom passkeys are for: the host of SITE_URL, whichever host the browser asked."""
        return {"id": urlsplit(settings.SITE_URL).hostname or "", "name": settings.SITE_NAME}

    def get_public_key_credential_user_entity(self, user: AbstractBaseUser) -> dict[str, Any]:
        """Return whose passkey it is, as a device shows it: by name, without the address."""
        entity: dict[str, Any] = super().get_public_key_credential_user_entity(user)
        return {**entity, "name": user.get_username()}

    def generate_authenticator_name(self, user: AbstractBaseUser, kind: Authenticator.Type) -> str:
        """Return a name for a new passkey whose owner gave it none."""
        others = Authenticator.objects.filter(user=user, type=kind).count()
        if not others:
            return pgettext("passkey", "Passkey")
        return pgettext("passkey", "Passkey {number}").format(number=others + 1)


def _on_our_host(url: str) -> str:
    """Return the URL with the site's own host, whichever host the browser asked."""
    return settings.SITE_URL + urlsplit(url).path
