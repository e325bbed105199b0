"""The explorer of openings: what was played from a position, how often, and how it ended."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import sqrt
from typing import Any, Self

from django.db.models import Sum
from django.http import Http404, QueryDict
from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import gettext, ngettext, pgettext

from games.accounts.figures import figure
from games.accounts.figures import signed as with_sign
from games.club.models import Opening, OpeningKind, Variant
from games.club.openings import Step, beginning_key
from games.club.pages.filters import Filter, boards_of, filter_of
from games.club.pages.statistics import CERTAIN
from games.play.history import OPENING, state_after
from games.play.language import spoken
from games.play.models import Game
from games.play.pages.boards import BOARD
from games.rules import TITLES
from games.rules.common.lru import LRUCache
from games.rules.errors import IllegalOptions
from games.rules.title import AnyTitle
from games.study.pages.board_page import BoardPage
from games.wording import WORDINGS

LEAST_GAMES = 5
"""Turns of fewer games are not told apart."""
MOST_ROWS = 20
END = "end"
"""The order that ends a turn in every title: a turn is over whether it is told or not."""

# Positions of finished games never change, and their openings are looked at again and again.
_boards = LRUCache(100)
_told = LRUCache(5000)


@dataclass(frozen=True)
class Mean:
    """A mean, and how far from it the true one is at most in 95 of 100 cases."""

    value: str
    around: str

    @classmethod
    def of(cls, number: int, total: int, squares: int, *, signed: bool = False) -> Self:
        """Return the mean of numbers of which this is the total, and that of their squares."""
        mean = total / number
        variance = max(0.0, (squares - number * mean**2) / max(1, number - 1))
        around = CERTAIN * sqrt(variance / number)
        return cls((with_sign if signed else figure)(mean, 1), figure(around, 1))


@dataclass(frozen=True)
class OpeningRow:
    """A turn that was played from the position shown: words, orders, and how it went."""

    words: str
    notation: str
    url: str
    games: int
    place: Mean
    lead: Mean

    @property
    def figures(self) -> str:
        """The place and the lead as a sentence."""
        return gettext("On average place {place} ± {places}, lead {lead} ± {leads}.").format(
            place=self.place.value,
            places=self.place.around,
            lead=self.lead.value,
            leads=self.lead.around,
        )


@dataclass(frozen=True)
class Crumb:
    """A turn on the way to the position shown; '' is the URL of the one that led to it."""

    words: str
    url: str


@dataclass(frozen=True)
class OpeningsPage:
    """A position, the turns that led to it, and those that were played from it.

    `opening` is the last turn, None at the beginning. `kinds` are links to the turns of people and
    bots with their names and whether they are shown. `others` is in how many games something else
    was played, `goes_on` says whether the explorer knows any turns after these.
    """

    title: AnyTitle
    filters: Sequence[Filter]
    about: str
    start_url: str
    kinds: Sequence[tuple[str, str, bool]]
    kind: str
    crumbs: Sequence[Crumb]
    opening: OpeningRow | None
    board_page: BoardPage
    is_of_game: bool
    rows: Sequence[OpeningRow]
    games: int
    others: int
    goes_on: bool

    least = LEAST_GAMES
    turns = OPENING

    @classmethod
    def at_start(cls, title: AnyTitle, query: QueryDict) -> Self:
        """Return the page of a title's boards and numbers of players; a bad choice is the first."""
        filters, board, players = _filters(title, query)
        return cls._of(title, filters, board, players, (), query)

    @classmethod
    def at(cls, title: AnyTitle, key: str, query: QueryDict) -> Self:
        """Return the page after some turns; raises Http404 if no game began with them."""
        turns = _turns_to(title, key)
        if not turns:
            raise Http404("No game that is counted began like this.")
        last = turns[-1][0]
        return cls._of(title, (), last.board, last.players, turns, query)

    @classmethod
    def _of(
        cls,
        title: AnyTitle,
        filters: Sequence[Filter],
        board: str,
        players: int,
        turns: Sequence[Sequence[Opening]],
        query: QueryDict,
    ) -> Self:
        kind = query.get("by", "")
        kind = kind if kind in OpeningKind.values else OpeningKind.PEOPLE.value
        words = _Words(title, board, players)
        key = turns[-1][0].key if turns else beginning_key(title.id, board, players)
        played = Opening.objects.filter(parent=key, kind=kind)
        goes_on = len(turns) < OPENING
        games = (played.aggregate(all=Sum("games"))["all"] or 0) if goes_on else 0
        often = played.filter(games__gte=LEAST_GAMES).order_by("-games", "pk")[:MOST_ROWS]
        rows = [words.row(each, kind) for each in often] if games else []
        start_url = start_url_of(title, board, players)
        here = url_of(title, key) if turns else start_url
        crumbs = [
            Crumb(
                words.told(turn[0]),
                with_kind(url_of(title, turn[0].key), kind) if turn is not turns[-1] else "",
            )
            for turn in turns
        ]
        last = next((each for each in turns[-1] if each.kind == kind), None) if turns else None
        board_page, example = _board(turns[-1] if turns else (), words)
        return cls(
            title=title,
            filters=filters,
            about=_about(title, board, players),
            start_url=with_kind(start_url, kind),
            kinds=[
                (with_kind(here, value), capfirst(str(label)), value == kind)
                for value, label in OpeningKind.choices
            ],
            kind=kind,
            crumbs=crumbs,
            opening=words.row(last, kind) if last is not None else None,
            board_page=board_page,
            is_of_game=example is not None,
            rows=rows,
            games=games,
            others=games - sum(row.games for row in rows),
            goes_on=goes_on,
        )

    @property
    def next_turn(self) -> int:
        """The number of the turns that are listed."""
        return len(self.crumbs) + 1

    @property
    def few_words(self) -> str:
        """How many games went on in so many ways that none is listed, as a sentence."""
        return ngettext(
            "{number} game went on from here: too few to list.",
            "{number} games went on from here, in too many ways to list.",
            self.games,
        ).format(number=self.games)

    @property
    def others_words(self) -> str:
        """In how many games something else was played, as a sentence."""
        return ngettext(
            "Something else was played in {number} game.",
            "Something else was played in {number} games.",
            self.others,
        ).format(number=self.others)


