"""The letters that ask for orders, remind of them, and say that time has run out."""

from typing import Any

from games.play.answers.legal import legal_orders
from games.play.answers.place import reply_to
from games.play.letters.scene import Scene
from games.play.models import Draft, Player
from games.play.scratch import try_draft
from games.post.letters import Written
from games.post.models import Letter


def write_turn(letter: Letter) -> Written | None:
    """Ask for orders, in one's own turn or in that of another."""
    scene = Scene.at_seat(letter)
    if scene is None or not same_wait(scene, scene.player):
        return None
    if scene.view.turn == scene.player.seat:
        return asking(scene, scene.player, "your move")
    return asking(scene, scene.player, "your answer is needed")


def write_reminder(letter: Letter) -> Written | None:
    """Remind of a wait whose clock runs."""
    scene = Scene.at_seat(letter)
    if scene is None or not same_wait(scene, scene.player) or scene.player.overdue:
        return None
    return asking(scene, scene.player, "your clock is running", reminded=True)


def write_warning(letter: Letter) -> Written | None:
    """Say that the clock of a wait has run out, and what happens next."""
    scene = Scene.at_seat(letter)
    if scene is None or not same_wait(scene, scene.player) or not scene.player.overdue:
        return None
    return asking(
        scene,
        scene.player,
        "your time has run out",
        on_timeout=scene.game.on_timeout,
        voting=scene.player.grace_until is None,
    )


def write_more_time(letter: Letter) -> Written | None:
    """Say that the others have voted to wait."""
    scene = Scene.at_seat(letter)
    if scene is None or not same_wait(scene, scene.player) or scene.player.overdue:
        return None
    return asking(
        scene,
        scene.player,
        "you have more time",
        note="Your time had run out, and the others have voted to wait for you.",
    )


def write_played(letter: Letter) -> Written | None:
    """Say that time has run out and that the bot has played."""
    scene = Scene.at_seat(letter)
    if scene is None or not scene.game.is_running:
        return None
    subject = f"{scene.game.name}: your time ran out"
    sentence = "Your time ran out, and a bot has played for you this time."
    return scene.written(
        subject=subject,
        template="told",
        short=f"{subject}. {sentence}",
        picture=scene.picture(),
        moves=True,
        sentence=sentence,
    )


def same_wait(scene: Scene, player: Player) -> bool:
    if not scene.game.is_running or not player.is_waited_for:
        return False
    # Letters that waited while the site was updated may not name theirs.
    return bool(scene.letter.payload.get("wait", player.wait_move) == player.wait_move)


def asking(scene: Scene, player: Player, headline: str, **context: Any) -> Written:
    """Write a letter that asks a player for orders."""
    title = scene.game.rules()
    draft = Draft.objects.of(player) or Draft()
    drafted = try_draft(scene.game, scene.state, player.seat, draft.orders, scene.names)
    sentence = scene.drawing.asked_of_me(scene.view)
    clock = scene.clock
    address = reply_to(player)
    subject = f"{scene.game.name}: {headline}"
    return scene.written(
        subject=subject,
        template="turn",
        short=f"{subject}. {sentence} {clock.sentence}.",
        picture=scene.picture(),
        reply_to=address,
        moves=True,
        waits=True,
        headline=headline,
        sentence=sentence,
        clock=clock,
        turn_of=scene.names[scene.view.turn] if scene.view.turn >= 0 else "",
        own_turn=scene.view.turn == player.seat,
        drafted=drafted.lines,
        answerable=bool(address),
        legal=legal_orders(title, scene.state, player.seat) if address else [],
        stepped_aside=scene.letter.payload.get("stepped_aside", False),
        **context,
    )
