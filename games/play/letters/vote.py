"""The notification that asks for a vote."""

from dataclasses import dataclass

from games.accounts.models import User
from games.play.letters.addresses import vote_to
from games.play.letters.base import SeatNotification
from games.play.letters.scene import VOTE, Scene
from games.play.letters.times import moment_text
from games.play.pages.wording import agreement_of, follows_from, question_of, silence_of
from games.post.letters import Written, sentences


@dataclass(frozen=True)
class VoteCalled(SeatNotification):
    """Asks for a vote, by its id, while it is open and the reader has not voted."""

    kind = "vote"
    asks = VOTE

    vote: int

    def key(self, user: User) -> str:
        return f"{self.kind}:{self.vote}:{self.seat}"

    def tell(self, scene: Scene) -> Written | None:
        votes = scene.game.votes.filter(closed=None)
        votes = votes.select_related("about__user", "opened_by__user")
        vote = votes.filter(pk=self.vote).first()
        if vote is None or vote.ballots.filter(player=scene.seat).exists():
            return None
        question = question_of(vote)
        subject = f"{scene.game.called}: a vote"
        address = vote_to(vote.pk, scene.seat)
        own = vote.about is None or scene.view.turn == vote.about.seat
        closes = moment_text(vote.closes, scene.zone)
        return scene.written(
            subject=subject,
            template="vote",
            short=sentences(subject, question, f"Open until {closes}"),
            waits=True,
            until=vote.closes,
            reply_to=address,
            vote=vote,
            question=question,
            choices=[(choice, follows_from(vote, choice, own=own)) for choice in vote.choices()],
            silence=silence_of(vote, closes, own=own),
            answerable=bool(address),
            closes=closes,
            needed=agreement_of(vote, scene.game),
            button_label="Vote",
        )
