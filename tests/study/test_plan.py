"""Plans: a board of one's own that knows no more than its planner, and reaches nobody else."""

import random
import re
from dataclasses import replace
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.html import escape

from games.play import services
from games.play.access import enter
from games.play.errors import PlayError
from games.play.models import Draft, Game, Player
from games.rules import TITLES, position
from games.rules.title import CHANCE
from games.study import services as study
from games.study.models import Plan, PlanLine
from games.study.pages.plan_page import Planned, planned_at
from games.study.plan import tree
from games.study.plan.tree import Place
from games.study.plan.words import told
from games.study.plan.worlds import Step, Walk, fitting
from games.study.services import plans
from tests.factories import UserFactory
from tests.play.factories import (
    every_title,
    game_of,
    game_of_people,
    play_fast,
    play_on,
    play_out,
    player_to_move,
    sitting,
)
from tests.rules.titles import KNOWN
from tests.tokens import without_tokens

pytestmark = pytest.mark.django_db

HIDDEN = [("teutonica", {"missions": "on"}, 3), ("teutonica", {}, 2), ("hansa", {}, 3)]
"""Games with Missions, with the pawn of two players, and with markers that lie face down."""
each = pytest.mark.parametrize(("title", "options", "players"), HIDDEN)


def planned(game: Game, player: Player | None = None, number: int | None = None) -> Planned:
    """The plan of a game's position, as a player or somebody else sees it."""
    user = player.user if player is not None else UserFactory()
    access = enter(user=user, game_id=game.pk)
    return planned_at(access, game.moves_made if number is None else number)


def random_step(place: Place, rng: random.Random) -> Step | None:
    """Any step that may be tried at a place, None at an end."""
    seat = place.asked
    if seat is None:
        return None
    if seat == CHANCE:
        return rng.choice(place.walk.outcomes(place.depth))[0]
    legal = place.walk.orders(place.depth, seat)
    state = place.spot.state
    return Step(seat, place.root.title.write(state, rng.choice(legal)))


def tried(found: Planned, rng: random.Random, steps: int) -> Place:
    """The place after so many random steps, or fewer if the game ends."""
    place = found.place
    for _ in range(steps):
        step = random_step(place, rng)
        if step is None:
            break
        place = study.plan_order(place=place, seat=step.seat, order=step.order, names=found.names)
    return place


def given(found: Planned, *texts: str) -> Place:
    """The place after orders of whoever is asked."""
    place = found.place
    for text in texts:
        seat = place.asked
        assert seat is not None
        place = study.plan_order(place=place, seat=seat, order=text, names=found.names)
    return place


def bot_turns(found: Planned, turns: int) -> Place:
    """The place after so many turns of bots."""
    place = found.place
    for _ in range(turns):
        place = study.plan_bot_turn(place=place, names=found.names)
    return place


def walk_both(title: str, options: dict[str, str], players: int, steps: int, seed: int) -> int:
    """Play the same random steps in a plan and in the game that it knows only in part.

    The game's own rules accept each of them, and a planner's own orders are those of the game.
    """
    rng, rules, taken = random.Random(seed), TITLES[title], 0
    game = play_fast(game_of_people(players, title=title, options=options), rng.randint(0, 120))
    real: Any = game.position()
    player = Player.objects.get(game=game, seat=rng.randrange(players))
    place = planned(game, player).place
    root, path = place.root, tuple[Step, ...]()
    while taken < steps and (seats := rules.to_move(real)):
        seat, walk = rng.choice(seats), Walk.along(root, path)
        if seat == CHANCE:
            possible = {rules.write(real, order) for order, _ in rules.chance_outcomes(real)}
            offered = {step.order for step, _ in walk.outcomes(len(path))}
        else:
            possible = {rules.write(real, order) for order in rules.orders(real, seat)}
            state = walk.spots[-1].state
            offered = {rules.write(state, order) for order in walk.orders(len(path), seat)}
            assert offered == possible or seat != player.seat
        both = sorted(possible & offered)
        if not both:
            break  # something hidden that none of the guesses has
        text = rng.choice(both)
        path = (*path, walk.accepted(len(path), seat, text))
        real = rules.apply(real, seat, rules.read(real, text))
        assert root.view(Walk.along(root, path).spots[-1].state) == rules.concealed(
            real, player.seat
        )
        taken += 1
    assert fitting(root, path) == path
    return taken


