"""Ask for an export of one's data, make it, fetch it, and delete it when it has expired.

It is stored in the database, in chunks, because the worker that makes it and the web process that
sends it may be on different hosts. Each function owns its transaction.
"""

import json
import logging
from collections.abc import Iterator
from datetime import datetime, timedelta
from itertools import count
from tempfile import TemporaryFile
from textwrap import fill
from typing import IO
from zipfile import ZIP_DEFLATED, ZipFile
from zoneinfo import ZoneInfo

from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.db import transaction
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.text import format_lazy
from django.utils.translation import gettext, gettext_lazy, gettext_noop, override

from games.accounts.contribution import AccountLetter, contributions, send_letter
from games.accounts.errors import ExportRefused
from games.accounts.languages import language_of
from games.accounts.models import DataExport, ExportChunk, User

log = logging.getLogger(__name__)

LASTS = timedelta(days=7)
"""How long a finished export can be downloaded."""

EVERY = timedelta(days=1)
"""A person can ask for an export this often."""

MOST = 100 * 1024 * 1024
"""The most bytes of an export: thousands of games are a few megabytes."""

CHUNK = 512 * 1024

MOST_ATTEMPTS = 3

# Longer than a task can run, so that a worker that died is taken for dead, and no other.
LEASE = timedelta(seconds=settings.CELERY_TASK_TIME_LIMIT + 60)

SWEEP_TIME = timedelta(seconds=settings.SWEEP_SECONDS)

# Stored in English, and told in the language of the page.
TOO_LARGE = gettext_noop(
    "Your data is larger than the 100 MB that we can send this way. Please write to the people who "
    "run this site."
)
GIVEN_UP = gettext_noop(
    "Something went wrong on our side, so there is no file. You can ask again now."
)


class TooLarge(Exception):
    """An export has more bytes than MOST."""


def ask(*, user: User) -> DataExport:
    """Ask for an export of a person's data; raises ExportRefused within EVERY of the last one."""
    with transaction.atomic():
        # Lock the user's row, so that asking twice at once makes one.
        User.objects.select_for_update(no_key=True).get(pk=user.pk)
        again_at = may_ask_at(user)
        if again_at is not None:
            when = timezone.localtime(again_at, ZoneInfo(user.time_zone))
            raise ExportRefused(
                format_lazy(
                    gettext_lazy("You can ask for your data once a day, next on {day} at {time}."),
                    day=date_format(when, "l"),
                    time=date_format(when, "TIME_FORMAT"),
                )
            )
        now = timezone.now()
        return DataExport.objects.create(user=user, asked_at=now, next_try_at=now)


def latest(user: User) -> DataExport | None:
    """Return a person's newest export, if it has not expired."""
    return user.exports.filter(_not_expired(timezone.now())).order_by("-asked_at").first()


def may_ask_at(user: User) -> datetime | None:
    """Return when a person may ask for an export again, None if now."""
    since = timezone.now() - EVERY
    last = user.exports.filter(problem="", asked_at__gt=since).order_by("-asked_at").first()
    return None if last is None else last.asked_at + EVERY


def ready(user: User, number: int) -> DataExport | None:
    """Return an export of this person that can be downloaded, or None."""
    made = user.exports.filter(pk=number, made_at__isnull=False)
    return made.filter(_not_expired(timezone.now())).first()


def content_of(export: DataExport) -> Iterator[bytes]:
    """Yield the bytes of a finished export, a chunk at a time."""
    for number in count():
        chunk = ExportChunk.objects.filter(export=export, number=number).first()
        if chunk is None:
            return
        yield bytes(chunk.content)


def collect(user: User) -> Iterator[tuple[str, str]]:
    """Yield the name and text of each file about a person, the README in their language first."""
    with override(language_of(user)):
        readme = _readme()
    yield "README.txt", readme
    for part in contributions():
        for name, content in part.write(user):
            if isinstance(content, str):
                yield name, content
            else:
                yield (
                    name,
                    json.dumps(content, cls=DjangoJSONEncoder, indent=2, ensure_ascii=False) + "\n",
                )


def write_zip(user: User, file: IO[bytes], most: int = MOST) -> None:
    """Write all data of a person as a zip; raises TooLarge for more than `most` bytes."""
    with ZipFile(file, "w", ZIP_DEFLATED) as archive:
        for name, text in collect(user):
            archive.writestr(name, text)
            if file.tell() > most:
                raise TooLarge


