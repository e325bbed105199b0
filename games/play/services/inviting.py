"""Invitations by name, or to an email address."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from allauth.account.models import EmailAddress
from django.core.exceptions import ValidationError
from django.core.validators import MaxLengthValidator, validate_email
from django.db import transaction
from django.utils import timezone

from games.accounts.contribution import AccountLetter, send_letter
from games.accounts.languages import language_of
from games.accounts.models import User
from games.accounts.models.user import has_name
from games.accounts.people import has_blocked
from games.accounts.spellings import one_spelling
from games.play.engine.locks import locked_game
from games.play.errors import NoSeat
from games.play.invited import LINK_LASTS, link_of
from games.play.language import say
from games.play.letters.seats import Invited
from games.play.models import Game, Invitation, Player, hashes_of
from games.play.models.invitation import DAY, MOST_TIMES
from games.play.policies import is_unwelcome, may_invite, may_invite_again
from games.post import services as post
from games.rules.common.message import Player as PlayerName
from games.rules.common.message import Quote, message

MOST = 20
"""The most people that can be invited to one game."""

MOST_A_DAY = 40
"""The most invitations that one person can send within a day, over all games."""

MOST_ADDRESSES_A_DAY = 5
"""The most addresses that one person can invite within a day."""

LONGEST_ADDRESS = 254

LASTS = timedelta(days=7)
"""How long an invitation to an address is worth sending."""

GONE: Final = message("This invitation was accepted or withdrawn in the meantime.")


@dataclass(frozen=True)
class Sent:
    """What was sent: whether the guest was invited before, and whether an email `reaches` them.

    Nobody is told whether the owner of an address has an account.
    """

    invitation: Invitation
    asked_before: bool = False
    reaches: bool = True

    @property
    def told(self) -> str:
        """What happens with the invitation, as a sentence for the person who sent it.

        Why an email cannot reach someone stays private.
        """
        to = Quote(self.invitation.to)
        if not self.reaches:
            return say(
                message(
                    "{address} can't be reached by email at the moment. Send them the invitation "
                    "link.",
                    address=to,
                )
            )
        if self.asked_before:
            return say(
                message(
                    "{address} has already been invited to this game. The list says when.",
                    address=to,
                )
            )
        if self.invitation.address:
            return say(message("We've sent an invitation to {address}.", address=to))
        return say(message("We've emailed {address} an invitation.", address=to))


@transaction.atomic
def invite(*, game: Game, host: User, name: str) -> Sent:
    """Email an invitation to the player with this name, or to an address; raises NoSeat.

    A player is invited once until they join. Nothing is sent to a person who has blocked the host,
    or whom someone in the game has blocked.
    """
    game, seated = _locked(game, host)
    Invitation.objects.filter(at__lt=timezone.now() - LINK_LASTS).delete()
    if "@" in name:
        return _invite_address(game, host, name.strip())
    guest = User.objects.members().filter(has_name(name.strip()), is_active=True).first()
    if guest is None:
        raise NoSeat(message("No player has that name. You can send them the link instead."))
    if guest.pk in seated:
        raise NoSeat(message("{player} is already in this game.", player=PlayerName(guest.called)))
    if has_blocked(host.pk, guest.pk):
        raise NoSeat(
            message(
                "You've blocked {player}. Unblock them first, then invite them.",
                player=PlayerName(guest.called),
            )
        )
    known = game.invitations.filter(guest=guest, accepted_at=None).first()
    if known is None:
        _check_limits(game, host)
        return _send(Invitation(game=game, host=host, guest=guest, at=timezone.now()))
    if known.withdrawn_at is None:
        return Sent(known, asked_before=True, reaches=_tell(known, guest))
    return _again(known, host)


@transaction.atomic
def send_again(*, game: Game, host: User, number: int) -> Sent:
    """Email an invitation of one's own once more, by its id; raises NoSeat."""
    game, _ = _locked(game, host)
    return _again(_own(game, host, number), host)


@transaction.atomic
def withdraw(*, game: Game, host: User, number: int) -> Invitation:
    """Withdraw an invitation of one's own, by its id: its link leads nowhere. Raises NoSeat."""
    game = locked_game(game.pk)
    invitation = _own(game, host, number)
    invitation.withdrawn_at = timezone.now()
    invitation.save(update_fields=["withdrawn_at"])
    return invitation


def _locked(game: Game, host: User) -> tuple[Game, set[int | None]]:
    """Lock a game in which a person may invite, and return it with the ids of who is seated."""
    # Lock the host's row, so that the daily limits hold across several games at once.
    User.objects.select_for_update(no_key=True).get(pk=host.pk)
    game = locked_game(game.pk)
    players = list(Player.objects.at_table(game))
    if not may_invite(game, players, host):
        raise NoSeat(message("Only players and the game's creator can invite people."))
    if not game.is_open or not any(player.is_free for player in players):
        raise NoSeat(message("All seats are taken."))
    return game, {player.user_id for player in players}


