"""Logged orders of Hansa Teutonica as sentences, without what a viewer may not know."""

from collections.abc import Sequence

from games.rules.common.message import (
    Message,
    Noun,
    Part,
    Place,
    Series,
    message,
    plural,
    series,
    term,
)
from games.rules.teutonica import orders
from games.rules.teutonica.board import Board
from games.rules.teutonica.orders import FROM_STOCK, FROM_SUPPLY
from games.rules.teutonica.pieces import (
    ABILITIES,
    ABILITY_WORDS,
    ALL,
    KIND_NAMES,
    KIND_NOUNS,
    MARKER_WORDS,
    MARKERS,
    NEUTRAL,
    NEUTRAL_NOUNS,
    PIECE,
    PRIVILEGE_WORDS,
    SPECIAL_PRESTIGE,
    TILE_WORDS,
    amount,
)
from games.rules.teutonica.questions import PRESTIGE_TO_END
from games.wording.language import Language
from games.wording.telling import Event, Teller


class LogTeller(Teller):
    """Tells of one order of one game to one viewer."""

    def __init__(
        self,
        board: Board,
        names: Sequence[str],
        viewer: int | None,
        events: Sequence[Event],
        language: Language,
        urges: bool = False,
    ) -> None:
        super().__init__(names, events, language, urges)
        self.board = board
        self.viewer = viewer

    def space(self, space: int) -> Place:
        route = self.board.routes[self.board.space_route[space]]
        return Place(f"{route.name} {space - route.spaces.start + 1}")

    def route(self, route: int) -> Place:
        return Place(self.board.routes[route].name)

    def city(self, city: int) -> Place:
        return Place(self.board.cities[city].name)

    def cities(self, city_ids: Sequence[str]) -> Series:
        return series(Place(self.board.city(city_id).name) for city_id in city_ids)

    def _income(self, order: orders.Income) -> Message:
        return self.said(
            "{player} takes {pieces} as income.",
            "Take {pieces} as income.",
            pieces=amount(order.traders, order.merchants),
        )

    def _place(self, order: orders.Place) -> Message:
        return self.said(
            "{player} places {piece} at {place}.",
            "Place {piece} at {place}.",
            piece=KIND_NOUNS[order.kind].object(),
            place=self.space(order.space),
        )

    def _displace(self, order: orders.Displace) -> Message:
        kind, space, traders, merchants, _ = order
        parts: dict[str, Part] = {
            "piece": KIND_NOUNS[kind].dative(),
            "place": self.space(space),
            "paid": amount(traders, merchants),
        }
        if "displaced" not in self.facts:
            return self.said(
                "{player} displaces a piece with {piece} at {place} and pays {paid}.",
                "Displace a piece with {piece} at {place} and pay {paid}.",
                **parts,
            )
        _, victim, name = self.facts["displaced"]
        parts["displaced"] = _noun(name).owned()
        if victim == NEUTRAL:
            return self.said(
                (
                    "{player} displaces the neutral player's {displaced} with {piece} at {place}"
                    " and pays {paid}."
                ),
                (
                    "Displace the neutral player's {displaced} with {piece} at {place} and pay"
                    " {paid}."
                ),
                **parts,
            )
        return self.said(
            "{player} displaces {owner}'s {displaced} with {piece} at {place} and pays {paid}.",
            "Displace {owner}'s {displaced} with {piece} at {place} and pay {paid}.",
            owner=self.player(victim),
            **parts,
        )

    def _move(self, order: orders.Move) -> Message:
        start, end, _ = order
        parts: dict[str, Part] = {"start": self.space(start), "end": self.space(end)}
        if "traded_places" in self.facts:
            return self.said(
                "{player} swaps a trader and a merchant: {start} and {end}.",
                "Swap a trader and a merchant: {start} and {end}.",
                **parts,
            )
        _, owner, kind = self.facts.get("moved", ("moved", self.seat, ""))
        if owner == self.seat:
            return self.said(
                "{player} moves {piece} from {start} to {end}.",
                "Move {piece} from {start} to {end}.",
                piece=_noun(kind).object(),
                **parts,
            )
        if owner == NEUTRAL:
            return self.said(
                "{player} moves the neutral player's {piece} from {start} to {end}.",
                "Move the neutral player's {piece} from {start} to {end}.",
                piece=_noun(kind).owned(),
                **parts,
            )
        return self.said(
            "{player} moves {owner}'s {piece} from {start} to {end}.",
            "Move {owner}'s {piece} from {start} to {end}.",
            owner=self.player(owner),
            piece=_noun(kind).owned(),
            **parts,
        )

    def _done(self, order: orders.Done) -> Message:
        return self.said("{player} stops there.", "Stop there.")

    def _claim(self, order: orders.Claim) -> Message:
        route = self.route(order.route)
        if order.use == "office":
            return self.said(
                "{player} claims {route} and opens an office in {city}.",
                "Claim {route} and open an office in {city}.",
                route=route,
                city=self.city(order.city),
            )
        if order.use == "develop":
            return self.said(
                "{player} claims {route} and develops {ability}.",
                "Claim {route} and develop {ability}.",
                route=route,
                ability=ABILITY_WORDS[order.ability],
            )
        if order.use == "prestige":
            return self.said(
                "{player} claims {route} for {points} special prestige points.",
                "Claim {route} for {points} special prestige points.",
                route=route,
                points=SPECIAL_PRESTIGE[order.field],
            )
        if order.use == "extra":
            return self.said(
                "{player} claims {route} and opens an extra office in {city}.",
                "Claim {route} and open an extra office in {city}.",
                route=route,
                city=self.city(order.city),
            )
        return self.said("{player} claims {route}.", "Claim {route}.", route=route)

    def _use(self, order: orders.Use) -> Message:
        marker = MARKER_WORDS[order.marker]
        if isinstance(order, orders.UseDevelop):
            return self.said(
                "{player} uses {marker} on {ability}.",
                "Use {marker} on {ability}.",
                marker=marker,
                ability=ABILITY_WORDS[order.ability],
            )
        if isinstance(order, orders.UseSwap):
            return self._swap(order)
        return self.said("{player} uses {marker}.", "Use {marker}.", marker=marker)

    def _swap(self, order: orders.UseSwap) -> Message:
        parts: dict[str, Part] = {
            "marker": MARKER_WORDS[order.marker],
            "first": order.left + 1,
            "second": order.left + 2,
            "city": self.city(order.city),
        }
        if "swapped" not in self.facts:
            return self.said(
                "{player} uses {marker}: offices {first} and {second} in {city} change owners.",
                "Use {marker}: offices {first} and {second} in {city} change owners.",
                **parts,
            )
        owners = self.facts["swapped"][1:]
        if NEUTRAL not in owners:
            return self.said(
                (
                    "{player} uses {marker}: {one} and {other} swap offices {first} and {second} in"
                    " {city}."
                ),
                "Use {marker}: {one} and {other} swap offices {first} and {second} in {city}.",
                one=self.player(owners[0]),
                other=self.player(owners[1]),
                **parts,
            )
        return self.said(
            (
                "{player} uses {marker}: {one} and the neutral player swap offices {first} and"
                " {second} in {city}."
            ),
            (
                "Use {marker}: {one} and the neutral player swap offices {first} and {second} in"
                " {city}."
            ),
            one=self.player(min(owners)),
            **parts,
        )

    def _put(self, order: orders.Put) -> Message:
        kind, space, source, _ = order
        nouns = NEUTRAL_NOUNS if "of_neutral" in self.facts else KIND_NOUNS
        parts: dict[str, Part] = {"piece": nouns[kind].object(), "place": self.space(space)}
        if source == FROM_STOCK:
            return self.said(
                "{player} puts {piece} from the stock at {place}.",
                "Put {piece} from the stock at {place}.",
                **parts,
            )
        if source == FROM_SUPPLY:
            return self.said(
                "{player} puts {piece} from the supply at {place}.",
                "Put {piece} from the supply at {place}.",
                **parts,
            )
        if source >= 0:
            return self.said(
                "{player} puts {piece} from {start} at {place}.",
                "Put {piece} from {start} at {place}.",
                start=self.space(source),
                **parts,
            )
        return self.said("{player} puts {piece} at {place}.", "Put {piece} at {place}.", **parts)

    def _marker(self, order: orders.Mark) -> Message:
        return self.said(
            "{player} places {marker} on {route}.",
            "Place {marker} on {route}.",
            marker=MARKER_WORDS[order.marker],
            route=self.route(order.route),
        )

    def _end(self, order: orders.End) -> Message:
        return self.said("{player} ends the turn.", "End the turn.")

    def _draw(self, order: orders.Draw) -> None:
        """Its event tells."""

    def _tavern(self, order: orders.Tavern) -> Message:
        return message(
            "{marker} starts on {route}.",
            marker=MARKER_WORDS[order.marker],
            route=self.route(order.route),
        )

    def _start(self, order: orders.Start) -> Message:
        return message("{player} is the start player.", player=self.player(order.seat))

    def _remove(self, order: orders.Remove) -> Message:
        place = self.space(order.space)
        if "removed" not in self.facts:
            return self.said(
                "{player} removes a piece from {place}.",
                "Remove a piece from {place}.",
                place=place,
            )
        _, owner, kind = self.facts["removed"]
        if owner == NEUTRAL:
            return self.said(
                "{player} removes the neutral player's {piece} from {place}.",
                "Remove the neutral player's {piece} from {place}.",
                piece=_noun(kind).owned(),
                place=place,
            )
        return self.said(
            "{player} removes {owner}'s {piece} from {place}.",
            "Remove {owner}'s {piece} from {place}.",
            owner=self.player(owner),
            piece=_noun(kind).owned(),
            place=place,
        )

    def _found(self, order: orders.Found) -> Message:
        return self.said(
            "{player} opens an office in {city} with {piece}.",
            "Open an office in {city} with {piece}.",
            city=self.city(order.city),
            piece=KIND_NOUNS[order.kind].dative(),
        )

    def _develop(self, order: orders.Develop) -> Message:
        return self.said(
            "{player} develops {ability}.",
            "Develop {ability}.",
            ability=ABILITY_WORDS[order.ability],
        )

    def _take(self, order: orders.Take) -> Message:
        return self.said(
            "{player} takes {piece} from the stock.",
            "Take {piece} from the stock.",
            piece=KIND_NOUNS[order.kind].object(),
        )

    def _decline(self, order: orders.Decline) -> Message:
        return self.said("{player} takes nothing.", "Take nothing.")

    def _favour(self, order: orders.BuyTile) -> Message:
        return self.said(
            (
                "{player} gives up the turn's actions and pays {one} and {other} for the Emperor's"
                " Favour '{tile}'."
            ),
            (
                "Give up the turn's actions and pay {one} and {other} for the Emperor's Favour"
                " '{tile}'."
            ),
            one=MARKER_WORDS[order.one],
            other=MARKER_WORDS[order.other],
            tile=TILE_WORDS[order.tile],
        )

    def _neutral(self, order: orders.NeutralOffice) -> Message:
        return self.said(
            "{player} chooses {city} for the neutral office.",
            "Choose {city} for the neutral office.",
            city=self.city(order.city),
        )

    def _pawn(self, order: orders.Walk) -> Message:
        province, walked = order.province, self.facts.get("walked")
        if walked is None:
            return self.said(
                "{player} puts the pawn in province {province}.",
                "Put the pawn in province {province}.",
                province=province,
            )
        if walked[1] == "action":
            return self.said(
                "{player} moves the pawn to province {province} for an action.",
                "Move the pawn to province {province} for an action.",
                province=province,
            )
        if walked[1] == "last":
            return self.said(
                "{player} moves the pawn to province {province} after the last action.",
                "Move the pawn to province {province} after the last action.",
                province=province,
            )
        return self.said(
            "{player} moves the pawn to province {province}.",
            "Move the pawn to province {province}.",
            province=province,
        )

    def _deal(self, order: orders.Deal) -> None:
        """Its event tells."""

    def _tile(self, order: orders.OpenTile) -> Message:
        return message("The Emperor's Favour '{tile}' is available.", tile=TILE_WORDS[order.tile])

    # Events.

    def _told_dealt(self, seat: int, cities: Sequence[str]) -> Message:
        player = self.player(seat)
        if seat != self.viewer:
            return message("{player} gets a Mission card.", player=player)
        return message(
            "{player} gets the Mission {cities}.", player=player, cities=self.cities(cities)
        )

    def _told_neutral(self, route: str) -> Message:
        return message(
            "The neutral player claims {route}.", route=Place(self.board.route(route).name)
        )

    def _told_neutral_office(self, city: str) -> Message:
        return message("The neutral player opens an office in {city}.", city=self._named(city))

    def _told_permission(self, city: str) -> Message:
        return message("This uses the permission of {city}.", city=self._named(city))

    def _told_discarded(self, marker: str) -> Message:
        return message("The bonus marker {marker} there leaves the game.", marker=_marker(marker))

    def _told_prestige(self, seat: int, points: int, why: str, city: str | None) -> Message:
        player = self.player(seat)
        if why == "connection":
            return plural(
                points,
                "{player} gains 1 prestige point for the East-West connection.",
                "{player} gains {number} prestige points for the East-West connection.",
                player=player,
            )
        if why == "coin":
            return plural(
                points,
                "{player} gains 1 prestige point for the coin in {city}.",
                "{player} gains {number} prestige points for the coin in {city}.",
                player=player,
                city=self._named(city or ""),
            )
        return plural(
            points,
            "{player} gains 1 prestige point for controlling {city}.",
            "{player} gains {number} prestige points for controlling {city}.",
            player=player,
            city=self._named(city or ""),
        )

    def _told_took(self, seat: int, marker: str) -> Message:
        return message(
            "{player} takes the bonus marker {marker}.",
            player=self.player(seat),
            marker=_marker(marker),
        )

    def _told_lifted(self, seat: int, kind: str) -> Message:
        piece = _noun(kind).owned("subject")
        if seat == NEUTRAL:
            return message(
                "The neutral player's {piece} there is lifted and moves next.", piece=piece
            )
        return message(
            "{owner}'s {piece} there is lifted and moves next.",
            owner=self.player(seat),
            piece=piece,
        )

    def _told_drew(self, seat: int, marker: str) -> Message:
        player = self.player(seat)
        if seat != self.viewer:
            return message("{player} draws a replacement marker.", player=player)
        return message("{player} draws {marker}.", player=player, marker=_marker(marker))

    def _told_developed(self, seat: int, ability: str, value: int) -> Message:
        name = ABILITY_WORDS[ABILITIES.index(ability)]
        if ability == "privilege":
            return message("{ability} is now {value}.", ability=name, value=PRIVILEGE_WORDS[value])
        if ability == "bank" and value == ALL:
            return message("{ability} is now {value}.", ability=name, value=term("bank", "all"))
        return message("{ability} is now {value}.", ability=name, value=value)

    def _told_completed(self, city: str) -> Message:
        return message("{city} is completed.", city=self._named(city))

    def _told_to_stock(self, seat: int, kind: str) -> Message:
        piece = _noun(kind).owned()
        if seat == NEUTRAL:
            return message(
                "No free space takes the neutral player's {piece}, so it goes to the stock.",
                piece=piece,
            )
        return message(
            "No free space takes {owner}'s {piece}, so it goes to the stock.",
            owner=self.player(seat),
            piece=piece,
        )

    def _told_kept(self, seat: int, number: int) -> Message:
        return plural(
            number,
            "No route is free, so 1 marker stays on {player}'s plate.",
            "No route is free, so {number} markers stay on {player}'s plate.",
            player=self.player(seat),
        )

    def _told_over(self, reason: str) -> Message:
        if reason == "prestige":
            return message(
                "The game is over: a player has reached {points} prestige points.",
                points=PRESTIGE_TO_END,
            )
        if reason == "markers":
            return message("The game is over: a replacement marker was needed and none was left.")
        return message(
            "The game is over: {cities} cities are completed.", cities=self.board.cities_to_end
        )

    def _named(self, city_id: str) -> Place:
        return Place(self.board.city(city_id).name)


def _noun(kind: str) -> Noun:
    """Return the noun of a kind of piece as events name it."""
    return KIND_NOUNS[KIND_NAMES.index(kind)] if kind in KIND_NAMES else PIECE


def _marker(marker_id: str) -> Message:
    return MARKER_WORDS[MARKERS.index(marker_id)]
