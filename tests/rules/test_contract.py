"""The contract that every title keeps, with all its options and numbers of players."""

import json
import random
import re

import pytest

from games.rules import TITLES, replay
from games.rules.errors import IllegalOptions, IllegalOrder
from games.rules.playthrough import draw
from games.rules.title import CHANCE
from tests.rules.titles import KNOWN
from tests.rules.walks import NAMES, PAIRED, PAIRED_FIRST, Case, log, of_each_kind, some, walk
from tests.telling import describe, urge

every = pytest.mark.parametrize("case", PAIRED_FIRST, ids=str)
paired = pytest.mark.parametrize("case", PAIRED, ids=str)
SHORT = 10
"""Positions looked at where looking takes long."""


def _any_orders(case: Case, state: object, number: int = 20) -> set[object]:
    rng = random.Random(6)
    return {KNOWN[case.title_id].any_order(state, rng) for _ in range(number)}


@paired
def test_a_game_nearly_at_random_ends_and_nothing_is_lost_on_its_long_way(case: Case) -> None:
    steps = walk(case, seed=2, sense=0.2)
    assert case.title.to_move(steps[-1].after) == ()
    for step in steps[::-10]:
        KNOWN[case.title_id].conserved(step.after)


@every
def test_nothing_is_lost_or_made(case: Case) -> None:
    conserved = KNOWN[case.title_id].conserved
    conserved(case.start())
    for step in walk(case):
        conserved(step.after)


@every
def test_every_listed_order_applies_and_leaves_its_input_alone(case: Case) -> None:
    title, rng = case.title, random.Random(4)
    for step in of_each_kind(case):
        if step.seat == CHANCE:
            continue
        before = title.dump(step.before)
        for group in title.orders(step.before, step.seat).groups.values():
            for order in rng.sample(list(group), min(4, len(group))):
                after = title.apply(step.before, step.seat, order)
                KNOWN[case.title_id].conserved(after)
                assert title.digest(after) != title.digest(step.before)
        assert title.dump(step.before) == before


@paired
def test_every_order_of_one_position_applies(case: Case) -> None:
    for step in some(case, 2, seed=5):
        for order in case.title.orders(step.before, step.seat):
            case.title.apply(step.before, step.seat, order)


@every
def test_every_draw_of_chance_applies_and_no_other(case: Case) -> None:
    title = case.title
    for step in walk(case):
        if step.seat == CHANCE:
            draws = title.chance_outcomes(step.before)
            assert sum(probability for _, probability in draws) == pytest.approx(1)
            for order, probability in draws:
                assert probability > 0
                title.apply(step.before, CHANCE, order)
            refused = {*_any_orders(case, step.before)} - {order for order, _ in draws}
            for order in refused:
                with pytest.raises(IllegalOrder):
                    title.apply(step.before, CHANCE, order)
        else:
            assert title.chance_outcomes(step.before) == []


@every
def test_whoever_is_drawn_or_given_as_the_start_player_has_the_first_turn(case: Case) -> None:
    title, seats = case.title, [*range(case.players)]
    drawn = [
        [title.start_player(order) for order, _ in title.chance_outcomes(step.before)]
        for step in walk(case)
        if step.seat == CHANCE
    ]
    # A title may have its start player drawn, or none to draw.
    assert drawn.count(seats) <= 1
    assert all(found in (seats, [None] * len(found)) for found in drawn)
    for seat in seats if seats in drawn else ():
        state, rng = case.start(), random.Random(seat)
        while title.to_move(state) == (CHANCE,):
            state = title.apply(state, CHANCE, draw(title, state, rng, seat))
        assert title.view(state, None).turn == seat


@every
def test_every_other_order_is_refused_with_a_sentence(case: Case) -> None:
    title, rng = case.title, random.Random(7)
    for step in some(case, SHORT):
        before = title.dump(step.before)
        orders = title.orders(step.before, step.seat)
        for _ in range(60):
            order = KNOWN[case.title_id].any_order(step.before, rng)
            if order in orders:
                title.apply(step.before, step.seat, order)
                continue
            with pytest.raises(IllegalOrder) as refusal:
                title.apply(step.before, step.seat, order)
            assert str(refusal.value)[0].isupper() or str(refusal.value)[0] == "'"
            assert str(refusal.value)[-1] in ".?'", title.write(step.before, order)
        assert title.dump(step.before) == before


@every
def test_an_order_is_judged_by_its_own_position_whatever_was_asked_last(case: Case) -> None:
    title = case.title
    for step in of_each_kind(case, 1):
        if step.seat == CHANCE or step.order in title.orders(step.after, step.seat):
            continue
        assert step.order in title.orders(step.before, step.seat)
        with pytest.raises(IllegalOrder):
            title.apply(step.after, step.seat, step.order)
        title.orders(step.after, step.seat)
        assert title.apply(step.before, step.seat, step.order) == step.after


