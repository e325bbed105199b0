"""Take replies to emails that ask for a vote: count the choice that the first line names."""

from django.db import transaction

from games.accounts.models import User
from games.play import services
from games.play.errors import PlayError
from games.play.letters.addresses import vote_of, voter_of, voters_of
from games.play.letters.answer import NOT_COUNTED, VOTED, Reply
from games.play.models import Player, Vote
from games.play.pages.wording import choice_of, question_of
from games.play.replies.handler import owner_of, taken
from games.play.replies.parse import Reader
from games.post.inbound.replies import Incoming, Outcome

AGAIN = "Reply to the email about the vote once more."


def take(incoming: Incoming) -> Outcome:
    """Carry out a reply and write back."""
    return taken(
        incoming,
        voter_of(incoming.payload),
        voters_of(incoming.payload),
        lambda game, player: _reply(incoming, player),
    )


def owner(payload: str) -> tuple[User, str] | None:
    """Return the person to whom an address was given and the game's topic, or None."""
    return owner_of(voters_of(payload))


def _reply(incoming: Incoming, player: Player) -> Reply:
    vote_id = vote_of(incoming.payload)
    asked = Vote.objects.filter(pk=vote_id)
    choice = _choice(incoming, asked.first())
    try:
        with transaction.atomic():
            vote = services.cast(player=player, vote_id=vote_id, choice=choice)
    except PlayError as error:
        still = asked.filter(closed=None).exists()
        return Reply(NOT_COUNTED, [str(error), AGAIN] if still else [str(error)])
    counted = f"{question_of(vote)} {choice_of(vote, choice)}."
    if vote.closed:
        return Reply(VOTED, [counted, "That decided it."])
    return Reply(VOTED, [counted, "Until it is decided, another reply to that email changes it."])


def _choice(incoming: Incoming, vote: Vote | None) -> str:
    """Return the choice that the first line names, without a name or polite words after it."""
    choices = vote.choices() if vote else ()
    reader = Reader(lambda text: text in choices, (incoming.user.username, incoming.called))
    return reader.without_asides(" ".join(incoming.lines[:1]).casefold())
