"""Ratings on profile pages: public, with their history, but for private games of others."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.accounts import people
from games.accounts.models import Profile, User
from games.club.pages.bot import strengths_of
from games.club.pages.ratings import ratings_of
from games.play.models import Game
from games.ratings import services
from games.ratings.finished import Finished, FinishedSeat
from games.ratings.hyper import ANCHORS
from games.ratings.models import Anchor, Part, Rating
from games.ratings.scale import Shown
from tests.club.factories import finished, scrolled
from tests.factories import UserFactory

pytestmark = pytest.mark.django_db


def rated(*holders: User | str, title: str = "hansa", **kwargs: object) -> Game:
    """A rated game; its holders finish in the order of their seats."""
    game = finished(*holders, title=title, **kwargs)
    services.record(
        Finished(
            game=game.pk,
            title=title,
            board=game.options.get("board", ""),
            players=len(holders),
            ended=timezone.now() + timedelta(minutes=game.pk),
            seats=[
                FinishedSeat(
                    seat=seat,
                    starts=seat,
                    part=Part.WHOLE,
                    place=seat + 1,
                    score=10 - seat,
                    **({"user": who.pk} if isinstance(who, User) else {"bot": who}),
                )
                for seat, who in enumerate(holders)
            ],
        )
    )
    return game


@pytest.fixture
def person() -> User:
    return UserFactory(username="Ada")


@pytest.fixture
def rival() -> User:
    return UserFactory(username="Rival")


def page_of(person: User, visitor: User | None = None) -> str:
    client = Client()
    if visitor is not None:
        client.force_login(visitor)
    return scrolled(client, reverse("club:person", args=[person.username]))


def test_a_rating_is_shown_with_its_uncertainty_and_history(person, rival) -> None:
    games = [rated(person, rival) for _ in range(3)]
    (rating,) = ratings_of(person, rival)
    assert (rating.name, rating.count, rating.why_not[:16]) == ("Hansa", 3, "Not enough games")
    assert [row.url for row in rating.rows] == [each.get_absolute_url() for each in games[::-1]]
    assert {row.result for row in rating.rows} == {"1st of 2"}
    assert all(row.change.startswith("+") for row in rating.rows)
    assert rating.rows[0].after.rating == rating.shown.rating
    page = page_of(person)
    assert str(rating.shown) in page
    assert re.search(r"\d{4} ± \d+", page)
    assert 'class="band"' in page
    assert games[0].name in page


def test_headline_curve_and_list_end_with_one_figure(person, rival) -> None:
    """Also after the night has computed all ratings again, and after a while without games."""
    for _ in range(3):
        rated(person, rival, "journeyman")
    services.recompute_all()
    Rating.objects.filter(user=person).update(last=timezone.now() - timedelta(days=90))
    page = page_of(person)
    headline = re.search(r'class="value">(\d{4} ± \d+)', page)[1]
    assert re.search(r"after each of the last 3 games, from \d+ ± \d+ to (\d+ ± \d+)", page)[1] == (
        headline
    )
    assert re.search(r'<td class="figure">(\d{4} ± \d+)', page)[1] == headline
    assert "every night all ratings are computed again" in page


def test_one_game_is_no_history(person, rival) -> None:
    rated(person, rival)
    (rating,) = ratings_of(person, rival)
    assert rating.chart == ""
    assert "after 1 rated game<" in page_of(person)


def test_who_has_not_played_rated_games_has_no_rating(person, rival) -> None:
    finished(person, rival)
    assert ratings_of(person, rival) == []
    assert "<h2>Rating</h2>" not in page_of(person)


def test_titles_and_games_against_bots_are_rated_apart(person, rival) -> None:
    rated(person, "journeyman")
    rated(person, rival, title="teutonica")
    names = [rating.name for rating in ratings_of(person, rival)]
    assert names == ["Hansa Teutonica", "Hansa, against bots only"]


@pytest.mark.parametrize("visitor", ["anonymous", "stranger", "blocked", "staff", "player"])
def test_rated_results_are_public_but_private_games_stay_private(person, rival, visitor) -> None:
    Profile.objects.create(
        user=person, shows_about="nobody", shows_games="nobody", shows_pace="nobody"
    )
    someone = {
        "anonymous": None,
        "stranger": UserFactory(),
        "blocked": UserFactory(),
        "staff": UserFactory(is_staff=True),
        "player": rival,
    }[visitor]
    if visitor == "blocked":
        people.block(user=person, other=someone)
    rated(person, rival, name="Harbour Feast")
    rated(person, rival, name="Secret Feast", private=True)
    page = page_of(person, someone)
    assert "after 2 rated games" in page
    assert "Harbour Feast" in page
    assert ("Secret Feast" in page) == (visitor == "player")


def test_ratings_take_as_many_queries_for_many_games(
    person, rival, django_assert_num_queries
) -> None:
    for _ in range(4):
        rated(person, rival)
    with django_assert_num_queries(2):
        ratings_of(person, rival)


def test_a_bots_strength_is_on_its_page(client) -> None:
    Anchor.objects.create(
        title="hansa", bot="journeyman", mean=-1.0, deviation=0.2, games=400,
        computed_at=timezone.now(),
    )  # fmt: skip
    strengths = {title: (str(shown), games) for title, shown, games in strengths_of("journeyman")}
    assert strengths["Hansa"] == ("1300 ± 40", 400)
    assert "Hansa: 1300 ± 40" in client.get(reverse("club:bot", args=["journeyman"])).text


def test_bots_have_the_strengths_that_the_site_came_with(client) -> None:
    for title, strengths in ANCHORS.items():
        page = client.get(reverse("club:leaderboard-of", args=[title])).text
        for bot, each in strengths.items():
            shown = str(Shown.of(each.mean, each.deviation))
            assert shown in page
            assert shown in client.get(reverse("club:bot", args=[bot])).text
        assert "games among bots" not in page
