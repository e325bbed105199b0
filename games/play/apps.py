"""The app of games as they are played: lobby, game page, drafts, moves."""

from django.apps import AppConfig


class PlayConfig(AppConfig):
    """Registers a game's notifications, and how it takes replies, with `games.post`."""

    name = "games.play"
    verbose_name = "Games"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Register notifications, the reply handler and the names of games."""
        from games.play.letters import KINDS, addresses  # noqa: PLC0415 - needs models
        from games.play.models import Game  # noqa: PLC0415
        from games.play.pages.waiting import tables_waiting  # noqa: PLC0415
        from games.play.replies import handler  # noqa: PLC0415
        from games.post import badges, topics  # noqa: PLC0415
        from games.post.inbound import replies  # noqa: PLC0415
        from games.post.notifications import register  # noqa: PLC0415

        register(*KINDS)
        reply_handler = replies.ReplyHandler(handler.handle, handler.owner)
        for kind in (addresses.ORDERS_KIND, addresses.VOTE_KIND):
            replies.register(kind, reply_handler)
        badges.register(tables_waiting)
        topics.register("game", Game.objects.names)
