"""What the schema says for those who write programs, beside the docstrings of operations."""

from typing import Any, Final

from games.api.problems import CONTENT_TYPE, ProblemOut

API: Final = """What people do on the pages of this site, for their programs.

Make a token on the site under Security, 'Where you're signed in'. See docs/api.md."""

IF_MATCH: Final[dict[str, Any]] = {
    "name": "If-Match",
    "in": "header",
    "required": True,
    "schema": {"type": "string"},
    "description": "The ETag of the game, which is its version: the orders are for that position.",
}

IDEMPOTENCY_KEY: Final[dict[str, Any]] = {
    "name": "Idempotency-Key",
    "in": "header",
    "required": False,
    "schema": {"type": "string", "maxLength": 100},
    "description": "Any text, new for each request: sent twice within a day, it counts once.",
}

NOT_MODIFIED: Final[dict[str, Any]] = {
    "responses": {304: {"description": "It is still as your If-None-Match says."}}
}

_PROBLEM: Final[dict[str, Any]] = {
    "content": {CONTENT_TYPE: {"schema": {"$ref": "#/components/schemas/ProblemOut"}}}
}


def add_problems(schema: dict[str, Any]) -> None:
    """Add to the schema of the API what every operation may answer beside what it is asked for."""
    for methods in schema["paths"].values():
        for operation in methods.values():
            operation["responses"] |= {
                "4XX": {"description": "What you sent is refused."} | _PROBLEM,
                "5XX": {"description": "Something is wrong on our side."} | _PROBLEM,
            }
    problem = ProblemOut.model_json_schema(ref_template="#/components/schemas/{model}")
    schema["components"]["schemas"] |= problem.pop("$defs") | {"ProblemOut": problem}
