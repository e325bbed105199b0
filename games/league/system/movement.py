"""From one season to the next: who moves up or down, and who is not in a division with whom."""

from collections import deque
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import inf

from games.league.system.parting import cut, parted
from games.league.system.schedule import LARGEST, SMALLEST, distance, division_sizes

MOVING = 2
"""So many move up and down between two divisions."""


class Move(StrEnum):
    """Where a person goes after a season."""

    UP = "up"
    STAY = "stay"
    DOWN = "down"


@dataclass(frozen=True)
class Absence:
    """How a person finished their last season, and how many `seasons` they have missed since.

    `division` is its number, 1 for the highest.
    """

    division: int
    rank: int
    seasons: int = 1


@dataclass(frozen=True)
class Seed:
    """A person of a new season, and the number of the division that is theirs by their last result.

    It is None for newcomers and those who have been away for more than a season.
    """

    person: int
    division: int | None = None


@dataclass(frozen=True)
class Divided:
    """The people of each division, the highest first, and pairs that could not be kept apart."""

    divisions: list[list[int]]
    together: list[tuple[int, int]]


def moves(ranks: Sequence[int], *, highest: bool, lowest: bool) -> list[Move]:
    """Return where each entry of a division goes, given their final ranks.

    The first two move up and the last two down. Those level at a border are all above it. Nobody
    leaves the `highest` division upward or the `lowest` one downward.

    >>> " ".join(moves([1, 2, 2, 4, 5, 5, 7], highest=False, lowest=False))
    'up up up stay stay stay down'
    """
    return [_move(rank, len(ranks), highest, lowest) for rank in ranks]


def _move(rank: int, size: int, highest: bool, lowest: bool) -> Move:
    if rank <= MOVING and not highest:
        return Move.UP
    if rank > size - MOVING and not lowest:
        return Move.DOWN
    return Move.STAY


STEPS = {Move.UP: -1, Move.STAY: 0, Move.DOWN: 1}
WITHIN = {Move.STAY: 0, Move.DOWN: 1, Move.UP: 2}
"""The order in a division. Its first fill free places above: by rank, from below."""
AWAY = 3


def seeding(
    previous: Sequence[Mapping[int, int]],
    registered: Sequence[int],
    absences: Mapping[int, Absence],
    ratings: Mapping[int, float],
) -> list[Seed]:
    """Return the people of a new season, the highest first.

    `previous` has the final rank of each person in each division of the last season, the highest
    first; `absences` those who have played in earlier seasons and not in that one. Who missed one
    season comes back one division lower. Newcomers, and who missed more, begin where `enters` says
    by the `ratings`, which are only those that are certain enough.
    """
    people = list(dict.fromkeys(registered))
    rated = {person: ratings[person] for person in people if person in ratings}
    earned: list[tuple[int, int, int, int]] = []
    for number, ranks in enumerate(previous, start=1):
        steps = moves(list(ranks.values()), highest=number == 1, lowest=number == len(previous))
        for (person, rank), move in zip(ranks.items(), steps, strict=True):
            earned.append((number + STEPS[move], WITHIN[move], rank, person))
    known = {person for *_, person in earned}
    away = {each: absences[each] for each in people if each in absences and each not in known}
    for person, absence in away.items():
        if absence.seasons == 1 and previous:
            division = min(absence.division + 1, len(previous))
            earned.append((division, AWAY, absence.rank, person))
            known.add(person)
    here = set(people)
    seeds = [Seed(person, level) for level, *_, person in sorted(earned) if person in here]
    sizes = division_sizes(len(people)) or [len(people)]
    entering = _entering([each for each in people if each not in known], away, rated, len(sizes))
    return _entered(seeds, entering, sizes)


Entering = tuple[int, bool, float, int]
"""The division in which somebody begins, whether they are new, their rating negated, and who."""


def _entering(
    people: Sequence[int],
    away: Mapping[int, Absence],
    ratings: Mapping[int, float],
    divisions: int,
) -> list[Entering]:
    """Return where people begin, in order; who has been away is not back where they were."""
    found = []
    for person in people:
        division = enters(ratings.get(person), ratings.values(), divisions)
        if person in away:
            division = max(division, min(away[person].division + 1, divisions))
        found.append((division, person not in away, -ratings.get(person, -inf), person))
    return sorted(found, key=lambda each: each[:3])


