"""Carry out replies to emails that ask for a vote: count the choice that the first line names."""

from typing import Final

from django.db import transaction

from games.play import services
from games.play.errors import PlayError
from games.play.keywords import meanings
from games.play.language import say, spoken
from games.play.letters.answers import NOT_COUNTED, VOTED, Result
from games.play.models import Player, Vote
from games.play.pages.wording import choice_of, question_of
from games.play.replies.parse import parse_choice
from games.post.inbound.replies import Reply
from games.rules.common.message import Told, message

AGAIN: Final = message("Reply to the message about the vote once more.")


def carry_out(player: Player, reply: Reply, vote_id: int) -> Result:
    """Count a player's choice in a vote."""
    asked = Vote.objects.filter(pk=vote_id)
    choices = [choice for vote in asked for choice in vote.choices()]
    words = meanings(spoken()).items()
    choice = parse_choice(reply, {word: means for word, means in words if means in choices})
    result = count(player, vote_id, choice)
    if result.outcome == VOTED:
        if not asked.get().closed:
            more = message("Until it is decided, another reply to that message changes it.")
            result.notes.append(say(more))
    elif asked.filter(closed=None).exists():
        result.notes.append(say(AGAIN))
    return result


def count(player: Player, vote_id: int, choice: str) -> Result:
    """Count a choice in a vote."""
    try:
        with transaction.atomic():
            vote = services.cast(player=player, vote_id=vote_id, choice=choice)
    except PlayError as error:
        return Result(NOT_COUNTED, [str(error)])
    chosen = message("{choice}.", choice=Told(choice_of(vote, choice)))
    notes = [f"{question_of(vote)} {say(chosen)}"]
    if vote.closed:
        notes.append(say(message("That decided it.")))
    return Result(VOTED, notes)
