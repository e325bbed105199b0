"""Arrows on the board of a study: read from a short text, kept at the end of a note or a comment.

'groningen > emden, bremen' is an arrow from a city to another and a mark around a third. A note or
comment keeps it in its last line, '[arrows: groningen > emden, bremen]', so that whatever becomes
of the words, as when a plan is written as text, becomes of their arrows.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any, Final, NamedTuple

from django.utils.translation import gettext, pgettext

from games.drawing import DRAWINGS
from games.drawing.arrows import Arrow
from games.play.errors import PlayError
from games.play.language import spoken
from games.rules.common.message import Notation, choice, message
from games.rules.common.names import beginning
from games.rules.common.reading import plain
from games.rules.errors import quote
from games.rules.title import AnyTitle
from games.study.plan.tree import Place
from games.wording import WORDINGS
from games.wording.outline import every_place

LONGEST: Final = 500
"""The most characters of a text that is read."""
MOST: Final = 10
"""The most arrows and marks of a note or comment."""
MOST_DRAWN: Final = 30
"""The most that are drawn on a board at once."""
FEW: Final = 4
"""The most names that a refusal suggests."""

KEY: Final = "[arrows:"
"""What the last line of a note or comment begins with if it keeps arrows."""
_TO = re.compile(r"[-\N{EN DASH}=]?>|\N{RIGHTWARDS ARROW}")
_DASH = re.compile(" ?[\N{HYPHEN}-\N{HORIZONTAL BAR}\N{MINUS SIGN}-] ?")
_SPELLED: Final = {"special": "prestige ", "province": "province "}
"""How places are spelled whose name alone says too little: as in orders."""


class Mark(NamedTuple):
    """An arrow from a place to another by their targets, or a mark around one, without an `end`."""

    start: str
    end: str = ""


def split(text: str) -> tuple[str, str]:
    """Return the words of a note or comment, and the text of its arrows, '' if it has none."""
    words, begins, arrows = text.rstrip().rpartition(KEY)
    if not begins or arrows.find("]") != len(arrows) - 1 or "\n" in arrows:
        return text, ""
    return words.rstrip(), arrows.removesuffix("]").strip()


def joined(words: str, arrows: str) -> str:
    """Return a note or comment that keeps arrows with its words; `split` parts them."""
    return "\n".join(filter(None, (words.strip(), f"{KEY} {arrows}]" if arrows else "")))


def noted(place: Place, words: str, arrows: str) -> str:
    """Return the note or comment that a form has about a place of a plan; raises PlayError."""
    return joined(words, places_at(place).tidied(arrows)) if arrows else words


@dataclass(frozen=True)
class Places:
    """The places of a board that can be named: their names in words by target."""

    title: AnyTitle
    view: Any

    @cached_property
    def names(self) -> Mapping[str, str]:
        """What the places are called."""
        known = self._at
        colours = [""] * self.view.players
        parts = WORDINGS[self.title.id].outline(self.view, colours, spoken())
        return {place.id: place.name for place in every_place(parts) if place.id in known}

    @cached_property
    def _at(self) -> Mapping[str, Any]:
        return DRAWINGS[self.title.id].stops(self.view)

    @cached_property
    def _meant(self) -> Mapping[str, str]:
        """Targets by all that spells them in full."""
        meant = {}
        for target in self.names:
            for name in (spelled(target), *_turned(target)):
                meant[name] = target
        for target, name in self.names.items():
            if target.startswith("city:"):
                meant.setdefault(_letters(name), target)
        return meant

    @property
    def cities(self) -> str:
        """How the cities are spelled, and where they are, as JSON for those who draw."""
        return json.dumps(
            [
                (spelled(target), *map(round, stop.at))
                for target, stop in self._at.items()
                if target.startswith("city:")
            ],
            separators=(",", ":"),
        )

    @property
    def example(self) -> str:
        """What may be written on this board."""
        one, other, third = self._some
        return f"{one} > {other}, {third}"

    def read(self, text: str) -> tuple[Mark, ...]:
        """Return the arrows and marks that a text names, each once; raises PlayError."""
        if len(text) > LONGEST:
            raise PlayError(
                gettext("Arrows can have {most} characters. This is too long.").format(most=LONGEST)
            )
        marks = list(dict.fromkeys(self._marks(text)))
        if len(marks) > MOST:
            said = gettext("At most {most} arrows and marks can be drawn here. These are {number}.")
            raise PlayError(said.format(number=len(marks), most=MOST))
        return tuple(marks)

    def _marks(self, text: str) -> Iterator[Mark]:
        for part in re.split(r"[,;\n]", text.replace("\0", "")):
            if not part.strip():
                continue
            places = [each.strip() for each in _TO.split(part)]
            if not all(places):
                raise PlayError(
                    message(
                        "'{part}' needs a place on both sides of the arrow, as in '{example}'.",
                        part=quote(part.strip()),
                        example=Notation(" > ".join(self._some[:2])),
                    )
                )
            targets = [self._target(place) for place in places]
            if len(targets) == 1:
                yield Mark(targets[0])
            for start, end in pairwise(targets):
                if start == end:
                    raise PlayError(
                        message(
                            "'{part}' begins and ends at the same place. Name two places.",
                            part=quote(part.strip()),
                        )
                    )
                yield Mark(start, end)

    @property
    def _some(self) -> list[str]:
        return [spelled(city) for city in self._at if city.startswith("city:")][:3]

    def _target(self, text: str) -> str:
        word = _DASH.sub("-", plain(text))
        names = self._meant
        for spelling in (word, _letters(word)):
            if spelling in names:
                return names[spelling]
        # Cities are meant first: every other place begins with the name of one.
        cities = [name for name, target in names.items() if target.startswith("city:")]
        for known in (cities, names):
            found = {names[name]: name for name in beginning(word, known)} if word else {}
            if len(found) == 1:
                return next(iter(found))
            if found:
                raise PlayError(
                    message(
                        "'{word}' could mean {names}. Type a few more letters.",
                        word=quote(text.strip()),
                        names=choice([spelled(target) for target in found][:FEW]),
                    )
                )
        raise PlayError(
            message(
                "'{word}' is not a place on this board. Write a city, a route or a space, as in"
                " '{example}'.",
                word=quote(text.strip()),
                example=Notation(" > ".join(self._some[:2])),
            )
        )

    def found(self, text: str) -> tuple[Mark, ...]:
        """Return what a kept text names, nothing if it can't be read on this board."""
        try:
            return self.read(text) if text else ()
        except PlayError:
            return ()

    def told(self, marks: Sequence[Mark]) -> str:
        """Return arrows and marks in words, '' if there are none."""
        if not marks:
            return ""
        listed = "; ".join(map(self.mark_told, marks))
        return pgettext("arrows", "Arrows: {listed}").format(listed=listed)

    def mark_told(self, mark: Mark) -> str:
        """Return an arrow or a mark in words."""
        start = self.names[mark.start]
        if not mark.end:
            return pgettext("arrows", "{place} marked").format(place=start)
        return pgettext("arrows", "{start} to {end}").format(start=start, end=self.names[mark.end])

    def arrows(self, marks: Sequence[Mark], seat: int | None) -> list[Arrow]:
        """Return arrows and marks to draw in the colour of a seat."""
        return [Arrow(mark.start, mark.end, seat, self.mark_told(mark)) for mark in marks]

    def tidied(self, text: str) -> str:
        """Return arrows in their one spelling; raises PlayError."""
        return written(self.read(text))


def places_at(place: Place) -> Places:
    """Return the places of the board that a place of a plan shows."""
    return Places(place.root.title, place.root.view(place.spot.state))


def written(marks: Sequence[Mark]) -> str:
    """Return the text of arrows and marks, which `Places.read` reads back."""
    return ", ".join(" > ".join(map(spelled, filter(None, mark))) for mark in marks)


def spelled(target: str) -> str:
    """Return how a place is spelled, as the notation of orders spells it."""
    kind, _, name = target.partition(":")
    return f"{_SPELLED.get(kind, '')}{name}" if name else kind


def _turned(target: str) -> Iterator[str]:
    """Yield how a route, or a space on it, is spelled from its other city."""
    kind, _, name = target.partition(":")
    route, point, number = name.partition(".")
    one, dash, other = route.partition("-")
    if kind in ("route", "space") and dash:
        yield f"{other}-{one}{point}{number}"


def _letters(name: str) -> str:
    return re.sub(r"[^a-z0-9]", "", plain(name))
