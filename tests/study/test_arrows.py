"""Arrows in studies: every place can be named, drawn and told, and they go with their words."""

import random
import re

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import override

from games.drawing import DRAWINGS
from games.drawing.arrows import NEUTRAL, Arrow, ring, way
from games.drawing.geometry import Box, around
from games.drawing.hansa import sources as hansa_sources
from games.drawing.hansa.sheet import sheet as hansa_sheet
from games.drawing.seats import COLOURS
from games.drawing.teutonica import sources
from games.drawing.teutonica.sheet import sheet
from games.play.access import enter
from games.play.errors import PlayError
from games.play.models import Game
from games.study import services
from games.study.arrows import LONGEST, MOST, Mark, Places, joined, spelled, split, written
from games.study.models import Comment, Plan, PostMortem
from games.study.pages.table_study import TableStudy
from games.study.plan.text import read, text_of
from games.study.plan.tree import Place
from games.wording import ENGLISH
from tests.drawing.positions import LATE, late_state
from tests.factories import UserFactory
from tests.play.factories import game_of, play_out
from tests.study.test_study import client_of, owner_of, shared, study_url, thought_up

BOARDS = sorted(LATE)


@pytest.fixture(scope="module", params=BOARDS)
def places(request: pytest.FixtureRequest) -> Places:
    title, state, _ = late_state(request.param)
    return Places(title, title.view(state, None))


@pytest.fixture
def game() -> Game:
    owner, other = UserFactory(username="Owner"), UserFactory(username="Other")
    return play_out(game_of(owner, other, title="hansa", name="The Herring Table"))


def drawn(places: Places, arrows: list[Arrow]) -> str:
    drawing = DRAWINGS[places.title.id]
    body: str = drawing.live(places.view, ENGLISH, arrows=arrows)["body"]
    return body


def test_every_place_of_every_board_is_read_told_and_drawn(places: Places) -> None:
    names = places.names
    assert len({spelled(target) for target in names}) == len(names)
    for target, name in names.items():
        (mark,) = places.read(spelled(target))
        assert mark == Mark(target)
        assert places.told([mark]) == f"Arrows: {name} marked"
    body = drawn(places, [Arrow(target) for target in names])
    assert body.count('class="arrow"') == len(names)


def test_every_city_and_route_of_a_board_has_a_name(places: Places) -> None:
    board = places.view.printed
    wanted = {f"city:{city.id}" for city in board.cities}
    if places.title.id == "teutonica":
        wanted |= {f"route:{route.id}" for route in board.routes}
        wanted |= {f"space:{name}" for name in board.space_ids}
    assert places.names.keys() >= wanted


def test_a_city_is_read_as_it_is_called_in_every_spelling(places: Places) -> None:
    for target, name in places.names.items():
        if target.startswith("city:"):
            for text in (name, name.upper(), f"  {name.lower()} "):
                assert places.read(text) == (Mark(target),)


def test_what_is_written_is_read_again(places: Places) -> None:
    dice, targets = random.Random(59), list(places.names)
    for _ in range(20):
        marks = tuple(
            Mark(*dice.sample(targets, dice.choice((1, 2)))) for _ in range(dice.randint(0, MOST))
        )
        marks = tuple(dict.fromkeys(marks))
        assert places.read(written(marks)) == marks
        assert len(written(marks)) <= LONGEST


def test_arrows_are_read_generously(places: Places) -> None:
    one, other, third = cities_of(places)[:3]
    arrow = Mark(f"city:{one}", f"city:{other}")
    for text in (f"{one}>{other}", f"{one} -> {other};", f", {one} → {other}\n{one} > {other}"):
        assert places.read(text) == (arrow,)
    chain = places.read(f"{one} > {other} > {third}")
    assert chain == (arrow, Mark(f"city:{other}", f"city:{third}"))


def cities_of(places: Places) -> list[str]:
    return [spelled(target) for target in places.names if target.startswith("city:")]


