"""A person's games: which wait for them, each as its seat sees it, what it may order, the log."""

from datetime import datetime
from enum import StrEnum
from http import HTTPStatus
from typing import Annotated, Any

from django.conf import settings
from django.db.models import F
from django.http import Http404, HttpResponse, HttpResponseBase
from django.utils.cache import get_conditional_response, patch_cache_control, patch_vary_headers
from ninja import P, QueryEx, Router, Schema, Status
from pydantic import Field, StringConstraints

from games.accounts.direction import bare, without_controls
from games.accounts.models import Scope, User
from games.accounts.models.user import LONGEST_NAME
from games.api import described
from games.api.auth import ApiRequest, Token, check_limit
from games.api.kept import key_sent, once
from games.api.plain import plain
from games.api.ratings import MOST_PLAYERS, TitleId
from games.api.versions import etag_of
from games.bots import LEVELS
from games.play import services
from games.play.access import Access, enter
from games.play.language import spoken
from games.play.models import Game, Log, Player
from games.play.pages.log import entries_of
from games.wording import WORDINGS

router = Router(tags=["games"], auth=Token(Scope.READ_OWN))

PAGE = 50
"""How many games a page has."""

SHOWN = ("title", "name", "status", "version", "created", "last_move_at")
"""What is read of a game in a list."""

TABLES = 10
"""The most tables that a token opens in a minute."""

MOST_OPTIONS = 20
LONGEST_TITLE = 60
"""The most characters of a game's name."""

LevelId = StrEnum("LevelId", [(level.upper(), level) for level in LEVELS])  # type: ignore[misc]
PLAIN = r"^[^\x00-\x1f\x7f]*$"
"""A line of text: no database keeps a null character."""

OptionText = Annotated[str, StringConstraints(min_length=1, max_length=40, pattern=PLAIN)]

MOST_PAGES = 1000
MOST_MOVES = 200
"""How many moves of a log are told at once."""

MOST_ORDERS = 2000
"""How many legal orders of one verb are listed."""


class GameItem(Schema):
    """A game in a list."""

    id: int
    url: str = Field(description="The page on which people play it.")
    title: str
    name: str
    status: str = Field(description="open, running, over or cancelled")
    version: int = Field(description="Grows with every change.")
    waiting: bool = Field(description="Whether it waits for you.")
    since: datetime | None = Field(description="Since when it waits for you.")
    deadline: datetime | None = Field(description="When your time runs out, if a clock runs.")


class GamesOut(Schema):
    """A page of games."""

    games: list[GameItem]
    more: bool = Field(description="Whether there is another page.")


class SeatOut(Schema):
    """A seat of a game."""

    seat: int = Field(description="From 0.")
    name: str
    person: str | None = Field(
        description="The person or bot account that holds it, None for our own bots."
    )
    bot: str | None = Field(description="The bot that holds it, None for people.")
    owner: str | None = Field(
        description="The owner of the bot account that holds it, None if it is none."
    )
    waited_for: bool
    deadline: datetime | None
    score: int | None
    place: int | None


class GameOut(Schema):
    """A game as your seat sees it."""

    id: int
    url: str
    title: str
    name: str
    status: str
    version: int
    private: bool
    rated: bool
    options: dict[str, str]
    seats: list[SeatOut]
    seat: int | None = Field(description="Your own seat, None if you look on.")
    asked: bool = Field(description="Whether the game waits for you.")
    question: str = Field(description="What you are asked, for people; '' if nothing.")
    moves: int = Field(description="The number of the newest move.")
    turn: int
    view: dict[str, Any] | None = Field(
        description="What your seat may know, as `games.rules` has it; None before the game begins."
    )
    result: dict[str, Any] | None = Field(description="How it ended.")


class SeatIn(Schema):
    """Who gets a seat: one of our bots by its level, or a bot account by its name."""

    bot: LevelId | None = None
    account: str | None = Field(default=None, min_length=1, max_length=LONGEST_NAME, pattern=PLAIN)


class TableIn(Schema):
    """A table to open."""

    title: TitleId
    seats: list[SeatIn] = Field(
        min_length=1, max_length=MOST_PLAYERS, description="By seat; you have exactly one."
    )
    options: dict[OptionText, OptionText] = Field(
        default_factory=dict,
        max_length=MOST_OPTIONS,
        description="As in a game; what is left out is as usual.",
    )
    name: str = Field(default="", max_length=LONGEST_TITLE, pattern=PLAIN)


