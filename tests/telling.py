"""The words of titles for tests: of one order in English, and all that is told about games."""

import random
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from games.bots import STANDING_ORDERS, STRATEGIES
from games.bots.puzzles import path_of, puzzles_of
from games.bots.reasons import theme_of
from games.bots.reasons import told as told_reason
from games.drawing import DRAWINGS
from games.rules import editing, position
from games.rules.common.message import Part, Told
from games.rules.errors import RulesError
from games.rules.playthrough import Step
from games.rules.title import CHANCE, AnyTitle
from games.wording import ENGLISH, WORDINGS, Language, Wording
from hansa_site.languages import DOMAINS, ROOT

RECORDS = sorted([*ROOT.glob("games/club/records/*.txt"), *ROOT.glob("tests/records/*/*.txt")])
"""Every recorded game."""
CODES = ("en", *(path.parent.parent.name for path in DOMAINS[0].files()))
"""Every language of which there is a catalogue."""
NAMES = ("Ada", "Bo", "Cy", "Di", "Eve")
WORD = re.compile(r"[^\W\d_]{2,}")
_DRAWN = re.compile(r'>([^<>]*[^\W\d_][^<>]*)<|(?:aria-label|title|alt)="([^"]+)"')
"""What people read of a picture."""


def describe(title: AnyTitle, *what: Any) -> str:
    """Return sentences about a logged order, as `Wording.describe` does."""
    return _wording(title).describe(*what, ENGLISH)


def urge(title: AnyTitle, *what: Any) -> str:
    """Return an order as advice, as `Wording.urge` does."""
    return _wording(title).urge(*what, ENGLISH)


def _wording(title: AnyTitle) -> Wording:
    return WORDINGS.get(title.id) or Wording()


class Listener(Language):
    """A language that remembers the words of its messages that no language changes: `kept`."""

    def __init__(self, language: Language) -> None:
        super().__init__(language.code, language._catalogue)
        self.kept: set[str] = set()

    def _part(self, part: Part) -> str:
        text = super()._part(part)
        if isinstance(part, str) and not isinstance(part, Told):
            self.kept.update(WORD.findall(text.casefold()))
        return text


def of_order(step: Step, language: Language) -> Iterator[str]:
    """Yield what the log says of an order, to a spectator and to a player, and it as advice."""
    words = WORDINGS[step.title.id]
    what = (step.after, step.seat, step.text, step.after.events, NAMES)
    for viewer in (None, 0):
        yield words.describe(*what, viewer, language)
    if step.seat != CHANCE:
        yield words.urge(*what, language)


def of_position(step: Step, language: Language) -> Iterator[str]:
    """Yield all that is told in the position in which an order was given, and of what it brings."""
    title, words = step.title, WORDINGS[step.title.id]
    seat = None if step.seat == CHANCE else step.seat
    view = title.view(step.before, seat)
    names = NAMES[: view.players]
    yield words.prompt_of_others(view, names, language)
    yield words.position(view, names, language)
    for part in words.outline(view, names, language):
        yield part.title
        for place in part.places:
            yield place.name
            for label, fact in place.rows():
                yield from filter(None, (label, fact))
    for thing, name in words.things(view, language).items():
        about = words.explain(view, thing, names, language)
        yield from (name, about.heading, *about.sentences)
        for label, fact in about.rows:
            yield from (label, fact)
        yield from (label for _, label in about.links)
    if seat is None:
        return
    orders = title.orders(step.before, seat)
    yield words.prompt_of_me(view, orders, language)
    yield from filter(None, (words.supply(view, seat, language),))
    yield from filter(None, (words.given_up(view, orders, language),))
    yield from words.answering(view.prompt, language) or ()
    yield from (primer.sentence for primer in words.primers(view, orders, language))
    for obstacle in words.obstacles(view, orders.groups, language).values():
        yield from obstacle
    yield from words.consequences(view, title.view(step.after, seat), names, language)
    choices = DRAWINGS[title.id].choices(title, orders, view, language, names)
    yield from (target.label for target in choices.with_shortcuts().first.values())
    for question in STANDING_ORDERS[title.id].questions(view):
        yield from map(language.say, (question.label, question.sentence))
        for field in question.fields:
            yield language.say(field.label)
            yield from (language.say(label) for _, label in field.choices)


def of_picture(step: Step, language: Language) -> Iterator[str]:
    """Yield what people read of the board and the desks after an order; it may be broken lines."""
    drawing, view = DRAWINGS[step.title.id], step.title.view(step.after, None)
    names = NAMES[: view.players]
    drawn = [drawing.static(view.board, language)]
    drawn.append(drawing.live(view, language, names=names)["body"])
    drawn += [desk["body"] for desk in drawing.desks(view, names, language)]
    yield from ("".join(each).strip() for body in drawn for each in _DRAWN.findall(body))


def of_refusals(step: Step, others: Sequence[Step], language: Language) -> Iterator[str]:
    """Yield why orders of other moments, and what is hardly an order, are refused in a position."""
    title = step.title
    for text in [text for other in others for text in (other.text, *_spoiled(other.text))]:
        try:
            title.apply(step.before, step.seat, title.read(step.before, text))
        except RulesError as error:
            yield language.say(error.said)


def _spoiled(text: str) -> Iterator[str]:
    first, *rest = text.split() or [""]
    yield first
    yield f"{text} x"
    yield " ".join([first, *rest[:-1], "x"])


def of_end(steps: Sequence[Step], language: Language) -> Iterator[str]:
    """Yield what is told when a game is over: the score, and where each line of it comes from."""
    title, end = steps[-1].title, steps[-1].after
    words, view, result = WORDINGS[title.id], title.view(end, None), title.result(end)
    names = NAMES[: view.players]
    yield words.prompt_of_others(view, names, language)
    if result is None:
        return
    score = words.score(result, view, names, language)
    yield from (score["verdict"], score["ending"], *(line["label"] for line in score["lines"]))
    events = [event for step in steps for event in step.after.events]
    for seat, scores in enumerate(result.scores):
        for line, points in scores.items():
            if points and line != "total":
                yield words.source(view, seat, line, points, names, events, language)


def of_puzzles(language: Language) -> Iterator[str]:
    """Yield what puzzles are about, and the reasons of their turns."""
    for strategy in STRATEGIES.values():
        for puzzle in puzzles_of(path_of(strategy)).values():
            yield language.say(theme_of(puzzle))
            for turn in puzzle.turns:
                for fact in filter(None, (*turn.why, turn.reply)):
                    yield language.say_all(told_reason(puzzle, fact, NAMES))


def of_editing(step: Step, language: Language) -> Iterator[str]:
    """Yield why positions are refused in which a line is wrong."""
    lines = position.write(step.title, step.after).splitlines()
    for number, line in enumerate(lines):
        for wrong in ("", *_spoiled(line)):
            try:
                editing.read("\n".join([*lines[:number], wrong, *lines[number + 1 :]]))
            except RulesError as error:
                yield language.say(error.said)


def some(steps: Iterable[Step], number: int, seed: object) -> list[Step]:
    """Return some of the steps of a game, always the same."""
    every = list(steps)
    return random.Random(str(seed)).sample(every, min(number, len(every)))
