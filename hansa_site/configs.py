"""Configurations of Django's own apps."""

from django.contrib.admin.apps import AdminConfig


class StaffConfig(AdminConfig):
    """The admin app with this project's site class."""

    default_site = "hansa_site.staff.StaffSite"
