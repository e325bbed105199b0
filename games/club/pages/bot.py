"""The pages of a bot, as one visitor sees them."""

from dataclasses import dataclass, field
from typing import Any

from games.bots import LEVELS, STRATEGIES
from games.bots.evaluation import checked_of, with_error
from games.club.pages.results import Results
from games.club.pages.subject import Subject
from games.play.language import spoken
from games.ratings.anchors import all_anchors
from games.ratings.scale import Shown
from games.rules import TITLES
from games.rules.common.message import message, term

SENTENCES = {bot: level.sentence for bot, level in LEVELS.items()} | {
    "random": message("Plays any order that the rules allow, without a plan."),
}


def bot_name(bot: str) -> str:
    """Return the name of a bot that is not at a table."""
    said = term("bot", "Random bot")
    if bot in LEVELS:
        said = term("bot", "{level} bot", level=LEVELS[bot].name)
    return spoken().say(said)


def strengths_of(bot: str) -> list[tuple[str, Shown, int]]:
    """Return a bot's strength at each title, with the number of games it is from, 0 as shipped."""
    anchors = {each.title: each for each in all_anchors() if each.bot == bot}
    return [
        (spoken().say(title.name), anchors[title.id].shown, anchors[title.id].games)
        for title in TITLES.values()
        if title.id in anchors
    ]


@dataclass(frozen=True)
class Predictions:
    """How often the chances to win that bots predicted in a title came true.

    `rows` have a range of chances in percent, how many were predicted, and the share won.
    """

    title: str
    games: int
    rows: list[tuple[str, int, str]]


def predictions() -> list[Predictions]:
    """Return how often predicted chances came true, for each title that bots know."""
    found, say = [], spoken().say
    for title_id, strategy in STRATEGIES.items():
        checked = checked_of(strategy.model.path)
        rows = []
        for number, each in enumerate(checked.bins):
            span = term("range", "{first} to {last}%", first=10 * number, last=10 * number + 10)
            won = say(with_error(each.won, each.error)) if each.number else ""
            rows.append((say(span), each.number, won))
        found.append(Predictions(say(TITLES[title_id].name), checked.games, rows))
    return found


@dataclass(frozen=True)
class BotPage:
    """What is shown of a bot, by its id: the head of both pages, and the first one."""

    bot: str
    strengths: list[tuple[str, Shown, int]] = field(default_factory=list)
    predictions: list[Predictions] = field(default_factory=list)
    results: Results | None = None

    @classmethod
    def of(cls, bot: str, visitor: Any) -> "BotPage":
        """Return what a visitor sees of a bot, in a fixed number of queries."""
        results = Results.of(Subject(bot=bot), visitor)
        return cls(bot, strengths=strengths_of(bot), predictions=predictions(), results=results)

    @property
    def name(self) -> str:
        """The bot's name."""
        return bot_name(self.bot)

    @property
    def sentence(self) -> str:
        """How it plays."""
        return spoken().say(SENTENCES[self.bot]) if self.bot in SENTENCES else ""
