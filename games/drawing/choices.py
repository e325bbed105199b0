"""What a player may click: legal orders by the one or two clicks that lead to them."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from games.drawing import svg
from games.rules.common.syntax import SEPARATOR


@dataclass(frozen=True, slots=True)
class Choice:
    """An order with its button's label and the ids that are clicked to give it.

    `piece` is the kind of piece that it puts on the board and `paid` those that pay for it, as
    letters.
    """

    order: str
    label: str
    path: tuple[str, ...]
    piece: str = ""
    paid: str = ""


@dataclass(frozen=True, slots=True)
class Target:
    """Something that can be clicked first.

    `order` is what a click gives: the only meaning, or the usual one of `several`. Where it is None
    a click leads to the second step, `Choices.after(id)`. Of several, that step is also a long
    press away, and `other` is what a click gives while merchants are placed, '' if nothing else.
    Orders that follow one another are separated by `SEPARATOR`.
    """

    id: str
    label: str
    order: str | None
    several: bool = False
    other: str = ""

    @property
    def short(self) -> bool:
        """Whether a click gives several orders at once."""
        return SEPARATOR in (self.order or "")


class Shortcut(NamedTuple):
    """A target that gives at once what otherwise takes several clicks, and what it could mean."""

    target: Target
    choices: Sequence[Choice]

    @classmethod
    def to(cls, name: str, *meant: tuple[str, str]) -> "Shortcut":
        """Return the shortcut at a target: what it could mean, orders and labels, usual first."""
        (order, label), several = meant[0], len(meant) > 1
        paths = [(name, f"order:{text}") if several else (name,) for text, _ in meant]
        choices = [Choice(*each, path) for each, path in zip(meant, paths, strict=True)]
        return cls(Target(name, label, order, several=several), choices)


@dataclass(frozen=True, slots=True)
class Group:
    """Orders of one kind as a list beside the board.

    Either a few `choices` for buttons, or `<option>` tags ready to print: `options` for a
    `<select name="order">`, `picks` for a `<select name="pick">` that leads to the second step.
    `submit` is the label of the select's button, `key` the letter that leads to the group,
    `chosen` says that something is chosen in the list beforehand.
    """

    id: str
    title: str
    choices: tuple[Choice, ...] = ()
    options: str = ""
    picks: str = ""
    submit: str = ""
    key: str = ""
    chosen: bool = False

    def choosing(self, order: str, target: str) -> "Group":
        """Return the group with an order, or the target it begins with, chosen in its list."""
        options, picks = _chosen(self.options, order), _chosen(self.picks, target)
        if (options, picks) == (self.options, self.picks):
            return self
        return replace(self, options=options, picks=picks, chosen=True)


def _chosen(tags: str, value: str) -> str:
    """Return options, one of them chosen if it is among them."""
    plain = option(value, " ").removesuffix("> </option>")
    return tags.replace(f"{plain}>", f"{plain} selected>", 1) if value else tags


def option(value: str, label: str) -> str:
    """Return an `<option>`, an order or a target with its label."""
    return svg.worded("option", label, value=value)


@dataclass(frozen=True, slots=True)
class Key:
    """A letter for common orders, and how the ids of its groups begin.

    `at` are the kinds of places at which these orders are given, such as 'space'. `words` say what
    it does (`games.drawing.drawing.Drawing.lettered`).
    """

    letter: str
    groups: tuple[str, ...]
    at: tuple[str, ...] = ()
    words: str = ""

    @property
    def verbs(self) -> tuple[str, ...]:
        """The verbs of its orders."""
        return tuple(dict.fromkeys(group.split("-")[0] for group in self.groups))


def lettered(groups: Iterable[Group], keys: Sequence[Key]) -> tuple[Group, ...]:
    """Return the groups with their letters."""
    return tuple(
        replace(group, key=key.letter)
        if (key := next((key for key in keys if group.id.startswith(key.groups)), None))
        else group
        for group in groups
    )


@dataclass(frozen=True, slots=True)
class Choices:
    """All legal orders, each under exactly one first target.

    `shortcuts` returns further targets, which cost as much again to find, `further` choices of the
    second step that give several orders.
    """

    first: Mapping[str, Target]
    groups: tuple[Group, ...]
    second: Callable[[str], list[Choice]] = field(repr=False)
    shortcuts: Callable[[], Iterable[Shortcut]] = field(default=tuple, repr=False)
    further: Callable[[str], Iterable[Choice]] = field(default=lambda picked: (), repr=False)

    def with_shortcuts(self) -> "Choices":
        """Return the same, the shortcuts among the first targets and in the second step."""
        short = {each.target.id: each for each in self.shortcuts()}
        first = {name: each.target for name, each in short.items() if name not in self.first}

        def second(picked: str) -> list[Choice]:
            if picked in first:
                return [*short[picked].choices]
            return [*self.second(picked), *self.further(picked)]

        return Choices({**self.first, **first}, self.groups, second)

    def asking(self, order: str) -> "Choices":
        """Return the same, but a click that gives another order than this asks if it could.

        It is the same for '', which no order is.
        """
        if not order:
            return self
        return replace(
            self,
            first={
                name: replace(target, order=None, several=False, other="")
                if target.several
                and target.order != order
                and any(each.order == order for each in self.after(name))
                else target
                for name, target in self.first.items()
            },
        )

    def of(self, order: str) -> Choice | None:
        """Return the choice that gives an order, None if it is not among the targets."""
        # To look for an order takes the words of all.
        every = (choice for first in self.first if order for choice in self.after(first))
        return next((choice for choice in every if choice.order == order), None)

    def toward(
        self, order: str, picked: str | None, groups: Iterable[Group]
    ) -> tuple[str, list[Group]]:
        """Return the target to click next for an order, '' if there is none.

        `picked` is what has been clicked for a first step. With it come the groups, that order
        chosen in their lists.
        """
        choice = self.of(order)
        path = choice.path if choice is not None else ()
        first = next(iter(path), "")
        if picked is not None:
            path = path[1:] if first == picked else ()
        return next(iter(path), ""), [group.choosing(order, first) for group in groups]

    def after(self, picked: str) -> list[Choice]:
        """The choices once `picked` has been clicked; empty if it is not a target.

        The last id of a path is something on the board or on a desk, or it begins with 'order:' and
        the choice is a button.
        """
        return self.second(picked) if picked in self.first else []
