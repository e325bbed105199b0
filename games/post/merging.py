"""Make the letters and webhooks of two accounts those of one person."""

from games.accounts.merging import Room, move_rows
from games.accounts.models import User
from games.post.models import Channel, FormerReader, Letter, Received, Schedule


def move(old: User, kept: User) -> None:
    """Move a person's letters, replies, webhooks, and the schedules of single topics."""
    for channel in Channel.objects.filter(user=old):
        same = Channel.objects.filter(user=kept, url=channel.url).first()
        if same is not None:
            Letter.objects.filter(channel=channel).update(channel=same)
    move_rows(Channel, "user", old, kept, once=["url"])
    move_rows(Letter, "recipient", old, kept)
    move_rows(Received, "user", old, kept)
    move_rows(FormerReader, "user", old, kept)
    FormerReader.objects.create(number=old.pk, user=kept)
    Schedule.objects.filter(user=old, topic="").delete()
    move_rows(Schedule, "user", old, kept, once=["topic"])


ROOM = Room(move=move)
