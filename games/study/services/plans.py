"""Plans: keep the orders that a person tries, which nobody else sees, and make a draft of them."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Final

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext

from games.accounts.models import User
from games.bots import BOTS
from games.play.engine.bots import STAND_IN, any_order, dice, order_of
from games.play.errors import PlayError
from games.play.language import labelled, spoken
from games.play.models import ConditionalLine, Draft, Game, Player
from games.play.scratch import Drafted
from games.play.services.conditional import keep_line
from games.play.services.drafts import draft_orders, reset_draft
from games.rules import editing
from games.rules.common.message import message
from games.rules.title import CHANCE
from games.study.models import Plan, PlanLine
from games.study.plan import text as plan_text
from games.study.plan.present import beginning, begins_with, left_over, own_orders
from games.study.plan.text import LONGEST_NAME, LONGEST_NOTE
from games.study.plan.tree import MOST_LINES, MOST_STEPS, MOST_TURNS, Copy, Place, forks_at, upto
from games.study.plan.words import redacted
from games.study.plan.worlds import Step, Walk, drawn, fitting
from games.wording import WORDINGS

MOST_POSITIONS: Final = 50
"""The most positions of their own that a person keeps."""
LONGEST_TURN: Final = 60
"""The most orders that a bot is asked for in one turn."""

GONE: Final = message("This branch was deleted in the meantime.")


@transaction.atomic
def plan_order(*, place: Place, seat: int, order: str, names: Sequence[str]) -> Place:
    """Play an order of a seat, or of CHANCE, at a place of a plan; return the place after it.

    Raises IllegalOrder, or PlayError if no more can be kept.
    """
    place = _kept(place)
    return _after(place, place.walk.accepted(place.depth, seat, order), names)


@transaction.atomic
def plan_orders(*, place: Place, orders: Sequence[str], names: Sequence[str]) -> Place:
    """Play orders one after the other, all or none, each for the seat that is asked then.

    Returns the place after them. Raises IllegalOrder, or PlayError if nothing can follow or no more
    can be kept.
    """
    for order in orders:
        if place.asked is None:
            raise PlayError(gettext("The game would end here, so nothing can follow."))
        place = plan_order(place=place, seat=place.asked, order=order, names=names)
    return place


@transaction.atomic
def plan_draws(*, place: Place, names: Sequence[str]) -> Place:
    """Draw what chance does from a place of a plan on, until a player is asked.

    Raises PlayError if chance does nothing there.
    """
    steps = 0
    while (found := place.walk.outcomes(place.depth)) and steps < LONGEST_TURN:
        place = _drawn_after(place, found, names)
        steps += 1
    if not steps:
        raise PlayError(gettext("Nothing is drawn here."))
    return place


@transaction.atomic
def plan_bot_turn(*, place: Place, names: Sequence[str]) -> Place:
    """Let a bot play the rest of a turn, for all who are asked in it; what chance does is drawn.

    Raises PlayError if the game is over.
    """
    title, whose = place.root.title, place.spot.whose
    for played in range(LONGEST_TURN):
        spot = place.spot
        seats = title.to_move(spot.state)
        if not seats and not played:
            raise PlayError(gettext("The game would end here, so nobody has a turn."))
        if not seats or spot.whose != whose:
            break
        if seats[0] == CHANCE:
            place = _drawn_after(place, place.walk.outcomes(place.depth), names)
            continue
        place = plan_bot_order(place=place, seat=seats[0], names=names)
    return place


@transaction.atomic
def plan_bot_order(*, place: Place, seat: int, names: Sequence[str]) -> Place:
    """Let a bot play one order for a seat, which is asked at a place of a plan."""
    title, state = place.root.title, place.spot.state
    view, legal = title.view(state, seat), title.orders(state, seat)
    order = order_of(BOTS[STAND_IN], STAND_IN, place.plan.game_id or 0, view, legal)
    text = title.write(state, order or any_order(legal))
    return plan_order(place=place, seat=seat, order=text, names=names)


def _drawn_after(place: Place, found: Sequence[tuple[Step, float]], names: Sequence[str]) -> Place:
    """Return the place after one of the things that chance may do."""
    steps, chances = zip(*found, strict=True)
    order = dice.choices(steps, chances)[0].order
    return plan_order(place=place, seat=CHANCE, order=order, names=names)


@transaction.atomic
def name_line(*, place: Place, name: str) -> Place:
    """Name the branch of a place, and return it; '' removes the name. Raises PlayError."""
    place = _kept(place)
    line = place.line
    if line is None:
        raise PlayError(gettext("Only a branch has a name. Play a step first."))
    line.name = name.strip()
    if len(line.name) > LONGEST_NAME:
        raise PlayError(
            gettext("The name of a branch has at most {most} letters.").format(most=LONGEST_NAME)
        )
    line.save()
    return place


@transaction.atomic
def note_step(*, place: Place, text: str) -> Place:
    """Keep a note about the step that leads to a place, and return it; '' removes it.

    Raises PlayError.
    """
    place = _kept(place)
    owner, text = place.owner, text.replace("\r\n", "\n").strip()
    if owner is None:
        raise PlayError(gettext("A note is about a step. Play one first."))
    if len(text) > LONGEST_NOTE:
        raise PlayError(
            gettext("A note has at most {most} letters. This one has {number}.").format(
                most=LONGEST_NOTE, number=len(text)
            )
        )
    notes = {at: told for at, told in owner.notes.items() if at != str(place.depth)}
    owner.notes = notes | ({str(place.depth): text} if text else {})
    owner.save()
    return place


@transaction.atomic
def delete_step(*, place: Place) -> Place:
    """Delete the step that leads to a place and all that follows; return the place before it.

    The first step of a branch takes the branch with it. Raises PlayError at the beginning.
    """
    place = _kept(place)
    owner, plan = place.owner, place.plan
    if owner is None:
        raise PlayError(gettext("There is no step to delete at the beginning."))
    chain, before = upto(place.chain, place.depth), place.depth - 1
    if before == owner.fork:
        owner.delete()
        chain = chain[:-1]
        if plan.game_id is not None and not plan.lines.exists():
            plan.delete()
    else:
        owner.forks.filter(fork__gte=place.depth).delete()
        owner.comments.filter(depth__gte=place.depth).delete()
        owner.steps = owner.steps[: before - owner.fork]
        owner.notes = {at: told for at, told in owner.notes.items() if int(at) <= before}
        _save(Place.along(plan, chain, before))
    return Place.along(plan, chain, before)


@transaction.atomic
def make_draft(*, place: Place, player: Player, version: int) -> Drafted:
    """Let a player's orders at the beginning of a line be their draft.

    They end where another seat or chance follows. The draft is as before if this raises LostSeat,
    Stale, NotYourTurn, IllegalOrder, or PlayError, as when the plan begins with an old position.
    """
    game, plan = player.game, place.plan
    if plan.game_id != game.pk or plan.seat != player.seat:
        raise PlayError(gettext("This plan was made from another seat."))
    if plan.number != game.moves_made or not begins_with(plan, game.position()):
        raise PlayError(
            gettext(
                "The game has moved on since this plan begins. Go on from the present position"
                " first."
            )
        )
    orders = own_orders(place.path, player.seat)
    if not orders:
        raise PlayError(gettext("This branch does not begin with an order of yours."))
    draft = Draft.objects.of(player) or Draft()
    if draft.orders:
        draft = reset_draft(player=player, version=version, draft_version=draft.version).draft
    return draft_orders(player=player, version=version, draft_version=draft.version, orders=orders)


def make_conditional(
    *, place: Place, player: Player, left_out: Collection[int] = (), free: bool = False
) -> ConditionalLine:
    """Keep a line of a plan as a conditional line of its player.

    `left_out` are the numbers of steps of others that it does not suppose; then it is `free`.
    Raises LostSeat, NotYourTurn, Stale, or PlayError.
    """
    plan = place.plan
    if plan.game_id != player.game_id or plan.seat != player.seat:
        raise PlayError(gettext("This plan was made from another seat."))
    steps = [
        step
        for at, step in enumerate(redacted(place.walk, len(place.path)))
        if step[0] == plan.seat or at not in left_out
    ]
    return keep_line(player=player, number=plan.number, steps=steps, free=free or bool(left_out))


@dataclass(frozen=True)
class CarriedOn:
    """Where a line goes on in the plan of the present position: `kept` of `left` steps fit."""

    place: Place
    kept: int
    left: int


@transaction.atomic
def carry_on(*, place: Place, game: Game, seat: int | None, names: Sequence[str]) -> CarriedOn:
    """Copy the branches of a plan to the present position of its game, as far as they fit.

    If all of them fit, the old plan is deleted. Raises PlayError if it was made from another seat,
    if nothing was played since it begins, or if no more can be kept.
    """
    place = _kept(place)
    plan, state = place.plan, game.position()
    if plan.game_id != game.pk or plan.seat != seat:
        raise PlayError(gettext("This plan was made from another seat."))
    if plan.number == game.moves_made:
        raise PlayError(gettext("Nothing has been played since this plan begins."))
    new = Place.beginning(beginning(game, state, game.moves_made, seat, plan.user))
    fit = list[tuple[PlanLine, Sequence[tuple[Step, str]], int]]()
    for line in plan.lines.all():
        old = Place.on(plan, line.pk, line.end)
        left = left_over(old, game, state) if old is not None else ()
        notes = _notes_on(old, len(left)) if old is not None else []
        fit.append((line, list(zip(fitting(new.root, left), notes, strict=False)), len(left)))
    if all(len(steps) == most for _, steps, most in fit):
        plan.delete()
    here, told = Place.beginning(new.plan), (0, 0)
    for line, steps, most in fit:
        there = _laid(new, steps, names, line.name)
        new = Place.beginning(there.plan)
        if place.line is not None and line.pk == place.line.pk:
            here, told = there, (len(steps), most)
    return CarriedOn(here, *told)


def _notes_on(place: Place, last: int) -> list[str]:
    """Return the notes on the `last` steps of the line of a place, '' where there is none."""
    end = len(place.path)
    return [replace(place, depth=depth).note for depth in range(end - last + 1, end + 1)]


def _laid(
    place: Place, steps: Sequence[tuple[Step, str]], names: Sequence[str], name: str
) -> Place:
    """Keep steps and their notes from a beginning on; return the beginning of their line."""
    for step, note in steps:
        place = plan_order(place=place, seat=step.seat, order=step.order, names=names)
        if note and not place.note:
            place = note_step(place=place, text=note)
    line = place.line
    if line is None:
        return place
    if name and not line.name:
        line.name = name
        line.save()
    return Place.along(place.plan, place.chain, 0)


def plan_position(*, user: User, text: str, name: str, seat: int | None) -> Plan:
    """Keep a position of a person's own to plan from, as `seat` sees it, None if they know it all.

    Returns the plan that they have of it already, if it has the same name.
    Raises BadPosition with the line, or PlayError if the seat is not there or no more can be kept.
    """
    title, state = editing.read(text)
    view = title.view(state, None)
    if seat is not None and not 0 <= seat < view.players:
        raise PlayError(gettext("This position has no seat {number}.").format(number=seat + 1))
    root = state if seat is None else drawn(title, state, seat)
    plan = Plan(
        seat=seat,
        title=title.id,
        name=name.strip()[:LONGEST_NAME]
        or labelled(title.name, WORDINGS[title.id].board(view.board, spoken())),
        open=seat is None,
        root=title.dump(root),
        digest=title.digest(root),
    )
    with transaction.atomic():
        # Two clicks at once make one plan.
        User.objects.select_for_update(no_key=True).get(pk=user.pk)
        known = Plan.objects.filter(
            user=user, game=None, seat=seat, name=plan.name, digest=plan.digest, open=plan.open
        ).first()
        return known or keep_copy(user=user, plan=plan)


def read_plan(*, user: User, data: str | bytes, name: str = "") -> Plan:
    """Keep a plan that is written as text as one of a position of a person's own.

    Raises BadRecord with the line, or PlayError if no more can be kept.
    """
    plan, lines = plan_text.read(data)
    plan.name = (
        name.strip()[:LONGEST_NAME]
        or plan.name
        or gettext("Plan of {title}").format(title=plan.rules().name)
    )
    return keep_copy(user=user, plan=plan, lines=lines)


@transaction.atomic
def keep_copy(*, user: User, plan: Plan, lines: Sequence[Copy] = ()) -> Plan:
    """Save a new plan and its lines for a person, as a position of their own.

    Raises PlayError if no more can be kept.
    """
    User.objects.select_for_update(no_key=True).get(pk=user.pk)
    if Plan.objects.filter(user=user, game=None).count() >= MOST_POSITIONS:
        raise PlayError(
            gettext("You can keep {most} plans of positions. Delete one first.").format(
                most=MOST_POSITIONS
            )
        )
    plan.user = user
    plan.save()
    made = list[PlanLine]()
    for line in lines:
        parent = None if line.parent is None else made[line.parent]
        made.append(PlanLine.objects.create(plan=plan, **(line._asdict() | {"parent": parent})))
    return plan


@transaction.atomic
def delete_plan(*, plan: Plan) -> None:
    """Delete a plan with all its branches."""
    Plan.objects.filter(pk=plan.pk).delete()


def _kept(place: Place) -> Place:
    """Return a place as it is now, its plan saved and locked; raises PlayError if it is gone."""
    plan = place.plan
    if plan.pk is None:
        # Two clicks at once make one plan.
        User.objects.select_for_update(no_key=True).get(pk=plan.user_id)
        known = same_position(plan).first()
        if known is None:
            plan.save()
            known = plan
        return Place.beginning(known)
    locked = Plan.objects.select_for_update().filter(pk=plan.pk).first()
    if locked is None:
        raise PlayError(GONE)
    if place.line is None:
        return Place.beginning(locked)
    found = Place.on(locked, place.line.pk, place.depth)
    if found is None:
        raise PlayError(GONE)
    return found


def same_position(plan: Plan) -> QuerySet[Plan]:
    """Return the plans of the same person that begin with the same position of the same game."""
    return Plan.objects.filter(
        user=plan.user_id,
        game=plan.game_id,
        number=plan.number,
        seat=plan.seat,
        digest=plan.digest,
    )


def _after(place: Place, step: Step, names: Sequence[str]) -> Place:
    """Return the place after a step: one that is kept already, or a new one."""
    plan, depth, owner = place.plan, place.depth, place.owner
    if depth < len(place.path) and place.path[depth][:2] == step[:2]:
        return Place.along(plan, place.chain, depth + 1)
    chain = upto(place.chain, depth)
    for line, first in forks_at(plan, owner, depth).items():
        if first[:2] == step[:2]:
            return Place.along(plan, (*chain, line), depth + 1)
    along = Place.along(plan, chain, depth)
    if depth < len(along.path) and along.path[depth][:2] == step[:2]:
        return replace(along, depth=depth + 1)
    spots = Walk.along(place.root, (*place.steps, step)).spots
    if spots[-2].turn > MOST_TURNS or depth >= MOST_STEPS:
        raise PlayError(
            gettext("A branch has at most {most} turns. This one is full.").format(most=MOST_TURNS)
        )
    if owner is not None and depth == owner.end:
        owner.steps = [*owner.steps, [*step]]
    else:
        _check_room(plan)
        owner = PlanLine(plan=plan, parent=owner, fork=depth, steps=[[*step]])
        chain = (*chain, owner)
    after = Place.along(plan, chain, depth + 1)
    _save(after)
    return after


def _save(place: Place) -> None:
    """Save the line of a place, which is its end."""
    line = place.chain[-1]
    line.end = place.depth
    line.turns = place.walk.spots[place.depth - 1].turn
    line.save()


def _check_room(plan: Plan) -> None:
    lines = PlanLine.objects.filter(plan=plan)
    full = gettext("You can keep {most} branches in this plan. Delete one first.")
    if plan.game_id is not None:
        lines = PlanLine.objects.filter(plan__user=plan.user_id, plan__game=plan.game_id)
        full = gettext("You can keep {most} branches in this game. Delete one first.")
    if lines.count() >= MOST_LINES:
        raise PlayError(full.format(most=MOST_LINES))
