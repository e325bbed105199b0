"""The sender of an email, and whether our mail server vouches for it."""

from authres import AuthenticationResultsHeader, AuthResError
from authres.core import AuthenticationResult
from django.conf import settings

from games.accounts.models import User
from games.accounts.spellings import one_spelling
from games.post.inbound.mail import Mail

# The property with the domain that each method has checked (RFC 8601).
_DOMAINS = {
    "dmarc": ("header", "from"),
    "dkim": ("header", "d"),
    "spf": ("smtp", "mailfrom"),
}


def person(address: str) -> User | None:
    """Return the active user whose confirmed address this is, in its one spelling, or None."""
    return User.objects.filter(
        emailaddress__email__iexact=address, emailaddress__verified=True, is_active=True
    ).first()


def is_vouched_for(mail: Mail) -> bool:
    """Return whether the From line can be trusted (RFC 8601).

    If the setting AUTHSERV_ID is empty, every email is trusted: then the mail server must refuse
    those with a forged sender.
    """
    if not settings.AUTHSERV_ID:
        return True
    domain = mail.sender.rpartition("@")[2]
    for line in mail.results:
        try:
            header = AuthenticationResultsHeader.parse(f"Authentication-Results: {line}")
        except (AuthResError, RecursionError, ValueError):
            # It may be our server's, and lines below it may be forged by the sender.
            return False
        if header.authserv_id == settings.AUTHSERV_ID:
            # Only the newest line with this name is certain to be our server's.
            return any(_is_proof(result, domain) for result in header.results)
    return False


def _is_proof(result: AuthenticationResult, domain: str) -> bool:
    """Return whether a check has passed for the domain of the From line and no other."""
    if result.result != "pass" or result.method not in _DOMAINS:
        return False
    values = [
        each.value or ""
        for each in result.properties
        if (each.type, each.name) == _DOMAINS[result.method]
    ]
    if result.method == "spf":
        values = [value.rpartition("@")[2] for value in values]
    return [one_spelling(f"@{value}") for value in values] == [f"@{domain}"]
