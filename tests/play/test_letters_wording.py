"""What letters say: all that is needed to play, in the reader's own time, and to them alone."""

import re
from datetime import UTC, datetime, timedelta
from html import unescape
from io import BytesIO

import pytest
from django.test import Client
from django.utils import timezone
from django.utils.html import strip_tags
from PIL import Image

from games.drawing import DRAWINGS
from games.play import services, visits
from games.play.letters.addresses import orders_address
from games.play.models import Game, Log, OnTimeout, Player, Status, Vote, VoteKind, Wait
from games.play.pages import pictures
from games.play.pages.log import entries_of, touched_by
from games.play.pages.time_left import moment_in
from games.play.seat_history import SeatHistory
from games.play.services.votes import cast
from games.post.models import Channel, Letter
from games.wording import ENGLISH
from tests.factories import UserFactory
from tests.play.factories import (
    every_title,
    game_of,
    game_of_people,
    play_on,
    play_out,
    player_to_move,
)
from tests.play.listed import written_out
from tests.play.writing import write

pytestmark = pytest.mark.django_db


@pytest.fixture
def player():
    return player_to_move(game_of_people())


def letter(player, kind="turn", **payload):
    """A letter of a kind to a player, about the wait they are in."""
    wait = payload.setdefault("wait", player.wait and player.wait.pk)
    return Letter(
        kind=kind,
        recipient=player.user,
        key=f"{kind}:{wait}",
        topic=player.game.topic,
        payload={"game": player.game_id, "seat": player.seat, **payload},
    )


def written(player, kind="turn", **payload):
    return write(letter(player, kind, **payload))


def both(letter):
    """The words of a letter's text and of its HTML."""
    return letter.text, unescape(re.sub(r"<[^>]+>", "", letter.html))


def overdue(player):
    now = timezone.now()
    player.waits.open().update(warned_at=now, grace_until=now + timedelta(hours=24))
    player.refresh_from_db()


def absent_vote(player):
    now = timezone.now()
    return Vote.objects.create(
        game=player.game,
        kind=VoteKind.ABSENT,
        about=player,
        opened=now,
        closes=now + timedelta(hours=72),
    )


def other_at(player):
    return player.game.players.exclude(pk=player.pk).select_related("user", "game").first()


@every_title
def test_text_and_html_tell_the_same_moves_in_the_same_order(title):
    game = play_on(game_of_people(title=title), 25)
    player = player_to_move(game)
    Player.objects.filter(pk=player.pk).update(last_move=9)
    player.last_move = 9
    told = sentences(player)
    assert len(told) > 5
    for words in both(written(player)):
        at = 0
        for sentence in told:
            at = words.index(sentence, at) + len(sentence)


def sentences(player):
    """What the title says of the moves since the player's last one."""
    title = player.game.rules()
    seat_history = SeatHistory.of(player.game, list(Player.objects.at_table(player.game)))
    moves = Log(player.game).news_after(player.last_move)
    state = title.load(player.game.state)
    return [
        entry.sentence for entry in entries_of(player.game, moves, state, seat_history, player.seat)
    ]


@pytest.mark.pictures
def test_the_board_travels_as_a_picture_that_the_letter_shows(player):
    told = written(player)

    (file,) = told.attachments
    assert f'src="cid:{file.content_id}"' in told.html
    assert Image.open(BytesIO(file.content)).width == pictures.WIDE
    alt = unescape(re.search(r'alt="([^"]+)"', told.html)[1])
    for name in [each.name for each in Player.objects.at_table(player.game)]:
        assert name in alt
        # Who reads the text has the position in words.
        assert name in told.text


def test_time_is_told_in_the_readers_own_zone(player):
    moment = datetime(2026, 12, 1, 12, tzinfo=UTC)
    player.waits.update(deadline=moment)
    player.refresh_from_db()
    for zone, told in (("Asia/Tokyo", "Tue 1 Dec 21:00"), ("America/New_York", "Tue 1 Dec 07:00")):
        player.user.time_zone = zone
        player.user.save()
        for words in both(written(player)):
            assert told in words
            assert zone in words


def test_the_button_signs_in_and_the_address_for_others_does_not(player):
    told = written(player)

    token = re.search(r"http://testserver/visit/([^/\s\"]+)/", told.text)[1]
    assert visits.read(token) == visits.Visit(player.user, player.game_id)
    assert told.url == f"http://testserver{player.game.get_absolute_url()}"
    assert "visit" not in told.short + told.url


def test_orders_are_offered_only_where_they_are_taken(player, settings):
    settings.REPLY_DOMAIN = ""
    told = written(player)
    assert told.reply_to == ""
    assert "confirm" not in told.text + told.html

    settings.REPLY_DOMAIN = "reply.example.org"
    told = written(player)
    assert told.reply_to == orders_address(player).email
    for words in both(told):
        assert "confirm" in words
        assert "income 1t" in words
        assert "end" in words


