"""The models of people and their accounts."""

from games.accounts.models.append_only import AppendOnlyModel, AppendOnlyQuerySet
from games.accounts.models.closing import Closing
from games.accounts.models.export import DataExport, ExportChunk
from games.accounts.models.former_name import FormerName
from games.accounts.models.profile import Audience, Profile
from games.accounts.models.staff_act import StaffAct
from games.accounts.models.ties import Block, Follow
from games.accounts.models.user import (
    LONGEST_SLEEP,
    NAME_IS_TAKEN,
    User,
    UserManager,
    check_time_zone,
)
from games.accounts.models.vacation import Vacation

__all__ = [
    "LONGEST_SLEEP",
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
    "Profile",
    "StaffAct",
    "User",
    "UserManager",
    "Vacation",
    "check_time_zone",
]
