"""How every form of the site is drawn."""

from django.forms.renderers import TemplatesSetting


class Renderer(TemplatesSetting):
    """Draws forms with the site's own templates."""

    form_template_name = "forms/form.html"
    field_template_name = "forms/field.html"