def test_a_route_is_read_from_either_city() -> None:
    title, state, _ = late_state("hanse-45")
    places = Places(title, title.view(state, None))
    assert places.read("Stade – Hamburg, stade-hamburg.2") == (
        Mark("route:hamburg-stade"),
        Mark("space:hamburg-stade.2"),
    )


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("groningen > atlantis", "'atlantis' is not a place on this board."),
        ("groningen >", "'groningen >' needs a place on both sides of the arrow"),
        ("> emden", "'> emden' needs a place on both sides"),
        ("emden > Emden", "'emden > Emden' begins and ends at the same place."),
        ("h", "'h' could mean halle, hamburg, hannover or hildesheim. Type a few more letters."),
        ("emden, " * 72, f"Arrows can have {LONGEST} characters."),
    ],
)
def test_what_cannot_be_read_is_refused_with_a_sentence(text: str, said: str) -> None:
    title, state, _ = late_state("hanse-45")
    places = Places(title, title.view(state, None))
    with pytest.raises(PlayError) as refused:
        places.read(text)
    assert said in str(refused.value)
    assert places.found(text) == ()


def test_no_more_are_read_than_can_be_seen(places: Places) -> None:
    targets = list(places.names)[: MOST + 1]
    with pytest.raises(PlayError, match=f"At most {MOST}"):
        places.read(written([Mark(target) for target in targets]))


@pytest.mark.parametrize("words", ["", "Go north.", "One\n\ntwo [really]", "[arrows: a]\nno", "]["])
@pytest.mark.parametrize("arrows", ["", "groningen > emden, bremen"])
def test_a_note_keeps_its_words_and_its_arrows(words: str, arrows: str) -> None:
    assert split(joined(words, arrows)) == (words, arrows)


def points(path: str) -> list[tuple[float, float]]:
    return [(float(x), float(y)) for x, y in re.findall(r"(-?[\d.]+),(-?[\d.]+)", path)]


def test_no_line_covers_another_city_or_a_space(places: Places) -> None:
    dice, cities = random.Random(59), cities_of(places)
    drawing, view = DRAWINGS[places.title.id], places.view
    drawn_on = drawing.sheet(view.board)
    left, top, wide, high = map(float, drawn_on.view_box.split())
    houses = [around(at, 13) for name, at in drawn_on.places.items() if name.startswith("space:")]
    frame = Box(left, top, left + wide, top + high)
    boxes = {city: box(places, city) for city in cities}
    for _ in range(25):
        start, end = dice.sample(cities, 2)
        line, head = way(boxes[start], boxes[end], (*boxes.values(), *houses), frame)
        assert all(frame.has(point) for point in points(line) + points(head))
        others = [each for city, each in boxes.items() if city not in (start, end)] + houses
        assert not any(each.has(point) for point in points(line) for each in others)
    for city, own in boxes.items():
        line = ring(own, tuple(boxes.values()))
        assert line, city
        assert not any(each.has(point) for point in points(line) for each in boxes.values())


def box(places: Places, city: str) -> Box:
    board, target = places.view.board, f"city:{city}"
    if places.title.id == "teutonica":
        return sources.box(sheet(board), places.view, target)
    return hansa_sources.box(hansa_sheet(board), target)


def test_readers_see_and_are_told_the_arrows_of_a_note(db: None, game: Game) -> None:
    place = shared(game)
    client = client_of(owner_of(game))
    act = f"/game/{game.pk}/plan/{place.line.pk}-{place.depth}/act"
    sent = {"act": "note", "text": "Go east.", "arrows": "Lübeck > danzig, riga"}
    client.post(act, sent, headers={"HX-Request": "true"})
    assert Place.on(place.plan, place.line.pk, place.depth).note == (
        "Go east.\n[arrows: lubeck > danzig, riga]"
    )
    page = Client().get(study_url(place)).content.decode()
    assert "Arrows: Lübeck to Danzig; Riga marked" in page
    assert page.count('class="arrow"') == 2
    assert ">Go east.<" in page
    other = Client().get(study_url(place, place.depth - 1)).content.decode()
    assert 'class="arrow"' not in other


@pytest.mark.parametrize("htmx", [{}, {"HX-Request": "true"}])
def test_refused_arrows_lose_nothing(db: None, game: Game, htmx: dict[str, str]) -> None:
    place = shared(game)
    act = f"/game/{game.pk}/plan/{place.line.pk}-{place.depth}/act"
    sent = {"act": "note", "text": "Go west.", "arrows": "lubeck > atlantis"}
    page = client_of(owner_of(game)).post(act, sent, headers=htmx).content.decode()
    assert "is not a place on this board" in page
    assert "Go west." in page
    assert 'value="lubeck &gt; atlantis"' in page
    assert Place.on(place.plan, place.line.pk, place.depth).note == place.note


