"""Reports of people to staff."""

from django.db import models
from django.utils.translation import gettext, gettext_lazy

from games.accounts.models import User
from games.play.models import Game, Message
from games.study.models import Comment


class About(models.TextChoices):
    """What a report is about."""

    MESSAGE = "message", "a message"
    COMMENT = "comment", "a comment"
    STUDY = "study", "a study"
    PERSON = "person", "a player"
    GAME = "game", "a game"

    @property
    def heading(self) -> str:
        """What the form of such a report is called."""
        return {
            About.MESSAGE: gettext("Report a message"),
            About.COMMENT: gettext("Report a comment"),
            About.STUDY: gettext("Report a study"),
            About.PERSON: gettext("Report a player"),
            About.GAME: gettext("Report a game"),
        }[self]


class Answer(models.TextChoices):
    """What staff can answer; the labels are what the reporter reads."""

    NOTHING = "nothing", gettext_lazy("We looked into it and found nothing against our rules.")
    TALKED = "talked", gettext_lazy("Thank you. We've talked to the people involved.")
    MENDED = "mended", gettext_lazy("Thank you. We've put the game right.")
    CLOSED = "closed", gettext_lazy("Thank you. We've closed an account.")


class Report(models.Model):
    """Something that `by` reported to staff, in their words.

    `person` and `game` are whom and what it concerns, if known; `quoted` is the reported message,
    comment or study as it was. It is open until it has an `answer`.
    """

    about = models.CharField(max_length=7, choices=About)
    by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="reports")
    person = models.ForeignKey(User, models.SET_NULL, null=True, related_name="reported")
    game = models.ForeignKey(Game, models.SET_NULL, null=True, related_name="reports")
    message = models.ForeignKey(Message, models.SET_NULL, null=True, related_name="reports")
    comment = models.ForeignKey(Comment, models.SET_NULL, null=True, related_name="reports")
    quoted = models.TextField(blank=True)
    text = models.TextField()
    at = models.DateTimeField()
    answer = models.CharField(max_length=7, choices=Answer, blank=True)
    answered_by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    answered_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-pk"]
        indexes = [
            models.Index(fields=["at"], condition=models.Q(answer=""), name="open_reports"),
        ]

    def __str__(self) -> str:
        return f"about {self.get_about_display()}"

    @property
    def subject(self) -> str:
        """The subject of an email about it, which has the name of what it is about, if any."""
        written = self.about in (About.MESSAGE, About.COMMENT, About.STUDY)
        if self.game and written:
            return self._written_in(self.game.called)
        named = None if written else (self.person or self.game)
        if named is not None:
            return gettext("Your report about {name}").format(name=named.called)
        return {
            About.MESSAGE: gettext("Your report about a message"),
            About.COMMENT: gettext("Your report about a comment"),
            About.STUDY: gettext("Your report about a study"),
            About.PERSON: gettext("Your report about a player"),
            About.GAME: gettext("Your report about a game"),
        }[About(self.about)]

    def _written_in(self, game: str) -> str:
        return {
            About.MESSAGE: gettext("Your report about a message in {game}"),
            About.COMMENT: gettext("Your report about a comment in {game}"),
            About.STUDY: gettext("Your report about a study in {game}"),
        }[About(self.about)].format(game=game)
