"""Keep with each person whether mail to them came back, for what was sent before that was kept."""

from django.db import migrations
from django.db.models.functions import Lower


def keep(apps, schema_editor):
    bounced = apps.get_model("post", "BouncedAddress").objects.values(lower=Lower("address"))
    addresses = apps.get_model("account", "EmailAddress").objects.alias(lower=Lower("email"))
    users = addresses.filter(lower__in=bounced).values("user")
    apps.get_model("accounts", "User").objects.filter(pk__in=users).update(mail_came_back=True)


class Migration(migrations.Migration):
    dependencies = [
        ("post", "0003_account_letters"),
        ("accounts", "0003_mail_came_back"),
        ("account", "0009_emailaddress_unique_primary_email"),
    ]

    operations = [migrations.RunPython(keep, migrations.RunPython.noop)]
