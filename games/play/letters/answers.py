"""Answers to replies: what a reply did, or that its writer no longer holds the seat."""

from dataclasses import dataclass, field
from typing import Any, Final, Self

from django.utils.translation import pgettext_lazy

from games.accounts.models import User
from games.play.language import labelled, say, spoken
from games.play.letters.addresses import orders_address
from games.play.letters.base import GameNotification, SeatNotification
from games.play.letters.context import LONGEST, LetterContext
from games.play.models import Draft, Log
from games.play.pages.confirming import Ending, closing_of, endings_of
from games.play.pages.legal import Legal
from games.play.pages.listing import listed_orders
from games.play.pages.log import entries_of
from games.play.pages.pictures import Picture, board_png
from games.play.pages.wording import standing, warned
from games.play.scratch import Scratch, try_draft
from games.post.letters import Written, answering, sentences
from games.post.models import Letter
from games.rules.common.message import message, term
from games.rules.title import last_order
from games.wording.primers import Primer

PLAYED, KEPT, EMPTIED, REFUSED, STALE = "played", "kept", "emptied", "refused", "stale"
SHOWN = "shown"
VOTED, NOT_COUNTED = "voted", "not counted"
"""What happened to the orders or the vote in an email."""

GONE: Final = message(
    "The seat that you wrote for is no longer yours, so your reply changed nothing."
)


@dataclass
class Result:
    """What a reply from a player did.

    `notes` are sentences. If a line was `wrong`, `number` is its number among the orders, from 1,
    `legal` are orders that would be legal instead and `primers` the rules that are new there.
    `since` is the last move before the email.
    """

    outcome: str
    notes: list[str] = field(default_factory=list)
    wrong: str = ""
    number: int = 0
    legal: list[dict[str, Any]] = field(default_factory=list)
    primers: list[dict[str, str]] = field(default_factory=list)
    since: int | None = None
    help: bool = False


HEADLINES: Final = {
    PLAYED: message("Your orders have been played."),
    KEPT: message("Your orders are now your draft. Nothing is played yet."),
    EMPTIED: message("Your draft is empty."),
    REFUSED: message("Nothing was played."),
    STALE: message("Nothing was played."),
    SHOWN: message("Here's the game now."),
    VOTED: message("Your vote counts."),
    NOT_COUNTED: message("Your vote doesn't count."),
}


@dataclass(frozen=True)
class Answer(SeatNotification):
    """Says what a player's reply did, by its number and subject, and shows the game now."""

    kind = "answer"
    label = pgettext_lazy("notification", "Answer")
    answers = True

    number: int
    subject: str
    result: Result

    @classmethod
    def of(cls, letter: Letter) -> Self:
        """Return the notification of a letter."""
        payload = letter.payload
        return cls(
            game=payload["game"],
            seat=payload["seat"],
            number=payload["number"],
            subject=payload["subject"],
            result=Result(**payload["result"]),
        )

    def key(self, user: User) -> str:
        return f"{self.kind}:{self.number}"

    def compose(self, context: LetterContext) -> Written | None:
        if context.game.state is None:
            return None
        scratch = _scratch(context)
        result, headline = self.result, _headline(self.result, scratch)
        address = orders_address(context.seat)
        in_chat = context.letter.channel_id is not None
        return context.written(
            subject=answering(self.subject, context.game.called),
            template="answer",
            picture=_picture(context, scratch, result.since),
            short=sentences(labelled(context.game.called, headline), *result.notes),
            # Notes tell of drafts.
            push=labelled(context.game.called, HEADLINES[result.outcome]),
            reply_to=address,
            headline=headline,
            result=result,
            news=[] if result.since is None else _entries(context, result.since),
            time=context.time if scratch else "",
            drafted=scratch.lines if scratch else [],
            warning=_warning(context, scratch),
            sentence=_prompt(context, scratch),
            ends=_ends(context, scratch),
            endings=_endings(context, scratch),
            legal=_legal(context, scratch, result),
            primers=_primers(context, scratch, result),
            supply=_supply(context, scratch),
            answerable=scratch is not None and (in_chat or bool(address.email)),
        )


