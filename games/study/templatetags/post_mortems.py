"""The template tag of post-mortems, for the page of notification settings."""

from django import template

from games.accounts.models import User
from games.study.services import wants_post_mortems

register = template.Library()


@register.simple_tag
def turning_points_email(user: User) -> bool:
    """Return whether a person gets the turning points of their games by email."""
    return wants_post_mortems(user)
