"""The ways to set a title up that benches, demo and tests take."""

import pytest

from games.rules import TITLES
from games.rules.title import Title, nearest


@pytest.mark.parametrize("title", TITLES.values(), ids=TITLES.keys())
def test_tables_show_every_board_and_every_way_to_play_it(title: Title) -> None:
    boards = set()
    for table in title.setups():
        options = title.complete(table.options, table.players)
        assert table.options.items() <= options.items()
        view = title.view(title.start(options, table.players), None)
        assert (view.title, view.players, view.options) == (title.id, table.players, options)
        boards.add(view.board)
    assert boards == set(title.boards)
    assert len({table.label for table in title.setups()}) == len(title.setups())


def test_the_nearest_number_of_players() -> None:
    title = TITLES["teutonica"]
    assert [nearest(title, wished) for wished in (0, 2, 4, 9)] == [2, 2, 4, 5]
