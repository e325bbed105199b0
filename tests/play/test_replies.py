"""Replies by email: all orders or none, from the seat's player only, and no failure leaks."""

import random
from email.message import EmailMessage
from html import escape

import pytest
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from games.play import services
from games.play.letters import addresses
from games.play.models import Draft, Game, Move, Player
from games.play.pages.legal import Legal, legal_orders
from games.play.replies import orders
from games.play.replies.orders import MOST_ORDERS
from games.play.replies.parse import COMMANDS, MOST_TRIES, order_checker, parse_lines
from games.play.services import staff
from games.post import services as post
from games.post.inbound import reception
from games.post.inbound.text import own_lines
from games.post.models import Letter, Received
from games.post.services import sweep
from games.rules import TITLES
from tests.factories import UserFactory
from tests.play.factories import (
    every_title,
    game_of,
    game_of_people,
    good_order,
    laid,
    play_on,
    player_to_move,
)
from tests.play.listed import orders_in
from tests.rules.positions import position

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _domain(settings):
    settings.REPLY_DOMAIN = "reply.example.org"


@pytest.fixture
def player() -> Player:
    return player_to_move(game_of_people())


def reply(player: Player, text: str, to: str | None = None, **headers: str) -> str:
    """Reply as the player would, to their address as of now; return the outcome."""
    player.refresh_from_db()
    mail = EmailMessage()
    mail["From"] = player.user.email
    mail["To"] = to or addresses.orders_address(player).email
    mail["Subject"] = "Re: your move"
    mail["Message-ID"] = f"<{random.getrandbits(64)}@mail.example.org>"
    for name, value in headers.items():
        del mail[name.replace("_", "-")]
        mail[name.replace("_", "-")] = value
    mail.set_content(text)
    (word,) = reception.receive(bytes(mail))
    return word


def drafted(player: Player) -> list[str]:
    draft = Draft.objects.of(player)
    return draft.orders if draft else []


def newest_answer(mailoutbox) -> str:
    """The text of the newest answer."""
    sweep()
    sent = [mail for mail in mailoutbox if mail.subject == "Re: your move"]
    assert len(sent) == Letter.objects.filter(kind="answer").count()
    return sent[-1].body


def played(player: Player) -> list[str]:
    return list(
        Move.objects.filter(game=player.game, seat=player.seat).values_list("order", flat=True)
    )


def test_orders_with_confirm_are_played(player, mailoutbox):
    assert reply(player, "income 1t\nEND.\nconfirm\n") == "played"

    assert played(player) == ["income 1t", "end"]
    assert drafted(player) == []
    body = newest_answer(mailoutbox)
    assert body.startswith("Your orders have been played.")
    assert "ends the turn" in body


def test_orders_without_confirm_are_a_draft_that_confirm_plays(player, mailoutbox):
    assert reply(player, "- income 1t") == "kept"
    assert (played(player), drafted(player)) == ([], ["income 1t"])
    assert "Nothing is played yet" in newest_answer(mailoutbox)

    assert reply(player, "Confirm") == "played"
    assert played(player) == ["income 1t"]


def test_the_answer_about_a_draft_can_be_replied_to(player):
    reply(player, "income 1t")
    sweep()
    written = Letter.objects.get(kind="answer")

    assert written.state == "sent"
    assert reply(player, "confirm", to=addresses.orders_address(player).email) == "played"


def test_end_alone_continues_the_draft(player):
    reply(player, "income 1t")

    assert reply(player, "end\nconfirm") == "played"
    assert played(player) == ["income 1t", "end"]


def test_orders_replace_the_draft_and_the_answer_says_so(player, mailoutbox):
    services.draft_order(
        player=player, version=player.game.version, draft_version=0, order="income 1t"
    )

    assert reply(player, "income 2t") == "kept"
    assert drafted(player) == ["income 2t"]
    assert "replaced your draft: income 1t." in newest_answer(mailoutbox)