def url_of(title: AnyTitle, key: str) -> str:
    """Return the address of the position after some turns."""
    return _path(title.id, key)


@lru_cache(maxsize=5000)
def _path(title_id: str, key: str) -> str:
    return reverse("club:opening", args=[title_id, key])


def start_url_of(title: AnyTitle, board: str, players: int) -> str:
    """Return the address of the beginning on a board."""
    return f"{reverse('club:explorer-of', args=[title.id])}?board={board}&players={players}"


def with_kind(url: str, kind: str) -> str:
    """Return the address for the turns of people, which needs no word for it, or of bots."""
    if kind == OpeningKind.PEOPLE:
        return url
    return f"{url}{'&' if '?' in url else '?'}by={kind}"


@lru_cache(maxsize=50)
def _start(title_id: str, board: str, players: int) -> Any:
    """Return a position before the set-up on a board, with the default of all other options."""
    title = TITLES[title_id]
    values = [value.id for each in title.options() if each.name == BOARD for value in each.values]
    for chosen in [{BOARD: value} for value in values] or [{}]:
        try:
            state = title.start(title.complete(chosen, players), players)
        except IllegalOptions:
            continue
        if title.view(state, None).board == board:
            return state
    raise Http404("This board is not for so many players.")


class _Words:
    """Says what was played on a board: players are called by the order of play."""

    def __init__(self, title: AnyTitle, board: str, players: int) -> None:
        self.title, self.board, self.players = title, board, players
        self.start = _start(title.id, board, players)
        self.called = [
            pgettext("order of play", "Player {number}").format(number=number + 1)
            for number in range(players)
        ]

    def names(self, starter: int) -> list[str]:
        """Return the names of the seats if this one has the first turn."""
        return [self.called[(seat - starter) % self.players] for seat in range(self.players)]

    def told(self, opening: Opening) -> str:
        """Return a turn in sentences."""
        language = spoken()
        key = opening.key, opening.kind, opening.game_id, opening.move, language.code
        words: str = _told.get(key, lambda: self._tell(opening))
        return words

    def _tell(self, opening: Opening) -> str:
        names, language = self.names(opening.starter), spoken()
        wording = WORDINGS[self.title.id]
        return " ".join(
            wording.describe(self.start, step.seat, step.order, step.events, names, None, language)
            for step in _told_steps(opening)
        )

    def row(self, opening: Opening, kind: str) -> OpeningRow:
        """Return a turn with its figures."""
        number = opening.games
        return OpeningRow(
            words=self.told(opening),
            notation="; ".join(step.order for step in _told_steps(opening)),
            url=with_kind(url_of(self.title, opening.key), kind),
            games=number,
            place=Mean.of(number, opening.places, opening.squared_places),
            lead=Mean.of(number, opening.leads, opening.squared_leads, signed=True),
        )


