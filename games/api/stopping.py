"""Whether this process is about to stop. The web server says so before Django is set up."""

from threading import Event
from typing import Final

STOPPING: Final = Event()
"""Set once the process has been told to stop: then no request waits any longer."""