def test_a_draft_grows_and_shrinks_by_mail(player, mailoutbox):
    reply(player, "income 1t")
    assert reply(player, "draft\nplace t hamburg-stade.1") == "kept"
    assert drafted(player) == ["income 1t", "place t hamburg-stade.1"]

    assert reply(player, "Undo") == "kept"
    assert drafted(player) == ["income 1t"]
    assert "place t hamburg-stade.1" in orders_in(newest_answer(mailoutbox))
    assert reply(player, "undo") == "emptied"
    assert reply(player, "undo") == "refused"
    assert "Your draft is empty" in newest_answer(mailoutbox)

    reply(player, "income 1t")
    assert reply(player, "undo all") == "emptied"
    reply(player, "income 1t")
    assert reply(player, "draft\nplace t hamburg-stade.1\nconfirm") == "played"
    assert played(player) == ["income 1t", "place t hamburg-stade.1", "end"]


def test_each_answer_lists_what_can_be_ordered_next(player, mailoutbox):
    to = addresses.orders_address(player).email
    reply(player, "income 1t\nconfirm")
    assert "place t hamburg-stade.1" in orders_in(newest_answer(mailoutbox))
    assert reply(player, "income 1t", to) == "stale"
    assert "place t hamburg-stade.1" in orders_in(newest_answer(mailoutbox))
    assert "Your draft" not in newest_answer(mailoutbox)
    reply(player, "end\nconfirm")
    assert not orders_in(newest_answer(mailoutbox))
    assert "Reply" not in newest_answer(mailoutbox)


@pytest.mark.parametrize("end", ["", "\nconfirm"])
def test_one_bad_line_refuses_all_and_is_named(player, mailoutbox, end):
    reply(player, "income 2t")
    game = Game.objects.values().get()

    assert reply(player, f"income 1t\nplace t atlantis-eldorado.2\nend{end}") == "refused"
    assert Game.objects.values().get() == game
    assert (played(player), drafted(player)) == ([], ["income 2t"])
    body = newest_answer(mailoutbox)
    assert "Line 2: place t atlantis-eldorado.2" in body
    assert "There is no route 'atlantis-eldorado'" in body
    assert "Legal instead of line 2:" in body
    first = next(order for order in orders_in(body) if order.startswith("place t "))
    assert reply(player, f"income 1t\n{first}\nconfirm") == "played"


def test_an_illegal_line_is_refused_with_what_is_legal_there(player, mailoutbox):
    assert reply(player, "income 1t\nprestige 11") == "refused"

    body = newest_answer(mailoutbox)
    assert "Line 2: prestige 11" in body
    assert "Legal instead of line 2:" in body
    for legal in ("income 1t", "place t hamburg-stade.1", "place m hamburg-stade.1", "end"):
        assert legal in orders_in(body)


def test_every_answer_is_sent_even_if_the_turn_is_over_by_then(player, mailoutbox):
    reply(player, "status")
    reply(player, "gibberish")
    reply(player, "end\nconfirm")
    sweep()

    answers = Letter.objects.filter(kind="answer")
    assert {letter.state for letter in answers} == {"sent"}
    assert answers.count() == 3
    assert Letter.objects.get(kind="turn", payload__seat=player.seat).state == "superseded"


def test_the_same_mail_twice_counts_once(player):
    once = {"Message_ID": "<once@mail.example.org>"}
    to = addresses.orders_address(player).email
    assert reply(player, "income 1t\nconfirm", to, **once) == "played"
    assert reply(player, "income 1t\nconfirm", to, **once) == "again"

    assert played(player) == ["income 1t"]
    assert Letter.objects.filter(kind="answer").count() == 1


def test_the_same_orders_sent_again_are_about_an_earlier_letter(player, mailoutbox):
    to = addresses.orders_address(player).email
    reply(player, "income 1t\nconfirm", to)

    assert reply(player, "income 1t\nconfirm", to) == "stale"
    assert played(player) == ["income 1t"]
    assert "replied to an old message" in newest_answer(mailoutbox)


def test_a_reply_to_the_turn_before_plays_nothing():
    game = game_of(UserFactory(), "random", "random")
    player = player_to_move(game)
    to = addresses.orders_address(player).email
    services.confirm(player=player, version=player.game.version, orders=["end"])
    assert Player.objects.get(pk=player.pk).is_waited_for

    assert reply(player, "income 1t\nconfirm", to) == "stale"
    assert played(player) == ["end"]


