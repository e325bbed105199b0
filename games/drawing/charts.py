"""Charts of statistics as SVG: lines over time, bars, shares and pairs.

A chart is as wide as the box it stands in: across it is measured in percent, down it in pixels, so
that words and marks keep their size on any screen. Words hang over the left and right edges; the
page leaves room for them. Colours of seats are always joined by their house marks, and lines by
dashes; a page with charts brings the marks with `Drawing.symbols`.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from games.drawing import svg
from games.drawing.seats import COLOURS, EDGES
from games.drawing.svg import num

DASHES = ("", "9 4", "3 3", "13 4 3 4", "6 2")
"""The dashes of each seat's lines, in pixels."""
ROW = 24
"""The height of a bar with the space around it."""
GAP = 19
"""The least distance between two labels or numbers, one above the other."""
ASIDES = (-22, 22, -41, 41, 60)
"""How far a number stands above or below its moment on a line: the first where it is free.

Each of two others is in the way of at most two of these, so there is one for each of three.
"""
ROOM = 52
"""The room for such numbers above a chart's highest line."""
NEAR = 7.0
"""Percent of a chart's width within which two such numbers may cover each other on a phone."""
SPREAD = 2.5
"""How far apart the lines of two seats are that have the same level."""
Percent = Callable[[float], str]
"""Says a share from 0 to 1 in the language of the page."""
IN_PERCENT: Percent = "{:.0%}".format
TICKS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000)


@dataclass(frozen=True, slots=True)
class Dot:
    """A numbered moment on the line of a seat; `at` is an index of its values."""

    number: int
    at: int
    seat: int


@dataclass(frozen=True, slots=True)
class Share:
    """A share of games with the range that it lies in, all from 0 to 1; None if it is hidden.

    `expected` is what chance alone would give, if that can be said. `text` follows the label.
    """

    label: str
    share: float | None
    low: float = 0.0
    high: float = 0.0
    expected: float | None = None
    text: str = ""


@dataclass(frozen=True, slots=True)
class Pair:
    """Two numbers to compare, such as those of winners and of others."""

    label: str
    first: float
    second: float
    text: str = ""


def over_time(
    values: Sequence[Sequence[int]],
    label: str,
    *,
    height: int = 280,
    names: Sequence[str] = (),
    steps: Sequence[str] = (),
    dots: Sequence[Dot] = (),
    across: str = "",
) -> str:
    """Return a line for each seat: `values[seat]` holds its number at each moment.

    `label` says in words what is shown. `steps` are the words of the numbers if these are levels:
    then lines have steps, side by side where they meet. `names` stand at the ends of the lines,
    `across` is the word for a moment on the axis.
    """
    moments = max(1, len(values[0]) - 1)
    lowest = min(0, *(min(row) for row in values))
    top = len(steps) - 1 if steps else max(1, *(max(row) for row in values))
    every = 1 if steps else _every(top - lowest, 4 if height > 200 else 2)
    top = max(top, lowest + 1)

    edge = ROOM if dots else 8

    def down(value: float) -> float:
        return edge + (height - edge - 8) * (top - value) / (top - lowest)

    parts = [
        _across_line(down(value), _words(value, steps), strong=value == 0)
        for value in _ticks(lowest, top, every)
    ]
    body = []
    for seat, row in enumerate(values):
        shift = (seat - (len(values) - 1) / 2) * SPREAD if steps else 0
        heights = [num(down(value) + shift) for value in row]
        body.append(_line(seat, heights, stepped=bool(steps)))
    parts.append(_stretched(moments, height, body))
    parts += _dots(dots, moments, [down(values[dot.seat][dot.at]) for dot in dots])
    ends = _apart([down(row[-1]) for row in values], height)
    for seat, (row, end) in enumerate(zip(values, ends, strict=True)):
        said = [_span(_words(row[-1], steps), class_="value")]
        if names:
            said.append(_span(names[seat], class_="who", dx=7))
        parts.append(_mark(seat, "100%", end, 15))
        parts.append(svg.element("text", *said, x="100%", dx=29, y=end + 4.5))
    if across:
        parts += [
            _below(f"{across} 0" if moment == 0 else str(moment), 100 * moment / moments, height)
            for moment in _ticks(0, moments, _every(moments, 4))
        ]
    return _chart(label, height + (20 if across else 0), parts)


