"""Hints: only where no other person plays, from what one may know, with a reason."""

import re
from dataclasses import replace
from html import unescape

import pytest
from django.contrib.messages import get_messages
from django.utils.html import escape

from games.bots.advice import advice
from games.bots.bot import Advice
from games.drawing import DRAWINGS
from games.play.errors import PlayError
from games.play.models import Draft, Player
from games.play.pages.hints import Hint
from games.play.policies import may_have_hints
from games.play.services import confirm, draft_order
from games.rules import TITLES
from games.study import hinting
from games.study.hinting import hint_for
from games.study.services import keep_hint, take_hint
from games.wording import ENGLISH
from tests.factories import UserFactory
from tests.play.factories import game_of, play_until, player_to_move, sitting

pytestmark = pytest.mark.django_db
BOTS = ("journeyman", "journeyman")
HTMX = {"headers": {"HX-Request": "true"}}


def told(player, hint):
    """Return a hint in sentences, as the player's page shows it."""
    names = [each.name for each in Player.objects.at_table(player.game)]
    return hint.told(player.game.rules(), player.game.position(), player.seat, names)


def asked_for(client, player, **data):
    """Press the button of the page as it is now."""
    draft = Draft.objects.of(player)
    fields = {"version": player.game.version, "draft_version": draft.version if draft else 0}
    return client.post(f"{player.game.get_absolute_url()}hint", fields | data, **HTMX)


@pytest.mark.parametrize("title", TITLES)
def test_a_hint_is_a_legal_order_with_its_reason_drawn_on_the_board(title):
    player = player_to_move(game_of(UserFactory(), *BOTS, title=title))
    page = asked_for(sitting(player), player).content.decode()
    game = player.game
    assert "<strong>Hint:</strong>" in page
    assert 'id="pointer"' in page or 'class="wanted"' in page
    hint = hint_for(player, [])
    state = game.position()
    assert game.rules().read(state, hint.order) in game.rules().orders(state, player.seat)


def test_a_hint_follows_the_draft_and_changes_nothing_of_it():
    player = player_to_move(game_of(UserFactory(), *BOTS))
    client = sitting(player)
    first = hint_for(player, []).order
    client.post(
        f"{player.game.get_absolute_url()}order",
        {"order": first, "version": player.game.version, "draft_version": 0},
        **HTMX,
    )
    before = Draft.objects.of(player).orders
    asked_for(client, player)
    assert Draft.objects.of(player).orders == before == [first]
    assert hint_for(player, before).order


def test_the_first_hint_makes_a_game_friendly_and_the_page_says_so_before():
    player = player_to_move(game_of(UserFactory(), *BOTS))
    client = sitting(player)
    url = player.game.get_absolute_url()
    before = " ".join(client.get(url).content.decode().split())
    assert "> Hint (counts as a loss) </button>" in before
    asked_for(client, player)
    player.game.refresh_from_db()
    assert not player.game.rated
    assert "> Hint </button>" in " ".join(client.get(url).content.decode().split())


def test_nobody_has_hints_where_other_people_play():
    user, other = UserFactory(), UserFactory()
    player = player_to_move(game_of(user, other, "journeyman"))
    client = sitting(player)
    assert ">Hint" not in client.get(player.game.get_absolute_url()).content.decode()
    with pytest.raises(PlayError, match="without other people"):
        take_hint(player=player, version=player.game.version, draft_version=0)
    assert "without other people" in asked_for(client, player).content.decode()
    player.game.refresh_from_db()
    assert player.game.rated


def test_an_open_seat_is_not_a_bots():
    game = game_of(UserFactory(), "open", "journeyman")
    assert not may_have_hints(game, list(game.players.all()), 0)
    assert not may_have_hints(game, list(game.players.all()), None)


def test_a_late_click_and_a_full_draft_are_answered_with_a_sentence():
    player = player_to_move(game_of(UserFactory(), *BOTS))
    client = sitting(player)
    late = asked_for(client, player, version=player.game.version - 1).content.decode()
    assert "The game has moved on" in late
    confirm(player=player, version=player.game.version, orders=["end"])
    with pytest.raises(PlayError, match="complete"):
        hint_for(player_to_move(player.game), ["end"])