@every
def test_who_is_not_asked_has_no_orders(case: Case) -> None:
    title = case.title
    for step in some(case, SHORT):
        asked = title.to_move(step.before)
        for seat in (*range(case.players), CHANCE):
            if seat not in asked:
                assert not title.orders(step.before, seat)
                with pytest.raises(IllegalOrder):
                    title.apply(step.before, seat, step.order)


@every
def test_texts_are_unique_and_read_back(case: Case) -> None:
    title = case.title
    for step in some(case, SHORT):
        orders = list(title.orders(step.before, step.seat))
        texts = [title.write(step.before, order) for order in orders]
        assert len(set(texts)) == len(orders)
        for order, text in random.Random(8).sample([*zip(orders, texts, strict=True)], 1):
            assert title.read(step.before, text) == order
            assert text == text.strip().casefold()


@every
def test_texts_are_read_generously(case: Case) -> None:
    title = case.title
    for step in of_each_kind(case, 10):
        text = title.write(step.before, step.order)
        for spelling in (text, text.upper(), f"  {text.replace(' ', '   ')}\t", text.title()):
            assert title.read(step.before, spelling) == step.order


@paired
@pytest.mark.parametrize("text", ["", " ", "?", "x" * 500, "place", "end end", "0", "-", "énd\0"])
def test_what_is_no_order_is_refused(case: Case, text: str) -> None:
    with pytest.raises(IllegalOrder):
        case.title.read(case.start(), text)


@every
def test_a_position_survives_json(case: Case) -> None:
    title = case.title
    for step in some(case, SHORT):
        again = title.load(json.loads(json.dumps(title.dump(step.before))))
        assert title.dump(again) == title.dump(step.before)
        assert title.digest(again) == title.digest(step.before)
        assert title.to_move(again) == title.to_move(step.before)
        assert [*title.orders(again, step.seat)] == [*title.orders(step.before, step.seat)]
        assert title.digest(title.apply(again, step.seat, step.order)) == title.digest(step.after)


@every
def test_events_are_plain_json(case: Case) -> None:
    for step in walk(case):
        events = [list(event) for event in step.after.events]
        assert json.loads(json.dumps(events)) == events


@paired
def test_replay_equals_play(case: Case) -> None:
    title, steps = case.title, walk(case)
    played = log(case, steps)
    again = list(replay.steps(title, dict(case.options), case.players, played))
    assert [(step.seat, step.text) for step in again] == played
    for one, other in zip(steps, again, strict=True):
        assert title.digest(one.after) == title.digest(other.after)


@pytest.mark.parametrize("case", PAIRED[::4], ids=str)
def test_the_same_seed_plays_the_same_game(case: Case) -> None:
    again = walk.__wrapped__(case)
    assert log(case, again) == log(case, walk(case))


@every
def test_there_is_a_result_when_the_game_is_over_and_not_before(case: Case) -> None:
    title, steps = case.title, walk(case)
    assert all(title.result(step.before) is None for step in steps)
    result = title.result(steps[-1].after)
    assert result is not None
    assert result.ended_by
    totals = [lines["total"] for lines in result.scores]
    assert len(result.places) == len(totals) == case.players
    for lines in result.scores:
        assert sum(lines.values()) == 2 * lines["total"]
    for one, place in zip(totals, result.places, strict=True):
        for other, next_place in zip(totals, result.places, strict=True):
            if one > other:
                assert place < next_place
        assert sum(better < place for better in result.places) == place - 1
    assert bool(result.tie_breaker) == (totals.count(max(totals)) > 1)


@every
def test_when_it_is_over_nothing_can_be_ordered(case: Case) -> None:
    title, (*_, step) = case.title, walk(case)
    last = step.after
    assert title.chance_outcomes(last) == []
    for seat in (*range(case.players), CHANCE):
        assert not title.orders(last, seat)
        with pytest.raises(IllegalOrder):
            title.apply(last, seat, step.order)


@every
def test_a_view_does_not_tell_what_it_must_not(case: Case) -> None:
    title, rng = case.title, random.Random(9)
    for step in [*walk(case)[::7], *of_each_kind(case)]:
        for viewer in (None, *range(case.players)):
            disguised = KNOWN[case.title_id].disguised(step.after, viewer, rng)
            assert title.view(disguised, viewer) == title.view(step.after, viewer)


@every
def test_the_log_does_not_tell_what_the_view_does_not(case: Case) -> None:
    """Two draws that look the same to a viewer read the same."""
    title = case.title
    for step in walk(case):
        if step.seat != CHANCE:
            continue
        after = {
            order: title.apply(step.before, CHANCE, order)
            for order, _ in title.chance_outcomes(step.before)
        }
        for viewer in (None, *range(case.players)):
            told = [
                (title.view(state, viewer), _told(case, step.before, order, state, viewer))
                for order, state in after.items()
            ]
            for view, words in told:
                assert all(words == other for same, other in told if same == view)


def _told(case: Case, before: object, order: object, after: object, viewer: int | None) -> object:
    title = case.title
    text, events = title.write(before, order), after.events
    return (
        title.redact(CHANCE, text, events, viewer),
        describe(title, before, CHANCE, text, events, NAMES, viewer),
    )


