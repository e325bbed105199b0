"""The letters that a game writes, each at the moment it is sent: it tells what is true then.

Each payload names the `game` and, where the reader has a place at it, his `seat`. Besides:

    turn              `wait`, the number of the move that began the wait, and `stepped_aside`:
                      whether a standing order did not fit
    reminder, warning, more_time `wait`
    vote              `vote`
    offered           `offered`, the seat that others may take, and `left`, the id of the holder
                      who left it, None if they only do not come
    seat              `taker`, the id of the person who has the reader's seat now, None for a bot
    invitation        `by`, the id of the person who invites
    cancelled         `by`, the id of the person who cancelled
"""

from games.play.letters.pause import write_pause_ends, write_paused, write_resumed
from games.play.letters.table import (
    write_cancelled,
    write_invitation,
    write_offered,
    write_over,
    write_seat,
    write_started,
)
from games.play.letters.talk import write_chat
from games.play.letters.turn import (
    write_more_time,
    write_played,
    write_reminder,
    write_turn,
    write_warning,
)
from games.play.letters.votes import write_vote

WRITERS = {
    "turn": write_turn,
    "reminder": write_reminder,
    "warning": write_warning,
    "more_time": write_more_time,
    "played": write_played,
    "vote": write_vote,
    "offered": write_offered,
    "seat": write_seat,
    "invitation": write_invitation,
    "cancelled": write_cancelled,
    "started": write_started,
    "over": write_over,
    "paused": write_paused,
    "pause_ends": write_pause_ends,
    "resumed": write_resumed,
    "chat": write_chat,
}
