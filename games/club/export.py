"""What this room knows about a person: tables they look for, reports, and answers to puzzles."""

from collections.abc import Iterator

from games.accounts.export.register import File, Part
from games.accounts.models import User
from games.club.models import DailyPuzzle, PuzzleAnswer, Report, SavedSearch, TableWish


def write(user: User) -> Iterator[File]:
    """Yield the files about a person."""
    wishes = TableWish.objects.filter(user=user)
    yield "tables/waiting.json", list(wishes.values("tables", "players", "paces", "rated", "since"))
    searches = SavedSearch.objects.filter(user=user)
    yield "tables/searches.json", list(searches.values("wanted", "since", "checked_at"))
    sent = Report.objects.filter(by=user).order_by("pk")
    yield "reports.json", list(sent.values("about", "text", "at", "answer", "answered_at"))
    answers = PuzzleAnswer.objects.filter(user=user).order_by("pk")
    fields = ("title", "number", "orders", "chance", "right", "at")
    yield "puzzles/answers.json", list(answers.values(*fields))
    daily = DailyPuzzle.objects.filter(user=user)
    yield "puzzles/daily.json", list(daily.values("since", "last_day"))


PART = Part(
    files={
        "tables/waiting.json": "The kind of table at which you want the next seat.",
        "tables/searches.json": "The searches for open games that you saved.",
        "puzzles/answers.json": "Your first answers to puzzles.",
        "puzzles/daily.json": "Since when you get the puzzle of the day by email.",
        "reports.json": "What you reported to staff, and their answers.",
    },
    write=write,
)
