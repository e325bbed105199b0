"""Talk: everybody at the table writes, who may watch may read, notes are one's own."""

import re
from datetime import timedelta
from itertools import pairwise

import pytest
from django.urls import reverse
from django.utils import timezone

from games.play import services
from games.play.errors import PlayError
from games.play.letters.news import MOST_MESSAGES as MOST
from games.play.models import Game, Message, Note, Player
from games.play.services import chat, staff
from games.post.models import Channel, Letter
from games.post.services import sweep
from games.post.transports import public_http
from games.post.transports.public_http import Response
from tests.factories import UserFactory
from tests.play.factories import game_of, game_of_people, player_to_move
from tests.play.writing import write

pytestmark = [pytest.mark.engine, pytest.mark.django_db]
HTMX = {"HTTP_HX_REQUEST": "true"}


@pytest.fixture
def game():
    return game_of_people()


def seat(game, number):
    return Player.objects.select_related("user", "game").get(game=game, seat=number)


def page(client, game, **kwargs):
    return client.get(reverse("play:chat", args=[game.pk]), **kwargs)


def chat_letters(player):
    return Letter.objects.filter(kind="chat", recipient=player.user_id)


def later(monkeypatch, **span):
    now = timezone.now() + timedelta(**span)
    monkeypatch.setattr("django.utils.timezone.now", lambda: now)


def test_what_one_says_all_others_read(client, game):
    client.force_login(seat(game, 0).user)
    client.post(reverse("play:say", args=[game.pk]), {"text": "Moin"})

    for number in (1, 2):
        client.force_login(seat(game, number).user)
        assert "Moin" in page(client, game).content.decode()


@pytest.mark.parametrize("headers", [{}, HTMX])
def test_it_is_escaped(client, game, headers):
    evil = "<script>alert(1)</script>\n<b>&"
    chat.say(player=seat(game, 0), text=evil)
    client.force_login(seat(game, 1).user)
    html = page(client, game, **headers).content.decode()

    assert "<script>alert" not in html
    assert "&lt;script&gt;alert(1)&lt;/script&gt;<br>&lt;b&gt;&amp;" in html


def test_spectators_read_public_games_and_write_nowhere(client, game):
    chat.say(player=seat(game, 0), text="Moin")
    client.force_login(UserFactory())
    seen = page(client, game)

    assert "Moin" in seen.content.decode()
    assert "<textarea" not in seen.content.decode()
    for name in ("say", "note", "read"):
        answer = client.post(reverse(f"play:{name}", args=[game.pk]), {"text": "Hi", "upto": "1"})
        assert answer.status_code == 404
    assert Message.objects.count() == 1


def test_nobody_else_reads_a_private_game(client):
    game = game_of_people(private=True)
    chat.say(player=seat(game, 0), text="Moin")
    client.force_login(UserFactory())

    assert page(client, game).status_code == 404
    assert page(client, game, **HTMX).status_code == 404


def test_who_waits_for_others_can_talk(client):
    user = UserFactory()
    game = game_of(user, "open", "open")
    client.force_login(user)
    client.post(reverse("play:say", args=[game.pk]), {"text": "Who comes?"})

    assert "Who comes?" in page(client, game).content.decode()


@pytest.mark.parametrize("text", ["", "  \r\n ", "x" * 2001])
def test_what_cannot_be_sent_is_not_lost(client, game, text):
    client.force_login(seat(game, 0).user)
    for headers in ({}, HTMX):
        answer = client.post(reverse("play:say", args=[game.pk]), {"text": text}, **headers)
        assert answer.context["chat"].draft == text
        assert 'role="alert"' in answer.content.decode()
    assert not Message.objects.exists()


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["page", "htmx"])
def test_a_message_sent_again_after_a_lost_answer_is_there_once(client, game, headers):
    client.force_login(seat(game, 0).user)
    say = reverse("play:say", args=[game.pk])
    key = page(client, game, **headers).context["key"]
    # Even once so many messages were sent that another one would be refused.
    for _ in range(chat.MOST + 1):
        answer = client.post(say, {"text": "Moin", "key": key}, **headers)
    assert [each.text for each in Message.objects.all()] == ["Moin"]
    # The next form is another one: who says the same again means it.
    if headers:
        assert answer["X-Sent"] == "said"
        assert answer.context["key"] in answer.text
    key = (answer if headers else page(client, game)).context["key"]
    client.post(say, {"text": "Moin", "key": key}, **headers)
    # What was changed before it was sent again is another message too.
    client.post(say, {"text": "Moin, moin", "key": key}, **headers)
    assert [each.text for each in Message.objects.all()] == ["Moin", "Moin", "Moin, moin"]


