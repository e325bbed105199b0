"""What happens rarely in a game of Hansa stands in a record."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from games.rules import TITLES, record, replay

FILES = sorted((Path(__file__).parent / "hansa").glob("*.txt"))
RECORDS = [record.read(file.read_bytes()) for file in FILES]
HANSA = TITLES["hansa"]
SITUATIONS: dict[str, Callable[[Any], bool]] = {
    "several choose what to lose at once (H3.3)": lambda view: (
        view.prompt == "lose" and len(view.to_move) > 1
    ),
    "every warehouse is empty (H2.2)": lambda view: view.must_replenish,
    "the piles are used up (H2.2)": lambda view: (
        view.prompt == "turn" and not view.replenished and not any(view.piles)
    ),
    "a stock is empty (H3.2)": lambda view: any(desk.booths == 0 for desk in view.desks),
    "a player has more than 3 markers at the end of a turn (H2.5)": lambda view: (
        view.prompt == "tolls"
    ),
    "a player has more talers than the income and the savings (H3.1)": lambda view: any(
        desk.talers > 6 for desk in view.desks
    ),
}


@pytest.mark.parametrize("situation", SITUATIONS)
def test_what_is_rare_stands_in_a_record(situation: str) -> None:
    assert any(
        SITUATIONS[situation](HANSA.view(step.after, None))
        for known in RECORDS
        for step in replay.record_steps(known)
    )


@pytest.mark.parametrize("players", HANSA.players)
def test_every_way_to_part_the_first_stands_in_a_record(players: int) -> None:
    """Points alone, the tie-breaker, and a shared place (H4.2)."""
    results = [
        HANSA.result(replay.replay(known)) for known in RECORDS if len(known.players) == players
    ]
    assert {result.tie_breaker for result in results if result} == {"", "booths", "shared"}
