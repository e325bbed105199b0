"""Writes what the mail room has to say itself: that letters arrive, that a mail was not taken."""

from typing import Any

from django.conf import settings
from django.urls import reverse

from games.post import subjects
from games.post.letters import Written, answering, render
from games.post.models import Letter

TRIAL, ENOUGH, UNHEARD = "trial", "enough", "unheard"


def write_trial(letter: Letter) -> Written:
    """Say that letters arrive."""
    where = "this webhook" if letter.channel_id else "this address"
    sentence = f"You asked for a test: what {settings.SITE_NAME} has to tell you reaches {where}."
    return _written(
        letter, "Your letters arrive", sentence, reverse("post:letters"), "To your letters"
    )


def write_enough(letter: Letter) -> Written:
    """Say that no more answers are taken within this day."""
    sentence = (
        "Your mail was not read: you have sent as many answers as are taken within 24 hours. "
        "Until some of them are older than that, play on the site."
    )
    subject = answering(letter.payload["subject"], "your answers")
    return _written(letter, subject, sentence, "/", "To your games")


def write_unheard(letter: Letter) -> Written:
    """Say that a mail to an address of this person's was dropped."""
    name = subjects.name_of(letter.subject_of)
    sender = letter.payload["sender"] or "another address"
    own = letter.recipient.confirmed_address()
    sentence = (
        f"A mail about {name} came from {sender} to an address that was given to you. Nothing was "
        "done with it, as it could not be shown to be yours. If you wrote it, send it again from "
        f"{own} or add the other address to your account."
    )
    url = reverse("account_email")
    return _written(letter, f"{name}: a mail was dropped", sentence, url, "Your addresses")


def _written(letter: Letter, subject: str, sentence: str, path: str, label: str) -> Written:
    url = settings.SITE_URL + path
    context: dict[str, Any] = {"button_url": url, "button_label": label, "sentence": sentence}
    return render(
        letter,
        subject=subject,
        template="post/notice",
        context=context,
        short=sentence,
        url=url,
    )
