"""People who use the site of the machine: they sign up, play bots and one another, and by email.

It runs on the machine with nothing but Python: `visitor.py NAME STEP`, one of the methods below.
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
HOME = "home.example"
PASSWORD = "kogge-and-salt-1370"
PATIENCE = 90.0
LATER = 450
LEAVE = Path("/root/leave")
"""Once it is there, nobody stays."""


class Browser:
    """Pages over HTTPS, with cookies that outlast the program."""

    def __init__(self, cookies: str) -> None:
        self.cookies = LWPCookieJar(cookies)
        if Path(cookies).exists():
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
        with self.opener.open(request, timeout=PATIENCE) as answer:
            text = answer.read().decode()
            self.cookies.save(ignore_discard=True)
            return answer.geturl(), text


class Person:
    """Somebody with a mailbox and a browser on the machine."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.address = f"{name.lower()}@{HOME}"
        self.mailbox = Path(f"/var/mail/{name.lower()}")
        self.page = Browser(f"/root/cookies-{name}")

    def sign_up(self) -> None:
        """Get an account, and confirm its address with the link in the email."""
        self.page.post(
            "/accounts/signup/", username=self.name, email=self.address, password1=PASSWORD
        )
        link = re.search(rf"{SITE}(/accounts/confirm-email/\S+/)", text_of(self.newest("Welcome")))
        assert link
        where, text = self.page.post(link[1])
        assert self.name in text, where

    def play(self) -> None:
        """Begin a game with bots, and print its number."""
        where, _ = self.page.post_from("/", "/play/teutonica/")
        print(where.rstrip("/").rpartition("/")[2])

    def invite(self, friend: str) -> None:
        """Begin a game for two, to which a friend is invited by email, and print its number."""
        where, text = self.page.post(
            "/game/new/", title="teutonica", players="2", seat_0="me", seat_1="friend",
            friend_1=f"{friend.lower()}@{HOME}",
        )  # fmt: skip
        found = re.search(r"/game/(\d+)/", where)
        assert found, text[:2000]
        print(found[1])

    def accept(self, host: str) -> None:
        """Take the seat of an invitation: with a name and a password that makes an account."""
        mail = self.newest(f"{host} invites you")
        link = re.search(rf"{SITE}(/invited/\S+/)", text_of(mail))
        assert link, text_of(mail)
        where, _ = self.page.get(link[1])
        where, text = self.page.post(
            where.removeprefix(SITE), username=self.name, password1=PASSWORD
        )
        assert "/game/" in where, text[:2000]

    def answer(self, game: str, back: str = "0") -> None:
        """Answer the next email about a turn, and wait for what came of it.

        With `back` it is one that has been there before, so many before the newest.
        """
        turn = f"Hansa Teutonica {game}: your move"
        answered = len(self._about(f"Re: {turn}"))
        asked = self._about(turn, 0 if int(back) else answered + 1)[-1 - int(back)]
        reply = EmailMessage()
        reply["From"], reply["To"] = self.address, asked["Reply-To"]
        reply["Subject"] = f"Re: {turn}"
        reply["Message-ID"], reply["In-Reply-To"] = make_msgid(), asked["Message-ID"]
        reply.set_content("end\nconfirm\n")
        send(reply)
        told = self._about(f"Re: {turn}", answered + 1)[-1]
        assert "Your orders have been played" in text_of(told), text_of(told)

    def look(self, game: str) -> None:
        """Open a game that is there."""
        where, text = self.page.get(f"/game/{game}/")
        assert where.endswith(f"/game/{game}/"), where
        assert "<svg" in text, text[:2000]
        assert self.name in text, text[:2000]

    def stay(self, game: str) -> None:
        """Open a game and keep a note there, again and again, until everybody is to leave.

        Each answer is a page, and each note is there afterwards. Prints how many.
        """
        chat, kept = f"/game/{game}/chat/", 0
        while not LEAVE.exists():
            self.look(game)
            kept += 1
            _, text = self.page.post_from(chat, f"{chat}note", text=f"Note {kept}")
            assert f"Note {kept}</textarea>" in text, text[:2000]
        print(kept)

    def emails(self) -> list[EmailMessage]:
        """Return the emails that have come, the oldest first."""
        if not self.mailbox.exists():
            return []
        texts = re.split(rb"^From .*\n", self.mailbox.read_bytes(), flags=re.MULTILINE)[1:]
        return [message_from_bytes(text, policy=policy.default) for text in texts]

    def newest(self, words: str) -> EmailMessage:
        """Return the newest email whose subject begins so, once there is one."""
        return self._about(words, 1)[-1]

    def _about(self, words: str, least: int = 0) -> list[EmailMessage]:
        """Return the emails whose subject begins so, once there are so many."""
        deadline = time.monotonic() + PATIENCE
        while True:
            mails = self.emails()
            found = [mail for mail in mails if str(mail["Subject"]).startswith(words)]
            if len(found) >= least:
                return found
            subjects = [str(mail["Subject"]) for mail in mails]
            assert time.monotonic() < deadline, f"{words!r} is not among {subjects}."
            time.sleep(0.5)


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


if __name__ == "__main__":
    person, step = Person(sys.argv[1]), sys.argv[2]
    getattr(person, step)(*sys.argv[3:])
