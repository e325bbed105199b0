"""A view of Hansa Teutonica with the words that its explanations are made of."""

from collections import Counter
from collections.abc import Sequence

from games.drawing.explanations import Voices
from games.drawing.teutonica.words import space_names
from games.rules.common.telling import capital
from games.rules.teutonica.board import City, Route, load_board
from games.rules.teutonica.pieces import (
    EMPTY,
    KIND_NAMES,
    PRIVILEGES,
    kind_of,
    owner,
)
from games.rules.teutonica.view import View


class Teller(Voices):
    """What is asked of a view again and again."""

    def __init__(self, view: View, names: Sequence[str]) -> None:
        super().__init__(view, names)
        self.view = view
        self.board = load_board(view.board)
        self.spaces = space_names(view.board)
        self.has_pawn = view.options.get("two_player") == "pawn"

    def link(self, place: City | Route) -> tuple[str, str]:
        """Return a city or route as a link."""
        kind = "city" if isinstance(place, City) else "route"
        return f"{kind}:{place.id}", place.name

    def piece(self, code: int) -> str:
        """Return whose piece it is: 'Your trader', 'Ann's merchant', 'A neutral trader'."""
        name = KIND_NAMES[kind_of(code)]
        if owner(code) not in self.seats:
            return f"A neutral {name}"
        return capital(f"{self.whose(owner(code))} {name}")

    def needs(self, office: int) -> str:
        """Return what an office takes and gives: 'a trader, orange Privilege, 1 point'."""
        facts = self.board.offices[office]
        told = f"a {KIND_NAMES[facts.kind]}, {PRIVILEGES[facts.privilege]} Privilege"
        return f"{told}, {facts.coin} point{'s' * (facts.coin > 1)}" if facts.coin else told

    def on_route(self, route: Route) -> str:
        """Return who has how many of a route's spaces: 'you 2, Ann 1, 1 free'."""
        codes = [self.view.spaces[space] for space in route.spaces]
        owners = Counter(owner(code) for code in codes if code)
        told = [f"{self.name(seat)} {number}" for seat, number in sorted(owners.items())]
        if free := codes.count(EMPTY):
            told.append(f"{free} free")
        return capital(", ".join(told))

    def has(self, names: Sequence[str]) -> str:
        """Return the verb that goes with these names."""
        return "have" if len(names) > 1 or "you" in names else "has"

    def to_go(self, left: int) -> str:
        """Return how many are missing: '3 to go'."""
        return f"{left} to go" if left > 0 else "that is now"
