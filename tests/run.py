"""Every check and every test, with the real parts that are here: what `make test` runs.

With arguments for pytest, such as the name of a file, only those tests.
"""

import os
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor

from tests import parts

LINT = {
    "mypy": ["-m", "mypy"],
    "ruff": ["-m", "ruff", "check", "--quiet", "."],
    "format": ["-m", "ruff", "format", "--quiet", "--check", "."],
    "imports": ["-m", "tests.imports"],
    "layout": ["-m", "tests.layout"],
    "links": ["-m", "tests.links"],
    "sentences": ["-m", "tests.sentences"],
}
CHECKS = {
    "django": ["manage.py", "check", "--fail-level", "WARNING"],
    "templates": ["-m", "tests.templates"],
    "migrations": ["manage.py", "makemigrations", "--check", "--dry-run"],
}
TESTS = ["-m", "pytest", "-q"]
AT_ONCE = ["-n", str((os.cpu_count() or 1) + 1), "--dist", "worksteal"]
"""One more at a time than there are processors: some wait for a server or a browser.

The slowest come last, and whoever has none left takes some of another's.
"""


def environment(missing: dict[str, str]) -> dict[str, str]:
    """Return the environment of the tests: without the parts that do not answer."""
    env = {"DJANGO_SETTINGS_MODULE": "tests.settings", "PYTHONDEVMODE": "", **os.environ}
    # Tests start many processes, each of which would compile everything anew.
    env.pop("PYTHONDONTWRITEBYTECODE", None)
    for mark, name in (("postgres", "DATABASE_URL"), ("redis", "CELERY_BROKER_URL")):
        if mark in missing:
            env.pop(name, None)
    return env


def run(name: str, command: Sequence[str], env: Mapping[str, str]) -> bool:
    """Run one step and say how it went; a good check is one line."""
    start = time.monotonic()
    done = subprocess.run([sys.executable, *command], env=env, check=False)
    good = done.returncode == 0
    print(f"{name:<12}{'ok' if good else 'FAILED':<8}{time.monotonic() - start:5.1f} s", flush=True)
    return good


def run_all(steps: Mapping[str, Sequence[str]], env: Mapping[str, str]) -> dict[str, bool]:
    """Run steps side by side, as many as there are processors; return which went well."""
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        done = pool.map(lambda name: run(name, steps[name], env), steps)
        return dict(zip(steps, done, strict=True))


def main(arguments: list[str]) -> int:
    """Run everything, with --lint what only reads the code, or some tests; return the exit status.

    Some tests run one after the other, unless the arguments say how many at once.
    """
    missing = parts.missing()
    insisted = [missing[mark] for mark in missing if os.geteuid() == 0 or mark not in parts.ROOTS]
    if insisted and os.environ.get("CI", "").lower() in {"1", "true"}:
        print(f"CI needs every part that this user can run, but {'; '.join(insisted)}.")
        return 1
    env = environment(missing)
    good = {}
    if arguments == ["--lint"]:
        good = run_all(LINT, env)
    elif not arguments:
        good = run_all(LINT | CHECKS, env)
        good["tests"] = run("tests", [*TESTS, *AT_ONCE], env)
    else:
        good["tests"] = run("tests", [*TESTS, *arguments], env)
    if "tests" in good and missing:
        print(f"Left out: {'; '.join(dict.fromkeys(missing.values()))}.")
    failed = [name for name in good if not good[name]]
    if failed:
        print(f"Failed, as told above: {', '.join(failed)}.")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
