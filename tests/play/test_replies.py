"""Orders by mail: all or none of them, for the seat's person only, and nobody learns by failing."""

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
from games.play.replies.orders import MOST_ORDERS, speller
from games.play.replies.parse import COMMANDS, MOST_TRIES, understand
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


def answer(player: Player, text: str, to: str | None = None, **headers: str) -> str:
    """Answer as the player would, to where they now stand; return what became of it."""
    player.refresh_from_db()
    mail = EmailMessage()
    mail["From"] = player.user.email
    mail["To"] = to or addresses.reply_to(player)
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


def told(mailoutbox) -> str:
    """The letter that answers."""
    sweep()
    sent = [mail for mail in mailoutbox if mail.subject == "Re: your move"]
    assert len(sent) == Letter.objects.filter(kind="answer").count()
    return sent[-1].body


def played(player: Player) -> list[str]:
    return list(
        Move.objects.filter(game=player.game, seat=player.seat).values_list("order", flat=True)
    )


def test_orders_with_confirm_are_played(player, mailoutbox):
    assert answer(player, "income 1t\nEND.\nconfirm\n") == "played"

    assert played(player) == ["income 1t", "end"]
    assert drafted(player) == []
    body = told(mailoutbox)
    assert body.startswith("Your orders have been played.")
    assert "ends the turn" in body


def test_orders_without_confirm_are_a_draft_that_confirm_plays(player, mailoutbox):
    assert answer(player, "- income 1t") == "kept"
    assert (played(player), drafted(player)) == ([], ["income 1t"])
    assert "Nothing is played yet" in told(mailoutbox)

    assert answer(player, "Confirm") == "played"
    assert played(player) == ["income 1t"]


def test_the_letter_about_a_draft_takes_the_answer_to_it(player):
    answer(player, "income 1t")
    sweep()
    written = Letter.objects.get(kind="answer")

    assert written.state == "sent"
    assert answer(player, "confirm", to=addresses.reply_to(player)) == "played"


def test_end_alone_goes_on_from_the_draft(player):
    answer(player, "income 1t")

    assert answer(player, "end\nconfirm") == "played"
    assert played(player) == ["income 1t", "end"]


def test_orders_take_the_place_of_the_draft_and_say_so(player, mailoutbox):
    services.draft_order(
        player=player, version=player.game.version, draft_version=0, order="income 1t"
    )

    assert answer(player, "income 2t") == "kept"
    assert drafted(player) == ["income 2t"]
    assert "replaced your draft: income 1t." in told(mailoutbox)


def test_a_draft_grows_and_shrinks_by_mail(player, mailoutbox):
    answer(player, "income 1t")
    assert answer(player, "draft\nplace t hamburg-stade.1") == "kept"
    assert drafted(player) == ["income 1t", "place t hamburg-stade.1"]

    assert answer(player, "Undo") == "kept"
    assert drafted(player) == ["income 1t"]
    assert "place t hamburg-stade.1" in orders_in(told(mailoutbox))
    assert answer(player, "undo") == "emptied"
    assert answer(player, "undo") == "refused"
    assert "Your draft is empty" in told(mailoutbox)

    answer(player, "income 1t")
    assert answer(player, "undo all") == "emptied"
    answer(player, "income 1t")
    assert answer(player, "draft\nplace t hamburg-stade.1\nconfirm") == "played"
    assert played(player) == ["income 1t", "place t hamburg-stade.1", "end"]


def test_each_answer_lists_what_can_be_ordered_next(player, mailoutbox):
    to = addresses.reply_to(player)
    answer(player, "income 1t\nconfirm")
    assert "place t hamburg-stade.1" in orders_in(told(mailoutbox))
    assert answer(player, "income 1t", to) == "stale"
    assert "place t hamburg-stade.1" in orders_in(told(mailoutbox))
    assert "Your draft" not in told(mailoutbox)
    answer(player, "end\nconfirm")
    assert not orders_in(told(mailoutbox))
    assert "Reply" not in told(mailoutbox)


