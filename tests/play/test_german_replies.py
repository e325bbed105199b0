"""Replies in German: their words, and what German mail programs and people write around them."""

import random
import re
from email.message import EmailMessage

import pytest
from django.utils import translation

from games.accounts.spellings import folded
from games.play import services
from games.play.keywords import KEYWORDS, in_words, meanings, words_for
from games.play.language import spoken
from games.play.letters import addresses
from games.play.models import Draft, Outcome
from games.play.replies.parse import ReplyCommand, order_checker, parse_lines
from games.post.inbound import reception
from games.post.inbound.text import own_lines
from games.post.services import sweep
from games.rules import TITLES
from hansa_site import catalogues
from hansa_site.languages import DOMAINS
from tests.play.factories import every_title, game_of_people, play_on, player_to_move

pytestmark = pytest.mark.django_db

SITE = next(domain for domain in DOMAINS if domain.name == "django")
CODES = [path.parent.parent.name for path in SITE.files()]
every_language = pytest.mark.parametrize("code", CODES)


@pytest.fixture(autouse=True)
def _german(settings):
    settings.LANGUAGES = [("en", "English"), ("de", "Deutsch")]
    settings.REPLY_DOMAIN = "reply.example.org"


def words(code):
    """Return what each word means in English and a language."""
    with translation.override(code):
        return meanings(spoken())


ORDERS = "place t hamburg-stade.2\nincome 1t\n"
CONFIRMED = ReplyCommand(confirm=True)
PLAYED = ReplyCommand(("place t hamburg-stade.2", "income 1t"), confirm=True)
REPLIES = {
    "bestätigen": CONFIRMED,
    "Bestätige!": CONFIRMED,
    "BESTAETIGEN": CONFIRMED,
    "bestatigen": CONFIRMED,
    "besta\u0308tigen": CONFIRMED,
    "Hallo zusammen,\n\nbestätigen\n\nViele Grüße\nJörg": CONFIRMED,
    "„Bestätigen“": CONFIRMED,
    "confirm": CONFIRMED,
    "ja": ReplyCommand(name="yes"),
    "Ja, gerne!": ReplyCommand(name="yes"),
    "ja bitte": ReplyCommand(name="yes"),
    "Passt.": ReplyCommand(name="yes"),
    "Hilfe": ReplyCommand(name="help"),
    "Hilfe bitte": ReplyCommand(name="help"),
    "help": ReplyCommand(name="help"),
    "Stand?": ReplyCommand(name="status"),
    "Entwurf": ReplyCommand(name="draft"),
    "zurück": ReplyCommand(name="undo"),
    "zurueck": ReplyCommand(name="undo"),
    "Rückgängig": ReplyCommand(name="undo"),
    "alles zurück, danke": ReplyCommand(name="reset"),
    "undo all": ReplyCommand(name="reset"),
    "Leeren": ReplyCommand(name="reset"),
    "leeren\nincome 1t": ReplyCommand(("income 1t",)),
    "Entwurf\nincome 1t\nbestätigen": ReplyCommand(("income 1t",), confirm=True, adds=True),
    "income 1t, bestätigen": ReplyCommand(("income 1t",), confirm=True),
    "income 1t und dann bestätigen bitte": ReplyCommand(("income 1t",), confirm=True),
    f"Moin,\n\n{ORDERS}bestätigen\n\nLG Jörg": PLAYED,
    f"Liebe Anna,\n\nhier meine Züge:\n\n{ORDERS}Bestätigt.\nJörg": PLAYED,
    f"{ORDERS}bestätigen\n\nVon meinem iPhone gesendet\n\n> Am 03.06.2030 um 10:00 schrieb "
    "Hansa <hansa@example.org>:\n> \n> abbrechen": PLAYED,
    f"{ORDERS}bestätigen\n\nGesendet von meinem iPhone": PLAYED,
    f"{ORDERS}bestätigen\n\nGesendet von Outlook für Android": PLAYED,
    f"{ORDERS}bestätigen\n\nAm Mo., 3. Juni 2030 um 10:00 Uhr schrieb Hansa <\n"
    "hansa@example.org>:\n\n> Du bist am Zug.\n> Hilfe": PLAYED,
    f"{ORDERS}bestätigen\n\n-----Ursprüngliche Nachricht-----\nVon: Hansa\nGesendet: Montag, "
    "3. Juni 2030 10:00\nAn: Jörg\nBetreff: Hansa: dein Zug\n\nHilfe": PLAYED,
    f"{ORDERS}bestätigen\n\nVon: Hansa <hansa@example.org>\nGesendet: Montag, 3. Juni 2030 10:00"
    "\nAn: Jörg\nBetreff: AW: Hansa: dein Zug\n\nHilfe": PLAYED,
    f"{ORDERS}bestätigen\n\n________________________________\nVon: Hansa\nHilfe": PLAYED,
    f"{ORDERS}bestätigen\n\n----- Originalnachricht -----\nHilfe": PLAYED,
    f"{ORDERS}bestätigen\n\n-------- Weitergeleitete Nachricht --------\nHilfe": PLAYED,
    f"{ORDERS}bestätigen\n\nMit besten Grüßen aus Lübeck\nDr. Jörg Müller": PLAYED,
    f"{ORDERS}bestätigen\n\nHerzliche Grüße,\nJörg": PLAYED,
    f"{ORDERS}bestätigen\n\nSchönen Gruß\nJörg": PLAYED,
    f"{ORDERS}bestätigen\n\nBeste Grüße\nJörg": PLAYED,
    f"{ORDERS}bestätigen\n\nLiebe Grüße von unterwegs\nJörg": PLAYED,
    f"{ORDERS}bestätigen\n\nSchönes Wochenende!\nJörg": PLAYED,
    f"{ORDERS}bestätigen\n\nSchöne Grüße\nJörg": PLAYED,
    f"{ORDERS}bestätigen\n\nDiese E-Mail wurde von Avast-Antivirussoftware auf Viren geprüft."
    "\nwww.avast.com": PLAYED,
    f"{ORDERS}bestätigen\n\nVon unterwegs gesendet. Tippfehler bitte ich zu entschuldigen.": PLAYED,
    f"{ORDERS}bestätigen\n\nHolen Sie sich Outlook für iOS": PLAYED,
    f"{ORDERS}bestätigen\n\nTschüß\nJörg": PLAYED,
    f"{ORDERS}bestätigen\n\nGrüßle\nJörg": PLAYED,
    f"Hi Anna!\nSuper Zug.\n\nAm 3. Juni 2030 schrieb Hansa:\n> {ORDERS}": ReplyCommand(
        ("Super Zug",), readable=False
    ),
    f"Am 03.06.30 um 10:00 schrieb Hansa:\n> Du bist am Zug.\n> Hilfe\n\n{ORDERS}bestätigen\n"
    "-- \nJörg": PLAYED,
}


