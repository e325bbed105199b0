"""Games for tests."""

import random
from collections.abc import Callable
from typing import Any

import pytest
from django.db.models import QuerySet
from django.test import Client
from django.utils import timezone

from games.accounts.models import User
from games.bots import BOTS
from games.drawing import DRAWINGS
from games.play import services
from games.play.engine.finishing import finish, save
from games.play.engine.session import GameSession
from games.play.models import Draft, Game, Move, Player, Status, Wait
from games.play.services import SeatPlan
from games.rules.playthrough import draw
from games.rules.record import Record
from games.rules.title import CHANCE
from tests.cases import first
from tests.factories import UserFactory

every_title = pytest.mark.parametrize("title", DRAWINGS)
# Whole games of Hansa are short. Those of other titles only take time, so they are for the soak.
short_title = pytest.mark.parametrize("title", first(1, sorted(DRAWINGS)))
FIRST = next(iter(DRAWINGS))
ENDLESS = 10_000
"""More moves than any game takes."""


def game_of(
    *seats: Any, title: str = FIRST, options: dict[str, str] | None = None, **kwargs: Any
) -> Game:
    """A game whose seats are users, names of bots, or doors ('open', 'invited')."""
    plans = [_plan(seat) for seat in seats]
    creator = next((plan.user for plan in plans if plan.user), None) or UserFactory()
    return services.create_game(
        creator=creator, title=title, seats=plans, options=options or {}, **kwargs
    )


def _plan(seat: Any) -> SeatPlan:
    if isinstance(seat, User):
        return SeatPlan(user=seat)
    return SeatPlan(door=seat) if seat in ("open", "invited") else SeatPlan(bot=seat)


def hot_seat_game(
    user: User, names: tuple[str, ...] = ("Ann", "Bea", "Cid"), title: str = FIRST, **options: str
) -> Game:
    """A hot-seat table of a user, where people of these names play."""
    return services.open_table(
        user=user,
        beginning=services.Beginning.new(title, options, len(names)),
        seats=[services.ScreenSeat(name=name) for name in names],
    )


def game_of_people(count: int = 3, **kwargs: Any) -> Game:
    """A running game of people alone."""
    return game_of(*UserFactory.create_batch(count), **kwargs)


def laid(game: Game, state: Any) -> Game:
    """The game with another position on its table, which its log does not lead to."""
    session = GameSession(Game.objects.get(pk=game.pk))
    session.state, session.on_turn = state, session.title.view(state, None).turn
    session.turn += 1
    finish(session, None)
    return session.game


def player_to_move(game: Game) -> Player:
    """The player that a running game waits for, with the game as it now is."""
    fresh = Game.objects.get(pk=game.pk)
    title = fresh.rules()
    seat = title.to_move(title.load(fresh.state))[0]
    player = Player.objects.select_related("user").get(game=fresh, seat=seat)
    player.game = fresh
    return player


def sitting(player: Player) -> Client:
    """A player's browser."""
    client = Client()
    client.force_login(player.person)
    return client


def good_order(game: Game, seat: int, rng: random.Random, drafted: tuple[str, ...] = ()) -> str:
    """What the greedy bot would order in the place of a player, after what they have drafted."""
    title = game.rules()
    state = title.load(game.state)
    for text in drafted:
        state = title.apply(state, seat, title.read(state, text))
    order = BOTS["journeyman"](title.view(state, seat), title.orders(state, seat), rng)
    return title.write(state, order)


def draft_turn(game: Game, most: int = ENDLESS) -> list[str]:
    """Draft sensible orders for the player to move, `most` of them, or until their turn ends."""
    player, rng, drafted = player_to_move(game), random.Random(1), []
    draft, _ = Draft.objects.get_or_create(player=player)
    title, state = player.game.rules(), player.game.position()
    while len(drafted) < most and title.to_move(state) == (player.seat,):
        order = good_order(player.game, player.seat, rng, tuple(drafted))
        draft = services.draft_order(
            player=player, version=player.game.version, draft_version=draft.version, order=order
        ).draft
        state = title.apply(state, player.seat, title.read(state, order))
        drafted.append(order)
    return drafted


def step(game: Game, rng: random.Random) -> Game:
    """Confirm one sensible order of the player to move."""
    player = player_to_move(game)
    order = good_order(player.game, player.seat, rng)
    return services.confirm(player=player, version=player.game.version, orders=[order])


def recorded(known: Record) -> Game:
    """A game of people whose log is that of a record."""
    players = len(known.players)
    game = game_of_people(players, title=known.title, options=dict(known.options))
    # Moves are only ever added; here the record takes the place of what chance drew.
    QuerySet(Move).filter(game=game).delete()
    session = GameSession(Game.objects.get(pk=game.pk))
    title = session.title
    session.state = title.start(session.game.options, players)
    session.on_turn, session.number = title.view(session.state, None).turn, 0
    session.turn = session.turn_before = 0
    for entry in known.orders:
        session.play_text(entry.seat, entry.text)
    save(session, session.played())
    return session.game


def play_on(game: Game, orders: int, seed: int = 1) -> Game:
    """Confirm so many sensible orders, one by one."""
    rng = random.Random(seed)
    for _ in range(orders):
        if game.is_running:
            game = step(game, rng)
    return game


def play_until(game: Game, reached: Callable[[GameSession], bool], most: int) -> Game:
    """Play sensible orders in one go, `most` of them, or until a position is reached."""
    session = GameSession(Game.objects.get(pk=game.pk))
    for _ in range(most):
        seats = session.to_move()
        if not seats or reached(session):
            break
        if seats == (CHANCE,):
            session.play(CHANCE, draw(session.title, session.state, random.Random()))
        else:
            session.play(seats[0], session.bot_order(session.players[seats[0]]))
    next(session.asked(), None)
    finish(session, session.players[0])
    return session.game


def play_fast(game: Game, moves: int) -> Game:
    """Play a game in one go until it has so many moves and waits for a person."""

    def reached(session: GameSession) -> bool:
        seats = session.to_move()
        late = session.number >= moves and seats != (CHANCE,)
        return late and not any(map(session.is_bots, seats))

    return play_until(game, reached, ENDLESS)


def play_out(game: Game) -> Game:
    """Play a game to its end in one go."""
    return play_fast(game, ENDLESS)


def cut_short(game: Game, turns: int) -> Game:
    """Play the first turns of a game, and end it there with the points that players have then."""

    def reached(session: GameSession) -> bool:
        return session.turn > turns

    game = play_until(game, reached, ENDLESS)
    title = game.rules()
    scores = [dict(figures.points) for figures in title.figures(game.position())]
    totals = [each["total"] for each in scores]
    places = [1 + sum(other > own for other in totals) for own in totals]
    for player in game.players.all():
        Player.objects.filter(pk=player.pk).update(
            score=totals[player.seat], place=places[player.seat]
        )
    Wait.objects.filter(player__game=game).delete()
    Game.objects.filter(pk=game.pk).update(
        status=Status.OVER,
        ended=timezone.now(),
        ended_by="cities",
        result={"scores": scores, "places": places, "tie_breaker": ""},
    )
    return Game.objects.get(pk=game.pk)