def test_where_there_is_no_hint_the_game_stays_rated():
    player = player_to_move(game_of(UserFactory(), *BOTS))
    draft_order(player=player, version=player.game.version, draft_version=0, order="end")
    assert "Your draft is complete" in asked_for(sitting(player), player).content.decode()
    player.game.refresh_from_db()
    assert player.game.rated


def test_hints_are_limited_and_a_page_without_scripts_shows_them(monkeypatch):
    monkeypatch.setattr("games.study.views.hints.MOST", 1)
    player = player_to_move(game_of(UserFactory(), *BOTS))
    client = sitting(player)
    fields = {"version": player.game.version, "draft_version": 0}
    url = f"{player.game.get_absolute_url()}hint"
    for _ in range(2):
        said = [str(each) for each in get_messages(client.post(url, fields).wsgi_request)]
    page = client.get(player.game.get_absolute_url()).content.decode()
    assert re.search(r"Bots (put your chance to win at \d|think you&#x27;re )", page)
    assert "a lot of hints" in said[0]


def test_a_hint_is_given_from_the_view_of_the_seat_alone(monkeypatch):
    seen = []

    def watched(view, *rest):
        seen.append(view)
        return advice(view, *rest)

    monkeypatch.setattr(hinting, "advice", watched)
    game = game_of(UserFactory(), *BOTS, options={"missions": "on"})
    player = player_to_move(play_until(game, lambda session: session.turn > 3, 60))
    hint_for(player, [])
    assert seen == [game.rules().view(player.game.position(), player.seat)]


def test_a_hint_where_there_is_no_choice_says_so():
    game = game_of(UserFactory(), *BOTS)
    player = player_to_move(game)
    state, title = game.position(), game.rules()
    orders = []
    while title.view(state, player.seat).actions_left:
        order = next(iter(title.orders(state, player.seat).groups["place"]))
        orders.append(title.write(state, order))
        state = title.apply(state, player.seat, order)
    words = told(player, hint_for(player, orders))
    assert words.startswith("End the turn.")
    assert "Nothing else is possible." in words


def test_a_hint_always_says_why_if_only_that_it_is_a_rule_of_thumb():
    """Hansa begins with booths, for which bots compare no plans; then they do."""
    player = player_to_move(game_of(UserFactory(), *BOTS, title="hansa"))
    assert "This is a rule of thumb, not calculated." in told(player, hint_for(player, []))


def test_a_hint_advises_an_order_and_says_what_it_works_for(monkeypatch):
    game = game_of(UserFactory(), *BOTS)
    player, state, title = player_to_move(game), game.position(), game.rules()
    place, claim = (
        title.read(state, text)
        for text in ("place t hamburg-stade.2", "claim hamburg-stade office stade")
    )
    monkeypatch.setattr(hinting, "advice", lambda *_: Advice(place, claim, 9.2, 0.4))
    assert told(player, replace(hint_for(player, []), chance=None)) == (
        "Place a trader at Hamburg–Stade 2."
        " The aim: Claim Hamburg–Stade and open an office in Stade."
        " Bots value that at about 9 points over the rest of the game."
    )


def drafted(client, player, **data):
    """Draft an order by the button of the page as it is now."""
    draft = Draft.objects.of(player)
    fields = {"version": player.game.version, "draft_version": draft.version} | data
    page = client.post(f"{player.game.get_absolute_url()}order", fields, **HTMX)
    return page.content.decode()


def button_for(page, order):
    """Return the buttons of a page that draft an order: the hint's own, and the one it means."""
    return [
        button
        for button in re.findall(r"<button[^>]*>", page)
        if f'value="{order}"' in button and "/order" in button
    ]


