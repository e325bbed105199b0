"""The WSGI application."""

import os
from collections.abc import Callable, Iterable
from io import BytesIO
from typing import Any

from django.conf import settings
from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "hansa_site.settings")

Application = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]


def counted(application: Application) -> Application:
    """Give a body that comes in chunks, without its length, the length that it has.

    Django reads no body without one. No more is read of it than shows that it is too long.
    """

    def respond(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        if environ.get("HTTP_TRANSFER_ENCODING") and environ.get("wsgi.input_terminated"):
            body = environ["wsgi.input"].read(settings.DATA_UPLOAD_MAX_MEMORY_SIZE + 1)
            environ |= {"wsgi.input": BytesIO(body), "CONTENT_LENGTH": str(len(body))}
        return application(environ, start_response)

    return respond


application = counted(get_wsgi_application())