def _own(game: Game, host: User, number: int) -> Invitation:
    found = game.invitations.outstanding().filter(pk=number, host=host).first()
    if found is None:
        raise NoSeat(GONE)
    return found


def _invite_address(game: Game, host: User, address: str) -> Sent:
    try:
        validate_email(address)
        MaxLengthValidator(LONGEST_ADDRESS)(address)
    except ValidationError:
        raise NoSeat(message("That isn't an email address. Check it, or send the link.")) from None
    address = one_spelling(address)
    hashes = hashes_of(address)
    known = Invitation.objects.filter(address_hash__in=hashes).order_by("-pk").first()
    if known is None:
        _check_limits(game, host, of_addresses=True)
        return _send(
            Invitation(
                game=game,
                host=host,
                address=address,
                address_hash=hashes[0],
                at=timezone.now(),
            )
        )
    if (known.game_id, known.host_id, known.accepted_at) != (game.pk, host.pk, None):
        raise NoSeat(
            message("That address was invited not long ago. Send the link yourself this time.")
        )
    if known.withdrawn_at is None:
        raise NoSeat(
            message("You've already invited that address to this game. The list says when.")
        )
    return _again(known, host)


def _again(invitation: Invitation, host: User) -> Sent:
    """Send an invitation once more, also one that was withdrawn; raises NoSeat."""
    now = timezone.now()
    if invitation.times >= MOST_TIMES:
        raise NoSeat(
            message(
                "We've emailed {address} {number} times, which is the most. Send them the link "
                "yourself.",
                address=Quote(invitation.to),
                number=MOST_TIMES,
            )
        )
    if not may_invite_again(invitation, now):
        raise NoSeat(
            message(
                "We emailed {address} less than a day ago. Try again tomorrow, or send them the "
                "link yourself.",
                address=Quote(invitation.to),
            )
        )
    _check_limits(None, host, of_addresses=bool(invitation.address))
    invitation.times += 1
    invitation.at, invitation.host, invitation.withdrawn_at = now, host, None
    return _send(invitation)


def _check_limits(game: Game | None, host: User, *, of_addresses: bool = False) -> None:
    """Raise NoSeat if too many were invited to a `game`, or by a person within a day."""
    if game is not None and game.invitations.count() >= MOST:
        raise NoSeat(
            message(
                "You've invited {number} people to this game. Send others the link.", number=MOST
            )
        )
    of_today = Invitation.objects.filter(host=host, at__gt=timezone.now() - DAY)
    if of_today.count() >= MOST_A_DAY:
        raise NoSeat(
            message(
                "You've invited {number} people in a day. Invite more tomorrow, or send the link.",
                number=MOST_A_DAY,
            )
        )
    if of_addresses and of_today.exclude(address="").count() >= MOST_ADDRESSES_A_DAY:
        raise NoSeat(
            message(
                "You've invited {number} addresses in a day. Invite more tomorrow, or send the "
                "link.",
                number=MOST_ADDRESSES_A_DAY,
            )
        )


def _send(invitation: Invitation) -> Sent:
    """Save an invitation and email it."""
    invitation.save()
    invitation.game.mark_wanted(invitation.at)
    invitation.game.save(update_fields=["idle_since", "asked_at"])
    if invitation.guest is not None:
        return Sent(invitation, reaches=_tell(invitation, invitation.guest))
    address, game = invitation.address, invitation.game
    owned = EmailAddress.objects.filter(email__iexact=address, verified=True, user__is_active=True)
    owner = owned.select_related("user").first()
    if owner is None:
        _mail(invitation)
    elif not game.players.filter(user=owner.user_id).exists():
        _tell(invitation, owner.user)
    return Sent(invitation)


def _tell(invitation: Invitation, guest: User) -> bool:
    """Notify a player of an invitation, once each time; return whether an email reaches them."""
    game = invitation.game
    if has_blocked(guest.pk, invitation.host_id) or is_unwelcome(game, guest):
        return False
    letter = Invited(
        game=game.pk, by=invitation.host_id, invitation=invitation.pk, times=invitation.times
    )
    return post.reaches(post.notify(letter, user=guest))


def _mail(invitation: Invitation) -> None:
    """Email an invitation to an address whose owner has no account, in the host's language."""
    host = invitation.host.username
    words = {
        # A name with a dot could be read as a link.
        "host": "A player" if "." in host else host,
        "title": say(invitation.game.rules().name),
        "invitation": link_of(invitation),
    }
    template, language = "play/letters/mailed_invitation", language_of(invitation.host)
    send_letter(AccountLetter(template, invitation.address, words, LASTS, language))
