"""What people wrote themselves is found in the mails that their programs make."""

import pytest

from games.post.inbound.mail import read
from tests.post.inbound.people import MAILS, html_alone

HTML = {name: alone for name, mail in MAILS.items() if (alone := html_alone(mail))}


@pytest.mark.parametrize("mail", MAILS.values(), ids=MAILS)
def test_only_what_they_wrote_is_read(mail):
    assert read(mail.raw).lines == mail.lines


@pytest.mark.parametrize("mail", HTML.values(), ids=HTML)
def test_their_html_says_the_same(mail):
    assert read(mail.raw).lines == mail.lines
