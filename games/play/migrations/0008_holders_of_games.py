"""Who held the seats of the games that there are, as far as the data tells.

Present holders are known. Earlier ones are told by the letters to people who lost their seat, by
the names under what was said at the table, and, at a bot's seat, by orders that somebody confirmed.
Of a person whose account is gone only that there was one is kept.
"""

from collections import defaultdict
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import groupby
from typing import Any

from django.db import migrations

# Letters note the moment of a handover in whole seconds.
ROUNDED = timedelta(seconds=0.5)


@dataclass
class Tenure:
    """One holder of a seat, as in games.play.models.Holder."""

    came: str
    since: datetime
    user: Any = None
    bot: str = ""
    first: int = 1
    messages: list = field(default_factory=list)


def write_holders(apps, schema_editor):
    """Write the holders of every game, seat by seat."""
    model = apps.get_model
    lost = _lost(model("post", "Letter"))
    people = {user.username.casefold(): user for user in model("accounts", "User").objects.all()}
    for game in model("play", "Game").objects.defer("state", "result").iterator():
        moves = list(
            game.moves.order_by("number").values_list("number", "when", "seat", "played_by")
        )
        handovers = 0
        for player in game.players.select_related("user").order_by("seat"):
            found = _tenures(game, player, lost[game.pk, player.seat], moves)
            _add_talkers(found, player, moves, people)
            if len(found) == 1 and player.bot and player.confirmed_version is not None:
                _add_somebody(found, player, moves)
            _write(model, player, found)
            if game.started:
                handovers += max(0, len(found) - 1)
        if handovers:
            model("play", "Game").objects.filter(pk=game.pk).update(handovers=handovers)


def _lost(letters):
    """Return who lost a seat when, and to whom, by game and seat."""
    lost = defaultdict(list)
    told = letters.objects.filter(kind="seat", channel=None).select_related("recipient")
    for letter in told.order_by("created_at"):
        _, game, seat, _, moment = letter.key.split(":")
        at = datetime.fromtimestamp(int(moment), UTC)
        lost[int(game), int(seat)].append((at, letter.recipient, letter.payload["taker"]))
    return lost


def _tenures(game, player, lost, moves):
    """Return the holders of a seat that letters and the seat itself tell of."""
    seated = player.bot or player.user_id == game.creator_id
    came, since, first = "seated" if seated else "joined", game.created, 1
    found = []
    for at, user, taker in lost:
        found.append(Tenure(came, since, user, first=first))
        came, since = "voted" if taker is None else "taken", at
        first = _next(moves, at - ROUNDED)
    if not player.door:
        found.append(Tenure(came, since, player.user, player.bot, first))
    return found


def _add_talkers(found, player, moves, people):
    """Give each message to its holder; an author who holds the seat no more held it before."""
    said = player.messages.order_by("pk")
    for author, group in groupby(said, key=lambda message: message.author.casefold()):
        messages = list(group)
        holder = next((each for each in found[::-1] if each.since <= messages[0].sent), None)
        user = people.get(author)
        renamed = user is None and holder is not None and holder.user is not None
        if holder is None or not (renamed or (user and holder.user == user)):
            until = messages[-1].sent
            came = holder.came if holder else "joined"
            first = holder.first if holder else 1
            since = holder.since if holder else messages[0].sent
            before = Tenure(came, since, user, first=first)
            if holder is None:
                found.append(before)
            else:
                found.insert(found.index(holder), before)
                holder.came = "taken" if holder.user else "closed" if user is None else "voted"
                holder.since, holder.first = until, _next(moves, until)
            holder = before
        holder.messages += messages


def _add_somebody(found, player, moves):
    """Put a person whose account is gone before a bot: their last order began what was played."""
    begun = {}
    for number, when, seat, by in moves:
        if seat is not None:
            begun.setdefault(when, (number, seat, by))
    led = [
        (number, when)
        for when, (number, seat, by) in begun.items()
        if seat == player.seat and not by and when > moves[0][1]
    ]
    if led:
        [bot] = found
        last, when = led[-1]
        found.insert(0, Tenure(bot.came, bot.since))
        same = [number for number, at, seat, _ in moves if at == when and seat == player.seat]
        bot.came, bot.since, bot.first = "closed", when, max([last, *same]) + 1


def _next(moves, moment):
    """Return the number of the first move that was not played before a moment."""
    return 1 + sum(when < moment for _, when, _, _ in moves)


def _write(model, player, found):
    following = [*found[1:], None]
    for each, after in zip(found, following, strict=True):
        gone = after is not None
        left = not gone and player.door
        holder = model("play", "Holder").objects.create(
            player=player,
            user_id=each.user.pk if each.user else None,
            bot=each.bot,
            first_move=each.first,
            end_move=after.first if gone else each.first if left else None,
            since=each.since,
            until=after.since if gone else each.messages[-1].sent if left else None,
            came=each.came,
            went=after.came if gone else "left" if left else "",
        )
        ids = [message.pk for message in each.messages]
        model("play", "Message").objects.filter(pk__in=ids).update(holder=holder)


class Migration(migrations.Migration):
    dependencies = [
        ("play", "0007_holder"),
        ("post", "0002_slow_play"),
    ]

    operations = [
        migrations.RunPython(write_holders, migrations.RunPython.noop),
    ]
