"""The letters that ask for orders, remind of them, and say that time has run out."""

from games.play.letters.scene import Scene
from games.post.letters import Written
from games.post.models import Letter


def write_turn(letter: Letter) -> Written | None:
    """Ask for orders, in one's own turn or in that of another."""
    scene = _waiting(letter)
    if scene is None or not letter.key.endswith(f":{scene.player.wait_move}"):
        return None
    asked = scene.drawing.asked_of_me(scene.view)
    if scene.view.turn == scene.player.seat:
        subject = f"{scene.game.name}: your move"
    else:
        subject = f"{scene.game.name}: your answer is needed"
    return scene.written(
        subject=subject, template="turn", short=f"{subject}. {asked}", sentence=asked
    )


def write_reminder(letter: Letter) -> Written | None:
    """Remind of a wait whose clock runs."""
    scene = _waiting(letter)
    if scene is None or not _same_wait(scene) or scene.player.overdue:
        return None
    subject = f"{scene.game.name}: your clock runs"
    asked = scene.drawing.asked_of_me(scene.view)
    return scene.written(
        subject=subject, template="turn", short=f"{subject}. {asked}", sentence=asked
    )


def write_warning(letter: Letter) -> Written | None:
    """Say that the clock of a wait has run out, and what happens next."""
    scene = _waiting(letter)
    if scene is None or not _same_wait(scene):
        return None
    subject = f"{scene.game.name}: your time has run out"
    asked = scene.drawing.asked_of_me(scene.view)
    return scene.written(
        subject=subject, template="turn", short=f"{subject}. {asked}", sentence=asked
    )


def _waiting(letter: Letter) -> Scene | None:
    """Return the scene of a letter to a player whom the game still waits for."""
    scene = Scene.at_seat(letter)
    if scene is None or not scene.game.is_running or not scene.player.is_waited_for:
        return None
    return scene


def _same_wait(scene: Scene) -> bool:
    return scene.letter.payload.get("wait") == scene.player.wait_move
