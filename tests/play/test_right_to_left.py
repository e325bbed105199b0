"""Names and messages that run from right to left leave every sentence around them as it is."""

import re
from typing import Any

import pytest
from django.apps import apps
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import models
from django.test import Client
from django.urls import reverse

from games.accounts import direction, exporting
from games.accounts.models import User
from games.play import services
from games.play.access import enter
from games.play.models import Game, Message, Note, Player
from games.play.pages.record import record_text
from games.play.services import chat
from games.post.models import Channel, ChannelKind
from games.post.tasks import sweep_letters as sweep
from tests.factories import UserFactory, sign_in_staff
from tests.play import worlds
from tests.play.factories import game_of, hot_seat_game, play_on, play_out, short_title

pytestmark = pytest.mark.django_db

PERSON = "\u05e9\u05dc\u05d5\u05dd"
GAME = "\u05e2\u05e8\u05d1 7"
SAID = "\u0645\u0631\u062d\u0628\u0627 3"
OVERRIDE = "\u202e"
"""RIGHT-TO-LEFT OVERRIDE: what follows is written backwards."""

FIRST_STRONG, POP = "\u2068", "\u2069"
CONTROLS = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"

_ISOLATED = re.compile(rf"<bdi>.*?</bdi>|{FIRST_STRONG}[^{FIRST_STRONG}{POP}]*{POP}", re.DOTALL)
_ALONE = re.compile(
    r'<option\b[^>]*>[^<]*</option>|<textarea\b[^>]*>[^<]*</textarea>|\b(?:value|href)="[^"]*"',
    re.DOTALL,
)
"""What a form sends and where a link leads is not read; an option has a line of its own."""


def torn(text: str) -> list[str]:
    """What of a page or letter runs from right to left and is not isolated, and what is awry."""
    left = _ALONE.sub("", _ISOLATED.sub("", text))
    found = re.findall(rf".{{0,60}}(?:{PERSON}|{GAME}|{SAID}).{{0,30}}", left)
    found += re.findall(r'="[^"<>]*<bdi>.{0,30}', text)  # an element within an attribute
    return found + re.findall(rf"[{CONTROLS}].{{0,30}}", left)  # one half of a pair


def stored() -> list[str]:
    """Every text in the database that has characters of direction."""
    found = []
    for model in apps.get_models():
        if model._meta.app_label == "sessions":
            continue
        for field in model._meta.concrete_fields:
            if isinstance(field, models.CharField | models.TextField | models.JSONField):
                rows = model._default_manager.values_list(field.name, flat=True)
                found += [f"{model.__name__}.{field.name}: {each!r}" for each in rows
                          if any(control in str(each) for control in CONTROLS)]  # fmt: skip
    return found


@pytest.fixture
def person() -> User:
    return UserFactory(username=PERSON, email="shalom@example.org")


def table(person: User, other: User, title: str) -> Game:
    """A game that has something of everything, in which two people play."""
    game = play_on(game_of(person, other, "journeyman", title=title, name=GAME), 8)
    for player in Player.objects.filter(game=game).exclude(user=None):
        chat.say(player=player, text=SAID)
        for kind in ChannelKind:
            url = f"https://example.org/{kind}"
            Channel.objects.create(user=player.user, kind=kind, url=url)
    services.open_vote(player=game.players.get(user=person), kind="pause")
    return Game.objects.get(pk=game.pk)


def shown(game: Game, *people: Any) -> dict[str, str]:
    """Everything that people see of a game, and what they take along."""
    return {
        f"{person}: {what}": text.replace("\\u2068", FIRST_STRONG).replace("\\u2069", POP)
        for person in people
        for what, text in worlds.shown(game, person).items()
    }


def check(seen: dict[str, str]) -> None:
    """Check that nothing is torn, and that files have names as they are stored."""
    files = {what: text for what, text in seen.items() if " export " in what or ".txt" in what}
    assert not [what for what, text in files.items() if set(text) & set(CONTROLS)]
    found = {what: torn(text) for what, text in seen.items() if what not in files}
    found = {what: each for what, each in found.items() if each}
    assert not found, "\n".join(f"{what}: {each[:3]}" for what, each in found.items())


@pytest.mark.long
@short_title
def test_nothing_about_a_game_is_torn(title, person):
    other = UserFactory()
    game = table(person, other, title)
    seen = shown(game, person, other)
    check(seen)
    told = [what for what, text in seen.items() if PERSON in text]
    assert any("/words/" in what for what in told)
    assert any(".atom" in what for what in seen if GAME in seen[what])
    assert any("letter turn" in what for what in seen)
    # Plans that were shown keep the names of nobody.
    assert not stored()


def test_nothing_about_a_game_that_is_over_is_torn(person):
    other = UserFactory()
    game = play_out(table(person, other, "hansa"))
    check(shown(game, other))
    text = record_text(enter(user=person, game_id=game.pk))
    assert f'"{PERSON}"' in text
    assert not set(CONTROLS) & set(text)