def sweep() -> None:
    """Delete exports that have expired, and make the requested ones."""
    start = timezone.now()
    DataExport.objects.exclude(_not_expired(start)).delete()
    waiting = DataExport.objects.filter(made_at=None, problem="", next_try_at__lte=start)
    for pk in list(waiting.order_by("asked_at").values_list("pk", flat=True)):
        if timezone.now() - start > SWEEP_TIME:
            break
        try:
            make(export_id=pk)
        except Exception:  # an export that cannot be made must not stop others
            log.exception("Export %s could not be made; another sweep tries again", pk)


def make(*, export_id: int) -> None:
    """Make an export, unless it is made already or another worker is at it."""
    export = _take(export_id)
    if export is None:
        return
    with TemporaryFile() as file:
        try:
            write_zip(export.user, file)
        except TooLarge:
            log.warning("Export %s is larger than %s bytes", export_id, MOST)
            _give_up(export_id, TOO_LARGE)
            return
        size = file.tell()
        file.seek(0)
        _store(export_id, file, size)


@transaction.atomic
def _take(export_id: int) -> DataExport | None:
    """Lease an export that is to be made; give up after MOST_ATTEMPTS."""
    now = timezone.now()
    export = _locked(export_id)
    if export is None or export.next_try_at > now:
        return None
    if export.attempts >= MOST_ATTEMPTS:
        log.error("Export %s was given up after %s attempts", export_id, export.attempts)
        _give_up(export_id, GIVEN_UP)
        return None
    export.attempts += 1
    export.next_try_at = now + LEASE
    export.save(update_fields=["attempts", "next_try_at"])
    return export


@transaction.atomic
def _store(export_id: int, file: IO[bytes], size: int) -> None:
    """Store the bytes of an export and email its owner, unless another worker was faster."""
    export = _locked(export_id)
    if export is None:
        return
    for number, content in enumerate(iter(lambda: file.read(CHUNK), b"")):
        ExportChunk.objects.create(export=export, number=number, content=content)
    export.made_at = timezone.now()
    export.expires_at = export.made_at + LASTS
    export.size = size
    export.save(update_fields=["made_at", "expires_at", "size"])
    _write(export, export.expires_at)


def _locked(export_id: int) -> DataExport | None:
    """Lock an export that is not made yet; return None if it is, or another worker locks it."""
    waiting = DataExport.objects.select_related("user").filter(
        pk=export_id, made_at=None, problem=""
    )
    return waiting.select_for_update(skip_locked=True, of=("self",)).first()


def _give_up(export_id: int, problem: str) -> None:
    DataExport.objects.filter(pk=export_id).update(
        problem=problem, expires_at=timezone.now() + LASTS
    )


def _not_expired(now: datetime) -> Q:
    return Q(expires_at=None) | Q(expires_at__gt=now)


def _write(export: DataExport, expires_at: datetime) -> None:
    """Email the link to a finished export, which works only for who is signed in as its owner."""
    user = export.user
    address = user.confirmed_address()
    if address is None:
        return
    url = settings.SITE_URL + reverse("accounts:download", args=[export.pk])
    send_letter(
        AccountLetter(
            template="accounts/email/export",
            address=address,
            words={"export_url": url},
            moments={"until": expires_at},
            lasts=LASTS,
            language=language_of(user),
            zone=user.time_zone,
        )
    )


def _readme() -> str:
    entries = [f"{name}\n{fill(str(what), 90, initial_indent='    ', subsequent_indent='    ')}"
            for part in contributions() for name, what in part.files.items()]  # fmt: skip
    first = gettext(
        "This is what {site} ({url}) knows about you, on {now}. Other players' secrets are not in "
        "it, and neither is anything that would open your account: passwords, keys, and the secret "
        "addresses of feeds and webhooks. Files that end in .json are for programs, but can be "
        "read with any text editor. Times are in UTC."
    ).format(
        site=settings.SITE_NAME,
        url=settings.SITE_URL,
        now=date_format(timezone.now(), "DATETIME_FORMAT"),
    )
    return "\n\n".join([fill(first, 94), *entries]) + "\n"
