"""Versions of games in headers: ETag, If-None-Match and If-Match (RFC 9110, 8.8 and 13.1)."""

import re
from http import HTTPStatus
from typing import Final

from django.http import HttpRequest
from django.utils.translation import gettext

from games.api.problems import Code, Problem
from games.play.models import Game

# Proxies that compress an answer mark its ETag as weak, as nginx does, or add how they did it, as
# Apache and Caddy do. None of them takes that off If-Match.
_VERSION: Final = re.compile(r'(?:W/)?"?([0-9]{1,9})(?:-[a-z]{1,9})?"?')


def etag_of(game: Game) -> str:
    """Return the ETag of a game, which is its version in quotation marks."""
    return f'"{game.version}"'


def version_sent(request: HttpRequest) -> int:
    """Return the version of a game that orders are for, of If-Match; raises Problem without it."""
    found = _VERSION.fullmatch(request.headers.get("If-Match", ""))
    if found is None:
        raise Problem(
            HTTPStatus.PRECONDITION_REQUIRED,
            Code.NO_VERSION,
            gettext(
                "Send the version of the game that your orders are for, in the header 'If-Match'. "
                "It's the ETag of the game."
            ),
        )
    return int(found[1])
