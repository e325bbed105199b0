"""How long players have, and what happens when they need longer."""

from datetime import timedelta

from games.accounts.models import StaffChoices

MAX_PAUSES = 3

PAUSE_TIME = timedelta(days=14)
"""How long a pause lasts at most."""

AFTER_PAUSE = timedelta(hours=12)
"""The least time every clock has left when a pause ends."""

MORE = timedelta(hours=24)
"""What a vote for more time gives a player who has used up their time bank."""


class Pace(StaffChoices):
    """How the time for turns is given."""

    DAYS = "days", "the same time for each turn"
    BANK = "bank", "a time bank, plus a little per turn"


class OnTimeout(StaffChoices):
    """What happens when a player's time has run out."""

    VOTE = "vote", "the others vote"
    BOT = "bot", "a bot plays the turn"


class Agreement(StaffChoices):
    """How many of the voters must agree."""

    MAJORITY = "majority", "more than half"
    UNANIMOUS = "unanimous", "everyone"
