"""The page of games to learn from, and votes for it."""

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games.accounts.refusals import reported
from games.accounts.requests import PageRequest, UserRequest
from games.study.models.recommendation import LISTED
from games.study.pages.best_games import BestGame, listed_of
from games.study.pages.study import blocked_by, enter_study, study_of, study_url
from games.study.services import recommendations


@never_cache
@require_safe
def best_games(request: PageRequest) -> HttpResponse:
    """List the studies that members and staff recommend."""
    page = listed_of(request.GET.get("page"))
    blocked = blocked_by(request.user)
    rows = [BestGame.of(each, blocked) for each in page]
    context = {"listed": page, "rows": rows, "least": LISTED}
    return render(request, "study/best_games.html", context)


@login_required
@require_POST
def propose(request: UserRequest, game_id: int, plan_id: int) -> HttpResponseBase:
    """Propose a study for the games to learn from, or take that back."""
    plan = study_of(enter_study(user=request.user, game_id=game_id, plan_id=plan_id), plan_id)
    back = request.POST.get("act") == "take-back"
    change = recommendations.take_back if back else recommendations.propose
    said = (
        gettext("You no longer propose this study.") if back else gettext("You propose this study.")
    )
    with reported(request, said):
        change(plan=plan, user=request.user)
    return redirect(study_url(plan))
