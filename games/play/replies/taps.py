"""Carry out taps: answers that one button gives, by the same ways as replies by email.

A tap counts once and only while what it answers is still asked, and it says why if it does not.
"""

from dataclasses import dataclass
from typing import Any, Final

from django.conf import settings
from django.db import transaction

from games.accounts.models import User
from games.play.engine.locks import SET_ASIDE, check_running
from games.play.errors import LostSeat, PlayError
from games.play.language import say, spoken
from games.play.letters.addresses import VoteAddress, orders_address
from games.play.letters.answers import HEADLINES, NOT_COUNTED, PLAYED, REFUSED, VOTED, Result
from games.play.letters.taps import DRAFT, Tap, digest, label_of_draft
from games.play.models import Draft, Game, Player, Vote
from games.play.pages.pictures import Picture, board_picture
from games.play.pages.wording import choice_of, follows_from, question_of, standing, warned
from games.play.replies import orders, votes
from games.play.replies.handler import RulesFailed, open_seat
from games.play.replies.parse import ReplyCommand
from games.play.scratch import try_draft
from games.post import services as post
from games.rules.common.message import message
from games.wording import WORDINGS

ANSWERED: Final = message("This was answered already, or the game has moved on since.")
CHANGED: Final = message("Your draft has changed since.")
PAUSED: Final = message("The game is paused. You can still move on its page.")
VOTED_BEFORE: Final = message("You've voted already. You can change your vote on the game's page.")
VOTE_OVER: Final = message("This vote is over. The game page shows the result.")
NOT_YOURS: Final = message("This seat is no longer yours.")


@dataclass(frozen=True)
class Question:
    """What a tap answers and what it does, each in words; `label` is that of its button."""

    game: Game
    asked: str
    does: tuple[str, ...]
    label: str


@dataclass(frozen=True)
class Given:
    """What a tap did, in sentences; `counted` says whether it did anything."""

    game: Game
    sentence: str
    counted: bool


def person_of(tap: Tap) -> User | None:
    """Return the person whose tap it is, None if their account or device is no longer there.

    An account that was merged is gone, but its person is not: their seats are the other's now.
    """
    people = User.objects.filter(is_active=True)
    merged = people.filter(former_readers=tap.user)
    user = people.filter(pk=tap.user).first() or merged.first()
    return user if user and post.is_connected(number=tap.channel, user=user) else None


def game_of(tap: Tap, user: User) -> Game | None:
    """Return the game in which a user was asked, None if there is none any more."""
    held = tap.address.holders.filter(user=user).select_related("player__game").first()
    return None if held is None else held.player.game


def look(tap: Tap, user: User) -> Question:
    """Return what a tap answers, changing nothing; raises LostSeat or PlayError if it is gone."""
    player = _player(tap, user)
    game = player.game
    _check(tap, game, player)
    if isinstance(tap.address, VoteAddress):
        return _about_vote(game, player, Vote.objects.get(pk=tap.address.vote), tap.value)
    return _about_orders(tap, game, player)


def picture(tap: Tap, user: User) -> Picture:
    """Return the board as a user sees it who is asked; raises LostSeat or PlayError if none is."""
    player = _player(tap, user)
    game = player.game
    _check(tap, game, player)
    return board_picture(game, game.position(), _names(game), player.seat, player.last_move)


@transaction.atomic
def give(tap: Tap, user: User) -> Given:
    """Give the answer of a tap, or say why that is impossible now; raises LostSeat."""
    _player(tap, user)
    try:
        with open_seat(tap.address, user) as (game, player):
            result = _carry_out(tap, game, player)
    except RulesFailed:
        result = Result(REFUSED, [say(SET_ASIDE)])
    counted = result.outcome in (PLAYED, VOTED)
    told = [say(HEADLINES[result.outcome]), *result.notes]
    player = _player(tap, user)
    if counted:
        game = player.game
        told.append(standing(game, game.position(), player, _names(game)))
    return Given(player.game, " ".join(filter(None, told)), counted)


def url_of(game: Game | None) -> str:
    """Return where to read on, which signs nobody in."""
    return settings.SITE_URL + (game.get_absolute_url() if game else "/")


def _carry_out(tap: Tap, game: Game, player: Player) -> Result:
    in_vote = isinstance(tap.address, VoteAddress)
    try:
        _check(tap, game, player)
    except PlayError as error:
        return Result(NOT_COUNTED if in_vote else REFUSED, [str(error)])
    if isinstance(tap.address, VoteAddress):
        return votes.count(player, tap.address.vote, tap.value)
    given = () if tap.kind == DRAFT else (tap.value,)
    command = ReplyCommand(orders=given, confirm=True)
    return orders.execute(game, player, command, tap.address, ANSWERED)


def _player(tap: Tap, user: User) -> Player:
    """Return the seat in which a user was asked, as it is now; raises LostSeat."""
    seats = tap.address.seats.filter(user=user).select_related("user", "game")
    player = seats.first()
    if player is None:
        raise LostSeat(NOT_YOURS)
    return player


def _check(tap: Tap, game: Game, player: Player) -> None:
    """Raise PlayError unless what a tap answers is still asked, and the draft is as it was."""
    if isinstance(tap.address, VoteAddress):
        vote = game.votes.filter(pk=tap.address.vote, closed=None).first()
        if vote is None:
            raise PlayError(VOTE_OVER)
        if vote.ballots.filter(player=player).exists():
            raise PlayError(VOTED_BEFORE)
        return
    check_running(game)
    if tap.address != orders_address(player):
        raise PlayError(ANSWERED)
    if game.paused:
        raise PlayError(PAUSED)
    draft = Draft.objects.of(player) or Draft()
    if digest(draft.orders) != (tap.value if tap.kind == DRAFT else digest([])):
        raise PlayError(CHANGED)


def _about_vote(game: Game, player: Player, vote: Vote, choice: str) -> Question:
    own = vote.about is None or _view(game, player).turn == vote.about.seat
    return Question(
        game, question_of(vote), (follows_from(vote, choice, own=own),), choice_of(vote, choice)
    )


def _about_orders(tap: Tap, game: Game, player: Player) -> Question:
    title, wording, seat, state = game.rules(), WORDINGS[game.title], player.seat, game.position()
    names = _names(game)
    view, possible = title.view(state, seat), title.orders(state, seat)
    if tap.kind == DRAFT:
        given = (Draft.objects.of(player) or Draft()).orders
        label = label_of_draft()
    else:
        given, order = [tap.value], title.read(state, tap.value)
        label = wording.label(view, order, tap.value, names, spoken())
    tried = try_draft(game, state, seat, given, names)
    asked = title.view(tried.state, seat).prompt
    does = [*tried.lines, warned(tried.warnings, names, wording, asked)]
    prompt = wording.prompt_of_me(view, possible, spoken())
    return Question(game, prompt, tuple(filter(None, does)), label)


def _names(game: Game) -> list[str]:
    """Return the names of a game's players, by seat."""
    return [each.name for each in Player.objects.at_table(game)]


def _view(game: Game, player: Player) -> Any:
    return game.rules().view(game.position(), player.seat)