@each
def test_the_game_accepts_every_step_of_a_plan(title, options, players) -> None:
    assert walk_both(title, options, players, steps=80, seed=1) > 20


@pytest.mark.long
def test_the_game_accepts_every_step_of_many_plans() -> None:
    taken = seed = 0
    while taken < 10_000:
        seed += 1
        taken += walk_both(*random.Random(seed).choice(HIDDEN), steps=300, seed=seed)


def plain(page: str) -> str:
    """A page without what differs from visit to visit."""
    page = re.sub(r"(line-|/plan/|with=)\d+-", r"\1N-", page)
    page = re.sub(r"/plans/\d+/", "/plans/N/", page)
    return without_tokens(page)


def pages(client: Client, game: Game, path: list[Step]) -> list[str]:
    """The pages of a plan along a path, each in whole, and one that compares; nothing is kept."""
    url, seen = f"/game/{game.pk}/plan/m{game.moves_made}/", []
    for step in path:
        seen.append(plain(client.get(url).text))
        answer = client.post(f"{url}order", {"order": step.order})
        assert answer["Location"] != url, step
        url = answer["Location"]
    line = PlanLine.objects.get()
    seen += [plain(client.get(url).text), plain(client.get(url, {"with": f"{line.pk}-2"}).text)]
    Plan.objects.all().delete()
    return seen


@each
def test_a_plan_shows_nothing_that_the_planner_does_not_know(title, options, players) -> None:
    rng = random.Random(5)
    game = play_fast(game_of_people(players, title=title, options=options), 60)
    state = game.position()
    for seat in (0, None):
        disguised = KNOWN[title].disguised(state, seat, rng)
        assert game.rules().digest(disguised) != game.rules().digest(state)
        player = Player.objects.get(game=game, seat=seat) if seat is not None else None
        client = sitting(player) if player else Client()
        if player is None:
            client.force_login(UserFactory())
        path = list(tried(planned(game, player), random.Random(6), 14).path)
        Plan.objects.all().delete()
        seen = []
        for each_state in (state, disguised):
            Game.objects.filter(pk=game.pk).update(state=game.rules().dump(each_state))
            seen.append(pages(client, game, path))
        assert seen[0] == seen[1]


