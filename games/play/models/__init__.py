"""The models of games."""

from games.play.models.chat import Message, Note
from games.play.models.conditional import ConditionalLine, LineStatus
from games.play.models.draft import Draft
from games.play.models.event import Event
from games.play.models.followed_game import FollowedGame
from games.play.models.game import UNFINISHED, Game, Status, new_token
from games.play.models.invitation import Invitation, hashes_of
from games.play.models.log import Log
from games.play.models.move import Move, PlayedBy, Reason, Rewind
from games.play.models.pace import AFTER_PAUSE, MAX_PAUSES, PAUSE_TIME, Agreement, OnTimeout, Pace
from games.play.models.packed import PackedLog
from games.play.models.player import Change, Door, EndedBy, Holder, Player, PlayerQuerySet, Wait
from games.play.models.read_primer import ReadPrimer
from games.play.models.standing_order import StandingOrder
from games.play.models.votes import Ballot, Outcome, Vote, VoteKind

__all__ = [
    "AFTER_PAUSE",
    "MAX_PAUSES",
    "PAUSE_TIME",
    "UNFINISHED",
    "Agreement",
    "Ballot",
    "Change",
    "ConditionalLine",
    "Door",
    "Draft",
    "EndedBy",
    "Event",
    "FollowedGame",
    "Game",
    "Holder",
    "Invitation",
    "LineStatus",
    "Log",
    "Message",
    "Move",
    "Note",
    "OnTimeout",
    "Outcome",
    "Pace",
    "PackedLog",
    "PlayedBy",
    "Player",
    "PlayerQuerySet",
    "ReadPrimer",
    "Reason",
    "Rewind",
    "StandingOrder",
    "Status",
    "Vote",
    "VoteKind",
    "Wait",
    "hashes_of",
    "new_token",
]
