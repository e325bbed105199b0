"""A place in the plans of one person: whose it is, its address, and what its page needs."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from django.db.models import QuerySet
from django.http import Http404
from django.urls import reverse

from games.accounts.direction import isolated
from games.play.access import Access, enter
from games.play.history import state_after
from games.play.language import spoken
from games.play.models import Game, Log
from games.rules.common.lru import LRUCache
from games.study.models import Plan, PlanLine
from games.study.pages.branches import Branch, kept, place_on
from games.study.plan.present import beginning
from games.study.plan.tree import Place
from games.wording.seats import colour_names

# They don't change while nothing is played.
_known_players = LRUCache(1000)


@dataclass(frozen=True)
class Planned:
    """A place of a plan of one person: of a `game`, or of a position of their own.

    `access` is that to the game, `names` are those of the players, `levels` stand beside those of
    bots, `known` is what `all` returns if that was read already.
    """

    place: Place
    names: Sequence[str]
    levels: Sequence[str] = ()
    access: Access | None = None
    known: tuple[Sequence[Plan], Sequence[Branch]] | None = None

    @cached_property
    def all(self) -> tuple[Sequence[Plan], Sequence[Branch]]:
        """All plans of this game or position, and all their lines."""
        plan, known = self.place.plan, self.known
        if known is None:
            access = self.access
            lines = _lines_at(access) if access is not None else PlanLine.objects.filter(plan=plan)
            known = kept(lines) if access is not None or plan.pk is not None else ([], [])
        plans, branches = known
        return plans if plan in plans else [*plans, plan], branches

    @property
    def game(self) -> Game | None:
        """The game that is planned, None for a position of one's own."""
        return self.access.game if self.access is not None else None

    def at(self, place: Place) -> "Planned":
        """Return another place of the same game or position, where something may have changed."""
        return replace(self, place=place, known=None)

    @property
    def url(self) -> str:
        """The address of this place."""
        return self.url_of(self.place.line, self.place.depth)

    def url_of(self, line: PlanLine | None, depth: int) -> str:
        """Return the address of a place of this plan."""
        return url_of(self.place.plan, line, depth)


def url_of(plan: Plan, line: PlanLine | None, depth: int) -> str:
    """Return the address of a place of a plan: on a line, or its beginning."""
    where = f"{line.pk}-{depth}" if line is not None else f"m{plan.number}"
    if plan.game_id is None:
        return reverse("study:own-plan-at", args=[plan.pk, where])
    return reverse("study:plan-at", args=[plan.game_id, where])


def name_of(plan: Plan, game: Game | None) -> str:
    """Return what a plan is called outside its game."""
    return plan.called(isolated(game.name[:50]) if game is not None else "")


def planned_at(access: Access, number: int) -> Planned:
    """Return the plan from the position after a move of a game; raises Http404.

    It is not saved if the person has tried nothing there.
    """
    game = access.game
    if game.state is None or not 0 <= number <= game.moves_made:
        raise Http404("That move has not been made.")
    state = game.position() if number == game.moves_made else state_after(game, number)
    plan = beginning(game, state, number, access.seat, access.user)
    known = Plan.objects.filter(
        user=access.user, game=game, number=number, seat=access.seat, digest=plan.digest
    ).first()
    return Planned(Place.beginning(known or plan), *names_and_levels(access), access)


def before_last_turn(access: Access) -> int:
    """Return the number of the move before the visitor's last turn, a spectator's: the last turn.

    That is where a game that is over can still be played another way.
    """
    turns = [
        (number, turn)
        for number, turn, seat in Log(access.game).columns("number", "turn", "on_turn")
        if seat is not None and access.seat in (None, seat)
    ]
    last = turns[-1][1] if turns else 0
    return next((number for number, turn in turns if turn == last), 1) - 1


def names_and_levels(access: Access) -> tuple[Sequence[str], Sequence[str]]:
    """Return the names of the players and, '' for people, the levels that stand beside them.

    They come from memory while nothing happens at the table.
    """
    key = access.game.token, access.game.version
    known: tuple[Sequence[str], Sequence[str]] = _known_players.get(
        key, lambda: (access.names, access.levels)
    )
    return known


def names_of(access: Access) -> Sequence[str]:
    """Return the names of the players, from memory while nothing happens at the table."""
    return names_and_levels(access)[0]


def _lines_at(access: Access) -> QuerySet[PlanLine]:
    """Return the lines of a person's plans of a game.

    Of those who share a screen each sees only what was planned from their seat.
    """
    lines = PlanLine.objects.filter(plan__user=access.user, plan__game=access.game)
    return lines.filter(plan__seat=access.seat) if access.game.hot_seat else lines


def planned_on(access: Access, line: int, depth: int) -> Planned:
    """Return a place on a line of a person's plans of a game; raises Http404."""
    known = kept(_lines_at(access))
    return Planned(_found(place_on(line, depth, *known)), *names_and_levels(access), access, known)


def own_planned(user: Any, plan_id: int, line: int | None, depth: int) -> Planned:
    """Return a place of a plan of a position of a person's own; raises Http404."""
    plan = Plan.objects.filter(user=user, game=None, pk=plan_id).first()
    if plan is None:
        raise Http404("You have no such plan.")
    place = Place.beginning(plan) if line is None else _found(Place.on(plan, line, depth))
    return Planned(place, colour_names(spoken())[: _players(place)])


def planned_of(user: Any, plan_id: int) -> Planned:
    """Return the beginning of a person's own plan, of a game or not; raises Http404."""
    plan = Plan.objects.filter(user=user, pk=plan_id).first()
    if plan is None or plan.game_id is None:
        return own_planned(user, plan_id, None, 0)
    access = enter(user=user, game_id=plan.game_id)
    if access.game.hot_seat and plan.seat != access.seat:
        raise Http404("You have no such plan.")
    return Planned(Place.beginning(plan), *names_and_levels(access), access)


def _found(place: Place | None) -> Place:
    if place is None:
        raise Http404("You have no such plan.")
    return place


def _players(place: Place) -> int:
    state = place.root.world(0)
    players: int = place.root.title.view(state, None).players
    return players


def touched_on_turn(place: Place) -> list[Any]:
    """Return what the steps of the turn up to a place touched."""
    spots = place.walk.spots
    title, turn = place.root.title, spots[max(place.depth - 1, 0)].turn
    return [
        title.touched(spots[at + 1].state, place.path[at].order, spots[at + 1].state.events)
        for at in range(place.depth)
        if spots[at].turn == turn
    ]
