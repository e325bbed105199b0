"""What an API no longer keeps of an earlier schema: whatever a program could rely on."""

from collections.abc import Iterator
from typing import Any

Schema = dict[str, Any]

METHODS = ("get", "post", "put", "patch", "delete")


def lost(old: Schema, new: Schema) -> list[str]:
    """Return what a program that was written for the old schema would miss or be asked anew."""
    return [*_of_operations(old, new), *_of_schemas(old, new)]


def _of_operations(old: Schema, new: Schema) -> Iterator[str]:
    for path, methods in old["paths"].items():
        for method in METHODS:
            if method not in methods:
                continue
            where, now = f"{method} {path}", new["paths"].get(path, {}).get(method)
            if now is None:
                yield f"{where} is gone"
                continue
            yield from _of_parameters(where, methods[method], now)
            if "requestBody" not in methods[method] and "requestBody" in now:
                yield f"{where} needs a body"
            for status, answer in methods[method]["responses"].items():
                if status not in now["responses"]:
                    yield f"{where} no longer answers {status}"
                elif answer.get("content") != now["responses"][status].get("content"):
                    yield f"{where} answers {status} otherwise"


def _of_parameters(where: str, old: Schema, new: Schema) -> Iterator[str]:
    known = {(each["in"], each["name"]): each for each in old.get("parameters", ())}
    now = {(each["in"], each["name"]): each for each in new.get("parameters", ())}
    for key, each in known.items():
        if key not in now:
            yield f"{where} no longer takes {key[1]}"
        elif each["schema"].get("type") != now[key]["schema"].get("type"):
            yield f"{where} takes {key[1]} otherwise"
    for key, each in now.items():
        if each.get("required") and not known.get(key, {}).get("required"):
            yield f"{where} needs {key[1]}"


def _of_schemas(old: Schema, new: Schema) -> Iterator[str]:
    now = new["components"]["schemas"]
    for name, schema in old["components"]["schemas"].items():
        if name not in now:
            yield f"{name} is gone"
            continue
        for value in schema.get("enum", ()):
            if value not in now[name].get("enum", ()):
                yield f"{name} has no {value} any more"
        for field, kind in schema.get("properties", {}).items():
            if field not in now[name].get("properties", {}):
                yield f"{name} has no {field} any more"
            elif _kind(kind) != _kind(now[name]["properties"][field]):
                yield f"{name} has another {field}"
        before, needed = set(schema.get("required", ())), set(now[name].get("required", ()))
        # What is sent may ask for less, what is answered must not have less.
        missing = needed - before if name.endswith("In") else before - needed
        yield from (f"{name} differs in whether it needs {field}" for field in sorted(missing))


def _kind(field: Schema) -> Any:
    """Return what kind of values a field has."""
    if "anyOf" in field:
        return [_kind(each) for each in field["anyOf"]]
    items = field.get("items")
    return (
        field.get("type"), field.get("format"), field.get("$ref"), _kind(items) if items else None,
    )  # fmt: skip
