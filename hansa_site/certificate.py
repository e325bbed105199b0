"""The certificate that browsers get from the web server in front of the site."""

import socket
import ssl
from dataclasses import dataclass
from datetime import datetime, timedelta
from urllib.parse import urlsplit

from cryptography import x509
from django.utils import timezone

LEAST_SHARE = 1 / 5
"""The share of its time that must be left; Caddy renews a certificate with a third left."""

LEAST_LEFT = timedelta(days=14)
"""One that lasts longer than this is not too old, whatever its share."""


@dataclass(frozen=True)
class Certificate:
    """From when until when a certificate is valid."""

    begins: datetime
    ends: datetime

    def left(self) -> timedelta:
        """Return how long it still lasts, less than nothing if it has run out."""
        return self.ends - timezone.now()

    def lasts(self) -> bool:
        """Return whether it was renewed in time, or its time to be renewed has not come."""
        return self.left() >= min(LEAST_LEFT, LEAST_SHARE * (self.ends - self.begins))


def certificate_at(url: str, timeout: float) -> Certificate:
    """Return the certificate of a site, whoever has signed it; raises OSError or ValueError."""
    place = urlsplit(url)
    # Only its dates are read, and one that has run out must be read, too.
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    address = (place.hostname or "", place.port or 443)
    with (
        socket.create_connection(address, timeout=timeout) as plain,
        context.wrap_socket(plain, server_hostname=place.hostname) as opened,
    ):
        found = x509.load_der_x509_certificate(opened.getpeercert(binary_form=True) or b"")
    return Certificate(found.not_valid_before_utc, found.not_valid_after_utc)
