"""A study: the plan of a finished game that its owner shares.

All who may see the game read it. If the game is private, but its owner has played it against bots
alone, everyone does, as nobody else has secrets in it: unless the game is compared with others.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import Count, Q
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext

from games.accounts.models import Block
from games.drawing.arrows import Arrow
from games.drawing.live import marked
from games.play.access import Access
from games.play.event_hosts import comparison_of
from games.play.language import spoken
from games.play.models import Game
from games.play.models.player import page_of
from games.play.policies import was_played_alone
from games.rules.common.message import term
from games.study import arrows
from games.study.arrows import Mark, Places
from games.study.models import Comment, Plan, PlanLine
from games.study.pages import plan_page
from games.study.pages.board_page import BoardPage
from games.study.pages.branches import Way, kept, listed, place_on, steps_of, tried_at
from games.study.pages.early import in_other_games
from games.study.pages.plan_page import names_and_levels, touched_on_turn
from games.study.plan import words
from games.study.plan.tree import Place

SHOWN = 20
"""The most comments on other places that are listed."""


@dataclass(frozen=True)
class Study:
    """A study in a list: `owner` is '' for a reader who has blocked them."""

    words: str
    url: str
    owner: str
    branches: int


@dataclass(frozen=True)
class Said:
    """A comment as a reader sees it; `url` leads to what it is about, a step of a `line`.

    `marks` are its arrows, `told` are they in words.
    """

    comment: Comment
    may_delete: bool
    url: str
    line: str
    marks: Sequence[Mark] = ()
    told: str = ""

    def with_arrows(self, places: Places) -> "Said":
        """Return it with its arrows on the board of these places."""
        marks = places.found(arrows.split(self.comment.text)[1])
        return replace(self, marks=marks, told=places.told(marks))

    @property
    def words(self) -> str:
        """What it says, with the text of arrows that this board can't have."""
        return arrows.split(self.comment.text)[0] if self.marks else self.comment.text


@dataclass(frozen=True)
class StudyPage:
    """A place of a study as its page and fragment show it.

    The links are those of `games.study.pages.plan.PlanPage`. `told` is the step that leads here,
    `comments` are those on this place, `elsewhere` the newest on others, `branch` is what
    the line is called, `branches` and `steps` are HTML. `places` are those that an arrow can name;
    the arrows of the note are `arrows_told`.
    """

    access: Access
    place: Place
    board_page: BoardPage
    told: str
    back: str
    on: str
    first: str
    last: str
    ways: Sequence[Way]
    others: Sequence[Way]
    branches: str
    branch: str
    steps: str
    comments: Sequence[Said]
    elsewhere: Sequence[Said]
    places: Places
    arrows_told: str

    @property
    def note(self) -> str:
        """What the owner noted on this place, with the text of arrows that it can't have."""
        note = self.place.note
        return arrows.split(note)[0] if self.arrows_told else note

    @property
    def plan(self) -> Plan:
        """The plan that is shared."""
        return self.place.plan

    @property
    def in_other_games(self) -> str:
        """The URL of what was played from here in other games, '' after the opening."""
        game = self.access.game if self.access.may_see else None
        return in_other_games(game, self.place, study=True)

    @property
    def is_own(self) -> bool:
        """Whether the reader shares it."""
        owner = self.plan.user_id
        return owner is not None and bool(self.access.user.pk == owner)

    @property
    def url(self) -> str:
        """The address of this place."""
        return url_of(self.plan, self.place.line, self.place.depth)

    @property
    def plan_url(self) -> str:
        """The address of this place for its owner."""
        return plan_page.url_of(self.plan, self.place.line, self.place.depth)

    @property
    def owner_page(self) -> str:
        """The address of the page about its owner, '' if there is none."""
        return page_of(self.plan.user, "")

    @classmethod
    def of(cls, access: Access, place: Place) -> "StudyPage":
        """Return the page of a place."""
        plan, line, depth = place.plan, place.line, place.depth
        names, levels = names_and_levels(access)
        _, branches = kept(PlanLine.objects.filter(plan=plan))
        base = study_url(plan)
        title, spot = place.root.title, place.spot
        view = place.root.view(spot.state)
        places = Places(title, view)
        marks = places.found(arrows.split(place.note)[1])
        here, elsewhere = _comments(access, place, names, places)
        drawn = [*places.arrows(marks, plan.seat), *_drawn(access, here, places)]
        board_page = BoardPage.of(
            title,
            spot.state,
            plan.seat,
            names,
            view=view,
            url="./",
            acts=False,
            compact=True,
            levels=levels,
            since=touched_on_turn(place),
            arrows=drawn[: arrows.MOST_DRAWN],
        )
        ways = tried_at(place, depth, branches, names, base)
        others = tried_at(place, depth - 1, branches, names, base) if depth else []
        end = len(place.path)
        return cls(
            access=access,
            place=place,
            board_page=replace(
                board_page, live=marked(board_page.live, spoken().say(term("watermark", "STUDY")))
            ),
            told=words.told(place.walk, depth, names) if depth else "",
            back=url_of(plan, line, depth - 1) if depth else "",
            on=url_of(plan, line, depth + 1) if depth < end else (ways[0].url if ways else ""),
            first=url_of(plan, line, 0) if depth else "",
            last=url_of(plan, line, end) if depth < end else "",
            ways=ways if len(ways) > 1 or depth == end else (),
            others=others if len(others) > 1 else (),
            branches=listed(plan, branches, base, place, names, compares=False),
            branch=words.line_called(place, line, names),
            steps=steps_of(place, names, base),
            comments=here,
            elsewhere=elsewhere,
            places=places,
            arrows_told=places.told(marks),
        )


