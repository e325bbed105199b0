"""Widgets of the filters of lists."""

from html import escape
from typing import Any

from django import forms
from django.forms.renderers import BaseRenderer
from django.forms.utils import flatatt
from django.utils.safestring import SafeString, mark_safe


class Select(forms.Select):
    """A select without groups, rendered without a template for each choice: ten times as fast."""

    def render(
        self,
        name: str,
        value: Any,
        attrs: dict[str, Any] | None = None,
        renderer: BaseRenderer | None = None,
    ) -> SafeString:
        """Return the select as HTML."""
        chosen = self.format_value(value)
        attributes = flatatt(self.build_attrs({**self.attrs, "name": name}, attrs))
        options = "".join(
            f'<option value="{escape(str(value))}"{" selected" * (str(value) in chosen)}>'
            f"{escape(str(label))}</option>"
            for value, label in self.choices
        )
        return mark_safe(f"<select{attributes}>{options}</select>")  # noqa: S308 - escaped above
