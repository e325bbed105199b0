"""How long players have, and what happens when they need longer."""

from django.db import models


class Pace(models.TextChoices):
    """How time is counted out."""

    DAYS = "days", "the same time for each turn"
    BANK = "bank", "a bank of time, and a little more for each turn"


class OnTimeout(models.TextChoices):
    """What happens when a player's time has run out."""

    VOTE = "vote", "the others vote"
    BOT = "bot", "a bot plays the turn"


class Agreement(models.TextChoices):
    """How many of those who vote must agree."""

    MAJORITY = "majority", "more than half"
    UNANIMOUS = "unanimous", "everybody"