def _told_steps(opening: Opening) -> list[Step]:
    steps = [Step(*step) for step in opening.steps]
    return steps[:-1] if len(steps) > 1 and steps[-1].order == END else steps


def _turns_to(title: AnyTitle, key: str) -> list[list[Opening]]:
    """Return the turns that lead to a position, each by people and by bots as far as they did."""
    turns: list[list[Opening]] = []
    while found := list(Opening.objects.filter(title=title.id, key=key).order_by("-kind")):
        turns.insert(0, found)
        key = found[0].parent
        if key == beginning_key(title.id, found[0].board, found[0].players):
            break
    return turns


def _board(turn: Sequence[Opening], words: _Words) -> tuple[BoardPage, Opening | None]:
    """Return the board after a turn with the row whose game it is of, else an empty board."""
    ids = [each.game_id for each in turn if each.game_id is not None]
    public = Game.objects.filter(private=False)
    tokens = dict(public.filter(pk__in=ids).values_list("pk", "token"))
    game_id = next((number for number in ids if number in tokens), None)
    beginning = words.title.id, words.board, words.players, spoken().code
    if game_id is None:
        return _boards.get(beginning, lambda: _drawn(words, words.start, None)), None
    example = next(each for each in turn if each.game_id == game_id)
    return _boards.get(
        (*beginning, tokens[game_id], example.move, example.starter),
        lambda: _drawn(words, state_after(public.get(pk=game_id), example.move), example),
    ), example


def _drawn(words: _Words, state: Any, example: Opening | None) -> BoardPage:
    title = words.title
    steps = _told_steps(example) if example is not None else []
    return BoardPage.of(
        title,
        state,
        None,
        words.names(example.starter if example is not None else 0),
        url="",
        acts=False,
        compact=True,
        since=[title.touched(state, step.order, step.events) for step in steps],
    )


def _filters(title: AnyTitle, query: QueryDict) -> tuple[list[Filter], str, int]:
    """Return the lists to choose from with the board and the number of players that are chosen.

    Boards and numbers that nobody has played are not offered.
    """
    known = Variant.objects.filter(title=title.id).values_list("board", "players").distinct()
    played: dict[str, set[int]] = {}
    for board, players in known:
        played.setdefault(board, set()).add(players)
    wording, ordered = WORDINGS[title.id], boards_of(title.id)
    boards = {board: wording.board(board, spoken()) for board in ordered if board in played}
    if not boards:
        return [], ordered[0], title.setups()[0].players
    of_board = filter_of("board", pgettext("field", "Board"), boards, query, any_="")
    numbers = sorted(played[of_board.chosen])
    of_players = filter_of(
        "players",
        pgettext("field", "Players"),
        {str(number): str(number) for number in numbers},
        query,
        any_="",
    )
    shown = [each for each in (of_board, of_players) if len(each.choices) > 1]
    return shown, of_board.chosen, int(of_players.chosen)


def _about(title: AnyTitle, board: str, players: int) -> str:
    """Return which games are meant: 'Hansa Teutonica · Hanse · 3 players'."""
    number = ngettext("{number} player", "{number} players", players).format(number=players)
    names = [spoken().say(title.name)]
    if len(title.boards) > 1:
        names.append(WORDINGS[title.id].board(board, spoken()))
    return " · ".join([*names, number])


def known_key(title: AnyTitle, keys: Sequence[str]) -> tuple[str, str]:
    """Return the last of the keys that a counted game has, and who played it; '' for none."""
    found: Mapping[str, str] = dict(
        Opening.objects.filter(title=title.id, key__in=keys)
        .order_by("kind")
        .values_list("key", "kind")
    )
    last = next((key for key in reversed(keys) if key in found), "")
    return last, found.get(last, OpeningKind.PEOPLE.value)
