"""Writes the test letter."""

from django.conf import settings
from django.urls import reverse

from games.post.letters import Written, render
from games.post.models import Letter


def write_trial(letter: Letter) -> Written:
    """Say that letters arrive."""
    url = settings.SITE_URL + reverse("post:letters")
    where = "this webhook" if letter.channel_id else "this address"
    sentence = f"You asked for a test: what {settings.SITE_NAME} has to tell you reaches {where}."
    return render(
        letter,
        subject="Your letters arrive",
        template="post/trial",
        context={"button_url": url, "button_label": "To your letters", "sentence": sentence},
        short=sentence,
        url=url,
    )
