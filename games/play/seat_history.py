"""The holders of each seat, move by move: every page and email takes players' names from here."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final, Self

from games.play.language import say
from games.play.models import Change, Game, Holder, Player
from games.play.models.player import introduced, level_of, owner_of
from games.rules.common.message import Message, Part, Quote, message, term
from games.rules.common.message import Player as PlayerName
from games.wording.seats import COLOURS

_SENTENCES: Final = {
    Change.TAKEN: message("{after} takes over from {before}."),
    Change.VOTED: message("The others voted for a bot. {after} takes over from {before}."),
    Change.LEFT: message("{before} leaves the game. {after} plays on."),
    Change.CLOSED: message("{before} has closed their account. {after} plays on."),
    Change.STAFF: message("Staff gave the seat of {before} to a bot. {after} plays on."),
    Change.EVENT: message("{before} loses the seat. {after} plays on."),
}
_NEWS: Final = {
    Change.LEFT: term("email", "{game}: {before} has left"),
    Change.STAFF: term("email", "{game}: {before} has been replaced by staff"),
}
_CLOSED: Final = term("email", "{game}: {before} has closed their account")
_OFFERED: Final = {
    Change.LEFT: message("{after} plays for {before}, who left. The seat is on offer."),
    Change.CLOSED: message(
        "{after} plays for a player who closed their account. The seat is on offer."
    ),
    Change.STAFF: message("{after} plays for {before}, whom staff replaced. The seat is on offer."),
}
_ANY: Final = message("{after} plays for {before}. The seat is on offer.")


Called = Callable[[Player | Holder], str]


def _name(holder: Player | Holder) -> str:
    """Return the name that others see, isolated."""
    return holder.name


@dataclass(frozen=True)
class Handover:
    """A seat that changed hands before move `number`; `before` and `after` are names.

    `holder` is the id of the holder before, `how` a `Change`, `page` the URL of the page about the
    holder after, and `bot` the id of the bot that it is, '' for a person.
    """

    number: int
    seat: int
    before: str
    after: str
    how: str
    holder: int
    page: str
    bot: str = ""

    def news(self, game: str) -> str:
        """Return the subject line about what the previous holder did in a game, by its name."""
        said = _NEWS.get(Change(self.how), _CLOSED)
        return say(replace(said, parts={"game": Quote(game), "before": PlayerName(self.before)}))

    @property
    def offered(self) -> str:
        """Who plays while the seat is on offer, and for whom, in sentences."""
        return self._said(_OFFERED.get(Change(self.how), _ANY))

    @property
    def sentence(self) -> str:
        """The sentence in the log."""
        return self._said(_SENTENCES[Change(self.how)])

    def _said(self, said: Message) -> str:
        parts = {
            "before": PlayerName(self.before),
            "after": introduced(self.after, self.bot),
        }
        return say(replace(said, parts=parts))


@dataclass(frozen=True)
class SeatHistory:
    """The players' names at each move: `first` by seat, then as the `handovers` change them.

    `pages` are the URLs of the pages about the first players, '' for those without one. `bots` are
    the ids of the bots among them, '' for people, and the names of the owners of bot accounts.
    """

    first: tuple[str, ...]
    pages: tuple[str, ...]
    bots: tuple[tuple[str, str], ...]
    handovers: tuple[Handover, ...] = ()

    @classmethod
    def of(cls, game: Game, players: Sequence[Player], called: Called = _name) -> Self:
        """Return the history of a game that has started; no query if no seat has changed hands.

        `called` says what each holder is called, if not by their name.
        """
        if not game.handovers:
            return cls(
                tuple(map(called, players)),
                tuple(player.page for player in players),
                tuple((player.bot, player.owner) for player in players),
            )
        # Players who left before the game started have no moves.
        held = Holder.objects.filter(player__game=game)
        if not game.hot_seat:
            held = held.exclude(until__lt=game.started)
        return cls._of(held.select_related("user__owner", "player"), players, called)

    @classmethod
    def _of(cls, held: Iterable[Holder], players: Sequence[Player], called: Called) -> Self:
        latest: dict[int, Holder] = {}
        first = [*map(called, players)]
        pages = [player.page for player in players]
        bots = [(player.bot, player.owner) for player in players]
        handovers = []
        for holder in held:
            seat = holder.player.seat
            before = latest.get(seat)
            if before is None:
                first[seat], pages[seat] = called(holder), holder.page
                bots[seat] = (holder.bot, owner_of(holder.user))
            else:
                handovers.append(
                    Handover(
                        number=holder.first_move,
                        seat=seat,
                        before=called(before),
                        after=called(holder),
                        how=holder.came,
                        holder=before.pk,
                        page=holder.page,
                        bot=holder.bot,
                    )
                )
            latest[seat] = holder
        return cls(tuple(first), tuple(pages), tuple(bots), tuple(handovers))

    def at(self, number: int) -> tuple[str, ...]:
        """Return the players' names, by seat, when a move was played."""
        names = list(self.first)
        for handover in self.handovers:
            if handover.number <= number:
                names[handover.seat] = handover.after
        return tuple(names)

    def levels_at(self, number: int) -> list[str]:
        """Return what stands beside the names of bots, by seat, when a move was played."""
        bots = list(self.bots)
        for handover in self.handovers:
            if handover.number <= number:
                bots[handover.seat] = (handover.bot, "")
        return [level_of(*each) for each in bots]

    def page_at(self, number: int, seat: int) -> str:
        """Return the URL of the page about a seat's player when a move was played, or ''."""
        pages = [self.pages[seat]]
        pages += [h.page for h in self.handovers if h.seat == seat and h.number <= number]
        return pages[-1]

    def after(self, number: int) -> list[Handover]:
        """Return the handovers since a move was played."""
        return [handover for handover in self.handovers if handover.number > number]

    def left_by(self, holder: int | None) -> Handover | None:
        """Return how a holder, by id, lost the seat; None if they still have it."""
        return next((each for each in self.handovers if each.holder == holder), None)

    def last_of(self, seat: int) -> Handover | None:
        """Return how a seat changed hands last, None if it never has."""
        return next((each for each in self.handovers[::-1] if each.seat == seat), None)

    @property
    def lines(self) -> list[str]:
        """The players of each seat that changed hands, one sentence per seat."""
        seats = sorted({handover.seat for handover in self.handovers})
        return [
            say(message("{colour}: {players}.", colour=COLOURS[seat], players=self._players(seat)))
            for seat in seats
        ]

    def _players(self, seat: int) -> Part:
        """Return the players of a seat in a row, those after the first with their first moves."""
        told: Part = PlayerName(self.first[seat])
        for each in self.handovers:
            if each.seat == seat:
                told = term(
                    "players",
                    "{before}, from move {number} {player}",
                    before=told,
                    number=each.number,
                    player=PlayerName(each.after),
                )
        return told
