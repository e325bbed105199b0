"""The words of a title: all that tells people about its games."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, ClassVar, NamedTuple

from games.rules.common.message import Message, Notation, Player, Series, message, series, term
from games.rules.title import CHANCE, AnyOrders, Result
from games.wording.explanations import Explanation, Obstacle
from games.wording.guide import Guide
from games.wording.language import Language
from games.wording.outline import Part
from games.wording.primers import Primer
from games.wording.score import FigureWords, SheetWords, sheet
from games.wording.seats import called

Events = Sequence[Sequence[Any]]


class Answering(NamedTuple):
    """The buttons of an answer that may have several parts: to give one `more`, to be `done`."""

    more: str
    done: str


class Wording:
    """The words of one title, plain ones where a title does not have its own.

    `title` is the title's id. States and views are the title's own. Whatever returns text takes the
    language to tell it in. `boards` are the names of the boards by id, `verbs` the
    headings of lists of orders. `keys` say what the letters of common orders do, by letter.
    `captions` are those of the pictures of the rules page, by the rule or heading that they show.
    `secret` are the prompts at which orders name what only the player who is asked may see.

    People choose their names, so whatever has them is escaped before it goes into markup.
    """

    title: str
    boards: ClassVar[Mapping[str, Message]] = {}
    verbs: ClassVar[Mapping[str, Message]] = {}
    keys: ClassVar[Mapping[str, Message]] = {}
    captions: ClassVar[Mapping[str, Sequence[Message]]] = {}
    secret: ClassVar[Collection[str]] = ()

    def board(self, board_id: str, language: Language) -> str:
        """Return the name of a board, its id if it has none."""
        return language.say(self.boards.get(board_id, Notation(board_id)))

    def verb(self, verb: str, language: Language) -> str:
        """Return what the orders of a verb do, as the heading of their list; itself if unknown."""
        return language.say(self.verbs.get(verb, Notation(verb)))

    # The log, and advice.

    def describe(
        self,
        state: Any,
        seat: int,
        text: str,
        events: Events,
        names: Sequence[str],
        viewer: int | None,
        language: Language,
    ) -> str:
        """Return sentences about a logged order and its events, as `viewer` may read them.

        The acting player comes first. Without events they are about the order alone. Any state of
        the game will do: only what never changes in a game is used.
        """
        if seat == CHANCE:
            return language.say(message("Chance: {order}.", order=Notation(text)))
        player = Player(names[seat])
        return language.say(message("{player}: {order}.", player=player, order=Notation(text)))

    def urge(
        self,
        state: Any,
        seat: int,
        text: str,
        events: Events,
        names: Sequence[str],
        language: Language,
    ) -> str:
        """Return an order as advice to a seat, such as 'Sail to Danzig.'

        The events that the order would have are not told, but may say more about it. Any state of
        the game will do, as for `describe`.
        """
        return f"{text[:1].upper()}{text[1:]}."

    def label(
        self, view: Any, order: Any, text: str, names: Sequence[str], language: Language
    ) -> str:
        """Return an order of the viewer, which `text` spells, in short words for a button."""
        return f"{text[:1].upper()}{text[1:]}"

    # What is asked.

    def prompt_of_me(self, view: Any, orders: AnyOrders, language: Language) -> str:
        """Return the sentence that asks the viewer for one of the orders, and offers no others."""
        return language.say(message("It's your turn."))

    def prompt_of_others(self, view: Any, names: Sequence[str], language: Language) -> str:
        """Return which players the game waits for, none or several, and for what."""
        asked = [Player(names[seat]) for seat in view.to_move if seat != CHANCE]
        if not asked:
            return language.say(message("Something is being drawn."))
        return language.say(message("The game waits for {players}.", players=series(asked)))

    def rule(self, view: Any) -> str:
        """Return the number of the rule about what is asked, as in docs/rules, or ''."""
        return ""

    def primers(self, view: Any, orders: AnyOrders, language: Language) -> Sequence[Primer]:
        """Return what matters to the viewer, who is asked, of the rules that need an introduction.

        These are the rules that players of the title's other setups, or of other titles, do not
        know. `orders` are all that the viewer can give. Each is told a person only once.
        """
        return ()

    def obstacles(
        self, view: Any, possible: Collection[str], language: Language
    ) -> Mapping[str, Obstacle]:
        """Return why the viewer, who is asked, cannot give the usual orders of a turn, by verb.

        `possible` are the verbs of the orders that they can give.
        """
        return {}

    # What confirming does.

    def will(self, asked: str, names: Sequence[str], language: Language) -> str:
        """Return what players will do whom a confirmation asks this, as a sentence."""
        players = series(map(Player, names))
        return language.say(message("{players} will answer.", players=players))

    def uncovers(self, language: Language) -> str:
        """Return what the caution 'uncovers' means, as a sentence."""
        return language.say(message("Something is revealed."))

    def declining(self, asked: str, language: Language) -> str:
        """Return what a player leaves out by stopping when asked this, as a sentence, or ''."""
        return ""

    def given_up(self, view: Any, orders: AnyOrders, language: Language) -> str:
        """Return what the end of the viewer's turn gives up now, in sentences, or ''.

        `orders` are all that the viewer can give.
        """
        return ""

    def answering(self, asked: str, language: Language) -> Answering | None:
        """Return the buttons of an answer that may have several parts, None for the usual ones."""
        return None

    def consequences(
        self, before: Any, after: Any, names: Sequence[str], language: Language
    ) -> Sequence[str]:
        """Return what a draft brings that its orders do not say, in sentences.

        `before` and `after` are the viewer's views without and with it.
        """
        return ()

    def attempt(self, view: Any, letter: str, thing: str) -> str:
        """Return the text of the order that one of the `keys` would give at a thing, '' if none.

        The rules say why it is refused.
        """
        return ""

    # The table.

    def position(self, view: Any, names: Sequence[str], language: Language) -> str:
        """Return the state of the game in a few sentences, for people who do not see the board."""
        return ""

    def supply(self, view: Any, seat: int, language: Language) -> str:
        """Return what a seat has to act with, in a few words, '' if it is nothing but the board."""
        return ""

    def outline(self, view: Any, names: Sequence[str], language: Language) -> Sequence[Part]:
        """Return the board with all that stands on it in words, part by part."""
        return ()

    def things(self, view: Any, language: Language) -> Mapping[str, str]:
        """Return the name of everything on the table, with its words.

        A name is that of a target where there is one: 'city:lubeck'. The board and the desks have
        it as `data-about` on what shows the thing.
        """
        return {}

    def explain(
        self, view: Any, thing: str, names: Sequence[str], language: Language
    ) -> Explanation | None:
        """Return what one of the `things` is, None if there is no such thing."""
        return None

    def guide(self) -> Guide | None:
        """Return the guided first game, None if the title has none."""
        return None

    # The score.

    def score(
        self, result: Result, view: Any, names: Sequence[str], language: Language
    ) -> dict[str, Any]:
        """Return the score sheet as `games.wording.score.sheet` makes it; `view` is of the end."""
        return sheet(self, result, view, called(view, names, language), language)

    def sheet_words(self, language: Language) -> SheetWords:
        """Return the words of the score sheet."""
        return SheetWords({"total": language.say(term("score", "Total"))}, {})

    def figure_words(self, language: Language) -> FigureWords:
        """Return the words of statistics."""
        return FigureWords({}, {}, "", {}, {})

    def tied(self, breaker: str, number: int, players: Series) -> Message:
        """Return why players, so many of them, did not win with as many points, as a sentence.

        `breaker` is `Result.tie_breaker`.
        """
        return message("{players} had as many points, but did not win.", players=players)

    def reason(self, view: Any, seat: int, line: str) -> Message:
        """Return where a seat's points in a line of the score sheet come from.

        It is a noun or a term that follows 'from': 'booths in 3 cities'.
        """
        return term("points came from", "{line}", line=Notation(line))

    def source(
        self,
        view: Any,
        seat: int,
        line: str,
        points: int,
        names: Sequence[str],
        told: Iterable[Sequence[Any]],
        language: Language,
    ) -> str:
        """Return where the points of a seat in a line of its score sheet come from, in a sentence.

        There must be some. `view` is of the end, `told` are all events of the game.
        """
        player, label = Player(called(view, names, language)[seat]), self.sheet_words(language)
        return language.say(
            message(
                "{player}: {points}, {line}.",
                player=player,
                points=points,
                line=Notation(label.lines[line]),
            )
        )
