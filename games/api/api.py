"""The API: all its routers, its schema, and how it tells what is wrong."""

from typing import Final

from django.views.decorators.http import require_safe
from ninja import NinjaAPI

from games.api import (
    described,
    errors,
    events,
    games,
    leagues,
    me,
    messages,
    orders,
    people,
    ratings,
    records,
)
from games.api.auth import Token

api: Final = NinjaAPI(
    title="Hansa",
    version="1",
    description=described.API,
    urls_namespace="api",
    auth=Token(),
    # A page of documentation would need scripts of its own, which no page here has.
    docs_url=None,
    docs_decorator=require_safe,
)
errors.register(api)
for room in (me, games, orders, messages, events, people, ratings, records, leagues):
    api.add_router("", room.router)
