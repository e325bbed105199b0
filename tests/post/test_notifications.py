"""The register of notifications, and what rows of older versions become."""

from dataclasses import dataclass

import pytest

from games.post import notifications
from games.post.models import Letter
from games.post.notifications import OWN, kind_of, kinds, names_of, notification_of, register
from games.post.notifications.base import Unknown
from games.post.notifications.notices import TooMany, Trial, Unheard
from tests.factories import LetterFactory, UserFactory


def test_each_kind_has_a_name_of_its_own_that_a_row_can_keep_and_a_label():
    longest = Letter._meta.get_field("kind").max_length
    assert len(kinds()) == len(notifications._paths)
    assert all(0 < len(name) <= longest for name in kinds())
    assert all(kind.label for kind in kinds().values())


@dataclass(frozen=True)
class Twin(Trial):
    """Has the name of another kind."""


def test_two_kinds_of_one_name_are_refused(monkeypatch):
    monkeypatch.setattr(notifications, "_paths", dict.fromkeys(OWN))
    register(f"{__name__}.Twin")
    with pytest.raises(ValueError, match="'trial'"):
        kinds()
    kinds.cache_clear()


def test_a_kind_without_a_class_is_unknown_and_nothing_breaks():
    letter = Letter(kind="carrier-pigeon", payload={"game": 1})
    assert kind_of(letter) is Unknown
    with pytest.raises(LookupError, match="carrier-pigeon"):
        notification_of(letter).write(letter)


def test_rows_of_other_versions_are_read():
    """A field that is gone is left out, one that has come since has a default."""
    letter = Letter(kind="unheard", payload={"sender": "a@x.example", "gone": 1})
    assert notification_of(letter) == Unheard(sender="a@x.example", about="")


@pytest.mark.django_db
def test_what_is_ordered_is_what_is_read_back():
    user = UserFactory()
    for notification in (Trial(), TooMany(subject="Re: Lübeck"), Unheard(sender="", about="a:1")):
        letter = LetterFactory(**notification.row(user))
        letter.refresh_from_db()
        assert notification_of(letter) == notification
        assert letter.topic == notification.topic


def test_answers_keep_no_schedule():
    for name in names_of(answers=True):
        assert not kinds()[name].scheduled
    assert names_of() == []
