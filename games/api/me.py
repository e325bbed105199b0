"""Whose token it is, and what it allows."""

from datetime import datetime

from ninja import Router, Schema
from pydantic import Field

from games.accounts.languages import language_of
from games.accounts.models import Scope
from games.api.auth import REQUESTS, TOGETHER, ApiRequest
from games.api.games import TABLES
from games.api.orders import ORDERS
from games.play.models.player import owner_of
from games.play.pages.waiting import tables_waiting

router = Router(tags=["me"])


class TokenOut(Schema):
    """The token that the request came with."""

    name: str
    scopes: list[Scope]
    expires_at: datetime


class LimitsOut(Schema):
    """How often a token may ask in a minute."""

    requests: int
    orders: int
    tables: int = Field(description="Tables that a bot account opens.")
    together: int = Field(
        description="How many times as much all of your tokens may ask, your bots' included."
    )


class MeOut(Schema):
    """A person, to themselves."""

    name: str
    bot: bool = Field(description="Whether it is a bot account.")
    owner: str | None = Field(description="The name of the bot account's owner.")
    language: str = Field(description="The language of sentences in answers.")
    time_zone: str
    waiting: int = Field(description="How many games wait for you.")
    token: TokenOut
    limits: LimitsOut


@router.get("/me", response=MeOut, operation_id="me", url_name="me", summary="You")
def me(request: ApiRequest) -> MeOut:
    """Tell whose token it is and what it allows. Needs no scope."""
    user, token = request.user, request.auth
    return MeOut(
        name=user.username,
        bot=user.is_bot_account,
        owner=owner_of(user) or None,
        language=language_of(token.person),
        time_zone=token.person.time_zone,
        waiting=tables_waiting(user),
        token=TokenOut(name=token.name, scopes=token.scopes, expires_at=token.expires_at),
        limits=LimitsOut(requests=REQUESTS, orders=ORDERS, tables=TABLES, together=TOGETHER),
    )
