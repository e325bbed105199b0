"""Post-mortems: made once a game of people is over, last of all, and told to who wants to know."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation

from games.accounts import people
from games.accounts.models import User
from games.bots.evaluation import SURE
from games.play.access import enter
from games.play.models import Game, Holder, Note, Status
from games.post import services as post
from games.post.models import Channel, Letter
from games.study import services, tasks
from games.study.models import (
    Analysis,
    AnalysisState,
    Comment,
    JudgedTurn,
    Plan,
    PlanLine,
    PostMortem,
)
from games.study.models.post_mortem import BEST, PLAYED
from games.study.pages.turning_points import MOST, about, turning_points, worth
from games.study.post_mortem_letter import POST_MORTEMS, TurningPoints
from games.study.services import analysis as analyses
from games.wording import ENGLISH
from tests.factories import UserFactory
from tests.play.bot_accounts import bot_account
from tests.play.factories import game_of, play_on, play_out
from tests.play.writing import write
from tests.study.analyses import analysed, quick_turn
from tests.study.test_study import thought_up

pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> Game:
    """A finished game of two people."""
    ann, ben = UserFactory(username="Ann"), UserFactory(username="Ben")
    return play_out(game_of(ann, ben, title="hansa", name="The Herring Table"))


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any) -> list[int]:
    """The games whose analysis workers were asked for; nothing is worked out."""
    found: list[int] = []

    def send(name: str, args: Any, *, at: Any = None) -> None:
        if name == analyses.TASK:
            found.extend(args)

    monkeypatch.setattr(post, "send_task", send)
    return found


def person(game: Game, seat: int = 0) -> User:
    return game.players.get(seat=seat).person


def letters() -> Any:
    return Letter.objects.filter(kind=TurningPoints.kind, channel=None).order_by("pk")


def page_of(game: Game, user: User | None = None) -> Any:
    client = Client()
    if user is not None:
        client.force_login(user)
    return client.get(f"/game/{game.pk}/post-mortem/")


def turn(number: int, seat: int, gain: float, error: float = 0.02) -> JudgedTurn:
    return JudgedTurn(number, seat, ["end"], ["end"], gain, error, gain > 0, [0.5, 0.5], [0.04] * 2)


# Which turns


def test_the_turns_that_gave_away_most_are_turning_points_and_not_of_one_seat_alone() -> None:
    turns = [turn(at, 0, gain) for at, gain in ((1, 0.2), (5, 0.3), (9, 0.25), (13, 0.0))]
    assert [each.number for each in turning_points(turns)] == [1, 5, 9]
    turns.append(turn(11, 1, 0.15))
    assert [each.number for each in turning_points(turns)] == [5, 9, 11]
    assert turning_points([turn(1, 0, 0.0), turn(5, 1, 0.01)]) == []


@pytest.mark.parametrize(
    ("chance", "said"),
    [(0.0, "under 5%"), (0.413, "about 40%"), (0.55, "about 55%"), (0.99, "over 95%")],
)
def test_a_chance_is_told_no_more_exactly_than_it_is_known(chance: float, said: str) -> None:
    assert ENGLISH.say(about(chance)) == said


def test_what_is_not_known_well_is_told_in_words() -> None:
    sure, unsure = turn(1, 0, 0.14), turn(1, 0, 0.14, SURE + 0.01)
    assert ENGLISH.say(worth(sure, 0.41, "Ann")) == (
        "That would have made Ann's chance to win about 55% instead of about 40%."
    )
    for each, after in ((unsure, 0.41), (sure._replace(errors=[0.2, 0.2]), 0.41), (sure, 0.99)):
        assert ENGLISH.say(worth(each, after, "Ann")) == (
            "That would have made Ann's chance to win higher."
        )


# When it is made


def test_a_game_of_people_is_analysed_once_it_is_over_and_its_players_are_told_once(
    game: Game, asked: list[int], django_capture_on_commit_callbacks: Any
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        services.sweep_post_mortems()
        services.sweep_post_mortems()
    assert asked == [game.pk]
    assert not letters().exists()
    assert Analysis.objects.get().is_patient
    Analysis.objects.all().delete()
    analysed(game)
    for _ in range(2):
        tasks.analyse(game.pk)
        services.sweep_post_mortems()
    assert [each.recipient for each in letters()] == [person(game, 0), person(game, 1)]


@pytest.mark.parametrize("why", ["bot", "program", "nobody", "long ago", "agreed", "table"])
def test_a_game_without_two_people_who_want_to_know_is_not_analysed(
    game: Game, asked: list[int], why: str
) -> None:
    if why == "bot":
        game.players.filter(seat=1).update(user=None, bot="journeyman")
    if why == "program":
        game.players.filter(seat=1).update(user=bot_account("Robo", person(game, 1)))
    if why == "nobody":
        services.want_post_mortems(user=person(game, 0), on=False)
        post.unsubscribe(user=person(game, 1), topic=game.topic)
    if why == "long ago":
        Game.objects.update(ended=timezone.now() - timedelta(days=8))
    if why == "agreed":
        Game.objects.update(result=None)
    if why == "table":
        Game.objects.update(hot_seat=True)
    services.sweep_post_mortems()
    assert not Analysis.objects.exists()
    assert not PostMortem.objects.filter(told_at=None).exists()


def test_only_those_who_want_it_get_the_email(game: Game) -> None:
    client = Client()
    client.force_login(person(game))
    assert "Stop these emails" in client.get(reverse("post:when")).text
    client.post("/post-mortems/email", {"email": "off"})
    assert not services.wants_post_mortems(person(game))
    analysed(game)
    services.sweep_post_mortems()
    assert [each.recipient for each in letters()] == [person(game, 1)]
    client.post("/post-mortems/email", {"email": "on"})
    assert services.wants_post_mortems(person(game))


def test_many_games_that_end_at_once_queue(game: Game, asked: list[int]) -> None:
    people = UserFactory.create_batch(2)
    others = [play_out(game_of(*people, title="hansa")) for _ in range(2)]
    first, second, third = [game, *others]
    services.sweep_post_mortems()
    assert PostMortem.objects.count() == 3
    assert [each.game for each in Analysis.objects.all()] == [first]
    Analysis.objects.update(state=AnalysisState.FAILED)
    services.go_on_with_post_mortems(game_id=first.pk)
    assert [each.game for each in Analysis.objects.order_by("pk")] == [first, second]
    assert not letters().exists(), "nothing came out"
    Analysis.objects.update(state=AnalysisState.DONE)
    # One that waits after it was taken back is not in the way.
    Game.objects.filter(pk=third.pk).update(status=Status.RUNNING)
    services.sweep_post_mortems()
    assert Analysis.objects.count() == 2


def test_bots_think_first(game: Game, asked: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    def judge(game: Game, done: int, seconds: float) -> Any:
        turns = list(analyses.analysing.played_turns(game))
        return [quick_turn(game, each) for each in turns[done : done + 5]], len(turns)

    monkeypatch.setattr(analyses.analysing, "judge", judge)
    other = play_on(game_of(UserFactory(), UserFactory(), title="hansa"), 5)
    Game.objects.filter(pk=other.pk).update(thinking_since=timezone.now())
    services.sweep_post_mortems()
    assert not Analysis.objects.exists()
    Game.objects.filter(pk=other.pk).update(thinking_since=None)
    services.sweep_post_mortems()
    Game.objects.filter(pk=other.pk).update(thinking_since=timezone.now())
    asked.clear()
    assert not services.work_on_analysis(game_id=game.pk)
    assert asked == [game.pk], "a little later"
    # A player who opens the page does not wait for bots any more.
    assert "The Master bot will look at this game soon." in page_of(game, person(game)).text
    assert Analysis.objects.get().asked_by == person(game)
    assert services.work_on_analysis(game_id=game.pk)


def test_a_player_who_opens_the_page_has_it_made_and_others_only_look_on(game: Game) -> None:
    for user in (None, UserFactory()):
        assert "There are no turning points yet" in page_of(game, user).text
    assert not Analysis.objects.exists()
    assert "will look at this game soon" in page_of(game, person(game)).text
    assert "will look at this game soon" in page_of(game).text
    Analysis.objects.update(state=AnalysisState.FAILED)
    assert "couldn't work out" in page_of(game, person(game)).text


def test_a_game_that_runs_or_is_private_has_no_page_for_others(game: Game) -> None:
    analysed(game)
    running = play_on(game_of(UserFactory(), UserFactory(), title="hansa"), 12)
    assert page_of(running, person(running)).status_code == 404
    picture = f"/game/{running.pk}/post-mortem/1.png"
    assert Client().get(picture).status_code == 404
    Game.objects.update(private=True)
    assert page_of(game).status_code == 404
    assert page_of(game, person(game)).status_code == 200


# What it shows


def test_the_page_shows_each_turning_point_with_its_picture(game: Game) -> None:
    analysed(game)
    client = Client()
    client.force_login(person(game))
    page = client.get(f"/game/{game.pk}/post-mortem/")
    points = page.context["points"]
    assert len(points) == MOST
    for point in points:
        mine = point.row.seat == 0
        assert ("/analysis/" in point.try_url) == mine
        assert client.get(point.try_url).status_code == 200
        picture = client.get(point.picture)
        assert picture.content.startswith(b"\x89PNG")
        assert "private" in picture["Cache-Control"]
    assert client.get(f"/game/{game.pk}/post-mortem/{game.moves_made + 1}.png").status_code == 404
    part = client.get(f"/game/{game.pk}/post-mortem/", headers={"HX-Request": "true"})
    assert part.text.strip().startswith('<div id="post-mortem"')


def test_the_email_shows_them_in_the_language_of_its_reader(game: Game) -> None:
    analysed(game)
    services.sweep_post_mortems()
    ann, ben = letters()
    written = write(ann)
    assert written is not None
    assert written.subject == "The Herring Table: the turning points"
    assert len(written.attachments) == MOST
    for file in written.attachments:
        assert f"cid:{file.content_id}" in written.html
        assert file.words in written.text.replace("\n", " ")
    assert f"/game/{game.pk}/post-mortem/" in written.html
    assert "That would have made" in written.text
    assert ann.topic == POST_MORTEMS
    with translation.override("de"):
        german = write(ben)
        assert german is not None
        assert "Wendepunkte" in german.subject
        assert german.short != written.short
    channel = Channel(user=person(game), pk=7)
    ann.channel, ann.channel_id = channel, 7
    short = write(ann)
    assert short is not None
    assert short.attachments == ()
    assert "Move" in short.short
    assert short.push == written.subject


def test_a_game_without_turning_points_says_so_kindly(game: Game) -> None:
    analysis = analysed(game)
    Analysis.objects.update(
        turns=[[*JudgedTurn(*row)._replace(better=False)] for row in analysis.turns]
    )
    assert "you all played well" in page_of(game).text
    services.sweep_post_mortems()
    written = write(letters()[0])
    assert written is not None
    assert "you all played well" in written.text
    # A game that staff took back has nothing to tell.
    Game.objects.update(status=Status.RUNNING)
    assert write(letters()[0]) is None


# The study of the table


@pytest.fixture
def told(game: Game) -> Game:
    """A game whose post-mortem is done."""
    analysed(game)
    services.sweep_post_mortems()
    return game


def places(game: Game) -> list[Plan]:
    return list(Plan.objects.filter(post_mortem__game=game).order_by("number"))


def test_each_turning_point_and_the_end_is_a_place_of_the_study(told: Game) -> None:
    *points, end = places(told)
    assert len(points) == MOST
    assert (end.number, end.seat, end.lines.count()) == (told.moves_made, None, 0)
    reader = Client()
    page = reader.get(f"/game/{told.pk}/post-mortem/").text
    for place in (*points, end):
        assert f"/game/{told.pk}/study/{place.pk}/" in page
        assert place.user is None
        seen = reader.get(f"/game/{told.pk}/study/{place.pk}/", follow=True).text
        assert "A place of the" in seen
        assert f"/report/study/{place.pk}/" not in seen
    for place in points:
        best, *others = place.lines.all()
        assert best.name == BEST
        assert [line.name for line in others] in ([], [PLAYED])
        line = reader.get(f"/game/{told.pk}/study/{place.pk}/{best.pk}-{best.end}/").text
        assert "The Master bot's turn" in line
        text = reader.get(f"/game/{told.pk}/study/{place.pk}/study.txt").text
        assert "{The Master bot's turn}" in text.replace("\n", " ")
    # They are made once, and gone with the game.
    services.sweep_post_mortems()
    services.open_post_mortem(access=enter(user=person(told), game_id=told.pk))
    assert places(told) == [*points, end]
    reader.force_login(UserFactory(username="Eve"))
    reader.post(f"/game/{told.pk}/study/{points[0].pk}/take")
    assert {line.name for line in PlanLine.objects.filter(plan__user__username="Eve")} >= {
        "The Master bot's turn"
    }
    assert reader.get(f"/report/study/{end.pk}/").status_code == 404


def test_nobody_reads_a_place_of_a_game_that_runs_again_or_is_private(told: Game) -> None:
    place = places(told)[0]
    url, eve = f"/game/{told.pk}/study/{place.pk}/m{place.number}/", Client()
    assert eve.get(url).status_code == 200
    Game.objects.update(private=True)
    for each in (person(told, 0), None):
        if each is not None:
            eve.force_login(each)
        else:
            eve.logout()
        assert eve.get(url).status_code == (404 if each is None else 200)
    # Not even once all who have played are gone.
    Holder.objects.update(user=None, bot="")
    assert eve.get(url).status_code == 404
    Game.objects.update(private=False, status=Status.RUNNING)
    assert eve.get(url).status_code == 404


def test_players_add_their_plans_and_take_them_back(told: Game) -> None:
    ann, ben = person(told, 0), person(told, 1)
    _, place = thought_up(told)
    client, url = Client(), f"/game/{told.pk}/post-mortem/"
    client.force_login(ann)
    add = f"{url}plan/{place.plan.pk}"
    assert "Add my plan" in client.get(url).text
    page = client.post(add, {"act": "add"}, follow=True).text
    assert "Your plan is added." in page
    assert "Ann&#x27;s plan" in page or "Ann's plan" in page
    other = Client()
    other.force_login(ben)
    assert "Ann" in other.get(url).text.partition('id="study"')[2]
    assert other.post(add, {"act": "take-back"}).status_code == 404
    people.block(user=ben, other=ann)
    assert "A plan by someone you blocked" in other.get(url).text
    assert "Take back" in client.get(url).text
    client.post(add, {"act": "take-back"})
    assert "A plan by someone you blocked" not in other.get(url).text
    assert not Plan.objects.get(pk=place.plan.pk).is_open


def test_players_add_their_notes_which_are_comments_on_the_end(told: Game) -> None:
    ann = told.players.get(seat=0)
    Note.objects.create(player=ann, text="Ben goes for Danzig, I think.")
    client, url = Client(), f"/game/{told.pk}/post-mortem/"
    client.force_login(ann.person)
    assert "Ben goes for Danzig" in client.get(url).text
    assert "Ben goes for Danzig" not in Client().get(url).text, "not before she adds it"
    refused = client.post(f"{url}notes", {"text": "x" * 5001})
    assert "Too long: 5001 of 5000" in refused.text
    for _ in range(2):
        client.post(f"{url}notes", {"text": "Ben went for Danzig.", "key": "one"})
    said = Comment.objects.get()
    assert (said.plan, said.author) == (places(told)[-1], ann.person)
    page = Client().get(url).text
    assert "Ben went for Danzig." in page
    assert f"/study/{said.plan.pk}/delete/" not in page
    stranger = Client()
    stranger.force_login(UserFactory())
    assert stranger.post(f"{url}notes", {"text": "Me, too"}).status_code == 404
    client.post(f"/game/{told.pk}/study/{said.plan.pk}/delete/{said.pk}")
    assert "Ben went for Danzig." not in Client().get(url).text
