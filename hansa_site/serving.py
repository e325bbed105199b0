"""What gunicorn calls in a web process, beside the options that `processes` gives it."""

import signal
from types import FrameType
from typing import Any

from games.api.stopping import STOPPING


def post_worker_init(worker: Any) -> None:
    """End the waits of programs at once when the process is told to stop.

    Otherwise they hold it for as long as they wait, and it answers nobody else meanwhile.
    """

    def stop(number: int, frame: FrameType | None) -> None:
        STOPPING.set()
        worker.handle_exit(number, frame)

    signal.signal(signal.SIGTERM, stop)
