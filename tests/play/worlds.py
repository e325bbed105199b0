"""Twin worlds: a game, and the same game where only what a visitor may not know is different.

What may be known is asked of the title's `view` alone, so every title is covered without a word
about its rules. Whatever differs between what a visitor is shown of two such worlds is a leak.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.core.cache import cache
from django.db.models import QuerySet
from django.test import Client
from django.urls import get_resolver, reverse
from django.utils import timezone
from django.utils.crypto import get_random_string
from django.utils.module_loading import import_string

from games.accounts import exporting, tokens
from games.api.api import api
from games.league.letters import (
    CupCancelled,
    SeasonBegun,
    SeasonEnded,
    StaffActed,
    Substituted,
    WeekStanding,
)
from games.league.models import Division, Season
from games.play import letters
from games.play.letters.answers import SHOWN
from games.play.models import Game, Move, Player
from games.play.pages import desks, pictures, story, table, votes
from games.post.models import Channel, ChannelKind, Letter
from games.post.notifications import notification_of
from games.post.transports import transport_of
from games.rules.errors import IllegalOrder
from games.rules.title import CHANCE
from games.study.post_mortem_letter import TurningPoints
from tests.api.programs import V1, Program
from tests.play.writing import whole

OF_LEAGUES = (SeasonBegun, WeekStanding, SeasonEnded, Substituted, CupCancelled, StaffActed)
OF_GAMES = [import_string(path).kind for path in letters.KINDS]
LETTERS = [*OF_GAMES, *(each.kind for each in OF_LEAGUES), TurningPoints.kind]

DIGEST = "in a digest"

_FRESH = re.compile(
    r'(?:csrfmiddlewaretoken|key)" value="[^"]+"|"X-CSRFToken":\s*"[^"]+"'
    r'|/visit/[^/\s"]+/|nonce="[^"]+"|"expires_at": ?"[^"]+"'
)
"""What no two pages have in common, whatever they show."""


@dataclass(frozen=True)
class World:
    """A game's position and what led to it: of each move the order, its events and its digest."""

    state: Any
    moves: tuple[tuple[str, list[list[Any]], str], ...]

    def lay(self, game: Game) -> None:
        """Make this the game's position and log, and forget every picture of the other world."""
        Game.objects.filter(pk=game.pk).update(state=game.rules().dump(self.state))
        for move, (order, events, digest) in zip(game.moves.all(), self.moves, strict=True):
            # Moves are only ever added; here one history takes another's place.
            same = QuerySet(Move).filter(pk=move.pk)
            same.update(order=order, events=events, digest=digest)
        forget()


def forget() -> None:
    """Empty what the process remembers of the tables it has drawn."""
    for known in (pictures._pictures, desks._desks, story._stories, table._tables, votes._votes):
        known.clear()


def world_of(game: Game) -> World:
    """The world as it was played."""
    game = Game.objects.get(pk=game.pk)
    moves = tuple((move.order, move.events, move.digest) for move in game.moves.all())
    return World(game.rules().load(game.state), moves)


def twins(game: Game, viewer: int | None) -> Iterator[World]:
    """Yield worlds in which one draw came out otherwise, and a seat has not seen any difference."""
    title = game.rules()
    moves = list(game.moves.all())
    states = [title.start(game.options, game.players.count())]
    for move in moves:
        order = title.read(states[-1], move.order)
        states.append(title.apply(states[-1], move.rules_seat, order))
    views = [title.view(state, viewer) for state in states]
    for number in reversed(range(len(moves))):
        if moves[number].rules_seat != CHANCE:
            continue
        for order, _ in title.chance_outcomes(states[number]):
            text = title.write(states[number], order)
            if text == moves[number].order:
                continue
            told = [text, *(move.order for move in moves[number + 1 :])]
            later = _told(title, states[number], moves[number:], told, views[number + 1 :], viewer)
            if later is not None:
                before = world_of(game).moves[:number]
                yield World(later[0], (*before, *later[1]))