def test_the_key_of_a_form_counts_for_one_person_and_table(client, game):
    other = game_of_people()
    for number, where in [(0, game), (1, game), (0, other)]:
        client.force_login(seat(where, number).user)
        client.post(reverse("play:say", args=[where.pk]), {"text": "Moin", "key": "k" * 22})
    assert Message.objects.count() == 3


def test_what_was_refused_keeps_its_key(client, game):
    client.force_login(seat(game, 0).user)
    say = reverse("play:say", args=[game.pk])
    answer = client.post(say, {"text": "x" * 2001, "key": "k" * 22}, **HTMX)
    assert 'name="key"' not in answer.text


def test_new_lines_count_once(game):
    chat.say(player=seat(game, 0), text="a\r\n" * 999 + "b" * 2)

    assert len(Message.objects.get().text) == 2000


def test_nobody_floods_the_table(game, monkeypatch):
    for number in range(chat.MOST):
        chat.say(player=seat(game, 0), text=str(number))
    with pytest.raises(PlayError, match="Wait a moment"):
        chat.say(player=seat(game, 0), text="more")
    chat.say(player=seat(game, 1), text="my turn")
    later(monkeypatch, seconds=61)
    chat.say(player=seat(game, 0), text="more")


def test_the_page_polls_for_what_is_new(client, game):
    client.force_login(seat(game, 0).user)
    chat.say(player=seat(game, 1), text="Moin")
    last = Message.objects.latest("pk").pk
    url = reverse("play:chat", args=[game.pk])

    assert client.get(f"{url}?after={last}", **HTMX).status_code == 204
    chat.say(player=seat(game, 2), text="Tach")
    answer = client.get(f"{url}?after={last}", **HTMX)
    assert "Tach" in answer.content.decode()
    # What is being typed stays, as the form is not part of the answer.
    assert "<textarea" not in answer.content.decode()


def test_what_was_read_is_no_longer_new(client, game):
    chat.say(player=seat(game, 1), text="Moin")
    client.force_login(seat(game, 0).user)
    first = page(client, game, **HTMX).context["chat"]
    assert first.unread == 1
    assert page(client, game, **HTMX).context["chat"].unread == 1

    client.post(reverse("play:read", args=[game.pk]), {"upto": first.last})
    assert page(client, game, **HTMX).context["chat"].unread == 0


def test_nobody_reads_what_is_not_there_yet(client, game):
    client.force_login(seat(game, 0).user)
    client.post(reverse("play:read", args=[game.pk]), {"upto": "99999"})
    chat.say(player=seat(game, 1), text="Moin")

    assert page(client, game, **HTMX).context["chat"].unread == 1


def test_the_whole_page_is_reading(client, game):
    chat.say(player=seat(game, 1), text="Moin")
    client.force_login(seat(game, 0).user)

    assert page(client, game).context["chat"].unread == 1
    assert page(client, game).context["chat"].unread == 0


def test_notes_are_seen_by_their_own_player_only(client, game):
    client.force_login(seat(game, 0).user)
    client.post(reverse("play:note", args=[game.pk]), {"text": "Besiege Stade <first>"})
    assert "Besiege Stade &lt;first&gt;" in page(client, game).content.decode()
    client.post(reverse("play:note", args=[game.pk]), {"text": "Besiege Lübeck"})
    assert Note.objects.get().text == "Besiege Lübeck"

    client.force_login(seat(game, 1).user)
    for url in (page(client, game), client.get(game.get_absolute_url())):
        assert "Besiege" not in url.content.decode()


@pytest.mark.parametrize("how", [HTMX, {}], ids=["htmx", "plain"])
def test_a_note_that_is_too_long_is_refused_and_not_lost(client, game, how):
    client.force_login(seat(game, 0).user)
    text = "x" * (chat.LONGEST_NOTE + 1)
    answer = client.post(reverse("play:note", args=[game.pk]), {"text": text}, **how)

    # With htmx the field stays as it is: the answer has none.
    assert (
        (text in answer.content.decode()) == ("<textarea" in answer.content.decode()) == (not how)
    )
    assert 'role="alert"' in answer.content.decode()
    assert not Note.objects.exists()


def test_one_letter_tells_all_that_was_not_read(game, monkeypatch):
    chat.say(player=seat(game, 0), text="Moin")
    chat.say(player=seat(game, 2), text="Tach")
    chat.say(player=seat(game, 0), text="Wie geht's?")

    reader = seat(game, 1)
    letter = chat_letters(reader).get()
    assert letter.due_at == game.messages.first().sent + chat.DELAY
    told = write(letter)
    for text in ("Moin", "Tach", "Wie geht's?"):
        assert text in told.text
    assert "3 new messages" in told.subject


