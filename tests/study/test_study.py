"""Studies: plans that are shared after the end, read by all who may see the game."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.accounts import people
from games.accounts.models import User
from games.club.models import Report
from games.play.access import enter
from games.play.errors import PlayError
from games.play.models import Change, Game, Holder, Status
from games.study import services
from games.study.models import Comment, Plan, PlanLine
from games.study.pages.plan import plans_of
from games.study.pages.plan_page import Planned, planned_at
from games.study.pages.study import studies_of, study_at, url_of
from games.study.plan.tree import Place
from games.study.services import studies
from tests.factories import UserFactory
from tests.play.factories import (
    game_of,
    hot_seat_game,
    play_on,
    play_out,
    player_to_move,
    sitting,
)
from tests.study.test_plan import bot_turns, given, planned

pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> Game:
    owner, other = UserFactory(username="Owner"), UserFactory(username="Other")
    return play_out(game_of(owner, other, title="hansa", name="The Herring Table"))


def client_of(user: User | None) -> Client:
    client = Client()
    if user is not None:
        client.force_login(user)
    return client


def owner_of(game: Game) -> User:
    return game.players.get(seat=0).user


def thought_up(game: Game, number: int = 20) -> tuple[Planned, Place]:
    """A plan of the owner with a branch of two turns and another, a name and a note."""
    found = planned(game, game.players.select_related("user").get(seat=0), number)
    place = bot_turns(found, 2)
    services.name_line(place=place, name="Booths first")
    services.note_step(place=place, text="The ship is slow.")
    seat_orders = found.place.walk.orders(0, place.path[0].seat)
    title, state = found.place.root.title, found.place.spot.state
    texts = [title.write(state, order) for order in seat_orders]
    given(found.at(Place.beginning(place.plan)), next(t for t in texts if t != place.path[0].order))
    return found, place


def shared(game: Game) -> Place:
    """The end of the first branch of a study."""
    _, place = thought_up(game)
    return services.share_plan(place=place)


def studies_url(game: Game) -> str:
    return f"/game/{game.pk}/studies/"


def study_url(place: Place, depth: int | None = None) -> str:
    return url_of(place.plan, place.line, place.depth if depth is None else depth)


def test_nothing_is_shared_while_the_game_runs() -> None:
    game = play_on(game_of(UserFactory(), UserFactory(), title="hansa"), 12)
    player = player_to_move(game)
    found = planned(game, player)
    place = bot_turns(found, 1)
    client = sitting(player)
    url = found.at(place).url
    assert "Share as a study" not in client.get(url).text
    assert "once its game is over" in client.post(f"{url}act", {"act": "share"}, follow=True).text
    assert Plan.objects.get().shared_at is None
    # Not even what was shared, when the staff take a finished game back.
    Plan.objects.update(shared_at=timezone.now())
    for visitor in (client, Client()):
        page = study_url(place)
        for method, path in (
            ("get", page),
            ("get", f"/game/{game.pk}/study/{place.plan.pk}/"),
            ("post", f"{page}comment"),
            ("post", f"/game/{game.pk}/study/{place.plan.pk}/take"),
        ):
            answer = getattr(visitor, method)(path, {"text": "Well"})
            assert answer.status_code in (404, 302), path
            assert "/study/" not in answer.get("Location", "").partition("?")[0]
        assert "/study/" not in visitor.get(studies_url(game)).text
    assert not Comment.objects.exists()


def test_one_click_shares_and_one_withdraws(game: Game) -> None:
    found, place = thought_up(game)
    client, url = client_of(owner_of(game)), found.at(place).url
    reader = Client()
    assert reader.get(study_url(place)).status_code == 404
    assert "Share as a study" in client.get(url).text
    page = client.post(f"{url}act", {"act": "share"}, follow=True)
    link = page.context["plan"].study
    assert link in page.text
    seen = reader.get(link.removeprefix("http://testserver"), follow=True)
    assert "Booths first" in seen.text
    assert "The ship is slow." in reader.get(study_url(place)).text
    assert "by Owner" in reader.get(studies_url(game)).text
    assert "shared" in client.get("/plans/").text
    services.comment(place=place, user=owner_of(game), text="So it is")
    client.post(f"{url}act", {"act": "withdraw"})
    assert reader.get(study_url(place)).status_code == 404
    assert "/study/" not in reader.get(studies_url(game)).text
    assert not Comment.objects.exists()
    assert Plan.objects.get().lines.count() == 2


def test_only_those_who_may_see_the_game_read_its_studies(game: Game) -> None:
    place = shared(game)
    Game.objects.update(private=True)
    other = game.players.get(seat=1).user
    for user, status in ((owner_of(game), 200), (other, 200), (UserFactory(), 404), (None, 404)):
        assert client_of(user).get(study_url(place)).status_code == status
    # Nor by way of another game, nor another's plan.
    elsewhere = Game.objects.exclude(pk=game.pk)
    assert not elsewhere.exists()
    own = services.take_study(plan=place.plan, user=other, name="Mine")
    for path in (
        f"/game/{game.pk}/study/{own.pk}/",
        f"/game/{game.pk}/study/{own.pk}/m0/",
        f"/game/{game.pk}/study/{place.plan.pk}/{own.lines.first().pk}-1/",
    ):
        assert client_of(other).get(path).status_code == 404, path


def test_every_place_can_be_read_and_nothing_be_changed(game: Game) -> None:
    place = shared(game)
    reader = client_of(UserFactory())
    for line in PlanLine.objects.all():
        for depth in range(line.end + 1):
            at = study_at(
                enter(user=owner_of(game), game_id=game.pk), place.plan.pk, line.pk, depth
            )
            page = reader.get(study_url(at))
            assert page.status_code == 200
            assert 'name="order"' not in page.text
            assert "STUDY" in page.text
    before = list(PlanLine.objects.values()), list(Plan.objects.values())
    plan_url = f"/game/{game.pk}/plan/{place.line.pk}-1/"
    for path in (f"{plan_url}act", f"{plan_url}order"):
        assert reader.post(path, {"act": "delete", "order": "end"}).status_code == 404
    for path in ("act", "order"):
        assert reader.post(f"{study_url(place)}{path}", {"act": "delete"}).status_code == 404
    assert (list(PlanLine.objects.values()), list(Plan.objects.values())) == before


def test_readers_comment_on_positions(game: Game) -> None:
    place = shared(game)
    ann = UserFactory(username="Ann")
    client = client_of(ann)
    answer = client.post(f"{study_url(place)}comment", {"text": " Why not <b>sail</b>? "})
    assert answer["Location"] == f"{study_url(place)}#comments"
    page = client.get(study_url(place)).text
    assert "Why not &lt;b&gt;sail&lt;/b&gt;?" in page
    elsewhere = client.get(study_url(place, 1)).text
    here, _, other = elsewhere.partition("Elsewhere in this study")
    assert "Why not" not in here
    assert "Why not" in other
    client.post(f"{study_url(place, 0)}comment", {"text": "At the beginning"})
    assert Comment.objects.get(text="At the beginning").line is None
    assert "At the beginning" in Client().get(study_url(place, 0)).text
    for user in (None, UserFactory(guest=True)):
        before = Comment.objects.count()
        client_of(user).post(f"{study_url(place)}comment", {"text": "No"})
        assert Comment.objects.count() == before


@pytest.mark.parametrize(
    ("text", "said"),
    [(" ", "Write something first"), ("x" * 2001, "Too long: 2001 of 2000")],
)
def test_what_cannot_be_said_stays_in_the_form(game: Game, text: str, said: str) -> None:
    place = shared(game)
    page = client_of(UserFactory()).post(f"{study_url(place)}comment", {"text": text})
    assert said in page.text
    assert text.strip() in page.text
    assert not Comment.objects.exists()


def test_a_comment_sent_again_after_a_lost_answer_is_there_once(game: Game) -> None:
    place, reader = shared(game), client_of(UserFactory())
    for _ in range(2):
        key = reader.get(study_url(place)).context["key"]
        for _ in range(2):
            reader.post(f"{study_url(place)}comment", {"text": "Why not sail?", "key": key})
    assert Comment.objects.count() == 2


def test_there_are_so_many_comments_and_no_more(game: Game, monkeypatch) -> None:
    place, ann = shared(game), UserFactory()
    for _ in range(studies.MOST):
        services.comment(place=place, user=ann, text="Well")
    with pytest.raises(PlayError, match="10 comments in a minute"):
        services.comment(place=place, user=ann, text="Well")
    monkeypatch.setattr(studies, "MOST_COMMENTS", studies.MOST)
    with pytest.raises(PlayError, match="which is the most"):
        services.comment(place=place, user=UserFactory(), text="Well")
    assert Comment.objects.count() == studies.MOST


def test_its_author_and_the_owner_of_the_study_delete_a_comment(game: Game) -> None:
    place, ann = shared(game), UserFactory()
    owner, other = owner_of(game), game.players.get(seat=1).user
    for user, gone in ((ann, True), (owner, True), (other, False), (None, False)):
        said = services.comment(place=place, user=ann, text="Well")
        client = client_of(user)
        path = f"/game/{game.pk}/study/{place.plan.pk}/delete/{said.pk}"
        assert (path in client.get(study_url(place)).text) == gone
        client.post(path)
        assert Comment.objects.filter(pk=said.pk).exists() != gone
        said.delete()


def test_a_step_takes_the_comments_on_it_along(game: Game) -> None:
    place, ann = shared(game), UserFactory()
    early = Place.on(place.plan, place.line.pk, 1)
    services.comment(place=place, user=ann, text="Late")
    services.comment(place=early, user=ann, text="Early")
    services.delete_step(place=Place.on(place.plan, place.line.pk, 2))
    assert [each.text for each in Comment.objects.all()] == ["Early"]
    with pytest.raises(PlayError, match="deleted in the meantime"):
        services.comment(place=place, user=ann, text="Late")


def test_who_blocked_its_author_reads_a_comment_only_if_they_ask_for_it(game: Game) -> None:
    place, pest = shared(game), UserFactory(username="Pest")
    ann = UserFactory(username="Ann")
    services.comment(place=place, user=pest, text="Boo one")
    people.block(user=ann, other=pest)
    people.block(user=ann, other=owner_of(game))
    services.comment(place=place, user=pest, text="Boo two")
    page = client_of(ann).get(study_url(place)).text
    before, _, after = page.partition("Comment from someone you blocked")
    assert "Boo one" in before
    assert "Boo two" in after
    assert "Comment from someone you blocked" not in Client().get(study_url(place)).text
    assert "by someone you blocked" in client_of(ann).get(studies_url(game)).text


def test_comments_and_studies_are_reported(game: Game) -> None:
    place, pest = shared(game), UserFactory(username="Pest")
    said = services.comment(place=place, user=pest, text="Boo")
    ann = client_of(UserFactory())
    page = ann.get(study_url(place)).text
    for about, number, quoted, person in (
        ("comment", said.pk, "Boo", pest),
        ("study", place.plan.pk, "Booths first\nThe ship is slow.", owner_of(game)),
    ):
        path = f"/report/{about}/{number}/"
        assert path in page
        assert ann.get(path).status_code == 200
        for _ in range(2):
            ann.post(path, {"text": "Rude"})
        report = Report.objects.get(about=about)
        assert (report.quoted, report.person, report.game) == (quoted, person, game)
        assert report.subject == f"Your report about a {about} in The Herring Table"
    services.withdraw_study(place=place)
    for path in (f"/report/comment/{said.pk}/", f"/report/study/{place.plan.pk}/"):
        assert ann.get(path).status_code == 404


def test_a_closed_account_leaves_its_comments_without_its_name(game: Game) -> None:
    place, ann = shared(game), UserFactory(username="Ann")
    services.comment(place=place, user=ann, text="Farewell")
    ann.delete()
    page = Client().get(study_url(place)).text
    assert "Farewell" in page
    assert "Former player" in page
    assert "Ann" not in page


def test_a_study_is_taken_into_ones_own_plans(game: Game) -> None:
    place, ann = shared(game), UserFactory()
    client = client_of(ann)
    client.post(f"/game/{game.pk}/study/{place.plan.pk}/take")
    taken = Plan.objects.get(user=ann)
    assert "/m" in client.post(f"/game/{game.pk}/study/{place.plan.pk}/take")["Location"]
    # Whoever takes it from a place in it is led to that place.
    where = f"{place.line.pk}-{place.depth}"
    led = client.post(f"/game/{game.pk}/study/{place.plan.pk}/take", {"where": where})["Location"]
    assert led.endswith(f"-{place.depth}/")
    assert client.get(led).context["plan"].place.path == place.path
    for odd in ("0-0", f"{place.line.pk}-9999", f"{10**9}-1", "north"):
        led = client.post(f"/game/{game.pk}/study/{place.plan.pk}/take", {"where": odd})
        assert "/m" in led["Location"]
    lines = [
        [(line.fork, line.end, line.steps, line.name, line.notes) for line in plan.lines.all()]
        for plan in (place.plan, taken)
    ]
    assert lines[0] == lines[1]
    assert (taken.game, taken.shared_at) == (None, None)
    line = taken.lines.get(name="Booths first")
    assert client.get(f"/plans/{taken.pk}/{line.pk}-{line.end}/").status_code == 200
    services.name_line(place=Place.on(taken, line.pk, 1), name="Mine")
    assert PlanLine.objects.filter(plan=place.plan, name="Booths first").exists()


def test_what_is_played_round_one_screen_is_not_shared() -> None:
    ann = UserFactory()
    game = hot_seat_game(ann, title="hansa")
    Game.objects.update(status=Status.OVER)
    found = planned_at(enter(user=ann, game_id=game.pk), 0)
    place = bot_turns(found, 1)
    with pytest.raises(PlayError, match="Nobody else sees this game"):
        services.share_plan(place=place)


def test_nobody_but_its_player_shows_everyone_a_private_game_against_bots() -> None:
    """Its creator, who never had a seat in it, may see the game, but not show it to others."""
    owner, player = UserFactory.create_batch(2)
    game = play_out(game_of(player, "journeyman", title="hansa", private=True))
    game.creator = owner
    game.save()
    found = planned_at(enter(user=owner, game_id=game.pk), 20)
    place = services.share_plan(place=bot_turns(found, 1))
    assert (
        "Only those who can see this private game" in client_of(owner).get(found.at(place).url).text
    )
    assert client_of(player).get(study_url(place)).status_code == 200
    assert client_of(UserFactory()).get(study_url(place)).status_code == 404
    shared(game)  # by the player, which opens nothing else
    assert client_of(None).get(study_url(place)).status_code == 404


def test_everyone_reads_the_study_of_a_private_game_against_bots_but_not_the_game() -> None:
    owner = UserFactory(username="Owner")
    game = play_out(game_of(owner, "journeyman", title="hansa", private=True))
    found, place = thought_up(game)
    client, url = client_of(owner), found.at(place).url
    assert "Everyone can read it" in client.get(url).text
    strangers = [client_of(None), client_of(UserFactory())]
    assert [each.get(study_url(place)).status_code for each in strangers] == [404, 404]
    place = services.share_plan(place=place)
    for stranger in strangers:
        page = stranger.get(study_url(place)).text
        assert "The ship is slow." in page
        assert f'href="{game.get_absolute_url()}' not in page.split("<main")[1].split("/study/")[0]
        for path in ("", "log/", "record.txt", "plan/", f"move/{game.moves_made}/"):
            answer = stranger.get(f"{game.get_absolute_url()}{path}")
            assert answer.status_code in (302, 404), path
    services.comment(place=place, user=UserFactory(), text="Well thought")
    # A person who has ever had a seat has secrets of their own.
    other = game.players.get(seat=1)
    Holder.objects.filter(player=other).update(end_move=9, went=Change.LEFT)
    Holder.objects.create(
        player=other, user=UserFactory(), first_move=9, since=timezone.now(), came=Change.TAKEN
    )
    assert [each.get(study_url(place)).status_code for each in strangers] == [404, 404]
    assert "Only those who can see this private game" in client.get(url).text


def test_lists_of_plans_and_studies_read_no_positions(game: Game) -> None:
    plan, owner = shared(game).plan, owner_of(game)
    access = enter(user=owner, game_id=game.pk)
    with CaptureQueriesContext(connection) as queries:
        assert [(each.plan, each.lines) for each in plans_of(owner)] == [(plan, 2)]
        assert [each.branches for each in studies_of(access)] == [2]
    assert not [each for each in queries if '"root"' in each["sql"] or '"state"' in each["sql"]]