def _told(
    title: Any,
    state: Any,
    moves: list[Move],
    texts: list[str],
    views: list[Any],
    viewer: int | None,
) -> tuple[Any, list[tuple[str, list[list[Any]], str]]] | None:
    """Return the position and the moves that other orders lead to, None if somebody sees it."""
    made = []
    for move, text, seen in zip(moves, texts, views, strict=True):
        try:
            state = title.apply(state, move.rules_seat, title.read(state, text))
        except IllegalOrder:
            return None
        if title.view(state, viewer) != seen:
            return None
        made.append((text, [list(event) for event in state.events], title.digest(state)))
    return state, made


def shown(game: Game, user: Any) -> dict[str, str]:
    """Everything that a visitor (None: nobody in particular) can get to see of a game.

    Every page, each kind of letter and webhook, feed, answer to a click, and the export of the
    visitor's own data, by what it is.
    """
    client = Client()
    if user is not None:
        client.force_login(user)
        Player.objects.filter(game=game, user=user).update(seen_message=0)
    # Letters first: looking at the pages reads the chat.
    found = {} if user is None else letters_to(game, user)
    for url in _urls(game, user):
        for way, headers in (("page", {}), ("part", {"HX-Request": "true"})):
            answer = client.get(url, headers=headers)
            # A picture is compared by its bytes.
            content = answer.content.decode(errors="backslashreplace")
            found[f"{way} {url}"] = f"{answer.status_code} {content}"
    if user is not None:
        exported = {f"export {name}": text for name, text in exporting.collect(user)}
        found |= {what: text for what, text in exported.items() if what != "export README.txt"}
    base = f"/game/{game.pk}/"
    for order in ("", "nonsense", "end", "income"):
        for path in ("order", "confirm"):
            sent = {"order": order, "version": game.version + 1, "draft_version": 0}
            answer = client.post(base + path, sent, headers={"HX-Request": "true"})
            found[f"post {path} {order}"] = f"{answer.status_code} {answer.content.decode()}"
    if user is not None:
        found |= told_to_a_program(game, user)
    return {what: _FRESH.sub("", text) for what, text in found.items()}


def told_to_a_program(game: Game, user: Any) -> dict[str, str]:
    """Everything that a program of a person's is told about a game, by what it asks."""
    cache.clear()
    program = Program(user, name="Twin")
    found = {f"program {path}": program.get(path).content.decode() for path in _asked(game, user)}
    for order in ("nonsense", "end", "income"):
        sent, tag = {"orders": [order]}, f'"{game.version}"'
        answer = program.post(f"/games/{game.pk}/orders/dry-run", sent, If_Match=tag)
        found[f"program tries {order}"] = f"{answer.status_code} {answer.content.decode()}"
    tokens.revoke(user=user, number=program.token.pk)
    return found


def _asked(game: Game, user: Any) -> Iterator[str]:
    """Yield the paths of all that a program can ask for, about a game or not."""
    division = Division.objects.filter(tables__game=game).select_related("season__league").first()
    season = division.season if division else None
    inside = {
        "game_id": game.pk,
        "name": user.username,
        "title": game.title,
        "league": season.league.slug if season else "none",
        "number": season.number if season else 1,
    }
    for path, methods in api.get_openapi_schema()["paths"].items():
        if "get" in methods:
            yield path.removeprefix(V1).format(**inside)


