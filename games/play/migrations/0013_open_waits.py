"""Open waits move from the players to rows of their own. Of those that have ended nothing is known.

Letters that may still be sent name their wait by its id from now on, and one that has ended by its
move as a negative number, which is no id. Going back puts all of it where it was, and forgets the
waits that have ended since.
"""

from django.db import migrations

OF_A_WAIT = ["turn", "reminder", "warning", "more_time", "resumed"]
DONE = ["sent", "superseded"]

# Fields of a wait, by the field of the player that it comes from.
SAME = {
    "wait_move": "move",
    "wait_since": "since",
    "budget": "budget",
    "used": "used",
    "clock_since": "clock_since",
    "deadline": "deadline",
    "overdue": "warned_at",
    "grace_until": "grace_until",
    "attend": "next_check_at",
    "reminders": "reminders",
}


def write_waits(apps, schema_editor):
    """Write the open waits, and let letters name them."""
    model = apps.get_model
    asked = model("play", "Player").objects.filter(
        wait_move__isnull=False, user__isnull=False, game__status="running"
    )
    holders = model("play", "Holder").objects.filter(player__in=asked, end_move=None)
    holder_of = dict(holders.values_list("player_id", "pk"))
    waits = {}
    for player in asked.order_by("wait_since", "pk").iterator():
        waits[player.game_id, player.seat] = model("play", "Wait").objects.create(
            player=player,
            holder_id=holder_of[player.pk],
            **{new: getattr(player, old) for old, new in SAME.items()},
        )
    for letter in _letters(model):
        wait = waits.get((letter.payload["game"], letter.payload["seat"]))
        move = letter.payload.get("wait")
        if move is None and (wait is None or letter.kind == "resumed"):
            continue  # it tells somebody for whom nobody waits
        _name(letter, wait.pk if wait and move in (None, wait.move) else -move)


def forget_waits(apps, schema_editor):
    """Put the open waits back to their players, and let letters name them by their moves."""
    model = apps.get_model
    waits = {}
    for wait in model("play", "Wait").objects.filter(ended_at=None).iterator():
        waits[wait.pk] = wait
        model("play", "Player").objects.filter(pk=wait.player_id).update(
            **{old: getattr(wait, new) for old, new in SAME.items()}
        )
    for letter in _letters(model):
        named = letter.payload.get("wait")
        if named is not None:
            _name(letter, waits[named].move if named in waits else -named)
    model("play", "Wait").objects.all().delete()


def _letters(model):
    letters = model("post", "Letter").objects.filter(kind__in=OF_A_WAIT)
    # Only what is needed: going back, other fields may already have names of later.
    return letters.exclude(state__in=DONE).only("kind", "payload").order_by("pk")


def _name(letter, wait):
    letter.payload["wait"] = wait
    letter.save(update_fields=["payload"])


class Migration(migrations.Migration):
    dependencies = [
        ("play", "0012_wait"),
        ("post", "0006_letters_by_time"),
    ]

    operations = [
        migrations.RunPython(write_waits, forget_waits),
    ]
