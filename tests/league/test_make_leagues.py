"""The site's own leagues."""

import pytest
from django.core.management import call_command

from games.league.models import League, Season, SeasonStatus
from games.league.terms import PACE, WEEKS
from games.play.services import Terms

pytestmark = pytest.mark.django_db


def test_the_site_s_own_leagues_are_made_once(capsys: pytest.CaptureFixture[str]) -> None:
    for _ in range(2):
        call_command("make_leagues")
    assert sorted(League.objects.values_list("slug", "seats")) == [
        ("hansa", 3),
        ("hansa-teutonica", 4),
    ]
    assert Season.objects.filter(status=SeasonStatus.REGISTERING, number=1).count() == 2
    for league in League.objects.all():
        assert Terms(**league.terms) == Terms(**PACE)
        assert league.weeks == WEEKS[league.seats]
