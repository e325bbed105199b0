"""People are found by their names without accents."""

from django.db import migrations, models

from games.accounts.names import check_alphabet, check_name, look_of, stored
from games.accounts.postgres import DropsParts, FindsParts
from games.accounts.spellings import spellings


def fill(apps, schema_editor):
    User = apps.get_model("accounts", "User")
    for user in User.objects.only("username").iterator():
        name = stored(user.username)
        User.objects.filter(pk=user.pk).update(
            username=name, look=look_of(name), found_by=spellings(name)
        )


class Migration(migrations.Migration):
    dependencies = [("accounts", "0015_set_aside")]
    operations = [
        migrations.AlterField(
            "user",
            "username",
            models.CharField(
                error_messages={
                    "unique": "That name is taken, or looks like one that is. Choose another."
                },
                max_length=30,
                unique=True,
                validators=[check_name, check_alphabet],
                verbose_name="name",
            ),
        ),
        migrations.AddField(
            "user", "found_by", models.CharField(blank=True, editable=False, max_length=122)
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
        FindsParts("parts_of_spellings", "accounts_user", "found_by"),
        DropsParts("parts_of_names", "accounts_user", "UPPER(username::text)"),
    ]
