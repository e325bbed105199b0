"""The letter that asks for a vote."""

from games.play.letters.scene import Scene
from games.play.models import Vote
from games.post.letters import Written
from games.post.models import Letter


def write_vote(letter: Letter) -> Written | None:
    """Ask for a vote that is open and that the reader has not answered."""
    scene = Scene.at_seat(letter)
    if scene is None:
        return None
    vote = Vote.objects.filter(
        pk=letter.payload["vote"], game=scene.game, closed__isnull=True
    ).first()
    if vote is None or vote.ballots.filter(player=scene.player).exists():
        return None
    question = vote.get_kind_display()
    subject = f"{scene.game.name}: a vote, {question}"
    return scene.written(
        subject=subject, template="vote", short=f"{subject}.", vote=vote, question=question
    )
