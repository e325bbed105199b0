"""Standing orders: what players want to be answered for them, title by title."""

from games.bots.standing import hansa, teutonica
from games.bots.standing.question import BadWish, Field, Question, Standing, Wish

STANDING: dict[str, Standing] = {"teutonica": teutonica, "hansa": hansa}
"""What each title in which one is asked out of turn knows of standing orders."""

__all__ = ["STANDING", "BadWish", "Field", "Question", "Standing", "Wish"]
