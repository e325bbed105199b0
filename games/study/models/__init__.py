"""The models of plans, studies, analyses, post-mortems, guided games, guesses and puzzles."""

from games.study.models.analysis import METHOD, Analysis, AnalysisState, JudgedTurn
from games.study.models.guess import GameOfTheWeek, Guess
from games.study.models.guide import GuideProgress
from games.study.models.plan import Comment, Plan, PlanLine
from games.study.models.post_mortem import PostMortem
from games.study.models.puzzles import DailyPuzzle, PuzzleAnswer
from games.study.models.recommendation import Recommendation, RecommendationVote

__all__ = [
    "METHOD",
    "Analysis",
    "AnalysisState",
    "Comment",
    "DailyPuzzle",
    "GameOfTheWeek",
    "Guess",
    "GuideProgress",
    "JudgedTurn",
    "Plan",
    "PlanLine",
    "PostMortem",
    "PuzzleAnswer",
    "Recommendation",
    "RecommendationVote",
]
