"""Orders: play them as text, or try what they would do."""

from typing import Annotated, Any, Final

from django.http import HttpResponse
from ninja import Router, Schema
from pydantic import Field, StringConstraints

from games.accounts.models import Scope
from games.api.auth import ApiRequest, Token, check_limit
from games.api.described import IDEMPOTENCY_KEY, IF_MATCH
from games.api.kept import key_sent, once
from games.api.plain import plain
from games.api.versions import version_sent
from games.play import services
from games.play.access import Access, enter
from games.play.scratch import Scratch
from games.rules.errors import LONGEST_ORDER

router = Router(tags=["games"], auth=Token(Scope.PLAY))

ORDERS: Final = 60
"""The most requests with orders of one token in a minute."""

MOST: Final = 60
"""The most orders of a request. No turn needs as many."""

OrderText = Annotated[str, StringConstraints(min_length=1, max_length=LONGEST_ORDER)]


class OrdersIn(Schema):
    """Orders, in the order in which they are played."""

    orders: list[OrderText] = Field(
        min_length=1, max_length=MOST, description="As docs/notation.md has them."
    )


class PlayedOut(Schema):
    """What a game is like after orders were played."""

    version: int = Field(description="For If-Match of the next orders.")
    moves: int = Field(description="The number of the newest move: see the log.")
    asked: bool = Field(description="Whether the game waits for you again, or still.")
    status: str


class TriedOut(Schema):
    """What orders would do."""

    version: int
    orders: list[str] = Field(description="The orders in their one spelling.")
    text: list[str] = Field(description="The orders as sentences.")
    closed: bool = Field(description="Whether nothing more can be ordered with them.")
    view: dict[str, Any] = Field(description="What your seat would know then.")


@router.post(
    "/games/{int:game_id}/orders",
    response=PlayedOut,
    operation_id="play",
    url_name="orders",
    summary="Play orders",
    openapi_extra={"parameters": [IF_MATCH, IDEMPOTENCY_KEY]},
)
def play(
    request: ApiRequest, game_id: int, sent: OrdersIn, response: HttpResponse
) -> dict[str, Any]:
    """Play orders of yours, all of them or none; chance and bots follow.

    What your draft holds on the site is not played. It ends, as the position is another one.
    """
    check_limit("api-orders", request.auth, ORDERS)
    access, version, key = _access(request, game_id), version_sent(request), key_sent(request)

    def act() -> dict[str, Any]:
        player = access.player()
        game = services.confirm(player=player, version=version, orders=sent.orders)
        asked = game.is_running and player.seat in game.rules().to_move(game.position())
        return {
            "version": game.version,
            "moves": game.moves_made,
            "asked": asked,
            "status": game.status,
        }

    answer = once(request.auth, key, [game_id, version, sent.orders], act)
    response["ETag"] = f'"{answer["version"]}"'
    return answer


@router.post(
    "/games/{int:game_id}/orders/dry-run",
    response=TriedOut,
    operation_id="try_orders",
    url_name="dry-run",
    summary="Try orders",
    openapi_extra={"parameters": [IF_MATCH]},
)
def dry_run(request: ApiRequest, game_id: int, sent: OrdersIn) -> TriedOut:
    """Check orders exactly as if they were played, and tell what they would do. Nothing is kept."""
    check_limit("api-orders", request.auth, ORDERS)
    access, version = _access(request, game_id), version_sent(request)
    seat = access.player().seat
    session, steps = services.try_orders(
        player=access.player(), version=version, orders=sent.orders
    )
    scratch = Scratch.of(session, seat, [player.name for player in session.players])
    return TriedOut(
        version=session.game.version,
        orders=[step.text for step in steps],
        text=scratch.lines,
        closed=scratch.closed,
        # Even an order that ends the game uncovers nothing before it is played.
        view=plain(session.title.concealed(session.state, seat)),
    )


def _access(request: ApiRequest, game_id: int) -> Access:
    return enter(user=request.user, game_id=game_id, light=True)
