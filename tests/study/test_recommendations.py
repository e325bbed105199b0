"""Games to learn from: members vote for studies of public games, and staff pick some."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from games.accounts import services as accounts
from games.accounts import staff
from games.accounts.models import StaffAct, User
from games.accounts.people import block
from games.play.errors import PlayError
from games.play.models import Game
from games.study import services
from games.study.models import Plan, Recommendation
from games.study.models.recommendation import LISTED
from games.study.plan.tree import Place
from games.study.services import recommendations
from tests.factories import UserFactory, sign_in_staff
from tests.study.test_study import client_of, game, owner_of, shared

__all__ = ["game"]

pytestmark = pytest.mark.django_db

PAGE = "/learn/games/"


def member() -> User:
    """Somebody who has been here for long enough."""
    return UserFactory(date_joined=timezone.now() - timedelta(days=15))


def listed() -> list[str]:
    return [row.url for row in Client().get(PAGE).context["rows"]]


def test_a_study_stands_there_from_some_votes_on_and_as_long_as_it_is_shared(game: Game):
    place = shared(game)
    voters = [member() for _ in range(LISTED)]
    url = f"/game/{game.pk}/study/{place.plan.pk}/"
    for number, voter in enumerate(voters):
        assert listed() == []
        browser = client_of(voter)
        for _ in range(2):  # a vote counts once
            assert browser.post(f"{url}propose", {"act": "propose"}).status_code == 302
        assert Recommendation.objects.get().votes == number + 1
    assert listed() == [url]
    assert "Take back my vote" in client_of(voters[0]).get(url, follow=True).text

    client_of(voters[0]).post(f"{url}propose", {"act": "take-back"})
    assert listed() == []
    client_of(voters[0]).post(f"{url}propose", {"act": "propose"})
    Game.objects.filter(pk=game.pk).update(private=True)
    assert listed() == []
    Game.objects.filter(pk=game.pk).update(private=False)
    assert listed() == [url]
    services.withdraw_study(place=place)
    assert not Recommendation.objects.exists()
    services.share_plan(place=Place.beginning(Plan.objects.get()))
    assert listed() == []


def test_only_members_vote_and_not_for_what_is_theirs_or_private(game: Game):
    plan = shared(game).plan
    new, guest = UserFactory(), UserFactory(guest=True)
    for user in (new, guest, owner_of(game)):
        User.objects.filter(pk=owner_of(game).pk).update(
            date_joined=timezone.now() - timedelta(days=99)
        )
        with pytest.raises(PlayError):
            recommendations.propose(plan=plan, user=user)
    text = client_of(new).get(f"/game/{game.pk}/study/{plan.pk}/", follow=True).text
    assert "once your account is 14 days old" in text
    Game.objects.filter(pk=game.pk).update(private=True)
    with pytest.raises(PlayError):
        recommendations.propose(plan=plan, user=member())
    assert not Recommendation.objects.exists()


def test_staff_pick_a_study_for_a_reason_and_take_it_back(game: Game, client: Client):
    plan = shared(game).plan
    boss = sign_in_staff(client)
    where = f"/staff/game/{game.pk}/study/{plan.pk}"
    assert client.post(where, {"act": "pick", "reason": " "}).status_code == 200
    assert listed() == []
    assert client.post(where, {"act": "pick", "reason": "A fine end"}).status_code == 302
    assert len(listed()) == 1
    assert "picked by staff" in Client().get(PAGE).text
    assert "Take back the pick" in client.get(f"/staff/game/{game.pk}/").text
    recommendations.propose(plan=plan, user=member())
    client.post(where, {"act": "unpick", "reason": "Enough"})
    assert listed() == []
    assert Recommendation.objects.get().votes == 1
    acts = StaffAct.objects.filter(by=boss, game=game.pk).values_list("kind", "about")
    assert list(acts) == [("unpick", plan.user_id), ("pick", plan.user_id)]
    with pytest.raises(staff.NoReason):
        recommendations.pick(plan=plan, on=True, by=boss, reason="")


def test_staff_take_a_study_off_the_list_until_they_list_it_again(game: Game, client: Client):
    place = shared(game)
    plan, url = place.plan, f"/game/{game.pk}/study/{place.plan.pk}/"
    for _ in range(LISTED):
        recommendations.propose(plan=plan, user=member())
    boss = sign_in_staff(client)
    where = f"/staff/game/{game.pk}/study/{plan.pk}"
    assert client.post(where, {"act": "unlist", "reason": ""}).status_code == 200
    assert client.post(where, {"act": "nonsense", "reason": "Rude"}).status_code == 200
    assert listed() == [url]
    client.post(where, {"act": "unlist", "reason": "Rude"})
    recommendations.propose(plan=plan, user=member())
    assert listed() == []
    assert "not listed" in client.get(f"/staff/game/{game.pk}/").text
    assert f"{url}propose" not in client_of(member()).get(url, follow=True).text
    client.post(where, {"act": "relist", "reason": "Mended"})
    assert listed() == [url]
    assert [act.kind for act in StaffAct.objects.filter(by=boss)] == ["relist", "unlist"]
    with pytest.raises(PlayError):
        recommendations.unlist(plan=plan, on=True, by=owner_of(game), reason="Mine")

    # To share it anew does not bring it back, a pick does.
    client.post(where, {"act": "unlist", "reason": "Rude again"})
    services.withdraw_study(place=place)
    services.share_plan(place=Place.beginning(Plan.objects.get()))
    for _ in range(LISTED):
        recommendations.propose(plan=plan, user=member())
    assert listed() == []
    recommendations.pick(plan=plan, on=True, by=boss, reason="Good now")
    assert listed() == [url]


def test_votes_of_closed_accounts_do_not_count_until_they_are_reopened(game: Game):
    plan, voter, boss = shared(game).plan, member(), UserFactory(is_staff=True)
    recommendations.propose(plan=plan, user=voter)
    accounts.suspend(user=voter, by=boss, reason="Votes ten times")
    assert Recommendation.objects.get().votes == 0
    accounts.reopen(user=voter, by=boss, reason="That was somebody else")
    assert Recommendation.objects.get().votes == 1


def test_the_name_of_an_owner_is_hidden_from_those_who_blocked_them(game: Game):
    plan, reader = shared(game).plan, member()
    recommendations.pick(plan=plan, on=True, by=member(), reason="A fine end")
    assert "by someone you blocked" not in client_of(reader).get(PAGE).text
    block(user=reader, other=owner_of(game))
    page = client_of(reader).get(PAGE).text
    assert "by someone you blocked" in page
    assert f"by {owner_of(game).username}" not in page


def test_votes_go_with_the_account(game: Game):
    plan, voter = shared(game).plan, member()
    recommendations.propose(plan=plan, user=voter)
    recommendations.propose(plan=plan, user=member())
    recommendations.forget_votes(voter)
    assert Recommendation.objects.get().votes == 1
