"""The page of one question, to which a notification's buttons lead; each of them answers it.

The address is signed for one person, who need not be signed in. Looking at it changes nothing:
mail scanners and previews of links look, too.
"""

from collections.abc import Callable
from functools import wraps
from zoneinfo import ZoneInfo

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import render
from django.utils import timezone, translation
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_safe

from games.accounts.languages import language_of
from games.accounts.models import User
from games.play.errors import LostSeat, PlayError
from games.play.language import say
from games.play.letters.taps import Tap, read
from games.play.models import Game
from games.play.replies import taps
from games.rules.common.message import message

JSON = "application/json"
GONE, REFUSED, STRANGER = 410, 409, 403

View = Callable[[HttpRequest, Tap, User], HttpResponseBase]


def for_its_person(view: View) -> Callable[[HttpRequest, str], HttpResponseBase]:
    """Turn a token into a tap and its person, and answer in their language and time zone."""

    @wraps(view)
    def answer(request: HttpRequest, token: str) -> HttpResponseBase:
        tap = read(token)
        person = tap and taps.person_of(tap)
        if not tap or not person:
            return _told(request, None, say(message("This link doesn't work.")), status=GONE)
        with (
            translation.override(language_of(person)),
            timezone.override(ZoneInfo(person.time_zone)),
        ):
            response = view(request, tap, person)
            response["Content-Language"] = translation.get_language()
        return response

    return answer


@csrf_exempt  # the address itself is the secret
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@for_its_person
def answer(request: HttpRequest, tap: Tap, person: User) -> HttpResponseBase:
    """Show a question and what the button does; only a POST answers it."""
    if request.user.is_authenticated and request.user != person:
        told = say(message("You're signed in as someone else, and this link isn't for you."))
        return _told(request, None, told, status=STRANGER if request.method == "POST" else 200)
    try:
        if request.method == "POST":
            given = taps.give(tap, person)
            status = 200 if given.counted else REFUSED
            return _told(request, given.game, given.sentence, status=status)
        question = taps.look(tap, person)
    except (LostSeat, PlayError) as error:
        return _told(request, taps.game_of(tap, person), str(error), status=GONE)
    return render(request, "play/answer.html", {"question": question, "person": person})


@never_cache
@require_safe
@for_its_person
def board(request: HttpRequest, tap: Tap, person: User) -> HttpResponseBase:
    """Show the board as its person sees it who is asked."""
    if request.user.is_authenticated and request.user != person:
        raise Http404("This is for somebody else.")
    try:
        return HttpResponse(taps.picture(tap, person).png, content_type="image/png")
    except (LostSeat, PlayError):
        raise Http404("Nothing is asked any more.") from None


def _told(request: HttpRequest, game: Game | None, told: str, *, status: int) -> HttpResponse:
    """Say what a tap did, or why it did nothing, as the notification's worker or a page shows."""
    if JSON in request.headers.get("Accept", ""):
        title = game.called if game else "Hansa"
        shown = {"title": title, "body": told, "navigate": taps.url_of(game)}
        return JsonResponse(shown, status=status)
    return render(request, "play/answer.html", {"game": game, "told": told}, status=status)
