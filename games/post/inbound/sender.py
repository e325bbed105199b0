"""Who a mail is from, and whether the own mail server vouches for that."""

import re
from collections.abc import Iterator

from django.conf import settings

from games.accounts.models import User
from games.post.inbound.mail import Mail


def person(address: str) -> User | None:
    """Return whose confirmed address this is, if he still has an account."""
    return User.objects.filter(
        emailaddress__email__iexact=address, emailaddress__verified=True, is_active=True
    ).first()


def is_vouched_for(mail: Mail) -> bool:
    """Return whether the From line can be believed (RFC 8601).

    Without AUTHSERV_ID in the settings every mail that comes in is believed: then it is the mail
    server's task to refuse those with a false sender.
    """
    if not settings.AUTHSERV_ID:
        return True
    domain = mail.sender.rpartition("@")[2]
    for line in mail.results:
        server, _, results = line.partition(";")
        if server.split(" ")[0].strip().lower() == settings.AUTHSERV_ID:
            # Only the newest line with this name is surely the server's own.
            return any(_aligned(result, domain) for result in _passed(results))
    return False


def _passed(results: str) -> Iterator[str]:
    for result in re.sub(r"\([^()]*\)", "", results).lower().split(";"):
        if re.match(r"\s*(dmarc|dkim|spf)\s*=\s*pass\b", result):
            yield result.strip()


def _aligned(result: str, domain: str) -> bool:
    """Return whether what passed is the domain of the From line; DMARC has seen to it itself."""
    method = result.partition("=")[0].strip()
    field = {"dmarc": "header.from", "dkim": "header.d", "spf": "smtp.mailfrom"}[method]
    match = re.search(rf"\b{re.escape(field)}\s*=\s*\"?([^\s;\"]+)", result)
    return match is not None and match[1].rpartition("@")[2] == domain
