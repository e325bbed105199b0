"""What a game would change, before it, and what it changed, once it is over."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils import timezone
from django.utils.translation import gettext, ngettext

from games.accounts.figures import figure, signed
from games.ratings import store
from games.ratings.compared import MIN_ENTRANTS, stayed
from games.ratings.models import Kind, Part, Pool, Reason, Result, ResultSeat
from games.ratings.scale import POINTS, Shown
from games.ratings.skill import Entrant, Estimate, Key, Model, Played

ANY_SEAT = -1
"""A place in the order of play that is not drawn yet: its effect is as uncertain as any."""


@dataclass(frozen=True)
class Row:
    """A player's rating, and by how many points it would change at each place from the first."""

    name: str
    rating: Shown
    changes: tuple[int, ...]
    mine: bool = False

    @property
    def signed(self) -> list[str]:
        """The changes as people see them."""
        return [signed(change) for change in self.changes]


@dataclass(frozen=True)
class Outlook:
    """What a rated game would change, for each person in it, if the others finish as expected.

    `places` are the numbers of the places that are compared.
    """

    rows: tuple[Row, ...]
    places: tuple[int, ...]

    @property
    def sentence(self) -> str:
        """The sentence that explains the numbers."""
        return gettext(
            "By how many points a rating would change at each place, if the others finish in the"
            " order of their ratings. The less a result was expected, and the less is known about"
            " a player, the more it changes."
        )


@dataclass(frozen=True)
class Person:
    """A person who sits, or may sit, in a game; `mine` for the visitor."""

    id: int
    name: str
    mine: bool = False


def outlook(
    title: str, board: str, players: int, people: Sequence[Person], bots: Sequence[str]
) -> Outlook | None:
    """Return what a game would change for its people; None with fewer than two of them.

    `players` is the number of seats. Three queries.
    """
    if len(people) < MIN_ENTRANTS:
        return None
    model = store.model_of(title)
    who: list[int | str] = [person.id for person in people]
    who += [bot for bot in bots if bot in model.anchors]
    day = store.day_of(timezone.now())
    game = _game(who, day, board, players)
    known = store.known(title, Pool.PEOPLE, [game])
    strengths = {entrant.who: _strength(model, known, entrant, game) for entrant in game.entrants}
    rows = []
    for person in people:
        others = sorted((each for each in who if each != person.id), key=lambda x: -strengths[x])
        before = model.rating(person.id, known, day)
        changes = tuple(
            _points(
                before,
                model.rated(
                    person.id,
                    _game([*others[:place], person.id, *others[place:]], day, board, players),
                    known,
                ),
            )
            for place in range(len(who))
        )
        rating = Shown.of(before.mean, before.deviation)
        rows.append(Row(person.name, rating, changes, person.mine))
    return Outlook(tuple(rows), tuple(range(1, len(who) + 1)))


def _game(who: Sequence[int | str], day: int, board: str, players: int) -> Played:
    """Return a game that ends in the order of `who`."""
    entrants = tuple(Entrant(each, ANY_SEAT, place) for place, each in enumerate(who, start=1))
    return Played(0, day, board, players, entrants)


def _strength(model: Model, known: dict[Key, Estimate], entrant: Entrant, game: Played) -> float:
    return sum(model.known(key, known, game.day).mean for key in model.team(entrant, game))


def _points(before: Estimate, after: Estimate) -> int:
    return round(POINTS * after.mean) - round(POINTS * before.mean)


@dataclass(frozen=True)
class Change:
    """What a game changed for one person: ratings before and after, and why."""

    name: str
    before: Shown
    after: Shown
    sentence: str

    @property
    def change(self) -> int:
        """The change in points."""
        return self.after.rating - self.before.rating

    @property
    def signed(self) -> str:
        """The change as people see it."""
        return signed(self.change)


@dataclass(frozen=True)
class Changed:
    """What a game changed: each person who was rated, and a `note` on who was not."""

    rows: tuple[Change, ...]
    note: str


def changed(game: int) -> Changed | None:
    """Return what a finished game changed, or None if it is not recorded. Two queries."""
    result = Result.objects.with_seats().filter(game=game).first()
    if result is None:
        return None
    seats = list(result.seats.all())
    rows = tuple(_change(seat, seats) for seat in seats if seat.mean_after is not None)
    return Changed(rows, _note(result, seats))


def _change(seat: ResultSeat, seats: Sequence[ResultSeat]) -> Change:
    expected = figure(seat.expected or 0, 1)
    if seat.gave_up:
        longer = len(stayed(seat.sat, [each.sat for each in seats]))
        sentence = gettext("Gave up: behind all {number} who stayed ({expected} expected).").format(
            number=longer, expected=expected
        )
    else:
        others = [each for each in seats if each.counts and each is not seat]
        place = seat.place or 0
        beaten = sum(1 for each in others if place < (each.place or 0))
        tied = sum(1 for each in others if place == each.place)
        said = (
            ngettext(
                "Beat {beaten} of {number} opponent, level with {tied} ({expected} expected).",
                "Beat {beaten} of {number} opponents, level with {tied} ({expected} expected).",
                len(others),
            )
            if tied
            else ngettext(
                "Beat {beaten} of {number} opponent ({expected} expected).",
                "Beat {beaten} of {number} opponents ({expected} expected).",
                len(others),
            )
        )
        sentence = said.format(beaten=beaten, number=len(others), tied=tied, expected=expected)
    return Change(
        name=seat.name,
        before=Shown.of(seat.mean_before or 0.0, seat.deviation_before or 0.0),
        after=Shown.of(seat.mean_after or 0.0, seat.deviation_after or 0.0),
        sentence=sentence,
    )


def _note(result: Result, seats: Sequence[ResultSeat]) -> str:
    reason = Reason(result.reason).label
    if result.kind == Kind.NONE:
        return gettext("Not rated: {reason}.").format(reason=reason)
    said = []
    if result.kind == Kind.BOTS:
        said.append(gettext("Games against bots alone have a separate rating."))
    if result.kind == Kind.BOT_ACCOUNTS:
        said.append(gettext("Games among bots have a leaderboard of their own."))
    if result.reason:
        only = gettext("It counts only for those who gave up: {reason}.")
        said.append(only.format(reason=reason))
    left = _names(seat for seat in seats if seat.part == Part.LEFT and seat.person)
    took = _names(seat for seat in seats if seat.part == Part.TOOK_OVER and seat.person)
    if (left or took) and result.is_rated:
        said.append(gettext("Players who stayed from beginning to end are rated among themselves."))
    if left:
        said.append(gettext("Left early: {names}.").format(names=left))
    if took:
        said.append(gettext("Took over a seat: {names}.").format(names=took))
    return " ".join(said)


def _names(seats: Iterable[ResultSeat]) -> str:
    return ", ".join(sorted({seat.name for seat in seats}))
