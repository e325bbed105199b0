"""The letter with what was said at the table."""

from games.play.letters.scene import Scene
from games.play.models import Message
from games.post.letters import Written
from games.post.models import Letter

MOST = 20
"""Messages in one letter; more are read at the table."""


def write_chat(letter: Letter) -> Written | None:
    """Tell what was said since the reader looked."""
    scene = Scene.at_seat(letter)
    if scene is None or scene.player is None:
        return None
    unread = Message.objects.unread_by(scene.player)
    count = unread.count()
    if not count:
        return None
    said = list(unread.with_authors().order_by("-pk")[:MOST])[::-1]
    subject = f"{scene.game.name}: {count} new message{'' if count == 1 else 's'}"
    return scene.written(
        subject=subject,
        template="chat",
        short=f"{scene.game.name}: {said[-1].author} writes: {said[-1].text[:120]}",
        said=said,
        more=count - len(said),
    )
