"""Wording common to all titles: what confirming does, how time is counted, what a vote is about."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from operator import attrgetter
from typing import Any, Final
from zoneinfo import ZoneInfo

from django.utils.formats import date_format
from django.utils.timezone import localtime

from games.accounts.models import User
from games.play.event_hosts import counts_until, host_of
from games.play.language import labelled, say, spoken
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
from games.play.policies import choices_in
from games.rules.common.lru import LRUCache
from games.rules.common.message import Message, Noun, Player, Told, message, plural, term
from games.rules.title import Consequence
from games.wording import WORDINGS, Wording
from games.wording.seats import COLOURS

CLOSED: Final = message("Confirm your draft, or undo it.")
"""What is asked once nothing can follow a draft."""


def prompt_of_others(game: Game, view: Any, names: Sequence[str]) -> str:
    """Return which player a game waits for and for what, or which bot thinks, as a sentence."""
    if game.thinking_since is not None:
        return say(message("{player} is thinking.", player=Player(names[view.turn])))
    return WORDINGS[game.title].prompt_of_others(view, names, spoken())


def standing(game: Game, state: Any, player: Any, names: Sequence[str]) -> str:
    """Return what a player is told of a game now: whom it waits for, or how it ended."""
    title, wording, seat = game.rules(), WORDINGS[game.title], player.seat
    view, final = title.view(state, seat), title.result(state)
    if final is not None:
        return str(wording.score(final, view, names, spoken())["verdict"])
    if not game.is_running:
        return end_of(game)
    if player.is_waited_for:
        return wording.prompt_of_me(view, title.orders(state, seat), spoken())
    return prompt_of_others(game, view, names)


def warned(
    warnings: Sequence[Consequence], names: Sequence[str], wording: Wording, asked: str = ""
) -> str:
    """Return what confirming does, in sentences, or ''.

    `asked` is what the other players are then asked for; the title has the words for it.
    """
    said, language = [], spoken()
    for warning in warnings:
        if warning.kind == "asks":
            said.append(wording.will(asked, [names[seat] for seat in warning.seats], language))
        elif warning.kind == "uncovers":
            said.append(wording.uncovers(language))
        elif warning.kind == "ends":
            said.append(language.say(message("The game ends.")))
    return " ".join(dict.fromkeys(said))


TWO_DAYS = 48
"""Shorter spans that are not whole days are told in hours."""

DAY: Final = Noun("day", "{number} day", "{number} days")
HOUR: Final = Noun("hour", "{number} hour", "{number} hours")

_OF_ABSENT: Final = {
    Outcome.WAIT: message("{colour} ran out of time. The others gave them more time."),
    Outcome.REPLACE: message("{colour} ran out of time. The others offered the seat to anyone."),
    Outcome.BOT: message("{colour} ran out of time. The others gave the seat to a bot."),
    Outcome.CANCEL: message("{colour} ran out of time. The others cancelled the game."),
    Outcome.EXTENDED: message("{colour} ran out of time. Staff gave them more time."),
    Outcome.REPLACED: message("{colour} ran out of time. Staff gave the seat to a bot."),
    Outcome.LEFT: message("{colour} ran out of time. They left before anything was decided."),
    Outcome.MOVED: message("{colour} ran out of time. They moved before anything was decided."),
    Outcome.PAUSED: message(
        "{colour} ran out of time. The game was paused before anything was decided."
    ),
    Outcome.OVER: message("{colour} ran out of time. The game ended before anything was decided."),
    Outcome.REWOUND: message(
        "{colour} ran out of time. Staff rewound the game before anything was decided."
    ),
    Outcome.NONE: message(
        "{colour} ran out of time. There was no agreement, and a bot played the turn."
    ),
}
_OF_OTHERS: Final = {
    Outcome.YES: message("Yes."),
    Outcome.NO: message("No."),
    Outcome.OVER: message("The game ended before that was decided."),
    Outcome.REWOUND: message("Staff rewound the game before that was decided."),
    Outcome.NONE: message("There was no agreement."),
}
_NO_WINNER: Final = message("The game is cancelled for everyone. It has no winner.")
_FOLLOWS: Final = {
    VoteKind.PAUSE: plural(
        PAUSE_TIME.days,
        "All clocks stop, for {number} day at most. Players can still move.",
        "All clocks stop, for {number} days at most. Players can still move.",
    ),
    VoteKind.RESUME: message("The pause ends, and the clocks run again."),
    VoteKind.CANCEL: _NO_WINNER,
    VoteKind.END: message("The game ends as it stands. It has no winner."),
}
_QUESTIONS: Final = {
    VoteKind.PAUSE: message("Pause the game?"),
    VoteKind.RESUME: message("Resume the game?"),
    VoteKind.CANCEL: message("Cancel the game?"),
    VoteKind.END: message("End the game now, without a winner?"),
}


def pace_of(game: Game) -> str:
    """Return how time is counted in a game, in one or two sentences."""
    time, answer = hours(game.hours), hours(game.reaction_hours)
    if game.pace == Pace.BANK:
        return say(
            message(
                "Each player has a time bank of {bank}, plus {time} per turn, and {answer} to "
                "answer during another player's turn.",
                bank=hours(game.bank_hours, "dative"),
                time=time,
                answer=answer,
            )
        )
    return say(
        message(
            "Each player has {time} per turn, and {answer} to answer during another player's turn.",
            time=time,
            answer=answer,
        )
    )


_terms = LRUCache(1024)
_ALL_TERMS: Final = attrgetter(
    "hot_seat",
    "pace",
    "hours",
    "bank_hours",
    "reaction_hours",
    "grace_hours",
    "on_timeout",
    "agreement",
    "rated",
    "rated_with_bots",
    "least_reliability",
    "newcomers",
)


def terms_of(game: Game, zone: ZoneInfo | None = None) -> str:
    """Return the terms: how time is counted, how votes work, if it is rated, who may join.

    Of a game that is compared with others, only until when it counts, in a time zone, by default
    the current one.
    """
    until = counts_until(game)
    if until is not None:
        return f"{counted_by(until, zone)} {rating_of(game)}"
    found: str = _terms.get((spoken(), *_ALL_TERMS(game)), lambda: _terms_of(game))
    return found


def counted_by(until: datetime, zone: ZoneInfo | None = None) -> str:
    """Return until when a game counts, as a sentence; `zone` is told if it is given."""
    end = date_format(localtime(until, zone), "DATETIME_FORMAT")
    told = Told(end if zone is None else f"{end} ({zone})")
    return say(message("Take your time: the game counts if it is over by {end}.", end=told))


def _terms_of(game: Game) -> str:
    if game.hot_seat:
        return say(
            message(
                "This is your own table: people pass and play at one screen, without a clock. "
                "It isn't rated and doesn't count for statistics."
            )
        )
    everyone = game.agreement == Agreement.UNANIMOUS
    told = [pace_of(game), say(_timeout_of(game))]
    if everyone:
        told.append(say(message("A vote passes if everyone who may vote agrees.")))
    else:
        told.append(say(message("A vote passes if more than half of those who may vote agree.")))
        if game.rated:
            told.append(say(message("To cancel or end the game, all of them must agree.")))
    told.append(rating_of(game))
    if game.least_reliability:
        told.append(say(_asked_of_players(game)))
    return " ".join(told)


def _timeout_of(game: Game) -> Message:
    voted = game.on_timeout == OnTimeout.VOTE
    if not game.grace_hours:
        if voted:
            return message("When time runs out, the others vote.")
        return message("When time runs out, a bot plays for the player.")
    grace = hours(game.grace_hours, "dative")
    if voted:
        return message(
            "When time runs out, a grace period of {grace} begins, then the others vote.",
            grace=grace,
        )
    return message(
        "When time runs out, a grace period of {grace} begins, then a bot plays for the player.",
        grace=grace,
    )


def _asked_of_players(game: Game) -> Message:
    least = game.least_reliability
    if game.newcomers:
        return message(
            "Players need a reliability of at least {least}%. Newcomers may join.", least=least
        )
    return message(
        "Players need a reliability of at least {least}%. Newcomers can't join.", least=least
    )


def rating_of(game: Game) -> str:
    """Return whether a game is rated, in a sentence or two."""
    if game.rated_with_bots:
        return say(
            message(
                "The game is rated among its people, although a bot account plays with them. "
                "People decide on their own, without advice from other people or programs."
            )
        )
    if game.rated:
        return say(
            message(
                "The game is rated. Everyone decides on their own, without advice from other "
                "people or programs."
            )
        )
    return say(message("It's a friendly game: no rating changes."))


def hours(number: int, role: str = "object") -> Message:
    """Return hours in words: '3 days', '36 hours', '29 days 4 hours', '1 hour'.

    `role` is what they do in a sentence, as in `Noun.counted`.
    """
    days, rest = divmod(number, 24)
    if not days or (rest and number < TWO_DAYS):
        return HOUR.counted(role, number)
    told = DAY.counted(role, days)
    if not rest:
        return told
    return term("span of time", "{days} {hours}", days=told, hours=hours(rest, role))


def invites(host: User, game: Game) -> str:
    """Return who invites somebody to a game of what.

    The name of the game is left out: a stranger may have chosen it.
    """
    return say(
        term(
            "email",
            "{host} invites you to a game of {title}",
            host=Player(host.called),
            title=game.rules().name,
        )
    )


def set_up_of(game: Game, players: int) -> list[str]:
    """Return what a game is part of and how it differs from the standard: 'Board: The East'.

    A game of an event with a host has its place there beside its name.
    """
    event = []
    if game.event and host_of(game) is None:
        event = [say(message("Part of {event}", event=Told(game.event.name)))]
    return event + [
        say(value.label) if value.id == "on" else labelled(option.label, value.label)
        for option in game.rules().compatible_options(game.options, players)
        for value in option.values
        if value.id == game.options.get(option.name) != option.default
    ]


def question_of(vote: Vote) -> str:
    """Return what a vote is about, as a question."""
    if vote.about is not None:
        return say(message("{player} ran out of time. What now?", player=Player(vote.about.name)))
    return say(_QUESTIONS[VoteKind(vote.kind)])


def choice_of(vote: Vote, choice: str) -> str:
    """Return a choice of a vote in words."""
    player = Player(vote.about.name if vote.about else "")
    return say(
        {
            Outcome.YES: term("vote", "Yes"),
            Outcome.NO: term("vote", "No"),
            Outcome.WAIT: term("vote", "Wait: give {player} more time", player=player),
            Outcome.REPLACE: term(
                "vote",
                "Offer {player}'s seat to anyone. A bot plays until someone takes it",
                player=player,
            ),
            Outcome.BOT: term("vote", "Let a bot play for {player} from now on", player=player),
            Outcome.CANCEL: term("vote", "Cancel the game"),
        }[Outcome(choice)]
    )


def follows_from(vote: Vote, choice: str, *, own: bool = True) -> str:
    """Return what happens once a choice of a vote has won, as a sentence.

    `own` is whether the absent player ran out of time in their own turn.
    """
    if vote.about is None:
        return say(_FOLLOWS[VoteKind(vote.kind)] if choice == Outcome.YES else _stays(vote))
    player = Player(vote.about.name)
    more = int(vote.game.more_time(own=own).total_seconds() // 3600)
    return say(
        {
            Outcome.WAIT: message("{player} gets {time} more.", player=player, time=hours(more)),
            Outcome.REPLACE: message(
                "Anyone can take {player}'s seat. Until then a bot plays there, and {player} can "
                "come back.",
                player=player,
            ),
            Outcome.BOT: message(
                "A bot plays for {player} from now on. They can't come back.", player=player
            ),
            Outcome.CANCEL: _NO_WINNER,
        }[Outcome(choice)]
    )


def silence_of(vote: Vote, until: str, *, own: bool = True) -> str:
    """Return what happens if the players do not agree until a moment in words, as a sentence."""
    end = Told(until)
    if vote.about is None:
        if vote.kind == VoteKind.RESUME:
            return say(message("If too few say yes by {end}, the pause goes on.", end=end))
        return say(message("If too few say yes by {end}, the game goes on as it is.", end=end))
    player = Player(vote.about.name)
    if own:
        return say(
            message(
                "If there's no agreement by {end}, a bot plays {player}'s turn and the game goes "
                "on.",
                end=end,
                player=player,
            )
        )
    return say(
        message(
            "If there's no agreement by {end}, a bot answers for {player} and the game goes on.",
            end=end,
            player=player,
        )
    )


def _stays(vote: Vote) -> Message:
    if vote.kind == VoteKind.RESUME:
        return message("The pause goes on.")
    return message("The game goes on as it is.")


def result_of(vote: Vote) -> str:
    """Return the result of a vote, in two sentences.

    An absent player is named by their colour: their seat may be someone else's by now.
    """
    outcome = Outcome(vote.outcome)
    if vote.about is not None:
        told = _OF_ABSENT[outcome]
        return say(replace(told, parts={"colour": COLOURS[vote.about.seat]}))
    return f"{question_of(vote)} {say(_OF_OTHERS[outcome])}"


def agreement_of(vote: Vote, game: Game) -> str:
    """Return how many players must agree in a vote, as a sentence."""
    needed = {vote.agreement(game, choice) for choice in choices_in(vote, game)}
    if needed == {Agreement.UNANIMOUS}:
        return say(message("A choice needs everyone who may vote."))
    half = say(message("A choice needs more than half of the players who may vote."))
    if len(needed) == 1:
        return half
    return f"{half} {say(message('To cancel the game takes all of them.'))}"


def end_of(game: Game) -> str:
    """Return how a game without a result ended, as a sentence."""
    if game.ended_by == RECORD:
        return say(message("The record ends here, before the end of the game."))
    if game.ended_by == LEFT:
        return say(message("The last player left, which ended the game. It has no winner."))
    if game.status == Status.CANCELLED:
        return say(message("The players cancelled the game."))
    return say(message("The players ended the game. It has no winner."))
