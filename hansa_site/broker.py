"""The broker of a site on one machine: a folder of messages, each of which appears there whole.

kombu's own creates a file before it locks and fills it. A worker that looks in between reads
nothing and stops (kombu issue 1551).
"""

import os
import time
from pathlib import Path
from typing import Any
from uuid import uuid4

from kombu.transport import filesystem
from kombu.utils.json import dumps


class Channel(filesystem.Channel):
    """A channel that writes a file under another name first."""

    # kombu's own classes call the arguments differently.
    def _put(self, queue: str, payload: Any, **_: Any) -> None:  # type: ignore[override]
        """Add a message to a queue; the names of messages are in the order of time."""
        folder = Path(self.data_folder_out)
        written = _written(folder, dumps(payload))
        written.rename(folder / f"{time.time_ns()}_{uuid4()}.{queue}.msg")

    def _queue_bind(self, exchange: str, routing_key: str, pattern: str | None, queue: str) -> None:
        """Add a queue to the file of an exchange, which is made before if there is none yet."""
        file = self.control_folder / f"{exchange}.exchange"
        written = _written(file.parent, "[]")
        try:
            # Unlike renaming, this fails if another process has made the file.
            os.link(written, file)
        except FileExistsError:
            pass
        finally:
            written.unlink()
        super()._queue_bind(exchange, routing_key, pattern, queue)


class Transport(filesystem.Transport):
    """kombu's transport of messages in a folder, with the channel above."""

    Channel = Channel


def _written(folder: Path, text: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{uuid4()}.part"
    path.write_text(text)
    return path
