"""How the site looks and behaves in one browser; a cookie keeps it, so that guests have it too."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Self

from django.conf import settings
from django.http import HttpRequest, HttpResponse

COOKIE = "display"
LASTS = timedelta(days=365)

SYSTEM, LIGHT, DARK = "system", "light", "dark"
_SOUND, _GO_ON, _AT_ONCE, _NO_LETTERS = "sound", "go-on", "at-once", "no-letters"


@dataclass(frozen=True)
class Display:
    """What a browser's person has chosen.

    `theme` is light, dark, or the system's. `sound` says whether their turn is heard, `go_on`
    whether the next table that waits for them opens automatically when they have finished a turn,
    `at_once` whether a click after which nothing is left to do confirms the turn, `letters` whether
    single letters are shortcuts on a whole table, and not on its map only.
    """

    theme: str = SYSTEM
    sound: bool = False
    go_on: bool = False
    at_once: bool = False
    letters: bool = True

    @classmethod
    def of(cls, request: HttpRequest) -> Self:
        """Return what the cookie of a request says; words that are not ours are ignored."""
        words = request.COOKIES.get(COOKIE, "").split(".")
        theme = next((word for word in words if word in (LIGHT, DARK)), SYSTEM)
        return cls(
            theme=theme,
            sound=_SOUND in words,
            go_on=_GO_ON in words,
            at_once=_AT_ONCE in words,
            letters=_NO_LETTERS not in words,
        )

    def keep(self, response: HttpResponse) -> None:
        """Set the cookie on a response."""
        chosen = {
            _SOUND: self.sound,
            _GO_ON: self.go_on,
            _AT_ONCE: self.at_once,
            _NO_LETTERS: not self.letters,
        }
        words = [self.theme, *(word for word, on in chosen.items() if on)]
        response.set_cookie(
            COOKIE,
            ".".join(words),
            max_age=LASTS,
            secure=settings.SESSION_COOKIE_SECURE,
            httponly=True,
            samesite="Lax",
        )


def display(request: HttpRequest) -> dict[str, Any]:
    """Add `display` to the context of every template."""
    return {"display": Display.of(request)}
