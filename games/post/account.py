"""Writes the letters about accounts."""

import json
from datetime import datetime

from django.template.loader import render_to_string
from django.utils import timezone

from games.accounts.seal import unseal
from games.post.letters import Written, render
from games.post.models import Letter

KIND = "account"


def write_account(letter: Letter) -> Written | None:
    """Say what an account's owner needs to know, or nothing once it is of no use any more."""
    if not letter.sealed:
        return None
    told = json.loads(unseal(letter.sealed, KIND))
    if timezone.now() > datetime.fromisoformat(told["until"]):
        return None
    return render(
        letter,
        subject=render_to_string(f"{told['template']}_subject.txt").strip(),
        template=f"{told['template']}_message",
        context=told["words"],
    )