def test_who_has_read_gets_no_letter(game):
    chat.say(player=seat(game, 0), text="Moin")
    reader = seat(game, 1)
    chat.read(player=reader, upto=Message.objects.latest("pk").pk)

    assert write(chat_letters(reader).get()) is None


def test_every_message_is_told_and_letters_keep_their_distance(game, monkeypatch):
    reader = seat(game, 1)
    told, moments = set(), []
    for number in range(60):
        later(monkeypatch, minutes=47)
        now = timezone.now()
        for letter in chat_letters(reader).filter(state="waiting", due_at__lte=now):
            written = write(letter)
            Letter.objects.filter(pk=letter.pk).update(state="sent", sent_at=now)
            told |= {word for word in written.text.split() if word.startswith("message-")}
            moments.append(now)
        if number < 40:
            chat.say(player=seat(game, 0), text=f"message-{number}")

    assert len(moments) > 2
    assert min(b - a for a, b in pairwise(moments)) >= chat.ONE_LETTER
    # The letter shows the newest of them and says how many more there are.
    assert "message-39" in told


@pytest.mark.parametrize("per_letter", [1, 3, 25])
def test_no_email_tells_again_what_an_earlier_one_has_told(
    game, monkeypatch, mailoutbox, per_letter
):
    """Of somebody who never comes to the site."""
    reader = seat(game, 1)
    for number in range(4 * per_letter):
        later(monkeypatch, minutes=1)
        chat.say(player=seat(game, 0), text=f"message-{number}.")
        if (number + 1) % per_letter == 0:
            later(monkeypatch, hours=13)
            sweep()
    mails = [each for each in mailoutbox if reader.user.email in each.to and "message" in each.body]
    assert len(mails) == 4
    for mail, first in zip(mails, range(0, 4 * per_letter, per_letter), strict=True):
        told = re.findall(r"message-(\d+)\.", mail.body)
        batch = [str(number) for number in range(first, first + per_letter)]
        assert told == batch[-MOST:]
        assert f"{per_letter} new message" in mail.subject
        assert ("5 earlier unread messages are in the chat" in mail.body) == (per_letter > MOST)


def test_what_could_not_be_sent_is_told_with_the_next(game, monkeypatch, mailoutbox):
    reader = seat(game, 1)
    chat.say(player=seat(game, 0), text="lost on the way")
    chat_letters(reader).update(state="failed")
    later(monkeypatch, hours=13)
    chat.say(player=seat(game, 0), text="the next")
    later(monkeypatch, hours=1)
    sweep()
    (mail,) = [each for each in mailoutbox if reader.user.email in each.to and "next" in each.body]
    assert "lost on the way" in mail.body


def test_a_new_player_is_told_what_was_said_to_the_one_before(game, monkeypatch, mailoutbox):
    chat.say(player=seat(game, 0), text="Moin")
    later(monkeypatch, hours=1)
    sweep()
    staff.replace(game=game, seat=1, by=UserFactory(is_staff=True), reason="They never came.")
    heir = UserFactory()
    services.join(game=Game.objects.get(pk=game.pk), user=heir, invited=True)
    chat.say(player=seat(game, 0), text="Welcome")
    later(monkeypatch, hours=1)
    sweep()
    (mail,) = [each for each in mailoutbox if heir.email in each.to and "Welcome" in each.body]
    assert "Moin" in mail.body


def test_a_webhook_tells_each_batch_too(game, monkeypatch):
    reader = seat(game, 1)
    Channel.objects.create(user=reader.user, kind="json", url="https://example.org/hook")
    posted = []
    monkeypatch.setattr(
        public_http, "post", lambda url, body, headers: posted.append(body) or Response(204)
    )
    for text in ("one", "two"):
        chat.say(player=seat(game, 0), text=text)
        later(monkeypatch, hours=13)
        sweep()
        assert b"1 new message" in posted[-1]
        assert f"writes: {text}".encode() in posted[-1]


def test_moving_does_not_take_the_letter_about_talk_away(game):
    mover = player_to_move(game)
    other = game.players.exclude(pk=mover.pk).select_related("user", "game").first()
    chat.say(player=other, text="Moin")
    services.confirm(player=mover, version=mover.game.version, orders=["end"])

    assert chat_letters(mover).get().state == "waiting"
