"""The configuration of PgBouncer that the docs tell to use, with other addresses."""

import configparser
from collections.abc import Mapping
from pathlib import Path

from hansa_site import processes

GIVEN = Path(processes.__file__).parent / "deploy" / "pgbouncer.ini"


def configure(
    folder: Path, *, server: str, listen: tuple[str, int], people: Mapping[str, str], size: int = 20
) -> Path:
    """Write the files of a PgBouncer without passwords into a folder; return its configuration.

    `server` leads to PostgreSQL, such as `host=127.0.0.1 port=5432`, `people` are passwords by
    name, and `size` is how many connections to it there are at most.
    """
    read = configparser.ConfigParser(interpolation=None)
    read.read_string(GIVEN.read_text())
    read["databases"] = {"*": server}
    names = folder / "userlist.txt"
    names.write_text("".join(f'"{name}" "{word}"\n' for name, word in people.items()))
    read["pgbouncer"].update(
        listen_addr=listen[0],
        listen_port=str(listen[1]),
        auth_type="trust",
        auth_file=str(names),
        default_pool_size=str(size),
        unix_socket_dir="",
    )
    path = folder / "pgbouncer.ini"
    with path.open("w") as file:
        read.write(file)
    return path
