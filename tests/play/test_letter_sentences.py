"""How letters read: whole sentences, moments with their zone, nobody called by their own name."""

import re
from collections.abc import Iterator
from datetime import timedelta
from html import unescape
from itertools import cycle, product

import pytest
from django.utils import timezone

from games.accounts.models import User
from games.drawing import DRAWINGS
from games.play import services
from games.play.models import Game, OnTimeout, Player, Rewind, Status, Vote, VoteKind
from games.play.pages.wording import hours, set_up_of
from games.play.services import chat
from games.play.services.seats import Terms
from games.post.letters import Written, sentences
from games.post.models import Letter
from games.post.notifications import notification_of
from tests.cases import first
from tests.factories import UserFactory
from tests.play.factories import every_title, game_of, play_on, play_out, player_to_move

pytestmark = pytest.mark.django_db

ZONE = "America/Argentina/Ushuaia"
BROKEN = re.compile(r"\.\.|[.!?][.,;]|[,;:][.,;:]| [.,;:!?](?:\s|$)|\S  \S|\(\)|None(?! of)")
MOMENT = re.compile(r"[A-Z][a-z]{2} \d{1,2} [A-Z][a-z]{2} \d\d:\d\d( \([\w/]+\))?")
MANY_HOURS = re.compile(r"\b(?:[5-9]\d|\d{3,}) hours")

NAMES = ["Game 1", "What now?", "Etc."]
ONCE = list(zip(cycle(DRAWINGS), NAMES, strict=False))
NAMED = [*ONCE, *(case for case in product(DRAWINGS, NAMES) if case not in ONCE)]
"""Titles and names of games, first each of either once."""


def words_of(written: Written) -> dict[str, str]:
    """What is read of a letter: its subject, text, HTML, and what a webhook or inbox shows."""
    html = re.sub(r"<(style|title)>.*?</\1>", "", written.html, flags=re.DOTALL)
    html = re.sub(r"</?(?:p|div|li|td|th|tr|table|ul|ol|br|blockquote)\b[^>]*>", "\n", html)
    html = unescape(re.sub(r"<[^>]+>", "", html))
    paragraphs = "\n".join(" ".join(each.split()) for each in html.split("\n\n"))
    return {
        "subject": written.subject,
        "short": written.short,
        "text": re.sub(r"^ +", "", written.text, flags=re.MULTILINE),
        "html": paragraphs,
    }


def check(letter: Letter) -> Written | None:
    written = notification_of(letter).write(letter)
    if written is None:
        return None
    for where, words in words_of(written).items():
        assert not (found := BROKEN.search(words)), (
            letter,
            where,
            words[found.start() - 60 :][:99],
        )
        for moment in MOMENT.finditer(words):
            assert moment[1] == f" ({ZONE})", (letter, where, moment[0])
        assert not MANY_HOURS.search(words), (letter, where)
        name = letter.reader.username
        asked = re.findall(r"waiting for ([^.]*)", words)
        assert not any(name in each for each in asked), (letter, where, asked)
    assert re.search(r"""[.!?…]['")]*\Z""", written.short), (letter, written.short)
    return written


def letters(player: Player) -> Iterator[Letter]:
    """A letter of each kind to a player."""
    wait = player.wait and player.wait.pk
    other = next(each for each in Player.objects.at_table(player.game) if each.pk != player.pk)
    vote = Vote.objects.filter(closed=None).first()
    payloads: dict[str, dict[str, object]] = {
        "cancelled": {"by": other.user_id},
        "chat": {"message": 1},
        "goes_on": {"pause": 1},
        "invitation": {"by": other.user_id, "invitation": 0},
        "more_time": {"wait": wait},
        "offered": {"offered": other.seat},
        "over": {},
        "pause_ends": {"pause": 1},
        "paused": {"pause": 1, "by_staff": True},
        "played": {"wait": wait},
        "reminder": {"wait": wait},
        "resumed": {"wait": wait},
        "rewound": {"rewind": getattr(Rewind.objects.first(), "pk", 0)},
        "seat": {"taker": None},
        "started": {},
        "turn": {"wait": wait},
        "vote": {"vote": getattr(vote, "pk", 0)},
        "warning": {"wait": wait},
    }
    outcomes = ("played", "kept", "refused", "stale", "shown")
    for kind, payload in payloads.items():
        yield _letter(player, kind, payload)
    yield _letter(player, "offered", {"offered": player.seat})
    for number, outcome in enumerate(outcomes):
        result = {"outcome": outcome, "notes": ["A note"], "help": outcome == "shown", "since": 0}
        yield _letter(player, "answer", {"number": number, "subject": "Re: x", "result": result})


def _letter(player: Player, kind: str, payload: dict[str, object]) -> Letter:
    return Letter(
        kind=kind,
        recipient=player.user,
        key=kind,
        topic=player.game.topic,
        payload={"game": player.game_id, "seat": player.seat, **payload},
    )


def people() -> list[User]:
    return [UserFactory(time_zone=ZONE) for _ in range(3)]


def check_all(game: Game) -> set[str]:
    """Check all letters that anyone could get now; return which kinds can be written."""
    game.refresh_from_db()
    return {
        letter.kind
        for player in Player.objects.at_table(game)
        if player.user
        for letter in letters(player)
        if check(letter)
    }


