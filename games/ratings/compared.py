"""Who is compared with whom after a game."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from games.accounts.choices import StaffChoices
from games.ratings.skill import Entrant, Played

MIN_ENTRANTS = 2


class Part(StaffChoices):
    """Which part of a game someone played."""

    WHOLE = "whole", "played from beginning to end"
    LEFT = "left", "left or was replaced"
    TOOK_OVER = "took", "took over the seat"


@dataclass(frozen=True, slots=True)
class Sat:
    """A person or bot who held a seat, as FinishedSeat has it; `who` is None if unknown."""

    seat: int
    who: int | str | None
    starts: int
    part: Part
    place: int | None
    gave_up: datetime | None

    @property
    def is_person(self) -> bool:
        """Whether it is a person's seat."""
        return isinstance(self.who, int)


def stays(one: Sat) -> bool:
    """Return whether someone played from beginning to end and did not give the game up."""
    return one.part == Part.WHOLE and one.gave_up is None


def counts(one: Sat) -> bool:
    """Return whether someone is compared with the others of a rated game."""
    return one.who is not None and one.place is not None and stays(one)


def stayed(one: Sat, sat: Sequence[Sat]) -> list[Sat]:
    """Return whom someone who gave up a game is behind: all who began it and stayed longer.

    `sat` has the holders of each seat one after the other. Return nobody if several people began
    and no other stayed longer: who is left alone at a table isn't rated, and may leave it.
    """
    if one.gave_up is None:
        return []
    longer = [
        each
        for each in sat
        if each is not one and each.who is not None
        if stays(each) or (each.gave_up is not None and each.gave_up > one.gave_up)
    ]
    began = {each.seat: each for each in reversed(sat)}.values()
    alone = not any(each.is_person for each in began if each is not one)
    return longer if alone or any(each.is_person for each in longer) else []


def compared(
    sat: Sequence[Sat], *, game: int, day: int, board: str, players: int, rated: bool
) -> Iterator[Played]:
    """Yield the results of a game for the model.

    If it is `rated`, there is one of those who stayed to the end, among themselves. Each person who
    gave it up has one of their own, behind everyone who stayed longer: these in their places, then
    those without.
    """
    if rated:
        whole = tuple(
            Entrant(each.who, each.starts, each.place)
            for each in sat
            if counts(each) and each.who is not None and each.place is not None
        )
        if len(whole) >= MIN_ENTRANTS:
            yield Played(game, day, board, players, whole)
    last = players + 1
    for one in sat:
        others = stayed(one, sat)
        if others and isinstance(one.who, int):
            entrants = [
                Entrant(each.who, each.starts, each.place or last)
                for each in others
                if each.who is not None
            ]
            mine = Entrant(one.who, one.starts, last + 1)
            yield Played(game, day, board, players, (*entrants, mine), only=one.who)
