"""Requests that may be sent twice: what one with an idempotency key did, it does once."""

import json
import re
from collections.abc import Callable
from datetime import timedelta
from hashlib import sha256
from http import HTTPStatus
from typing import Any, Final

from django.db import transaction
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext

from games.accounts.models import PersonalToken
from games.api.models import LONGEST_KEY, KeptAnswer
from games.api.problems import Code, Problem

LASTS: Final = timedelta(days=1)
"""How long an answer is kept."""

_KEY: Final = re.compile(rf"[\x21-\x7e]{{1,{LONGEST_KEY}}}")


def key_sent(request: HttpRequest) -> str:
    """Return the idempotency key of a request, '' if it has none; raises Problem for a bad one."""
    key = request.headers.get("Idempotency-Key", "")
    if not key or _KEY.fullmatch(key):
        return key
    raise Problem(
        HTTPStatus.BAD_REQUEST,
        Code.INVALID,
        gettext("An idempotency key has at most {most} visible ASCII characters.").format(
            most=LONGEST_KEY
        ),
    )


@transaction.atomic
def once(
    token: PersonalToken, key: str, asked: object, act: Callable[[], dict[str, Any]]
) -> dict[str, Any]:
    """Return what `act` answers, or what it answered when the token first sent the key.

    `asked` is the request, as JSON has it. What is refused is not kept: it may be sent again with
    the same key. Raises Problem if the key came with another request before.
    """
    if not key:
        return act()
    digest = sha256(json.dumps(asked).encode()).hexdigest()
    # Of two requests at once one waits here until the other is through.
    kept, is_new = KeptAnswer.objects.get_or_create(
        token=token, key=key, defaults={"asked": digest, "at": timezone.now()}
    )
    if is_new:
        kept.answer = act()
        kept.save(update_fields=["answer"])
    elif kept.asked != digest:
        raise Problem(
            HTTPStatus.UNPROCESSABLE_ENTITY,
            Code.KEY_REUSED,
            gettext("You've sent this idempotency key with another request. Make a new one."),
        )
    answer: dict[str, Any] = kept.answer
    return answer
