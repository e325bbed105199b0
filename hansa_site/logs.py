"""How the log on standard error is written: as lines, or each record as one JSON object."""

import json
import logging
from copy import copy
from datetime import UTC, datetime

from django.http import HttpRequest

from games.accounts import trace

NO_ID = "-"


class LineFormatter(logging.Formatter):
    """Write a refused request (4xx) as one line, and errors with their traceback.

    Django logs the exception with both, and the address of the page, which may contain secrets: it
    is replaced by its pattern. Each record gets a `request_id`.
    """

    def format(self, record: logging.LogRecord) -> str:
        """Return the text of a record, without the traceback of a refused request."""
        return super().format(_ready(record))


class JsonFormatter(logging.Formatter):
    """Write a record as one line of JSON, with its traceback as a field."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the JSON of a record."""
        record = _ready(record)
        fields: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "process": record.process,
            "request_id": record.__dict__["request_id"],
            "message": record.getMessage(),
        }
        if record.exc_info:
            fields["traceback"] = self.formatException(record.exc_info)
        return json.dumps(fields, ensure_ascii=False)


def _ready(record: logging.LogRecord) -> logging.LogRecord:
    record = copy(record)
    record.__dict__["request_id"] = trace.current() or NO_ID
    if 400 <= getattr(record, "status_code", 0) < 500:
        record.exc_info = record.exc_text = None
    request = getattr(record, "request", None)
    if isinstance(request, HttpRequest) and isinstance(record.args, tuple):
        match = request.resolver_match
        pattern = f"/{match.route}" if match else "no page of ours"
        record.args = tuple(pattern if each == request.path else each for each in record.args)
    return record
