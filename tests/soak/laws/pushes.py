"""Laws about pushes: who has a phone is told of each turn there, while it lasts."""

from collections.abc import Iterator

from games.play.models import Wait
from games.post.models import Channel, Letter
from games.post.notifications import kind_of
from games.post.transports.mail import message_id
from tests.soak.laws.evidence import SLACK, Evidence, told_otherwise
from tests.soak.laws.waits import reaches

State = Letter.State


def pushed(evidence: Evidence) -> Iterator[str]:
    """Each turn of somebody with a phone is pushed, if it lasts until all has been sent.

    A reminder may take the place of the first push. Where a wait may have no letter, it may have no
    push. That what counts as sent has come is a law of letters.
    """
    waits = Wait.objects.select_related("player__game", "holder__user")
    for channel in Channel.objects.all():
        about: dict[int, list[Letter]] = {}
        for letter in Letter.objects.filter(channel=channel, payload__wait__isnull=False):
            about.setdefault(letter.payload["wait"], []).append(letter)
        for wait in waits.filter(holder__user=channel.user_id, since__gt=channel.created_at):
            letters = [each for each in about.get(wait.pk, []) if kind_of(each).asks]
            told = f"Game {wait.player.game_id}: the wait {wait.pk} for {wait.holder.user}"
            if not letters:
                if not told_otherwise(wait):
                    yield f"{told} has no push."
            elif wait.ended_at is None:
                if not wait.player.game.paused and not any(map(reaches, letters)):
                    yield f"{told} is on, and its push is {letters[0].state}."
            elif not any(each.state == State.SENT for each in letters):
                due = max(each.due_at for each in letters)
                if any(due <= calm < wait.ended_at for calm in evidence.calm):
                    yield f"{told} lasted, and its push is {letters[0].state}."


def late(evidence: Evidence) -> Iterator[str]:
    """No push asks for orders when they are no longer waited for."""
    asking = Letter.objects.exclude(channel=None).filter(payload__wait__isnull=False)
    letters = {message_id(letter): letter for letter in asking}
    ended = dict(Wait.objects.exclude(ended_at=None).values_list("pk", "ended_at"))
    for push in evidence.pushes:
        letter = letters.get(push.letter)
        moment = letter and kind_of(letter).asks and ended.get(letter.payload["wait"])
        if moment and push.at > moment + SLACK:
            yield f"{letter} came {push.at - moment} after nobody waited for it."
