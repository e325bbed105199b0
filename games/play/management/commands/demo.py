"""The demo: an account with a running game of every title and a finished one, and one of staff."""

import os
import secrets
from itertools import islice
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.conf import settings
from django.core.management.base import BaseCommand
from django.db import transaction

from games.accounts.languages import language_of_machine
from games.accounts.models import User
from games.accounts.models.user import has_name
from games.play import services
from games.play.engine.finishing import finish
from games.play.engine.locks import locked_game
from games.play.engine.session import GameSession
from games.play.models import Game, Player
from games.play.services import SeatPlan
from games.rules import TITLES
from games.rules.title import AnyTitle, nearest

NAME = "Marie"
STAFF = "Steward"
"""The staff account, which opens the staff pages."""
RUNNING = "Marie's game of {title}"
FINISHED = "Marie's first game of {title}"
BOT = "journeyman"

# A game of good bots ends long before this; it only stops a broken one from running forever.
MOST_ORDERS = 20_000


class Command(BaseCommand):
    """Creates what is missing of the demo and prints how to sign in; safe to run again."""

    help = "Make a demo account with a running game of every title and a finished one."

    def handle(self, *args: Any, **options: Any) -> None:
        """Create what is missing."""
        password_file = settings.VAR / "demo-password"
        user, password = demo_account()
        if password:
            password_file.touch(mode=0o600)
            password_file.write_text(password)
        elif password_file.exists():
            password = password_file.read_text().strip()
        for title in TITLES.values():
            if not _has(user, title.id, "running"):
                self._game(user, title, RUNNING, nearest(title, 4))
            if not _has(user, title.id, "over"):
                play_out(self._game(user, title, FINISHED, nearest(title, 3)))
        said = f"password {password}" if password else "the password you gave it"
        self.stdout.write(f"  Sign in as {NAME} with {said}")
        if password:
            code = staff_code(password)
            self.stdout.write(
                f"  Staff account:     {STAFF}, the same password, and {code} when asked for a code"
            )

    def _game(self, user: User, title: AnyTitle, name: str, players: int) -> Game:
        return services.create_game(
            creator=user,
            title=title.id,
            seats=[SeatPlan(user=user), *[SeatPlan(bot=BOT)] * (players - 1)],
            options={},
            name=name.format(title=title.name),
        )


@transaction.atomic
def demo_account() -> tuple[User, str]:
    """Return the demo account, and its password if it was created just now.

    It reads the language of this machine.
    """
    user = User.objects.filter(has_name(NAME)).first()
    if user is not None:
        return user, ""
    password = "-".join(secrets.token_hex(2) for _ in range(3))
    user = User.objects.create_user(
        NAME,
        f"{NAME.lower()}@example.org",
        password,
        language=language_of_machine(os.environ),
    )
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    return user, password


@transaction.atomic
def staff_code(password: str) -> str:
    """Return a recovery code of the staff account, which is created if it is missing.

    The staff pages ask for a second factor. Each code works once; a new run prints the next.
    """
    user = User.objects.filter(has_name(STAFF)).first()
    if user is None:
        user = User.objects.create_superuser(STAFF, f"{STAFF.lower()}@example.org", password)
        EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
        TOTP.activate(user, generate_totp_secret())
        RecoveryCodes.activate(user)
    kept = Authenticator.objects.filter(user=user, type=Authenticator.Type.RECOVERY_CODES).first()
    codes: list[str] = RecoveryCodes(kept).get_unused_codes() if kept else []
    return codes[0] if codes else "a code of your own"


def play_out(game: Game) -> None:
    """Play a game to its end, turn by turn, with bots in the place of people."""
    while game.is_running:
        with transaction.atomic():
            session = GameSession(locked_game(game.pk))
            player = session.players[session.to_move()[0]]
            _take_turn(session, player)
            finish(session, player)
            game = session.game


def _take_turn(session: GameSession, player: Player) -> None:
    """Play for a player until the game waits for somebody else."""
    for seats in islice(session.asked(), MOST_ORDERS):
        if player.seat not in seats:
            break
        session.play(player.seat, session.bot_order(player))
    session.go_on()


def _has(user: User, title: str, status: str) -> bool:
    return Game.objects.filter(players__user=user, title=title, status=status).exists()