def test_a_digest_has_an_address_for_replies_to_each_game(mailoutbox):
    reader = UserFactory()
    post.set_schedule(user=reader, mode="digest", minutes=15, hour=7, reminders=[])
    games = [game_of(reader, "random") for _ in range(2)]
    Letter.objects.filter(recipient=reader).update(due_at=timezone.now())
    sweep()

    (digest,) = [mail for mail in mailoutbox if mail.to == [reader.email]]
    pictures = [each for each in digest.attachments if each.get("Content-ID")]
    assert len(pictures) == 2
    assert digest.reply_to == []
    for game in games:
        player = Player.objects.get(game=game, user=reader)
        to = addresses.orders_address(player).email
        assert to in digest.body
        order = good_order(Game.objects.get(pk=game.pk), player.seat, random.Random(1))
        assert reply(player, f"{order}\nconfirm", to) == "played"


def test_nobody_else_may_reply_and_nobody_else_is_answered(player):
    other = Player.objects.exclude(pk=player.pk).select_related("user").first()

    assert reply(player, "end\nconfirm", From=other.user.email) == "foreign"
    assert reply(player, "end\nconfirm", From="stranger@example.org") == "foreign"
    assert not Letter.objects.filter(kind="answer").exists()
    assert played(player) == []


def test_a_former_player_plays_nothing(player):
    to, before = addresses.orders_address(player).email, player.user.email
    Player.objects.filter(pk=player.pk).update(user=UserFactory())

    assert reply(player, "end\nconfirm", to, From=before) == "former"
    assert not Move.objects.filter(seat=player.seat).exists()


@pytest.mark.parametrize("about", ["orders", "an answer", "a vote"])
@pytest.mark.parametrize("by", ["staff", "themselves", "another player"])
def test_only_the_former_player_is_answered(player, mailoutbox, about, by):
    game, gone = player.game, player.user
    others = game.players.exclude(pk=player.pk).select_related("user", "game")
    if about == "an answer":
        # Of one who is not waited for: it begins with the game and the seat.
        services.confirm(player=player, version=game.version, orders=["end"])
        player.refresh_from_db()
    vote = services.open_vote(player=others[0], kind="pause")
    vote_to = addresses.VoteAddress(vote.pk, player.seat).email
    to = vote_to if about == "a vote" else addresses.orders_address(player).email
    if by == "themselves":
        services.leave(game=game, user=gone)
    elif by == "staff":
        staff.replace(game=game, seat=player.seat, by=UserFactory(is_staff=True), reason="Gone.")
    else:
        Player.objects.filter(pk=player.pk).update(offered_at=timezone.now())
    heir = UserFactory(username="Heir")
    services.join(game=Game.objects.get(pk=game.pk), user=heir, invited=True)
    before = set(Letter.objects.values_list("pk", flat=True))
    moves = Move.objects.count()
    text = "yes" if about == "a vote" else "end\nconfirm"

    assert reply(player, text, to, From=gone.email) == "former"
    (letter,) = Letter.objects.exclude(pk__in=before)
    assert letter.recipient == gone
    sweep()
    (mail,) = [each for each in mailoutbox if each.subject == "Re: your move"]
    assert mail.to == [gone.email]
    assert "no longer yours, so your reply changed nothing" in mail.body
    assert Move.objects.count() == moves
    assert not player.ballots.exists()

    # From an address that the site does not know, the former player hears of it, not the new one.
    assert reply(player, text, to, From="gone@elsewhere.example") == "foreign"
    heard = Letter.objects.exclude(pk__in=[*before, letter.pk]).values_list("recipient", flat=True)
    assert set(heard) <= {gone.pk}
    assert bool(heard) == (about != "an answer"), "where it may be the successor's, nobody hears"


def test_orders_of_a_player_who_is_not_asked_are_refused(player, mailoutbox):
    other = Player.objects.exclude(pk=player.pk).select_related("user").first()

    assert reply(other, "end\nconfirm") == "refused"
    assert f"waiting for {player.user.username}" in newest_answer(mailoutbox)


def test_nothing_is_played_after_an_order_that_asks_another_player(player):
    before = Game.objects.values().get()

    assert reply(player, "end\nincome 1t\nconfirm") == "refused"
    assert "Confirm it, or undo" in Letter.objects.get(kind="answer").payload["result"]["notes"][0]
    assert Game.objects.values().get() == before
    assert not Move.objects.filter(seat=player.seat).exists()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "one order per line"),
        ("help", "one order per line"),
        ("STATUS\n\nAnna", "the game now"),
        ("draft", "Your draft"),
    ],
)
def test_commands_show_the_game_and_change_nothing(player, mailoutbox, text, said):
    reply(player, "income 1t")
    games = list(Game.objects.values())

    assert reply(player, text) == "shown"
    assert list(Game.objects.values()) == games
    assert drafted(player) == ["income 1t"]
    body = newest_answer(mailoutbox)
    assert said in body
    assert "Legal after your draft:" in body


