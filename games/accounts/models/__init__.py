"""The models of people and their accounts."""

from games.accounts.choices import StaffChoices
from games.accounts.models.account import Closing, DataExport, ExportChunk, FormerName, Vacation
from games.accounts.models.profile import Audience, Block, Follow, Profile
from games.accounts.models.staff_act import AppendOnlyModel, AppendOnlyQuerySet, StaffAct
from games.accounts.models.token import LONGEST_TOKEN_NAME, PersonalToken, Scope
from games.accounts.models.user import (
    LONGEST_SLEEP,
    NAME_IS_TAKEN,
    NamePart,
    User,
    UserManager,
    check_time_zone,
)

__all__ = [
    "LONGEST_SLEEP",
    "LONGEST_TOKEN_NAME",
    "NAME_IS_TAKEN",
    "AppendOnlyModel",
    "AppendOnlyQuerySet",
    "Audience",
    "Block",
    "Closing",
    "DataExport",
    "ExportChunk",
    "Follow",
    "FormerName",
    "NamePart",
    "PersonalToken",
    "Profile",
    "Scope",
    "StaffAct",
    "StaffChoices",
    "User",
    "UserManager",
    "Vacation",
    "check_time_zone",
]
