"""Whatever a program does, each order that was taken is in the log once, and versions only grow."""

from pathlib import Path

import pytest
from django.core.management import call_command

from games.accounts.models import PersonalToken
from games.play.models import Game
from tests.api.misbehaving import Misbehaving
from tests.factories import UserFactory
from tests.play.factories import game_of
from tests.running.web import web

pytestmark = pytest.mark.django_db(transaction=True)


def misbehave(folder: Path, seconds: int, workers: int) -> set[int]:
    """Let a program misbehave in games with bots, then end its tokens, and go on.

    Returns the statuses that it was answered with while its tokens worked.
    """
    person = UserFactory()
    games = [
        game_of(person, "journeyman", "journeyman", title=title)
        for title in ("hansa", "teutonica", "hansa")
    ]
    with web(folder, workers=workers) as site:
        program = Misbehaving(site.address, person, UserFactory(), games)
        program.run(seconds)
        assert program.broken() == []
        assert program.accepted
        answered = set(program.statuses)
        PersonalToken.objects.all().delete()
        before = list(Game.objects.values_list("pk", "version"))
        program.over.clear()
        program.statuses.clear()
        for deed, secret in zip(program.deeds[3:7], program.secrets[3:7], strict=True):
            deed(secret)
        assert set(program.statuses) == {401}
        assert list(Game.objects.values_list("pk", "version")) == before
    assert "Traceback" not in site.log.read_text()
    call_command("verify_games", verbosity=0)
    return answered


def test_a_program_that_misbehaves_breaks_nothing(tmp_path: Path) -> None:
    misbehave(tmp_path, 3, workers=2)


@pytest.mark.long
@pytest.mark.postgres
def test_a_program_that_misbehaves_for_long_breaks_nothing(tmp_path: Path) -> None:
    assert {200, 412, 422, 429} <= misbehave(tmp_path, 120, workers=4)
