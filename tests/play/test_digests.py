"""Digests: each part is the letter that it would have been, with all that this says."""

import re
from datetime import timedelta
from html import unescape

import pytest
from django.utils import timezone

from games.accounts import staff as staff_log
from games.accounts.bot_names import bot_name
from games.accounts.models import StaffAct, User
from games.play import services, visits
from games.play.letters.addresses import VoteAddress, orders_address
from games.play.letters.asking import VoteCalled
from games.play.models import Game, Player, Rewind, Vote, VoteKind
from games.play.services import chat, staff
from games.post import services as post
from games.post.letters import Written
from games.post.models import Letter, Schedule
from games.post.notifications import notification_of
from tests.factories import UserFactory
from tests.play.factories import draft_turn, game_of, play_on, play_out, player_to_move
from tests.play.test_conditional import others_turn
from tests.play.worlds import OF_GAMES

pytestmark = pytest.mark.django_db

OTHER_GAMES = re.compile(
    r"\n?You're also up in .*?\nOpen game: \S+\n|You're also up in .*? Open game"
)
"""A digest lists them itself."""


@pytest.fixture(autouse=True)
def _replies(settings):
    settings.REPLY_DOMAIN = "reply.example.org"


def played(title: str, person: User) -> Player:
    """Somebody's turn after bots have played theirs, with a draft and notes."""
    game = game_of(person, "journeyman", UserFactory(), title=title)
    while player_to_move(game := play_on(game, 1)).user != person or game.moves_made < 9:
        pass
    draft_turn(game, 1)
    chat.note(player=player_to_move(game), text="Besiege Lübeck.\nThen home.")
    return player_to_move(game)


def letter_to(player: Player, kind: str, **payload: object) -> Letter:
    payload = {
        "game": player.game_id, "seat": player.seat, "wait": player.wait and player.wait.pk,
        **payload,
    }  # fmt: skip
    return Letter(
        pk=1, kind=kind, recipient=player.user, key=f"{kind}:1", topic=player.game.topic,
        payload=payload,
    )  # fmt: skip


def folded(letter: Letter) -> Written:
    """A letter as a digest has it."""
    part = Letter(**{f.attname: getattr(letter, f.attname) for f in Letter._meta.concrete_fields})
    part.bundle_id = 2
    return notification_of(part).write(part)


def words(html: str) -> str:
    """The words and addresses in HTML, without its layout."""
    body = re.sub(r"<head>.*?</head>|<div style=\"display:none.*?</div>", "", html, flags=re.DOTALL)
    shown = re.sub(r'<a [^>]*?href="([^"]+)"', r"\1 <a ", body)
    shown = re.sub(r'<img [^>]*?src="([^"]+)"[^>]*?alt="([^"]+)"', r"\1 \2 <img ", shown)
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", shown)).split())


def check_whole(whole: Written, part: Written) -> None:
    """Hold that a part of a digest has all that its letter alone has, but the envelope."""
    fresh = re.compile(r"/visit/[^/\s]+/")
    said, _, _ = whole.text.rpartition("\n-- \n")
    said = OTHER_GAMES.sub("", said).replace("this email", part.reply_to or "this email")
    told = {fresh.sub("", line) for line in part.text.splitlines()}
    for line in said.splitlines():
        assert fresh.sub("", line) in told | {""}, (line, part.text)
    said, _, _ = words(whole.html).partition("You got this email because")
    said = OTHER_GAMES.sub("", fresh.sub("", said)).removeprefix("Hansa ")
    told = fresh.sub("", words(part.html))
    for word in said.replace("this email", part.reply_to or "this email").split():
        assert word in told, (word, part.html)
    assert len(told) >= 0.9 * len(said)
    assert (part.subject, part.reply_to, part.attachments) == (
        whole.subject, whole.reply_to, whole.attachments,
    )  # fmt: skip
    assert part.text.startswith(part.subject)
    assert "You got this email because" not in part.text + part.html
    assert "<body" not in part.html


