"""Primers in emails: where orders are listed, as the page of the game would show them."""

import random
import re
from collections import defaultdict
from html import unescape

import pytest

from games.play import services
from games.play.models import Game, Player, ReadPrimer
from games.post.letters import Written
from games.post.models import Letter
from tests.cases import first
from tests.play.factories import game_of_people, good_order, player_to_move, sitting
from tests.play.test_replies import reply
from tests.play.writing import write

pytestmark = pytest.mark.django_db

GAMES = [
    ("teutonica", 3, {"board": "britannia"}),
    ("hansa", 2, {}),
]
REPLIES = 20
LINK = re.compile(r"\s*Rule (\w\d+(?:\.\d+)?): http://testserver/rules/(\w+)/#(\S+)")


@pytest.fixture(autouse=True)
def _domain(settings) -> None:
    settings.REPLY_DOMAIN = "reply.example.org"


def of_page(player: Player) -> list[str]:
    """The sentences about rules on a player's page, with the numbers of the rules."""
    page = sitting(player).get(player.game.get_absolute_url()).content.decode()
    found = re.search(r'<section class="primers".*?>(.*?)</section>', page, re.DOTALL)
    return _paragraphs(found[1]) if found else []


def _paragraphs(html: str) -> list[str]:
    told = re.findall(r"<p\b.*?>(.*?)</p>", html, re.DOTALL)
    return [" ".join(unescape(re.sub(r"<[^>]+>", "", each)).split()) for each in told]


def of_mail(title: str, mail: Written) -> list[str]:
    """The sentences about rules in an email, whose text and HTML tell the same."""
    text = re.search(r"^New to you:\n\n(.*?)^Legal ", mail.text, re.DOTALL | re.MULTILINE)
    told, at = [], 0
    for link in LINK.finditer(text[1] if text else ""):
        assert (link[2], link[3]) == (title, link[1])
        told.append(" ".join([*text[1][at : link.start()].split(), link[1]]))
        at = link.end()
    html = re.search(r"New to you</p>\s*<div[^>]*>(.*?)</div>", mail.html, re.DOTALL)
    assert told == [each.replace("Rule ", "") for each in _paragraphs(html[1] if html else "")]
    return told


def asking(player: Player) -> Written:
    """The email that asks a player for orders."""
    row = Letter(kind="turn", recipient=player.user, key="turn:1", topic=player.game.topic)
    wait = Player.objects.at_table(player.game)[player.seat].wait
    row.payload = {"game": player.game.pk, "seat": player.seat, "wait": wait.pk}
    return write(row)


def newest() -> Written:
    """The answer to the newest reply."""
    return write(Letter.objects.filter(kind="answer").latest("pk"))


def some_orders(player: Player, rng: random.Random, most: int) -> list[str]:
    """Sensible orders that a player may send together."""
    title, state, orders = player.game.rules(), player.game.position(), []
    while len(orders) < most and title.to_move(state) == (player.seat,):
        orders.append(good_order(player.game, player.seat, rng, tuple(orders)))
        state = title.apply(state, player.seat, title.read(state, orders[-1]))
    return orders


@pytest.mark.parametrize(("title", "players", "options"), first(1, GAMES))
def test_a_mail_tells_a_rule_when_the_page_does_and_never_when_it_was_read(title, players, options):
    """What counts as read once orders are played is what emails told, and nothing else."""
    game, rng = game_of_people(players, title=title, options=options), random.Random(4)
    read: defaultdict[int, set[str]] = defaultdict(set)
    after_drafts = 0
    for _ in range(REPLIES):
        player = player_to_move(game)
        told = of_mail(title, asking(player))
        assert told == of_page(player)
        assert read[player.pk].isdisjoint(told)
        orders = some_orders(player, rng, rng.randint(1, 3))
        if rng.random() < 0.5:
            assert reply(player, orders.pop(0)) == "kept"
            after = of_mail(title, newest())
            assert after == of_page(player) == of_mail(title, asking(player))
            assert {*told, *read[player.pk]}.isdisjoint(after)
            after_drafts += len(after)
            orders.insert(0, "draft")
            told += after if orders[1:] else []
        assert reply(player, "\n".join([*orders, "confirm"])) == "played"
        read[player.pk].update(told)
        rows = ReadPrimer.objects.filter(user=player.user, title=title)
        assert rows.count() == len(read[player.pk])
        game = Game.objects.get(pk=game.pk)
        assert of_mail(title, newest()) == (of_page(player) if asked(player) else [])
    assert all(read.values())
    assert after_drafts


def asked(player: Player) -> bool:
    return player_to_move(player.game).pk == player.pk


def test_an_order_that_is_not_legal_is_answered_with_the_rules_that_are_new_there():
    """They are not those of the draft, which the refused email has left alone."""
    player = player_to_move(game_of_people(3, options={"board": "britannia"}))
    order = good_order(player.game, player.seat, random.Random(1))
    assert reply(player, f"{order}\nprestige 11") == "refused"
    assert [each.split()[-1] for each in of_mail("teutonica", newest())] == ["T15.3"]
    assert [each.split()[-1] for each in of_page(player)] == ["T15.1", "T4"]
    assert not ReadPrimer.objects.exists()


def test_a_site_that_takes_no_replies_leaves_rules_to_the_page(settings):
    settings.REPLY_DOMAIN = ""
    player = player_to_move(game_of_people(2, title="hansa"))
    assert of_page(player)
    assert of_mail("hansa", asking(player)) == []


def test_what_the_page_told_is_read_when_a_mail_confirms_the_draft():
    player = player_to_move(game_of_people(2, title="hansa"))
    order = good_order(player.game, player.seat, random.Random(1))
    services.draft_order(player=player, version=player.game.version, draft_version=0, order=order)
    assert reply(player, "confirm") == "played"
    assert ReadPrimer.objects.get(user=player.user).name == "first-booths"
