"""How Django's own apps are used here."""

from django.contrib.admin.apps import AdminConfig


class StaffConfig(AdminConfig):
    """Django's staff pages, in the site's own way."""

    default_site = "hansa_site.staff.StaffSite"
