"""Whom push services can write to about this site's pushes (RFC 8292, 2.1).

Apple's refuses pushes whose subject is neither the address of a mailbox nor a page that it could
reach.
"""

from ipaddress import ip_address
from urllib.parse import urlsplit

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import EmailValidator

_is_mailbox = EmailValidator(allowlist=[])


def subject() -> str:
    """Return the subject of this site's pushes, a mailto: or https: URL."""
    return f"mailto:{settings.CONTACT}" if _has_mailbox() else settings.SITE_URL


def can_be_reached() -> bool:
    """Return whether the subject leads to somebody, as far as its form tells."""
    url = urlsplit(settings.SITE_URL)
    return _has_mailbox() or (url.scheme == "https" and _is_public(url.hostname or ""))


def _has_mailbox() -> bool:
    try:
        _is_mailbox(settings.CONTACT)
    except ValidationError:
        return False
    return True


def _is_public(host: str) -> bool:
    try:
        return ip_address(host).is_global
    except ValueError:
        return "." in host and not host.endswith((".localhost", ".local", ".internal"))
