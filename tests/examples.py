"""Examples for translators: what recorded games make of each message.

`python -m tests.examples` writes them into the catalogues, and those of a language, such as
`python -m tests.examples de`, into a file, where each has its translation below it.
"""

import json
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from string import Formatter
from typing import Any, NamedTuple

from games.rules import record, replay
from games.rules.common.message import Message, Part, Series
from games.wording import ENGLISH, Language, language
from hansa_site import catalogues
from hansa_site.languages import DOMAINS, ROOT
from tests import telling

MOST = 3
"""How many examples a message has, each with other kinds of parts."""
LONGEST = 120
"""How many letters an example has at most."""
SEVERAL = 3
"""The number of things in an example that no game told."""

Key = tuple[str, str]
"""A message by its context and its text for one."""


class Example(NamedTuple):
    """A sentence in English and as the message it was."""

    text: str
    said: Message


class Ear(telling.Listener):
    """English that keeps some of what was told for each message that was in it."""

    def __init__(self) -> None:
        super().__init__(ENGLISH)
        self.found: dict[Key, dict[Any, Example]] = {}
        self.parts: dict[str, Counter[Part]] = {}
        self._within: list[Message] = []
        self._depth = 0

    def say(self, said: Part) -> str:
        if not isinstance(said, Message):
            return super().say(said)
        self._within.append(said)
        self._depth += 1
        text = super().say(said)
        self._depth -= 1
        if not self._depth:
            self._keep(Example(text, said), self._within)
            self._within = []
        return text

    def _keep(self, example: Example, within: Sequence[Message]) -> None:
        for said in within:
            for slot, part in said.parts.items():
                self.parts.setdefault(slot, Counter())[part] += 1
            alone = said is example.said
            if len(example.text) <= LONGEST and (said.parts or not alone):
                shape = (_kind(said), *(_kind(part) for part in said.parts.values()))
                kept = self.found.setdefault((said.context, said.text), {})
                if len(kept) < MOST:
                    kept.setdefault((shape, "" if alone else example.said.text), example)


def _kind(part: Part) -> object:
    """Return what makes a part unlike others: what it is, and whether it is one or several."""
    if isinstance(part, Message):
        return part.text, part.number == 1
    if isinstance(part, Series):
        return len(part.parts) > 1
    return part == 1 if isinstance(part, int) else type(part)


def heard() -> Ear:
    """Return an ear that heard every recorded game, and the reasons of every puzzle."""
    ear = Ear()
    told: list[Iterator[str]] = []
    for path in telling.RECORDS:
        steps = [*replay.record_steps(record.read(path.read_bytes()))]
        told += (telling.of_order(step, ear) for step in steps)
        for step in telling.some(steps, 6, "positions"):
            told.append(telling.of_position(step, ear))
            told.append(telling.of_refusals(step, telling.some(steps, 10, "refused"), ear))
        told.append(telling.of_editing(steps[len(steps) // 2], ear))
        told.append(telling.of_end(steps, ear))
        for texts in told:
            for _ in texts:
                pass
        told.clear()
    for _ in telling.of_puzzles(ear):
        pass
    return ear


def examples(ear: Ear) -> dict[Key, list[Example]]:
    """Return the examples of messages of the catalogue, as games told them or as they could."""
    made = {}
    for each in catalogues.template(DOMAINS[0]):
        if not each.id:
            continue
        one, many = each.id if isinstance(each.id, tuple) else (each.id, "")
        found = [*ear.found.get((each.context or "", one), {}).values()]
        made[each.context or "", one] = found or [*_filled(ear, one, many, each.context or "")]
    return {key: made[key] for key in sorted(made) if made[key]}


def _filled(ear: Ear, one: str, many: str, context: str) -> Iterator[Example]:
    """Yield a message that no game told, with what games say in slots of the same names."""
    slots = {slot for _, slot, _, _ in Formatter().parse(many or one) if slot}
    if slots and slots - {"number"} <= ear.parts.keys():
        parts = {slot: ear.parts[slot].most_common(1)[0][0] for slot in slots - {"number"}}
        number = SEVERAL if many else None
        if "number" in slots:
            parts["number"] = SEVERAL
        said = Message(one, parts, many, number, context)
        if len(text := ENGLISH.say(said)) <= LONGEST:
            yield Example(text, said)


def as_json(found: dict[Key, list[Example]]) -> str:
    """Return examples as they are kept: by context and text."""
    kept: dict[str, dict[str, list[str]]] = {}
    for (context, text), row in found.items():
        kept.setdefault(context, {})[text] = list(dict.fromkeys(each.text for each in row))
    return json.dumps(kept, ensure_ascii=False, indent=1) + "\n"


def beside(found: dict[Key, list[Example]], spoken: Language) -> str:
    """Return examples with their translations: a paragraph for each message."""
    paragraphs = []
    for (context, text), row in found.items():
        lines = [f"{text}  [{context}]" if context else text]
        for each in row:
            lines += [f"    {each.text}", f"    {spoken.say(each.said)}"]
        paragraphs.append("\n".join(lines))
    return "\n\n".join(paragraphs) + "\n"


def main(codes: Sequence[str]) -> None:
    """Write the examples, or those of languages with their translations."""
    catalogues.compile_stale()
    spoken = {code: language(code) for code in codes}
    found = examples(heard())
    for code, told in spoken.items():
        path = ROOT / f"var/examples-{code}.txt"
        path.parent.mkdir(exist_ok=True)
        path.write_text(beside(found, told), encoding="utf-8")
        print(path)
    if not codes:
        catalogues.EXAMPLES.write_text(as_json(found), encoding="utf-8")
        catalogues.update()
    wanted = [each for each in catalogues.template(DOMAINS[0]) if each.id]
    print(f"{len(found)} of {len(wanted)} messages have examples.")


if __name__ == "__main__":
    main(sys.argv[1:])
