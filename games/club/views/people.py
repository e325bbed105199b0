"""Find people, follow and block them."""

from collections.abc import Callable

from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.core.paginator import Paginator
from django.db.models import Q
from django.http import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext, gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from games.accounts import people as services
from games.accounts.languages import in_every_language
from games.accounts.models import Block, User
from games.accounts.people import NoSearch
from games.accounts.refusals import reported
from games.accounts.requests import PageRequest, UserRequest, within_limit
from games.club.pages.recent_players import recent_players
from games.club.views.profiles import named
from games.play.pages.groups import groups_of

PAGE = 20
SEARCHES = 30
"""The most searches of one person in a minute."""
TOO_MANY = gettext_lazy("That was a lot of searches. Wait a minute, then search again.")


@require_safe
@in_every_language
def people(request: PageRequest) -> HttpResponseBase:
    """Show who played lately, whom the person follows, has met or has blocked, or a search.

    Visitors who aren't signed in see only those who let everyone see it, and can't search.
    """
    if not request.user.is_authenticated:
        if "q" in request.GET:
            return redirect_to_login(request.get_full_path())
        recent = recent_players(request.user, (), ())
        return render(request, "club/people.html", {"recent": recent})
    text = request.GET.get("q", "")
    context: dict[str, object] = {"text": text}
    status = 200
    if "q" in request.GET:
        if within_limit("search_people", request.user.pk, a_minute=SEARCHES):
            try:
                found = services.search(text).only("username", "date_joined", "owner")
                context["found"] = Paginator(found, PAGE).get_page(request.GET.get("page"))
            except NoSearch as error:
                context["problem"] = str(error)
        else:
            context["problem"], status = TOO_MANY, 429
    if "found" not in context:
        context |= _known(request.user)
    return render(request, "club/people.html", context, status=status)


def _known(user: User) -> dict[str, object]:
    """Return the people whom a person knows, and those who played lately, in five queries."""
    people = User.objects.only("username", "owner").order_by("username")
    followed = list(people.filter(followers__user=user))
    ties = Block.objects.filter(Q(user=user) | Q(other=user)).select_related("other")
    blocks = list(ties.only("user", "other__username", "other__owner"))
    blocked = [block.other for block in blocks if block.user_id == user.pk]
    _, names = groups_of(user)
    tied = {person.username for person in (*followed, *blocked)}
    return {
        "followed": followed,
        "blocked": sorted(blocked, key=lambda person: person.username),
        "played_with": [User(username=name) for name in names if name not in tied],
        "recent": recent_players(
            user,
            {person.pk for person in blocked},
            {block.user_id for block in blocks if block.other_id == user.pk},
        ),
    }


@login_required
@require_POST
def follow(request: UserRequest, username: str) -> HttpResponseBase:
    """Follow a person."""
    return _tie(
        request,
        username,
        services.follow,
        gettext("You follow {name}. Their open games come first."),
    )


@login_required
@require_POST
def unfollow(request: UserRequest, username: str) -> HttpResponseBase:
    """Stop following a person."""
    return _tie(request, username, services.unfollow, gettext("You no longer follow {name}."))


@login_required
@require_POST
def block(request: UserRequest, username: str) -> HttpResponseBase:
    """Block a person."""
    done = gettext("You've blocked {name}. We don't tell them.")
    return _tie(request, username, services.block, done)


@login_required
@require_POST
def unblock(request: UserRequest, username: str) -> HttpResponseBase:
    """Unblock a person."""
    return _tie(request, username, services.unblock, gettext("You've unblocked {name}."))


def _tie(
    request: UserRequest, username: str, act: Callable[..., None], done: str
) -> HttpResponseBase:
    """Change what ties the person to another, and go back to the page they were on."""
    other = named(username, request.user)
    back = request.POST.get("back") == "people"
    with reported(request, done.format(name=other.called)):
        act(user=request.user, other=other)
    return redirect("club:people") if back else redirect("club:person", other.username)
