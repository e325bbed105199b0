"""The score sheet of a finished game, line by line."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.play.models import Game, Player
from games.play.words import join_names

LINES = {
    "prestige": "Prestige on the track",
    "abilities": "Abilities developed to the end",
    "markers": "Bonus markers",
    "special": "Special prestige",
    "cities": "Cities controlled",
    "network": "Network",
}
ENDINGS = {
    "prestige": "A player reached 20 prestige.",
    "markers": "The bonus markers ran out.",
    "cities": "Enough cities were completed.",
}
TIE_BREAKERS = {
    "actions": "The tie went to the less developed Actions.",
    "network": "The tie went to the larger network.",
    "shared": "They share the win.",
}


@dataclass(frozen=True)
class Sheet:
    """Who won and why; `rows` hold a label and one figure per player, in seat order."""

    players: Sequence[Player]
    rows: list[tuple[str, list[int]]]
    totals: list[int]
    places: list[int]
    ended: str
    winner: str

    @classmethod
    def of(cls, game: Game, players: Sequence[Player]) -> "Sheet":
        """Return the sheet of a game that is over."""
        result = game.result
        scores, places = result["scores"], result["places"]
        lines = [line for line in scores[0] if line != "total"]
        first = [player.name for player in players if places[player.seat] == 1]
        winner = f"{join_names(first)} {'wins' if len(first) == 1 else 'win'}"
        best = max(score["total"] for score in scores)
        tie_breaker = TIE_BREAKERS.get(result["tie_breaker"], "")
        return cls(
            players=players,
            rows=[
                (LINES.get(line, line.capitalize()), [score[line] for score in scores])
                for line in lines
            ],
            totals=[score["total"] for score in scores],
            places=places,
            ended=ENDINGS.get(game.ended_by, ""),
            winner=f"{winner} with {best} points. {tie_breaker}".strip(),
        )
