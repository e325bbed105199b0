"""The demo and the other commands."""

import re
from pathlib import Path

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.test import Client

from games.accounts.models import User
from games.play.models import Game
from games.play.pages import rulebook
from games.rules import TITLES
from tests.play.factories import game_of_people, player_to_move

pytestmark = pytest.mark.django_db


@pytest.fixture
def demo(settings, tmp_path: Path, capsys):
    settings.VAR = tmp_path

    def run() -> str:
        call_command("demo")
        return capsys.readouterr().out

    return run


def test_the_demo_signs_in_and_has_its_games(demo):
    name, password = re.search(r"Sign in as (\w+) with password (\S+)", demo()).groups()
    client = Client()
    answer = client.post("/accounts/login/", {"login": name, "password": password})

    assert answer.status_code == 302
    for title in TITLES:
        running = Game.objects.get(status="running", title=title)
        assert player_to_move(running).user.username == name
        assert running.players.exclude(bot="").count() == 3
        assert Game.objects.get(status="over", title=title).result["places"]
    assert Game.objects.values("name").distinct().count() == Game.objects.count()
    call_command("verify_games")


def test_the_demo_twice_is_the_demo_once(demo):
    first = demo()
    second = demo()

    assert first == second
    assert User.objects.count() == 1
    assert Game.objects.count() == 2 * len(TITLES)


def test_forgetting_somebody_unknown_says_so():
    with pytest.raises(CommandError, match="Nobody"):
        call_command("forget", "Nobody in particular")


def test_forgetting_somebody_keeps_the_game():
    game = game_of_people()
    name = player_to_move(game).user.username
    call_command("forget", name)

    assert not User.objects.filter(username=name).exists()
    assert player_to_move(game).user_id


def test_the_rules_page_reads_its_markdown():
    text = "# Rules\n\n## T1 Setup\n- T1.1 One\n  and more.\n- T1.2 Two <b>\n\n"
    text += "| a | b |\n|---|---|\n| 1 | **2** |\n"
    html = rulebook.render(text)

    assert '<h2 id="T1">T1 Setup</h2>' in html
    assert "T1.2 Two &lt;b&gt;" in html
    assert '<div class="scroll" tabindex="0"><table>' in html
    assert "<td><strong>2</strong></td>" in html


def test_a_numbered_rule_can_be_linked_to_and_may_hold_a_table():
    html = rulebook.render(
        "- **T1.2** Worth\n  the last.\n\n  | a | |\n  | --- | --- |\n  | 1 | 2 |\n"
    )

    assert '<li id="T1.2">' in html
    assert "<th>a</th>\n<td></td>" in html


def test_a_rule_that_is_named_leads_to_where_it_stands():
    text = "## T1 As T1.2\n- **T1.2** As in T1, *T1.2*, T1.3 & [T1](x).\n\n"
    html = rulebook.render(f"{text}| a |\n| --- |\n| T1.2 |\n")

    link = '<a href="#T1.2">T1.2</a>'
    assert "T1 As T1.2</h2>" in html
    assert (
        f'<strong>T1.2</strong> As in <a href="#T1">T1</a>, <em>{link}</em>, T1.3 &amp; '
        '<a href="x">T1</a>.'
    ) in html
    assert f"<td>{link}</td>" in html


def test_a_figure_stands_at_the_end_of_its_rule():
    html = rulebook.render("- **T1.2** Worth\n- **T1.3** More\n", {"T1.2": "<figure></figure>"})

    assert html.index("Worth") < html.index("<figure>") < html.index("More")
