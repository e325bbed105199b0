"""Desks and the score sheet tell in words and shapes what they tell in colour."""

from dataclasses import replace
from xml.etree import ElementTree

from games.drawing import DRAWINGS
from games.drawing.teutonica.tracks import compact, tracks
from games.rules.teutonica.modules.favour import OPEN, OWNED
from games.rules.teutonica.pieces import DEVELOP, EXTRA, TILES, TRACKS, TRADER, piece
from games.rules.title import Result
from games.wording import ENGLISH
from tests.drawing.positions import TITLE, opening, walk

DRAWING = DRAWINGS["teutonica"]
LINES = ("prestige", "abilities", "markers", "special", "cities", "network")


def score(*totals: int) -> tuple[dict[str, int], ...]:
    return tuple(dict.fromkeys(LINES, 0) | {"prestige": total, "total": total} for total in totals)


def test_covered_spaces_are_pieces_still_lying_there() -> None:
    for levels in ((0, 0, 0, 0, 0), (4, 5, 3, 3, 3), (1, 2, 1, 2, 0)):
        covered = sum(len(track) - 1 for track in TRACKS) - sum(levels)
        for text in (tracks(3, levels, {}, ENGLISH), compact(3, levels, ENGLISH)):
            ElementTree.fromstring(text)
            assert text.count('href="#t3"') + text.count('href="#m3"') == covered


def test_my_desk_comes_first_and_large() -> None:
    view = replace(opening(4), seat=2)
    desks = DRAWING.desks(view, ["Anna", "Bertram", "Cecilie", "Dietrich"], ENGLISH)
    assert [desk["name"] for desk in desks] == ["Cecilie", "Dietrich", "Anna", "Bertram"]
    assert [desk["mine"] for desk in desks] == [True, False, False, False]
    assert desks[0]["body"].startswith(tracks(2, view.desks[2].levels, {}, ENGLISH))
    assert desks[1]["body"].startswith(compact(3, view.desks[3].levels, ENGLISH))


def test_a_spectator_sees_all_desks_in_seat_order() -> None:
    desks = DRAWING.desks(replace(opening(3), seat=None), [], ENGLISH)
    assert [desk["name"] for desk in desks] == ["Red", "Yellow", "Green"]
    assert not any(desk["mine"] for desk in desks)


def test_markers_have_words_and_used_ones_lie_face_down() -> None:
    view = opening(3)
    owner = replace(view.desks[0], markers=(0, 3), used=2, plate=2, plate_known=(1,))
    desks = DRAWING.desks(replace(view, seat=0, desks=(owner, *view.desks[1:])), [], ENGLISH)
    body = desks[0]["body"]
    for words in ("Additional Office", "+4 Actions", "2 used", "Swap", "A face-down marker"):
        assert words in body
    assert 'aria-label="Develop"' not in body


def test_markers_and_tracks_of_my_desk_can_be_clicked() -> None:
    state, seat = next(walk(4, 1, 2))
    data = TITLE.dump(state)
    data["held"][seat] = [DEVELOP]
    state = TITLE.load(data)
    view, orders = TITLE.view(state, seat), TITLE.orders(state, seat)
    choices = DRAWING.choices(TITLE, orders, view, ENGLISH)
    mine, *others = DRAWING.desks(view, [], ENGLISH, choices=choices)
    assert 'href="?pick=marker:develop"' in mine["body"]
    assert not any('href="?' in desk["body"] for desk in others)
    mine = DRAWING.desks(
        view, [], ENGLISH, choices=choices, picked="marker:develop", post="/order"
    )[0]
    assert mine["body"].count('hx-post="/order"') == len(choices.after("marker:develop"))


def test_the_score_sheet_names_the_winner_and_the_tie_breaker() -> None:
    result = Result("prestige", score(40, 52, 52), (3, 1, 2), "actions")
    sheet = DRAWING.wording.score(result, opening(3), ["Anna", "Bertram", "Cecilie"], ENGLISH)
    assert [player["place"] for player in sheet["players"]] == [3, 1, 2]
    assert sheet["lines"][-1]["total"]
    assert [cell["points"] for cell in sheet["lines"][-1]["cells"]] == [40, 52, 52]
    assert "Bertram won with 52 points. Cecilie had as many" in sheet["verdict"]


def test_a_win_may_be_shared() -> None:
    result = Result("cities", score(9, 9), (1, 1), "shared")
    sheet = DRAWING.wording.score(result, opening(2), ["Anna", "Bertram"], ENGLISH)
    assert "Anna and Bertram share the win with 9 points each" in sheet["verdict"]


def test_my_mission_card_lies_on_my_desk_alone() -> None:
    state, _ = next(walk(3, 1, 1, {"missions": "on"}))
    for seat in (0, 1, 2, None):
        desks = DRAWING.desks(TITLE.view(state, seat), [], ENGLISH)
        assert [desk["seat"] for desk in desks if "mission-card" in desk["body"]] == (
            [] if seat is None else [seat]
        )


def test_tiles_lie_open_or_with_their_owners() -> None:
    view = opening(3, options={"favour": "on"})
    free, mine, other = view.tiles
    tiles = bytes({free: OPEN, mine: OWNED, other: OWNED + 2}.get(tile, 0) for tile in TILES)
    view = replace(view, seat=0, added=view.added._replace(tiles=tiles))
    bodies = {desk["seat"]: desk["body"] for desk in DRAWING.desks(view, [], ENGLISH)}
    assert f"#f-{free}" in bodies[0].partition("Available tiles")[2]
    assert f"#f-{mine}" in bodies[0].partition("Available tiles")[0]
    assert f"#f-{other}" in bodies[2]
    assert "#f-" not in bodies[1]


def test_an_open_tile_can_be_clicked_for_two_markers() -> None:
    state, seat = next(walk(3, 1, 1, {"favour": "on"}))
    data = TITLE.dump(state)
    data["held"][seat] = [DEVELOP, DEVELOP, EXTRA]
    state = TITLE.load(data)
    view = TITLE.view(state, seat)
    choices = DRAWING.choices(TITLE, TITLE.orders(state, seat), view, ENGLISH)
    mine = DRAWING.desks(view, [], ENGLISH, choices=choices)[0]
    for name in view.tiles:
        assert f'href="?pick=tile:{name}"' in mine["body"]
        labels = {choice.label.partition(" for ")[2] for choice in choices.after(f"tile:{name}")}
        assert "two Develop and this turn's actions" in labels
        assert len(labels) == 2


def test_permissions_left_lie_on_the_desk_of_the_player_on_turn() -> None:
    view = opening(4, options={"board": "britannia"})
    offices, board = bytearray(view.offices), view.printed
    for city in ("cardiff", "london"):
        offices[board.city(city).offices[0]] = piece(view.turn, TRADER)
    view = replace(view, offices=bytes(offices))
    assert view.permissions == (("wales",), ("wales", "scotland"))
    for desk in DRAWING.desks(view, [], ENGLISH):
        on_turn = desk["seat"] == view.turn
        assert ("Permissions left" in desk["body"]) == on_turn
        assert ("Wales or Scotland" in desk["body"]) == on_turn


def test_the_score_sheet_has_lines_for_countries_and_missions() -> None:
    scores = tuple(row | {"missions": 8, "wales": 7, "scotland": 2} for row in score(9, 8))
    sheet = DRAWING.wording.score(
        Result("cities", scores, (1, 2)), opening(2), ["Anna", "Bertram"], ENGLISH
    )
    assert [line["label"] for line in sheet["lines"][-4:]] == [
        "Mission card",
        "Wales",
        "Scotland",
        "Total",
    ]
