"""The models of plans, studies, analyses and guided games."""

from games.study.models.analysis import METHOD, Analysis, AnalysisState, JudgedTurn
from games.study.models.guide import GuideProgress
from games.study.models.plan import Comment, Plan, PlanLine

__all__ = [
    "METHOD",
    "Analysis",
    "AnalysisState",
    "Comment",
    "GuideProgress",
    "JudgedTurn",
    "Plan",
    "PlanLine",
]
