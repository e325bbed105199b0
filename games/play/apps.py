"""Games as they are played: lobby, table, drafts, moves."""

from django.apps import AppConfig

from games.post import topics
from games.post.inbound import answers
from games.post.notifications import register


class PlayConfig(AppConfig):
    """Registers with the mail room the letters that a game writes and the answers it takes.

    It also asks to hear when people change the times at which they rest, or close their account.
    """

    name = "games.play"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Hand over the writers, the taker, the listener and the names of games."""
        from games.accounts import closing, rest  # noqa: PLC0415 - needs the models, there only now
        from games.play.answers import taker  # noqa: PLC0415 - they need models too
        from games.play.letters import KINDS, addresses  # noqa: PLC0415
        from games.play.models import Game  # noqa: PLC0415
        from games.play.services.leaving import give_up_seats  # noqa: PLC0415
        from games.play.services.time_off import replan  # noqa: PLC0415

        register(*KINDS)
        answers.register(addresses.KIND, taker.take, taker.owner)
        rest.listen(replan)
        closing.listen(give_up_seats)
        topics.register("game", Game.objects.names)
