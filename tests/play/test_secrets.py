"""What no page, poll, log, record or mail of somebody else may tell."""

import random

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core import mail
from django.test import Client

from games.accounts.models import User
from games.play import services
from games.play.access import enter, enter_by_token
from games.play.models import Draft, Game, Player
from games.play.services import chat, inviting
from games.post.models import Letter
from games.post.services import sweep
from tests.factories import UserFactory
from tests.play.factories import game_of, game_of_people, good_order, player_to_move, step
from tests.telling import describe
from tests.tokens import without_tokens

pytestmark = pytest.mark.django_db


def reader(user=None) -> Client:
    client = Client()
    if user is not None:
        client.force_login(user)
    return client


def all_pages(game: Game, client: Client) -> str:
    """Everything about a game that a visitor can fetch."""
    base = f"/game/{game.pk}/"
    urls = [base, f"{base}poll?version=0", f"{base}log/", f"{base}record.txt", "/"]
    urls += [f"{base}?pick=action:income", f"{base}move/{game.moves_made}/"]
    answers = [client.get(url) for url in urls]
    answers.append(client.get(base, headers={"HX-Request": "true"}))
    answers.append(
        client.post(f"{base}order", {"order": "income 1t", "version": 1, "draft_version": 0})
    )
    return "\n".join(answer.content.decode() for answer in answers)


def strangers(game: Game, player: Player) -> list[Client]:
    """Everybody but one player: the others at the table, a passer-by, nobody in particular."""
    others = [other.user for other in Player.objects.at_table(game) if other.seat != player.seat]
    return [reader(), reader(UserFactory()), *map(reader, others)]


def test_a_draft_is_seen_by_its_player_alone():
    game = game_of_people()
    player = player_to_move(game)
    game = player.game
    before = [all_pages(game, client) for client in strangers(game, player)]
    order = good_order(game, player.seat, random.Random(1))
    services.draft_order(player=player, version=game.version, draft_version=0, order=order)
    services.draft_order(player=player, version=game.version, draft_version=1, order="income 2t")

    sweep()
    assert "Your draft" in all_pages(game, reader(player.user))
    for client in strangers(game, player):
        assert "<h2>Your draft" not in all_pages(game, client)
        assert "2 traders as income" not in all_pages(game, client)
    assert before
    told = [letter for letter in mail.outbox if player.user.email not in letter.to]
    assert told
    for letter in told:
        assert "as income" not in letter.body + letter.alternatives[0].content


def test_pages_of_others_are_the_same_with_and_without_a_draft():
    game = game_of_people()
    player = player_to_move(game)
    game = player.game
    spectator = reader()
    before = without_tokens(spectator.get(f"/game/{game.pk}/").text)
    services.draft_order(player=player, version=game.version, draft_version=0, order="income 1t")

    assert without_tokens(spectator.get(f"/game/{game.pk}/").text) == before
    assert spectator.get(f"/game/{game.pk}/poll?version={game.version}").status_code == 204


def test_a_drawn_marker_is_told_to_its_owner_alone():
    game = game_of_people()
    rng = random.Random(11)
    drawn = None
    while game.is_running:
        game = step(game, rng)
        drawn = game.moves.filter(order__startswith="draw ").order_by("-number").first()
        if drawn is not None and drawn.number == game.moves_made:
            break
    assert drawn is not None
    assert drawn.events
    owner = Player.objects.at_table(game).get(seat=drawn.on_turn)
    assert drawn.order in reader(owner.user).get(f"/game/{game.pk}/record.txt").content.decode()
    sentence = describe(
        game.rules(),
        game.rules().load(game.state),
        -1,
        drawn.order,
        drawn.events,
        "ABC",
        owner.seat,
    )
    for client in strangers(game, owner):
        pages = all_pages(game, client)
        assert f"*: {drawn.order}" not in pages
        assert "*: draw ?" in pages
        assert sentence.replace("ABC"[owner.seat], owner.name) not in pages


def test_a_mission_is_told_to_its_owner_alone():
    game = game_of_people(options={"missions": "on"})
    game = step(step(game, random.Random(3)), random.Random(4))
    sweep()
    rules, names = game.rules(), [player.name for player in Player.objects.at_table(game)]
    state = rules.load(game.state)
    deals = list(game.moves.filter(order__startswith="deal "))
    assert len(deals) == len(names)
    for deal in deals:
        seat = int(deal.order.split()[1]) - 1
        owner = Player.objects.at_table(game).get(seat=seat)
        told = describe(rules, state, -1, deal.order, deal.events, names, seat)
        own = all_pages(game, reader(owner.user))
        assert told in own
        assert f"*: {deal.order}" in own
        for client in strangers(game, owner):
            pages = all_pages(game, client)
            assert told not in pages
            assert f"*: {deal.order}" not in pages
        for letter in mail.outbox:
            if owner.user.email not in letter.to:
                assert told not in letter.body + letter.alternatives[0].content


def test_no_email_contains_the_address_of_another():
    game = step(game_of_people(4), random.Random(5))
    player = player_to_move(game)
    chat.say(player=player, text="Good day")
    services.open_vote(player=player, kind="pause")
    room = game_of(player.user, "open", "open")
    inviting.invite(game=room, host=player.user, name=UserFactory().username)
    services.leave(game=game, user=player.user)
    sweep()
    people = {person.email for person in User.objects.all()}
    kinds = set(Letter.objects.filter(state=Letter.State.SENT).values_list("kind", flat=True))
    assert len(kinds) > 3
    for letter in mail.outbox:
        told = str(letter.message()) + letter.body + letter.alternatives[0].content
        assert not [each for each in people.difference(letter.to) if each in told]


def test_orders_from_strangers_change_nothing():
    game = game_of_people()
    player = player_to_move(game)
    for client in strangers(game, player):
        for path in ("order", "draft", "confirm"):
            client.post(
                f"/game/{game.pk}/{path}",
                {"order": "end", "then": "end", "version": player.game.version, "draft_version": 0},
            )

    assert not Draft.objects.exclude(orders=[]).exists()
    assert Game.objects.get().version == player.game.version


@pytest.mark.parametrize(
    "path", ["", "poll?version=1", "log/", "record.txt", "move/1/", "order", "confirm", "draft"]
)
def test_a_private_game_is_not_there_for_others(path):
    game = game_of_people(private=True)
    url = f"/game/{game.pk}/{path}"
    for client in (reader(), reader(UserFactory())):
        sent = client.post(url) if path in ("order", "confirm", "draft") else client.get(url)
        assert sent.status_code in (404, 302)
        assert game.name not in sent.content.decode()
        assert sent.status_code == 404 or "/accounts/login/" in sent["Location"]
    assert game.name not in reader().get("/").content.decode()
    assert game.name not in reader(UserFactory()).get("/").content.decode()


def test_nobody_in_particular_sits_on_the_seat_of_a_bot():
    game = game_of("journeyman", "open", "open")

    assert enter(user=AnonymousUser(), game_id=game.pk).seat is None
    assert enter_by_token(user=AnonymousUser(), token=game.token).seat is None


def test_a_private_game_is_there_for_its_players():
    game = game_of_people(private=True)

    for player in Player.objects.at_table(game):
        assert reader(player.user).get(f"/game/{game.pk}/").status_code == 200
