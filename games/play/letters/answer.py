"""The reply to an email with orders."""

from dataclasses import dataclass, field, fields
from typing import Any, Self

from games.accounts.models import User
from games.drawing.primers import Primer
from games.play.letters.addresses import reply_to
from games.play.letters.base import SeatNotification
from games.play.letters.scene import LONGEST, Scene
from games.play.models import Draft
from games.play.pages.confirming import Ending, endings_of
from games.play.pages.legal import Legal
from games.play.pages.listing import listed_orders
from games.play.pages.log import entries_of
from games.play.pages.pictures import Picture, board_png
from games.play.pages.wording import asked_of_others, warned
from games.play.scratch import Scratch, try_draft
from games.post.letters import Written, answering, sentences
from games.post.models import Letter
from games.rules.title import last_order

PLAYED, KEPT, EMPTIED, REFUSED, STALE = "played", "kept", "emptied", "refused", "stale"
TOLD = "told"
VOTED, NOT_COUNTED = "voted", "not counted"
"""What happened to the orders or the vote in an email."""


@dataclass
class Reply:
    """What happened to an email with orders.

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


HEADLINES = {
    PLAYED: "Your orders have been played.",
    KEPT: "Your orders are now your draft. Nothing is played yet.",
    EMPTIED: "Your draft is empty.",
    REFUSED: "Nothing was played.",
    STALE: "Nothing was played.",
    TOLD: "Here's the game now.",
    VOTED: "Your vote counts.",
    NOT_COUNTED: "Your vote doesn't count.",
}


@dataclass(frozen=True)
class Answer(SeatNotification):
    """Says what happened to a player's email, by its number and subject, and shows the game now."""

    kind = "answer"
    answers = True

    mail: int
    subject: str
    reply: Reply

    @classmethod
    def of(cls, letter: Letter) -> Self:
        """Return the notification of a letter, including those whose reply was stored flat."""
        said = letter.payload
        names = {each.name for each in fields(Reply)}
        flat = {name: value for name, value in said.items() if name in names}
        return cls(
            game=said["game"],
            seat=said["seat"],
            mail=said.get("mail", 0),
            subject=said["subject"],
            reply=Reply(**said.get("reply", flat)),
        )

    def key(self, user: User) -> str:
        return f"{self.kind}:{self.mail}"

    def tell(self, scene: Scene) -> Written | None:
        if scene.game.state is None:
            return None
        scratch = _scratch(scene)
        said, headline = self.reply, _headline(self.reply, scratch)
        return scene.written(
            subject=answering(self.subject, scene.game.called),
            template="answer",
            picture=_picture(scene, scratch, said.since),
            short=sentences(f"{scene.game.called}: {headline}", *said.notes),
            reply_to=reply_to(scene.seat),
            headline=headline,
            said=said,
            news=[] if said.since is None else _entries(scene, said.since),
            time=scene.time if scratch else "",
            drafted=scratch.lines if scratch else [],
            warning=_warning(scene, scratch),
            sentence=_asked(scene, scratch),
            ends=_ends(scene, scratch),
            endings=_endings(scene, scratch),
            legal=_legal(scene, scratch, said),
            primers=_primers(scene, scratch, said),
            supply=_supply(scene, scratch),
            answerable=scratch is not None and bool(reply_to(scene.seat)),
        )


def _headline(said: Reply, scratch: Scratch | None) -> str:
    headline = HEADLINES[said.outcome]
    kept = said.outcome in (REFUSED, STALE) and scratch is not None and scratch.lines
    return f"{headline} Your draft is unchanged." if kept else headline


def _legal(scene: Scene, scratch: Scratch | None, said: Reply) -> list[Legal]:
    """Return what the reader can order now, or could have instead of what was wrong."""
    if said.wrong:
        return [Legal(**each) for each in said.legal]
    if scratch is None or scratch.closed:
        return []
    return listed_orders(scene.game.rules(), scratch.state, scene.seat.seat)


def _primers(scene: Scene, scratch: Scratch | None, said: Reply) -> list[Primer]:
    """Return the rules that are new to the reader where `_legal` lists what can be ordered."""
    if said.wrong:
        return scene.unread([Primer(**each) for each in said.primers])
    return scene.new_primers(scratch.state) if scratch else []


def _supply(scene: Scene, scratch: Scratch | None) -> str:
    """Return what the reader has after their draft, or '' if nothing is asked of them."""
    if scratch is None:
        return ""
    seat = scene.seat.seat
    return scene.drawing.supply(scene.game.rules().view(scratch.state, seat), seat)


def _scratch(scene: Scene) -> Scratch | None:
    """Return the result of the reader's draft, or None if they are not being asked."""
    if not scene.game.is_running or not scene.seat.is_waited_for:
        return None
    draft = Draft.objects.of(scene.seat) or Draft()
    return try_draft(scene.game, scene.state, scene.seat.seat, draft.orders, scene.names)


def _picture(scene: Scene, scratch: Scratch | None, since: int | None) -> Picture | None:
    """Return the board with the draft on it, or with the moves played since a number."""
    if scratch is None or not scratch.lines:
        return scene.picture(since)
    drawing, seat = scene.drawing, scene.seat.seat
    view = scene.game.rules().view(scratch.state, seat)
    return Picture(
        png=board_png(drawing, view, base=scene.view, names=scene.names),
        words=drawing.position(view, scene.names),
        content_id=f"draft-{scene.letter.pk}-{seat}@board",
        width=550,
    )


def _entries(scene: Scene, since: int) -> list[Any]:
    moves = scene.game.log.after(since)
    entries = entries_of(scene.game, moves, scene.state, scene.seat_history, scene.seat.seat)
    return entries[:LONGEST]


def _warning(scene: Scene, scratch: Scratch | None) -> str:
    if scratch is None or not scratch.lines:
        return ""
    asked = scene.game.rules().view(scratch.state, scene.seat.seat).prompt
    return warned(scratch.warnings, scene.names, scene.drawing, asked)


def _endings(scene: Scene, scratch: Scratch | None) -> list[Ending]:
    """Return the ways in which the reader can end what the draft leaves open."""
    if scratch is None or scratch.closed or _ends(scene, scratch):
        return []
    return endings_of(scene.game.rules(), scratch.state, scene.seat.seat, scene.drawing)


def _ends(scene: Scene, scratch: Scratch | None) -> bool:
    """Return whether the turn ends by itself after the draft."""
    if scratch is None:
        return False
    return last_order(scene.game.rules(), scratch.state, scene.seat.seat) is not None


def _asked(scene: Scene, scratch: Scratch | None) -> str:
    """Return a sentence about what the game waits for, or how it ended."""
    title = scene.game.rules()
    if scratch is not None and scratch.closed:
        return "Nothing more can be ordered before you confirm."
    if scratch is not None:
        seat = scene.seat.seat
        view, orders = title.view(scratch.state, seat), title.orders(scratch.state, seat)
        return scene.drawing.asked_of_me(view, orders)
    result = title.result(scene.state)
    if result is not None:
        return str(scene.drawing.score(result, scene.view, scene.names)["verdict"])
    return asked_of_others(scene.game, scene.view, scene.names)
