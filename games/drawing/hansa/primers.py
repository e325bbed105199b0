"""The rules of Hansa, each in a sentence for players who first meet it."""

from games.drawing.primers import mattering
from games.rules.hansa.pieces import counted
from games.rules.hansa.questions import KEPT, PRICE, surplus
from games.rules.hansa.turn import REPLENISHING, SAILING
from games.rules.hansa.view import View
from games.rules.title import AnyOrders
from games.wording.primers import Matters, Primer, asked, can


def primers(view: View, orders: AnyOrders) -> tuple[Primer, ...]:
    """Return the primers that matter to the viewer, who has these orders to choose from."""
    return mattering(_PRIMERS, view, orders)


def _left_out(view: View, _: AnyOrders) -> bool:
    return view.prompt == "turn" and bool(view.left_out)


def _pays_toll(view: View, _: AnyOrders) -> bool:
    """Whether the end of the turn would cost something."""
    desk = view.desks[view.turn]
    return view.prompt in ("turn", "tolls") and bool(
        surplus(len(desk.unsold)) or (view.acted and surplus(desk.talers))
    )


_PRIMERS: tuple[tuple[Primer, Matters[View]], ...] = (
    (
        Primer(
            "first-booths",
            "H1.4",
            "Booths in a city let you sell there, and the player with the most is paid for what"
            " others buy there.",
        ),
        asked("booths"),
    ),
    (
        Primer(
            "left-out",
            "H1.1",
            "With two players two colours of goods are left out, with three players one: the board"
            " shows which.",
        ),
        _left_out,
    ),
    (
        Primer(
            "replenish",
            "H2.2",
            f"You can fill all empty warehouses for {counted(REPLENISHING, 'taler')}, but only"
            " before anything else in your turn.",
        ),
        can("replenish"),
    ),
    (
        Primer(
            "sail",
            "H2.4",
            f"Each trip along an arrow costs {counted(SAILING, 'taler')}, and in the city that it"
            " reaches you can buy, sell or put up booths, once.",
        ),
        can("sail"),
    ),
    (
        Primer(
            "buy",
            "H3.1",
            f"A marker costs {counted(PRICE, 'taler')}, paid to the player with the most booths in"
            " the city, and nothing if that is you.",
        ),
        can("buy"),
    ),
    (
        Primer(
            "build",
            "H3.2",
            "An unsold marker can be given up for as many booths in this city as it shows barrels.",
        ),
        can("build"),
    ),
    (
        Primer(
            "sell",
            "H3.3",
            "You sell at least two markers of a colour and take back one booth here, and every"
            " other player loses an unsold marker of each colour sold.",
        ),
        can("sell"),
    ),
    (
        Primer(
            "lose",
            "H3.3",
            "A sale by another player costs you one unsold marker of each colour sold; markers that"
            " you have sold are safe.",
        ),
        asked("lose"),
    ),
    (
        Primer(
            "tolls",
            "H2.5",
            f"At the end of your turn you keep at most {KEPT} talers and {KEPT} unsold markers.",
        ),
        _pays_toll,
    ),
    (
        Primer(
            "last-round",
            "H4.1",
            "The last pile has been started: the game ends when all players have had equally many"
            " turns.",
        ),
        lambda view, _: view.last_round,
    ),
)
