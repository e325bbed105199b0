"""The letters about a pause: that it is agreed, that it is about to end, that it is over."""

from games.drawing.score import listed
from games.play.letters.scene import Scene
from games.play.letters.turn import asking
from games.play.services.timing import AFTER_PAUSE
from games.play.time_left import moment_in, span
from games.post.letters import Written
from games.post.models import Letter


def write_paused(letter: Letter) -> Written | None:
    """Tell that the game is paused, and until when."""
    scene = _paused(letter)
    if scene is None:
        return None
    until = moment_in(scene.game.paused_until, scene.zone)
    return _told(
        scene,
        "the game is paused",
        f"The game is paused until {until} ({scene.zone}) at the latest, and no clock runs. "
        "Anyone may move all the same.",
    )


def write_pause_ends(letter: Letter) -> Written | None:
    """Tell that the pause is about to end."""
    scene = _paused(letter)
    if scene is None:
        return None
    until = moment_in(scene.game.paused_until, scene.zone)
    return _told(
        scene,
        "the pause is about to end",
        f"The pause ends {until} ({scene.zone}), and clocks run again then. "
        f"None of them ends within {span(AFTER_PAUSE)} of it.",
    )


def write_resumed(letter: Letter) -> Written | None:
    """Tell that the pause is over, and ask those for orders whom play waits for."""
    scene = Scene.at_seat(letter)
    if scene is None or not scene.game.is_running or scene.game.paused:
        return None
    headline = "the game goes on"
    if scene.player.is_waited_for:
        return asking(scene, scene.player, headline, note="The pause is over; your clock runs.")
    waited = listed([other.name for other in scene.players if other.is_waited_for])
    return _told(scene, headline, f"The pause is over. Play waits for {waited}.")


def _paused(letter: Letter) -> Scene | None:
    scene = Scene.at_seat(letter)
    return scene if scene and scene.game.is_running and scene.game.paused else None


def _told(scene: Scene, headline: str, sentence: str) -> Written:
    subject = f"{scene.game.name}: {headline}"
    return scene.written(
        subject=subject, template="told", short=f"{subject}. {sentence}", sentence=sentence
    )
