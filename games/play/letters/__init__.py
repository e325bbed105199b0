"""The notifications of a game, one class per file.

A notification is queued with the ids of what it is about and written when it is sent, so that it
says what is true then. To add a kind, add a file here and a line below.
"""

KINDS = (
    "games.play.letters.answer.Answer",
    "games.play.letters.answer.FormerAnswer",
    "games.play.letters.cancelled.Cancelled",
    "games.play.letters.chat.Chat",
    "games.play.letters.goes_on.GoesOn",
    "games.play.letters.invitation.Invited",
    "games.play.letters.more_time.MoreTime",
    "games.play.letters.offered.Offered",
    "games.play.letters.out_of_time.OutOfTime",
    "games.play.letters.over.Over",
    "games.play.letters.pause_ends.PauseEnds",
    "games.play.letters.paused.Paused",
    "games.play.letters.played.Played",
    "games.play.letters.reminder.Reminder",
    "games.play.letters.resumed.Resumed",
    "games.play.letters.rewound.Rewound",
    "games.play.letters.seat.SeatTaken",
    "games.play.letters.seat_changed.SeatChanged",
    "games.play.letters.started.Started",
    "games.play.letters.still_wanted.StillWanted",
    "games.play.letters.turn.Turn",
    "games.play.letters.vote.VoteCalled",
)
