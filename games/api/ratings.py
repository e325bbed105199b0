"""The leaderboards of all games."""

from enum import StrEnum

from ninja import P, QueryEx, Router, Schema
from pydantic import Field

from games.api.auth import ApiRequest
from games.club.models import Standing
from games.ratings.models import Pool
from games.rules import TITLES

router = Router(tags=["ratings"])

PAGE = 100
MOST_PAGES = 10_000

TitleId = StrEnum("TitleId", [(title.upper(), title) for title in TITLES])  # type: ignore[misc]


class PlaceOut(Schema):
    """A place on a leaderboard."""

    place: int
    name: str
    rating: int
    deviation: int
    games: int
    won: int


class RatingsOut(Schema):
    """A page of a leaderboard, which is computed each night."""

    places: list[PlaceOut]
    more: bool = Field(description="Whether there is another page.")


@router.get(
    "/ratings/{title}",
    response=RatingsOut,
    operation_id="ratings",
    url_name="ratings",
    summary="A leaderboard",
)
def ratings(
    request: ApiRequest,
    title: TitleId,
    pool: Pool = Pool.PEOPLE,
    page: QueryEx[int, P(ge=1, le=MOST_PAGES)] = 1,
) -> RatingsOut:
    """Show the ratings of a title, the highest first. Needs no scope."""
    board = Standing.objects.filter(title=title, pool=pool, board="", players=0, month="")
    first = (page - 1) * PAGE
    found = list(board.select_related("user")[first : first + PAGE + 1])
    return RatingsOut(
        places=[
            PlaceOut(
                place=each.place,
                name=each.user.username,
                rating=each.value,
                deviation=each.deviation or 0,
                games=each.games,
                won=each.won,
            )
            for each in found[:PAGE]
        ],
        more=len(found) > PAGE,
    )