class OpenedOut(Schema):
    """A table that was opened."""

    id: int
    url: str
    name: str
    version: int
    rated: bool
    seat: int = Field(description="Your own seat.")
    asked: bool = Field(description="Whether the game waits for you.")


class LegalOut(Schema):
    """What a seat may order now."""

    version: int
    orders: dict[str, list[str]] = Field(description="Orders as text, by their verb.")
    cut: list[str] = Field(description="The verbs that have more orders than are listed.")


class MoveOut(Schema):
    """A move of the log, as your seat may read it."""

    number: int
    turn: int
    seat: int | None = Field(description="None for chance.")
    order: str
    text: str = Field(description="The move as a sentence.")
    by: str = Field(
        description="Who chose the order: player, standing, planned, clock or site; or chance."
    )
    at: datetime


class LogOut(Schema):
    """A part of the log."""

    version: int
    moves: list[MoveOut]
    more: bool = Field(description="Whether there are newer moves.")


@router.get("/games", response=GamesOut, operation_id="games", url_name="games", summary="Games")
def games(
    request: ApiRequest,
    waiting: bool = False,
    over: bool = False,
    page: QueryEx[int, P(ge=1, le=MOST_PAGES)] = 1,
) -> GamesOut:
    """List your games that are not over, first those whose time runs out first.

    With `waiting` only those that wait for you, with `over` those that are over instead.
    """
    if over:
        found = Game.objects.finished_of(request.user).only(*SHOWN)
    else:
        found = unfinished_of(request.user)
        found = found.filter(waits__isnull=False) if waiting else found
    first = (page - 1) * PAGE
    read = list(found[first : first + PAGE + 1])
    return GamesOut(games=[item_of(game) for game in read[:PAGE]], more=len(read) > PAGE)


@router.post(
    "/games",
    response={HTTPStatus.CREATED: OpenedOut},
    auth=Token(Scope.BOT),
    operation_id="open_table",
    url_name="games",
    summary="Open a table among bots",
    openapi_extra={"parameters": [described.IDEMPOTENCY_KEY]},
)
def open_table(request: ApiRequest, sent: TableIn) -> Any:
    """Open a private table of your bot account with bots and other bot accounts; it starts at once.

    Other bot accounts must be open to everyone, awake, and at fewer than 20 tables. The clock gives
    a day for each turn; then a bot plays it. Needs a token of a bot account.
    """
    check_limit("api-tables", request.auth, TABLES)
    key = key_sent(request)

    def act() -> dict[str, Any]:
        game = services.play_among_bots(
            account=request.user,
            title=sent.title.value,
            seats=[(each.bot.value if each.bot else "", each.account or "") for each in sent.seats],
            options=sent.options,
            name=without_controls(sent.name).strip(),
        )
        access = enter(user=request.user, game_id=game.pk)
        return {
            "id": game.pk,
            "url": settings.SITE_URL + game.get_absolute_url(),
            "name": game.name,
            "version": access.game.version,
            "rated": game.rated,
            "seat": access.seat,
            "asked": access.game.is_running and access.is_asked,
        }

    asked = ["table", sent.model_dump(mode="json")]
    return Status(HTTPStatus.CREATED, once(request.auth, key, asked, act))


@router.get(
    "/games/{int:game_id}",
    response=GameOut,
    operation_id="game",
    url_name="game",
    summary="A game",
    openapi_extra=described.NOT_MODIFIED,
)
def game(request: ApiRequest, game_id: int, response: HttpResponse) -> GameOut | HttpResponseBase:
    """Show a game as your seat sees it, or as everyone does.

    Its version is the ETag: with If-None-Match, a game that has not changed is answered with 304.
    """
    light = enter(user=request.user, game_id=game_id, light=True)
    response["ETag"] = etag_of(light.game)
    # A program may keep the answer, and asks each time whether it is still the same. Two tokens of
    # a program's may see a game from two seats, by the same version.
    patch_cache_control(response, private=True, no_cache=True)
    patch_vary_headers(response, ["Authorization"])
    answer = get_conditional_response(request, etag=response["ETag"], response=response)
    if answer is not None and answer is not response:
        return answer
    access = enter(user=request.user, game_id=game_id)
    response["ETag"] = etag_of(access.game)
    return game_out(access)