@pytest.mark.parametrize("end", ["", "\nconfirm"])
def test_one_bad_line_takes_all_with_it_and_is_named(player, mailoutbox, end):
    answer(player, "income 2t")
    game = Game.objects.values().get()

    assert answer(player, f"income 1t\nplace t atlantis-eldorado.2\nend{end}") == "refused"
    assert Game.objects.values().get() == game
    assert (played(player), drafted(player)) == ([], ["income 2t"])
    body = told(mailoutbox)
    assert "Line 2: place t atlantis-eldorado.2" in body
    assert "There is no route atlantis-eldorado" in body
    assert "Legal instead of line 2:" in body
    first = next(order for order in orders_in(body) if order.startswith("place t "))
    assert answer(player, f"income 1t\n{first}\nconfirm") == "played"


def test_an_illegal_line_is_refused_with_what_is_legal_there(player, mailoutbox):
    assert answer(player, "income 1t\nprestige 11") == "refused"

    body = told(mailoutbox)
    assert "Line 2: prestige 11" in body
    assert "Legal instead of line 2:" in body
    for legal in ("income 1t", "place t hamburg-stade.1", "place m hamburg-stade.1", "end"):
        assert legal in orders_in(body)


def test_every_answer_is_told_even_if_the_turn_is_over_by_then(player, mailoutbox):
    answer(player, "status")
    answer(player, "gibberish")
    answer(player, "end\nconfirm")
    sweep()

    answers = Letter.objects.filter(kind="answer")
    assert {letter.state for letter in answers} == {"sent"}
    assert answers.count() == 3
    assert Letter.objects.get(kind="turn", payload__seat=player.seat).state == "superseded"


def test_the_same_mail_twice_counts_once(player):
    once = {"Message_ID": "<once@mail.example.org>"}
    to = addresses.reply_to(player)
    assert answer(player, "income 1t\nconfirm", to, **once) == "played"
    assert answer(player, "income 1t\nconfirm", to, **once) == "again"

    assert played(player) == ["income 1t"]
    assert Letter.objects.filter(kind="answer").count() == 1


def test_the_same_orders_sent_again_are_about_an_earlier_letter(player, mailoutbox):
    to = addresses.reply_to(player)
    answer(player, "income 1t\nconfirm", to)

    assert answer(player, "income 1t\nconfirm", to) == "stale"
    assert played(player) == ["income 1t"]
    assert "replied to an old email" in told(mailoutbox)


def test_an_answer_to_the_turn_before_plays_nothing():
    game = game_of(UserFactory(), "random", "random")
    player = player_to_move(game)
    to = addresses.reply_to(player)
    services.confirm(player=player, version=player.game.version, orders=["end"])
    assert Player.objects.get(pk=player.pk).is_waited_for

    assert answer(player, "income 1t\nconfirm", to) == "stale"
    assert played(player) == ["end"]


def test_a_digest_takes_answers_for_each_game_by_its_own_address(mailoutbox):
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
        to = addresses.reply_to(player)
        assert to in digest.body
        order = good_order(Game.objects.get(pk=game.pk), player.seat, random.Random(1))
        assert answer(player, f"{order}\nconfirm", to) == "played"


def test_nobody_else_may_answer_and_nobody_else_is_answered(player):
    other = Player.objects.exclude(pk=player.pk).select_related("user").first()

    assert answer(player, "end\nconfirm", From=other.user.email) == "foreign"
    assert answer(player, "end\nconfirm", From="stranger@example.org") == "foreign"
    assert not Letter.objects.filter(kind="answer").exists()
    assert played(player) == []


def test_a_seat_that_changed_hands_takes_no_orders_from_who_left(player):
    to, before = addresses.reply_to(player), player.user.email
    Player.objects.filter(pk=player.pk).update(user=UserFactory())

    assert answer(player, "end\nconfirm", to, From=before) == "former"
    assert not Move.objects.filter(seat=player.seat).exists()


