"""The API: all its routers, its schema, and how it tells what is wrong."""

from typing import Any, Final

from django.views.decorators.http import require_safe
from ninja import NinjaAPI
from ninja.openapi.schema import OpenAPISchema

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


class Api(NinjaAPI):
    """An API that says what is wrong in the same way everywhere, and that its schema tells so."""

    def get_openapi_schema(self, **options: Any) -> OpenAPISchema:
        """Return the schema (OpenAPI 3.1)."""
        schema = super().get_openapi_schema(**options)
        described.add_problems(schema)
        return schema


api: Final = Api(
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
