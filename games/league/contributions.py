"""What this room adds to accounts: what it knows about a person, and how two become one."""

from collections.abc import Iterator

from django.db.models import F, Q
from django.utils.translation import gettext_lazy

from games.accounts.contribution import Contribution, File
from games.accounts.errors import CannotMerge
from games.accounts.merging import move_rows
from games.accounts.models import User
from games.league.letters import TOPIC
from games.league.models import (
    Apart,
    Entry,
    EntryStatus,
    League,
    Season,
    SeasonStatus,
    Substitute,
    TableSeat,
)
from games.post.models import Letter


def write(user: User) -> Iterator[File]:
    """Yield the files about a person; whom staff keep apart is the staff's own note."""
    entries = Entry.objects.filter(user=user).order_by("pk")
    season = {"league": F("season__league__name"), "season_number": F("season__number")}
    yield (
        "leagues/entries.json",
        list(
            entries.values(
                "status", "registered_at", "timeouts", "grace_used_at", "final_rank",
                "final_points", "moves", division_number=F("division__number"), **season,
            )
        ),
    )  # fmt: skip
    seats = TableSeat.objects.filter(Q(entry__user=user) | Q(substitute=user)).order_by("pk")
    yield (
        "leagues/tables.json",
        list(seats.values("seat", "lost_at", "lost_by", game=F("table__game"))),
    )
    offers = Substitute.objects.filter(user=user).order_by("pk")
    yield "leagues/substitute.json", list(offers.values("since", **season))
    created = League.objects.filter(creator=user).order_by("pk")
    fields = ("name", "title", "options", "seats", "terms", "weeks", "private", "created")
    yield "leagues/cups.json", list(created.values(*fields))


def withdraw(user: User) -> None:
    """Let a person whose account is being deleted register for nothing any more."""
    registered = Entry.objects.filter(user=user, status=EntryStatus.REGISTERED)
    # A season that starts at this moment has a place for the person, and keeps the entry.
    locked = [entry.pk for entry in registered.select_for_update()]
    Entry.objects.filter(pk__in=locked).delete()


def check(old: User, kept: User) -> None:
    """Raise CannotMerge if both have a place in the standings of a season that goes on.

    Also if one of them has left: what they have lost there is theirs until it is over.
    """
    playing = Season.objects.unfinished().exclude(status=SeasonStatus.REGISTERING)
    of_old = playing.filter(entries__user=old, entries__division__isnull=False)
    shared = of_old.filter(
        pk__in=Entry.objects.filter(user=kept, division__isnull=False).values("season")
    )
    season = shared.select_related("league").first()
    if season is not None:
        raise CannotMerge(
            f"{old.called} and {kept.called} are both in the standings of season {season.number} "
            f"of {season.league.called}. They can be merged once it is over."
        )


def move(old: User, kept: User) -> None:
    """Move a person's entries, seats and offers.

    Of two entries in one season the kept account has its own, unless only the other one has played
    to the end. The other stays in the standings without a name.
    """
    for theirs in Entry.objects.filter(user=old, season__entries__user=kept):
        own = Entry.objects.get(user=kept, season=theirs.season_id)
        left = own if _weight(theirs) > _weight(own) else theirs
        if left.division_id is None:
            left.delete()
        else:
            left.user = None
            left.save(update_fields=["user"])
    move_rows(Entry, "user", old, kept)
    move_rows(TableSeat, "substitute", old, kept)
    move_rows(Substitute, "user", old, kept, once=["season"])
    Substitute.objects.filter(user=kept, season__entries__user=kept).delete()
    move_rows(League, "creator", old, kept)
    move_rows(Apart, "by", old, kept)
    _move_pairs(old, kept)
    _drop_twins(old, kept)


def _weight(entry: Entry) -> tuple[bool, bool]:
    """Return which of a person's two entries in a season is theirs: the greater one."""
    return entry.status == EntryStatus.PLAYING, entry.division_id is not None


def _drop_twins(old: User, kept: User) -> None:
    """Drop emails to the old account that wait and that the kept one gets, or has, of its own."""
    waiting = Letter.objects.waiting().filter(
        recipient__in=[old, kept], topic__startswith=f"{TOPIC}:"
    )
    of_old = {letter.key: letter.pk for letter in waiting if letter.key.endswith(f":{old.pk}")}
    twins = {f"{key.rpartition(':')[0]}:{kept.pk}": pk for key, pk in of_old.items()}
    there = Letter.objects.sent_or_waiting().filter(key__in=twins).values_list("key", flat=True)
    unneeded = Letter.objects.filter(pk__in=[twins[key] for key in there])
    unneeded.update(state=Letter.State.SUPERSEDED)


def _move_pairs(old: User, kept: User) -> None:
    """Keep those apart from the kept account who were kept apart from the old one."""
    for pair in Apart.objects.filter(Q(one=old) | Q(other=old)):
        other = pair.other_id if pair.one_id == old.pk else pair.one_id
        one, other = sorted((kept.pk, other))
        if one == other or Apart.objects.filter(one=one, other=other).exists():
            pair.delete()
        else:
            pair.one_id, pair.other_id = one, other
            pair.save(update_fields=["one", "other"])
    for season in Season.objects.unfinished().exclude(together=[]):
        season.together = [
            [kept.pk if each == old.pk else each for each in pair] for pair in season.together
        ]
        season.save(update_fields=["together"])


ACCOUNTS = Contribution(
    files={
        "leagues/entries.json": gettext_lazy("Your seasons in leagues and cups."),
        "leagues/tables.json": gettext_lazy(
            "Your seats at the tables of leagues and cups, also those that you took over."
        ),
        "leagues/substitute.json": gettext_lazy("The seasons in which you are a substitute."),
        "leagues/cups.json": gettext_lazy("The cups that you have organized."),
    },
    write=write,
    move=move,
    check=check,
    closes=withdraw,
)