@pytest.mark.parametrize("about", ["orders", "an answer", "a vote"])
@pytest.mark.parametrize("by", ["staff", "themselves", "another player"])
def test_a_former_player_who_answers_is_told_so_and_nobody_else_is(player, mailoutbox, about, by):
    game, gone = player.game, player.user
    others = game.players.exclude(pk=player.pk).select_related("user", "game")
    if about == "an answer":
        # Of one who is not waited for: it begins with the game and the seat.
        services.confirm(player=player, version=game.version, orders=["end"])
        player.refresh_from_db()
    vote = services.open_vote(player=others[0], kind="pause")
    vote_to = addresses.vote_to(vote.pk, player)
    to = vote_to if about == "a vote" else addresses.reply_to(player)
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

    assert answer(player, text, to, From=gone.email) == "former"
    (letter,) = Letter.objects.exclude(pk__in=before)
    assert letter.recipient == gone
    sweep()
    (mail,) = [each for each in mailoutbox if each.subject == "Re: your move"]
    assert mail.to == [gone.email]
    assert "no longer yours, so your email changed nothing" in mail.body
    assert Move.objects.count() == moves
    assert not player.ballots.exists()

    # From an address of theirs that the site does not know, they are told, and not who came after.
    assert answer(player, text, to, From="gone@elsewhere.example") == "foreign"
    told = Letter.objects.exclude(pk__in=[*before, letter.pk]).values_list("recipient", flat=True)
    assert set(told) <= {gone.pk}
    assert bool(told) == (about != "an answer"), "where it may be the successor's, nobody is told"


def test_orders_of_who_is_not_asked_are_refused(player, mailoutbox):
    other = Player.objects.exclude(pk=player.pk).select_related("user").first()

    assert answer(other, "end\nconfirm") == "refused"
    assert f"waiting for {player.user.username}" in told(mailoutbox)


def test_nothing_is_played_behind_what_hands_over_to_others(player):
    before = Game.objects.values().get()

    assert answer(player, "end\nincome 1t\nconfirm") == "refused"
    assert "Confirm it, or undo" in Letter.objects.get(kind="answer").payload["reply"]["notes"][0]
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
def test_commands_tell_and_change_nothing(player, mailoutbox, text, said):
    answer(player, "income 1t")
    games = list(Game.objects.values())

    assert answer(player, text) == "told"
    assert list(Game.objects.values()) == games
    assert drafted(player) == ["income 1t"]
    body = told(mailoutbox)
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
    assert answer(player, text) == "played"
    assert played(player) == ["income 1t", "end"]


TWO = ["place t hamburg-stade.1", "place t hamburg-stade.2"]