@dataclass(frozen=True)
class FormerAnswer(GameNotification):
    """Says to a former player that their reply, by its number and subject, changed nothing."""

    kind = "former"
    label = pgettext_lazy("notification", "Answer")
    answers = True

    number: int
    subject: str

    def key(self, user: User) -> str:
        return f"{self.kind}:{self.number}"

    def compose(self, context: LetterContext) -> Written:
        return context.written(
            subject=answering(self.subject, context.game.called),
            template="notice",
            short=sentences(context.game.called, say(GONE)),
            sentence=say(GONE),
            button_url=context.watch_url,
            button_label=say(term("button", "Watch the game")),
        )


def _headline(result: Result, scratch: Scratch | None) -> str:
    headline = say(HEADLINES[result.outcome])
    kept = result.outcome in (REFUSED, STALE) and scratch is not None and scratch.lines
    return f"{headline} {say(message('Your draft is unchanged.'))}" if kept else headline


def _legal(context: LetterContext, scratch: Scratch | None, result: Result) -> list[Legal]:
    """Return what the reader can order now, or could have instead of what was wrong."""
    if result.wrong:
        return [Legal(**each) for each in result.legal]
    if scratch is None or scratch.closed:
        return []
    return listed_orders(context.game.rules(), scratch.state, context.seat.seat)


def _primers(context: LetterContext, scratch: Scratch | None, result: Result) -> list[Primer]:
    """Return the rules that are new to the reader where `_legal` lists what can be ordered."""
    if result.wrong:
        return context.unread([Primer(**each) for each in result.primers])
    return context.new_primers(scratch.state) if scratch else []


def _supply(context: LetterContext, scratch: Scratch | None) -> str:
    """Return what the reader has after their draft, or '' if nothing is asked of them."""
    if scratch is None:
        return ""
    seat = context.seat.seat
    return context.wording.supply(context.game.rules().view(scratch.state, seat), seat, spoken())


def _scratch(context: LetterContext) -> Scratch | None:
    """Return the result of the reader's draft, or None if they are not being asked."""
    if not context.game.is_running or not context.seat.is_waited_for:
        return None
    draft = Draft.objects.of(context.seat) or Draft()
    return try_draft(context.game, context.state, context.seat.seat, draft.orders, context.names)


def _picture(context: LetterContext, scratch: Scratch | None, since: int | None) -> Picture | None:
    """Return the board with the draft on it, or with the moves played since a number."""
    if scratch is None or not scratch.lines or context.letter.channel_id is not None:
        return context.picture(since)
    seat = context.seat.seat
    view = context.game.rules().view(scratch.state, seat)
    return Picture(
        png=board_png(context.game.title, view, base=context.view, names=context.names),
        words=context.wording.position(view, context.names, spoken()),
        content_id=f"draft-{context.letter.pk}-{seat}@board",
        width=550,
    )


def _entries(context: LetterContext, since: int) -> list[Any]:
    moves = Log(context.game).after(since)
    entries = entries_of(
        context.game, moves, context.state, context.seat_history, context.seat.seat
    )
    return entries[:LONGEST]


def _warning(context: LetterContext, scratch: Scratch | None) -> str:
    if scratch is None or not scratch.lines:
        return ""
    prompt = context.game.rules().view(scratch.state, context.seat.seat).prompt
    return warned(scratch.warnings, context.names, context.wording, prompt)


def _endings(context: LetterContext, scratch: Scratch | None) -> list[Ending]:
    """Return the ways in which the reader can end what the draft leaves open."""
    if scratch is None or scratch.closed or _ends(context, scratch):
        return []
    return endings_of(context.game.rules(), scratch.state, context.seat.seat)


def _ends(context: LetterContext, scratch: Scratch | None) -> Ending | None:
    """Return how the turn ends with the draft, None if it does not.

    It ends automatically where nothing else can be ordered.
    """
    if scratch is None:
        return None
    title, seat = context.game.rules(), context.seat.seat
    if scratch.closed:
        ending = closing_of(title, scratch, seat)
    elif last_order(title, scratch.state, seat) is not None:
        ending = endings_of(title, scratch.state, seat)[0]
    else:
        return None
    return ending if ending.ends_turn else None


def _prompt(context: LetterContext, scratch: Scratch | None) -> str:
    """Return a sentence about what the game waits for, or how it ended."""
    title = context.game.rules()
    if scratch is not None and scratch.closed:
        return say(message("Nothing more can be ordered before you confirm."))
    if scratch is not None:
        seat = context.seat.seat
        view, orders = title.view(scratch.state, seat), title.orders(scratch.state, seat)
        return context.wording.prompt_of_me(view, orders, spoken())
    return standing(context.game, context.state, context.seat, context.names)
