"""States as plain JSON, by a list of their fields."""

import hashlib
import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Fields:
    """The fields of a state that are dumped as they are, as rows of bytes, and as rows of those."""

    plain: Collection[str]
    rows: Collection[str]
    rows_of_rows: Collection[str] = ()

    def dump(self, state: object) -> dict[str, Any]:
        """Return these fields as plain JSON; `load` reads them back."""
        data: dict[str, Any] = {name: getattr(state, name) for name in self.plain}
        for name in self.rows:
            data[name] = list(getattr(state, name))
        for name in self.rows_of_rows:
            data[name] = [list(row) for row in getattr(state, name)]
        return data

    def load(self, state: object, data: Mapping[str, Any]) -> None:
        """Set these fields of a state to what `dump` wrote."""
        for name in self.plain:
            setattr(state, name, data[name])
        for name in self.rows:
            setattr(state, name, bytes(data[name]))
        for name in self.rows_of_rows:
            setattr(state, name, tuple(bytes(row) for row in data[name]))


def digest(dumped: Mapping[str, Any]) -> str:
    """Return a fingerprint of a dumped state, equal for equal states."""
    text = json.dumps(dumped, sort_keys=True, separators=(",", ":"))
    return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()
