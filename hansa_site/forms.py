"""The renderer of the site's forms."""

from django.forms.renderers import TemplatesSetting


class Renderer(TemplatesSetting):
    """Render forms with the site's own templates."""

    form_template_name = "forms/form.html"
    field_template_name = "forms/field.html"
