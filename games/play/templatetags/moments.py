"""How long ago something was, in templates."""

from django import template

from games.play.pages.ago import ago

register = template.Library()
register.filter("ago", ago)