@pytest.mark.parametrize("text", REPLIES, ids=lambda text: text[-50:])
def test_a_german_reply_is_read(text):
    rules = TITLES["teutonica"]
    state = rules.start(rules.complete({}, 3), 3)
    found = parse_lines(
        own_lines(text), order_checker(rules, state), ["joerg", "Jörg Müller"], words("de")
    )
    assert found == REPLIES[text]


@every_language
def test_no_word_has_two_meanings(code):
    with translation.override(code):
        meant = meanings(spoken())
        for keyword in KEYWORDS:
            for word in words_for(keyword, spoken()):
                assert meant[folded(word)] == keyword.text, word
                # Nothing takes it for a greeting, a signature or somebody's name.
                assert own_lines(f"{word}\n") == [word]
                assert parse_lines([word], lambda text: False, (word,), meant).orders in (
                    (),
                    (word,) if keyword.text in set(Outcome) else (),
                )
    for keyword in KEYWORDS:
        assert meant[keyword.text] == keyword.text


@every_language
@every_title
def test_no_word_is_an_order(code, title):
    meant = words(code)
    game = game_of_people(title=title)
    for _ in range(6):
        is_order = order_checker(game.rules(), game.position())
        assert not list(filter(is_order, meant))
        game = play_on(game, 5)


@every_language
def test_letters_tell_words_that_are_read(code):
    """A translation quotes the words of its language, and orders as they are."""
    with translation.override(code):
        language, meant = spoken(), words(code)
    path = next(path for path in SITE.files() if path.parent.parent.name == code)
    seen = 0
    for message in catalogues.read(path):
        if (
            not message.context
            and isinstance(message.id, str)
            and any(
                place.startswith(("templates/play/letters/", "games/play/replies/"))
                for place, _ in message.locations
            )
        ):
            told = [meant.get(folded(text), text) for text in quoted(message.string)]
            assert told == quoted(message.id), message.id
            seen += bool(told)
    assert seen > 15
    assert [in_words(choice, language) for choice in ("yes", "no")] != ["yes", "no"]


def quoted(text):
    """Return what a text quotes, or sets as code."""
    found = re.findall(r"(?<!\w)'([^']+)'(?!\w)|„([^“]+)“|<code>([^<]+)</code>", text)
    return ["".join(each) for each in found]


@pytest.fixture
def player():
    player = player_to_move(game_of_people())
    type(player.user).objects.filter(pk=player.user_id).update(language="de")
    player.user.refresh_from_db()
    return player


def reply(player, text, to=None):
    """Reply as the player would; return the outcome."""
    player.refresh_from_db()
    mail = EmailMessage()
    mail["From"], mail["To"] = player.user.email, to or addresses.orders_address(player).email
    mail["Message-ID"] = f"<{random.getrandbits(64)}@mail.example.org>"
    mail["Subject"] = "AW: dein Zug"
    mail.set_content(text)
    (word,) = reception.receive(bytes(mail))
    return word


def newest_answer(mailoutbox):
    sweep()
    return " ".join(mailoutbox[-1].body.split())


def test_a_turn_is_played_in_german_and_so_is_the_answer(player, mailoutbox):
    assert reply(player, "ja") == "shown"
    assert "und schreib „bestätigen“ darunter" in newest_answer(mailoutbox)
    assert reply(player, "income 1t") == "kept"
    assert "Antworte mit „bestätigen“" in newest_answer(mailoutbox)
    assert reply(player, "Entwurf\nend") == "kept"
    assert Draft.objects.of(player).orders == ["income 1t", "end"]
    assert reply(player, "Zurück!") == "kept"
    assert Draft.objects.of(player).orders == ["income 1t"]
    assert reply(player, "end\nBestätigt\nLG") == "played"


def test_a_vote_is_cast_in_german(player, mailoutbox):
    others = [other for other in player.game.players.all() if other.seat != player.seat]
    vote = services.open_vote(player=others[0], kind="pause")
    sweep()
    mails = [mail.body for mail in mailoutbox if mail.to == [player.user.email]]
    assert any("- ja: " in body and "- nein: " in body for body in mails)
    address = addresses.VoteAddress(vote.pk, player.seat).email
    assert reply(player, "vielleicht", address) == "not counted"
    assert "Wähle ja oder nein." in newest_answer(mailoutbox)
    assert reply(player, "Nein danke", address) == "voted"
    assert "Nein." in newest_answer(mailoutbox)
    assert reply(player, "Ja, gerne.\n\nJörg", address) == "voted"
    assert [ballot.choice for ballot in player.ballots.all()] == ["yes"]