@pytest.mark.parametrize(
    "text",
    [
        "place t hamburg-stade.1; place t\nhamburg-stade.2\nconfirm",
        "place t hamburg-stade.1, place t\nhamburg-stade.2, confirm",
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
    assert answer(player, text, From=f'"Anna Berg" <{player.user.email}>') == "played"
    assert [each for each in played(player) if each != "end"] == TWO


def test_what_is_no_order_with_all_that_is_around_it_is_named_as_it_was_written(player, mailoutbox):
    assert answer(player, "income 1t\nplace t stade and drink beer\nconfirm") == "refused"
    assert "Line 2: place t stade and drink beer" in told(mailoutbox)
    assert answer(player, "income 1t\nSomebody\nconfirm") == "refused"
    assert "Line 2: Somebody" in told(mailoutbox)


def test_a_name_that_is_an_order_is_read_as_one(player):
    type(player.user).objects.filter(pk=player.user_id).update(username="End")
    assert answer(player, "income 1t\nend\nconfirm") == "played"
    assert played(player) == ["income 1t", "end"]


def test_the_goods_of_a_sale_may_stand_around_an_and():
    rules = TITLES["hansa"]
    state = rules.start(rules.complete({}, 3), 3)
    wish = understand(["sail lubeck and sell red3, red1 and green2"], speller(rules, state))
    assert wish.clear
    assert wish.orders[0] == "sail lubeck"
    assert rules.read(state, wish.orders[1]) == rules.read(state, "sell red3 red1 green2")


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
    mail["From"], mail["To"] = player.user.email, addresses.reply_to(player)
    mail["Message-ID"], mail["Subject"] = "<html@mail.example.org>", "Re: your move"
    mail.set_content("\n".join(HTML).replace(" > ", "\n> "))
    divs = "".join(f"<div>{escape(line)}</div>" for line in HTML)
    mail.add_alternative(f"<html><body>{divs}</body></html>", subtype="html")
    assert reception.receive(bytes(mail)) == ["played"]
    assert played(player) == list(HTML[:2])


def test_html_that_says_something_else_than_the_text_is_not_read(player):
    mail = EmailMessage()
    mail["From"], mail["To"] = player.user.email, addresses.reply_to(player)
    mail["Message-ID"], mail["Subject"] = "<html@mail.example.org>", "Re: your move"
    mail.set_content("plaice t hamburg-stade.1\nconfirm")
    mail.add_alternative("<p>income 1t</p><p>confirm</p>", subtype="html")
    assert reception.receive(bytes(mail)) == ["refused"]
    assert played(player) == []


def test_a_mail_of_many_wrong_lines_is_not_tried_in_every_way():
    asked = []
    lines = [f"plaice {number} and so on Anna" for number in range(8_000)]
    wish = understand(lines, lambda line: asked.append(line) or False, ["Anna"])
    assert len(asked) <= MOST_TRIES
    assert len(wish.orders) > MOST_ORDERS


def test_a_mail_of_endless_commas_is_not_tried_in_every_way():
    asked = []
    understand(["income 1t," * 90] * 40, lambda line: asked.append(line) or False)
    assert not asked


def test_a_comma_that_belongs_to_an_order_parts_nothing():
    """The goods of a sale may stand between commas."""
    rules = TITLES["hansa"]
    state = rules.start(rules.complete({}, 3), 3)

    def orders(line: str) -> tuple[str, ...]:
        return understand([line], speller(rules, state)).orders

    assert orders("sell red3, red1") == ("sell red3, red1",)
    several = ("sail lubeck", "sell red3, red1", "end")
    assert orders("sail lubeck, sell red3, red1; end") == several
    assert orders("sail lubeck, sell red3, red1, end,") == several


@pytest.mark.parametrize("text", ["ok", "OK!", "Yes.", "ja", "Oui"])
def test_who_only_agrees_is_told_what_to_write(player, mailoutbox, text):
    games = list(Game.objects.values())
    assert answer(player, text) == "told"
    assert "Reply with your orders" in told(mailoutbox)

    answer(player, "income 1t")
    assert answer(player, text) == "told"
    assert "To play your draft (income 1t), reply 'confirm'." in told(mailoutbox)
    assert list(Game.objects.values()) == games


def test_who_agrees_where_one_thing_is_legal_is_told_just_that(player, mailoutbox, monkeypatch):
    only = [Legal(["end"], 0)]
    monkeypatch.setattr(orders, "legal_orders", lambda *_: only)

    assert answer(player, "ok") == "told"
    body = " ".join(told(mailoutbox).split())
    assert "You can only order 'end'. Reply with that, and 'confirm' below it." in body


def test_a_reason_that_is_not_about_a_line_names_none(player, mailoutbox):
    """It is not the line that is wrong, and nothing else in its place would be right."""
    other = Player.objects.exclude(pk=player.pk).select_related("user").first()
    answer(other, "income 1t\nend\nconfirm")

    reply = Letter.objects.get(kind="answer").payload["reply"]
    assert (reply["wrong"], reply["number"], reply["legal"]) == ("", 0, [])
    assert f"waiting for {player.user.username}" in reply["notes"][0]
    assert "Line 1" not in told(mailoutbox)


def test_a_game_that_is_over_is_the_reason_even_for_an_earlier_letter(player, mailoutbox):
    to = addresses.reply_to(player)
    answer(player, "end\nconfirm")
    Game.objects.update(status="finished")

    assert answer(player, "income 1t\nconfirm", to) == "refused"
    assert (
        "This game is over"
        in Letter.objects.filter(kind="answer").last().payload["reply"]["notes"][0]
    )


def test_a_mail_that_is_too_long_to_be_read_is_told_so(player, mailoutbox):
    assert answer(player, "income 1t\n" * 10_000) == "refused"
    assert "too long to read" in told(mailoutbox)


def test_reset_empties_the_draft(player):
    answer(player, "income 1t")

    assert answer(player, "reset") == "emptied"
    assert drafted(player) == []


def test_t2_4_the_answer_to_a_turns_last_order_says_that_confirm_ends_the_turn(player, mailoutbox):
    answer(player, "income 1t")
    assert "Reply 'confirm' to play your draft.\n" in told(mailoutbox)
    answer(player, "draft\nincome 1t")
    assert "Reply 'confirm' to play your draft and end your turn.\n'undo'" in told(mailoutbox)


def test_a_name_below_confirm_is_no_order_and_an_order_there_is_told(player, mailoutbox):
    assert answer(player, "income 1t\nconfirm\n\nAnna") == "played"
    assert "not read" not in told(mailoutbox)

    assert answer(player, "income 1t\nconfirm\nend") == "played"
    assert "below 'confirm' was ignored" in told(mailoutbox)
    assert played(player) == ["income 1t", "income 1t", "end"]


def test_a_vote_is_answered_by_one_word_until_it_is_decided(player, mailoutbox):
    others = [other for other in player.game.players.all() if other.seat != player.seat]
    vote = services.open_vote(player=others[0], kind="pause")
    address = addresses.vote_to(vote.pk, player)
    assert answer(player, "perhaps", to=address) == "not counted"
    assert "Choose one of yes, no.\n\nReply to the email about the vote once more." in told(
        mailoutbox
    )
    assert not player.ballots.exists()

    assert answer(player, "No.\n\nAnna", to=address) == "voted"
    assert "Pause the game? No." in told(mailoutbox)
    yes = f"YES please \N{THUMBS UP SIGN} {player.user.username}"
    assert answer(player, yes, to=address) == "voted"
    assert "That decided it." in told(mailoutbox)
    assert [ballot.choice for ballot in player.ballots.all()] == ["yes"]

    assert answer(player, "no", to=address) == "not counted"
    assert "This vote is over." in told(mailoutbox)
    assert "once more" not in told(mailoutbox)
    assert Game.objects.get().paused


def test_nobody_votes_for_another_seat(player):
    others = [other for other in player.game.players.all() if other.seat != player.seat]
    vote = services.open_vote(player=others[0], kind="pause")
    assert answer(player, "yes", to=addresses.vote_to(vote.pk, others[1])) == "foreign"
    assert answer(player, "yes", to=addresses.reply_address("vote", "0.9")) == "foreign"
    assert vote.ballots.count() == 1


def test_too_many_orders_are_refused_as_a_whole(player):
    assert answer(player, "income 1t\n" * 61) == "refused"
    assert drafted(player) == []


def test_a_game_that_is_over_is_told(player, mailoutbox):
    Game.objects.update(status="cancelled")

    assert answer(player, "end\nconfirm") == "refused"
    assert "This game is over" in told(mailoutbox)


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

    assert answer(player, "end\nconfirm") == "refused"
    assert Letter.objects.get(kind="answer").payload["reply"]["number"] == 1
    assert drafted(player) == ["end"]


def test_stopping_alone_is_added_to_the_draft_and_the_letter_tells_how(mailoutbox):
    game = laid(
        game_of_people(),
        position(players=3, spaces={"hamburg-stade.1": "red t", "bremen-hamburg.1": "red t"}),
    )
    player = player_to_move(game)
    move = "move hamburg-stade.1 > bremen-hamburg.2"
    assert answer(player, move) == "kept"
    assert "'done' and 'confirm' on separate lines to play it, no further moves" in told(mailoutbox)
    assert answer(player, "done\nconfirm") == "played"
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
        assert answer(player, f"{text.upper()}\nconfirm") == "played"
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
    wish = understand(lines, lambda line: line == "end")

    assert not (wish.command and (wish.orders or wish.confirm))
    assert wish.command or wish.orders or wish.confirm
    assert "confirm" not in wish.orders


def test_addresses_tell_each_stand_of_a_player_apart():
    """A new wait and each own move count on; what the others do while they are asked does not."""
    game = game_of_people()
    seen: dict[str, tuple[int, int]] = {}
    rng = random.Random(2)
    for _ in range(40):
        player = player_to_move(game)
        stand = (player.wait.pk, player.last_move)
        assert seen.setdefault(addresses.stand(player), stand) == stand
        order = good_order(player.game, player.seat, rng)
        game = services.confirm(player=player, version=player.game.version, orders=[order])


def test_a_line_that_is_too_long_is_said_back_in_part(player, mailoutbox):
    player.game.refresh_from_db()
    assert answer(player, f"income 1t\nplace {'x' * 5000}\nconfirm\n") == "refused"

    body = told(mailoutbox)
    assert "Line 2: place xxx" in body
    assert "x" * 100 not in body
