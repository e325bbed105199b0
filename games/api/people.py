"""People, as their profiles show them, and their ratings."""

from datetime import date

from django.http import Http404
from ninja import P, PathEx, Router, Schema
from pydantic import Field

from games.accounts.models import Profile, User
from games.accounts.models.user import LONGEST_NAME, has_name
from games.accounts.people import shown_to
from games.api.auth import ApiRequest, viewer_of
from games.play.models.player import owner_of
from games.ratings.models import Pool, Rating

router = Router(tags=["people"])


class RatingOut(Schema):
    """A person's rating at a title; skill is within `deviation` of it in two of three cases."""

    title: str
    pool: str = Field(
        description="people: in games among people; bots: against bots only; bot-accounts: of bot "
        "accounts among themselves and with bots."
    )
    rating: int
    deviation: int
    games: int
    listed: bool = Field(description="Whether it is certain enough for the leaderboard.")


class PersonOut(Schema):
    """A person, as far as they let the owner of the token see it."""

    name: str
    bot: bool = Field(description="Whether it is a bot account.")
    owner: str | None = Field(description="The name of the bot account's owner.")
    since: date
    country: str | None = Field(description="ISO 3166-1; None if it isn't shown.")
    language: str | None = Field(description="ISO 639; None if it isn't shown.")
    about: str | None
    ratings: list[RatingOut]


@router.get(
    "/people/{str:name}",
    response=PersonOut,
    operation_id="person",
    url_name="person",
    summary="A person",
)
def person(request: ApiRequest, name: PathEx[str, P(max_length=LONGEST_NAME)]) -> PersonOut:
    """Show a person's profile and ratings. Needs no scope; `read:own` shows what members see."""
    found = User.objects.shown().filter(has_name(name), is_active=True).first()
    if found is None:
        raise Http404("Nobody has that name.")
    profile = Profile.of(found)
    about = shown_to(profile, viewer_of(request)).about
    return PersonOut(
        name=found.username,
        bot=found.is_bot_account,
        owner=owner_of(found) or None,
        since=found.date_joined.date(),
        country=profile.country or None if about else None,
        language=profile.language or None if about else None,
        about=profile.about or None if about else None,
        ratings=[rating_out(rating) for rating in Rating.objects.of(found)],
    )


def rating_out(rating: Rating) -> RatingOut:
    """Return a rating as of today."""
    shown = rating.shown
    return RatingOut(
        title=rating.title,
        pool=Pool(rating.pool).value,
        rating=shown.rating,
        deviation=shown.deviation,
        games=rating.games,
        listed=shown.is_listed(rating.games),
    )