@every_title
def test_a_letter_names_every_legal_order_and_no_other(title, settings):
    settings.REPLY_DOMAIN = "reply.example.org"
    player = player_to_move(play_on(game_of_people(title=title), 20))
    rules = player.game.rules()
    state = rules.load(player.game.state)
    named = re.findall(r"<code style.*?>(.*?)</code>", written(player).html)
    named = [unescape(strip_tags(each)) for each in named]

    orders = rules.orders(state, player.seat)
    assert set(written_out(named)) == {rules.write(state, order) for order in orders}


def test_what_is_drafted_is_told_to_its_player_and_not_in_short(player):
    services.draft_order(
        player=player, version=player.game.version, draft_version=0, order="income 1t"
    )
    told = written(player, "reminder")

    for words in both(told):
        assert "not confirmed yet" in words
        assert "takes a trader" in words
    assert "takes a trader" not in told.short


def test_an_answer_in_the_turn_of_another_is_asked_for_differently():
    game = game_of_people()
    for _ in range(200):
        game = play_on(game, 1, seed=3)
        player = player_to_move(game)
        view = game.rules().view(game.rules().load(game.state), player.seat)
        if view.turn != player.seat:
            break
    told = written(player)

    assert "your answer is needed" in told.subject
    whose = Player.objects.get(game=game, seat=view.turn).name
    for words in both(told):
        assert f"It's {whose}'s turn" in words


def test_the_next_game_is_the_one_whose_clock_runs_out_first(player):
    now = timezone.now()
    others = [game_of(player.user, "journeyman", "journeyman", name=f"Game {n}") for n in range(3)]
    for days, game in zip((3, 1, 2), others, strict=True):
        waits = Wait.objects.open().filter(player__game=game)
        waits.update(deadline=now + timedelta(days=days, hours=1))
    others = Wait.objects.of(player.user).exclude(player__game=player.game)
    first = others.order_by("deadline").first().player
    told = written(player)

    for words in both(told):
        assert f"You're also up in {first.game.name}" in words
    links = re.findall(r"http://testserver/visit/([^/\s\"]+)/", told.text)
    assert visits.read(links[-1]) == visits.Visit(player.user, first.game_id)


@pytest.mark.parametrize("kind", ["turn", "reminder", "warning"])
def test_what_is_about_a_wait_that_is_over_is_not_written(player, kind):
    if kind == "warning":
        overdue(player)
    assert written(player, kind) is not None

    services.confirm(player=player, version=player.game.version, orders=["end"])
    assert written(player, kind) is None
    fresh = Player.objects.select_related("user", "game").get(pk=player.pk)
    assert write(letter(fresh, kind, wait=0)) is None


def test_a_reminder_is_not_written_when_time_has_run_out(player):
    overdue(player)

    assert written(player, "reminder") is None


@pytest.mark.parametrize(
    ("then", "said"), [(OnTimeout.VOTE, "the others vote"), (OnTimeout.BOT, "a bot plays for you")]
)
def test_a_warning_says_what_follows_and_when(player, then, said):
    Game.objects.filter(pk=player.game_id).update(on_timeout=then)
    assert written(player, "warning") is None
    overdue(player)
    for words in both(written(player, "warning")):
        assert "Your time ran out" in words
        assert said in words
        assert moment_in(player.wait.grace_until) in words


def test_a_vote_is_asked_with_all_its_choices_until_it_is_answered(player, settings):
    vote = absent_vote(player)
    voter = other_at(player)
    told = written(voter, "vote", vote=vote.pk)
    for words in both(told):
        assert f"{player.name} ran out of time" in words
        for choice in ("wait:", "seat. Until then a bot", "A bot plays for", "cancel: The game"):
            assert choice in words
        assert moment_in(vote.closes) in words

    assert "one of these words" not in told.text
    settings.REPLY_DOMAIN = "reply.example.org"
    told = written(voter, "vote", vote=vote.pk)
    assert "\nReply to this email with one of these words, or vote on the site:\n" in told.text
    for words in both(told):
        answers = words.partition("one of these words")[2]
        assert all(choice in answers for choice in vote.choices())

    cast(player=voter, vote_id=vote.pk, choice="bot")
    assert written(voter, "vote", vote=vote.pk) is None


def test_a_vote_that_is_over_is_not_asked(player):
    vote = absent_vote(player)
    Vote.objects.update(closed=timezone.now())

    assert written(other_at(player), "vote", vote=vote.pk) is None


def test_a_vote_of_another_game_is_not_asked(player):
    vote = absent_vote(player_to_move(game_of_people()))

    assert written(other_at(player), "vote", vote=vote.pk) is None


def test_an_offered_seat_is_told_to_its_player_and_to_the_others(player):
    assert written(player, "offered", offered=player.seat) is None
    Player.objects.filter(pk=player.pk).update(offered_at=timezone.now())
    for words in both(written(player, "offered", offered=player.seat)):
        assert "Your seat is on offer" in words
    for words in both(written(other_at(player), "offered", offered=player.seat)):
        assert f"{player.name}'s seat is on offer" in words


