"""The position editor: a position as text, as a board, and thing by thing. Nothing is stored."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, NamedTuple, Self

from django.urls import reverse

from games.drawing import DRAWINGS, Choices, Target
from games.drawing.live import Live
from games.play.language import spoken
from games.play.pages.desks import desks_of
from games.rules import TITLES, editing, position
from games.rules.common.editing import Field
from games.rules.common.message import message
from games.rules.errors import BadPosition
from games.rules.playthrough import Playthrough
from games.rules.title import AnyTitle, nearest
from games.study.pages.own_tables import Mistake
from games.wording import WORDINGS
from games.wording.seats import colour_names

_dice = random.Random()


class Entry(NamedTuple):
    """A field of the editor's form, as `editing.Field` has it, with its labels as text."""

    name: str
    label: str
    value: str
    choices: Sequence[tuple[str, str]]
    most: int | None

    @classmethod
    def of(cls, field: Field) -> Self:
        """Return a field in the language that is spoken."""
        say = spoken().say
        choices = [(value, say(label)) for value, label in field.choices]
        return cls(field.name, say(field.label), field.value, choices, field.most)


@dataclass(frozen=True)
class Editor:
    """A position being edited.

    `text` is what stands in the text field, `good` the position that the board shows, the last that
    was possible, and `mistake` why the text, or a change, is not. `kinds` lists the things that can
    be changed, by id, with the `thing` that was chosen and its `fields`.
    """

    title: AnyTitle
    text: str
    good: str
    asks: str
    board: str
    live: Live
    desks: Sequence[str]
    kinds: Sequence[tuple[str, Sequence[tuple[str, str]]]]
    thing: str
    label: str
    fields: Sequence["Entry"]
    mistake: Mistake | None = None

    @classmethod
    def of(
        cls,
        text: str,
        *,
        good: str = "",
        thing: str = "",
        target: str = "",
        values: Mapping[str, str] | None = None,
    ) -> "Editor":
        """Return the editor of a text, or of the text that was `good` if this one is not.

        With `values` the thing is changed first. A change that is impossible changes nothing, and
        its values stay in the fields.
        """
        mistake = None
        try:
            title, state = editing.read(text)
        except BadPosition as error:
            mistake = Mistake.of(error, text)
            title, state = _last(good)
            values = None
        else:
            text = position.write(title, state)
        names = colour_names(spoken())[: title.view(state, None).players]
        thing = editing.thing_of(title, target) if target else thing
        if values is not None:
            new = editing.changed(title, state, thing, values, names)
            try:
                title, state = editing.read(new)
            except BadPosition as error:
                mistake = Mistake.of(error, new)
            else:
                text, values = position.write(title, state), None
        fields = editing.fields(title, state, thing, names)
        if values is not None:
            fields = [each._replace(value=values.get(each.name, each.value)) for each in fields]
        return cls._drawn(title, state, names, text, thing, fields, mistake)

    @classmethod
    def _drawn(
        cls,
        title: AnyTitle,
        state: Any,
        names: Sequence[str],
        text: str,
        thing: str,
        fields: Sequence[Field],
        mistake: Mistake | None,
    ) -> "Editor":
        drawing, view, language = DRAWINGS[title.id], title.view(state, None), spoken()
        things = editing.things(title, state, names)
        say = language.say
        first = {
            name: Target(name, say(words), name)
            for name, words in editing.targets(title, state).items()
        }
        choices = Choices(first, (), lambda _: [])
        over = title.result(state) is not None
        return cls(
            title=title,
            text=text,
            good=position.write(title, state),
            asks=say(message("The game is over."))
            if over
            else WORDINGS[title.id].prompt_of_others(view, names, language),
            board=drawing.static(view.board, language),
            live=drawing.live(
                view,
                language,
                names=names,
                choices=choices,
                post=reverse("study:positions"),
                pick="#",
            ),
            desks=desks_of(title.id, drawing.desks(view, names, language), view.to_move),
            kinds=[
                (say(kind), [(each.id, say(each.label)) for each in of])
                for kind, of in groupby(things, lambda each: each.kind)
            ],
            thing=thing,
            label=next((say(each.label) for each in things if each.id == thing), ""),
            fields=[Entry.of(field) for field in fields],
            mistake=mistake,
        )


def set_up(title: AnyTitle, players: int) -> str:
    """Return the text of a game that has just been set up for about that number of players."""
    play = Playthrough(title, title.start({}, nearest(title, players)), _dice)
    next(play.asked())
    return position.write(title, play.state)


def _last(good: str) -> tuple[AnyTitle, Any]:
    """Return the position of a text that was good, of a new game if it never was."""
    try:
        return editing.read(good)
    except BadPosition:
        title = next(iter(TITLES.values()))
        return editing.read(set_up(title, len(title.players)))
