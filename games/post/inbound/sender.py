"""Who sent a mail, and whether our mail server vouches for that."""

from authres import AuthenticationResultsHeader, AuthResError
from authres.core import AuthenticationResult
from django.conf import settings

from games.accounts.models import User
from games.post.inbound.mail import Mail

# Which property holds the domain that each method has checked (RFC 8601).
_DOMAINS = {
    "dmarc": ("header", "from"),
    "dkim": ("header", "d"),
    "spf": ("smtp", "mailfrom"),
}


def person(address: str) -> User | None:
    """Return whose confirmed address this is, if they still have an account."""
    return User.objects.filter(
        emailaddress__email__iexact=address, emailaddress__verified=True, is_active=True
    ).first()


def is_vouched_for(mail: Mail) -> bool:
    """Return whether the From line can be believed (RFC 8601).

    Without AUTHSERV_ID in the settings every mail is believed: then the mail server has to refuse
    those with a forged sender.
    """
    if not settings.AUTHSERV_ID:
        return True
    domain = mail.sender.rpartition("@")[2]
    for line in mail.results:
        try:
            header = AuthenticationResultsHeader.parse(f"Authentication-Results: {line}")
        except (AuthResError, RecursionError, ValueError):
            # It may be our server's, and what is below it the sender's.
            return False
        if header.authserv_id == settings.AUTHSERV_ID:
            # Only the newest line with this name is surely our server's.
            return any(_is_proof(result, domain) for result in header.results)
    return False


def _is_proof(result: AuthenticationResult, domain: str) -> bool:
    """Return whether a check has passed for the domain of the From line, and for no other."""
    if result.result != "pass" or result.method not in _DOMAINS:
        return False
    values = [
        each.value or ""
        for each in result.properties
        if (each.type, each.name) == _DOMAINS[result.method]
    ]
    if result.method == "spf":
        values = [value.rpartition("@")[2] for value in values]
    return [value.lower() for value in values] == [domain]
