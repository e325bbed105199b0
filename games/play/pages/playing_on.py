"""Whether a person may play on from the moves of a game at a table of their own."""

from games.play.access import Access
from games.play.screen import keeps_secrets


def obstacle_to_playing_on(access: Access) -> str:
    """Return why a person cannot play on from a game, as a sentence, '' if they can.

    A position knows what is hidden from some of its players, so it must be of a game that is over,
    or of a table of one's own where nobody has secrets from another.
    """
    game = access.game
    if not access.user.is_authenticated:
        return "Sign in to play on from here at a table of your own."
    if access.user.guest:
        return "Sign up to play on from here at a table of your own."
    own = game.hot_seat and access.is_creator
    if game.state is None or not (game.is_over or own):
        return "You can play on from a game at a table of your own once the game is over."
    if not game.is_over and keeps_secrets(game.rules(), game.position(), access.players):
        return "The players at this table have secrets from each other until the game is over."
    return ""
