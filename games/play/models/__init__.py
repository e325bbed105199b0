"""Everything that is kept of games."""

from games.play.models.game import Door, Draft, Game, Move, PlayedBy, Player, Status, new_token
from games.play.models.holders import Change, Holder
from games.play.models.pace import Agreement, OnTimeout, Pace
from games.play.models.standing import StandingOrder
from games.play.models.talk import Message, Note
from games.play.models.votes import Ballot, Vote, VoteKind

__all__ = [
    "Agreement",
    "Ballot",
    "Change",
    "Door",
    "Draft",
    "Game",
    "Holder",
    "Message",
    "Move",
    "Note",
    "OnTimeout",
    "Pace",
    "PlayedBy",
    "Player",
    "StandingOrder",
    "Status",
    "Vote",
    "VoteKind",
    "new_token",
]