@pytest.mark.parametrize("title", ["teutonica", "hansa"])
def test_a_part_of_a_digest_says_all_that_its_letter_says_alone(title: str) -> None:
    person = UserFactory(time_zone="Asia/Tokyo")
    player = played(title, person)
    other = game_of(person, "journeyman", title=title)
    game, now = player.game, timezone.now()
    chat.say(player=game.players.get(seat=2), text="Moin <b>")
    absent = Vote.objects.create(
        game=game, kind=VoteKind.ABSENT, about=game.players.get(seat=2), opened=now,
        closes=now + timedelta(hours=72),
    )  # fmt: skip
    rewind = Rewind.objects.create(game=game, number=3, at=now, reason="A bug.", moves=[])
    act = staff_log.record(StaffAct.Kind.ANNUL, by=person, reason="Moin <b>", game=game.pk)
    more = {
        "vote": absent.pk, "rewind": rewind.pk, "offered": 2, "by": person.pk, "taker": None,
        "invitation": 0, "number": 1, "subject": "Re: Your move", "result": {"outcome": "shown"},
        "message": 1, "pause": 1, "holder": 0, "act": act.pk,
    }  # fmt: skip
    Player.objects.filter(game=game, seat=2).update(offered_at=now)
    kinds = set()

    def check() -> None:
        player.game.refresh_from_db()
        for kind in OF_GAMES:
            letter = letter_to(player, kind, **more)
            if (whole := notification_of(letter).write(letter)) is not None:
                check_whole(whole, folded(letter))
                kinds.add(kind)

    check()
    Game.objects.filter(pk=game.pk).update(paused=now, paused_until=now + timedelta(days=3))
    check()
    Game.objects.filter(pk=game.pk).update(paused=None, paused_until=None)
    player.waits.open().update(warned_at=now, grace_until=now + timedelta(hours=9))
    check()
    play_out(Game.objects.get(pk=game.pk))
    check()
    Game.objects.filter(pk=game.pk).update(status="cancelled")
    check()
    assert other.is_running
    assert set(OF_GAMES) - kinds == {
        "invitation",
        "seat",
        "seat_changed",
        "started",
        "still_wanted",
    }, "they are for others"


def test_a_part_says_all_about_a_game_that_has_started_or_a_seat_that_is_lost() -> None:
    game = game_of(*UserFactory.create_batch(3))
    others = game.players.exclude(seat=player_to_move(game).seat).select_related("user", "game")
    for kind, seat in (("started", others[0]), ("seat", others[1])):
        if kind == "seat":
            Player.objects.filter(pk=seat.pk).update(user=UserFactory())
        letter = letter_to(seat, kind, taker=None)
        check_whole(notification_of(letter).write(letter), folded(letter))


def test_a_digest_of_two_that_ask_has_all_of_both(mailoutbox, monkeypatch) -> None:
    person = UserFactory(time_zone="Asia/Tokyo")
    post.set_schedule(user=person, mode=Schedule.Mode.DIGEST, minutes=15, hour=7, reminders=[])
    players = [played("teutonica", person), played("hansa", person)]
    later = timezone.now() + timedelta(hours=24)
    monkeypatch.setattr("django.utils.timezone.now", lambda: later)
    post.sweep()
    (mail,) = [each for each in mailoutbox if person.email in each.to]
    html = mail.alternatives[0].content
    for text in (mail.body, words(html)):
        assert "Waiting for you" in text
        # What the bot has played since, in each.
        assert text.count("Since your move") == 2
        for player in players:
            assert bot_name(player.game_id, 1) in text
        assert text.count("Besiege Lübeck.") == text.count("Then home.") == 2
        assert text.count("Your draft, not confirmed yet") == 2
        assert text.count("Legal now") == 2
        assert text.count("(Asia/Tokyo)") >= 4, "at the top, and in each"
        for player in players:
            assert player.game.name in text
            assert orders_address(player).email in text
        links = re.findall(r"http://testserver/visit/([^\s\"]+)/", text)
        assert {visits.read(link) for link in links} == {
            visits.Visit(person, player.game_id) for player in players
        }
        assert text.count("You got this email because") == 1
        assert "also up in" not in text
    images = set(re.findall(r'src="cid:([^"]+)"', html))
    assert len(images) == 2
    attached = [str(each) for each in mail.attachments]
    assert all(any(image in each for each in attached) for image in images)


def test_a_conditional_turn_that_did_not_come_about_is_told_in_a_digest_too() -> None:
    game, mine, steps = others_turn()
    services.keep_line(player=mine, steps=steps, number=game.moves_made)
    asked = player_to_move(game)
    services.confirm(player=asked, version=asked.game.version, orders=["end"])
    letter = letter_to(player_to_move(game), "turn")
    whole = notification_of(letter).write(letter)
    assert "Your conditional turn wasn't played." in whole.text
    check_whole(whole, folded(letter))


