"""The schema of the API as it is committed: docs/api.json."""

import json
from pathlib import Path
from typing import Final

from django.conf import settings

from games.api.api import api

FILE: Final = Path(settings.ROOT) / "docs" / "api.json"


def text() -> str:
    """Return the schema of the code (OpenAPI 3.1) as JSON."""
    return json.dumps(api.get_openapi_schema(), indent=1, ensure_ascii=False) + "\n"
