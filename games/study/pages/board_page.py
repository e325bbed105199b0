"""A position to act on with no table around it: its board, its desks and what may be ordered."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from games.drawing import DRAWINGS
from games.drawing.arrows import Arrow
from games.drawing.choices import Choice, Group
from games.drawing.live import Live
from games.play.language import spoken
from games.play.pages.desks import own_and_others
from games.rules.title import AnyOrders, AnyTitle, Touched


@dataclass(frozen=True)
class PlayedOrder:
    """An order as a sentence; `seat` is whose it was, -1 for chance."""

    seat: int
    sentence: str


@dataclass(frozen=True)
class BoardPage:
    """A position as a seat sees it, drawn for the templates of a table.

    `title` is the id of the title. `desk` is that of the seat, '' for a spectator. `groups`,
    `picked`, `picked_label` and `picks` are as at the table, the group with the order that is
    `wanted` the first. `pointed` says whether an arrow on the board points to what is clicked next.
    Orders are posted to `url` followed by 'order'.
    """

    title: str
    url: str
    board: str
    live: Live
    desk: str
    other_desks: Sequence[str]
    groups: Sequence[Group] = ()
    picked: str | None = None
    picked_label: str = ""
    picks: Sequence[Choice] = ()
    wanted: str = ""
    pointed: bool = False
    draft_version: int = 0

    @classmethod
    def of(
        cls,
        title: AnyTitle,
        state: Any,
        seat: int | None,
        names: Sequence[str],
        *,
        url: str,
        acts: bool = True,
        picked: str | None = None,
        wanted: str = "",
        view: Any = None,
        orders: AnyOrders | None = None,
        compact: bool = False,
        levels: Sequence[str] = (),
        base: Any = None,
        since: Sequence[Touched] = (),
        earlier: Sequence[Touched] = (),
        arrows: Sequence[Arrow] = (),
    ) -> "BoardPage":
        """Draw a position for a seat, which may order something if it `acts` and is asked.

        `view` and `orders` are shown instead of those that the seat has in this position. If it is
        `compact`, the seat's desk is one of the others. `levels` stand beside the names of bots.
        `wanted` is the order to point to. `base` is the view that what differs is marked against,
        `since` and `earlier` are those of `Drawing.live`, `arrows` are drawn on the board.
        """
        drawing, language = DRAWINGS[title.id], spoken()
        view = title.view(state, seat) if view is None else view
        choices, pointer = None, ""
        groups: Sequence[Group] = ()
        if acts and seat is not None and seat in title.to_move(state):
            orders = title.orders(state, seat) if orders is None else orders
            choices = drawing.choices(title, orders, view, language, names).asking(wanted)
        if choices is None or picked not in choices.first:
            picked = None
        if choices is not None:
            pointer, groups = choices.toward(wanted, picked, choices.groups)
        post = f"{url}order"
        live = drawing.live(
            view,
            language,
            base=base,
            since=since,
            earlier=earlier,
            names=names,
            choices=choices,
            picked=picked,
            post=post,
            pointer=pointer,
            arrows=arrows,
        )
        if compact:
            desks = drawing.desks(replace(view, seat=None), names, language)
        else:
            desks = drawing.desks(view, names, language, choices=choices, picked=picked, post=post)
        desk, other_desks = own_and_others(title.id, desks, view.to_move, levels=levels)
        shown: dict[str, Any] = {}
        if choices is not None:
            shown["groups"] = sorted(groups, key=lambda group: not _has(group, wanted))
            shown["pointed"] = 'id="pointer"' in live["body"]
        if choices is not None and picked is not None:
            shown |= {"picked_label": choices.first[picked].label, "picks": choices.after(picked)}
        return cls(
            title=title.id,
            url=url,
            board=drawing.static(view.board, language),
            live=live,
            desk=desk,
            other_desks=other_desks,
            picked=picked,
            wanted=wanted,
            **shown,
        )


def _has(group: Group, order: str) -> bool:
    return group.chosen or any(choice.order == order for choice in group.choices)
