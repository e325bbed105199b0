"""The votes panel: clocks, votes and absent players, as one visitor sees them."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

from django.utils import timezone

from games.play.access import Access
from games.play.event_hosts import EventHost, host_of
from games.play.language import say
from games.play.models import Ballot, OnTimeout, Player, Vote, VoteKind
from games.play.pages.time_left import TimeLeft, keeps_nobody_waiting, moment_in, time_left
from games.play.pages.wording import agreement_of, choice_of, question_of, result_of, terms_of
from games.play.policies import choices_in, obstacle_to_joining, obstacle_to_vote
from games.rules.common.lru import LRUCache
from games.rules.common.message import Message, Told, message, term
from games.rules.common.message import Player as PlayerName

RESULTS = 5
"""The most closed votes to show."""

_votes = LRUCache(500)

ASKS: Final = {
    VoteKind.PAUSE: term("button", "Pause game"),
    VoteKind.RESUME: term("button", "Resume game"),
    VoteKind.END: term("button", "End game now"),
    VoteKind.CANCEL: term("button", "Cancel game"),
}


@dataclass(frozen=True)
class Clock:
    """The clock of a player the game waits for; `told` is what it says and what follows."""

    player: Player
    left: TimeLeft
    told: str


@dataclass(frozen=True)
class Choice:
    """A choice in a vote: the `names` of the players who chose it; `mine` if the visitor did."""

    id: str
    label: str
    names: list[str]
    mine: bool


@dataclass(frozen=True)
class Question:
    """An open vote: whether the visitor `may_vote`, the names `missing`, how many it takes."""

    vote: Vote
    question: str
    choices: list[Choice]
    may_vote: bool
    missing: list[str]
    closes: str
    agreement: str


@dataclass(frozen=True)
class Offer:
    """A seat on offer, and who plays there until someone takes it, in a sentence."""

    seat: int
    sentence: str


@dataclass
class VotesPanel:
    """What the panel shows to the visitor in `seat`.

    `asks` are the votes that the visitor may call, each a kind and a label; `alone` says that
    nobody else plays here but bots. `obstacle` is why the visitor, who `may_join` else, may not.
    `back_until` says when their own seat is given away, if they can take it back only so long.
    """

    terms: str = ""
    seat: int | None = None
    clocks: list[Clock] = field(default_factory=list)
    paused: str = ""
    questions: list[Question] = field(default_factory=list)
    results: list[str] = field(default_factory=list)
    asks: list[tuple[str, str]] = field(default_factory=list)
    offered: list[Offer] = field(default_factory=list)
    alone: bool = False
    may_join: bool = False
    obstacle: str = ""
    may_come_back: bool = False
    back_until: str = ""

    @property
    def shows(self) -> bool:
        """Whether there is anything to look at besides the terms and the closed votes."""
        return bool(self.clocks or self.paused or self.questions or self.offered)

    @property
    def plays(self) -> bool:
        """Whether the visitor has a seat."""
        return self.seat is not None

    @property
    def has_votes(self) -> bool:
        """Whether there are votes to call, or closed ones."""
        return bool(self.asks or self.results)

    @classmethod
    def of(cls, access: Access) -> "VotesPanel":
        """Return the panel of a game that has started; no query if no vote is open."""
        game, now = access.game, timezone.now()
        panel = cls(seat=access.seat, terms=terms_of(game))
        votes = _votes_of(access)
        panel.results = [result_of(vote) for vote in votes if vote.closed][:RESULTS]
        people = [each for each in access.players if each.is_persons and not each.offered_at]
        panel.alone = len(people) == 1
        if not game.is_running:
            return panel
        panel.clocks = _clocks(access, len(people), now)
        if game.paused_until:
            panel.paused = moment_in(game.paused_until)
        open_votes = [vote for vote in votes if not vote.closed]
        panel.questions = [_question(access, vote) for vote in open_votes[::-1]]
        panel.asks = _asks(access, open_votes)
        panel.offered = _offers(access)
        mine = access.seat is not None and access.players[access.seat]
        panel.may_join = bool(panel.offered) and not mine
        panel.obstacle = obstacle_to_joining(game, access.user) if panel.may_join else ""
        if mine and mine.offered_at:
            panel.may_come_back = True
            panel.back_until = _back_until(mine.offered_at, host_of(game))
        return panel


def _votes_of(access: Access) -> list[Vote]:
    """Return a game's votes, the newest first; cached, as any change raises the game's version."""
    game = access.game

    def votes() -> list[Vote]:
        called = Vote.objects.filter(game=game).select_related("about__user")
        return list(called.order_by("-opened"))

    found: list[Vote] = _votes.get((game.token, game.version, *access.names), votes)
    return found


def _clocks(access: Access, people: int, now: datetime) -> list[Clock]:
    """Return the clocks of the players the game waits for, if anybody waits for them."""
    voted = access.game.on_timeout == OnTimeout.VOTE
    calm = keeps_nobody_waiting(access.game, people)
    clocks = []
    for player in access.players:
        if player.wait is None:
            continue
        left = time_left(player.wait, now)
        if left.overdue or not calm:
            clocks.append(Clock(player, left, left.with_what_follows(voted=voted)))
    return clocks


def _offers(access: Access) -> list[Offer]:
    offers = []
    host = host_of(access.game) if any(each.offered_at for each in access.players) else None
    for player in access.players:
        if not player.offered_at:
            continue
        handover = access.seat_history.last_of(player.seat)
        if player.bot and handover is not None:
            sentence = handover.offered
        else:
            sentence = say(_offered(player, player.offered_at, host))
        offers.append(Offer(player.seat, sentence))
    return offers


def _offered(player: Player, since: datetime, host: EventHost | None) -> Message:
    """Return that a person's seat is on offer, and what happens to it."""
    name = PlayerName(player.name)
    end = _back_until(since, host)
    if not end:
        return message(
            "{player}'s seat is on offer. A bot plays there until someone takes it.", player=name
        )
    return message(
        "{player}'s seat is on offer. A bot plays there. If {player} isn't back by {end}, someone "
        "else gets the seat, or a bot plays to the end.",
        player=name,
        end=Told(end),
    )


def _back_until(since: datetime, host: EventHost | None) -> str:
    """Return until when a seat on offer can be taken back, '' if until someone takes it."""
    if host is None or host.take_back is None:
        return ""
    return moment_in(since + host.take_back)


def _question(access: Access, vote: Vote) -> Question:
    voters = vote.voters(access.players)
    chosen = dict(
        Ballot.objects.filter(vote=vote, player__in=voters).values_list("player_id", "choice")
    )
    choices = [
        Choice(
            id=choice,
            label=choice_of(vote, choice),
            names=[player.name for player in voters if chosen.get(player.pk) == choice],
            mine=any(
                chosen.get(player.pk) == choice for player in voters if player.seat == access.seat
            ),
        )
        for choice in choices_in(vote, access.game)
    ]
    return Question(
        vote=vote,
        question=question_of(vote),
        choices=choices,
        may_vote=any(player.seat == access.seat for player in voters),
        missing=[player.name for player in voters if player.pk not in chosen],
        closes=moment_in(vote.closes),
        agreement=agreement_of(vote, access.game),
    )


def _asks(access: Access, open_votes: list[Vote]) -> list[tuple[str, str]]:
    if access.seat is None:
        return []
    player, running = access.players[access.seat], {vote.kind for vote in open_votes}
    return [
        (kind.value, say(words))
        for kind, words in ASKS.items()
        if kind not in running and not obstacle_to_vote(access.game, player, kind)
    ]
