"""Finished games as rows: what the pages of the club read, made without playing."""

import re
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from django.test import Client
from django.utils import timezone

from games.accounts.models import User
from games.play.models import Change, EndedBy, Game, Holder, Player, Status, Wait

HOUR = timedelta(hours=1)


def finished(
    *holders: Any,
    places: Sequence[int] = (),
    title: str = "teutonica",
    board: str = "hanse",
    private: bool = False,
    status: str = Status.OVER,
    name: str = "",
) -> Game:
    """A game that users and bots (by their ids) played; by default they finish in seat order."""
    now = timezone.now()
    game = Game.objects.create(
        title=title,
        name=name or f"Game {Game.objects.count()}",
        options={"board": board} if title == "teutonica" else {},
        rules_version=1,
        status=status,
        private=private,
        started=now - 48 * HOUR,
        last_move_at=now,
        ended=now if status == Status.OVER else None,
    )
    ranked = list(places) or range(1, len(holders) + 1)
    for seat, holder in enumerate(holders):
        who = {"user": holder} if isinstance(holder, User) else {"bot": holder}
        place = ranked[seat] if status == Status.OVER else None
        player = Player.objects.create(game=game, seat=seat, place=place, **who)
        Holder.objects.create(player=player, since=game.started, came=Change.SEATED, **who)
    return game


def scrolled(client: Client, url: str) -> str:
    """A page after the parts of it that load when they come into view."""
    answer = client.get(url)
    assert answer.status_code == 200
    text = answer.text
    for part in re.findall(r'hx-get="([^"]+)" hx-trigger="intersect once"', text):
        answer = client.get(part, headers={"HX-Request": "true"})
        assert answer.status_code == 200
        assert answer.headers["X-Fragment"]
        text += answer.text
    return text


def answered(user: User, moments: Sequence[datetime], taken: timedelta = HOUR) -> None:
    """Waits in a person's newest game that they ended by answering at these moments."""
    holder = Holder.objects.filter(user=user).latest("pk")
    Wait.objects.bulk_create(
        Wait(
            player=holder.player,
            holder=holder,
            move=number,
            since=moment - taken,
            ended_at=moment,
            ended_by=EndedBy.ANSWERED,
            budget=24 * HOUR,
            used=taken,
        )
        for number, moment in enumerate(moments)
    )
