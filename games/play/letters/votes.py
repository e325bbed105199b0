"""The letter that asks for a vote."""

from games.play.letters.scene import Scene
from games.play.models import Vote
from games.play.services.votes import choices_of
from games.play.time_left import moment_in
from games.play.words import agreement_of, choice_of, question_of
from games.post.letters import Written
from games.post.models import Letter


def write_vote(letter: Letter) -> Written | None:
    """Ask for a vote that is open and that the reader has not answered."""
    scene = Scene.at_seat(letter)
    if scene is None:
        return None
    votes = Vote.objects.filter(game=scene.game, closed=None).select_related("about__user")
    vote = votes.filter(pk=letter.payload["vote"]).first()
    if vote is None or vote.ballots.filter(player=scene.player).exists():
        return None
    question = question_of(vote)
    subject = f"{scene.game.name}: a vote"
    closes = moment_in(vote.closes, scene.zone)
    return scene.written(
        subject=subject,
        template="vote",
        short=f"{subject}. {question} Open until {closes}.",
        waits=True,
        vote=vote,
        question=question,
        choices=[choice_of(vote, choice) for choice in choices_of(vote)],
        closes=closes,
        needed=agreement_of(scene.game),
        button_label="Vote at the table",
    )
