"""The seats' colours, house marks and pieces as symbols, the same in every title."""

COLOURS = ("#d55e00", "#f0c419", "#00916e", "#0072b2", "#8e4b9e", "#a3a19b")
"""The five seats' colours, distinct for colour-blind people too, and the neutral player's grey."""
EDGES = ("#5c2500", "#5e4800", "#003f30", "#00304d", "#3c1c45", "#45443f")
LIGHTS = ("#f08a3c", "#fadb5f", "#3cb795", "#4a9fd6", "#b27fc0", "#c4c2bc")
INKS = ("#fffaf0", "#3b2c00", "#fffaf0", "#fffaf0", "#fffaf0", "#45443f")
COLOUR_NAMES = ("Red", "Yellow", "Green", "Blue", "Purple", "Neutral")
MARK_NAMES = ("key", "tower", "fish", "anchor", "star", "no mark")

_HOUSE_MARKS = (
    (
        '<g fill="none" stroke-width="2.3" stroke-linecap="round">'
        '<circle cx="-3.6" r="3.1"/><path d="M-.4 0H7M6.4 0V3.6M3 0V3"/></g>'
    ),
    (
        '<path stroke="none" d="M-5.4 7V-1.2H-6.4V-6.6H-3.4V-4.2H-1.5V-6.6H1.5V-4.2H3.4V-6.6'
        "H6.4V-1.2"
        'H5.4V7H1.6V3.6A1.6 1.6 0 0 0-1.6 3.6V7Z"/>'
    ),
    '<path stroke="none" d="M-7.4 0C-4.6-5.2 1.4-5 4 -.8L7.6-4.2V4.2L4 .8C1.4 5-4.6 5.2-7.4 0Z"/>',
    (
        '<g fill="none" stroke-width="2.1" stroke-linecap="round"><circle cy="-5" r="1.7"/>'
        '<path d="M0-3.2V6.4M-3.2-1.2H3.2M-6 2.2C-5.4 5-3 6.6 0 6.6S5.4 5 6 2.2"/></g>'
    ),
    (
        '<path stroke="none" d="M0-7.4L1.9-2.4 7.2-2.2 3 1.2 4.5 6.4 0 3.4-4.5 6.4-3 1.2-7.2-2.2'
        '-1.9-2.4Z"/>'
    ),
    "",
)


def trader(seat: int) -> str:
    """A cube seen slightly from above, 26 wide and 29 high, with the house mark on its front."""
    return (
        '<path fill="#fff" stroke="#fff" stroke-width="5" stroke-linejoin="round" '
        'd="M-12.5-6.5L-8.5-14H8.5L12.5-6.5V14H-12.5Z"/>'
        f'<g stroke="{EDGES[seat]}" stroke-width="1.8" stroke-linejoin="round">'
        f'<path fill="{LIGHTS[seat]}" d="M-12.5-6.5L-8.5-14H8.5L12.5-6.5Z"/>'
        f'<path fill="{COLOURS[seat]}" d="M-12.5-6.5H12.5V14H-12.5Z"/></g>'
        f'<use href="#h{seat}" y="3.8" fill="{INKS[seat]}" stroke="{INKS[seat]}"/>'
    )


def merchant(seat: int) -> str:
    """A disc seen slightly from above, 37 wide, clearly larger than a trader."""
    return (
        '<path fill="#fff" stroke="#fff" stroke-width="5" d="M-17.5-2A17.5 17.5 0 0 1 17.5-2V3'
        'A17.5 17.5 0 0 1-17.5 3Z"/>'
        f'<path fill="{EDGES[seat]}" stroke="{EDGES[seat]}" stroke-width="1.8" '
        'd="M-17.5-2A17.5 17.5 0 0 1 17.5-2V3A17.5 17.5 0 0 1-17.5 3Z"/>'
        f'<circle cy="-2" r="17" fill="{COLOURS[seat]}" stroke="{EDGES[seat]}" stroke-width="1.2"/>'
        f'<circle cy="-2" r="13.6" fill="none" stroke="{LIGHTS[seat]}" stroke-width="1.6"/>'
        f'<use href="#h{seat}" transform="translate(0-2)scale(1.25)" '
        f'fill="{INKS[seat]}" stroke="{INKS[seat]}"/>'
    )


def seat_symbols(seats: int) -> str:
    """Definitions for the first `seats` seats: `h` house marks, `t` traders, `m` merchants."""
    return "".join(
        f'<g id="h{seat}">{_HOUSE_MARKS[seat]}</g><g id="t{seat}">{trader(seat)}</g>'
        f'<g id="m{seat}">{merchant(seat)}</g>'
        for seat in range(seats)
    )