def test_nothing_about_a_person_is_torn(person):
    game = table(person, UserFactory(), "hansa")
    staff, visitor = Client(), Client()
    sign_in_staff(staff)
    visitor.force_login(UserFactory())
    urls = [
        reverse("club:person", args=[PERSON]),
        reverse("club:person-games", args=[PERSON]),
        *(reverse("club:person-part", args=[PERSON, part]) for part in ("ratings", "results")),
        reverse("club:people") + f"?q={PERSON}",
        reverse("club:running-games"),
        reverse("club:report", args=["person", person.pk]),
        reverse("club:report", args=["message", Message.objects.filter(game=game).first().pk]),
        reverse("play:lobby"),
    ]
    of_staff = [
        reverse("club:staff-person", args=[person.pk]),
        reverse("club:staff-game", args=[game.pk]),
        reverse("club:staff") + f"?q={PERSON}",
    ]
    seen = {url: visitor.get(url).text for url in urls}
    seen |= {url: staff.get(url).text for url in of_staff}
    check(seen)
    assert all(PERSON in text or GAME in text for text in seen.values())


def test_a_mail_is_whole_with_such_a_name(person, mailoutbox):
    other = UserFactory()
    table(person, other, "hansa")
    sweep()
    assert mailoutbox
    for mail in mailoutbox:
        html = mail.alternatives[0][0] if mail.alternatives else ""
        assert not torn(mail.subject), mail.subject
        assert not torn(str(mail.body)), mail.body
        assert not torn(html), html
    assert any(PERSON in str(mail.body) for mail in mailoutbox)
    assert any(GAME in mail.subject for mail in mailoutbox)


@pytest.mark.parametrize("control", CONTROLS)
def test_what_people_write_is_saved_without_controls(client, person, control):
    client.force_login(person)
    said = f"So {control}{PERSON} it is.\n\tYes"
    kept = f"So {PERSON} it is.\n\tYes"
    sent = {"title": "hansa", "players": "2", "seat_0": "me", "seat_1": "bot:journeyman"}
    client.post(reverse("play:create"), sent | {"name": f"Night{control} 23", "key": "k"})
    game = person.games_created.get()
    assert game.name == "Night 23"
    client.post(reverse("play:say", args=[game.pk]), {"text": said})
    client.post(reverse("play:note", args=[game.pk]), {"text": said})
    assert Message.objects.get().text == Note.objects.get().text == kept
    client.post(reverse("accounts:profile"), {"about": f"a{control}b"})
    found = client.get(reverse("club:people"), {"q": f"{FIRST_STRONG}{PERSON}{POP}"})
    assert reverse("club:person", args=[PERSON]) in found.text
    assert not stored()


@pytest.mark.parametrize("control", CONTROLS)
def test_a_record_is_read_in_without_controls(client, person, control):
    client.force_login(person)
    played = hot_seat_game(person, ("Ann", "Bea"), "hansa")
    text = record_text(enter(user=person, game_id=played.pk))
    texts = [text.replace("Ann", f"A{spelt}nn") for spelt in (control, f"\\u{ord(control):04x}")]
    for number, each in enumerate(texts):
        for fields in (
            {"text": each},
            {"file": SimpleUploadedFile("record.txt", each.encode(), "text/plain")},
        ):
            name = f"Record {number}{control}"
            client.post(reverse("study:read-record"), {"name": name, **fields})
    read = Game.objects.exclude(pk=played.pk).order_by("pk")
    assert [game.name for game in read] == ["Record 0", "Record 0", "Record 1", "Record 1"]
    assert {game.players.first().nickname for game in read} == {"Ann"}
    assert not stored()


def test_a_name_is_found_and_invited_as_it_was_copied(person):
    host = UserFactory()
    client = Client()
    client.force_login(host)
    game = game_of(host, "invited", title="hansa")
    copied = f"{FIRST_STRONG}{PERSON}{POP}"
    client.post(reverse("play:invite", args=[game.pk]), {"name": copied})
    assert game.invitations.get().guest == person
    exported = dict(exporting.collect(host))["games/invitations.json"]
    assert PERSON in exported
    assert FIRST_STRONG not in exported


def test_a_table_goes_on_with_the_same_names(client, person):
    client.force_login(person)
    game = play_out(hot_seat_game(person, (PERSON, "Bea"), "hansa"))
    page = client.get(reverse("study:play-on", args=[game.pk, 1])).text
    assert f'value="{PERSON}"' in page


def test_a_name_from_left_to_right_stays_as_it_is():
    for name in ("Anna", "Jörg 7", "Ελένη", "प्रिया", ""):
        assert direction.isolated(name) == name
    assert direction.isolated(PERSON) == f"{FIRST_STRONG}{PERSON}{POP}"
    assert direction.isolated(direction.isolated(PERSON)) == direction.isolated(PERSON)
    assert direction.bare(direction.isolated(PERSON)) == PERSON
