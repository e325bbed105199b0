"""What the desk and the board ask about prompts."""

from games.rules.teutonica.view import DISPLACED
from games.wording.teutonica.prompts import permanent_rule

__all__ = ["DISPLACED", "permanent_rule"]
