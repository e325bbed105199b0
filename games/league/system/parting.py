"""Divisions in which those who blocked each other, or whom staff keep apart, don't meet."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

TRIES = 20_000
"""How often a division is tried for somebody before some pairs are left together."""


def cut(people: Sequence[int], sizes: Iterable[int]) -> Iterator[list[int]]:
    """Yield the people of each division, given in order."""
    start = 0
    for size in sizes:
        yield list(people[start : start + size])
        start += size


def parted(
    people: Sequence[int], divisions: Sequence[Sequence[int]], pairs: Sequence[tuple[int, int]]
) -> list[list[int]]:
    """Return divisions of the same sizes in which pairs are apart, as far as possible.

    First those in a pair are placed, each as near as can be; the others fill the rest in order.
    """
    foes: dict[int, set[int]] = {}
    for one, other in pairs:
        foes.setdefault(one, set()).add(other)
        foes.setdefault(other, set()).add(one)
    sizes = [len(each) for each in divisions]
    nearest = _nearest(people, sizes, foes)
    bound = _connected([person for person in people if person in foes], foes)
    placed = _place(bound, nearest, foes, sizes) or _place_somehow(bound, nearest, foes, sizes)
    room = [size - sum(each == n for each in placed.values()) for n, size in enumerate(sizes)]
    free = list(cut([person for person in people if person not in placed], room))
    position = {person: number for number, person in enumerate(people)}
    return [
        sorted((*free[n], *(p for p, at in placed.items() if at == n)), key=position.__getitem__)
        for n in range(len(sizes))
    ]


def _nearest(
    people: Sequence[int], sizes: Sequence[int], chosen: Collection[int]
) -> dict[int, list[int]]:
    """Return the indices of all divisions for each of the chosen, the nearest by position first."""
    spans, start = [], 0
    for size in sizes:
        spans.append((start, start + size - 1))
        start += size

    def away(position: int, number: int) -> int:
        first, last = spans[number]
        return max(first - position, position - last, 0)

    return {
        person: sorted(range(len(sizes)), key=lambda n, at=position: away(at, n))  # type: ignore[misc]
        for position, person in enumerate(people)
        if person in chosen
    }


def _connected(people: Sequence[int], foes: Mapping[int, Collection[int]]) -> list[int]:
    """Return people in order, but those that depend on each other's places one after the other."""
    position = {person: number for number, person in enumerate(people)}
    order: dict[int, None] = {}
    for person in people:
        found, queue = {person}, [person]
        while queue and person not in order:
            new = set(foes[queue.pop()]) - found
            found |= new
            queue += new
        order |= dict.fromkeys(sorted(found, key=position.__getitem__))
    return list(order)


def _place(
    people: Sequence[int],
    nearest: Mapping[int, Sequence[int]],
    foes: Mapping[int, Collection[int]],
    sizes: Sequence[int],
) -> dict[int, int] | None:
    """Return a division for each person without any of their foes, None if none is found."""
    placed: dict[int, int] = {}
    room, tries = list(sizes), 0
    stack = [iter(nearest[people[0]])]
    while stack and tries <= TRIES:
        person = people[len(stack) - 1]
        if person in placed:
            room[placed.pop(person)] += 1
        for number in stack[-1]:
            tries += 1
            if room[number] and all(placed.get(foe) != number for foe in foes[person]):
                placed[person] = number
                room[number] -= 1
                break
        else:
            stack.pop()
            continue
        if len(placed) == len(people):
            return placed
        stack.append(iter(nearest[people[len(stack)]]))
    return None


def _place_somehow(
    people: Sequence[int],
    nearest: Mapping[int, Sequence[int]],
    foes: Mapping[int, Collection[int]],
    sizes: Sequence[int],
) -> dict[int, int]:
    """Return a division for each person with as few of their foes as those before them allow."""
    placed: dict[int, int] = {}
    room = list(sizes)
    for person in people:
        free = [number for number in nearest[person] if room[number]]
        placed[person] = min(free, key=lambda n: sum(placed.get(foe) == n for foe in foes[person]))
        room[placed[person]] -= 1
    return placed
