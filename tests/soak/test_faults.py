"""Every fault that is planted in the site is found, by the law that names it and by no other."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from games.league.models import Season, SeasonStatus
from tests.cases import first
from tests.soak import laws
from tests.soak.faults import FAULTS, Fault
from tests.soak.laws import languages, letters, pushes, standings
from tests.soak.season import ENTRIES
from tests.soak.small import SmallSoak, prepared

pytestmark = pytest.mark.django_db
MOST_ROUNDS = 12
"""So many rounds a fault may take to show itself."""
ROUNDS = 3
SEED = 1
RUNNING = Path(__file__).parents[2] / "docs" / "running.md"


@pytest.fixture
def soak(tmp_path: Path) -> Iterator[SmallSoak]:
    """Return a small soak."""
    with prepared(tmp_path):
        yield SmallSoak(SEED)


def test_nothing_is_broken_without_a_fault(soak: SmallSoak) -> None:
    for _ in range(ROUNDS):
        soak.round()
        soak.deliver()
    assert laws.broken(soak.evidence) == []


@pytest.mark.long
def test_nothing_is_broken_by_a_season_without_a_fault(soak: SmallSoak) -> None:
    soak.season()
    soak.deliver()
    assert laws.broken(soak.evidence) == []
    assert {season.status for season in Season.objects.filter(number=1)} == {SeasonStatus.OVER}
    assert Season.objects.filter(number=2, status=SeasonStatus.RUNNING).count() == len(ENTRIES)


@pytest.mark.parametrize(
    "fault", first(3, (pytest.param(fault, id=fault.told) for fault in FAULTS))
)
def test_a_fault_is_found_by_its_law(soak: SmallSoak, fault: Fault) -> None:
    law = laws.LAWS[fault.law]
    in_a_season = law.__module__ == standings.__name__
    with fault.plant():
        for _ in range(1 if in_a_season else MOST_ROUNDS):
            (soak.season if in_a_season else soak.round)()
            if law.__module__ in {each.__name__ for each in (letters, languages, pushes)}:
                soak.deliver()
            if any(law(soak.evidence)):
                break
        soak.deliver()
    assert {breach.law for breach in laws.broken(soak.evidence)} == {fault.law}


def test_the_docs_list_the_laws_and_faults() -> None:
    rows: dict[str, list[str]] = {name: [] for name in laws.LAWS}
    for fault in FAULTS:
        rows[fault.law].append(fault.told)
    docs = RUNNING.read_text()
    for name, told in rows.items():
        assert f"| {name} | {'; '.join(told)} |".replace("|  |", "| |") in docs
