"""Replay every game and compare it with its saved position."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.play.history import walk
from games.play.models import Game
from games.rules.errors import RulesError


class Command(BaseCommand):
    """Prints for each game whether its moves lead to its saved position; fails if one does not."""

    help = "Replay every game and compare its position with the snapshot and the digests."

    def handle(self, *args: Any, **options: Any) -> None:
        """Verify all games that have started."""
        wrong = good = 0
        for game in Game.objects.exclude(state=None).order_by("pk").iterator(chunk_size=50):
            problem = problem_of(game)
            if problem:
                wrong += 1
                self.stdout.write(f"Game {game.pk} ({game.called}): {problem}")
            else:
                good += 1
        self.stdout.write(f"{good} games match their logs.")
        if wrong:
            raise CommandError(f"{wrong} games do not match their logs.")


def problem_of(game: Game) -> str:
    """Return what is wrong with a game, or ''."""
    title = game.rules()
    state = game.first_position()
    number = 0
    try:
        for move, state in walk(game):
            number += 1
            if move.number != number:
                return f"move {number} is missing."
            if title.digest(state) != move.digest:
                return f"move {number} leads to another position than it did."
    except RulesError as error:
        return f"move {number + 1} cannot be played: {error}"
    if number != game.moves_made:
        return f"it counts {game.moves_made} moves, but the log has {number}."
    if title.dump(state) != game.state:
        return "the snapshot is not the position after the last move."
    return ""
