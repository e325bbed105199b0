"""Hosts can be cut off, and nothing outside sees them."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.soak import hosts

PROGRAM = """
import socket, subprocess, sys
from contextlib import closing
from tests.soak.hosts import network

SERVE = '''
import socket, time
with socket.create_server(("", 8000)):
    print(flush=True)
    time.sleep(60)
'''

def reached(host):
    with closing(socket.socket()) as probe:
        probe.settimeout(1)
        return probe.connect_ex((host.address, 8000)) == 0

with network(2) as (one, two):
    server = subprocess.Popen(one.command([sys.executable, "-c", SERVE]), stdout=subprocess.PIPE)
    server.stdout.readline()
    print(reached(one), reached(two))
    one.cut(silently=SILENTLY)
    print(reached(one))
    one.join()
    # It takes a while until each knows where the other is.
    print(any(reached(one) for _ in range(20)))
    server.kill()
    print(*(name for _, name in socket.if_nameindex()))
"""


@pytest.mark.skipif(hosts.missing() is not None, reason=f"{hosts.missing()}")
@pytest.mark.parametrize("silently", [True, False])
def test_a_host_that_is_cut_off_is_not_reached_until_it_is_joined_again(silently: bool) -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM.replace("SILENTLY", str(silently))],
        cwd=Path(__file__).parents[2],
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    *found, names = done.stdout.splitlines()
    assert found == ["True False", "False", "True"]
    # The hub has no other way out.
    assert names.split() == ["lo", "switch", "host1", "host2"]


@pytest.mark.skipif(hosts.missing() is not None, reason=f"{hosts.missing()}")
def test_nothing_of_a_network_is_left() -> None:
    before = set(Path("/sys/class/net").iterdir())
    program = "from tests.soak.hosts import network\nwith network(1) as [host]: print(host.pid)"
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=Path(__file__).parents[2],
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    assert not Path("/proc", done.stdout.strip()).exists()
    assert set(Path("/sys/class/net").iterdir()) == before
