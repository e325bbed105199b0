"""What this room knows about a person: their games, what they wrote, and what they set."""

from collections.abc import Iterable, Iterator
from typing import Any

from django.db.models import F, Q
from django.http import Http404
from django.utils.translation import gettext_lazy

from games.accounts.contribution import File
from games.accounts.direction import bare
from games.accounts.models import User
from games.play.access import enter
from games.play.models import (
    Ballot,
    ConditionalLine,
    Draft,
    FollowedGame,
    Game,
    Holder,
    Invitation,
    Message,
    Note,
    Player,
    ReadPrimer,
    StandingOrder,
    Vote,
    Wait,
)
from games.play.pages.record import hides_beginning, record_text


def write(user: User) -> Iterator[File]:
    """Yield the files about a person's games.

    Records are what the person may see now: of a private game that they have left, none.
    """
    games = []
    for game_id in _game_ids(user):
        told, record = _game(user, game_id)
        games.append(told)
        if record:
            yield told["record"], record
    yield "games/games.json", games
    yield "games/seats.json", list(_seats(user))
    yield "games/waits.json", list(_waits(user))
    notes = Note.objects.filter(player__user=user).order_by("player__game")
    yield "games/notes.json", list(notes.values("text", "changed", game=F("player__game")))
    drafts = Draft.objects.filter(player__user=user).order_by("player__game")
    yield "games/drafts.json", list(drafts.values("orders", "changed", game=F("player__game")))
    standing = StandingOrder.objects.filter(player__user=user).order_by("player__game", "asked")
    yield (
        "games/standing-orders.json",
        list(standing.values("asked", "wish", "changed", game=F("player__game"))),
    )
    lines = ConditionalLine.objects.filter(user=user).order_by("pk")
    yield (
        "games/conditional-turns.json",
        list(lines.values("parts", "free", "begun", "status", "created", game=F("player__game"))),
    )
    messages = Message.objects.filter(holder__user=user).order_by("pk")
    yield "games/chat.json", list(messages.values("game", "sent", "text"))
    followed = FollowedGame.objects.filter(user=user).order_by("game")
    yield "games/followed.json", list(followed.values("game", name=F("game__name")))
    primers = ReadPrimer.objects.filter(user=user).order_by("title", "name")
    yield "games/primers.json", list(primers.values("title", "name", "read"))
    invitations = Invitation.objects.filter(Q(host=user) | Q(guest=user)).order_by("pk")
    invitations = invitations.select_related("guest")
    yield "games/invitations.json", list(_invitations(user, invitations))
    yield "games/votes.json", {"called": list(_called(user)), "cast": list(_cast(user))}


def _game_ids(user: User) -> list[int]:
    """Return the games that a person created, plays in or has played in, the oldest first."""
    # Two lists, as no index serves an "or" between two tables.
    held = Holder.objects.filter(user=user).values_list("player__game", flat=True)
    created = Game.objects.filter(creator=user).values_list("pk", flat=True)
    return sorted({*held, *created})


def _game(user: User, game_id: int) -> tuple[dict[str, Any], str]:
    """Return what a person may know about a game, and its record, '' if there is none for them."""
    try:
        access = enter(user=user, game_id=game_id)
    except Http404:
        return {"game": game_id, "private": True}, ""
    game = access.game
    told = {
        "game": game.pk,
        "title": game.title,
        "name": game.name,
        "options": game.options,
        "private": game.private,
        "status": game.status,
        "players": list(map(bare, access.names)),
        "created_by_you": access.is_creator,
        "created": game.created,
        "started": game.started,
        "ended": game.ended,
    }
    if game.state is None or hides_beginning(access):
        return told, ""
    return {**told, "record": f"games/{game.pk}.txt"}, record_text(access)


def _seats(user: User) -> Iterator[dict[str, Any]]:
    """Yield the seats that a person has held; results and time of those that they hold now."""
    held = Holder.objects.filter(user=user).select_related("player").order_by("pk")
    for holder in held:
        player: Player = holder.player
        told = {
            "game": player.game_id,
            "seat": player.seat + 1,
            "since": holder.since,
            "until": holder.until,
            "came": holder.came,
            "went": holder.went,
            "first_move": holder.first_move,
            "end_move": holder.end_move,
        }
        if player.user_id == user.pk and holder.end_move is None:
            told |= {
                "score": player.score,
                "place": player.place,
                "time_bank": player.bank,
                "timeouts": player.timeouts,
                "offered_at": player.offered_at,
            }
        yield told


def _waits(user: User) -> Iterable[Any]:
    waits = Wait.objects.filter(holder__user=user).order_by("pk")
    return waits.values(
        "move", "since", "budget", "used", "deadline", "warned_at", "grace_until", "reminders",
        "ended_at", "ended_by", game=F("player__game"),
    )  # fmt: skip


def _invitations(user: User, invitations: Iterable[Invitation]) -> Iterator[dict[str, Any]]:
    """Yield the invitations that a person sent, and those by name that they got."""
    for each in invitations:
        yield {
            "game": each.game_id,
            "sent_by_you": each.host_id == user.pk,
            "to": bare(each.to),
            "at": each.at,
            "times": each.times,
            "accepted_at": each.accepted_at,
            "withdrawn_at": each.withdrawn_at,
        }


def _called(user: User) -> Iterable[Any]:
    """Return the votes that a person called, not those of others who held the same seat."""
    votes = Vote.objects.filter(
        Q(opened_by__holders__until=None) | Q(opened__lt=F("opened_by__holders__until")),
        opened_by__holders__user=user,
        opened__gte=F("opened_by__holders__since"),
    )
    return votes.order_by("pk").values("game", "kind", "opened", "closed", "outcome")


def _cast(user: User) -> Iterable[Any]:
    ballots = Ballot.objects.filter(player__user=user).order_by("pk")
    return ballots.values("choice", "cast", kind=F("vote__kind"), game=F("vote__game"))


FILES = {
    "games/*.txt": gettext_lazy(
        "The records of your games, as you may know them today: in a running game, what is hidden "
        "from you is left out. The notation is described in docs/notation.md of the program."
    ),
    "games/games.json": gettext_lazy(
        "Your games: those you play or played in, and those you created. Of private games that you "
        "have left there is only the number."
    ),
    "games/seats.json": gettext_lazy(
        "The seats you have held, from which move to before which, and how you came and went; how "
        "you did in those that you still hold."
    ),
    "games/waits.json": gettext_lazy("When games waited for you, how long, and how that ended."),
    "games/notes.json": gettext_lazy("Your notes, which only you can see."),
    "games/drafts.json": gettext_lazy("Your drafts: orders that you have not confirmed."),
    "games/standing-orders.json": gettext_lazy("Your standing orders."),
    "games/conditional-turns.json": gettext_lazy(
        "Your conditional turns: what each supposes and then plays, and the number of the move "
        "after which it began."
    ),
    "games/chat.json": gettext_lazy("What you wrote in the chats of games."),
    "games/followed.json": gettext_lazy("The games that you follow."),
    "games/primers.json": gettext_lazy("Which rules have been explained to you in games."),
    "games/invitations.json": gettext_lazy(
        "The invitations of the last month that you sent, and those by name that you got."
    ),
    "games/votes.json": gettext_lazy("The votes you called, and your ballots."),
}
