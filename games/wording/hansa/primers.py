"""The rules of Hansa, each in a sentence for players who first meet it."""

from typing import Final

from games.rules.common.message import message, plural
from games.rules.hansa.pieces import TALER
from games.rules.hansa.questions import KEPT, PRICE, surplus
from games.rules.hansa.turn import REPLENISHING, SAILING
from games.rules.hansa.view import View
from games.rules.title import AnyOrders
from games.wording.primers import New, asked, can


def _left_out(view: View, _: AnyOrders) -> bool:
    return view.prompt == "turn" and bool(view.left_out)


def _pays_toll(view: View, _: AnyOrders) -> bool:
    """Whether the end of the turn would cost something."""
    desk = view.desks[view.turn]
    return view.prompt in ("turn", "tolls") and bool(
        surplus(len(desk.unsold)) or (view.acted and surplus(desk.talers))
    )


PRIMERS: Final[tuple[New[View], ...]] = (
    New(
        "first-booths",
        "H1.4",
        message(
            "Booths in a city let you sell there, and the player with the most is paid for what"
            " others buy there."
        ),
        asked("booths"),
    ),
    New(
        "left-out",
        "H1.1",
        message(
            "With two players two colours of goods are left out, with three players one: the board"
            " shows which."
        ),
        _left_out,
    ),
    New(
        "replenish",
        "H2.2",
        message(
            "You can fill all empty warehouses for {talers}, but only before anything else in your"
            " turn.",
            talers=TALER.object(REPLENISHING),
        ),
        can("replenish"),
    ),
    New(
        "sail",
        "H2.4",
        plural(
            SAILING,
            "Each trip along an arrow costs 1 taler, and in the city that it reaches you can buy,"
            " sell or put up booths, once.",
            "Each trip along an arrow costs {number} talers, and in the city that it reaches you"
            " can buy, sell or put up booths, once.",
        ),
        can("sail"),
    ),
    New(
        "buy",
        "H3.1",
        plural(
            PRICE,
            "A marker costs 1 taler, paid to the player with the most booths in the city, and"
            " nothing if that is you.",
            "A marker costs {number} talers, paid to the player with the most booths in the city,"
            " and nothing if that is you.",
        ),
        can("buy"),
    ),
    New(
        "build",
        "H3.2",
        message(
            "An unsold marker can be given up for as many booths in this city as it shows barrels."
        ),
        can("build"),
    ),
    New(
        "sell",
        "H3.3",
        message(
            "You sell at least two markers of a colour and take back one booth here, and every"
            " other player loses an unsold marker of each colour sold."
        ),
        can("sell"),
    ),
    New(
        "lose",
        "H3.3",
        message(
            "A sale by another player costs you one unsold marker of each colour sold; markers that"
            " you have sold are safe."
        ),
        asked("lose"),
    ),
    New(
        "tolls",
        "H2.5",
        message(
            "At the end of your turn you keep at most {kept} talers and {kept} unsold markers.",
            kept=KEPT,
        ),
        _pays_toll,
    ),
    New(
        "last-round",
        "H4.1",
        message(
            "The last pile has been started: the game ends when all players have had equally many"
            " turns."
        ),
        lambda view, _: view.last_round,
    ),
)