def _urls(game: Game, user: Any) -> list[str]:
    """Return the addresses of all pages about a game, and of those that list games."""
    urls = []
    for app in get_resolver().url_patterns:
        if getattr(app, "app_name", "") not in ("play", "study"):
            continue
        for pattern in app.url_patterns:
            name, parts = f"{app.app_name}:{pattern.name}", set(pattern.pattern.converters)
            if parts == {"game_id"}:
                urls.append(reverse(name, args=[game.pk]))
            elif parts == {"game_id", "number"}:
                # A turn that can be guessed begins with the next move.
                first, last = range(1, 4), range(game.moves_made - 2, game.moves_made + 2)
                urls += [reverse(name, args=[game.pk, n]) for n in (*first, *last)]
    for division in Division.objects.filter(tables__game=game).select_related("season__league"):
        where = [division.season.league.slug, division.season.number, division.number]
        names = ("league:division", "league:division-atom", "league:division-calendar")
        urls += [reverse("league:leagues"), *(reverse(name, args=where) for name in names)]
    for number in (*range(1, 4), *range(game.moves_made - 2, game.moves_made + 1)):
        urls.append(f"/game/{game.pk}/move/?number={number}")
    urls += [f"/game/{game.pk}/poll?version=0", f"/game/{game.pk}/?pick=action:income", "/"]
    if user is not None:
        user.feed_secret = user.feed_secret or get_random_string(12)
        user.save()
        for name in ("atom", "calendar"):
            urls.append(reverse(f"play:{name}", args=[user.pk, user.feed_secret]))
        urls += [reverse("post:letters"), reverse("accounts:rest")]
    return urls


def letters_to(game: Game, user: Any) -> dict[str, str]:
    """Every kind of letter to a person, while the game runs and while it is paused."""
    rows, now = Game.objects.filter(pk=game.pk), timezone.now()
    found = written(game, user)
    rows.update(paused=now, paused_until=now + timedelta(days=3))
    found |= {f"paused: {what}": text for what, text in written(game, user).items()}
    rows.update(paused=None, paused_until=None)
    return found


def written(game: Game, user: Any) -> dict[str, str]:
    """Every kind of letter to a person at the table: as mail, in a digest, through webhooks."""
    player = Player.objects.filter(game=game, user=user).first()
    if player is None:
        return {}
    payload = _payload(game, player)
    ways = [None, DIGEST, *Channel.objects.filter(user=user).order_by("pk")]
    found = {}
    for kind in LETTERS:
        for way in ways:
            letter = _letter(kind, user, way, game, payload)
            told = notification_of(letter).write(letter)
            if told is None:
                continue
            text = whole(told) if letter.channel is None else _posted(letter, told)
            found[f"letter {kind} {way}"] = _FRESH.sub("", text)
    return found


def _payload(game: Game, player: Player) -> dict[str, Any]:
    vote = game.votes.first()
    season = Season.objects.filter(divisions__tables__game=game).first()
    return {
        "league": season.league_id if season else 0,
        "season": season.pk if season else 0,
        "week": 1,
        "did": "given_back",
        "act": 0,
        "game": game.pk,
        "seat": player.seat,
        "wait": player.wait and player.wait.pk,
        "vote": vote.pk if vote else 0,
        "offered": (player.seat + 1) % game.players.count(),
        "taker": None,
        "by": player.user_id,
        "invitation": 0,
        "message": 1,
        "pause": 1,
        "holder": 0,
        "number": 1,
        "rewind": 0,
        "subject": "Re: Your move",
        "result": {"outcome": SHOWN},
    }


def _letter(kind: str, user: Any, way: Any, game: Game, payload: dict[str, Any]) -> Letter:
    return Letter(
        kind=kind,
        recipient=user,
        channel=None if way == DIGEST else way,
        bundle_id=1 if way == DIGEST else None,
        key=f"{kind}:1",
        topic=game.topic,
        payload=payload,
        pk=1,
    )


def locked_screen(game: Game, user: Any) -> dict[str, Any]:
    """What a person's locked phone shows of every kind of letter: title, text and buttons."""
    player = Player.objects.get(game=game, user=user)
    phone = Channel.objects.get(user=user, kind=ChannelKind.PUSH)
    found = {}
    for kind in LETTERS:
        letter = _letter(kind, user, phone, game, _payload(game, player))
        told = notification_of(letter).write(letter)
        if told is not None:
            shown = transport_of(letter).body(letter, told)["notification"]
            buttons = [action["title"] for action in shown["actions"]]
            found[kind] = (shown["title"], shown["body"], *buttons)
    return found


def _posted(letter: Letter, told: Any) -> str:
    body = transport_of(letter).body(letter, told)
    body.pop("ordered_at", None)
    return repr(body)
