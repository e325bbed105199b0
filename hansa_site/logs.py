"""How the log on standard error is written."""

import logging
from copy import copy


class LineFormatter(logging.Formatter):
    """Write a refused request (4xx) as one line, and errors with their traceback.

    Django logs the exception with both.
    """

    def format(self, record: logging.LogRecord) -> str:
        """Return the text of a record, without the traceback of a refused request."""
        if 400 <= getattr(record, "status_code", 0) < 500:
            record = copy(record)
            record.exc_info = record.exc_text = None
        return super().format(record)
