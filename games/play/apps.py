"""The app of games as they are played: lobby, game page, drafts, moves."""

from django.apps import AppConfig


class PlayConfig(AppConfig):
    """Registers a game's notifications, and how it takes replies, with `games.post`.

    It also listens for users who sign up by an invitation, change their time off, close their
    account, or merge two.
    """

    name = "games.play"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Register notifications, reply handler, listeners and the names of games."""
        from games.accounts import (  # noqa: PLC0415 - models load before ready()
            closing,
            invited,
            merging,
            rest,
        )
        from games.accounts.export import register as exports  # noqa: PLC0415
        from games.play import export  # noqa: PLC0415
        from games.play.letters import KINDS, addresses  # noqa: PLC0415
        from games.play.models import Game  # noqa: PLC0415
        from games.play.replies import handler  # noqa: PLC0415 - needs models too
        from games.play.services.leaving import give_up_seats  # noqa: PLC0415
        from games.play.services.merging import ROOM  # noqa: PLC0415
        from games.play.services.time_off import replan  # noqa: PLC0415
        from games.play.views import joining  # noqa: PLC0415
        from games.post import topics  # noqa: PLC0415
        from games.post.inbound import replies  # noqa: PLC0415
        from games.post.notifications import register  # noqa: PLC0415

        register(*KINDS)
        reply_handler = replies.ReplyHandler(handler.handle, handler.owner)
        for kind in (addresses.ORDERS_KIND, addresses.VOTE_KIND):
            replies.register(kind, reply_handler)
        rest.listen(replan)
        closing.listen(give_up_seats)
        merging.register(ROOM)
        invited.register(invited.Invitations(joining.proven_address, joining.take_seat))
        exports.register(export.PART)
        topics.register("game", Game.objects.names)
