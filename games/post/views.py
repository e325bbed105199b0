"""The pages of the mail room."""

from csp.constants import SELF, UNSAFE_INLINE
from csp.decorators import csp_replace
from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.clickjacking import xframe_options_sameorigin

from games.post.mailbox import Mail, mail, mails
from games.post.models import Letter

# A mail may be shown inside our own page, and do nothing there but open its links in a new one.
_HARMLESS = {
    "style-src": [UNSAFE_INLINE],
    "img-src": ["data:"],
    "frame-ancestors": [SELF],
    "sandbox": ["allow-popups", "allow-popups-to-escape-sandbox"],
}


@login_required
def letters(request: HttpRequest) -> HttpResponse:
    """Show a person what became of his letters."""
    own = Letter.objects.of(request.user)
    context = {
        "page": Paginator(own.exclude(state=Letter.State.SUPERSEDED), 30).get_page(
            request.GET.get("page")
        ),
        "aside": own.superseded().count(),
        "address": request.user.confirmed_address(),
    }
    return render(request, "post/letters.html", context)


def mailbox(request: HttpRequest) -> HttpResponse:
    """List the mails of this machine."""
    _only_here()
    return render(request, "post/mailbox.html", {"mails": mails()})


def one_mail(request: HttpRequest, file: str, number: int) -> HttpResponse:
    """Show a mail of this machine."""
    return render(request, "post/mail.html", {"mail": _find(file, number)})


@xframe_options_sameorigin
@csp_replace(_HARMLESS)
def mail_html(request: HttpRequest, file: str, number: int) -> HttpResponse:
    """Answer with the HTML of a mail, as a mail program would show it."""
    html = _find(file, number).html
    return HttpResponse(html.replace("<head>", '<head><base target="_blank">', 1))


def _find(file: str, number: int) -> Mail:
    _only_here()
    found = mail(file, number)
    if found is None:
        raise Http404("There is no such mail.")
    return found


def _only_here() -> None:
    if not settings.DEBUG:
        raise Http404("Mails are shown only on a machine where DEBUG is on.")
