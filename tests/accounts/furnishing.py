"""People with something of every kind."""

from allauth.usersessions.models import UserSession
from django.utils import timezone

from games.accounts import bot_accounts, tokens
from games.accounts.models import Scope, User, Vacation
from games.club.models import Pseudonym, Report, SavedSearch, TableWish
from games.duplicate.models import DuplicateGame
from games.duplicate.services.weeks import duplicate_at
from games.league.models import League, TableSeat
from games.play.models import (
    ConditionalLine,
    Draft,
    FollowedGame,
    Game,
    Invitation,
    ReadPrimer,
    StandingOrder,
)
from games.play.services import chat
from games.post.models import BouncedAddress, Channel, Received, Schedule
from games.rules import TITLES, position
from games.study import services
from games.study.models import (
    Comment,
    DailyPuzzle,
    Guess,
    GuideProgress,
    Plan,
    PlanLine,
    PuzzleAnswer,
    Recommendation,
    RecommendationVote,
)
from tests.factories import LetterFactory, UserFactory, second_factor
from tests.league.factories import (
    EntryFactory,
    LeagueFactory,
    SeasonFactory,
    SubstituteFactory,
    division_of,
)
from tests.play.factories import game_of

POSITION = position.write(TITLES["hansa"], TITLES["hansa"].start({}, 3))


def furnish(user: User, word: str, game: Game) -> None:
    """Give a person something of every kind, with a word in it that nobody else has."""
    player = game.players.get(user=user)
    chat.note(player=player, text=f"{word} note")
    chat.say(player=player, text=f"{word} chat")
    Vacation.objects.create(user=user, first="2030-01-01", last="2030-01-02")
    hook = f"https://hooks.example.org/{word}-hook"
    Channel.objects.create(user=user, kind="json", url=hook)
    Channel.objects.create(
        user=user,
        kind="push",
        url=f"https://fcm.googleapis.com/{word}-endpoint",
        keys={"p256dh": f"{word}-public", "auth": f"{word}-auth"},
        session_key=f"{word}-session",
        label=f"{word} phone",
    )
    Schedule.objects.create(user=user, topic=f"{word}:1")
    LetterFactory(recipient=user, subject=f"{word} letter", payload={"word": f"{word} payload"})
    user.feed_secret = f"{word}-feed"
    user.save()
    second_factor(user)
    bot_accounts.create(owner=user, name=f"{word} bot")
    tokens.create(user=user, name=f"{word} token", scopes=[Scope.PLAY], days=30)
    Draft.objects.update_or_create(player=player, defaults={"orders": [f"{word} order"]})
    StandingOrder.objects.create(player=player, asked=word, wish={word: word})
    parts = [[[[1, f"{word} supposed"]], [f"{word} played"]]]
    ConditionalLine.objects.create(player=player, user=user, parts=parts, begun=1, followed=1)
    FollowedGame.objects.create(
        user=user, game=game_of(UserFactory(), UserFactory(), name=f"{word} followed")
    )
    address = f"{word}@example.net"
    Invitation.objects.create(game=game, host=user, address=address, at=timezone.now())
    ReadPrimer.objects.create(user=user, title=word[:20], name=f"{word} primer")
    GuideProgress.objects.create(user=user, title=word[:20], step=2)
    Guess.objects.create(user=user, game=game, number=3, seat=1, orders=[f"{word} end"])
    plan = services.plan_position(user=user, text=POSITION, name=f"{word} plan", seat=None)
    PlanLine.objects.create(plan=plan, steps=[[0, "end", 0]], notes={"1": f"{word} step"})
    proposed = Recommendation.objects.create(plan=Plan.objects.create(title=word[:20], root={}))
    RecommendationVote.objects.create(recommendation=proposed, user=user)
    Comment.objects.create(plan=plan, author=user, text=f"{word} comment", sent=timezone.now())
    Received.objects.create(message_id=f"<{word}@example.org>", user=user, outcome="confirmed")
    PuzzleAnswer.objects.create(
        user=user, title=word[:20], number=1, orders=[f"{word} end"], chance=0.5, right=True
    )
    DailyPuzzle.objects.create(user=user, last_day="2030-01-01")
    Pseudonym.objects.create(user=user, name=word[:10])
    Report.objects.create(by=user, about="game", text=f"{word} report", at=timezone.now())
    SavedSearch.objects.create(user=user, wanted={"table": word}, checked_at=timezone.now())
    TableWish.objects.create(user=user, tables=[word], since=timezone.now())
    BouncedAddress.objects.create(address=user.email, reason=f"{word} is full")
    UserSession.objects.create(
        user=user, session_key=f"{word}-session", ip="192.0.2.1", user_agent=f"{word} browser"
    )
    league: League = LeagueFactory(name=f"{word} cup", kind="cup", creator=user)
    season = SeasonFactory(league=league)
    EntryFactory(season=season, user=user)
    SubstituteFactory(user=user)
    division_of(SeasonFactory(), UserFactory.create_batch(3), [(0, 1, 2)])
    seat = TableSeat.objects.latest("pk")
    TableSeat.objects.filter(pk=seat.pk).update(substitute=user)
    DuplicateGame.objects.create(
        duplicate=duplicate_at(timezone.now()),
        user=user,
        game=seat.table.game,
        joined_at=timezone.now(),
    )
