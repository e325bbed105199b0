"""Wording common to all titles: what confirming does, how time is counted, what a vote is about."""

from collections.abc import Sequence
from typing import Any

from games.drawing import DRAWINGS, Drawing
from games.play.language import spoken
from games.play.models import (
    PAUSE_TIME,
    Agreement,
    Game,
    OnTimeout,
    Outcome,
    Pace,
    Status,
    Vote,
    VoteKind,
)
from games.play.models.game import LEFT, RECORD
from games.rules.common.message import message
from games.rules.title import Consequence
from games.wording.seats import colour_names

CLOSED = "Confirm your draft, or undo it."
"""What is asked once nothing can follow a draft."""


def prompt_of_others(game: Game, view: Any, names: Sequence[str]) -> str:
    """Return which player a game waits for and for what, or which bot thinks, as a sentence."""
    if game.thinking_since is not None:
        return f"{names[view.turn]} is thinking."
    return DRAWINGS[game.title].prompt_of_others(view, names, spoken())


def warned(
    warnings: Sequence[Consequence], names: Sequence[str], drawing: Drawing, asked: str = ""
) -> str:
    """Return what confirming does, in sentences, or ''.

    `asked` is what the other players are then asked for; the title has the words for it.
    """
    said, language = [], spoken()
    for warning in warnings:
        if warning.kind == "asks":
            said.append(drawing.will(asked, [names[seat] for seat in warning.seats], language))
        elif warning.kind == "uncovers":
            said.append(drawing.uncovers(language))
        elif warning.kind == "ends":
            said.append(language.say(message("The game ends.")))
    return " ".join(dict.fromkeys(said))


TWO_DAYS = 48
"""Shorter spans that are not whole days are told in hours."""

_OF_ABSENT = {
    Outcome.WAIT: "The others gave them more time.",
    Outcome.REPLACE: "The others offered the seat to anyone.",
    Outcome.BOT: "The others gave the seat to a bot.",
    Outcome.CANCEL: "The others cancelled the game.",
    Outcome.EXTENDED: "Staff gave them more time.",
    Outcome.REPLACED: "Staff gave the seat to a bot.",
    Outcome.LEFT: "They left before anything was decided.",
    Outcome.MOVED: "They moved before anything was decided.",
    Outcome.PAUSED: "The game was paused before anything was decided.",
    Outcome.OVER: "The game ended before anything was decided.",
    Outcome.REWOUND: "Staff took the game back before anything was decided.",
    Outcome.NONE: "There was no agreement, and a bot played the turn.",
}
_OF_OTHERS = {
    Outcome.YES: "Yes.",
    Outcome.NO: "No.",
    Outcome.OVER: "The game ended before that was decided.",
    Outcome.REWOUND: "Staff took the game back before that was decided.",
    Outcome.NONE: "There was no agreement.",
}


_FOLLOWS = {
    VoteKind.PAUSE: f"All clocks stop, for {PAUSE_TIME.days} days at most. Players can still move.",
    VoteKind.RESUME: "The pause ends, and the clocks run again.",
    VoteKind.CANCEL: "The game is cancelled for everyone. It has no winner.",
    VoteKind.END: "The game ends as it stands. It has no winner.",
}


def pace_of(game: Game) -> str:
    """Return how time is counted in a game, in one or two sentences."""
    answers = f"{hours(game.reaction_hours)} to answer during another player's turn"
    if game.pace == Pace.BANK:
        return (
            f"Each player has a time bank of {hours(game.bank_hours)}, "
            f"plus {hours(game.hours)} per turn, and {answers}."
        )
    return f"Each player has {hours(game.hours)} per turn, and {answers}."


def terms_of(game: Game) -> str:
    """Return the terms: how time is counted, how votes work, if it is rated, who may join."""
    if game.hot_seat:
        return (
            "This table is yours alone: its people pass and play at one screen, without a clock."
            " It isn't rated, and no statistics count it."
        )
    then = "the others vote" if game.on_timeout == OnTimeout.VOTE else "a bot plays for the player"
    grace = f"a grace period of {hours(game.grace_hours)} begins, then " if game.grace_hours else ""
    everyone = game.agreement == Agreement.UNANIMOUS
    needed = "all" if everyone else "more than half"
    stopping = "" if everyone or not game.rated else "Cancelling or ending it needs all of them. "
    return (
        f"{pace_of(game)} When time runs out, {grace}{then}. "
        f"Votes need {needed} of the players who may vote. "
        f"{stopping}{rating_of(game)}"
        f"{_asked_of_players(game)}"
    )


def _asked_of_players(game: Game) -> str:
    if not game.least_reliability:
        return ""
    newcomers = "may" if game.newcomers else "can't"
    return (
        f" Players need a reliability of at least {game.least_reliability}%. "
        f"Newcomers {newcomers} join."
    )