@pytest.mark.parametrize(
    "text",
    [
        "income 1t, end, confirm",
        "income 1t; end; confirm",
        "income 1t, end\n*confirm*",
        "income 1t;end\n\nConfirm!",
        "Hi!\n\nincome 1t,\nend,\n**confirm**\n\nSent from my iPhone",
        "*income* 1t\n*end*\n\n*confirm*",
        "1. income 1t\n2. end.\n\n'confirm'\nViele Grüße\nAnna",
        "> On Monday somebody wrote:\n> place t a-b.1\n\nincome 1t; end, confirm.",
    ],
)
def test_orders_are_played_however_they_are_set_apart(player, text):
    assert reply(player, text) == "played"
    assert played(player) == ["income 1t", "end"]


TWO = ["place t hamburg-stade.1", "place t hamburg-stade.2"]


@pytest.mark.parametrize(
    "text",
    [
        "place t hamburg-stade.1; place t\nhamburg-stade.2\nconfirm",
        "place t hamburg-stade.1, place t\nhamburg-stade.2, confirm",
        "p t ham stade 1; p t stade ham 2; confirm",
        "place t hamburg-\nstade.1\nplace t hamburg-stade.2; confirm",
        "place t\nhamburg-stade.1; place\nt hamburg-stade.2; confirm",
        "place\nt\nhamburg-stade.1\nplace t hamburg-stade.2\nconfirm",
        "place t hamburg-stade.1 and place t hamburg-stade.2\nconfirm",
        "place t hamburg-stade.1, then place t hamburg-stade.2, and confirm",
        "Place t Hamburg-Stade.1\nand then\nplace t Hamburg-Stade.2\n\nConfirm, thanks",
        "place t hamburg-stade.1 und place t hamburg-stade.2, dann confirm",
        "place t hamburg-stade.1 puis place t hamburg-stade.2 et confirm",
        "place t hamburg-stade.1 \N{THUMBS UP SIGN}\nplace t hamburg-stade.2\nconfirm ;-)",
        "place t hamburg-stade.1 :)\nplace t hamburg-stade.2\n\N{PARTY POPPER}\nconfirm",
        "place t hamburg-stade.1\nplace t hamburg-stade.2 \N{THUMBS UP SIGN}\U0001f3fd\nconfirm",
        "place t hamburg-stade.1 NAME\nplace t hamburg-stade.2\nconfirm",
        "place t hamburg-stade.1\nplace t hamburg-stade.2, name\nconfirm",
        "place t hamburg-stade.1\nplace t hamburg-stade.2\nconfirm - NAME",
        "place t hamburg-stade.1\nplace t hamburg-stade.2. Anna\nconfirm please",
        "place t hamburg-stade.1\nplace t hamburg-stade.2\nAnna B.\nconfirm",
    ],
)
def test_orders_are_played_whatever_is_around_them(player, text):
    name = player.user.username
    text = text.replace("NAME", name).replace("name", name.upper())
    assert reply(player, text, From=f'"Anna Berg" <{player.user.email}>') == "played"
    assert [each for each in played(player) if each != "end"] == TWO


def test_a_line_without_an_order_is_quoted_as_it_was_written(player, mailoutbox):
    assert reply(player, "income 1t\nplace t stade and drink beer\nconfirm") == "refused"
    assert "Line 2: place t stade and drink beer" in newest_answer(mailoutbox)
    assert reply(player, "income 1t\nSomebody\nconfirm") == "refused"
    assert "Line 2: Somebody" in newest_answer(mailoutbox)


def test_a_name_that_is_an_order_is_read_as_one(player):
    type(player.user).objects.filter(pk=player.user_id).update(username="End")
    assert reply(player, "income 1t\nend\nconfirm") == "played"
    assert played(player) == ["income 1t", "end"]


@pytest.mark.parametrize("text", ["income 1t\n\nE", "income 1t\nD."])
def test_a_letter_alone_is_a_signature_and_no_order(player, text):
    assert reply(player, text) == "kept"
    assert drafted(player) == ["income 1t"]
    assert reply(player, "E") == "shown"
    assert drafted(player) == ["income 1t"]


