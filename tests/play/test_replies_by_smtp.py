"""A turn by mail, all the way: out by one real mail server, in by another."""

import email
import smtplib
from email.message import EmailMessage
from email.policy import default

import pytest
from aiosmtpd.controller import Controller

from games.play.models import Move
from games.post.inbound.address import BOUNCE, parse_address
from games.post.inbound.server import Listener
from games.post.services import sweep
from tests.parts import free_port
from tests.play.factories import game_of_people, player_to_move
from tests.post.inbound.conftest import HOST

pytestmark = pytest.mark.django_db(transaction=True)


def test_from_letter_to_letter_through_real_mail_servers(settings):
    """What is asked leaves by SMTP, the answer comes in by SMTP, and what came of it leaves."""
    post_office = Controller(Mailboxes(), hostname=HOST, port=free_port())
    listener = Listener(HOST, free_port())
    settings.REPLY_DOMAIN = "reply.example.org"
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = post_office.hostname, post_office.port
    game = game_of_people()
    player = player_to_move(game)
    post_office.start()
    listener.start()
    try:
        sweep()
        asked = post_office.handler.newest(player.user.email)
        assert "one order per line" in asked.get_body(("plain",)).get_content()
        reply = reply_to(asked, "income 1t\nend\nconfirm")
        with smtplib.SMTP(HOST, listener.port, timeout=30) as client:
            client.send_message(reply)
        sweep()
        answer = post_office.handler.newest(player.user.email)
        following = post_office.handler.newest(player_to_move(game).user.email)
    finally:
        listener.stop()
        post_office.stop()

    moves = Move.objects.filter(game=game, seat=player.seat)
    assert list(moves.values_list("order", flat=True)) == ["income 1t", "end"]
    assert answer["Subject"] == f"Re: {asked['Subject']}"
    assert answer["References"] == asked["References"]
    assert answer.get_body(("plain",)).get_content().startswith("Your orders have been played.")
    assert any(part.get_content_type() == "image/png" for part in answer.walk())
    assert following["Reply-To"] not in (None, asked["Reply-To"])


class Mailboxes:
    """A mail server that keeps what it is given."""

    def __init__(self) -> None:
        self.mails: list[EmailMessage] = []

    async def handle_DATA(self, server, session, envelope) -> str:  # noqa: N802
        self.mails.append(email.message_from_bytes(envelope.content, policy=default))
        assert parse_address(envelope.mail_from).kind == BOUNCE
        return "250 OK"

    def newest(self, address: str) -> EmailMessage:
        return [mail for mail in self.mails if mail["To"] == address][-1]


def reply_to(asked: EmailMessage, text: str) -> EmailMessage:
    """Answer a mail as mail programs do, with all of it quoted below."""
    mail = EmailMessage()
    mail["From"], mail["To"] = asked["To"], asked["Reply-To"]
    mail["Subject"], mail["In-Reply-To"] = f"Re: {asked['Subject']}", asked["Message-ID"]
    mail["Message-ID"] = "<reply@mail.example.org>"
    quoted = asked.get_body(("plain",)).get_content().splitlines()
    below = "\n".join(f"> {line}" for line in quoted)
    mail.set_content(f"{text}\n\nOn 3 Jun 2030, Hansa <hansa@example.org> wrote:\n{below}\n")
    return mail