@every
def test_figures_add_up_and_end_as_the_result(case: Case) -> None:
    title, steps = case.title, walk(case)
    for state in [case.start(), *(step.after for step in steps[::9]), steps[-1].after]:
        for figures in title.figures(state):
            lines = dict(figures.points)
            assert lines.pop("total") == sum(lines.values())
            assert all(level >= 0 for level in figures.levels.values())
            assert {*title.abilities} <= figures.levels.keys()
    result = title.result(steps[-1].after)
    assert result is not None
    assert tuple(figures.points for figures in title.figures(steps[-1].after)) == result.scores


@every
def test_every_order_is_told_in_sentences(case: Case) -> None:
    title = case.title
    for step in of_each_kind(case, 20):
        text = title.write(step.before, step.order)
        for viewer in (None, 0):
            told = describe(title, step.before, step.seat, text, step.after.events, NAMES, viewer)
            assert not told or told[-1] == "."
            if step.seat != CHANCE:
                assert told.startswith(NAMES[step.seat])


@every
def test_every_order_is_advised_in_the_words_that_tell_it(case: Case) -> None:
    """'Ann sails to Danzig.' is told, 'Sail to Danzig.' advised."""
    title = case.title
    for step in of_each_kind(case, 20):
        if step.seat == CHANCE:
            continue
        text = title.write(step.before, step.order)
        for events in ((), step.after.events):
            told = describe(title, step.before, step.seat, text, events, NAMES, step.seat)
            advised = urge(title, step.before, step.seat, text, events, NAMES)
            if told == f"{NAMES[step.seat]}: {text}.":
                # A title without words of its own tells the order as it is written.
                assert advised == f"{text.capitalize()}."
                continue
            name, *words = told.split(" ")
            first, *others = advised.split(" ")
            assert (name, words[0]) == (NAMES[step.seat], f"{first.lower()}s")
            assert first == first.capitalize()
            # What the events bring about is told, but not advised.
            assert events or len(words) == len(others) + 1
            pairs = zip(words[1 : len(others) + 1], others, strict=True)
            assert all(word in (other, f"{other}s") for word, other in pairs)
            assert advised.endswith(".")
            assert not re.search(r"\band (develops|opens|pays|sells)\b", advised)


def test_advice_names_the_players_whom_an_order_is_about() -> None:
    """The log does so, too."""
    named = set()
    for case in PAIRED[::4]:
        for step in of_each_kind(case, 20):
            if step.seat != CHANCE:
                text = case.title.write(step.before, step.order)
                events = step.after.events
                advised = urge(case.title, step.before, step.seat, text, events, NAMES)
                others = [name for seat, name in enumerate(NAMES) if seat != step.seat]
                named |= {step.order.verb for name in others if re.search(rf"\b{name}\b", advised)}
    assert named >= {"displace", "remove", "buy"}


@every
def test_a_warning_says_who_is_asked(case: Case) -> None:
    title = case.title
    for step in [*of_each_kind(case, 20), walk(case)[-1]]:
        if step.seat == CHANCE:
            continue
        warning = title.warning(step.before, step.seat, step.order)
        kind = warning.kind if warning else ""
        asked = title.to_move(step.after)
        assert (kind == "ends") == (asked == ())
        assert (kind == "uncovers") == (asked == (CHANCE,))
        if kind == "asks":
            assert warning is not None
            assert warning.seats == asked


@every
def test_options_that_do_not_exist_are_refused(case: Case) -> None:
    title = case.title
    with pytest.raises(IllegalOptions):
        title.complete({"colour": "red"}, case.players)
    for name, _ in case.options:
        with pytest.raises(IllegalOptions):
            title.complete({name: "nothing such"}, case.players)
    for players in (0, 99):
        with pytest.raises(IllegalOptions):
            title.complete({}, players)
    assert title.complete({}, title.players[0]).keys() == {o.name for o in title.options()}


def test_every_title_is_registered_with_the_contract() -> None:
    assert KNOWN.keys() == TITLES.keys()


@every
def test_who_may_stop_is_soon_done_by_legal_orders_that_give_up_what_is_told(case: Case) -> None:
    title, stopped, stops = case.title, 0, False
    for step in of_each_kind(case):
        stops |= step.order.verb in ("done", "decline", "end")
        if step.seat == CHANCE:
            assert title.stop(step.before, CHANCE) is None
            continue
        state = step.before
        for _ in range(3):
            stop = title.stop(state, step.seat)
            if stop is None:
                break
            stopped += 1
            assert stop.order in title.orders(state, step.seat)
            assert stop.unused >= 0
            assert stop.ends_turn or not stop.unused
            before, state = title.view(state, None), title.apply(state, step.seat, stop.order)
            if stop.ends_turn:
                # Markers that wait are placed before the turn passes.
                assert before.turn == step.seat
                break
        for other in set(range(case.players)) - set(title.to_move(step.before)):
            assert title.stop(step.before, other) is None
    assert bool(stopped) == stops
