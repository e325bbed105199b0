"""Signing up on the page of another app."""

from typing import Any

from allauth.account.internal.flows.manage_email import assess_unique_email
from allauth.account.views import SignupView


class SignUpHere(SignupView):  # type: ignore[misc]  # django-allauth has no types
    """Sign up with a form on a page of one's own, by all the rules of the usual page.

    `template_name` and `extra_context` show the page again with what is wrong, `form_class` is its
    form, and `success_url` where it leads.
    """

    def get_form_class(self) -> type[Any]:
        """Return the page's form, not that of the usual one."""
        found: type[Any] = self.form_class
        return found


def has_account(address: str) -> bool:
    """Return whether an address belongs to an account, confirmed or not.

    This is for people who have proved that the address is theirs: nobody else may learn it.
    """
    return not assess_unique_email(address)
