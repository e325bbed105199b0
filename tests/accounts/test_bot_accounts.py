"""Bot accounts: who has them, what ends them, and that they are nobody but a name to play under."""

from datetime import timedelta

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.accounts import bot_accounts, merging, people, services, sessions, tokens
from games.accounts.errors import BotAccountRefused, CannotMerge, TokenRefused
from games.accounts.models import FormerName, PersonalToken, Scope, User
from games.play.models import Game
from games.play.services import play_bots
from games.post.models import Letter
from tests.accounts.test_sessions import signed_in
from tests.accounts.test_tokens import known_anew, works
from tests.factories import PASSWORD, UserFactory, sign_in_staff
from tests.play.bot_accounts import bot_account
from tests.play.factories import game_of

pytestmark = pytest.mark.django_db

PAGE = "accounts:bot-accounts"


@pytest.fixture
def anna() -> User:
    return UserFactory(username="Anna")


@pytest.fixture
def robo(anna) -> User:
    return bot_account("Robo", anna, by_all=False)


def secret_of(bot: User, *scopes: Scope, name: str = "Another") -> str:
    """The secret of a new token of a bot account."""
    return tokens.create(user=bot, name=name, scopes=scopes or [Scope.PLAY], days=30)[1]


def test_its_owner_makes_it_and_its_tokens(anna) -> None:
    client = known_anew(anna)
    page = client.post(reverse(PAGE), {"username": "Robo"}, follow=True).text
    robo = User.objects.get(username="Robo")
    assert (robo.owner, robo.email, robo.has_usable_password()) == (anna, "", False)
    assert "Only you may seat it at your tables." in page
    wish = {"name": "v1", "scopes": ["bot", "play", "read:own"], "days": "30"}
    made = client.post(reverse("accounts:new-bot-token", args=[robo.pk]), wish)
    secret = next(word for word in made.text.split('"') if tokens.is_secret(word))
    assert tokens.token_of(secret).user == robo
    assert "Robo" in client.get(reverse("accounts:sessions")).text
    client.post(reverse("accounts:seat-bot", args=[robo.pk]), {"by": "all"})
    assert "Everyone may seat it" in client.get(reverse(PAGE)).text
    client.post(reverse("accounts:revoke-token", args=[PersonalToken.objects.get().pk]))
    assert not works(secret)


@pytest.mark.parametrize("name", ["anna", "Tideke", "x" * 31, "a  b", ""])
def test_its_name_is_like_that_of_a_person(anna, name) -> None:
    page = signed_in(anna).post(reverse(PAGE), {"username": name})
    assert "errorlist" in page.text
    assert not User.objects.filter(owner=anna).exists()


def test_nobody_has_more_than_the_most(anna) -> None:
    for number in range(bot_accounts.MOST):
        bot_accounts.create(owner=anna, name=f"Robo {number}")
    with pytest.raises(BotAccountRefused, match="the most there can be"):
        bot_accounts.create(owner=anna, name="Robo more")
    page = signed_in(anna).post(reverse(PAGE), {"username": "Robo more"}).text
    assert "Create bot account" not in page


def test_the_tokens_of_a_person_and_their_bots_are_counted_together(
    anna, robo, monkeypatch
) -> None:
    monkeypatch.setattr(tokens, "MOST", 3)
    secret_of(anna)
    secret_of(robo)
    with pytest.raises(TokenRefused, match="the most"):
        secret_of(robo, name="One more")


def test_tokens_have_what_is_offered_to_their_account(anna, robo) -> None:
    assert Scope.BOT not in Scope.offered_to(anna)
    assert Scope.LEAGUE_READ not in Scope.offered_to(robo)
    for user, scope in ((anna, Scope.BOT), (robo, Scope.LEAGUE_READ)):
        with pytest.raises(ValueError, match="can't have"):
            secret_of(user, scope)


def test_others_change_nothing_of_it(robo) -> None:
    client = known_anew(UserFactory())
    assert client.get(reverse("accounts:new-bot-token", args=[robo.pk])).status_code == 404
    client.post(reverse("accounts:seat-bot", args=[robo.pk]), {"by": "all"})
    client.post(reverse("accounts:close-bot", args=[robo.pk]))
    assert not User.objects.get(pk=robo.pk).seated_by_all


