"""From logged orders to positions: the log alone is enough to play a game again."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace as with_changes
from typing import Any

from games.rules import TITLES, editing
from games.rules.common.message import Message, Notation, Quote, choice, message
from games.rules.errors import BadPosition, BadRecord, IllegalOptions, IllegalOrder, quote
from games.rules.playthrough import Playthrough, Step
from games.rules.record import Entry, Record, write
from games.rules.title import CHANCE, AnyTitle, Figures, Result


def steps(
    title: AnyTitle,
    options: Mapping[str, str],
    players: int,
    log: Iterable[tuple[int, str]],
) -> Iterator[Step]:
    """Yield every order of a log `(seat, text)` with the positions before and after it.

    Raises IllegalOptions, or BadRecord with the number of the order, from 1, as its line.
    """
    entries = (Entry(seat, text, number) for number, (seat, text) in enumerate(log, 1))
    return _steps(title, title.start(options, players), entries)


def final(
    title: AnyTitle,
    options: Mapping[str, str],
    players: int,
    log: Iterable[tuple[int, str]],
) -> Any:
    """Return the position after a whole log; raises what `steps` raises."""
    state = title.start(options, players)
    for step in steps(title, options, players, log):
        state = step.after
    return state


def record_steps(record: Record) -> Iterator[Step]:
    """Yield every order of a record with its positions; raises BadRecord with the line."""
    title = title_of(record)
    return _steps(title, first_state(title, record), record.orders)


def replay(record: Record) -> Any:
    """Return the position at the end of a record.

    Raises BadRecord, naming the line, also when the record claims a wrong result.

    >>> from games.rules.record import Record
    >>> TITLES["hansa"].to_move(replay(Record("hansa", ("Anna", "Ben"))))
    (-1,)
    """
    title = title_of(record)
    state = first_state(title, record)
    for step in _steps(title, state, record.orders):
        state = step.after
    check_result(record, title, state)
    return state


def record_of(play: Playthrough, names: Sequence[str]) -> Record:
    """Return the record of a game that was played from its start, without times.

    >>> hansa = TITLES["hansa"]
    >>> game = Playthrough(hansa, hansa.start({}, 2))
    >>> game.apply(CHANCE, hansa.read(game.state, "remove red")).text
    'remove red'
    >>> record_of(game, ["Anna", "Ben"]).orders
    (Entry(seat=-1, text='remove red', line=0, column=0),)
    """
    title = play.title
    return Record(
        title=title.id,
        players=tuple(names),
        options=title.view(play.state, None).options,
        orders=tuple(Entry(step.seat, step.text) for step in play.steps),
        rules_version=title.rules_version,
        result=result_text(title.result(play.state)),
    )


def check_result(record: Record, title: AnyTitle, state: Any) -> None:
    """Raise BadRecord if a record claims another result than that of its last position."""
    claimed, true = record.result, result_text(title.result(state))
    if claimed and claimed != true:
        said = quote(claimed)
        sentence = message("The result says '{claimed}', but the game is not over.", claimed=said)
        if true:
            sentence = message(
                "The result says '{claimed}', but the orders lead to '{true}'.",
                claimed=said,
                true=Notation(true),
            )
        raise BadRecord(sentence, *record.places.get("Result", ()))


def canonical(record: Record) -> str:
    """Return a record's canonical text: canonical orders, all options, result and score sheet.

    Raises BadRecord if it cannot be replayed.
    """
    title = title_of(record)
    state = first_state(title, record)
    entries = []
    for step in _steps(title, state, record.orders):
        entries.append(Entry(step.seat, step.text))
        state = step.after
    result = title.result(state)
    complete = with_changes(
        record,
        rules_version=title.rules_version,
        options=title.complete(record.options, len(record.players)),
        orders=tuple(entries),
        result=result_text(result),
    )
    return write(complete, end_lines(title, state, result))


def title_of(record: Record) -> AnyTitle:
    """Return the title of a record; raises BadRecord on an unknown title or version."""
    title = TITLES.get(record.title)
    if title is None:
        raise BadRecord(
            message(
                "There is no title '{title}'. It can be {titles}.",
                title=quote(record.title),
                titles=choice(TITLES),
            ),
            *record.places.get("Title", ()),
        )
    if record.rules_version is not None and record.rules_version != title.rules_version:
        raise BadRecord(
            message(
                "The record has rules version {version}. This program plays {game} by version"
                " {known} only.",
                version=record.rules_version,
                game=title.name,
                known=title.rules_version,
            ),
            *record.places.get("Rules", ()),
        )
    return title


def result_text(result: Result | None) -> str:
    """Return how a game ended and each seat's total in one line, '' while it goes on."""
    if result is None:
        return ""
    return " ".join([result.ended_by, *(str(lines["total"]) for lines in result.scores)])


