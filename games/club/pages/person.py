"""The pages of a person, as one visitor sees them."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.utils.translation import gettext

from games.accounts.countries import country_name, language_name
from games.accounts.models import Profile, User
from games.accounts.people import Shown, Ties, shown_to
from games.club.models import Standing
from games.play.models import EndedBy, Wait
from games.play.pages.boards import called
from games.ratings.models import Pool


@dataclass(frozen=True)
class PersonPage:
    """What a page says about a person, above their games too.

    What the visitor may not see is empty. `follows` and `blocks` say whether the visitor does,
    `may_tie` whether they can. A bot account has an `owner`, has `last_played` at some time, and
    `places` on leaderboards.
    """

    person: User
    shown: Shown
    facts: list[str] = field(default_factory=list)
    about: str = ""
    may_tie: bool = False
    follows: bool = False
    blocks: bool = False
    own: bool = False
    owner: User | None = None
    last_played: datetime | None = None
    places: list[str] = field(default_factory=list)

    @classmethod
    def of(cls, person: User, visitor: Any) -> "PersonPage":
        """Return what a visitor sees of a person; one query if the profile is loaded."""
        profile = Profile.of(person)
        own = visitor.pk == person.pk
        known = visitor.is_authenticated and not own
        ties = Ties.between(visitor, person) if known else Ties()
        shown = shown_to(profile, visitor, blocked=ties.blocked)
        facts = [country_name(profile.country), language_name(profile.language)]
        return cls(
            person=person,
            shown=shown,
            facts=[each for each in facts if each] if shown.about else [],
            about=profile.about if shown.about else "",
            may_tie=known,
            follows=ties.follows,
            blocks=ties.blocks,
            own=own,
            owner=person.owner,
            last_played=_last_played(person) if person.is_bot_account else None,
            places=_places(person) if person.is_bot_account else [],
        )


def _last_played(bot: User) -> datetime | None:
    answered = Wait.objects.filter(holder__user=bot, ended_by=EndedBy.ANSWERED)
    return answered.order_by("-pk").values_list("ended_at", flat=True).first()


def _places(bot: User) -> list[str]:
    """Return the places of a bot account on the leaderboards of all games, as sentences."""
    mine = Standing.objects.filter(
        user=bot, pool=Pool.BOT_ACCOUNTS, board="", players=0, month=""
    ).order_by("title")
    return [
        gettext("Number {place} among people's bots at {title}").format(
            place=standing.place, title=called(standing.title, None)
        )
        for standing in mine
    ]
