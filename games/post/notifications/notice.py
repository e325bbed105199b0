"""The layout of this app's own notifications: one sentence and a button."""

from django.conf import settings

from games.post.letters import Written, render
from games.post.models import Letter


def notice(letter: Letter, subject: str, sentence: str, *, path: str, label: str) -> Written:
    """Write a letter of one sentence, with a button that links to a path of this site."""
    url = settings.SITE_URL + path
    return render(
        letter,
        subject=subject,
        template="post/notice",
        context={"button_url": url, "button_label": label, "sentence": sentence},
        short=sentence,
        url=url,
    )