def rating_of(game: Game) -> str:
    """Return whether a game is rated, as a sentence."""
    return "The game is rated." if game.rated else "It's a friendly game: no rating changes."


def hours(number: int) -> str:
    """Return hours in words: '3 days', '36 hours', '29 days 4 hours', '1 hour'."""
    days, rest = divmod(number, 24)
    if not days or (rest and number < TWO_DAYS):
        return f"{number} hour{'' if number == 1 else 's'}"
    told = f"{days} day{'' if days == 1 else 's'}"
    return f"{told} {hours(rest)}" if rest else told


def set_up_of(game: Game, players: int) -> list[str]:
    """Return what a game is part of and how it differs from the standard: 'Board: The East'."""
    event = [f"Part of {game.event.name}"] if game.event else []
    say = spoken().say
    return event + [
        say(value.label) if value.id == "on" else f"{say(option.label)}: {say(value.label)}"
        for option in game.rules().compatible_options(game.options, players)
        for value in option.values
        if value.id == game.options.get(option.name) != option.default
    ]


def question_of(vote: Vote) -> str:
    """Return what a vote is about, as a question."""
    if vote.about is not None:
        return f"{vote.about.name} ran out of time. What now?"
    return {
        VoteKind.PAUSE: "Pause the game?",
        VoteKind.RESUME: "Resume the game?",
        VoteKind.CANCEL: "Cancel the game?",
        VoteKind.END: "End the game now, without a winner?",
    }[VoteKind(vote.kind)]


def choice_of(vote: Vote, choice: str) -> str:
    """Return a choice of a vote in words."""
    name = vote.about.name if vote.about else ""
    return {
        Outcome.YES: "Yes",
        Outcome.NO: "No",
        Outcome.WAIT: f"Wait: give {name} more time",
        Outcome.REPLACE: f"Offer {name}'s seat to anyone. A bot plays until someone takes it",
        Outcome.BOT: f"Let a bot play for {name} from now on",
        Outcome.CANCEL: "Cancel the game",
    }[Outcome(choice)]


def follows_from(vote: Vote, choice: str, *, own: bool = True) -> str:
    """Return what happens once a choice of a vote has won, as a sentence.

    `own` is whether the absent player ran out of time in their own turn.
    """
    if vote.about is None:
        return _FOLLOWS[VoteKind(vote.kind)] if choice == Outcome.YES else _stays(vote)
    name = vote.about.name
    more = int(vote.game.more_time(own=own).total_seconds() // 3600)
    return {
        Outcome.WAIT: f"{name} gets {hours(more)} more.",
        Outcome.REPLACE: f"Anyone can take {name}'s seat. Until then a bot plays there, "
        f"and {name} can come back.",
        Outcome.BOT: f"A bot plays for {name} from now on. They can't come back.",
        Outcome.CANCEL: "The game is cancelled for everyone. It has no winner.",
    }[Outcome(choice)]


def silence_of(vote: Vote, until: str, *, own: bool = True) -> str:
    """Return what happens if the players do not agree until a moment in words, as a sentence."""
    if vote.about is None:
        stays = _stays(vote)
        return f"If too few say yes by {until}, {stays[0].lower()}{stays[1:]}"
    plays = f"plays {vote.about.name}'s turn" if own else f"answers for {vote.about.name}"
    return f"If there's no agreement by {until}, a bot {plays} and the game goes on."


def _stays(vote: Vote) -> str:
    return "The pause goes on." if vote.kind == VoteKind.RESUME else "The game goes on as it is."


def result_of(vote: Vote) -> str:
    """Return the result of a vote, in two sentences.

    An absent player is named by their colour: their seat may be someone else's by now.
    """
    outcome = Outcome(vote.outcome)
    if vote.about is not None:
        colour = colour_names(spoken())[vote.about.seat]
        return f"{colour} ran out of time. {_OF_ABSENT[outcome]}"
    return f"{question_of(vote)} {_OF_OTHERS[outcome]}"


def agreement_of(vote: Vote, game: Game) -> str:
    """Return how many players must agree in a vote, as a sentence."""
    needed = {vote.agreement(game, choice) for choice in vote.choices()}
    if needed == {Agreement.UNANIMOUS}:
        return "A choice needs everyone who may vote."
    half = "A choice needs more than half of the players who may vote."
    return f"{half} To cancel the game takes all of them." if len(needed) > 1 else half


def end_of(game: Game) -> str:
    """Return how a game without a result ended, as a sentence."""
    if game.ended_by == RECORD:
        return "The record ends here, before the end of the game."
    if game.ended_by == LEFT:
        return "The last player left, which ended the game. It has no winner."
    if game.status == Status.CANCELLED:
        return "The players cancelled the game."
    return "The players ended the game. It has no winner."
