"""What this site does its own way when people sign up and in."""

import logging
import smtplib
from typing import Any, ClassVar

from allauth.account.adapter import DefaultAccountAdapter
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.models import AbstractBaseUser
from django.http import HttpRequest

from games.accounts.models import NAME_IS_TAKEN, User

log = logging.getLogger(__name__)


class AccountAdapter(DefaultAccountAdapter):
    """Mails in the site's own dress, and a sentence instead of a crash when one cannot leave."""

    error_messages: ClassVar = {
        **DefaultAccountAdapter.error_messages,
        "username_taken": NAME_IS_TAKEN,
    }

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Send a mail about an account now: its reader sits before the page and waits for it."""
        context = {"site_url": settings.SITE_URL, "site_name": settings.SITE_NAME, **context}
        try:
            super().send_mail(template_prefix, email, context)
        except (OSError, smtplib.SMTPException):
            log.exception("A mail about an account was not sent: %s", template_prefix)
            messages.error(
                self.request,
                "We could not send you a mail just now. Please try again in a few minutes.",
            )

    def save_user(
        self, request: HttpRequest, user: User, form: Any, commit: bool = True
    ) -> AbstractBaseUser:
        """Keep the time zone that the browser told with the sign-up."""
        user.time_zone = form.cleaned_data.get("time_zone") or settings.TIME_ZONE
        return super().save_user(request, user, form, commit)
