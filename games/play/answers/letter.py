"""The letter that answers an answer: what became of it, and how the table stands now."""

from typing import Any

from games.drawing.png import png
from games.play.answers import taker
from games.play.answers.place import reply_to
from games.play.confirming import Ending, endings_of
from games.play.letters.scene import LONGEST, Scene
from games.play.log import entries_of
from games.play.models import Draft
from games.play.pictures import TALL, WIDE, Picture
from games.play.scratch import Scratch, try_draft
from games.play.words import warned
from games.post.letters import Written, answering
from games.post.models import Letter

HEADLINES = {
    taker.PLAYED: "Your orders are played.",
    taker.KEPT: "Your orders are kept as your draft; nothing is played yet.",
    taker.EMPTIED: "Your draft is empty.",
    taker.REFUSED: "Nothing was played, and your draft is as it was.",
    taker.STALE: "Nothing was played, and your draft is as it was.",
    taker.TOLD: "This is how the table stands.",
}


def write_answer(letter: Letter) -> Written | None:
    """Say what became of an answer, with the table as it is when the letter is sent."""
    scene = Scene.at_seat(letter)
    if scene is None or scene.game.state is None:
        return None
    said, headline = letter.payload, HEADLINES[letter.payload["outcome"]]
    scratch = _scratch(scene)
    return scene.written(
        subject=answering(said["subject"], scene.game.name),
        template="answer",
        picture=_picture(scene, scratch, said["since"]),
        short=" ".join([f"{scene.game.name}: {headline}", *said["notes"]]),
        reply_to=reply_to(scene.player),
        headline=headline,
        said=said,
        news=[] if said["since"] is None else _entries(scene, said["since"]),
        clock=scene.clock if scratch else None,
        drafted=scratch.lines if scratch else [],
        warning=_warning(scene, scratch),
        sentence=_asked(scene, scratch),
        endings=_endings(scene, scratch),
        answerable=scene.game.is_running and bool(reply_to(scene.player)),
    )


def _scratch(scene: Scene) -> Scratch | None:
    """Return what the reader's draft comes to, if they are asked for anything."""
    if not scene.game.is_running or not scene.player.is_waited_for:
        return None
    draft = Draft.objects.of(scene.player) or Draft()
    return try_draft(scene.game, scene.state, scene.player.seat, draft.orders, scene.names)


def _picture(scene: Scene, scratch: Scratch | None, since: int | None) -> Picture:
    """Return the board with what is drafted on it, or with what was played since a move."""
    if scratch is None or not scratch.lines:
        return scene.picture(since)
    drawing, seat = scene.drawing, scene.player.seat
    view = scene.game.rules().view(scratch.state, seat)
    layers = drawing.layers(view, base=scene.view, names=scene.names)
    return Picture(
        png=png(*layers, width=TALL if drawing.live(view)["tall"] else WIDE),
        words=drawing.position(view, scene.names),
        content_id=f"draft-{scene.letter.pk}-{seat}@board",
        width=550,
    )


def _entries(scene: Scene, since: int) -> list[Any]:
    moves = scene.game.moves.after(since)
    entries = entries_of(scene.game, moves, scene.state, scene.hands, scene.player.seat)
    return entries[:LONGEST]


def _warning(scene: Scene, scratch: Scratch | None) -> str:
    if scratch is None or not scratch.lines:
        return ""
    asked = scene.game.rules().view(scratch.state, scene.player.seat).asked
    return warned(scratch.warnings, scene.names, scene.drawing, asked)


def _endings(scene: Scene, scratch: Scratch | None) -> list[Ending]:
    """Return how the reader can stop what the draft leaves open."""
    if scratch is None or scratch.closed:
        return []
    return endings_of(scene.game.rules(), scratch.state, scene.player.seat, scene.drawing)


def _asked(scene: Scene, scratch: Scratch | None) -> str:
    """Return the sentence about what play waits for, or how the game ended."""
    title = scene.game.rules()
    if scratch is not None and scratch.closed:
        return "Nothing more can be ordered before you confirm."
    if scratch is not None:
        return scene.drawing.asked_of_me(title.view(scratch.state, scene.player.seat))
    result = title.result(scene.state)
    if result is not None:
        return str(scene.drawing.score(result, scene.names)["verdict"])
    return scene.drawing.asked_of_others(scene.view, scene.names)
