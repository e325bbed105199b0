"""The pages of a person, as one visitor sees them."""

from dataclasses import dataclass, field
from typing import Any

from games.accounts.countries import country_name, language_name
from games.accounts.models import Profile, User
from games.accounts.people import Shown, Ties, shown_to


@dataclass(frozen=True)
class PersonPage:
    """What a page says about a person, above their games too.

    What the visitor may not see is empty. `follows` and `blocks` say whether the visitor does,
    `may_tie` whether they can.
    """

    person: User
    shown: Shown
    facts: list[str] = field(default_factory=list)
    about: str = ""
    may_tie: bool = False
    follows: bool = False
    blocks: bool = False
    own: bool = False

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
        )
