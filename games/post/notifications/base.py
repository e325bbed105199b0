"""The base class of all kinds of notifications."""

from abc import ABC, abstractmethod
from dataclasses import asdict, dataclass, fields
from typing import TYPE_CHECKING, Any, ClassVar, Self

from games.accounts.languages import language_of
from games.accounts.models import User
from games.post.letters import Written
from games.post.models import Letter

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise


@dataclass(frozen=True)
class Notification(ABC):
    """Something to tell a user; fields of a subclass are stored with the letter until it is sent.

    kind        its name in the database
    label       what its reader calls it, until its letter has a subject line
    asks        what it asks its reader for, such as orders; '' for nothing. Letters that ask for
                the same are superseded together once it is no longer needed
    answers     its reader has just asked for it: it is sent at once, at any hour, by email or
                in the chat in which they asked
    urgent      it does not wait for quiet or for a digest
    scheduled   its reader's schedule decides when it is sent
    seeable     its reader may meanwhile have seen on the site what it tells: see `seen`
    digested    it is not worth an email of its own: only people who get digests get it, there
    """

    kind: ClassVar[str]
    label: ClassVar["StrOrPromise"] = ""
    asks: ClassVar[str] = ""
    answers: ClassVar[bool] = False
    urgent: ClassVar[bool] = False
    scheduled: ClassVar[bool] = True
    seeable: ClassVar[bool] = False
    digested: ClassVar[bool] = False

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        if cls.answers:
            cls.scheduled = False

    @classmethod
    def of(cls, letter: Letter) -> Self:
        """Return the notification of a letter.

        The letter may have been queued by an older version of the site: fields that the class no
        longer has are ignored, and fields added since then need a default.
        """
        names = {field.name for field in fields(cls)}
        return cls(**{name: value for name, value in letter.payload.items() if name in names})

    @property
    def topic(self) -> str:
        """What it is about, such as game:12; '' if users cannot set a schedule for it."""
        return ""

    @abstractmethod
    def key(self, user: User) -> str:
        """Return its idempotency key: at most one letter per key."""

    @abstractmethod
    def write(self, letter: Letter) -> Written | None:
        """Write what is true now, or return None if there is nothing left to say."""

    def language_for(self, letter: Letter) -> str:
        """Return the language to write it in: its reader's, who may own the channel it goes to."""
        return language_of(letter.reader)

    def seen(self) -> bool:
        """Return whether its reader has seen on the site what it tells, so that it may stay."""
        return False

    def note_sent(self, letter: Letter, written: Written) -> None:  # noqa: B027 - may do nothing
        """Note that it was sent by email, in the transaction that records it."""

    def row(self, user: User) -> dict[str, Any]:
        """Return the columns of its letter to a user."""
        return {
            "kind": self.kind,
            "recipient": user,
            "key": self.key(user),
            "topic": self.topic,
            "payload": asdict(self),
            "urgent": self.urgent,
        }


@dataclass(frozen=True)
class Unknown(Notification):
    """A kind that is in the database but not in the register."""

    kind = ""

    def key(self, user: User) -> str:
        raise LookupError("Nobody orders letters of an unknown kind.")

    def write(self, letter: Letter) -> Written | None:
        """Raise LookupError, which is retried: a newer version of the site may know the kind."""
        raise LookupError(f"Nobody writes letters of kind {letter.kind!r}.")
