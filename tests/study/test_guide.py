"""The guided first game on its pages: to its end by orders, and nothing else leads on."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from games.accounts.models import User
from games.drawing import DRAWINGS
from games.play.models import Game
from games.rules import TITLES
from games.study.models import GuideProgress
from games.study.pages.guide import OTHERWISE, Lesson
from games.wording import ENGLISH
from games.wording.guide import SEAT
from tests.factories import UserFactory, sign_in_staff

pytestmark = pytest.mark.django_db

GUIDES = {title: guide for title, drawing in DRAWINGS.items() if (guide := drawing.wording.guide())}
each_guide = pytest.mark.parametrize("title", GUIDES)


def url(title: str, number: int) -> str:
    return reverse("study:learn-step", args=[title, number])


def give(client: Client, title: str, number: int, order: str, **headers: str) -> str:
    """Give an order at a step, and return the address that it leads to."""
    response = client.post(f"{url(title, number)}order", {"order": order}, headers=headers)
    return response["HX-Replace-Url"] if headers else response["Location"]


def place(user: User) -> list[tuple[str, int, bool]]:
    return list(GuideProgress.objects.filter(user=user).values_list("title", "step", "finished"))


@each_guide
@pytest.mark.parametrize("headers", [{}, {"HX-Request": "true"}], ids=["without scripts", "htmx"])
def test_to_the_end_and_on_to_a_table(client: Client, title: str, headers: dict[str, str]) -> None:
    steps = GUIDES[title].steps
    assert client.get(reverse("study:guided-game", args=[title]))["Location"] == url(title, 1)
    for number, step in enumerate(steps, 1):
        page = client.get(url(title, number)).text
        assert f"Step {number} of {len(steps)}" in page
        assert f'href="{reverse("play:rules-of", args=[title])}#{step.rule}"' in page
        assert give(client, title, number, step.order, **headers) == url(title, number + 1)
    end = client.get(url(title, len(steps) + 1)).text
    assert f'action="{reverse("play:play-bots", args=[title])}"' in end
    assert not Game.objects.exists()
    # Anyone who does a step is a guest, so that they find their place again.
    guest = User.objects.get(guest=True)
    assert place(guest) == [(title, len(steps) + 1, True)]
    client.post(reverse("play:play-bots", args=[title]))
    assert Game.objects.get().title == title


@each_guide
def test_no_other_order_leads_on(client: Client, title: str) -> None:
    client.force_login(UserFactory())
    rules = TITLES[title]
    for number, step in enumerate(GUIDES[title].steps, 1):
        legal = {rules.write(step.state, order) for order in rules.orders(step.state, SEAT)}
        other = min(legal - {step.order}, default=None)
        if other:
            path = f"{url(title, number)}order"
            response = client.post(path, {"order": other}, follow=True)
            assert response.redirect_chain == [(url(title, number), 302)]
            assert OTHERWISE.replace("'", "&#x27;") in response.text
    for wrong in ("", "dance", "x" * 10_000):
        assert give(client, title, 1, wrong) == url(title, 1)
    assert not GuideProgress.objects.exists()


@each_guide
def test_a_first_click_that_leads_elsewhere_is_told_at_once(client: Client, title: str) -> None:
    told = OTHERWISE.replace("'", "&#x27;")
    rules, drawing = TITLES[title], DRAWINGS[title]
    for number, step in enumerate(GUIDES[title].steps, 1):
        orders, view = rules.orders(step.state, SEAT), rules.view(step.state, SEAT)
        choices = drawing.choices(rules, orders, view, ENGLISH)
        leads = {
            first: any(choice.order == step.order for choice in choices.after(first))
            for first in choices.first
        }
        for right in set(leads.values()):
            first = next(first for first in leads if leads[first] == right)
            page = client.get(url(title, number), {"pick": first}).text
            assert (told not in page) == right
    assert told not in client.get(url(title, 1), {"pick": "dance"}).text


@each_guide
def test_it_says_first_what_one_plays_for(client: Client, title: str) -> None:
    goal = "The most points win: you get them for"
    assert goal in client.get(url(title, 1)).text
    assert goal not in client.get(url(title, 2)).text


@each_guide
def test_both_clicks_work_without_scripts(client: Client, title: str) -> None:
    for number, step in enumerate(GUIDES[title].steps, 1):
        rules, drawing = TITLES[title], DRAWINGS[title]
        view = rules.view(step.state, SEAT)
        choices = drawing.choices(rules, rules.orders(step.state, SEAT), view, ENGLISH)
        first = next(
            first
            for first in choices.first
            if step.order in [choice.order for choice in choices.after(first)]
        )
        picked = client.get(url(title, number), {"pick": first}).text
        assert f'value="{step.order.replace(">", "&gt;")}"' in picked


def test_a_person_comes_back_to_their_place(client: Client) -> None:
    user = UserFactory()
    client.force_login(user)
    steps = GUIDES["hansa"].steps
    assert "Learn in five minutes" in client.get("/").text
    for number in (1, 2):
        give(client, "hansa", number, steps[number - 1].order)
    assert place(user) == [("hansa", 3, False)]
    assert "Continue the guided game of Hansa</a>: step 3 of 14" in client.get("/").text
    assert client.get(reverse("study:guided-game", args=["hansa"]))["Location"] == url("hansa", 3)
    give(client, "hansa", len(steps), steps[-1].order)
    assert place(user) == [("hansa", len(steps) + 1, True)]
    assert "Continue the guided game" not in client.get("/").text
    give(client, "hansa", 1, steps[0].order)
    assert place(user) == [("hansa", 2, True)]
    user.delete()
    assert not GuideProgress.objects.exists()


def test_a_visitor_comes_back_to_their_place(client: Client) -> None:
    give(client, "hansa", 1, GUIDES["hansa"].steps[0].order)
    assert client.get(reverse("study:guided-game", args=["hansa"]))["Location"] == url("hansa", 2)


def test_a_guest_has_a_place_too(client: Client) -> None:
    client.post(reverse("play:play-bots", args=["hansa"]))
    give(client, "hansa", 1, GUIDES["hansa"].steps[0].order)
    assert place(User.objects.get(guest=True)) == [("hansa", 2, False)]


def test_a_step_costs_next_to_nothing(client: Client, django_assert_num_queries) -> None:
    with django_assert_num_queries(0):
        client.get(url("hansa", 3))
    client.force_login(UserFactory())
    with django_assert_num_queries(2):
        client.get(url("hansa", 3))


@pytest.mark.parametrize("path", ["nim/1/", "nim/", "hansa/0/", "hansa/16/", "hansa/99/order"])
def test_nothing_else_is_there(client: Client, path: str) -> None:
    for answer in (client.get(f"/learn/{path}"), client.post(f"/learn/{path}")):
        assert answer.status_code in (404, 405)


@each_guide
def test_front_page_rules_and_table_lead_there(client: Client, title: str) -> None:
    link = f'href="{reverse("study:guided-game", args=[title])}"'
    assert link in client.get("/").text
    assert link in client.get(reverse("play:rules-of", args=[title])).text
    client.post(reverse("play:play-bots", args=[title]))
    assert client.get(Game.objects.get().get_absolute_url()).text.count(link) == 2


def test_staff_see_where_people_stop(client: Client) -> None:
    for step, finished in ((3, False), (3, False), (15, True), (2, True)):
        GuideProgress.objects.create(
            user=UserFactory(), title="hansa", step=step, finished=finished
        )
    sign_in_staff(client)
    page = client.get(reverse("club:staff-guides"))
    told = {stops.title.id: stops for stops in page.context["guides"]}
    assert (told["hansa"].begun, told["hansa"].finished) == (4, 2)
    assert [count for _, _, count in told["hansa"].steps][:4] == [0, 0, 2, 0]
    assert told["teutonica"].begun == 0


def test_the_arrow_to_a_seal_leaves_the_spaces_of_its_road_free() -> None:
    found = re.compile(r'data-to="route:([^"]+)".*?<path [^>]*?(?:rotate\((-?\d+)|/>)')
    turns = {}
    for number in range(1, len(GUIDES["teutonica"].steps) + 1):
        body = Lesson.of(TITLES["teutonica"], number).board_page.live["body"]
        if seal := found.search(body):
            turns[seal[1]] = int(seal[2] or 0)
    assert turns["gottingen-quedlinburg"] == 180, "its seal is below its road"
    assert turns["magdeburg-stendal"] == 180
    assert abs(turns["goslar-hildesheim"]) in (45, 90), "above and below it are spaces"