def stages(title: str, name: str) -> Iterator[tuple[Game, set[str]]]:
    """A game in all that may befall it, and kinds of letters that can be written then."""
    game = game_of(*people(), title=title, name=name, terms=Terms(hours=700, grace_hours=60))
    yield game, {"turn", "started"}

    game = play_on(game, 9)
    player = player_to_move(game)
    chat.say(player=player, text="Hello!")
    Rewind.objects.create(game=game, number=3, reason="A bug", at=timezone.now())
    yield game, {"turn", "reminder", "rewound", "answer", "chat", "goes_on"}
    Rewind.objects.update(reason="A bug!")

    now = timezone.now()
    waits = player.waits.open()
    waits.update(warned_at=now, grace_until=now + timedelta(hours=30), deadline=now)
    yield game, {"warning"}
    Vote.objects.create(
        game=game, kind=VoteKind.ABSENT, about=player, opened=now, closes=now + timedelta(days=3)
    )
    waits.update(grace_until=None)
    yield game, {"warning", "vote"}
    Game.objects.update(on_timeout=OnTimeout.BOT)
    Player.objects.filter(pk=player.pk).update(offered_at=now)
    yield game, {"offered", "warning"}
    Vote.objects.all().delete()
    Player.objects.update(offered_at=None)

    waits.update(warned_at=None, deadline=None, clock_since=None, next_check_at=None)
    Game.objects.update(paused=now, paused_until=now + timedelta(days=9))
    yield game, {"turn", "paused", "pause_ends"}
    for status in (Status.CANCELLED, Status.OVER):
        Game.objects.update(status=status, paused=None, paused_until=None)
        yield game, {"over"}


@pytest.mark.parametrize(("title", "name"), first(1, NAMED))
def test_letters_are_whole_sentences_whatever_the_game_does(title, name):
    for game, kinds in stages(title, name):
        assert kinds <= check_all(game)


@every_title
def test_the_end_of_a_game_is_told_in_whole_sentences(title):
    game = play_out(game_of(UserFactory(time_zone=ZONE), "journeyman", title=title))
    assert "over" in check_all(game)


def test_while_a_game_is_paused_a_letter_says_so_and_until_when():
    game = play_on(game_of(*people()), 9)
    player = player_to_move(game)
    vote = services.open_vote(player=player, kind="pause")
    other = game.players.exclude(pk=player.pk).first()
    services.cast(player=other, vote_id=vote.pk, choice="yes")
    player = player_to_move(Game.objects.get())
    for kind in ("turn", "reminder"):
        written = check(_letter(player, kind, {"wait": player.wait.pk}))
        assert written
        for words in words_of(written).values():
            if words != written.subject:
                assert re.search(r"The game is paused until [^.]+\) at the latest\.", words)
                assert "clock is stopped" not in words


def test_who_moves_first_is_told_that_the_game_has_begun_with_whom_and_on_which_terms():
    game = game_of(*people(), terms=Terms(hours=700), options={"missions": "on"})
    player = player_to_move(game)
    letter = Letter.objects.get(kind="turn")
    names = [each.name for each in Player.objects.at_table(game)]
    order = names[player.seat :] + names[: player.seat]
    written = check(letter)
    assert written
    words = words_of(written)
    for where in ("text", "html"):
        assert f"{game.name} has started." in words[where]
        assert f"Order of play: {', '.join(order)}." in words[where]
        assert "Hansa Teutonica. With Missions. Each player has 29 days 4 hours" in words[where]
    assert "has started." in written.short

    letter.state = Letter.State.SENT
    letter.save()
    reminder = check(_letter(player, "reminder", {"wait": player.wait.pk}))
    assert reminder
    assert "has started" not in reminder.text + reminder.html


def test_others_are_told_once_of_the_start_and_not_after_they_have_moved():
    game = game_of(*people())
    first = player_to_move(game)
    started = {letter.payload["seat"]: letter for letter in Letter.objects.filter(kind="started")}
    for letter in started.values():
        written = check(letter)
        assert written
        assert f"We're waiting for {first.name}. {first.name} has until" in written.text
    services.confirm(player=first, version=game.version, orders=["end"])
    second = player_to_move(Game.objects.get())
    assert check(started[second.seat]) is None, "the email that asks them says it"
    turn = Letter.objects.get(kind="turn", payload__seat=second.seat)
    assert "has started." in notification_of(turn).write(turn).text
    game.refresh_from_db()
    services.confirm(player=second, version=game.version, orders=["end"])
    assert check(started[second.seat]) is None, "they have moved"


def test_sentences_end_once():
    assert sentences("One", "two?", "", "three.", "'four!'", "five…") == (
        "One. two? three. 'four!' five…"
    )


@pytest.mark.parametrize(
    ("number", "told"),
    [
        (1, "1 hour"),
        (24, "1 day"),
        (36, "36 hours"),
        (48, "2 days"),
        (60, "2 days 12 hours"),
        (49, "2 days 1 hour"),
        (700, "29 days 4 hours"),
        (720, "30 days"),
        (0, "0 hours"),
    ],
)
def test_hours_are_told_in_days_where_there_are_many(number, told):
    assert str(hours(number)) == told


def test_what_is_played_with_is_told_once():
    game = game_of(*people(), options={"missions": "on", "edition": "classic"})
    assert set_up_of(game, 3) == ["Edition: Classic (2009)", "With Missions"]
