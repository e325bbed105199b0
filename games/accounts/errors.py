"""Errors that are shown to people."""


class Refused(Exception):
    """An action was refused; `str(error)` says what is wrong and what would work."""


class NoVacation(Refused):
    """A vacation that cannot be booked or cancelled."""


class ExportRefused(Refused):
    """An export that a person may not ask for now."""


class AppendOnly(Refused):
    """An attempt to change or remove a row of a log that can only be added to."""


class AccountState(Refused):
    """An account that cannot be closed or reopened."""


class CannotMerge(Refused):
    """Two accounts that cannot become one."""


class TokenRefused(Refused):
    """A personal token that cannot be created."""


class BotAccountRefused(Refused):
    """A bot account that cannot be created."""


class BadToken(Refused):
    """A text that is no token, or one that does not work any more."""
