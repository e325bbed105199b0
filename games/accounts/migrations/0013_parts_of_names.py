"""People are found by parts of their names and looks."""

from django.db import migrations

from games.accounts.postgres import FindsParts


class Migration(migrations.Migration):
    dependencies = [("accounts", "0012_guests")]
    operations = [
        FindsParts("parts_of_names", "accounts_user", "UPPER(username::text)"),
        FindsParts("parts_of_looks", "accounts_user", "look"),
    ]
