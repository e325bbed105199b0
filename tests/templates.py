"""Compile every template of the site: what stops here would stop on a page."""

import os
import sys

import django
from django.conf import settings
from django.template import TemplateSyntaxError, engines


def main() -> int:
    """Name each template that does not compile; return the exit status."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    broken = 0
    for folder in settings.TEMPLATES[0]["DIRS"]:
        for path in sorted(path for path in folder.rglob("*") if path.is_file()):
            name = path.relative_to(folder).as_posix()
            try:
                engines["django"].get_template(name)
            except (TemplateSyntaxError, UnicodeDecodeError) as error:
                broken += 1
                print(f"templates/{name}: {error}")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
