"""Replaying: a log leads to the same position again, and a bad one says where it does not."""

from dataclasses import replace as with_changes
from datetime import UTC, datetime

import pytest

from games.rules import record, replay
from games.rules.errors import BadRecord, IllegalOptions
from games.rules.record import Entry, Record
from tests.rules.walks import CASES, NAMES, PAIRED, Case, log, walk

cases = pytest.mark.parametrize("case", PAIRED, ids=str)
CASE = next(case for case in CASES if case.players == 3)


def record_of(case: Case) -> Record:
    steps = walk(case)
    entries = tuple(Entry(seat, text) for seat, text in log(case, steps))
    started = datetime(2020, 5, 31, tzinfo=UTC)
    return Record(
        case.title_id,
        NAMES[: case.players],
        dict(case.options),
        entries,
        rules_version=case.title.rules_version,
        started=started,
    )


def wrong(bad: Record) -> BadRecord:
    """Return what is wrong with a record, after it went through its text."""
    with pytest.raises(BadRecord) as error:
        replay.replay(record.read(record.write(bad)))
    return error.value


@cases
def test_a_record_replays_to_the_same_position(case: Case) -> None:
    title, steps = case.title, walk(case)
    read = record.read(record.write(record_of(case)))
    assert title.digest(replay.replay(read)) == title.digest(steps[-1].after)
    states = [step.after for step in replay.record_steps(read)]
    assert [*map(title.digest, states)] == [title.digest(step.after) for step in steps]


@cases
def test_the_canonical_text_of_a_canonical_text_is_itself(case: Case) -> None:
    text = replay.canonical(record_of(case))
    assert replay.canonical(record.read(text)) == text


@cases
def test_a_generous_record_becomes_canonical(case: Case) -> None:
    plain = record_of(case)
    loud = with_changes(
        plain, orders=tuple(Entry(seat, text.upper()) for seat, text, *_ in plain.orders)
    )
    assert replay.canonical(loud) == replay.canonical(plain)


@cases
def test_a_finished_record_ends_with_the_score_sheet(case: Case) -> None:
    title, last = case.title, walk(case)[-1].after
    result = title.result(last)
    assert result is not None
    text = replay.canonical(record_of(case))
    assert f'[Result "{replay.result_text(result)}"]' in text
    for line in (*replay.sheet_lines(result), f"digest {title.digest(last)}"):
        assert f"# {line}\n" in text


@cases
def test_a_log_replays_as_far_as_it_goes(case: Case) -> None:
    title, steps = case.title, walk(case)
    half = log(case, steps)[: len(steps) // 2]
    state = replay.final(title, dict(case.options), case.players, half)
    assert title.digest(state) == title.digest(steps[len(half) - 1].after)
    start = replay.final(title, dict(case.options), case.players, [])
    assert title.digest(start) == title.digest(case.start())


def test_a_record_in_the_middle_of_a_game_has_neither_result_nor_sheet() -> None:
    whole = record_of(CASE)
    text = replay.canonical(with_changes(whole, orders=whole.orders[:50]))
    assert "Result" not in text
    assert "#" not in text


def test_an_illegal_order_is_said_with_its_line() -> None:
    plain = record_of(CASE)
    header = record.write(with_changes(plain, orders=())).count("\n")
    for number in (0, 10, len(plain.orders) - 1):
        orders = list(plain.orders)
        orders[number] = Entry(orders[number].seat, "no such order")
        assert wrong(with_changes(plain, orders=tuple(orders))).line == header + number + 1


def test_an_order_of_the_wrong_seat_is_said_with_its_line() -> None:
    plain = record_of(CASE)
    first = next(n for n, entry in enumerate(plain.orders) if entry.seat >= 0)
    entry = plain.orders[first]
    orders = (*plain.orders[:first], Entry((entry.seat + 1) % CASE.players, entry.text))
    assert "not your turn" in str(wrong(with_changes(plain, orders=orders)))


def test_a_bad_line_of_a_log_is_said_by_its_number() -> None:
    played = log(CASE, walk(CASE))[:5]
    with pytest.raises(BadRecord) as error:
        replay.final(CASE.title, {}, CASE.players, [*played, (0, "no such order")])
    assert error.value.line == 6


def test_a_hidden_draw_plays_only_up_to_there() -> None:
    plain = record_of(CASE)
    orders = (*plain.orders[:1], Entry(-1, "draw ?"))
    assert "hidden" in str(wrong(with_changes(plain, orders=orders)))


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"title": "chess"}, "no title 'chess'"),
        ({"rules_version": 999}, "rules version 999"),
        ({"rules_version": 1}, "rules version 1. This program plays Hansa Teutonica by version 2"),
        ({"rules_version": 0}, "rules version 0"),
        ({"options": {"board": "atlantis"}}, "atlantis"),
        ({"options": {"weather": "fair"}}, "no option 'weather'"),
        ({"players": ("Ann",), "orders": ()}, "2 to 5 players"),
        ({"result": "prestige 99 1 1"}, "the orders lead to"),
        ({"result": "prestige 99 1 1", "orders": ()}, "not over"),
    ],
)
def test_what_does_not_go_together_is_said_with_its_line(changes, words) -> None:
    error = wrong(with_changes(record_of(CASE), **changes))
    assert words in str(error)
    assert error.line is not None


def test_a_log_of_a_game_that_cannot_be_is_refused() -> None:
    with pytest.raises(IllegalOptions):
        replay.final(CASE.title, {}, 99, [])