@pytest.mark.parametrize(
    ("private", "creator", "sees"),
    [(False, False, True), (True, True, True), (True, False, False)],
)
@pytest.mark.parametrize("taken", [False, True])
def test_who_has_lost_his_seat_is_told_to_whom_and_led_where_he_may_go(
    player, taken, private, creator, sees
):
    gone, game = player.user, player.game
    Game.objects.filter(pk=game.pk).update(private=private, creator=gone if creator else None)
    heir = UserFactory() if taken else None
    about = letter(player, "seat", taker=heir and heir.pk)
    assert write(about) is None
    Player.objects.filter(pk=player.pk).update(user=heir, bot="" if taken else "journeyman")
    told = write(about)
    for words in both(told):
        assert f"{heir.username if taken else 'A bot'} has taken over your seat." in words
        assert ("voted to give your seat to a bot" in words) != taken
    client = Client()
    client.force_login(gone)
    assert (game.get_absolute_url() in told.text) == sees
    assert client.get(game.get_absolute_url()).status_code == (200 if sees else 404)


@pytest.mark.parametrize(
    ("status", "said"), [(Status.CANCELLED, "cancelled"), (Status.OVER, "no winner")]
)
def test_a_game_that_its_people_ended_has_no_score_sheet(player, status, said):
    Game.objects.filter(pk=player.game_id).update(status=status)
    told = written(player, "over")
    for words in both(told):
        assert said in words
        assert "Total" not in words
    assert said in told.short


@every_title
def test_the_score_sheet_stands_in_text_and_html(title):
    game = play_out(game_of(UserFactory(), *["journeyman"] * 2, title=title))
    player = game.players.select_related("user", "game").get(user__isnull=False)
    for words in both(written(player, "over")):
        assert "Total" in words
        for scores in game.result["scores"]:
            assert str(scores["total"]) in words


def test_a_letter_knows_what_its_reader_knows_and_no_more(player, monkeypatch):
    seen = []
    title = player.game.rules()
    view = title.view

    def spying(state, seat):
        seen.append(seat)
        return view(state, seat)

    monkeypatch.setattr(title, "view", spying)
    written(player)
    assert set(seen) == {player.seat}


@pytest.mark.pictures
def test_the_steps_in_the_picture_bear_the_numbers_of_the_sentences(player, monkeypatch):
    drawn = []
    monkeypatch.setattr(pictures, "png", lambda land, pieces, width: drawn.append(pieces) or b"")
    game = play_on(player.game, 25)
    late = player_to_move(game)
    Player.objects.filter(pk=late.pk).update(last_move=0)
    late.last_move = 0
    told = sentences(late)
    written(late)

    title = game.rules()
    touched = touched_by(game, Log(game).news_after(0), game.position())
    _, pieces = DRAWINGS[game.title].layers(
        title.view(title.load(game.state), late.seat),
        ENGLISH,
        names=[each.name for each in Player.objects.at_table(game)],
        since=touched,
    )
    steps = re.compile(r"<title>Step ([^<]+)</title>")
    assert steps.findall(drawn[0]) == steps.findall(pieces)
    numbers = {int(n) for found in steps.findall(drawn[0]) for n in found.split(", ")}
    assert max(numbers) <= len(told)
    assert numbers


def test_names_are_text_and_no_markup():
    people = [UserFactory() for _ in range(3)]
    game = game_of(*people, name="<b>Bold</b> & co")
    player = player_to_move(game)
    told = written(player)

    assert "<b>Bold" not in told.html
    assert "&lt;b&gt;Bold&lt;/b&gt; &amp; co" in told.html
    assert "<b>Bold</b> & co" in told.subject
    assert "&amp;" not in told.text


def test_a_webhook_needs_no_picture(player):
    channel = Channel.objects.create(user=player.user, kind="json", url="https://example.org/hook")
    one = letter(player)
    one.channel = channel

    assert write(one).attachments == ()


def test_who_was_away_for_long_is_told_how_much_is_left_out(player, monkeypatch):
    monkeypatch.setattr("games.play.letters.context.LONGEST", 5)
    game = play_on(player.game, 25)
    late = player_to_move(game)
    Player.objects.filter(pk=late.pk).update(last_move=1)
    late.refresh_from_db()
    moves = len(Log(game).news_after(1))
    for words in both(written(late)):
        assert f"{moves - 5} earlier moves are in the log" in words


@every_title
def test_the_letter_shows_by_an_example_what_a_reply_looks_like(title, settings):
    settings.REPLY_DOMAIN = "reply.example.org"
    player = player_to_move(game_of_people(title=title))
    body = written(player).body
    (example,) = re.findall(r"such as '(.*?)'", " ".join(body.text.split()))
    assert f"<code>{example}</code>" in body.html
    rules, state = player.game.rules(), player.game.position()
    assert rules.read(state, example) in rules.orders(state, player.seat)