def chances(
    values: Sequence[Sequence[float]],
    at: Sequence[int],
    label: str,
    *,
    height: int = 280,
    names: Sequence[str] = (),
    dots: Sequence[Dot] = (),
    across: str = "",
    percent: Percent = IN_PERCENT,
) -> str:
    """Return a line for each seat: `values[seat]` holds its chance from 0 to 1 at each moment.

    `at` is where the moments lie, counted in moves from 0 to the last. `label` says in words what
    is shown. Without `names` there are only lines; else these stand at the ends of the lines, and
    `across` is the word for a move on the axis.
    """
    last = max(1, at[-1])
    edge = ROOM if dots else 4

    def down(value: float) -> float:
        return edge + (height - edge - 4) * (1 - value)

    parts = [
        _across_line(down(tick / 100), percent(tick / 100) if names else "", strong=tick == 0)
        for tick in range(0, 101, 25 if names else 50)
    ]
    lines = [
        _stroke(seat, f"M{'L'.join(f'{x} {num(down(y))}' for x, y in zip(at, row, strict=True))}")
        for seat, row in enumerate(values)
    ]
    parts.append(_stretched(last, height, lines))
    placed = [replace(dot, at=at[dot.at]) for dot in dots]
    parts += _dots(placed, last, [down(values[dot.seat][dot.at]) for dot in dots])
    if not names:
        return _chart(label, height, parts)
    ends = _apart([down(row[-1]) for row in values], height)
    for seat, (row, end) in enumerate(zip(values, ends, strict=True)):
        said = _span(percent(row[-1]), class_="value") + _span(names[seat], class_="who", dx=7)
        parts.append(_mark(seat, "100%", end, 15))
        parts.append(svg.element("text", said, x="100%", dx=29, y=end + 4.5))
    parts += [
        _below(f"{across} 0" if move == 0 else str(move), 100 * move / last, height)
        for move in _ticks(0, last, _every(last, 4))
    ]
    return _chart(label, height + 20, parts)


def banded(
    values: Sequence[tuple[int, int]], label: str, *, height: int = 220, across: str, end: str = ""
) -> str:
    """Return one line in a band: each moment has a number and how far the band reaches from it.

    `label` says in words what is shown, `across` is the word for a moment, counted from 1. `end` is
    what the last one is called, if it is none of these.
    """
    moments = len(values) - 1
    lowest = min(middle - reach for middle, reach in values)
    top = max(middle + reach for middle, reach in values)
    top = max(top, lowest + 1)

    def down(value: float) -> float:
        return 8 + (height - 16) * (top - value) / (top - lowest)

    parts = [
        _across_line(down(value), str(value), strong=False)
        for value in _ticks(lowest, top, _every(top - lowest, 5))
    ]
    upper = [f"{at} {num(down(middle + reach))}" for at, (middle, reach) in enumerate(values)]
    lower = [f"{at} {num(down(middle - reach))}" for at, (middle, reach) in enumerate(values)]
    line = [f"{at} {num(down(middle))}" for at, (middle, _) in enumerate(values)]
    last = values[-1][0]
    band = svg.path(f"M{'L'.join([*upper, *reversed(lower)])}Z", class_="band")
    middle = svg.path(f"M{'L'.join(line)}", class_="middle", vector_effect="non-scaling-stroke")
    parts.append(_stretched(moments, height, (band, middle)))
    parts.append(svg.text(str(last), "100%", down(last) + 4.5, dx=7, class_="value"))
    counted = range(0, moments + (not end), _every(moments, 5))
    words = {moment: str(moment + 1) for moment in counted} | {0: f"{across} 1"}
    if end:
        # Whatever is close to it makes room.
        words = {at: word for at, word in words.items() if at <= 0.9 * moments} | {moments: end}
    parts += [_below(word, 100 * moment / moments, height) for moment, word in words.items()]
    return _chart(label, height + 20, parts)


def week(counts: Sequence[Sequence[int]], days: Sequence[str], label: str) -> str:
    """Return a square for each hour of a week, the darker the greater its number.

    `counts[day]` has 24 numbers, `days` are the words for the days. Any number is distinct from 0.
    """
    side, left, top, shades = 20, 44, 18, 4
    most = max(map(max, counts)) or 1
    parts = [svg.text(f"{hour}:00", left + hour * side, 12) for hour in range(0, 24, 6)]
    for row, (day, hours) in enumerate(zip(days, counts, strict=True)):
        y = top + row * side
        parts.append(svg.text(day[:3], 0, y + 15))
        parts += [
            svg.element(
                "rect",
                svg.title(f"{day} {hour}:00: {count}"),
                class_=f"level-{-(-shades * count // most)}",
                x=left + hour * side,
                y=y,
                width=side,
                height=side,
            )
            for hour, count in enumerate(hours)
        ]
    box = f"0 0 {left + 24 * side} {top + len(days) * side}"
    return svg.element("svg", *parts, class_="heat", viewBox=box, role="img", aria_label=label)


