"""A way out for a machine without a network: a proxy there, whose connections begin here."""

import asyncio
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from threading import Thread
from urllib.parse import urlsplit

PORT = 3128
_BIND = """
import socket, sys
server = socket.create_server(("127.0.0.1", int(sys.argv[1])))
socket.send_fds(socket.socket(fileno=int(sys.argv[2])), [b"x"], [server.fileno()])
"""


@contextmanager
def way_out(leader: int) -> Iterator[str]:
    """Let programs on a machine reach others by HTTP and HTTPS; yield the proxy's address there."""
    loop = asyncio.new_event_loop()
    thread = Thread(target=loop.run_forever, daemon=True)
    thread.start()
    starts = asyncio.start_server(_pass_on, sock=_listening_on(leader))
    server = asyncio.run_coroutine_threadsafe(starts, loop).result()
    try:
        yield f"http://127.0.0.1:{PORT}"
    finally:
        asyncio.run_coroutine_threadsafe(_end(server), loop).result()
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


async def _end(server: asyncio.Server) -> None:
    """Close a server with all its connections, which a machine may have left open."""
    server.close()
    ending = asyncio.all_tasks() - {asyncio.current_task()}
    for task in ending:
        task.cancel()
    await asyncio.gather(*ending, return_exceptions=True)


def _listening_on(leader: int) -> socket.socket:
    """Return a socket of this process that listens in the network of a machine."""
    here, there = socket.socketpair()
    with here, there:
        subprocess.run(
            ["nsenter", "--target", str(leader), "--net",
             sys.executable, "-c", _BIND, str(PORT), str(there.fileno())],
            pass_fds=[there.fileno()], check=True,
        )  # fmt: skip
        _, (descriptor,), *_ = socket.recv_fds(here, 1, 1)
    return socket.socket(fileno=descriptor)


async def _pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Connect a client with the server that its first request names (RFC 9110, 9.3.6)."""
    # At the end a connection is cancelled, of which asyncio would complain.
    with closing(writer), suppress(OSError, EOFError, asyncio.CancelledError):
        head = await reader.readuntil(b"\r\n\r\n")
        method, target, _ = head.decode("latin-1").split(" ", 2)
        tunnel = method == "CONNECT"
        place = urlsplit(f"//{target}" if tunnel else target)
        answers, out = await asyncio.open_connection(place.hostname, place.port or 80)
        with closing(out):
            if tunnel:
                writer.write(b"HTTP/1.1 200 OK\r\n\r\n")
            else:
                out.write(head)
            await asyncio.gather(_copy(reader, out), _copy(answers, writer))


async def _copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    while part := await reader.read(1 << 16):
        writer.write(part)
        await writer.drain()
    writer.close()