def enters(rating: float | None, ratings: Collection[float], divisions: int) -> int:
    """Return the division in which a newcomer begins, of so many.

    It is that of their place among the `ratings` of all, theirs among them, but none above the
    lower half. Without a rating it is the middle of the lower half.

    >>> [enters(each, [4, 3, 2, 1], 8) for each in (4, 1, None)]
    [5, 7, 7]
    """
    highest = divisions // 2 + 1
    if rating is None:
        return (highest + divisions + 1) // 2
    above = sum(other > rating for other in ratings)
    return max(highest, 1 + above * divisions // len(ratings))


def _entered(
    seeds: Sequence[Seed], entering: Sequence[Entering], sizes: Sequence[int]
) -> list[Seed]:
    """Return seeds with the people who enter last in their divisions, whose sizes are given.

    They take free places: where that would lower somebody, they are put into a later division.
    """
    levels = [min(seed.division or 1, len(sizes)) for seed in seeds]
    numbers = range(1, len(sizes) + 1)
    free = [sum(sizes[:number]) - sum(level <= number for level in levels) for number in numbers]
    found: list[Seed] = []
    waiting = deque(entering)
    for number in numbers:
        found += [seed for seed, level in zip(seeds, levels, strict=True) if level == number]
        # Who enters here moves all others down by one, in this division and the lower ones.
        room = min(free[number - 1 :]) - (len(entering) - len(waiting))
        while waiting and waiting[0][0] <= number and room > 0:
            found.append(Seed(waiting.popleft()[-1]))
            room -= 1
    return found + [Seed(person) for *_, person in waiting]


def placed(seeds: Sequence[Seed], wanted: Mapping[int, int]) -> list[Seed]:
    """Return seeds so that some people come last in the divisions, by number, that are `wanted`.

    The sizes are those of `division_sizes`.
    """
    order = {seed.person: number for number, seed in enumerate(seeds)}
    meant: dict[int, list[int]] = {}
    for person in sorted(wanted.keys() & order.keys(), key=order.__getitem__):
        meant.setdefault(wanted[person], []).append(person)
    found = [seed for seed in seeds if seed.person not in wanted]
    sizes = division_sizes(len(seeds))
    for division in sorted(meant):
        first = max(0, sum(sizes[:division]) - len(meant[division]))
        found[first:first] = [Seed(person, division) for person in meant[division]]
    return found


def divided(seeds: Sequence[Seed], apart: Collection[tuple[int, int]]) -> Divided:
    """Divide the people of a season, the highest first, so that no pair of `apart` is together.

    The sizes are those of `division_sizes`, unless somebody would be in a lower division than is
    theirs: then the ones from SMALLEST to LARGEST that move the fewest down. To keep a pair apart,
    the lower of the two goes to the nearest division where they can be, and others make room.
    """
    people = [seed.person for seed in seeds]
    divisions = list(cut(people, _sizes(seeds)))
    among = set(people)
    pairs = sorted({(min(pair), max(pair)) for pair in apart if among.issuperset(pair)})
    if pairs and divisions:
        divisions = parted(people, divisions, pairs)
    of = {person: number for number, each in enumerate(divisions) for person in each}
    together = [(one, other) for one, other in pairs if of and of[one] == of[other]]
    return Divided(divisions, together)


Cost = tuple[int, int, int]


def _sizes(seeds: Sequence[Seed]) -> list[int]:
    """Return the sizes of divisions that move the fewest people down from what is theirs."""
    usual = division_sizes(len(seeds))
    levels = [seed.division for seed in seeds]
    if len(usual) < 2 or not _lowered(levels, usual):
        return usual
    best: dict[int, tuple[Cost, tuple[int, ...]]] = {0: ((0, 0, 0), ())}
    whole = []
    for number in range(1, len(levels) // SMALLEST + 1):
        after: dict[int, tuple[Cost, tuple[int, ...]]] = {}
        for start, (cost, sizes) in best.items():
            for size in range(SMALLEST, min(LARGEST, len(levels) - start) + 1):
                end = start + size
                more = _cost(levels[start:end], number)
                total = (cost[0] + more[0], cost[1] + more[1], cost[2] + more[2])
                if end not in after or total < after[end][0]:
                    after[end] = total, (*sizes, size)
        best = after
        if len(levels) in best:
            whole.append(best[len(levels)])
    return list(min(whole)[1])


def _lowered(levels: Sequence[int | None], sizes: Sequence[int]) -> bool:
    numbers = (number for number, size in enumerate(sizes, start=1) for _ in range(size))
    return any(
        level is not None and level < number for level, number in zip(levels, numbers, strict=True)
    )


def _cost(levels: Sequence[int | None], number: int) -> Cost:
    """Return by how many divisions people are lowered, how unusual the size is, and the raised."""
    steps = [number - level for level in levels if level is not None]
    return (
        sum(step for step in steps if step > 0),
        distance(len(levels)),
        -sum(step for step in steps if step < 0),
    )
