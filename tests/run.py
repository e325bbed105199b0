"""Every check and every test, with the real parts that are here: what `make test` runs.

With arguments for pytest, such as the name of a file, only those tests.
"""

import os
import subprocess
import sys
import time

from tests import parts

LINT = {
    "ruff": ["ruff", "check", "--quiet", "."],
    "format": ["ruff", "format", "--quiet", "--check", "."],
    "mypy": ["mypy"],
    "imports": ["tests.imports"],
    "layout": ["tests.layout"],
    "links": ["tests.links"],
    "sentences": ["tests.sentences"],
}
CHECKS = {
    "django": ["manage.py", "check", "--fail-level", "WARNING"],
    "templates": ["-m", "tests.templates"],
    "migrations": ["manage.py", "makemigrations", "--check", "--dry-run"],
}
TESTS = ["-m", "pytest", "-q"]
AT_ONCE = ["-n", str((os.cpu_count() or 1) + 1)]
"""One more at a time than there are processors: some wait for a server or a browser."""


def environment(missing: dict[str, str]) -> dict[str, str]:
    """Return the environment of the tests: without the parts that do not answer."""
    env = {"DJANGO_SETTINGS_MODULE": "tests.settings", "PYTHONDEVMODE": "", **os.environ}
    for mark, name in (("postgres", "DATABASE_URL"), ("redis", "CELERY_BROKER_URL")):
        if mark in missing:
            env.pop(name, None)
    return env


def run(name: str, command: list[str], env: dict[str, str]) -> bool:
    """Run one step and say how it went; a good check is one line."""
    start = time.monotonic()
    done = subprocess.run([sys.executable, *command], env=env, check=False)
    good = done.returncode == 0
    print(f"{name:<12}{'ok' if good else 'FAILED':<8}{time.monotonic() - start:5.1f} s", flush=True)
    return good


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
    if arguments in ([], ["--lint"]):
        good = {name: run(name, ["-m", *command], env) for name, command in LINT.items()}
    if not arguments:
        good |= {name: run(name, command, env) for name, command in CHECKS.items()}
        good["tests"] = run("tests", [*TESTS, *AT_ONCE], env)
    elif arguments != ["--lint"]:
        good["tests"] = run("tests", [*TESTS, *arguments], env)
    if "tests" in good and missing:
        print(f"Left out: {'; '.join(dict.fromkeys(missing.values()))}.")
    failed = [name for name in good if not good[name]]
    if failed:
        print(f"Failed, as told above: {', '.join(failed)}.")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
