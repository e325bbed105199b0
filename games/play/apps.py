"""Games as they are played: lobby, table, drafts, moves."""

from django.apps import AppConfig

from games.post.inbound import answers
from games.post.letters import register


class PlayConfig(AppConfig):
    """Registers with the mail room the letters that a game writes and the answers it takes."""

    name = "games.play"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Hand over the writers and the taker."""
        from games.play.answers import letter, place, taker  # noqa: PLC0415 - they need models too
        from games.play.letters import WRITERS  # noqa: PLC0415 - needs the models, there only now

        for kind, writer in WRITERS.items():
            register(kind, writer)
        register("answer", letter.write_answer)
        answers.register(place.KIND, taker.take)
