"""What a page says about itself to search engines and in previews of links to it."""

from django import template
from django.conf import settings
from django.utils.safestring import SafeString

from games.drawing import DRAWINGS
from games.play.access import Access
from games.play.language import say
from games.play.pages.thumbnails import board_of, preview_of, seats_free
from games.play.templatetags.cached import cached
from games.rules.common.message import Told, plural

register = template.Library()


@register.simple_tag
def preview(text: str, title: str = "", picture: str = "") -> SafeString:
    """Show the description of a page, its title and the path of its picture (Open Graph).

    Without a picture, that of the first title's board is shown.
    """
    first = next(iter(DRAWINGS))
    path = picture or preview_of(first, board_of(first, {}, 3))
    return cached(
        "preview.html",
        title=title or settings.SITE_NAME,
        text=str(text),
        site=settings.SITE_NAME,
        picture=settings.SITE_URL + path,
    )


@register.simple_tag
def game_preview(access: Access, text: str) -> SafeString:
    """Show the description of a page about a game, with its name and its board.

    An open game's tells how many seats are free, in the picture and before the text.
    """
    game = access.game
    free = sum(player.is_free for player in access.players) if game.is_open else 0
    if free:
        waits = plural(
            len(access.players),
            "{title} for {number}, {free}. {text}",
            "{title} for {number}, {free}. {text}",
            title=game.rules().name,
            free=Told(seats_free(free)),
            text=Told(text),
        )
        text = say(waits)
    board = board_of(game.title, game.options, len(access.players))
    return preview(text, game.called, preview_of(game.title, board, free) if board else "")