def test_the_goods_of_a_sale_may_stand_around_an_and():
    rules = TITLES["hansa"]
    state = rules.start(rules.complete({}, 3), 3)
    command = parse_lines(
        ["sail lubeck and sell red3, red1 and green2"], order_checker(rules, state)
    )
    assert command.readable
    assert command.orders[0] == "sail lubeck"
    assert rules.read(state, command.orders[1]) == rules.read(state, "sell red3 red1 green2")


HTML = (
    "move hamburg-stade.1 > bremen-hamburg.2",
    "done",
    "confirm",
)


def test_lines_that_only_the_html_has_whole_are_read_from_it():
    """A line that begins with '>' looks like a quote."""
    game = laid(
        game_of_people(),
        position(players=3, spaces={"hamburg-stade.1": "red t", "bremen-hamburg.1": "red t"}),
    )
    player = player_to_move(game)
    mail = EmailMessage()
    mail["From"], mail["To"] = player.user.email, addresses.orders_address(player).email
    mail["Message-ID"], mail["Subject"] = "<html@mail.example.org>", "Re: your move"
    mail.set_content("\n".join(HTML).replace(" > ", "\n> "))
    divs = "".join(f"<div>{escape(line)}</div>" for line in HTML)
    mail.add_alternative(f"<html><body>{divs}</body></html>", subtype="html")
    assert reception.receive(bytes(mail)) == ["played"]
    assert played(player) == list(HTML[:2])


def test_html_that_says_something_else_than_the_text_is_not_read(player):
    mail = EmailMessage()
    mail["From"], mail["To"] = player.user.email, addresses.orders_address(player).email
    mail["Message-ID"], mail["Subject"] = "<html@mail.example.org>", "Re: your move"
    mail.set_content("plaice t hamburg-stade.1\nconfirm")
    mail.add_alternative("<p>income 1t</p><p>confirm</p>", subtype="html")
    assert reception.receive(bytes(mail)) == ["refused"]
    assert played(player) == []


def test_a_reply_of_many_wrong_lines_is_not_tried_in_every_way():
    asked = []
    lines = [f"plaice {number} and so on Anna" for number in range(8_000)]
    command = parse_lines(lines, lambda line: asked.append(line) or False, ["Anna"])
    assert len(asked) <= MOST_TRIES
    assert len(command.orders) > MOST_ORDERS


def test_a_reply_of_endless_commas_is_not_tried_in_every_way():
    asked = []
    parse_lines(["income 1t," * 90] * 40, lambda line: asked.append(line) or False)
    assert not asked


def test_a_comma_that_belongs_to_an_order_parts_nothing():
    """The goods of a sale may stand between commas."""
    rules = TITLES["hansa"]
    state = rules.start(rules.complete({}, 3), 3)

    def orders(line: str) -> tuple[str, ...]:
        return parse_lines([line], order_checker(rules, state)).orders

    assert orders("sell red3, red1") == ("sell red3, red1",)
    several = ("sail lubeck", "sell red3, red1", "end")
    assert orders("sail lubeck, sell red3, red1; end") == several
    assert orders("sail lubeck, sell red3, red1, end,") == several


@pytest.mark.parametrize("text", ["ok", "OK!", "Yes.", "ja", "Oui"])
def test_a_player_who_only_agrees_learns_what_to_write(player, mailoutbox, text):
    games = list(Game.objects.values())
    assert reply(player, text) == "shown"
    assert "Reply with your orders" in newest_answer(mailoutbox)

    reply(player, "income 1t")
    assert reply(player, text) == "shown"
    assert "To play your draft (income 1t), reply 'confirm'." in newest_answer(mailoutbox)
    assert list(Game.objects.values()) == games


def test_a_player_who_agrees_to_the_only_legal_order_learns_it(player, mailoutbox, monkeypatch):
    only = [Legal(["end"], 0)]
    monkeypatch.setattr(orders, "legal_orders", lambda *_: only)

    assert reply(player, "ok") == "shown"
    body = " ".join(newest_answer(mailoutbox).split())
    assert "You can only order 'end'. Reply with that, and 'confirm' below it." in body


