"""The letters that a game writes, each at the moment it is sent: it tells what is true then."""

from typing import Any

from django.conf import settings

from games.drawing import DRAWINGS
from games.play.log import Entry, entries_of
from games.play.models import Game, Player, Status
from games.post.letters import Written, render
from games.post.models import Letter

LONGEST = 60


def write_turn(letter: Letter) -> Written | None:
    """Ask for orders: what is asked, and what happened since the player's last move."""
    found = _seat_of(letter)
    if found is None:
        return None
    game, players, player = found
    if not game.is_running or f"turn:{game.pk}:{player.seat}:{player.wait_move}" != letter.key:
        return None
    title = game.rules()
    view = title.view(title.load(game.state), player.seat)
    entries = _entries(game, players, player)
    return render(
        letter,
        subject=f"{game.name}: your move",
        template="play/letters/turn",
        context=_context(game, players)
        | {"sentence": DRAWINGS[title.id].asked_of_me(view), "entries": entries[-LONGEST:]},
    )


def write_started(letter: Letter) -> Written | None:
    """Tell that the game has begun and whom it waits for."""
    found = _seat_of(letter)
    if found is None or found[0].status != Status.RUNNING:
        return None
    game, players, _ = found
    return render(
        letter,
        subject=f"{game.name} has begun",
        template="play/letters/started",
        context=_context(game, players)
        | {"waited": [other.name for other in players if other.is_waited_for]},
    )


def write_over(letter: Letter) -> Written | None:
    """Tell how the game ended, with the score sheet."""
    found = _seat_of(letter)
    if found is None or not found[0].is_over:
        return None
    game, players, player = found
    entries = _entries(game, players, player)
    return render(
        letter,
        subject=f"{game.name} is over",
        template="play/letters/over",
        context=_context(game, players)
        | {"sheet": _sheet(game, players), "entries": entries[-LONGEST:]},
    )


WRITERS = {"turn": write_turn, "started": write_started, "over": write_over}


def _seat_of(letter: Letter) -> tuple[Game, list[Player], Player] | None:
    """Return the letter's game, its players, and the player it is for, if he still sits there."""
    game = Game.objects.filter(pk=letter.payload["game"]).first()
    if game is None or game.state is None:
        return None
    players = list(Player.objects.at_table(game))
    player = players[letter.payload["seat"]]
    return (game, players, player) if player.user_id == letter.recipient_id else None


def _entries(game: Game, players: list[Player], player: Player) -> list[Entry]:
    state = game.rules().load(game.state)
    names = [other.name for other in players]
    since = game.moves.news_after(player.last_move)
    return entries_of(game, since, state, names, player.seat)


def _sheet(game: Game, players: list[Player]) -> dict[str, Any]:
    title = game.rules()
    result = title.result(title.load(game.state))
    return DRAWINGS[title.id].score(result, [player.name for player in players])


def _context(game: Game, players: list[Player]) -> dict[str, Any]:
    return {
        "game": game,
        "players": players,
        "button_url": settings.SITE_URL + game.get_absolute_url(),
        "button_label": "To the table",
    }
