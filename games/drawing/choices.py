"""What a player may click: legal orders by the one or two clicks that lead to them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Choice:
    """An order with its button's label and the ids that are clicked to give it."""

    order: str
    label: str
    path: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Target:
    """Something that can be clicked first.

    `order` is set when there is only one meaning: then the click gives the order. Otherwise it
    leads to the second step, `Choices.after(id)`.
    """

    id: str
    label: str
    order: str | None


@dataclass(frozen=True, slots=True)
class Group:
    """Orders of one kind as a list beside the board.

    Either a few `choices` for buttons, or `<option>` tags ready to print: `options` for a
    `<select name="order">`, `picks` for a `<select name="pick">` that leads to the second step.
    `submit` is the label of the select's button.
    """

    id: str
    title: str
    choices: tuple[Choice, ...] = ()
    options: str = ""
    picks: str = ""
    submit: str = ""


@dataclass(frozen=True, slots=True)
class Choices:
    """All legal orders, each under exactly one first target."""

    first: Mapping[str, Target]
    groups: tuple[Group, ...]
    second: Callable[[str], list[Choice]] = field(repr=False)

    def after(self, picked: str) -> list[Choice]:
        """The choices once `picked` has been clicked; empty if it is not a target.

        The last id of a path is something on the board or on a desk, or it begins with 'order:' and
        the choice is a button.
        """
        return self.second(picked) if picked in self.first else []
