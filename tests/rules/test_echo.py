"""An error quotes what a person wrote, but cut to a readable length."""

import pytest

from games.bots import BOTS
from games.rules import TITLES, record, replay
from games.rules.commands import main
from games.rules.errors import LONGEST_ORDER, BadRecord, IllegalOptions, IllegalOrder
from games.rules.title import Title
from tests.records.test_records import VERBS

MOST = 300
LONG = ("x" * 5000, "1" * 5000, "-".join("ab" * 2500), "x." * 2500, "x" * (LONGEST_ORDER - 30))


@pytest.mark.parametrize("title", TITLES.values(), ids=lambda title: title.id)
def test_an_order_that_is_too_long_is_cut(title: Title) -> None:
    state = title.start({}, 3)
    beginnings = ["", *(f"{verb} " for verb in VERBS[title.id]), "place t ", "claim ", "claim a b "]
    for beginning in beginnings:
        for tail in LONG:
            with pytest.raises(IllegalOrder) as refused:
                title.read(state, beginning + tail)
            assert len(str(refused.value)) < MOST, beginning


@pytest.mark.parametrize("title", TITLES.values(), ids=lambda title: title.id)
@pytest.mark.parametrize("options", [{"x" * 5000: "on"}, {"board": "x" * 5000}])
def test_an_option_that_is_too_long_is_cut(title: Title, options: dict[str, str]) -> None:
    with pytest.raises(IllegalOptions) as refused:
        title.complete(options, 3)
    assert len(str(refused.value)) < MOST


@pytest.mark.parametrize(
    "line",
    [
        '[Title "{}"]',
        '[Title "hansa"]\n[Rules "{}"]',
        '[{} "hansa"]',
        '[Option "{0}=a"]\n[Option "{0}=b"]',
        '[Title "hansa"]\n[Player "A"]\n[Player "B"]\n1: {}',
        '[Title "hansa"]\n[Player "A"]\n[Player "B"]\n*: ? {}',
    ],
)
def test_a_line_of_a_record_that_is_too_long_is_cut(line: str) -> None:
    players = '\n[Player "A"]\n[Player "B"]' * ("Player" not in line)
    with pytest.raises(BadRecord) as refused:
        replay.replay(record.read(line.format("x" * 1500) + players))
    assert len(str(refused.value)) < MOST


@pytest.mark.parametrize("name", ["--title", "--option", "--bot"])
def test_a_word_of_a_command_that_is_too_long_is_cut(name: str, capsys) -> None:
    assert main(["play", name, "x" * 5000], BOTS)
    assert len(capsys.readouterr().err) < MOST