@router.get(
    "/games/{int:game_id}/legal",
    response=LegalOut,
    operation_id="legal",
    url_name="legal",
    summary="Legal orders",
)
def legal(request: ApiRequest, game_id: int) -> LegalOut:
    """List what your seat may order now: nothing while the game does not wait for it."""
    access = enter(user=request.user, game_id=game_id)
    seat = access.player().seat
    if not access.game.is_running:
        return LegalOut(version=access.game.version, orders={}, cut=[])
    title, state = access.game.rules(), access.state
    groups = {verb: group for verb, group in title.orders(state, seat).groups.items() if group}
    return LegalOut(
        version=access.game.version,
        orders={
            verb: [title.write(state, order) for order in group[:MOST_ORDERS]]
            for verb, group in groups.items()
        },
        cut=[verb for verb, group in groups.items() if len(group) > MOST_ORDERS],
    )


@router.get(
    "/games/{int:game_id}/log",
    response=LogOut,
    operation_id="log",
    url_name="log",
    summary="The log",
)
def log(
    request: ApiRequest, game_id: int, after: QueryEx[int, P(ge=0, le=1_000_000)] = 0
) -> LogOut:
    """Tell the moves after a number, as your seat may read them; at most 200 at once."""
    access = enter(user=request.user, game_id=game_id)
    if access.game.state is None:
        raise Http404("The game has not begun, so nothing has happened.")
    moves = moves_of(access, after)
    last = after + len(moves)
    more = last < access.game.moves_made and bool(moves)
    return LogOut(version=access.game.version, moves=moves, more=more)


def unfinished_of(user: User) -> Any:
    """Return a person's games that are not over, with what their items show."""
    own = Game.objects.of(user).annotate(deadline=F("wait__deadline"))
    return own.only(*SHOWN)


def item_of(game: Any) -> GameItem:
    """Return a game of `unfinished_of`, or one that is over, as lists have it."""
    since = getattr(game, "waits", None)
    return GameItem(
        id=game.pk,
        url=settings.SITE_URL + game.get_absolute_url(),
        title=game.title,
        name=game.name,
        status=game.status,
        version=game.version,
        waiting=since is not None,
        since=since,
        deadline=getattr(game, "deadline", None),
    )


def game_out(access: Access) -> GameOut:
    """Return a game as its visitor sees it."""
    game, view = access.game, None
    if game.state is not None:
        view = game.rules().view(access.state, access.seat)
    return GameOut(
        id=game.pk,
        url=settings.SITE_URL + game.get_absolute_url(),
        title=game.title,
        name=game.name,
        status=game.status,
        version=game.version,
        private=game.private,
        rated=game.rated,
        options=game.options,
        seats=[_seat(player) for player in access.players],
        seat=access.seat,
        asked=game.is_running and access.is_asked,
        question=_question(access, view),
        moves=game.moves_made,
        turn=game.turn,
        view=None if view is None else plain(view),
        result=game.result,
    )


def moves_of(access: Access, after: int) -> list[MoveOut]:
    """Return the moves of a game after a number, as its visitor may read them."""
    game, title = access.game, access.game.rules()
    moves = Log(game).between(after + 1, after + MOST_MOVES)
    entries = entries_of(game, moves, access.state, access.seat_history, access.seat)
    return [
        MoveOut(
            number=move.number,
            turn=move.turn,
            seat=move.seat,
            order=move.order
            if game.is_over
            else title.redact(move.rules_seat, move.order, move.events, access.seat),
            text=entry.sentence,
            by=move.played_by or ("chance" if move.seat is None else "player"),
            at=move.when,
        )
        for move, entry in zip(moves, entries, strict=True)
    ]


def _seat(player: Player) -> SeatOut:
    return SeatOut(
        seat=player.seat,
        name=bare(player.name),
        person=None if player.user is None else player.user.username,
        bot=player.bot or None,
        owner=player.owner or None,
        waited_for=player.is_waited_for,
        deadline=player.wait.deadline if player.wait else None,
        score=player.score,
        place=player.place,
    )


def _question(access: Access, view: Any) -> str:
    """Return what a visitor is asked, as a sentence."""
    if view is None or access.seat is None or not (access.game.is_running and access.is_asked):
        return ""
    orders = access.game.rules().orders(access.state, access.seat)
    return WORDINGS[access.game.title].prompt_of_me(view, orders, spoken())
