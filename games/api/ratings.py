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
MOST_PLAYERS = max(max(title.players) for title in TITLES.values())

TitleId = StrEnum("TitleId", [(title.upper(), title) for title in TITLES])  # type: ignore[misc]


class RankedBy(StrEnum):
    """What the places of a leaderboard go by."""

    RATING = "rating"
    GAINED = "gained"


class PlaceOut(Schema):
    """A place on a leaderboard."""

    place: int
    name: str
    rating: int = Field(description="The rating, or the points that it gained: see `ranked_by`.")
    deviation: int = Field(description="Of the rating; 0 on a leaderboard of what was gained.")
    games: int
    won: int


class RatingsOut(Schema):
    """A page of a leaderboard, which is computed each night."""

    ranked_by: RankedBy = Field(
        description="rating, or gained: the points that it gained in these games."
    )
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
    board: QueryEx[str, P(max_length=20)] = "",
    players: QueryEx[int, P(ge=0, le=MOST_PLAYERS)] = 0,
    month: QueryEx[str, P(pattern=r"^([0-9]{4}-[0-9]{2})?$")] = "",
) -> RatingsOut:
    """Show a leaderboard of a title, the first place first. Needs no scope.

    All games count unless a `board`, a number of `players` or a `month` (such as 2026-11, of the
    last twelve) is given. Then the places go by what ratings gained in these games. The `pool` is
    people for games among people, bots for games against bots only, and bot-accounts for games of
    bot accounts among themselves and with bots.
    """
    gained = bool(board or players or month)
    standings = Standing.objects.on(title, pool, board=board, players=players, month=month)
    first = (page - 1) * PAGE
    found = list(standings.select_related("user")[first : first + PAGE + 1])
    return RatingsOut(
        ranked_by=RankedBy.GAINED if gained else RankedBy.RATING,
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
