"""The settings of a club: the file that holds them, and what they say about its machine."""

import re
import secrets
import shlex
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from hosting.machine import Failed, Machine

FILE: Final = "/etc/hansa.env"
USER: Final = "hansa"
"""The user and group of the site, and with PostgreSQL its role and database."""
EXAMPLE_HOST: Final = "hansa.example.org"
HERE: Final = {"", "127.0.0.1", "localhost", "::1"}

_LINE = re.compile(r"^([A-Z][A-Z0-9_]*)=(.*)$")
_NEEDED = ("SITE_URL", "DATABASE_URL")
_URLS = (*_NEEDED, "CELERY_BROKER_URL", "EMAIL_URL")
_LABEL = re.compile(r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?")
_LONGEST_HOST = 253


@dataclass(frozen=True)
class Club:
    """A club's settings, by their names, and which parts its own machine has."""

    settings: Mapping[str, str]

    @property
    def host(self) -> str:
        """Return the name of the site in the DNS."""
        return urlsplit(self.settings["SITE_URL"]).hostname or ""

    @property
    def own_database(self) -> bool:
        """Return whether it is in this machine's PostgreSQL, under the name of its user."""
        return self.settings["DATABASE_URL"] == f"postgres:///{USER}"

    @property
    def own_queue(self) -> bool:
        """Return whether its Redis is on this machine."""
        return _host(self.settings.get("CELERY_BROKER_URL", "")) in HERE

    @property
    def own_mail(self) -> bool:
        """Return whether this machine sends its emails."""
        return _host(self.settings.get("EMAIL_URL", "")) in HERE

    @property
    def reply_domain(self) -> str:
        """Return the domain of replies that this machine takes, empty if it takes none."""
        return self.settings.get("REPLY_DOMAIN", "") if self.own_mail else ""


def parse(text: str, place: str = FILE) -> dict[str, str]:
    """Return the settings of a file, whose values may stand in quotes; `place` is its name.

    Raises Failed for a line that a shell and systemd would not read alike.
    """
    found = {}
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        match = _LINE.match(line.strip())
        try:
            words = shlex.split(match[2]) if match else []
        except ValueError:
            match = None
        if not match or len(words) > 1:
            raise Failed(f"Line {number} of {place} is not of the form NAME='value'.")
        found[match[1]] = "".join(words)
    return found


def filled(example: str, values: Mapping[str, str | None]) -> str:
    """Return a file of settings with other values; those that are None have no line any more.

    Raises Failed for a value with a single quote or a line break.
    """
    left = dict(values)
    lines = []
    for line in example.splitlines():
        match = _LINE.match(line)
        if match and match[1] in left:
            value = left.pop(match[1])
            if value is not None:
                lines.append(_line(match[1], value))
        else:
            lines.append(line)
    lines += [_line(name, value) for name, value in left.items() if value is not None]
    return "\n".join(lines) + "\n"


def address(text: str) -> str:
    """Return the host name that somebody typed, perhaps as a URL.

    Raises Failed if no certificate can be had for it.
    """
    found = text.strip().lower().removeprefix("https://").rstrip("/.")
    if not _is_host(found):
        raise Failed(
            f"{text!r} is not a name in the DNS, such as {EXAMPLE_HOST}, which HTTPS needs."
        )
    return found


def _is_host(text: str) -> bool:
    """Return whether a text is a name under a top-level domain (RFC 1123, 2.1)."""
    *names, top = text.split(".")
    labels = all(_LABEL.fullmatch(label) for label in (*names, top))
    is_top = len(top) > 1 and top[0].isalpha()
    return labels and is_top and bool(names) and len(text) <= _LONGEST_HOST


def known(machine: Machine) -> Club | None:
    """Return the club of this machine, None if it has none yet.

    Raises Failed if its settings say too little.
    """
    file = machine.at(FILE)
    return _club_of(text_of(file), FILE) if file.exists() else None


def text_of(file: Path) -> str:
    """Return the text of a file that the host has written; raises Failed if it is none."""
    try:
        return file.read_text("utf-8")
    except OSError as error:
        raise Failed(f"{file} cannot be read: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise Failed(f"{file} is no text in UTF-8.") from error


def settled(machine: Machine, example: str, wanted: str = "", given: str = "") -> str:
    """Write the settings that are not there yet, and return what was done.

    `wanted` is the address that the host named, and `given` a file of settings from elsewhere.
    Without them the host is asked. Raises Failed if nobody answers, for settings that say too
    little, and for an address or a file that says something else than the settings that are there.
    """
    file, place = machine.at(FILE), FILE
    if file.exists():
        text = text_of(file)
    elif given:
        text, place = given, "the settings that you gave"
    else:
        text = _asked(machine, example, wanted)
    club = _club_of(text, place)
    if wanted and address(wanted) != club.host:
        raise Failed(
            f"The address in {place} is {club.host}. To change it, change the settings there."
        )
    if given and not parse(given).items() <= club.settings.items():
        raise Failed(
            f"{FILE} is there already, and says something else than the settings that you gave. "
            "Change it there, or move it away."
        )
    if not club.settings.get("SECRET_KEY"):
        text = filled(text, {"SECRET_KEY": secrets.token_urlsafe(50)})
    changed = machine.write(FILE, text, 0o640, USER)
    return f"{FILE} is written" if changed else f"{FILE} is as it was"


def _club_of(text: str, place: str) -> Club:
    """Return the club of a file of settings; raises Failed if they say too little."""
    settings = parse(text, place)
    if missing := [name for name in _NEEDED if not settings.get(name)]:
        raise Failed(f"This is missing in {place}: {' and '.join(missing)}. Add it there.")
    for name in _URLS:
        try:
            urlsplit(settings.get(name, ""))
        except ValueError as error:
            # What is wrong is not told: it may hold a password.
            raise Failed(f"{name} in {place} is no URL.") from error
    club = Club(settings)
    if not club.host:
        raise Failed(f"SITE_URL in {place} is no URL, such as https://{EXAMPLE_HOST}.")
    return club


def _asked(machine: Machine, example: str, wanted: str) -> str:
    host = wanted or machine.ask(f"Which address does the site get, such as {EXAMPLE_HOST}?")
    if not host:
        raise Failed(f"Say which address the site gets: hansa install --address {EXAMPLE_HOST}")
    values: dict[str, str | None] = {}
    server = machine.ask(
        "Through which mail server does it send, such as smtps://user:password@smtp.example.org?\n"
        "It is not shown. Just press Enter if this machine sends and takes emails itself:",
        hidden=True,
    )
    if server:
        values = {"EMAIL_URL": server, "REPLY_DOMAIN": None, "MAIL_LISTEN": None}
    return filled(example.replace(EXAMPLE_HOST, address(host)), values)


def _line(name: str, value: str) -> str:
    if "'" in value or "\n" in value:
        raise Failed(f"{name} must not have a single quote in it. In a URL, write it as %27.")
    return f"{name}='{value}'"


def _host(url: str) -> str:
    return urlsplit(url).hostname or ""