def test_nobody_signs_in_to_it(robo) -> None:
    assert robo.password.startswith("!")
    client = Client()
    for password in (PASSWORD, "", "!"):
        client.post(reverse("account_login"), {"login": "Robo", "password": password})
        assert "_auth_user_id" not in client.session
    client.post(reverse("account_reset_password"), {"email": "Robo"})
    assert not Letter.objects.exists()


def test_staff_cannot_let_anybody_sign_in_to_it(robo) -> None:
    sign_in_staff(staff := Client())
    wish = {"usable_password": "true", "password1": PASSWORD, "password2": PASSWORD}
    page = f"/admin/accounts/user/{robo.pk}"
    assert staff.get(f"{page}/change/").status_code == 200
    for what in ("password", "change"):
        assert staff.post(f"{page}/{what}/", wish).status_code == 403
    robo.set_password(PASSWORD)
    robo.save()
    client = Client()
    client.post(reverse("account_login"), {"login": "Robo", "password": PASSWORD})
    assert "_auth_user_id" not in client.session


def test_its_tokens_end_with_those_of_its_owner(anna, robo) -> None:
    warden = UserFactory(is_staff=True)

    def change_password() -> None:
        anna.set_password("nine-new-herrings")
        anna.save()

    for end in (
        lambda: sessions.end_others(user=anna, but=None),
        change_password,
        lambda: services.suspend(user=anna, by=warden, reason="Floods"),
        lambda: services.suspend(user=robo, by=warden, reason="Floods"),
    ):
        User.objects.filter(pk=anna.pk).update(is_active=True)
        secret = secret_of(robo)
        assert works(secret)
        end()
        assert not works(secret)
    assert not works(secret_of(robo))


def test_it_ends_with_its_owner_and_its_games_go_on(anna, robo) -> None:
    game = game_of(anna, robo, UserFactory(), UserFactory())
    services.close_account(user=anna)
    assert not User.objects.filter(username="Robo").exists()
    assert FormerName.objects.count() == 2
    game.refresh_from_db()
    assert game.is_running
    assert game.players.filter(user=None).exclude(bot="").exists()


def test_its_owner_closes_it(anna, robo) -> None:
    play_bots(user=robo, title="hansa")
    client = signed_in(anna)
    client.post(reverse("accounts:close-bot", args=[robo.pk]))
    assert not User.objects.filter(username="Robo").exists()
    assert Game.objects.get().status == "cancelled"
    again = client.post(reverse("accounts:close-bot", args=[robo.pk]), follow=True)
    assert "closed already" in again.text


def test_it_moves_with_its_owner_and_is_no_account_to_merge(anna, robo) -> None:
    warden, kept = UserFactory(is_staff=True), UserFactory()
    secret = secret_of(robo)
    with pytest.raises(CannotMerge, match="bot account"):
        merging.check(robo, kept)
    merging.merge(old=anna, kept=kept, by=warden, reason="The same person")
    robo.refresh_from_db()
    assert robo.owner == kept
    assert works(secret)


def test_it_is_no_member(anna, robo) -> None:
    assert robo not in User.objects.members()
    assert robo in User.objects.shown()
    assert not people.is_member("Robo")
    assert not people.search("Robo")
    follower = signed_in(UserFactory())
    page = follower.post(reverse("club:follow", args=["Robo"]), follow=True).text
    assert "Bots can&#x27;t be followed." in page
    assert not robo.followers.exists()


def test_nobody_writes_to_it(anna, robo) -> None:
    game_of(anna, other := UserFactory(), robo)
    states = Letter.objects.filter(recipient=robo).values_list("state", flat=True)
    assert set(states) == {Letter.State.UNWANTED}
    assert Letter.objects.filter(recipient=other).exclude(state=Letter.State.UNWANTED).exists()


def test_it_is_awake_while_its_program_asks(robo) -> None:
    PersonalToken.objects.all().delete()
    secret = secret_of(robo)
    assert robo not in bot_accounts.awake()
    cache.clear()
    tokens.token_of(secret)
    assert robo in bot_accounts.awake()
    PersonalToken.objects.update(last_used_at=timezone.now() - timedelta(hours=2))
    assert robo not in bot_accounts.awake()
