"""The pages of a person, as one visitor sees them."""

from dataclasses import dataclass, field, replace
from typing import Any

from games.accounts.models import Block, Follow, Profile, User
from games.accounts.people import Shown, shown_to
from games.accounts.told import country_name, language_name
from games.club.pages.answering import Answering
from games.club.pages.portrait import Portrait, portraits_of
from games.club.pages.ratings import RatingPage, ratings_of
from games.club.pages.results import Results, Together, together
from games.club.pages.subject import Subject
from games.play.pages.reliability import Reliability


@dataclass(frozen=True)
class PersonPage:
    """What is shown of a person: the head of both pages, and all of the first one.

    What the visitor may not see is empty. `follows` and `blocks` say whether the visitor does,
    `may_tie` whether they can.
    """

    person: User
    shown: Shown
    told: list[str] = field(default_factory=list)
    about: str = ""
    ratings: list[RatingPage] = field(default_factory=list)
    results: Results | None = None
    portraits: list[Portrait] = field(default_factory=list)
    together: list[Together] = field(default_factory=list)
    reliability: Reliability | None = None
    answering: Answering | None = None
    may_tie: bool = False
    follows: bool = False
    blocks: bool = False
    own: bool = False

    @classmethod
    def head(cls, person: User, visitor: Any) -> "PersonPage":
        """Return what stands above the list of a person's games; at most four queries."""
        profile = Profile.of(person)
        shown = shown_to(profile, visitor)
        own = visitor.pk == person.pk
        known = visitor.is_authenticated and not own
        told = [country_name(profile.country), language_name(profile.language)]
        return cls(
            person=person,
            shown=shown,
            told=[each for each in told if each] if shown.about else [],
            about=profile.about if shown.about else "",
            may_tie=known,
            follows=known and Follow.objects.filter(user=visitor, other=person).exists(),
            blocks=known and Block.objects.filter(user=visitor, other=person).exists(),
            own=own,
        )

    @classmethod
    def of(cls, person: User, visitor: Any) -> "PersonPage":
        """Return what a visitor sees of a person, in a fixed number of queries."""
        head = cls.head(person, visitor)
        shown, subject = head.shown, Subject(person)
        return replace(
            head,
            ratings=ratings_of(person, visitor),
            results=Results.of(subject, visitor) if shown.games else None,
            portraits=portraits_of(subject, visitor) if shown.games else [],
            together=together(visitor, subject) if head.may_tie else [],
            reliability=Reliability.of(person) if shown.pace else None,
            answering=Answering.of(person) if shown.pace else None,
        )
