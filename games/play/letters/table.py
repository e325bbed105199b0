"""The letters about a table: who is invited, that it has begun, who may sit down, how it ended."""

from django.conf import settings
from django.urls import reverse

from games.accounts.models import User
from games.drawing.score import listed
from games.play.gate import Access
from games.play.letters.scene import Scene
from games.play.models import Status
from games.play.words import end_of, pace_of, set_up_of, terms_of
from games.post.letters import Written
from games.post.models import Letter


def write_invitation(letter: Letter) -> Written | None:
    """Ask somebody to take a seat, while there is one.

    They have not asked for this letter: what a stranger calls the game does not stand in it.
    """
    scene = Scene.at_table(letter)
    if scene is None or not scene.game.is_open or not any(each.is_free for each in scene.players):
        return None
    if any(each.user_id == letter.recipient_id for each in scene.players):
        return None
    host = User.objects.filter(pk=letter.payload["by"]).first()
    if host is None:
        return None
    pace = pace_of(scene.game)
    subject = f"{host.username} invites you to a game of {scene.game.rules().name}"
    return scene.written(
        subject=subject,
        template="invitation",
        short=f"{subject}. {pace}",
        host=host.username,
        pace=pace,
        terms=terms_of(scene.game),
        set_up=set_up_of(scene.game, len(scene.players)),
        seated=[each.name for each in scene.players if not each.is_free],
        free=sum(each.is_free for each in scene.players),
        button_url=_invitation(scene),
        button_label="Look at the invitation",
    )


def write_cancelled(letter: Letter) -> Written | None:
    """Tell a guest that a game they had joined will not begin."""
    scene = Scene.at_seat(letter)
    if scene is None or scene.game.status != Status.CANCELLED:
        return None
    host = User.objects.filter(pk=letter.payload["by"]).first()
    verdict = f"{host.username if host else 'Its creator'} has cancelled the game before it began."
    subject = f"{scene.game.name} is cancelled"
    return scene.written(
        subject=subject,
        template="cancelled",
        short=f"{subject}. {verdict}",
        verdict=verdict,
        button_url=settings.SITE_URL + reverse("play:lobby"),
        button_label="Find another game",
    )


def write_started(letter: Letter) -> Written | None:
    """Tell that the game has begun and whom it waits for."""
    scene = Scene.at_seat(letter)
    if scene is None or scene.game.status != Status.RUNNING:
        return None
    waited = listed([other.name for other in scene.players if other.is_waited_for])
    subject = f"{scene.game.name} has begun"
    return scene.written(
        subject=subject,
        template="started",
        short=f"{subject}. Play waits for {waited}.",
        picture=scene.picture(since=scene.game.moves_made),
        waited=waited,
        terms=terms_of(scene.game),
        set_up=set_up_of(scene.game, len(scene.players)),
    )


def write_offered(letter: Letter) -> Written | None:
    """Tell that a seat is offered to others, as its player has left or let the time run out."""
    scene = Scene.at_seat(letter)
    if scene is None or not scene.game.is_running:
        return None
    seat = scene.players[letter.payload["offered"]]
    if seat.offered is None:
        return None
    mine = seat.seat == letter.payload["seat"]
    gone = scene.hands.left_by(letter.payload.get("left"))
    whose = "your seat" if mine else f"the seat of {seat.name}"
    news = gone.news if gone else f"{whose} is offered to others"
    subject = f"{scene.game.name}: {news}"
    return scene.written(
        subject=subject,
        template="offered",
        short=f"{subject}.",
        picture=scene.picture() if mine else None,
        seat=seat,
        mine=mine,
        gone=gone,
        invitation=_invitation(scene),
        moves=mine,
    )


def write_seat(letter: Letter) -> Written | None:
    """Tell a person that his seat is another's now, or a bot's."""
    scene = Scene.at_table(letter)
    if scene is None or any(each.user_id == letter.recipient_id for each in scene.players):
        return None
    taker = "a bot"
    if letter.payload["taker"] is not None:
        person = User.objects.filter(pk=letter.payload["taker"]).first()
        taker = person.username if person else "somebody else"
    subject = f"{scene.game.name}: {taker} plays on in your place"
    watched = Access(game=scene.game, user=letter.recipient).may_see
    return scene.written(
        subject=subject,
        template="seat",
        short=f"{subject}.",
        taker=taker,
        bot=letter.payload["taker"] is None,
        button_url=scene.url if watched else "",
        button_label="Watch the game",
    )


def write_over(letter: Letter) -> Written | None:
    """Tell how the game ended, with the score sheet if it has a result."""
    scene = Scene.at_seat(letter)
    if scene is None or scene.game.state is None or scene.game.is_running:
        return None
    result = scene.game.rules().result(scene.state)
    sheet = scene.drawing.score(result, scene.names) if result else None
    verdict = sheet["verdict"] if sheet else end_of(scene.game)
    subject = f"{scene.game.name} is over"
    return scene.written(
        subject=subject,
        template="over",
        short=f"{subject}. {verdict}",
        picture=scene.picture(),
        moves=True,
        verdict=verdict,
        sheet=sheet,
        hands=scene.hands.lines,
    )


def _invitation(scene: Scene) -> str:
    return settings.SITE_URL + reverse("play:invitation", args=[scene.game.token])
