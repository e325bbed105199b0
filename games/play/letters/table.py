"""The letters about a table: who is invited, that it has begun, who may sit down, how it ended."""

from games.accounts.models import User
from games.drawing.score import listed
from games.play.letters.scene import Scene
from games.play.models import Status
from games.post.letters import Written
from games.post.models import Letter


def write_invitation(letter: Letter) -> Written | None:
    """Ask somebody to take a seat, while there is one."""
    scene = Scene.at_table(letter)
    if scene is None or not scene.game.is_open or not any(each.is_free for each in scene.players):
        return None
    if any(each.user_id == letter.recipient_id for each in scene.players):
        return None
    host = User.objects.filter(pk=letter.payload["by"]).first()
    if host is None:
        return None
    subject = f"{host.username} invites you to {scene.game.name}"
    return scene.written(
        subject=subject, template="invitation", short=f"{subject}.", host=host.username
    )


def write_started(letter: Letter) -> Written | None:
    """Tell that the game has begun and whom it waits for."""
    scene = Scene.at_seat(letter)
    if scene is None or scene.game.status != Status.RUNNING:
        return None
    subject = f"{scene.game.name} has begun"
    waited = [other.name for other in scene.players if other.is_waited_for]
    return scene.written(
        subject=subject, template="started", short=f"{subject}.", waited=listed(waited)
    )


def write_offered(letter: Letter) -> Written | None:
    """Tell that a seat is offered to others, as its player let the time run out."""
    scene = Scene.at_seat(letter)
    if scene is None or not scene.game.is_running:
        return None
    seat = scene.players[letter.payload["offered"]]
    if seat.offered is None:
        return None
    mine = seat.seat == scene.player.seat
    whose = "your seat" if mine else f"the seat of {seat.name}"
    subject = f"{scene.game.name}: {whose} is offered to others"
    return scene.written(
        subject=subject, template="offered", short=f"{subject}.", seat=seat, mine=mine
    )


def write_over(letter: Letter) -> Written | None:
    """Tell how the game ended, with the score sheet."""
    scene = Scene.at_seat(letter)
    if scene is None or scene.game.state is None:
        return None
    result = scene.game.rules().result(scene.state)
    if result is None:
        return None
    sheet = scene.drawing.score(result, scene.names)
    return scene.written(
        subject=f"{scene.game.name} is over",
        template="over",
        short=f"{scene.game.name} is over. {sheet['verdict']}",
        sheet=sheet,
    )
