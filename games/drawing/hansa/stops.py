"""Where cities, warehouses and the piles are, and where the ship sails from each city."""

from games.drawing.hansa.sheet import sheet
from games.drawing.stops import Stop
from games.rules.hansa.view import View


def stops(view: View) -> dict[str, Stop]:
    """Return where the places of the outline are, by id."""
    drawn = sheet(view.board)
    cities = drawn.board.cities
    found = {"piles": Stop(drawn.places["piles"])}
    for city in cities:
        box = drawn.layout.towns[city.index].whole
        middle = (box.left + box.right) / 2, (box.top + box.bottom) / 2
        exits = drawn.board.exits[city.index]
        found[f"city:{city.id}"] = Stop(middle, tuple(f"city:{cities[end].id}" for end in exits))
    for name, at in zip(drawn.warehouse_ids, drawn.warehouses, strict=True):
        found[name] = Stop(at)
    return found
