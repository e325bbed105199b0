"""Phones of people of the soak, which get pushes."""

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import http_ece
from django.utils import timezone

from games.accounts.models import User
from games.post.models import Channel
from tests.post.pushing import Device
from tests.running.mails import Mail
from tests.running.pushes import Kept, kept
from tests.soak.laws.evidence import Pushed

MANY, OF = 2, 4
"""So many people of so many have a phone: of each language, as people read them in turn."""


class Phones:
    """Phones that are connected, one for each of some people."""

    def __init__(self, people: Sequence[User], sessions: Mapping[int, str]) -> None:
        owners = [user for number, user in enumerate(people) if number % OF < MANY]
        devices = {user: Device(f"phone{user.pk}") for user in owners}
        for number, (user, device) in enumerate(devices.items()):
            channel = device.connect(user, sessions[user.pk])
            # Models know only the real time.
            Channel.objects.filter(pk=channel.pk).update(
                created_at=timezone.now(), only_asks=number % 3 == 2
            )
        self._devices = {device.endpoint: device for device in devices.values()}

    def read(self, path: Path) -> Iterator[Pushed]:
        """Yield the pushes that a site has posted to the phones."""
        for each in kept(path):
            yield Pushed(each.letter, each.taken, each.at, Mail((each.url,), self._shown(each)))

    def _shown(self, push: Kept) -> str:
        """Return what a phone shows of a push: nothing of one that is for another."""
        device = self._devices.get(push.url)
        if device is None:
            return ""
        try:
            told = json.loads(device.read(push.body))["notification"]
        except http_ece.ECEException:
            return ""
        labels = [each["title"] for each in told["actions"]]
        return "\n".join([told["title"], told["body"], *labels])