def test_a_reason_that_is_not_about_a_line_names_none(player, mailoutbox):
    """It is not the line that is wrong, and nothing else in its place would be right."""
    other = Player.objects.exclude(pk=player.pk).select_related("user").first()
    reply(other, "income 1t\nend\nconfirm")

    result = Letter.objects.get(kind="answer").payload["result"]
    assert (result["wrong"], result["number"], result["legal"]) == ("", 0, [])
    assert f"waiting for {player.user.username}" in result["notes"][0]
    assert "Line 1" not in newest_answer(mailoutbox)


def test_a_game_that_is_over_is_the_reason_even_for_an_earlier_letter(player, mailoutbox):
    to = addresses.orders_address(player).email
    reply(player, "end\nconfirm")
    Game.objects.update(status="finished")

    assert reply(player, "income 1t\nconfirm", to) == "refused"
    assert (
        "This game is over"
        in Letter.objects.filter(kind="answer").last().payload["result"]["notes"][0]
    )


def test_a_reply_that_is_too_long_is_refused(player, mailoutbox):
    assert reply(player, "income 1t\n" * 10_000) == "refused"
    assert "too long to read" in newest_answer(mailoutbox)


def test_reset_empties_the_draft(player):
    reply(player, "income 1t")

    assert reply(player, "reset") == "emptied"
    assert drafted(player) == []


def test_t2_4_the_answer_to_a_turns_last_order_says_that_confirm_ends_the_turn(player, mailoutbox):
    reply(player, "income 1t")
    assert "Reply 'confirm' to play your draft.\n" in newest_answer(mailoutbox)
    reply(player, "draft\nincome 1t")
    assert "Reply 'confirm' to play your draft and end your turn.\n'undo'" in newest_answer(
        mailoutbox
    )


def test_an_order_below_confirm_is_ignored_with_a_note(player, mailoutbox):
    assert reply(player, "income 1t\nconfirm\n\nAnna") == "played"
    assert "not read" not in newest_answer(mailoutbox)

    assert reply(player, "income 1t\nconfirm\nend") == "played"
    assert "below 'confirm' was ignored" in newest_answer(mailoutbox)
    assert played(player) == ["income 1t", "income 1t", "end"]


def test_a_vote_is_cast_with_one_word_until_it_is_decided(player, mailoutbox):
    others = [other for other in player.game.players.all() if other.seat != player.seat]
    vote = services.open_vote(player=others[0], kind="pause")
    address = addresses.VoteAddress(vote.pk, player.seat).email
    assert reply(player, "perhaps", to=address) == "not counted"
    assert "Choose yes or no.\n\nReply to the message about the vote once more." in (
        newest_answer(mailoutbox)
    )
    assert not player.ballots.exists()

    assert reply(player, "No.\n\nAnna", to=address) == "voted"
    assert "Pause the game? No." in newest_answer(mailoutbox)
    yes = f"YES please \N{THUMBS UP SIGN} {player.user.username}"
    assert reply(player, yes, to=address) == "voted"
    assert "That decided it." in newest_answer(mailoutbox)
    assert [ballot.choice for ballot in player.ballots.all()] == ["yes"]

    assert reply(player, "no", to=address) == "not counted"
    assert "This vote is over." in newest_answer(mailoutbox)
    assert "once more" not in newest_answer(mailoutbox)
    assert Game.objects.get().paused


def test_nobody_votes_for_another_seat(player):
    others = [other for other in player.game.players.all() if other.seat != player.seat]
    vote = services.open_vote(player=others[0], kind="pause")
    assert (
        reply(player, "yes", to=addresses.VoteAddress(vote.pk, others[1].seat).email) == "foreign"
    )
    assert reply(player, "yes", to=addresses.reply_address("vote", "0.9")) == "foreign"
    assert vote.ballots.count() == 1


def test_too_many_orders_are_refused_as_a_whole(player):
    assert reply(player, "income 1t\n" * 61) == "refused"
    assert drafted(player) == []


def test_a_game_that_is_over_is_the_reason(player, mailoutbox):
    Game.objects.update(status="cancelled")

    assert reply(player, "end\nconfirm") == "refused"
    assert "This game is over" in newest_answer(mailoutbox)


