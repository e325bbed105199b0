"""The labels of several orders at once."""

from games.rules.common.message import Message, Part, Place, plural_term, term


def placed(route: str, pieces: Part, income: "Part | None") -> Message:
    """Return several pieces that come to a route, after an income or not."""
    if income is None:
        return term("button", "Place {pieces} on {route}", pieces=pieces, route=Place(route))
    return term(
        "button",
        "Take {income} and place {pieces} on {route}",
        income=income,
        pieces=pieces,
        route=Place(route),
    )


def moved(route: str, number: int) -> Message:
    """Return several pieces that move to a route."""
    return plural_term(
        "button", number, "1 piece to {route}", "{number} pieces to {route}", route=Place(route)
    )
