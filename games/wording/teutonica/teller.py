"""A view of Hansa Teutonica with the words that its explanations are made of."""

from collections import Counter
from collections.abc import Sequence

from games.rules.common.message import Message, Part, Place, plural_term, term
from games.rules.teutonica.board import City, Route, load_board
from games.rules.teutonica.pieces import EMPTY, PRIVILEGE_WORDS, TRADER, kind_of, owner
from games.rules.teutonica.view import View
from games.wording.explanations import Seats
from games.wording.language import Language
from games.wording.teutonica.words import space_names


class Teller(Seats):
    """What is asked of a view again and again."""

    def __init__(self, view: View, names: Sequence[str], language: Language) -> None:
        super().__init__(view, names, language)
        self.view = view
        self.board = load_board(view.board)
        self.spaces = space_names(view.board)
        self.has_pawn = view.options.get("two_player") == "pawn"

    def link(self, place: City | Route) -> tuple[str, str]:
        """Return a city or route as a link."""
        kind = "city" if isinstance(place, City) else "route"
        return f"{kind}:{place.id}", place.name

    def cities(self, cities: Sequence[City]) -> list[Part]:
        """Return cities by their names."""
        return [Place(city.name) for city in cities]

    def piece(self, code: int) -> Message:
        """Return whose piece it is: 'Your trader', 'Ann's merchant', 'A neutral trader'."""
        seat, trader = owner(code), kind_of(code) == TRADER
        if seat not in self.seats:
            if trader:
                return term("explanation", "A neutral trader")
            return term("explanation", "A neutral merchant")
        if self.is_me(seat):
            if trader:
                return term("explanation", "Your trader")
            return term("explanation", "Your merchant")
        if trader:
            return term("explanation", "{player}'s trader", player=self.player(seat))
        return term("explanation", "{player}'s merchant", player=self.player(seat))

    def needs(self, office: int) -> Message:
        """Return what an office takes and gives: 'a trader, orange Privilege, 1 point'."""
        facts = self.board.offices[office]
        colour = PRIVILEGE_WORDS[facts.privilege]
        if facts.kind == TRADER:
            if facts.coin:
                return plural_term(
                    "explanation",
                    facts.coin,
                    "a trader, {colour} Privilege, 1 point",
                    "a trader, {colour} Privilege, {number} points",
                    colour=colour,
                )
            return term("explanation", "a trader, {colour} Privilege", colour=colour)
        if facts.coin:
            return plural_term(
                "explanation",
                facts.coin,
                "a merchant, {colour} Privilege, 1 point",
                "a merchant, {colour} Privilege, {number} points",
                colour=colour,
            )
        return term("explanation", "a merchant, {colour} Privilege", colour=colour)

    def on_route(self, route: Route) -> str:
        """Return who has how many of a route's spaces: 'You 2, Ann 1, 1 free'."""
        codes = [self.view.spaces[space] for space in route.spaces]
        owners = Counter(owner(code) for code in codes if code)
        told = [self._pieces_of(seat, number) for seat, number in sorted(owners.items())]
        if free := codes.count(EMPTY):
            told.append(term("explanation", "{number} free", number=free))
        return ", ".join(map(self.say, told))

    def _pieces_of(self, seat: int, number: int) -> Message:
        if seat not in self.seats:
            return term("explanation", "Neutral {number}", number=number)
        if self.is_me(seat):
            return term("explanation", "You {number}", number=number)
        return term("explanation", "{player} {number}", player=self.player(seat), number=number)