def bars(
    values: Sequence[float],
    label: str,
    *,
    most: float = 0,
    words: Sequence[str] = (),
) -> str:
    """Return a bar for each seat, with its mark on the left and its number on the right.

    `most` is the number of a bar of full width, `words` what is written instead of the numbers.
    """
    most = max(most, *values) or 1
    parts = [svg.path(f"M0 0V{len(values) * ROW}", class_="axis")]
    for seat, value in enumerate(values):
        middle = seat * ROW + ROW / 2
        wide = f"{num(max(0.0, 100 * value / most))}%"
        paint: dict[str, svg.Value] = {"fill": COLOURS[seat], "stroke": EDGES[seat]}
        word = words[seat] if words else num(value)
        parts += [
            svg.element("rect", width=wide, y=middle - 7, height=14, **paint),
            _mark(seat, "0", middle, -14),
            svg.text(word, wide, middle + 4.5, dx=6, class_="value"),
        ]
    return _chart(label, len(values) * ROW, parts)


def shares(rows: Sequence[Share], label: str, percent: Percent = IN_PERCENT) -> str:
    """Return a dot with its range for each share, on a common scale, the words above it."""
    scale = max([0.1, *(row.high for row in rows if row.share is not None)])
    scale = min(1.0, -(-scale * 10 // 1) / 10)
    each, top = 44, 4
    height = top + each * len(rows)
    parts = []
    for tick in _ticks(0, round(100 * scale), _every(100 * scale, 4)):
        parts.append(_upright("grid", tick / scale, top, height))
        parts.append(_below(percent(tick / 100), tick / scale, height))
    for number, row in enumerate(rows):
        y = top + number * each + 30
        parts.append(_heading(row.label, row.text, y - 14))
        if row.share is None:
            continue
        low, middle, high = (100 * part / scale for part in (row.low, row.share, row.high))
        parts.append(_level("grid", "0", "100%", y))
        if row.expected is not None:
            parts.append(_upright("even", 100 * row.expected / scale, y - 8, y + 8))
        parts.append(_level("range", f"{num(low)}%", f"{num(high)}%", y))
        parts.append(svg.circle(6, f"{num(middle)}%", y, class_="share"))
        word = percent(row.share)
        parts.append(svg.text(word, f"{num(high)}%", y + 4.5, dx=8, class_="value"))
    return _chart(label, height + 20, parts)


def pairs(rows: Sequence[Pair], label: str, percent: Percent | None = None) -> str:
    """Return a full and an empty dot for each pair, joined by a line, the words above them.

    With `percent` the numbers are parts of 100, and the axis says so.
    """
    scale = max([1.0, *(number for row in rows for number in (row.first, row.second))])
    each, top = 44, 4
    height = top + each * len(rows)
    parts = []
    for tick in _ticks(0, scale, _every(scale, 4)):
        parts.append(_upright("grid", 100 * tick / scale, top, height))
        parts.append(
            _below(percent(tick / 100) if percent else str(tick), 100 * tick / scale, height)
        )
    for number, row in enumerate(rows):
        y = top + number * each + 30
        first, second = (
            f"{num(100 * max(0.0, part) / scale)}%" for part in (row.first, row.second)
        )
        parts.append(_heading(row.label, row.text, y - 14))
        parts.append(_level("range", first, second, y))
        parts.append(svg.circle(5.5, second, y, class_="other"))
        parts.append(svg.circle(6, first, y, class_="share"))
    return _chart(label, height + 20, parts)


def key(seat: int) -> str:
    """Return a seat's mark and a piece of its line, for the list of players above charts."""
    line = svg.group(_stroke(seat, "M0 12H38"), transform="translate(28 0)")
    size: dict[str, svg.Value] = {"viewBox": "0 0 66 24", "width": 66, "height": 24}
    mark = _mark(seat, "0", 12, 12)
    return svg.element("svg", mark, line, class_="key", **size, aria_hidden="true")


def _chart(label: str, height: float, parts: Sequence[str]) -> str:
    size: dict[str, svg.Value] = {"width": "100%", "height": height}
    return svg.element("svg", *parts, class_="chart", **size, role="img", aria_label=label)


def _stretched(moments: int, height: float, parts: Sequence[str]) -> str:
    """Lines as wide as the chart, however many moments they have."""
    return svg.element(
        "svg",
        *parts,
        width="100%",
        height=height,
        viewBox=f"0 0 {moments} {height}",
        preserveAspectRatio="none",
        overflow="visible",
    )


def _span(words: str, **values: svg.Value) -> str:
    return svg.worded("tspan", words, **values)


def _heading(label: str, text: str, y: float) -> str:
    return svg.element("text", _span(label, class_="value"), _span(text, dx=7), x=0, y=y)


def _below(word: str, percent: float, height: float) -> str:
    """A word below the chart, at a part of its width."""
    place = f"{num(percent)}%"
    return svg.text(word, place, height + 16, class_="tick", text_anchor="middle")


def _upright(kind: str, percent: float, top: float, bottom: float) -> str:
    x = f"{num(percent)}%"
    return svg.element("line", class_=kind, x1=x, x2=x, y1=top, y2=bottom)


def _level(kind: str, start: str, end: str, y: float) -> str:
    return svg.element("line", class_=kind, x1=start, x2=end, y1=y, y2=y)


def _every(span: float, number: int) -> int:
    """Return the distance of at most so many ticks, a round number."""
    return next((tick for tick in TICKS if span / tick <= number), 5000)


def _ticks(low: float, high: float, every: int) -> range:
    first = -(-int(low) // every) * every
    return range(first, int(high) + 1, every)


def _words(value: int, steps: Sequence[str]) -> str:
    return steps[value] if steps else str(value)


def _across_line(y: float, word: str, *, strong: bool) -> str:
    said = svg.text(word, 0, y + 4.5, dx=-7, class_="tick", text_anchor="end")
    return _level("axis" if strong else "grid", "0", "100%", y) + said


def _line(seat: int, heights: Sequence[str], *, stepped: bool) -> str:
    path = f"M0 {heights[0]}"
    for moment, height in enumerate(heights[1:], 1):
        if stepped and height == heights[moment - 1]:
            path += f"H{moment}"
        else:
            path += f"H{moment}V{height}" if stepped else f"L{moment} {height}"
    return _stroke(seat, path)


def _stroke(seat: int, path: str) -> str:
    """Return a line in a seat's colour and dashes, with a dark edge for pale colours."""
    return "".join(
        svg.path(
            path,
            fill="none",
            stroke=colour,
            stroke_width=width,
            stroke_dasharray=DASHES[seat] or None,
            stroke_linejoin="round",
            vector_effect="non-scaling-stroke",
        )
        for colour, width in ((EDGES[seat], 4), (COLOURS[seat], 2.4))
    )


def _mark(seat: int, x: str, y: float, aside: float) -> str:
    """Return a seat's crest, 20 pixels wide, `aside` pixels to the right of a point."""
    crest = svg.group(svg.use(f"m{seat}"), transform=f"translate({num(aside)} 0)scale(.5)")
    return svg.element("svg", crest, x=x, y=y, overflow="visible")


def _dots(dots: Sequence[Dot], moments: int, heights: Sequence[float]) -> list[str]:
    """Return numbers by points at these heights; of three near each other, none covers another."""
    placed: list[tuple[Dot, float]] = []
    drawn = []
    for dot, y in zip(dots, heights, strict=True):
        near = [at for other, at in placed if 100 * abs(other.at - dot.at) < NEAR * moments]
        free = (aside for aside in ASIDES if all(abs(y + aside - at) >= GAP for at in near))
        aside = next(free, ASIDES[-1])
        placed.append((dot, y + aside))
        drawn.append(_dot(dot, moments, y, aside))
    return drawn


def _dot(dot: Dot, moments: int, y: float, aside: float) -> str:
    """Return a number by the line."""
    return svg.element(
        "svg",
        svg.path(f"M0 0V{aside}", class_="stem"),
        svg.circle(3.5, class_="point"),
        svg.circle(9.5, None, aside, class_="dot"),
        svg.text(str(dot.number), y=aside + 4.5, class_="number", text_anchor="middle"),
        x=f"{num(100 * dot.at / moments)}%",
        y=y,
        overflow="visible",
    )


def _apart(heights: Sequence[float], height: float) -> list[float]:
    """Return heights of labels at least GAP apart, near those given and not below the chart."""
    order = sorted(range(len(heights)), key=heights.__getitem__)
    placed: dict[int, float] = {}
    above = float("-inf")
    for index in order:
        above = placed[index] = max(heights[index], above + GAP)
    below = height - 4.0
    for index in reversed(order):
        below = placed[index] = min(placed[index], below)
        below -= GAP
    return [placed[index] for index in range(len(heights))]
