"""A table's chat: read it, and write to it as the page of the game does."""

from datetime import datetime
from typing import Annotated, Any, Final

from ninja import P, QueryEx, Router, Schema
from pydantic import AfterValidator, Field, StringConstraints

from games.accounts.direction import bare, without_controls
from games.accounts.intake import UNWANTED
from games.accounts.models import Scope
from games.api.auth import ApiRequest, Token
from games.api.described import IDEMPOTENCY_KEY
from games.api.kept import key_sent, once
from games.play.access import enter
from games.play.models import Message
from games.play.services import chat

router = Router(tags=["chat"], auth=Token(Scope.CHAT))

MOST: Final = 200
"""How many messages are told at once."""

LAST_NUMBER: Final = 10**15


def _readable(text: str) -> str:
    """Return a text as forms of pages are read: without what changes its direction unseen."""
    if UNWANTED.search(text):
        raise ValueError("The text has control characters, which nobody can read.")
    return without_controls(text)


MessageText = Annotated[
    str, StringConstraints(min_length=1, max_length=chat.LONGEST), AfterValidator(_readable)
]


class MessageIn(Schema):
    """A message to everyone at the table."""

    text: MessageText


class MessageOut(Schema):
    """A message, as you see it."""

    id: int
    seat: int = Field(description="The seat that its author held.")
    name: str
    person: str | None = Field(description="Who wrote it, None if the account was deleted.")
    at: datetime
    text: str
    blocked: bool = Field(description="Whether you block its author: the site folds it up.")


class MessagesOut(Schema):
    """A part of the chat."""

    messages: list[MessageOut] = Field(description="The oldest first.")
    more: bool = Field(description="Whether there are newer messages.")


@router.get(
    "/games/{int:game_id}/messages",
    response=MessagesOut,
    operation_id="messages",
    url_name="messages",
    summary="The chat",
)
def messages(
    request: ApiRequest, game_id: int, after: QueryEx[int, P(ge=0, le=LAST_NUMBER)] = 0
) -> MessagesOut:
    """Tell the messages after one, at most 200 at once. Whoever sees the game can read them.

    To the site they are still unread.
    """
    access = enter(user=request.user, game_id=game_id, light=True)
    said = Message.objects.filter(game=access.game, pk__gt=after).seen_by(request.user.pk)
    read = list(said.with_authors().order_by("pk")[: MOST + 1])
    return MessagesOut(messages=[_out(each) for each in read[:MOST]], more=len(read) > MOST)


@router.post(
    "/games/{int:game_id}/messages",
    response=MessageOut,
    operation_id="say",
    url_name="messages",
    summary="Write a message",
    openapi_extra={"parameters": [IDEMPOTENCY_KEY]},
)
def say(request: ApiRequest, game_id: int, sent: MessageIn) -> dict[str, Any]:
    """Send a message to everyone at the table, if you have a seat there."""
    access, key = enter(user=request.user, game_id=game_id, light=True), key_sent(request)

    def act() -> dict[str, Any]:
        new = chat.say(player=access.player(), text=sent.text)
        said = Message.objects.seen_by(request.user.pk).with_authors().get(pk=new.pk)
        return _out(said).model_dump(mode="json")

    return once(request.auth, key, ["say", game_id, sent.text], act)


def _out(message: Message) -> MessageOut:
    author = message.holder.user
    return MessageOut(
        id=message.pk,
        seat=message.seat,
        name=bare(message.author),
        person=None if author is None else author.username,
        at=message.sent,
        text=message.text,
        blocked=message.hidden,
    )