def test_only_its_owner_changes_the_arrows_of_a_line(db: None, game: Game) -> None:
    place = shared(game)
    act = f"/game/{game.pk}/plan/{place.line.pk}-{place.depth}/act"
    reader = client_of(game.players.get(seat=1).user)
    sent = {"act": "note", "text": "", "arrows": "riga"}
    assert reader.post(act, sent).status_code == 404
    assert Place.on(place.plan, place.line.pk, place.depth).note == place.note


def test_a_comment_draws_in_the_colour_of_its_author(db: None, game: Game) -> None:
    place = shared(game)
    url = study_url(place)
    refused = client_of(owner_of(game)).post(f"{url}comment", {"text": "So.", "arrows": "xyz"})
    assert "is not a place on this board" in refused.content.decode()
    assert 'value="xyz"' in refused.content.decode()
    for user in (game.players.get(seat=1).user, UserFactory()):
        client_of(user).post(f"{url}comment", {"text": "So.", "arrows": "Riga > reval"})
    page = Client().get(url).content.decode()
    assert page.count("Arrows: Riga to Reval") == 2
    arrows = page.partition('id="arrows"')[2].partition("</g></g></g>")[0]
    assert COLOURS[1] in arrows
    assert NEUTRAL[1] in arrows
    assert {comment.text for comment in Comment.objects.all()} == {"So.\n[arrows: riga > reval]"}


def test_notes_in_the_study_of_the_table_are_told(db: None, game: Game) -> None:
    end = Plan.objects.create(
        game=game,
        number=game.moves_made,
        title="hansa",
        root=shared(game).plan.root,
        digest="",
        post_mortem=PostMortem.objects.create(game=game, wanted_at=timezone.now()),
    )
    author = game.players.get(seat=1).user
    services.comment(place=Place.beginning(end), user=author, text=joined("There.", "riga > reval"))
    notes = TableStudy.of(enter(user=author, game_id=game.pk)).notes
    assert [(said.words, said.told) for said in notes] == [("There.", "Arrows: Riga to Reval")]


def test_a_player_adds_notes_with_arrows(db: None, game: Game) -> None:
    Plan.objects.create(
        game=game,
        number=game.moves_made,
        title="hansa",
        root=shared(game).plan.root,
        digest="",
        post_mortem=PostMortem.objects.create(game=game, wanted_at=timezone.now()),
    )
    client = client_of(game.players.get(seat=1).user)
    url = reverse("study:add-notes", args=[game.pk])
    sent = {"text": "There.", "arrows": "riga > atlantis"}
    refused = client.post(url, sent).text
    assert 'value="riga &gt; atlantis"' in refused
    assert ">There.</textarea>" in refused
    page = client.post(url, sent | {"arrows": "Riga > reval"}, follow=True).text
    assert "Arrows: Riga to Reval" in page
    assert Comment.objects.get().text == "There.\n[arrows: riga > reval]"


def test_arrows_go_where_their_words_go(db: None, game: Game) -> None:
    """Into the text of a plan and back, into copies, and away with their step."""
    found, place = thought_up(game)
    kept = joined("Go east.", "lubeck > danzig")
    place = services.note_step(place=place, text=kept)
    _, copies = read(text_of(place.plan, found.names, "Plan"))
    assert [*copies[0].notes.values()] == [kept]
    place = services.share_plan(place=place)
    taken = services.take_study(plan=place.plan, user=UserFactory(), name="Taken")
    assert kept in taken.lines.order_by("pk")[0].notes.values()
    services.delete_step(place=place)
    assert kept not in place.plan.lines.order_by("pk")[0].notes.values()


def test_arrows_are_told_in_the_language_of_the_reader(db: None) -> None:
    title, state, _ = late_state("baltic")
    with override("de"):
        places = Places(title, title.view(state, None))
        told = places.told(places.read("lubeck > danzig, riga"))
    assert told == "Pfeile: Lübeck nach Danzig; Riga markiert"
