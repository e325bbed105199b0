"""Whether a site can be opened by its name, with a certificate that lasts."""

import http.client
import json
import socket
import ssl
import time
from typing import Final

from hosting.club import Club

# Both as in hansa_site.certificate, which this program cannot import.
LEAST_SHARE: Final = 1 / 5
"""The share of a certificate's time that must be left; Caddy renews it with a third left."""
LEAST_LEFT: Final = 14 * 24 * 3600
"""One that lasts for more seconds is not too old, whatever its share."""


def unreachable(club: Club, patience: float = 0) -> str:
    """Return why the site can't be opened by its name within some seconds, '' if it can."""
    deadline = time.monotonic() + patience
    while (wrong := _wrong(club.host)) and time.monotonic() < deadline:
        time.sleep(2)
    return wrong


def _wrong(host: str) -> str:
    connection = http.client.HTTPSConnection(host, timeout=20)
    try:
        connection.connect()
        ends, late = _time_left(connection.sock)
        connection.request("GET", "/healthz", headers={"User-Agent": "hansa status"})
        answer = connection.getresponse()
        text = answer.read(100_000)
    except socket.gaierror:
        return f"{host} has no address in the DNS, which must be that of this machine."
    except ssl.SSLCertVerificationError as error:
        return (
            f"Browsers do not trust the certificate of {host}: {error.verify_message}. "
            "`journalctl -u caddy` says why it has no other one."
        )
    except ssl.SSLError:
        return (
            f"{host} has no certificate yet. To get one, its name must lead to this machine, and "
            "ports 80 and 443 be open: see `journalctl -u caddy`."
        )
    except (OSError, http.client.HTTPException) as error:
        return (
            f"https://{host} cannot be opened from here: {error}. Its name must lead to this "
            "machine, and ports 80 and 443 be open: see `journalctl -u caddy`."
        )
    finally:
        connection.close()
    if not _is_health(text):
        return (
            f"https://{host} is answered by something else, with {answer.status}: does its name "
            "lead to this machine, and the web server here to the site?"
        )
    if late:
        return (
            f"The certificate of {host} ends at {ends}: `journalctl -u caddy` says why it has not "
            "been renewed. One of your own has to be put in place again by yourself."
        )
    return ""


def _time_left(opened: socket.socket) -> tuple[str, bool]:
    """Return when the certificate of a connection ends, and whether that is soon."""
    found = opened.getpeercert() if isinstance(opened, ssl.SSLSocket) else None
    if not found:
        return "no time", True
    begin, end = (ssl.cert_time_to_seconds(str(found[each])) for each in ("notBefore", "notAfter"))
    soon = end - time.time() < min(LEAST_LEFT, LEAST_SHARE * (end - begin))
    return str(found["notAfter"]), soon


def _is_health(text: bytes) -> bool:
    """Return whether the site has answered, even if only that a part of it is failing."""
    try:
        found = json.loads(text)
    except ValueError:
        return False
    return isinstance(found, dict) and "healthy" in found
