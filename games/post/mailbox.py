"""The test mailbox: emails that a site without a mail server stores in files."""

import email
import email.policy
import re
from dataclasses import dataclass
from datetime import datetime
from email.message import EmailMessage
from email.utils import parsedate_to_datetime
from pathlib import Path

from django.conf import settings

# Django writes this line after each email in a file.
_END = re.compile(rb"^-{79}\r?\n", re.MULTILINE)


@dataclass(frozen=True)
class Mail:
    """An email as it was sent; `number` is its position in its file, from 0."""

    file: str
    number: int
    message: EmailMessage

    @property
    def subject(self) -> str:
        """The subject line."""
        return str(self.message["Subject"] or "")

    @property
    def to(self) -> str:
        """The To line."""
        return str(self.message["To"] or "")

    @property
    def sent_at(self) -> datetime:
        """When it was sent."""
        return parsedate_to_datetime(self.message["Date"])

    @property
    def text(self) -> str:
        """Its plain text part."""
        return self._body("plain")

    @property
    def html(self) -> str:
        """Its HTML part with inlined pictures, or ''."""
        html = self._body("html")
        for part in self.message.walk():
            content_id = str(part["Content-ID"] or "").strip("<>")
            if content_id:
                data = "".join(str(part.get_payload()).split())
                html = html.replace(
                    f"cid:{content_id}", f"data:{part.get_content_type()};base64,{data}"
                )
        return html

    def _body(self, kind: str) -> str:
        part = self.message.get_body(preferencelist=(kind,))
        return part.get_content() if part else ""


def mails(limit: int = 100) -> list[Mail]:
    """Return the latest emails, the newest first."""
    folder = Path(settings.MAIL_FOLDER)
    files = sorted(folder.glob("*.log"), key=lambda path: path.stat().st_mtime_ns, reverse=True)
    found = [mail for path in files[:limit] for mail in reversed(_read(path))]
    return found[:limit]


def mail(file: str, number: int) -> Mail | None:
    """Return one email of a file, or None if it does not exist."""
    path = Path(settings.MAIL_FOLDER) / file
    if path.parent != Path(settings.MAIL_FOLDER) or path.suffix != ".log" or not path.is_file():
        return None
    found = _read(path)
    return found[number] if number < len(found) else None


def _read(path: Path) -> list[Mail]:
    pieces = [piece for piece in _END.split(path.read_bytes()) if piece.strip()]
    return [
        Mail(path.name, number, email.message_from_bytes(piece, policy=email.policy.default))
        for number, piece in enumerate(pieces)
    ]