@pytest.mark.parametrize("title", TITLES)
def test_a_hint_stays_until_its_order_is_drafted_from_it_to_the_end_of_a_turn(title):
    player = player_to_move(game_of(UserFactory(), *BOTS, title=title))
    client, url = sitting(player), player.game.get_absolute_url()
    for _ in range(20):
        asked_for(client, player)
        hint = Draft.objects.of(player).hint
        words = escape(told(player, Hint(**hint)))
        page = client.get(url).content.decode()
        polled = client.get(f"{url}poll?version=0", **HTMX).content.decode()
        assert words in page
        assert words in polled
        assert button_for(page, hint["order"])
        page = drafted(client, player, order=hint["order"])
        assert Draft.objects.of(player).orders[-1] == hint["order"]
        assert words not in page
        assert 'class="hint"' not in page
        if "Confirm your draft" in page:
            break
    else:
        pytest.fail("The turn does not end.")
    confirm(player=player, version=player.game.version, orders=Draft.objects.of(player).orders)
    assert 'class="hint"' not in client.get(url).content.decode()


@pytest.mark.parametrize("title", TITLES)
def test_every_order_that_a_hint_can_mean_is_marked_where_it_is_given(title):
    """By a button, in a list, on the board or on a desk; on the way to it, too."""
    player = player_to_move(play_until(game_of(UserFactory(), *BOTS, title=title), later, 400))
    game, client = player.game, sitting(player)
    url, state, rules = game.get_absolute_url(), game.position(), game.rules()
    for group in rules.orders(state, player.seat).groups.values():
        text = rules.write(state, group[0])
        hint = Hint(text, "", 0.0, False, True, None, [], game.moves_made)
        keep_hint(player=player, hint=hint)
        page = client.get(url).content.decode()
        assert 'id="pointer"' in page or 'wanted"' in page, text
        view, legal = rules.view(state, player.seat), rules.orders(state, player.seat)
        choice = DRAWINGS[title].choices(rules, legal, view, ENGLISH, "ABC").of(text)
        if choice is not None and len(choice.path) > 1:
            page = client.get(url, {"pick": choice.path[0]}).content.decode()
            assert "This is a rule of thumb" in page
            assert 'id="pointer"' in page or 'wanted"' in page or " selected" in page, text


def later(session):
    """Whether it is a person's turn, some way into a game."""
    seats = session.title.to_move(session.state)
    return session.turn > 12 and any(session.players[seat].user for seat in seats)


def test_a_hint_waits_while_something_else_is_drafted_and_ends_with_the_position():
    player = player_to_move(game_of(UserFactory(), *BOTS))
    client, url = sitting(player), player.game.get_absolute_url()
    asked_for(client, player)
    hint = Draft.objects.of(player).hint
    words = told(player, Hint(**hint | {"chance": None}))
    chance = told(player, Hint(**hint)).removeprefix(words).strip()
    assert chance
    other = next(
        text
        for text in ("place t hamburg-stade.1", "place t bremen-osnabrueck.1")
        if text != hint["order"]
    )
    page = drafted(client, player, order=other)
    assert escape(words) in page
    assert chance not in unescape(page)
    drafted(client, player, order=hint["order"])
    asked_for(client, player)
    confirm(player=player, version=player.game.version, orders=Draft.objects.of(player).orders)
    assert 'class="hint"' not in client.get(url).content.decode()


@pytest.mark.parametrize(
    ("points", "worth"),
    [(-1.2, ""), (0.0, ""), (0.5, ""), (1.2, "about 1 point over"), (8.6, "about 9 points over")],
)
def test_points_are_counted_and_less_than_one_is_not_told(points, worth):
    player = player_to_move(game_of(UserFactory(), *BOTS))
    words = told(player, replace(hint_for(player, []), points=points))
    assert worth in words
    assert ("Bots value that at" in words) == bool(worth)


def test_a_hint_of_an_earlier_version_of_the_site_is_forgotten():
    draft = Draft(hint={"order": "end", "words": ["End the turn."], "after": [], "moves": 0})
    assert Hint.kept(draft, 0) is None
