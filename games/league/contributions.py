"""What this room adds to accounts: what it knows about a person, and how two become one."""

from collections.abc import Iterator

from django.db.models import F, Q
from django.utils.translation import gettext_lazy

from games.accounts.contribution import Contribution, File
from games.accounts.errors import CannotMerge
from games.accounts.merging import move_rows
from games.accounts.models import User
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
    Entry.objects.filter(user=user, status=EntryStatus.REGISTERED).delete()


def check(old: User, kept: User) -> None:
    """Raise CannotMerge if both play in one season: a person has one place in its standings."""
    playing = Season.objects.unfinished().exclude(status=SeasonStatus.REGISTERING)
    of_old = playing.filter(entries__user=old, entries__status=EntryStatus.PLAYING)
    shared = of_old.filter(
        pk__in=Entry.objects.filter(user=kept, status=EntryStatus.PLAYING).values("season")
    )
    season = shared.select_related("league").first()
    if season is not None:
        raise CannotMerge(
            f"{old.called} and {kept.called} both play in season {season.number} of "
            f"{season.league.called}. They can be merged once it is over."
        )


def move(old: User, kept: User) -> None:
    """Move a person's entries, seats and offers.

    Of two entries in one season the kept account has its own, unless only the other one plays. The
    other stays in the standings without a name.
    """
    for theirs in Entry.objects.filter(user=old, season__entries__user=kept):
        own = Entry.objects.get(user=kept, season=theirs.season_id)
        left = own if theirs.division_id and not own.division_id else theirs
        if left.division_id is None:
            left.delete()
        else:
            left.user = None
            left.save(update_fields=["user"])
    move_rows(Entry, "user", old, kept)
    move_rows(TableSeat, "substitute", old, kept)
    move_rows(Substitute, "user", old, kept, once=["season"])
    move_rows(League, "creator", old, kept)
    move_rows(Apart, "by", old, kept)
    _move_pairs(old, kept)


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
