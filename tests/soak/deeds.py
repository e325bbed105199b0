"""What people do in their games besides playing: each in its turn, in every game another."""

import random
from collections import Counter
from collections.abc import Sequence
from functools import partial

from django.db.models import QuerySet
from django.utils import timezone

from games.accounts.models import User
from games.bots import STANDING_ORDERS
from games.play import services
from games.play.errors import PlayError
from games.play.models import Game, Player, StandingOrder, Vote, VoteKind
from tests.bots.test_standing_orders import filled_of, random_wish
from tests.soak.crowd import MOST, Crowd, a_few
from tests.soak.notes import Back, Cast, Line, Page, Wish

KEEN = 0.8
"""How likely a person votes, and how likely for a pause or its end."""
RESIGNED = 0.2
"""How likely a person votes to end or cancel a game."""
PAGES = ("/", "/games/", "/leagues/", "/people/")
WHOLE_TURN = 60
"""So many orders are often enough to leave the next to others."""
ACCEPTED = "/standing-orders/"
"""Where the site sends somebody whose wish it has carried out."""


class Deeds:
    """Lets people of the soak do something in a game, each time something else.

    `done` counts what was tried.
    """

    def __init__(self, people: Sequence[User]) -> None:
        self.people = [user.pk for user in people]
        self.done: Counter[str] = Counter()
        self._turns: dict[int, int] = {}

    def __call__(self, crowd: Crowd, game: Game, rng: random.Random) -> None:
        """Do what is next in this game; raises Interrupted."""
        if not game.is_running:
            return
        self._vote(crowd, game, rng)
        self._fill(crowd, game, rng)
        deeds = (
            self._wish,
            self._foresee,
            self._withdraw,
            partial(self._ask, VoteKind.PAUSE),
            self._foresee,
            partial(self._ask, VoteKind.RESUME),
            self._leave,
            self._look,
            self._wish,
            self._foresee,
            partial(self._ask, VoteKind.END),
            self._foresee,
            partial(self._ask, VoteKind.CANCEL),
        )
        turn = self._turns.setdefault(game.pk, len(self._turns))
        self._turns[game.pk] += 1
        deeds[turn % len(deeds)](crowd, Game.objects.get(pk=game.pk), rng)

    def _wish(self, crowd: Crowd, game: Game, rng: random.Random) -> None:
        """Let everyone answer beforehand what they may be asked."""
        standing = STANDING_ORDERS.get(game.title)
        if standing is None:
            return
        for player in _people(game):
            view = game.rules().view(game.position(), player.seat)
            for question in standing.questions(view):
                wish = random_wish(question, view, rng)
                if not standing.answers(question.asked, wish) and rng.random() < KEEN:
                    continue
                fields = {f"{question.asked}-{k}": v for k, v in filled_of(wish).items()}
                self._note_wish(crowd, game, player)
                crowd.act(game, player, "standing-orders/", asked=question.asked, **fields)
                self.done["standing order set"] += 1

    def _note_wish(self, crowd: Crowd, game: Game, player: Player) -> None:
        if player.user_id is not None:
            crowd.notes.wishes.append(Wish(game.pk, player.user_id, timezone.now()))

    def _withdraw(self, crowd: Crowd, game: Game, rng: random.Random) -> None:
        """Let everyone take back what they have answered beforehand."""
        for player in _people(game):
            own = StandingOrder.objects.filter(player=player)
            gone = True
            for asked in list(own.values_list("asked", flat=True)):
                answer = crowd.act(game, player, "standing-orders/remove", asked=asked)
                gone = gone and answer.location.endswith(ACCEPTED)
                self.done["standing order withdrawn"] += 1
            for wish in crowd.notes.wishes:
                if gone and (wish.game, wish.user) == (game.pk, player.user_id):
                    wish.removed = wish.removed or timezone.now()

    def _foresee(self, crowd: Crowd, game: Game, rng: random.Random) -> None:
        """Let the next to act suppose what somebody has drafted, or less or more than that."""
        title, state = game.rules(), game.position()
        seats = title.to_move(state)
        asked = Player.objects.get(game=game, seat=seats[0])
        draft = None
        if len(seats) == 1 and asked.user_id is not None:
            draft = crowd.draft(game, asked, rng, WHOLE_TURN)
        if draft is None:
            return
        steps = []
        for text in draft.orders:
            state = title.apply(state, asked.seat, title.read(state, text))
            steps.append((asked.seat, text, [list(event) for event in state.events]))
        follower = _people(game).filter(seat__in=title.to_move(state)).first()
        if follower is None or follower.seat == asked.seat:
            return
        seat = follower.seat
        supposed = [(who, title.redact(who, text, events, seat)) for who, text, events in steps]
        own = [(seat, text) for text in a_few(title, state, seat, rng, MOST)]
        free = rng.random() < 1 / 3
        # With less than all, the line breaks, as something else comes as well.
        come = supposed[rng.choice((0, len(supposed) // 2)) :]
        self._keep(crowd, game, follower, [*come, *own], free=free)
        if rng.random() < 1 / 4:
            self._withdraw_line(crowd, game, follower)

    def _keep(
        self,
        crowd: Crowd,
        game: Game,
        player: Player,
        steps: list[tuple[int, str]],
        *,
        free: bool,
    ) -> None:
        user = player.user_id or 0
        crowd.notes.lines.append(Line(game.pk, user, player.seat, game.moves_made, steps, free))
        try:
            services.keep_line(player=player, number=game.moves_made, steps=steps, free=free)
        except PlayError:
            # Somebody else was faster.
            crowd.notes.lines.pop()
        else:
            self.done["conditional turn kept"] += 1

    def _withdraw_line(self, crowd: Crowd, game: Game, player: Player) -> None:
        for line in player.conditional_lines.filter(user=player.user_id, status="waiting"):
            what = f"standing-orders/withdraw/{line.pk}"
            if crowd.act(game, player, what).location.endswith(ACCEPTED):
                self.done["conditional turn withdrawn"] += 1
        if not player.conditional_lines.exists():
            for each in crowd.notes.lines:
                if (each.game, each.user) == (game.pk, player.user_id):
                    each.withdrawn = each.withdrawn or timezone.now()

    def _ask(self, kind: str, crowd: Crowd, game: Game, rng: random.Random) -> None:
        """Call a vote, and let the others vote."""
        player = _people(game).filter(offered_at=None).first()
        if player is not None:
            crowd.act(game, player, "ask", kind=kind)
            self.done[f"vote to {kind} called"] += 1
            self._vote(crowd, game, rng)

    def _vote(self, crowd: Crowd, game: Game, rng: random.Random) -> None:
        """Let those vote who have not."""
        for vote in Vote.objects.filter(game=game, closed=None).select_related("about"):
            cast = set(vote.ballots.values_list("player", flat=True))
            for player in vote.voters(list(_people(game))):
                if player.pk in cast or rng.random() > KEEN:
                    continue
                choice = _choice(vote, rng)
                user = player.user_id or 0
                crowd.notes.ballots.append(Cast(vote.pk, user, choice, timezone.now()))
                crowd.act(game, player, f"vote/{vote.pk}", choice=choice)
                self.done["ballot cast"] += 1

    def _look(self, crowd: Crowd, game: Game, rng: random.Random) -> None:
        """Let everyone look at the game, and at another page."""
        for player in _people(game):
            user = player.user_id or 0
            for path in (game.get_absolute_url(), rng.choice(PAGES)):
                page = crowd.count(partial(crowd.site.get, user, path), game, path)
                crowd.notes.pages.append(Page(user, path, page.text))
                self.done["page opened"] += 1

    def _leave(self, crowd: Crowd, game: Game, rng: random.Random) -> None:
        """Let somebody leave, if another person stays, and let others ask for the seat."""
        people = list(_people(game))
        if len(people) > 1:
            crowd.act(game, rng.choice(people), "leave")
            self.done["seat left"] += 1
            self._fill(crowd, game, rng)

    def _fill(self, crowd: Crowd, game: Game, rng: random.Random) -> None:
        """Let two people ask at once for a seat on offer, or its own player come back."""
        offered = Player.objects.filter(game=game, offered_at__isnull=False).first()
        if offered is None:
            return
        if offered.user_id is not None and rng.random() < 0.5:
            after = timezone.now()
            crowd.act(game, offered, "come-back")
            crowd.notes.backs.append(Back(game.pk, offered.user_id, after, timezone.now()))
            self.done["seat taken back"] += 1
            return
        seated = set(_people(game).values_list("user", flat=True))
        others = rng.sample(sorted(set(self.people) - seated), 2)
        crowd.site.together([partial(crowd.send, user, game, "join") for user in others])
        self.done["seat asked for"] += len(others)


def _people(game: Game) -> QuerySet[Player]:
    return Player.objects.at_table(game).filter(user__isnull=False)


def _choice(vote: Vote, rng: random.Random) -> str:
    if vote.about is not None:
        final = rng.random() < RESIGNED
        return rng.choice([each.value for each in vote.choices() if final or each != "cancel"])
    keen = KEEN if vote.kind in (VoteKind.PAUSE, VoteKind.RESUME) else RESIGNED
    return "yes" if rng.random() < keen else "no"
