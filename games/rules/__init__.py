"""The rules of all titles: plain Python, the standard library only."""

from games.rules.common.editing import Editing
from games.rules.common.lines import Lines
from games.rules.hansa import Hansa
from games.rules.hansa import editing as hansa_editing
from games.rules.hansa import position_reader as hansa_reader
from games.rules.hansa import position_text as hansa_text
from games.rules.teutonica import Teutonica
from games.rules.teutonica import editing as teutonica_editing
from games.rules.teutonica import position_reader as teutonica_reader
from games.rules.teutonica import position_text as teutonica_text
from games.rules.title import AnyTitle

TITLES: dict[str, AnyTitle] = {title.id: title for title in (Teutonica(), Hansa())}
"""Every title by its id. A new title is one more line here."""

LINES: dict[str, Lines] = {
    "teutonica": Lines(teutonica_text.write, teutonica_reader.read, ("waits",)),
    "hansa": Lines(hansa_text.write, hansa_reader.read),
}
"""How the titles that have lines of their own write positions as text."""

EDITING: dict[str, Editing] = {
    title: Editing(
        module.things,
        module.targets,
        module.target,
        module.fields,
        module.lines,
        module.rest,
        module.impossible,
    )
    for title, module in (("teutonica", teutonica_editing), ("hansa", hansa_editing))
}
"""How positions of the titles that can be edited are changed thing by thing."""

__all__ = ["EDITING", "LINES", "TITLES", "AnyTitle"]
