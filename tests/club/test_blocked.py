"""What blocking does, as one law over every way in which one person can reach another.

Each way is walked twice: it reaches the other person while they have blocked nobody, so that it is
known to be a way at all, and does not once they have blocked the one who tries.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

import pytest
from allauth.account.models import EmailAddress
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.accounts import people
from games.accounts.models import User
from games.club.models import Report
from games.club.services.searches import tell_searchers
from games.club.services.seating import form_tables
from games.play import services
from games.play.errors import NoSeat
from games.play.models import Game, Player
from games.play.services import inviting
from games.post.models import Letter
from tests.factories import UserFactory
from tests.play.factories import game_of, play_out
from tests.play.timepiece import at
from tests.play.writing import write

pytestmark = pytest.mark.django_db


@dataclass
class Two:
    """A person, `host`, whom `pest` tries to reach; `third` knows both."""

    host: User = field(default_factory=lambda: UserFactory(username="Host"))
    pest: User = field(default_factory=lambda: UserFactory(username="Pest"))
    third: User = field(default_factory=lambda: UserFactory(username="Third"))

    def __post_init__(self) -> None:
        EmailAddress.objects.update_or_create(
            user=self.host, email="host@example.org", defaults={"verified": True}
        )

    def post(self, who: User, form: str, *args: object, **data: object) -> str:
        """What a person is shown who sends a form."""
        client = Client()
        client.force_login(who)
        return client.post(reverse(form, args=args), data, follow=True).text

    def together(self) -> set[int]:
        """The games in which both play."""
        theirs = Player.objects.filter(user=self.pest).values("game")
        return set(
            Player.objects.filter(user=self.host, game__in=theirs).values_list("game", flat=True)
        )

    def told(self) -> set[int]:
        """The emails to the host that say something."""
        letters = Letter.objects.filter(recipient=self.host)
        return {letter.pk for letter in letters if write(letter) is not None}


Way = Callable[[Two], Callable[[], object]]
"""Prepares what both did before a block, and returns the attempt after it."""

WAYS: dict[str, Way] = {}


def way(prepare: Way) -> Way:
    WAYS[prepare.__name__] = prepare
    return prepare


@way
def joins_from_the_lobby(two: Two):
    game = game_of(two.host, "open", "open")
    return lambda: two.post(two.pest, "play:join", game.pk)


@way
def joins_by_the_link(two: Two):
    game = game_of(two.host, "invited", "invited", private=True)
    return lambda: two.post(two.pest, "play:invitation", game.token)


@way
def joins_where_the_other_has_joined(two: Two):
    game = game_of(two.third, "open", "open", "open")
    services.join(game=game, user=two.host)
    return lambda: two.post(two.pest, "play:join", game.pk)


@way
def takes_a_seat_on_offer(two: Two):
    game = game_of(two.host, two.third, UserFactory())
    Player.objects.filter(game=game, seat=2).update(offered_at=timezone.now())
    return lambda: two.post(two.pest, "play:join", game.pk)


@way
def takes_a_seat_on_offer_where_the_other_plays(two: Two):
    game = game_of(two.third, two.host, UserFactory())
    Player.objects.filter(game=game, seat=2).update(offered_at=timezone.now())
    return lambda: two.post(two.pest, "play:invitation", game.token)


def played(two: Two, *, first: User, second: User):
    """Both ask for a rematch of a game they have played, one after the other."""
    game = play_out(game_of(two.host, two.pest, "journeyman"))

    def ask() -> None:
        two.post(first, "play:rematch", game.pk)
        two.post(second, "play:rematch", game.pk)

    return ask


@way
def asks_for_a_rematch_first(two: Two):
    return played(two, first=two.pest, second=two.host)


@way
def asks_for_a_rematch_second(two: Two):
    return played(two, first=two.host, second=two.pest)


@way
def joins_the_rematch_of_another(two: Two):
    game = play_out(game_of(two.third, two.pest, two.host))
    two.post(two.third, "play:rematch", game.pk)

    def ask() -> None:
        two.post(two.pest, "play:rematch", game.pk)
        two.post(two.host, "play:rematch", game.pk)

    return ask


@way
def waits_for_the_same_table(two: Two):
    wish = {"tables": ["teutonica"], "players": ["3"], "paces": ["three"], "rated": "yes"}

    def ask() -> None:
        for each in (two.host, two.third, two.pest):
            two.post(each, "club:wait-for-table", **wish)
        form_tables()

    return ask


@way
def invites_by_name(two: Two):
    game = game_of(two.pest, "open", "open")
    return lambda: two.post(two.pest, "play:invite", game.pk, name="Host")


@way
def invites_by_address(two: Two):
    game = game_of(two.pest, "open", "open")
    return lambda: two.post(two.pest, "play:invite", game.pk, name="host@example.org")


@way
def writes_in_a_game_of_both(two: Two):
    game = game_of(two.third, two.host, two.pest)
    return lambda: two.post(two.pest, "play:say", game.pk, text="You fool")


@way
def opens_a_game_that_the_other_looks_for(two: Two):
    two.post(two.host, "club:save-search", table="teutonica")

    def ask() -> None:
        game_of(two.pest, "open", "open")
        tell_searchers()

    return ask


@pytest.mark.parametrize("blocked", [False, True], ids=["free", "blocked"])
@pytest.mark.parametrize("name", WAYS)
def test_a_blocked_person_reaches_the_other_in_no_way(name: str, blocked: bool) -> None:
    two = Two()
    attempt = WAYS[name](two)
    if blocked:
        people.block(user=two.host, other=two.pest)
    before = two.together(), two.told()
    attempt()
    reached = (two.together() - before[0]) or (two.told() - before[1])
    if name == "asks_for_a_rematch_second" and blocked:
        assert not Letter.objects.filter(kind="invitation", recipient=two.pest).exists()
    assert bool(reached) != blocked


def test_reports_stay_possible_and_following_changes_nothing() -> None:
    two = Two()
    game = game_of(two.host, two.pest)
    people.block(user=two.host, other=two.pest)
    for about, number in (("person", two.host.pk), ("game", game.pk)):
        assert "Sent." in two.post(two.pest, "club:report", about, number, text="They cheat")
    assert Report.objects.filter(by=two.pest).count() == 2
    told = two.told()
    assert "You follow Host." in two.post(two.pest, "club:follow", "Host")
    assert two.told() == told


def test_nobody_invites_a_person_they_have_blocked() -> None:
    two = Two()
    game = game_of(two.host, "open", "open")
    people.block(user=two.host, other=two.pest)
    with pytest.raises(NoSeat, match="You've blocked Pest"):
        inviting.invite(game=game, host=two.host, name="Pest")
    assert not Letter.objects.filter(recipient=two.pest).exists()


def test_an_invitation_to_a_table_where_one_is_not_welcome_is_not_sent() -> None:
    two = Two()
    game = game_of(two.third, two.host, "open", "open")
    sent = inviting.invite(game=game, host=two.third, name="Pest")
    assert sent.reaches
    people.block(user=two.host, other=two.pest)
    assert write(Letter.objects.get(recipient=two.pest)) is None
    other = game_of(two.third, two.host, "open")
    told = inviting.invite(game=other, host=two.third, name="Pest").told
    assert told.startswith("Pest can't be reached by email at the moment.")
    assert "block" not in told


def test_games_of_people_one_has_blocked_are_not_offered() -> None:
    two = Two()
    game = game_of(two.pest, "open", "open", name="Their table")
    joined = game_of(two.third, "open", "open", "open", name="Joined by them")
    services.join(game=joined, user=two.pest)
    people.block(user=two.host, other=two.pest)
    client = Client()
    client.force_login(two.host)
    page = client.get(reverse("club:open-games")).text
    assert "Their table" not in page
    assert "Joined by them" in page
    services.join(game=Game.objects.get(pk=game.pk), user=two.host)
    assert at(game, 1).user == two.host, "with the link they may"
