"""People and games for tests."""

import random
from typing import Any

import factory
from allauth.account.models import EmailAddress

from games.accounts.models import User
from games.play import services
from games.play.models import Draft, Game, Player
from games.play.services import SeatPlan

PASSWORD = "a long walk to Lubeck"


class UserFactory(factory.django.DjangoModelFactory):
    class Meta:
        model = User
        skip_postgeneration_save = True

    username = factory.Sequence(lambda number: f"Player{number}")
    email = factory.LazyAttribute(lambda user: f"{user.username.lower()}@example.org")

    @factory.post_generation
    def address(self: Any, create: bool, extracted: Any, **kwargs: Any) -> None:
        EmailAddress.objects.create(user=self, email=self.email, verified=True, primary=True)


def game_of(*seats: Any, **kwargs: Any) -> Game:
    """A game whose seats are users, names of bots, or doors ('open', 'invited')."""
    plans = [_plan(seat) for seat in seats]
    creator = next((plan.user for plan in plans if plan.user), None) or UserFactory()
    game = services.create_game(
        creator=creator, title="teutonica", seats=plans, options={}, **kwargs
    )
    game.refresh_from_db()
    return game


def _plan(seat: Any) -> SeatPlan:
    if isinstance(seat, User):
        return SeatPlan(user=seat)
    return SeatPlan(door=seat) if seat in ("open", "invited") else SeatPlan(bot=seat)


def game_of_people(count: int = 3) -> tuple[Game, list[User]]:
    """A running game of people alone."""
    users = UserFactory.create_batch(count)
    return game_of(*users), users


def player_to_move(game: Game) -> Player:
    """The player that a running game waits for."""
    game.refresh_from_db()
    title = game.rules()
    seat = title.to_move(title.load(game.state))[0]
    return Player.objects.select_related("user", "game").get(game=game, seat=seat)


def some_order(game: Game, rng: random.Random) -> str:
    """A legal order, as text, for the player to move."""
    title = game.rules()
    state = title.load(game.state)
    orders = title.orders(state, title.to_move(state)[0])
    names = sorted(orders.groups)
    # Claims and ends bring a random game to its end sooner.
    name = "claim" if "claim" in orders.groups and rng.random() < 0.8 else rng.choice(names)
    group = orders.groups[name]
    return title.write(state, group[rng.randrange(len(group))])


def play_on(game: Game, orders: int, seed: int = 1) -> Game:
    """Confirm so many random orders, one by one."""
    rng = random.Random(seed)
    for _ in range(orders):
        player = player_to_move(game)
        game = player.game
        if not game.is_running:
            break
        services.confirm(
            player=player, version=game.version, orders=[some_order(game, rng)]
        )
    game.refresh_from_db()
    return game


def play_out(game: Game, seed: int = 1) -> Game:
    """Play a game to its end by random orders."""
    rng = random.Random(seed)
    while game.is_running:
        player = player_to_move(game)
        game = services.confirm(
            player=player, version=player.game.version, orders=[some_order(player.game, rng)]
        )
    return game


def draft_of(player: Player) -> Draft:
    """A player's draft as it stands."""
    return Draft.objects.get(player=player)
