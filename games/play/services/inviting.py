"""Invitations by name, or to an email address."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import timedelta

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import MaxLengthValidator, validate_email
from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from games.accounts import outgoing
from games.accounts.models import User
from games.accounts.models.user import has_name
from games.accounts.outgoing import AccountLetter
from games.accounts.people import has_blocked
from games.play.engine.locks import locked_game
from games.play.errors import NoSeat
from games.play.letters.invitation import Invited
from games.play.models import Game, Holder, MailedInvitation, Player, hashes_of
from games.play.pages.joining import is_unwelcome
from games.post import services as post
from games.post.models import Letter

DAY = timedelta(days=1)

MOST = 20
"""The most people that can be invited to one game."""

MOST_A_DAY = 40
"""The most invitations that one person can send within a day, over all games."""

MOST_ADDRESSES_A_DAY = 5
"""The most addresses that one person can invite within a day."""

LONGEST_ADDRESS = 254

AGAIN = timedelta(days=30)
"""How long an address is left alone after an invitation by anyone; then its hash is deleted."""

LASTS = timedelta(days=7)
"""How long an invitation to an address is worth sending."""


@dataclass(frozen=True)
class Invitation:
    """Who was invited, whether they had been before, and whether an email `reaches` them."""

    guest: User
    asked_before: bool
    reaches: bool

    @property
    def told(self) -> str:
        """What happens with the invitation, as a sentence for the person who sent it.

        Why an email cannot reach someone stays private.
        """
        name = self.guest.username
        if not self.reaches:
            return f"{name} can't be reached by email at the moment. Send them the invitation link."
        if self.asked_before:
            return f"{name} has already been invited to this game. We won't send a second email."
        return f"We've emailed {name} an invitation."


@dataclass(frozen=True)
class MailedTo:
    """An invitation to an address; nobody is told whether its owner has an account."""

    address: str
    reaches: bool = True

    @property
    def told(self) -> str:
        """What happens with the invitation, as a sentence for the person who sent it."""
        return f"We've sent an invitation to {self.address}."


@transaction.atomic
def invite(*, game: Game, host: User, name: str) -> Invitation | MailedTo:
    """Email an invitation to the player with this name, or to an address; raises NoSeat.

    A player is invited once until they join. Nothing is sent to a person who has blocked the host,
    or whom someone in the game has blocked.
    """
    # Lock the host's row, so that the daily limits hold across several games at once.
    User.objects.select_for_update(no_key=True).get(pk=host.pk)
    game = locked_game(game.pk)
    players = list(Player.objects.at_table(game))
    seated = {player.user_id for player in players}
    if game.creator_id != host.pk and host.pk not in seated:
        raise NoSeat("Only players and the game's creator can invite people.")
    if not game.is_open or not any(player.is_free for player in players):
        raise NoSeat("All seats are taken.")
    if "@" in name:
        return _mail(game, host, name.strip(), seated)
    guest = User.objects.members().filter(has_name(name.strip()), is_active=True).first()
    if guest is None:
        raise NoSeat("No player has that name. You can send them the link instead.")
    if guest.pk in seated:
        raise NoSeat(f"{guest.username} is already in this game.")
    if has_blocked(host.pk, guest.pk):
        raise NoSeat(f"You've blocked {guest.username}. Unblock them first, then invite them.")
    return _invite(game, host, guest)


def _invite(game: Game, host: User, guest: User) -> Invitation:
    sent = Letter.objects.filter(kind=Invited.kind, topic=game.topic, channel=None)
    if sent.count() >= MOST:
        raise NoSeat(f"You've invited {MOST} people to this game. Send others the link.")
    of_today = Letter.objects.filter(
        kind=Invited.kind,
        created_at__gt=timezone.now() - DAY,
        payload__by=host.pk,
        channel=None,
    )
    if of_today.count() >= MOST_A_DAY:
        raise NoSeat(
            f"You've invited {MOST_A_DAY} people in a day. Invite more tomorrow, or send the link."
        )
    if has_blocked(guest.pk, host.pk) or is_unwelcome(game, guest):
        return Invitation(guest, asked_before=False, reaches=False)
    # A person who joined and left can be invited again.
    stays = Holder.objects.filter(player__game=game, user=guest).count()
    invited = Invited(game=game.pk, by=host.pk, stays=stays)
    asked_before = sent.filter(key=invited.key(guest)).exists()
    letter = post.notify(invited, user=guest)
    return Invitation(guest, asked_before=asked_before, reaches=post.reaches(letter))


def _mail(game: Game, host: User, address: str, seated: Collection[int | None]) -> MailedTo:
    """Invite the owner of an address, by their own notifications if they have an account."""
    try:
        validate_email(address)
        MaxLengthValidator(LONGEST_ADDRESS)(address)
    except ValidationError:
        raise NoSeat("That isn't an email address. Check it, or send the link.") from None
    now = timezone.now()
    MailedInvitation.objects.filter(at__lt=now - AGAIN).delete()
    mailed = MailedInvitation.objects.filter(host=host, at__gt=now - DAY)
    if mailed.count() >= MOST_ADDRESSES_A_DAY:
        raise NoSeat(
            f"You've invited {MOST_ADDRESSES_A_DAY} addresses in a day. Invite more tomorrow, or "
            "send the link."
        )
    hashes = hashes_of(address)
    if MailedInvitation.objects.filter(address_hash__in=hashes).exists():
        raise NoSeat("That address was invited not long ago. Send the link yourself this time.")
    MailedInvitation.objects.create(game=game, host=host, address_hash=hashes[0], at=now)
    owned = EmailAddress.objects.filter(email__iexact=address, verified=True, user__is_active=True)
    guest = owned.select_related("user").first()
    if guest is None:
        # A name with a dot could be read as a link.
        by = "A player" if "." in host.username else host.username
        words = {
            "host": by,
            "title": game.rules().name,
            "invitation": settings.SITE_URL + reverse("play:invitation", args=[game.token]),
        }
        outgoing.send(AccountLetter("play/letters/mailed_invitation", address, words, LASTS))
    elif guest.user_id not in seated:
        _invite(game, host, guest.user)
    return MailedTo(address)
