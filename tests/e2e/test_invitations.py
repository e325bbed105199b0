"""An invitation by email: from the host's list by its mail to a seat, without a second mail."""

import re

from django.core import mail

from games.accounts.models import User
from games.play.models import Game
from games.post.services import sweep
from tests.e2e.conftest import Visitor
from tests.factories import PASSWORD, UserFactory
from tests.play.factories import game_of

ADDRESS = "grandma.with.a.rather.long.address@family.example.net"


def test_an_invitation_leads_from_the_mail_to_a_seat(visitor: Visitor) -> None:
    page = visitor.page
    host, gustav = UserFactory(username="Hanna"), UserFactory(username="Gustav")
    game = game_of(host, "open", "invited", name="Sundays")
    visitor.sign_in(host)
    visitor.go(game.get_absolute_url())
    for to in (ADDRESS, gustav.username):
        page.get_by_label("Invite a player").fill(to)
        page.get_by_role("button", name="Invite", exact=True).click()
        page.locator(".invited").get_by_text(to, exact=True).wait_for()
    assert page.get_by_role("button", name="Withdraw").count() == 2
    assert visitor.fits()

    sweep()
    (sent,) = [each for each in mail.outbox if each.to == [ADDRESS]]
    link = re.findall(r"http://\S+(/invited/\S+/)", sent.body)[0]
    page.context.clear_cookies()
    visitor.go(link)
    assert page.url.endswith("/invited/")
    seat = page.get_by_role("region", name="Take your seat")
    assert seat.get_by_text(ADDRESS).is_visible()
    assert seat.locator("input:visible").count() == 2
    seat.get_by_label("Name").fill("Grandma")
    seat.get_by_label("Password").fill(PASSWORD)
    assert visitor.fits()
    assert visitor.barriers() == []
    mails = len(mail.outbox)
    seat.get_by_role("button", name="Take my seat").click()
    page.locator("#room").get_by_role("link", name="Grandma").wait_for()
    assert page.url.endswith(game.get_absolute_url())
    assert page.get_by_role("link", name="Learn in five minutes").is_visible()
    assert visitor.fits()
    sweep()
    assert [each.to for each in mail.outbox[mails:] if each.to == [ADDRESS]] == []
    assert Game.objects.get().players.filter(user__username="Grandma").exists()
    assert User.objects.get(username="Grandma").confirmed_address() == ADDRESS
