"""The notifications of a game.

A notification is queued with the ids of what it is about and written when it is sent, so that it
says what is true then. To add a kind, add a class to one of these modules and a line below.
"""

KINDS = (
    "games.play.letters.answers.Answer",
    "games.play.letters.answers.FormerAnswer",
    "games.play.letters.asking.MoreTime",
    "games.play.letters.asking.OutOfTime",
    "games.play.letters.asking.Reminder",
    "games.play.letters.asking.Resumed",
    "games.play.letters.asking.Turn",
    "games.play.letters.asking.VoteCalled",
    "games.play.letters.news.Annulled",
    "games.play.letters.news.Cancelled",
    "games.play.letters.news.Chat",
    "games.play.letters.news.GoesOn",
    "games.play.letters.news.Over",
    "games.play.letters.news.PauseEnds",
    "games.play.letters.news.Paused",
    "games.play.letters.news.Played",
    "games.play.letters.news.Rewound",
    "games.play.letters.news.Started",
    "games.play.letters.seats.Invited",
    "games.play.letters.seats.Offered",
    "games.play.letters.seats.SeatChanged",
    "games.play.letters.seats.SeatTaken",
    "games.play.letters.seats.StillWanted",
)
