"""Sentences of Django and allauth that some language of ours says better than their own catalogues.

Catalogues of the site come before those of the libraries, so that what they have is what is shown.
"""

from django.utils.translation import gettext_noop

SENTENCES = (
    gettext_noop("The username and/or password you specified are not correct."),
    gettext_noop("The email address and/or password you specified are not correct."),
    gettext_noop("Too many failed login attempts. Try again later."),
    gettext_noop("You must type the same password each time."),
    gettext_noop("This password is too common."),
    gettext_noop("This password is entirely numeric."),
    gettext_noop("The password is too similar to the %(verbose_name)s."),
)
"""What they say, word for word."""
