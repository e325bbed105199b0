"""After SECRET_KEY has changed, what the old key made is accepted as long as that is a fallback."""

import hashlib
import hmac
import re
from collections.abc import Callable
from contextlib import suppress
from http import HTTPStatus
from urllib.parse import parse_qs, urlsplit

import pytest
from allauth.account.forms import default_token_generator
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from cryptography.fernet import InvalidToken
from django.conf import settings
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.accounts import deletion, former, seal, sessions
from games.accounts.services import close_account
from games.play import invited, services, visits
from games.play.letters import taps
from games.play.letters.addresses import VoteAddress
from games.play.letters.taps import CHOICE, Tap
from games.play.models import Invitation
from games.play.services import inviting
from games.post import chat_tokens, unsubscribe
from games.post import push_key as keys_of_pushes
from games.post.inbound import address
from games.post.models import Channel
from games.post.reports import channel_of, report_path
from games.post.transports import discord_app
from games.post.transports.webhook import OLD_SIGNATURE, SIGNATURE, PlainJson
from tests.factories import PASSWORD, SECOND_FACTOR, LetterFactory, UserFactory, second_factor
from tests.play.factories import game_of, game_of_people, play_out

pytestmark = pytest.mark.django_db

Accepted = Callable[[], bool]


def session() -> Accepted:
    UserFactory(username="Merchant")
    client = Client()
    client.post(reverse("account_login"), {"login": "Merchant", "password": PASSWORD})
    return lambda: client.get(reverse("accounts:profile")).status_code == HTTPStatus.OK


def listed_session() -> Accepted:
    person = UserFactory(username="Merchant")
    client = Client()
    client.post(reverse("account_login"), {"login": "Merchant", "password": PASSWORD})
    return lambda: bool(sessions.signed_in(person, None))


def password_reset() -> Accepted:
    person = UserFactory()
    token = default_token_generator.make_token(person)
    return lambda: default_token_generator.check_token(person, token)


def confirmed_address() -> Accepted:
    row = EmailAddress.objects.create(user=UserFactory(), email="new@example.org")
    key = EmailConfirmationHMAC(row).key
    return lambda: EmailConfirmationHMAC.from_key(key) is not None


def kept_account() -> Accepted:
    token = deletion.stop_url(UserFactory()).rstrip("/").rpartition("/")[2]
    return lambda: deletion.read(token) is not None


def visit() -> Accepted:
    game = game_of_people(private=True)
    person = game.players.first().user
    token = visits.token_of(person, game)
    return lambda: visits.read(token) is not None


def unsubscribing() -> Accepted:
    url = unsubscribe.unsubscribe_url(UserFactory(), "game:1")
    token = url.rstrip("/").rpartition("/")[2]
    return lambda: unsubscribe.read(token) is not None


def reply() -> Accepted:
    made = address.reply_address("turn", "1.2.3")
    return lambda: address.parse_address(made) == ("turn", "1.2.3")


def bounce() -> Accepted:
    made = address.bounce_address(7)
    return lambda: address.parse_address(made) == ("bounce", "7")


def sealed_letter() -> Accepted:
    sealed = seal.seal("a link", "letter")

    def accepted() -> bool:
        try:
            return seal.unseal(sealed, "letter") == "a link"
        except InvalidToken:
            return False

    return accepted


def authenticator_app() -> Accepted:
    second_factor(person := UserFactory())

    def accepted() -> bool:
        factor = Authenticator.objects.get(user=person, type=Authenticator.Type.TOTP)
        try:
            return seal.unseal(factor.data["secret"], seal.SECOND_FACTOR) == SECOND_FACTOR
        except InvalidToken:
            return False

    return accepted


def recovery_codes() -> Accepted:
    person = UserFactory()
    codes = RecoveryCodes.activate(person).generate_codes()

    def accepted() -> bool:
        factor = Authenticator.objects.get(user=person, type=Authenticator.Type.RECOVERY_CODES)
        try:
            return RecoveryCodes(factor).generate_codes() == codes
        except InvalidToken:
            return False

    return accepted


def invited_address() -> Accepted:
    host = UserFactory()
    game = game_of(host, "open", "open")
    inviting.invite(game=game, host=host, name="grandma@example.net")
    known = Invitation.objects.get().address_hash
    return lambda: known in inviting.hashes_of("Grandma@example.net")


def rematch() -> Accepted:
    person = UserFactory()
    game = play_out(game_of(person, "journeyman", "journeyman"))
    made = services.rematch(game=game, user=person)
    return lambda: services.rematch(game=game, user=person) == made


def webhook() -> Accepted:
    """Keep the key of a user's program, which checks a message against both headers."""
    hook = Channel.objects.create(user=UserFactory(), kind="json", url="https://hook.example/x")
    letter = LetterFactory(channel=hook, recipient=hook.user)
    key = PlainJson().secret(hook)

    def accepted() -> bool:
        headers = PlainJson().headers(letter, b"{}")
        own = hmac.new(key.encode(), b"{}", hashlib.sha256).hexdigest()
        return f"sha256={own}" in (headers[SIGNATURE], headers.get(OLD_SIGNATURE))

    return accepted