def test_missions_of_others_stay_guesses_at_the_end_of_a_plan(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # Some games take longer to their ends than a branch may.
    monkeypatch.setattr("games.study.services.plans.MOST_TURNS", 400)
    game = play_fast(game_of_people(3, options={"missions": "on"}), 150)
    player = player_to_move(game)
    found = planned(game, player)
    place = found.place
    while place.asked is not None:
        place = bot_turns(found.at(place), 1)
    view = place.root.view(place.spot.state)
    assert view.ended_by
    known = [card for card in view.added.cards if card != 255]
    assert known == [game.position().added.cards[player.seat]]


def test_a_line_goes_on_while_another_thread_puts_its_steps_into_words() -> None:
    place = bot_turns(planned(play_on(game_of_people(3), 5)), 1)
    before = Walk(place.root, place.path[:1])

    class Seen(int):
        """A depth at which another thread says something as soon as somebody looks at it."""

        def __le__(self, other: int) -> bool:
            before.told[1, ("de",)] = "Blau."
            return super().__le__(other)

    before.told[Seen(1), ("en",)] = "Blue."
    assert Walk(place.root, place.path, before).told == {(1, ("en",)): "Blue."}


def test_nobody_else_gets_at_a_plan() -> None:
    game = play_on(game_of_people(3), 4)
    player = player_to_move(game)
    place = bot_turns(planned(game, player), 1)
    url = Planned(place, [], enter(user=player.user, game_id=game.pk)).url
    assert sitting(player).get(url).status_code == 200
    own = study.plan_position(
        user=player.user, text=position.write(game.rules(), game.position()), name="", seat=None
    )
    own_url = reverse("study:own-plan-at", args=[own.pk, "m0"])
    others = [other for other in Player.objects.filter(game=game) if other.seat != player.seat]
    stranger = Client()
    stranger.force_login(UserFactory())
    for client in (*map(sitting, others), stranger):
        before = client.get(game.get_absolute_url()).text
        for path in (url, own_url):
            assert client.get(path).status_code == 404
            assert client.get(f"{path}completions").status_code == 404
            for what in ("order", "act"):
                sent = client.post(path + what, {"act": "delete", "order": "end"})
                assert sent.status_code == 404
        assert "plan/m" not in before
    assert PlanLine.objects.get().end == len(place.path)
    assert Client().get(url).status_code == 302


def test_typed_orders_are_played_for_whoever_is_asked() -> None:
    game = game_of_people(3)
    player = player_to_move(game)
    found, client = planned(game, player), sitting(player)
    line = {"line": "income 1t; END; income 1t"}
    answer = client.post(f"{found.url}order", line, headers={"HX-Request": "true"})
    assert answer["X-Sent"] == "typed"
    mine, after = player.seat, (player.seat + 1) % 3
    assert [step[:2] for step in PlanLine.objects.get().steps] == [
        [mine, "income 1t"],
        [mine, "end"],
        [after, "income 1t"],
    ]
    page = answer["HX-Replace-Url"]
    assert "income 1t" in client.get(f"{page}completions", {"line": "inc"}).text


def test_a_typed_line_that_is_refused_plays_nothing_in_a_plan_and_is_kept() -> None:
    game = game_of_people(3)
    player = player_to_move(game)
    found, client = planned(game, player), sitting(player)
    line = {"line": "end; plaice t hamburg"}
    told = client.post(f"{found.url}order", line, headers={"HX-Request": "true"})
    beside = told.text.partition('class="typed" open')[2]
    assert "Did you mean" in unescape(beside)
    assert told.text.count('role="alert"') == 1
    assert "X-Sent" not in told
    page = client.post(f"{found.url}order", line, follow=True).text
    assert 'value="end; plaice t hamburg"' in page
    assert not PlanLine.objects.exists()


def test_a_plan_leaves_the_game_alone() -> None:
    game = play_on(game_of_people(3), 4)
    player = player_to_move(game)
    before = Game.objects.values().get(), list(game.moves.values_list("digest"))
    watcher = sitting(Player.objects.get(game=game, seat=(player.seat + 1) % 3))
    shown = plain(watcher.get(game.get_absolute_url()).text)
    bot_turns(planned(game, player), 4)
    assert (Game.objects.values().get(), list(game.moves.values_list("digest"))) == before
    assert plain(watcher.get(game.get_absolute_url()).text) == shown
    assert not Draft.objects.exclude(orders=[]).exists()


def test_a_tree_is_kept_and_walked() -> None:
    game = play_on(game_of_people(3), 5)
    player = player_to_move(game)
    found = planned(game, player)
    first = bot_turns(found, 2)
    legal = found.place.walk.orders(0, player.seat)
    state = game.position()
    texts = [game.rules().write(state, order) for order in legal]
    text = next(text for text in texts if text != first.path[0].order)
    second = given(planned(game, player), text)
    assert PlanLine.objects.count() == 2
    # What was tried already is found again.
    assert given(planned(game, player), text).line == second.line
    assert given(planned(game, player), first.path[0].order).line == first.line
    middle = Place.on(first.plan, first.line.pk, 1)
    assert middle is not None
    study.note_step(place=middle, text="  Why not?  ")
    study.name_line(place=first, name="The slow way")
    client = sitting(player)
    page = client.get(found.at(first).url).text
    assert "The slow way" in page
    assert "Why not?" in page
    back = client.get(found.at(first).url).context["plan"].back
    assert back == found.url_of(first.line, first.depth - 1)
    left = study.delete_step(place=middle)
    assert left.depth == 0
    assert list(PlanLine.objects.all()) == [second.line]
    study.delete_step(place=second)
    assert not Plan.objects.exists()


def test_people_who_do_not_see_a_plan_hear_of_it() -> None:
    game = play_on(game_of_people(3), 5)
    player = player_to_move(game)
    client, url = sitting(player), planned(game, player).url

    def said(act: str, **fields: str) -> str:
        answer = client.post(f"{url}act", {"act": act, **fields}, headers={"HX-Request": "true"})
        assert (
            f'id="told" role="status" hx-swap-oob="morph">{escape(answer.context["said"])}'
            in answer.text
        )
        return str(answer.context["said"])

    played = said("bot")
    line = PlanLine.objects.get()
    place = Place.on(line.plan, line.pk, len(line.steps))
    assert place is not None
    names = [each.name for each in game.players.order_by("seat")]
    sentences = [told(place.walk, depth, names) for depth in range(1, place.depth + 1)]
    assert played == " ".join(sentences)
    url = planned(game, player).at(place).url
    assert said("name", text="North") == "The branch is named."
    back = client.get(f"{url.rpartition('-')[0]}-1/", headers={"HX-Request": "true"})
    assert back.context["said"] == f"Step 1 of {place.depth}: {sentences[0]}"
    assert said("delete") == f"Step {place.depth - 1} of {place.depth - 1}: {sentences[-2]}"


def test_a_plan_becomes_the_draft() -> None:
    game = play_on(game_of_people(3), 5)
    player = player_to_move(game)
    services.draft_order(
        player=player,
        version=player.game.version,
        draft_version=0,
        order=game.rules().write(
            game.position(), game.rules().orders(game.position(), player.seat)[0]
        ),
    )
    found = planned(game, player)
    place = bot_turns(found, 3)
    mine = [step.order for step in place.path if step.seat == player.seat][
        : len(plans.own_orders(place.path, player.seat))
    ]
    client = sitting(player)
    answer = client.post(f"{found.at(place).url}act", {"act": "draft"})
    assert answer["Location"] == game.get_absolute_url()
    assert Draft.objects.get(player=player).orders == mine


def test_a_plan_is_carried_on_after_the_moves_that_it_expected() -> None:
    game = play_on(game_of_people(3), 5)
    player = player_to_move(game)
    found = planned(game, player)
    place = bot_turns(found, 4)
    study.name_line(place=place, name="Steady")
    for depth in (1, place.depth - 1):
        study.note_step(place=replace(place, depth=depth), text=f"After {depth}")
    while (played := game.moves_made - found.place.plan.number) < 3:
        game = services.confirm(
            player=player_to_move(game), version=game.version, orders=[place.path[played].order]
        )
    client = sitting(player)
    page = client.get(found.at(place).url)
    assert "have been played since, as in this branch" in page.text
    answer = client.post(f"{found.at(place).url}act", {"act": "draft"}, follow=True)
    assert "Go on from the present position first" in answer.text
    assert not Draft.objects.filter(player=player).exclude(orders=[]).exists()
    client.post(f"{found.at(place).url}act", {"act": "carry"})
    plan = Plan.objects.get()
    assert plan.number == game.moves_made
    line = plan.lines.get()
    assert (line.name, [step[1] for step in line.steps]) == (
        "Steady",
        [
            step.order
            for step in place.path[len(game.moves.filter(number__gt=found.place.plan.number)) :]
        ],
    )
    assert line.notes == {str(line.end - 1): f"After {place.depth - 1}"}


def test_a_broken_plan_says_so_and_keeps_what_fits() -> None:
    game = play_on(game_of_people(3), 5)
    player = player_to_move(game)
    found = planned(game, player)
    place = bot_turns(found, 6)
    other = next(
        text
        for order in game.rules().orders(game.position(), player.seat)
        if (text := game.rules().write(game.position(), order)) != place.path[0].order
    )
    game = services.confirm(player=player, version=game.version, orders=[other])
    client = sitting(player)
    page = client.get(found.at(place).url)
    assert "This branch was broken by" in page.text
    assert f">move {found.place.plan.number + 1}</a>" in page.text
    answer = client.post(f"{found.at(place).url}act", {"act": "carry"}, follow=True)
    assert answer.status_code == 200
    assert answer.context["plan"].place.plan.number == game.moves_made
    assert PlanLine.objects.filter(pk=place.line.pk).exists()


def test_bots_play_so_many_turns_in_a_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.study.views.plan.BOT_TURNS", 1)
    game = play_on(game_of_people(3), 5)
    client = sitting(player_to_move(game))
    url = client.get(f"{game.get_absolute_url()}plan/", follow=True).request["PATH_INFO"]
    page = client.post(f"{url}act", {"act": "bot"}, follow=True)
    depth = page.context["plan"].place.depth
    assert depth
    page = client.post(f"{page.request['PATH_INFO']}act", {"act": "bot"}, follow=True)
    assert "Wait a minute" in page.text
    assert page.context["plan"].place.depth == depth


def test_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    game = play_on(game_of_people(3), 5)
    player = player_to_move(game)
    found = planned(game, player)
    place = bot_turns(found, 1)
    monkeypatch.setattr(plans, "MOST_LINES", 1)
    texts = [
        game.rules().write(game.position(), order)
        for order in game.rules().orders(game.position(), player.seat)
    ]
    with pytest.raises(PlayError, match="You can keep"):
        given(planned(game, player), next(t for t in texts if t != place.path[0].order))
    monkeypatch.setattr(plans, "MOST_TURNS", 1)
    with pytest.raises(PlayError, match="at most 1 turns"):
        bot_turns(found.at(place), 1)
    with pytest.raises(PlayError, match="at most 1000 letters"):
        study.note_step(place=place, text="x" * 1001)
    with pytest.raises(PlayError, match="at most 80 letters"):
        study.name_line(place=place, name="x" * 81)
    assert PlanLine.objects.get().end == len(place.path)
    assert (tree.MOST_LINES, tree.MOST_TURNS) == (50, 40)


def test_a_position_of_ones_own(client: Client) -> None:
    user = UserFactory()
    client.force_login(user)
    game = play_on(game_of_people(3), 5)
    text = position.write(game.rules(), game.position())
    wrong = client.post("/plans/", {"position": text.replace("players: 3", "players: 9")})
    assert "players" in wrong.context["problem"]
    wrong = client.post("/plans/", {"position": f"{text}\nnonsense: 1", "name": "Mine"})
    assert re.search(r"[Ll]ine \d+", wrong.context["problem"])
    assert wrong.context["fields"]["name"] == "Mine"
    answer = client.post("/plans/", {"position": text, "name": "Mine"})
    url = answer["Location"]
    page = client.get(url)
    assert page.status_code == 200
    step = random_step(page.context["plan"].place, random.Random(1))
    on = client.post(f"{url}order", {"order": step.order})["Location"]
    assert client.get(on).context["plan"].place.depth == 1
    assert "Mine" in client.get("/plans/").text
    plan = Plan.objects.get()
    assert client.post(reverse("study:delete-plan", args=[plan.pk])).status_code == 302
    assert not Plan.objects.exists()


def test_an_illegal_step_is_refused_and_loses_nothing() -> None:
    game = play_on(game_of_people(3), 5)
    player = player_to_move(game)
    client = sitting(player)
    url = f"/game/{game.pk}/plan/m{game.moves_made}/"
    for headers in ({}, {"HX-Request": "true"}):
        answer = client.post(f"{url}order", {"order": "dance"}, follow=True, headers=headers)
        assert "is not an order" in answer.text
    assert not Plan.objects.exists()


@every_title
def test_after_the_end_a_person_tries_another_last_turn(client: Client, title: str) -> None:
    game = play_out(game_of(UserFactory(), "journeyman", title=title))
    mine, spectator = game.players.get(seat=0).user, UserFactory()
    turns = list(game.moves.exclude(on_turn=None).values_list("number", "turn", "on_turn"))
    for user, of in ((mine, [each for each in turns if each[2] == 0]), (spectator, turns)):
        client.force_login(user)
        page = client.get(f"/game/{game.pk}/plan/", follow=True)
        first = next(number for number, turn, _ in of if turn == of[-1][1])
        assert page.redirect_chain == [(f"/game/{game.pk}/plan/m{first - 1}/", 302)]
        assert page.context["plan"].asked is not None
        assert "position before" in page.text