def study_url(plan: Plan) -> str:
    """Return the address of a study, with which those of its places begin."""
    return reverse("study:study", args=[plan.game_id, plan.pk])


def url_of(plan: Plan, line: PlanLine | None, depth: int) -> str:
    """Return the address of a place of a study."""
    where = f"{line.pk}-{depth}" if line is not None else f"m{plan.number}"
    return reverse("study:study-at", args=[plan.game_id, plan.pk, where])


def shared(game: Game) -> Any:
    """Return the plans of a game that can be read now: none while it runs."""
    readable = Q(shared_at__isnull=False) | Q(post_mortem__isnull=False)
    plans = Plan.objects.filter(readable, game=game)
    return plans.select_related("user") if game.is_over else plans.none()


def enter_study(*, user: Any, game_id: int, plan_id: int) -> Access:
    """Return a reader's access to a study of a game, which may not include the game itself.

    Raises Http404.
    """
    game = get_object_or_404(Game, pk=game_id)
    access = Access(game=game, user=user)
    if not (access.may_see or is_for_all(game, study_of(access, plan_id).user_id)):
        raise Http404("There is no such study, or it is no longer shared.")
    return access


def is_for_all(game: Game, owner: int | None) -> bool:
    """Return whether everyone may read what a person, by their id, shares of a finished game.

    What nobody owns belongs to the table. Who sees a game that is compared decides its host.
    """
    if not game.private:
        return True
    alone = owner is not None and was_played_alone(game, by=owner)
    return alone and comparison_of(game) is None


def study_of(access: Access, plan_id: int) -> Plan:
    """Return the plan that is shared as a study of a game; raises Http404 if there is none."""
    plan: Plan | None = shared(access.game).filter(pk=plan_id).first()
    if plan is None:
        raise Http404("There is no such study, or it is no longer shared.")
    return plan


def study_at(access: Access, plan_id: int, line: int | None, depth: int) -> Place:
    """Return a place of a study; raises Http404."""
    plan = study_of(access, plan_id)
    if line is None:
        return Place.beginning(plan)
    place = place_on(line, depth, *_whole(plan))
    if place is None:
        raise Http404("This branch of the study was deleted.")
    return place


def _whole(plan: Plan) -> Any:
    _, branches = kept(PlanLine.objects.filter(plan=plan))
    return [plan], branches


def studies_of(access: Access) -> list[Study]:
    """Return the studies of a game that people share, in the order in which they did."""
    people = shared(access.game).filter(user__isnull=False)
    plans = list(people.annotate(count=Count("lines")).defer("root").order_by("shared_at"))
    blocked = blocked_by(access.user) if plans else set()
    return [
        Study(
            words=plan.name or gettext("Study from move {number}").format(number=plan.number),
            url=study_url(plan),
            owner="" if plan.user_id in blocked else plan.user.called,
            branches=plan.count,
        )
        for plan in plans
    ]


def blocked_by(user: Any) -> set[int]:
    """Return the ids of the people whom a reader has blocked."""
    return set(Block.objects.filter(user=user.pk).values_list("other", flat=True))


def _drawn(access: Access, here: Sequence[Said], places: Places) -> list[Arrow]:
    """Return the arrows of comments, in the colours of the seats of those who played the game."""
    shown = [said for said in here if said.marks and not said.comment.hidden]
    seats = {player.user_id: player.seat for player in access.players} if shown else {}
    return [
        arrow
        for said in shown
        for arrow in places.arrows(said.marks, seats.get(said.comment.author_id or 0))
    ]


def _comments(
    access: Access, place: Place, names: Sequence[str], places: Places
) -> tuple[list[Said], list[Said]]:
    """Return what was said about a place, and the newest that was said about others."""
    plan, owner, user = place.plan, place.owner, access.user
    comments = plan.comments.seen_by(user.pk).select_related("author", "line")
    here = comments.filter(line=owner, depth=place.depth)
    elsewhere = comments.exclude(pk__in=here.values("pk")).order_by("-pk")[:SHOWN]

    def said(comment: Comment) -> Said:
        mine = user.is_authenticated and user.pk in (comment.author_id, plan.user_id)
        line = words.line_called(place, comment.line, names)
        url = url_of(plan, comment.line, comment.depth)
        return Said(comment, mine, url, line).with_arrows(places)

    return [said(each) for each in here], [said(each) for each in elsewhere]