def emailed_invitation() -> Accepted:
    game = game_of(UserFactory(), "open", "open")
    invitation = Invitation.objects.create(
        game=game, host=game.creator, address="new@example.org", at=timezone.now()
    )
    token = invited.token_of(invitation)
    return lambda: invited.read(token) == invitation


def former_name() -> Accepted:
    close_account(user=UserFactory(username="Bill"))
    return lambda: former.is_kept("Bill") and former.has_left("Bill")


def report_of_a_device() -> Accepted:
    device = Channel.objects.create(user=UserFactory(), kind="push", url="https://push.example/1")
    token = report_path(device).split("/")[-2]
    return lambda: channel_of(token) == device


def answer_button() -> Accepted:
    token = Tap(VoteAddress(1, 0), 1, 1, CHOICE, "yes").url.split("/")[-2]
    return lambda: taps.read(token) is not None


def push_key() -> Accepted:
    known = keys_of_pushes.public_key()

    def accepted() -> bool:
        with suppress(InvalidToken):
            return keys_of_pushes.public_key() == known
        return False

    return accepted


def chat_link() -> Accepted:
    person = UserFactory()
    token = chat_tokens.token_of(person)
    return lambda: chat_tokens.read(token) == person


def discord_state() -> Accepted:
    person = UserFactory()
    query = parse_qs(urlsplit(discord_app.ask_url(person, "session")).query)
    return lambda: discord_app.is_from(person, "session", query["state"][0])


MAKERS = [
    session, listed_session, password_reset, confirmed_address, kept_account, visit,
    unsubscribing, reply, bounce, sealed_letter, authenticator_app, recovery_codes,
    invited_address, emailed_invitation, former_name, rematch, webhook,
    report_of_a_device, push_key, answer_button, chat_link, discord_state,
]  # fmt: skip


@pytest.fixture(autouse=True)
def _old_key(settings) -> None:
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "old", []
    settings.REPLY_DOMAIN = "reply.example.org"


@pytest.mark.parametrize("make", MAKERS)
def test_what_the_old_key_made_is_accepted_with_it_as_a_fallback(settings, make) -> None:
    accepted = make()
    assert accepted()
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "new", ["older", "old"]
    if make is not webhook:  # programs are told the signature of the first fallback
        assert accepted()
    settings.SECRET_KEY_FALLBACKS = ["old"]
    assert accepted()


@pytest.mark.parametrize("make", MAKERS)
def test_and_not_without_it(settings, make) -> None:
    accepted = make()
    settings.SECRET_KEY = "new"
    assert not accepted()


@pytest.mark.parametrize("make", MAKERS)
def test_what_is_made_now_outlives_the_fallback(settings, make) -> None:
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "new", ["old"]
    accepted = make()
    settings.SECRET_KEY_FALLBACKS = []
    assert accepted()


@pytest.mark.parametrize("make", [authenticator_app, recovery_codes, push_key])
def test_secrets_can_be_encrypted_anew(settings, capsys, make) -> None:
    accepted = make()
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "new", ["old"]
    call_command("reseal")
    assert "Encrypted 1 " in capsys.readouterr().out
    settings.SECRET_KEY_FALLBACKS = []
    assert accepted()


def test_nobody_else_signs() -> None:
    """Whoever uses a key of the site must be among MAKERS, or accept nothing of what it makes."""
    signs = re.compile(
        r"\b(salted_hmac|keyed_hashes|signing\.\w+|MultiFernet|settings\.SECRET_KEY)\b"
    )
    folders = [settings.ROOT / "games", settings.ROOT / "hansa_site"]
    files = [path for folder in folders for path in folder.rglob("*.py")]
    found = {
        str(path.relative_to(settings.ROOT))
        for path in files
        if "migrations" not in path.parts
        and signs.search(re.sub(r'""".*?"""', "", path.read_text(), flags=re.DOTALL))
    }
    assert found == TESTED | NEVER_READ_BACK


TESTED = {
    "games/accounts/deletion.py",
    "games/accounts/former.py",
    "games/accounts/seal.py",
    "games/play/invited.py",
    "games/play/letters/taps.py",
    "games/play/models/invitation.py",
    "games/play/services/rematch.py",
    "games/play/visits.py",
    "games/post/chat_tokens.py",
    "games/post/inbound/address.py",
    "games/post/reports.py",
    "games/post/transports/discord_app.py",
    "games/post/transports/webhook.py",
    "games/post/unsubscribe.py",
}
# Message-IDs, and tokens that make one form that was sent twice count once.
NEVER_READ_BACK = {
    "games/play/forms/once.py",
    "games/post/transports/mail.py",
}