@every_title
@pytest.mark.parametrize("wrong", ["", "place t hamburg", "plaice", "end"])
def test_what_is_suggested_is_legal_and_counted(title, wrong):
    player = player_to_move(play_on(game_of_people(title=title), 10))
    rules = player.game.rules()
    state = rules.load(player.game.state)
    orders = rules.orders(state, player.seat)

    suggested = legal_orders(rules, state, player.seat, wrong)
    for legal in suggested:
        assert len(set(legal.examples)) == len(legal.examples) > 0
        assert all(rules.read(state, text) in orders for text in legal.examples)
    assert sum(len(legal.examples) + legal.more for legal in suggested) == len(orders)


def test_the_likeliest_order_is_suggested_first(player):
    rules = player.game.rules()
    state = rules.load(player.game.state)
    first, *_ = legal_orders(rules, state, player.seat, "place t hamburg-stadt.2")

    assert first.examples[0] == "place t hamburg-stade.2"
    assert len({text.split(".")[0] for text in first.examples}) > 3


def test_an_end_that_the_draft_does_not_allow_is_the_first_line_of_its_mail(player):
    services.draft_order(player=player, version=player.game.version, draft_version=0, order="end")

    assert reply(player, "end\nconfirm") == "refused"
    assert Letter.objects.get(kind="answer").payload["result"]["number"] == 1
    assert drafted(player) == ["end"]


def test_stopping_alone_is_added_to_the_draft_and_the_letter_tells_how(mailoutbox):
    game = laid(
        game_of_people(),
        position(players=3, spaces={"hamburg-stade.1": "red t", "bremen-hamburg.1": "red t"}),
    )
    player = player_to_move(game)
    move = "move hamburg-stade.1 > bremen-hamburg.2"
    assert reply(player, move) == "kept"
    assert (
        "'done' and 'confirm' on separate lines to play it. You make no further moves."
        in newest_answer(mailoutbox)
    )
    assert reply(player, "done\nconfirm") == "played"
    assert played(player) == [move, "done"]


@every_title
def test_a_whole_game_is_played_by_mail(title, mailoutbox):
    """Each turn letter is answered at the address that it gives, as the greedy bot would play."""
    game = game_of_people(title=title)
    rng = random.Random(5)
    mails = 0
    while mails < 25 and Game.objects.get().is_running:
        player = player_to_move(game)
        text = good_order(player.game, player.seat, rng)
        moves = player.game.moves_made
        assert reply(player, f"{text.upper()}\nconfirm") == "played"
        first = Move.objects.get(number=moves + 1)
        assert (first.seat, first.order) == (player.seat, text)
        mails += 1
    sweep()
    assert not Letter.objects.exclude(state__in=["sent", "superseded"]).exists()
    assert Received.objects.filter(outcome="played").count() == mails


@every_title
def test_every_legal_order_comes_through_a_mail_as_it_was_written(title):
    """No order looks like a signature, a quote, a bullet or a comment."""
    game = play_on(game_of_people(title=title), 8)
    rules = game.rules()
    for _ in range(12):
        player = player_to_move(game)
        state = rules.load(player.game.state)
        orders = rules.orders(state, player.seat)
        texts = [
            rules.write(state, order) for group in orders.groups.values() for order in group[:20]
        ]
        for text in texts:
            assert own_lines(f"{text}\n{text}\nconfirm\n") == [text, text, "confirm"]
        game = play_on(game, 3)


@given(st.lists(st.sampled_from([*COMMANDS, "confirm", "end", "Anna"]), max_size=8))
def test_lines_are_orders_or_one_command(lines):
    command = parse_lines(lines, lambda line: line == "end")

    assert not (command.name and (command.orders or command.confirm))
    assert command.name or command.orders or command.confirm
    assert "confirm" not in command.orders


def test_addresses_tell_each_stand_of_a_player_apart():
    """A new wait and each own move count on; what the others do while they are asked does not."""
    game = game_of_people()
    seen: dict[addresses.SeatAddress, tuple[int, int]] = {}
    rng = random.Random(2)
    for _ in range(40):
        player = player_to_move(game)
        stand = (player.wait.pk, player.last_move)
        assert seen.setdefault(addresses.orders_address(player), stand) == stand
        order = good_order(player.game, player.seat, rng)
        game = services.confirm(player=player, version=player.game.version, orders=[order])


def test_a_long_line_is_quoted_in_part(player, mailoutbox):
    player.game.refresh_from_db()
    assert reply(player, f"income 1t\nplace {'x' * 5000}\nconfirm\n") == "refused"

    body = newest_answer(mailoutbox)
    assert "Line 2: place xxx" in body
    assert "x" * 100 not in body