def end_lines(title: AnyTitle, state: Any, result: Result | None) -> list[str]:
    """Return the score sheet of an ended game and its digest as lines, none while it goes on."""
    return [*sheet_lines(result), f"digest {title.digest(state)}"] if result else []


def sheet_lines(result: Result) -> list[str]:
    """Return the score sheet as lines of text, one column a seat."""
    rows = [(name, [lines[name] for lines in result.scores]) for name in result.scores[0]]
    rows.append(("place", list(result.places)))
    sheet = [f"ended by {result.ended_by}", *_columns(rows)]
    if result.tie_breaker:
        sheet.append(f"tie-breaker {result.tie_breaker}")
    return sheet


def figure_lines(figures: Sequence[Figures]) -> list[str]:
    """Return what each seat has, and would score if the game ended now, one column a seat."""
    points = [each.points for each in figures]
    return _columns([(name, [lines[name] for lines in points]) for name in points[0]])


def _columns(rows: Iterable[tuple[str, Sequence[int]]]) -> list[str]:
    rows = [*rows]
    rows.insert(0, ("seat", range(1, len(rows[0][1]) + 1)))
    return [f"{name:<12}" + "".join(f"{number:>5}" for number in row) for name, row in rows]


def first_state(title: AnyTitle, record: Record) -> Any:
    """Return the position that a record begins with; raises BadRecord."""
    places = record.places
    try:
        state = title.start(record.options, len(record.players))
    except IllegalOptions as error:
        place = places.get("Option", places.get("Player", ()))
        raise BadRecord(error.said, *place) from None
    if not record.position:
        return state
    place = places.get("Position", ())
    try:
        found, begun = editing.read("\n".join(record.position))
    except BadPosition as error:
        line, column = places.get(f"Position {error.line}", (*place, None, None)[:2])
        if line is not None and column is not None and error.column is not None:
            column += error.column - 1
        raise BadRecord(error.sentence, line, column) from None
    same = [
        (view.players, view.options) for view in (title.view(state, None), found.view(begun, None))
    ]
    if found is not title or same[0] != same[1]:
        raise BadRecord(
            message("The position is of another game than the lines above say."), *place
        )
    return begun


def _steps(title: AnyTitle, state: Any, entries: Iterable[Entry]) -> Iterator[Step]:
    for seat, text, line, column in entries:
        if seat == CHANCE and "?" in text:
            raise BadRecord(
                message(
                    "'{order}' was hidden from the person who made this record. It can be replayed"
                    " only up to here.",
                    order=quote(text),
                ),
                line,
                column or None,
            )
        try:
            order = title.read(state, text)
            after = title.apply(state, seat, order)
        except IllegalOrder as error:
            raise BadRecord(error.said, line, column_of(text, column, error.said)) from None
        yield Step(title, seat, order, state, after)
        state = after


def column_of(text: str, column: int, refusal: Message) -> int | None:
    """Return where an order is wrong: at the word that the refusal quotes, or where it begins."""
    if not column:
        return None
    quoted = next((part for part in refusal.parts.values() if isinstance(part, Quote)), text)
    return column + max(0, text.find(quoted))
