"""Somebody who uses the site of the machine: signs up, plays against bots, and answers by email.

It runs on the machine with nothing but Python: `visitor.py STEP`, one of the functions below.
"""

import re
import smtplib
import ssl
import sys
import time
from email import message_from_bytes, policy
from email.message import EmailMessage
from email.utils import make_msgid
from http.cookiejar import LWPCookieJar
from pathlib import Path
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, HTTPSHandler, Request, build_opener

SITE = "https://club.example"
AUTHORITY = "/var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt"
MAILBOX = "/var/mail/visitor"
ADDRESS = "visitor@home.example"
COOKIES = "/root/cookies"
PATIENCE = 90.0
LATER = 450


class Browser:
    """Pages over HTTPS, with cookies that outlast the program."""

    def __init__(self) -> None:
        self.cookies = LWPCookieJar(COOKIES)
        if Path(COOKIES).exists():
            self.cookies.load(ignore_discard=True)
        context = ssl.create_default_context(cafile=AUTHORITY)
        self.opener = build_opener(HTTPSHandler(context=context), HTTPCookieProcessor(self.cookies))

    def get(self, path: str) -> tuple[str, str]:
        """Return where a page is in the end, and its text."""
        return self._open(Request(SITE + path))

    def post(self, path: str, **fields: str) -> tuple[str, str]:
        """Send the form of a page to the same address."""
        return self.post_from(path, path, **fields)

    def post_from(self, origin: str, path: str, **fields: str) -> tuple[str, str]:
        """Send a form, with the secret of the page that it is on."""
        _, page = self.get(origin)
        found = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page)
        assert found, page
        data = urlencode(fields | {"csrfmiddlewaretoken": found[1]}).encode()
        return self._open(Request(SITE + path, data, {"Referer": SITE + origin}))

    def _open(self, request: Request) -> tuple[str, str]:
        with self.opener.open(request, timeout=30) as answer:
            text = answer.read().decode()
            self.cookies.save(ignore_discard=True)
            return answer.geturl(), text


def emails() -> list[EmailMessage]:
    """Return the emails that have come, the oldest first."""
    if not Path(MAILBOX).exists():
        return []
    with Path(MAILBOX).open("rb") as file:
        texts = re.split(rb"^From .*\n", file.read(), flags=re.MULTILINE)[1:]
    return [message_from_bytes(text, policy=policy.default) for text in texts]


def newest(words: str, seen: int = 0) -> EmailMessage:
    """Return an email whose subject begins so, once one has come after those seen."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        for mail in reversed(emails()[seen:]):
            if str(mail["Subject"]).startswith(words):
                return mail
        time.sleep(0.5)
    subjects = [str(mail["Subject"]) for mail in emails()]
    raise AssertionError(f"No email about {words!r}, but {subjects}.")


def text_of(mail: EmailMessage) -> str:
    """Return an email as plain text."""
    part = mail.get_body(("plain",))
    assert part is not None
    return str(part.get_content())


def send(mail: EmailMessage) -> None:
    """Send an email, again if the mail server says that it can't take it now."""
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            with smtplib.SMTP("127.0.0.1", 25, timeout=30) as client:
                client.send_message(mail)
        except smtplib.SMTPRecipientsRefused as error:
            later = all(status == LATER for status, _ in error.recipients.values())
            if not later or time.monotonic() > deadline:
                raise
            time.sleep(1)
        else:
            return


def sign_up() -> None:
    """Get an account, and confirm its address with the link in the email."""
    page = Browser()
    page.post(
        "/accounts/signup/", username="Visitor", email=ADDRESS, password1="kogge-and-salt-1370"
    )
    link = re.search(rf"{SITE}(/accounts/confirm-email/\S+/)", text_of(newest("Welcome")))
    assert link
    where, text = page.post(link[1])
    assert "Visitor" in text, where


def play() -> None:
    """Begin a game with bots, and print its number."""
    page = Browser()
    where, _ = page.post_from("/", "/play/teutonica/")
    print(where.rstrip("/").rpartition("/")[2])


def answer(game: str, back: str = "0") -> None:
    """Answer the newest email about a turn, and wait for what came of it and for the next turn.

    With `back` it is not the newest, but one so many before.
    """
    turn = f"Hansa Teutonica {game}: your move"
    newest(turn)
    asked = [mail for mail in emails() if str(mail["Subject"]) == turn][-1 - int(back)]
    seen = len(emails())
    reply = EmailMessage()
    reply["From"], reply["To"], reply["Subject"] = ADDRESS, asked["Reply-To"], "Re: a turn"
    reply["Message-ID"], reply["In-Reply-To"] = make_msgid(), asked["Message-ID"]
    reply.set_content("income 1t\nend\nconfirm\n")
    send(reply)
    told = newest("Re:", seen)
    assert "Your orders have been played" in text_of(told), text_of(told)
    newest(turn, seen)


def look(game: str) -> None:
    """Open a game that is there."""
    where, text = Browser().get(f"/game/{game}/")
    assert where.endswith(f"/game/{game}/"), where
    assert "<svg" in text, text[:2000]
    assert "Visitor" in text, text[:2000]


if __name__ == "__main__":
    step = {each.__name__: each for each in (sign_up, play, answer, look)}[sys.argv[1]]
    step(*sys.argv[2:])
