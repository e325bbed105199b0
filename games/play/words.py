"""Words that hold for every title: what confirming does, how time is counted, what is voted on."""

from collections.abc import Sequence

from games.drawing import Drawing
from games.drawing.score import listed
from games.drawing.seats import COLOUR_NAMES
from games.play.models import Agreement, Game, OnTimeout, Pace, Status, Vote, VoteKind
from games.play.services.inviting import Invitation
from games.rules.title import Caution


def warned(
    warnings: Sequence[Caution], names: Sequence[str], drawing: Drawing, asked: str = ""
) -> str:
    """Return what confirming does, as the rest of a sentence; '' if nothing.

    `asked` is what the others are asked for then; the title's drawing has the words for it.
    """
    said = []
    for warning in warnings:
        if warning.kind == "asks":
            asks = listed([names[seat] for seat in warning.seats])
            said.append(f"{asks} {drawing.will(asked)}")
        elif warning.kind == "uncovers":
            said.append(drawing.uncovers)
        elif warning.kind == "ends":
            said.append("the game ends")
    return ", ".join(dict.fromkeys(said))


_OF_ABSENT = {
    "wait": "More time was given.",
    "replace": "The seat was offered to others.",
    "bot": "A bot has the seat from now on.",
    "cancel": "The game was cancelled.",
    "moved": "Play went on before anything was decided.",
    "paused": "The game was paused before anything was decided.",
    "over": "The game was over before anything was decided.",
    "": "There was no agreement, and a bot played the turn.",
}
_OF_OTHERS = {
    "yes": "Yes.",
    "no": "No.",
    "over": "The game was over before that was decided.",
    "": "There was no agreement.",
}


def pace_of(game: Game) -> str:
    """Return how time is counted in a game, in one or two sentences."""
    answers = f"{hours(game.reaction_hours)} for an answer in another's turn"
    if game.pace == Pace.BANK:
        return (
            f"Each player has a bank of {hours(game.bank_hours)} and {hours(game.hours)} more for "
            f"each turn; {answers}."
        )
    return f"Each player has {hours(game.hours)} for a turn and {answers}."


def terms_of(game: Game) -> str:
    """Return how time is counted, what follows when it has run out, and how votes are decided."""
    then = "the others vote" if game.on_timeout == OnTimeout.VOTE else "a bot plays for the player"
    grace = f"a grace of {hours(game.grace_hours)} begins, then " if game.grace_hours else ""
    needed = "all" if game.agreement == Agreement.UNANIMOUS else "more than half"
    return (
        f"{pace_of(game)} When time has run out, {grace}{then}. "
        f"Votes need {needed} of those who may vote."
    )


def hours(number: int) -> str:
    """Return hours as people say them: '3 days', '36 hours', 'an hour'."""
    if number == 1:
        return "an hour"
    if number % 24 or not number:
        return f"{number} hours"
    return "a day" if number == 24 else f"{number // 24} days"


def set_up_of(game: Game, players: int) -> list[str]:
    """Return what a game is set up with beside what is usual: 'Board: The East'."""
    return [
        f"{option.label}: {value.label}"
        for option in game.rules().offered(game.options, players)
        for value in option.values
        if value.id == game.options.get(option.name) != option.default
    ]


def question_of(vote: Vote) -> str:
    """Return what is voted on, as a question."""
    if vote.kind == VoteKind.ABSENT:
        return f"{vote.about.name} has not moved in time: what shall happen?"
    return {
        VoteKind.PAUSE: "Shall the game be paused?",
        VoteKind.RESUME: "Shall the game go on?",
        VoteKind.CANCEL: "Shall the game be cancelled?",
        VoteKind.END: "Shall the game end now, without a winner?",
    }[VoteKind(vote.kind)]


def choice_of(vote: Vote, choice: str) -> str:
    """Return a choice of a vote in words."""
    name = vote.about.name if vote.about else ""
    return {
        "yes": "Yes",
        "no": "No",
        "wait": f"Wait: {name} gets more time",
        "replace": f"Offer the seat of {name} to others; a bot plays until somebody takes it",
        "bot": f"Let a bot play for {name} from now on",
        "cancel": "Cancel the game",
    }[choice]


def result_of(vote: Vote) -> str:
    """Return what came of a vote, in two sentences.

    An absent player is called by his colour: his seat may be somebody else's by now.
    """
    if vote.kind == VoteKind.ABSENT:
        colour = COLOUR_NAMES[vote.about.seat].lower()
        return f"The player of {colour} had not moved in time. {_OF_ABSENT[vote.outcome]}"
    return f"{question_of(vote)} {_OF_OTHERS[vote.outcome]}"


def agreement_of(game: Game) -> str:
    """Return how many must agree in votes, as a sentence."""
    if game.agreement == Agreement.UNANIMOUS:
        return "It needs everybody who may vote."
    return "It needs more than half of those who may vote."


def end_of(game: Game) -> str:
    """Return how a game without a result ended, as a sentence."""
    if game.status == Status.CANCELLED:
        return "The players have cancelled the game."
    return "The players have ended the game; it has no winner."


def told_of_invitation(invited: Invitation) -> str:
    """Return what becomes of an invitation, for the person who sent it.

    Why somebody cannot be reached is their own affair.
    """
    name = invited.guest.username
    if not invited.reaches:
        return f"{name} can't be reached by email at the moment. Send them the invitation link."
    if invited.asked_before:
        return f"{name} has been invited to this game already; no second email is sent."
    return f"{name} is sent the invitation."