def test_a_digest_of_votes_names_each_choice_and_what_follows(mailoutbox, monkeypatch) -> None:
    person = UserFactory(time_zone="Asia/Tokyo")
    post.set_schedule(user=person, mode=Schedule.Mode.DIGEST, minutes=15, hour=7, reminders=[])
    now = timezone.now()
    found = []
    for kind in (VoteKind.ABSENT, VoteKind.PAUSE):
        game = game_of(UserFactory(username=f"Berta-{kind}"), person, UserFactory())
        late = player_to_move(game)
        vote = Vote.objects.create(
            game=game, kind=kind, about=late if kind == VoteKind.ABSENT else None, opened=now,
            closes=now + timedelta(hours=72),
        )  # fmt: skip
        reader = game.players.get(user=person)
        notice = VoteCalled(game=game.pk, seat=reader.seat, vote=vote.pk)
        post.notify(notice, user=person, until=vote.closes)
        found.append((vote, reader, late))
    later = now + timedelta(hours=24)
    Letter.objects.exclude(kind="vote").delete()
    monkeypatch.setattr("django.utils.timezone.now", lambda: later)
    post.sweep()
    (mail,) = [each for each in mailoutbox if person.email in each.to]
    name = found[0][2].name
    for text in (" ".join(mail.body.split()), words(mail.alternatives[0].content)):
        for line in (
            f"wait : {name} gets 3 days more.",
            f"replace : Anyone can take {name}'s seat. Until then a bot plays there",
            f"bot : A bot plays for {name} from now on.",
            "cancel : The game is cancelled for everyone. It has no winner.",
            f"a bot plays {name}'s turn and the game goes on.",
            "yes : All clocks stop, for 14 days at most.",
            "no : The game goes on as it is.",
            "If too few say yes by",
            "with one of these words",
        ):
            assert line.replace(" :", ":") in text.replace(" :", ":")
        for vote, reader, _ in found:
            assert VoteAddress(vote.pk, reader.seat).email in text
        assert "one order per line" not in text


def rewound(hours: int = 72) -> tuple[Game, Player, Player]:
    """A game that staff took back, read once a day by all: who is asked, and who is asked next."""
    people = UserFactory.create_batch(2, time_zone="Asia/Tokyo")
    for person in people:
        post.set_schedule(user=person, mode=Schedule.Mode.DIGEST, minutes=15, hour=7, reminders=[])
    game = play_on(game_of(*people, terms=services.Terms(hours=hours)), 14)
    Letter.objects.all().delete()
    staff.rewind(
        game=game, number=5, by=UserFactory(is_staff=True), reason="Two places had changed."
    )
    asked = player_to_move(game)
    other = asked.game.players.exclude(pk=asked.pk).select_related("user", "game").get()
    return asked.game, asked, other


def mails_to(person: User, mailoutbox, monkeypatch, **span: float) -> list[str]:
    """The mails that somebody gets in a span from now on."""
    later = timezone.now() + timedelta(**span)
    monkeypatch.setattr("django.utils.timezone.now", lambda: later)
    mailoutbox.clear()
    post.sweep()
    return [mail.body for mail in mailoutbox if person.email in mail.to]


REASON = "took the game back to the position after move 5. Their reason: Two places had changed."


def in_line(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize("hours", [12, 72])
def test_the_email_that_asks_again_after_a_rewind_says_why(
    mailoutbox, monkeypatch, hours: int
) -> None:
    """A clock of 12 hours is too short to wait for a digest."""
    _, asked, other = rewound(hours)
    (mail,) = mails_to(asked.user, mailoutbox, monkeypatch, hours=24 if hours > 24 else 0)
    assert "Legal now" in mail
    assert "Waiting for you" not in mail
    assert in_line(mail).count(REASON) == 1
    told = [each.body for each in mailoutbox if other.user.email in each.to]
    told = told or mails_to(other.user, mailoutbox, monkeypatch, hours=24)
    assert REASON in in_line(told[0])
    later = mails_to(asked.user, mailoutbox, monkeypatch, hours=24)
    assert not [each for each in later if "back to move" in each]


def test_who_is_asked_before_the_news_comes_is_told_of_the_rewind_by_then(
    mailoutbox, monkeypatch
) -> None:
    game, asked, other = rewound(12)
    services.confirm(player=asked, version=game.version, orders=["end"])
    (mail,) = mails_to(other.user, mailoutbox, monkeypatch, minutes=1)
    assert "Legal now" in mail
    assert REASON in in_line(mail)
    later = mails_to(other.user, mailoutbox, monkeypatch, hours=24)
    assert not [each for each in later if REASON in in_line(each)]


def test_who_has_moved_since_a_rewind_is_not_told_of_it_again(mailoutbox, monkeypatch) -> None:
    game, asked, _ = rewound()
    services.confirm(player=asked, version=game.version, orders=["end"])
    letter = letter_to(asked, "rewound", rewind=game.rewinds.get().pk)
    assert notification_of(letter).write(letter), "no email has told them"
    game = play_on(game, 6)
    while player_to_move(game).pk != asked.pk:
        game = play_on(game, 1)
    letter = letter_to(player_to_move(game), "turn")
    assert REASON not in in_line(notification_of(letter).write(letter).text)
